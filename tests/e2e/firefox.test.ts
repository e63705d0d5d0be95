import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isEverything } from "../everything.ts";
import {
  accept,
  caller,
  callRows,
  close,
  connected,
  dial,
  frameChanges,
  free,
  hangUp,
  hears,
  moves,
  overlay,
  peer,
  picturesCome,
  release,
  sees,
  soundComes,
} from "./support/calls.ts";
import { type FirefoxPerson, findFirefox, firefoxCaller } from "./support/firefox.ts";
import { makeNamespace, type Namespace, namespaceRefusal } from "./support/namespace.ts";
import { back, message, openChat, patience, people, press, send } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

const refusal = findFirefox() ? namespaceRefusal() : "there is no Firefox";
const name = "Alice in Chromium and Bob in Firefox";

/**
 * The product and both browsers run in their own network, because Firefox needs an address beside the loopback. Alice
 * is on another device of that network and uses https; Bob is on the machine of the product.
 */
describe.skipIf(refusal)(refusal ? `${name}: skipped, ${refusal}` : name, () => {
  let namespace: Namespace;
  let product: Product;
  let alice: Page;
  let bob: FirefoxPerson;

  beforeAll(async () => {
    namespace = await makeNamespace();
    product = await startProduct({ namespace, settings: { PARLEY_LAN: "on" } });
    const network = await vi.waitUntil(
      () => /On this network at (\S+)\/\./.exec(product.terminal())?.[1],
      patience,
    );
    // One after the other, so that the first is known and closed if the second does not start.
    alice = await caller(network, people.alice, { namespace });
    bob = await firefoxCaller(namespace, product.origin, people.bob);
    await openChat(alice, people.bob.name);
    await bob.reads(people.alice.name);
    await bob.press(people.alice.name);
  });
  beforeEach(() => release(alice));
  afterAll(async () => {
    await Promise.all([close(alice), bob?.close()]);
    await product?.close();
    await namespace?.close();
  });

  it("1-02 11-22 a message goes both ways", async () => {
    await send(alice, "Does Firefox get this?");
    await bob.reads("Does Firefox get this?");
    await bob.type("Message", "It does");
    await bob.press("Send");
    await message(alice, "It does").waitFor();
  });

  it.runIf(isEverything)("1-07 11-22 a voice call from Chromium is heard on both sides", async () => {
    await dial(alice);
    await bob.press("Accept");
    await connected(alice);
    await Promise.all([hears(alice), soundComes(bob.received)]);
    await hangUp(alice);
    await free(alice);
    await callRows(alice, /^Voice call \d\d:\d\d/).waitFor();
  });

  it("1-08 a video call from Firefox is seen and heard on both sides", async () => {
    await bob.press("More");
    await bob.press("Video call");
    await overlay(alice).getByText("Incoming video call").waitFor();
    await peer(alice, people.bob).waitFor();
    await accept(alice);
    await connected(alice);
    await Promise.all([hears(alice), sees(alice), soundComes(bob.received), picturesCome(bob.received)]);
    expect((await bob.received()).frames).toBeGreaterThan(0);
    await bob.press("Hang up");
    await free(alice);
  });

  it.runIf(isEverything)(
    "11-40 Firefox is one of three in a group call, sees both others and is seen",
    async () => {
      const carol = await caller(product.origin, people.carol, { namespace });
      try {
        await back(alice);
        await openChat(alice, "Lake Trail Hikers");
        await press(alice, "Call");
        await alice.getByRole("menuitem", { name: "Video call" }).click();
        for (const { name } of [people.bob, people.carol])
          await alice.getByRole("checkbox", { name }).check();
        await press(alice, "Call 2");
        await bob.press("Accept");
        await accept(carol);
        await connected(alice, carol);
        for (const { name } of [people.alice, people.carol])
          await frameChanges(() => bob.frame(`Video of ${name}`), `${name} in Firefox`);
        await Promise.all([moves(alice, people.bob), moves(carol, people.bob), soundComes(bob.received)]);
        await bob.press("Leave");
        for (const page of [alice, carol]) {
          await overlay(page).getByLabel(`Video of ${people.bob.name}`).waitFor({ state: "detached" });
          await press(overlay(page), "Leave");
          await free(page);
        }
      } finally {
        await close(carol);
      }
    },
  );
});
