import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLive, launch, message, openChat, people, send, signedIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";
import { restUserAt } from "./support/rest.ts";

/** Shown at a message to a user who has blocked its author. */
const REASON = "You can't send messages to this person";

describe("a message that failed", () => {
  let product: Product;
  let browser: Browser;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    alice = await signedIn(browser, product.origin, people.alice);
    bob = await signedIn(browser, product.origin, people.bob);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const block = async (isOn: boolean) => {
    const asBob = await restUserAt(bob, product.origin);
    const { userID: blackUserID } = await restUserAt(alice, product.origin);
    const path = isOn ? "/friend/add_black" : "/friend/remove_black";
    await asBob.post(path, { ownerUserID: asBob.userID, blackUserID });
  };
  const names = () =>
    alice
      .getByRole("list", { name: "Chat list" })
      .getByRole("listitem")
      .evaluateAll((rows) => rows.map((row) => row.ariaLabel ?? row.textContent));

  it("8-36 stays failed after a reload, in its place, until the user retries, and does not move its chat", async () => {
    await block(true);
    await openChat(alice, people.bob.name);
    await send(alice, "Are you there?");
    await message(alice, "Are you there?").getByText(REASON).waitFor();
    await alice.getByRole("button", { name: "Back", exact: true }).click();
    await openChat(alice, people.carol.name);
    await send(alice, "Hello Carol");
    await message(alice, "Hello Carol")
      .getByRole("img", { name: /^(Sent|Read)$/ })
      .waitFor();
    await alice.getByRole("button", { name: "Back", exact: true }).click();
    const before = await names();
    expect(before[0]).toContain(people.carol.name);

    await block(false);
    await alice.reload();
    await isLive(alice);
    expect(await names()).toEqual(before);
    await openChat(alice, people.bob.name);
    await message(alice, "Are you there?").getByText(REASON).waitFor();
    await send(alice, "A later one");
    await openChat(bob, people.alice.name);
    await message(bob, "A later one").waitFor();
    expect(await message(bob, "Are you there?").count()).toBe(0);
    const own = alice.getByRole("log", { name: "Messages" }).getByRole("article");
    await expect
      .poll(async () =>
        (await own.allInnerTexts()).slice(-2).map((text) => /Are you there|later one/.exec(text)?.[0]),
      )
      .toEqual(["Are you there", "later one"]);

    await message(alice, "Are you there?").getByRole("button", { name: "Retry" }).click();
    await message(bob, "Are you there?").waitFor();
  });
});
