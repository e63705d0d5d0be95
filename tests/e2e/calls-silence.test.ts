import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { call, caller, callRows, close, free, hangUp, overlay, release } from "./support/calls.ts";
import { credentialsOf, type ForeignClient, foreignClient } from "./support/foreign-client.ts";
import { occupants } from "./support/media-room.ts";
import { openChat, people } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

describe("calls from dead or flooding peers", () => {
  let product: Product;
  let alice: Page;
  let bob: Page;
  let dave: ForeignClient;
  const rooms: string[] = [];

  beforeAll(async () => {
    product = await startProduct();
    const watch = (page: Page) =>
      page.on("request", (request) => {
        if (request.url().endsWith("/user/rtc/get_token")) rooms.push(request.postDataJSON().room);
      });
    [alice, bob, dave] = await Promise.all([
      caller(product.origin, people.alice),
      caller(product.origin, people.bob, { watch }),
      foreignClient(product.origin, people.dave),
    ]);
    await Promise.all([openChat(alice, people.bob.name), openChat(bob, people.alice.name)]);
  });
  afterEach(() => release(bob));
  afterAll(async () => {
    await close(alice, bob);
    dave?.close();
    await product?.close();
  });

  it("R21 the callee sees that the caller's machine is gone, and the call ends with a record", async () => {
    const aliceID = await alice.evaluate(() => localStorage.getItem("IM_USERID") ?? "");
    const visitor = await credentialsOf(product.origin, people.carol);
    await call(alice, bob);
    await kill(alice);
    const trouble = `${people.alice.name} has a poor connection`;
    await overlay(bob).getByRole("status").getByText(trouble).waitFor();
    // shown at the first silence, long before the media server drops her
    const present = await occupants(product.origin, rooms.at(-1) ?? "", visitor);
    expect(present.map(({ userID }) => userID)).toContain(aliceID);
    await free(bob);
    await callRows(bob, "Voice call").waitFor();
  });

  // runs last, because the flooding client may ring again when the pause ends
  it("R22 a flood of invitations rings only a few times, and the buttons react", async () => {
    const rings = await countTones(bob);
    const me = await bob.evaluate(() => localStorage.getItem("IM_USERID") ?? "");
    const invite = (room: number) =>
      dave.signal(me, 200, {
        roomID: room.toString(16).padStart(32, "0"),
        inviterUserID: dave.userID,
        inviteeUserIDList: [me],
        groupID: "",
        mediaType: "audio",
        sessionType: 1,
        platformID: 5,
        timeout: 30,
      });
    const rooms = Array.from({ length: isEverything ? 1000 : 300 }, (_, room) => room);
    for (let start = 0; start < rooms.length; start += 50)
      await Promise.all(rooms.slice(start, start + 50).map(invite));
    await overlay(bob).getByText("Incoming voice call").waitFor();
    expect(await overlay(bob).count()).toBe(1);
    await hangUp(bob);
    const { data } = await dave.next(202);
    expect(data.inviterUserID).toBe(dave.userID);
    // each of the others is a new call (R8) that would ring again without the throttle
    const rung = await rings();
    expect(rung).toBeGreaterThan(0);
    expect(rung).toBeLessThan(20);
    await free(bob);
  });
});

async function countTones(page: Page): Promise<() => Promise<number>> {
  const count = await page.evaluateHandle(() => {
    const tones = { begun: 0 };
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...input) {
      tones.begun += 1;
      start.apply(this, input);
    };
    return tones;
  });
  return () => count.evaluate(({ begun }) => begun);
}

/** Kills the whole browser, so that it cannot send anything on close. */
async function kill(page: Page): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
  const browser = processInfo.find(({ type }) => type === "browser");
  if (!browser) throw new Error("The browser has no process");
  process.kill(browser.id, "SIGKILL");
}
