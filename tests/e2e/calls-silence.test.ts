import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { call, caller, callRows, close, free, hangUp, overlay, release } from "./support/calls.ts";
import { type ForeignClient, foreignClient } from "./support/foreign-client.ts";
import { openChat, people } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

/** The other side's machine dies, or it does not stop calling. Bob is who notices. */
describe("calls from those who are gone or beside themselves", () => {
  let product: Product;
  let alice: Page;
  let bob: Page;
  let dave: ForeignClient;

  beforeAll(async () => {
    product = await startProduct();
    [alice, bob, dave] = await Promise.all([
      caller(product.origin, people.alice),
      caller(product.origin, people.bob),
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

  it("R21 the caller's machine dies: it is said, the call ends by itself and leaves a record", async () => {
    await call(alice, bob);
    await kill(alice);
    const trouble = `${people.alice.name} has connection trouble`;
    await overlay(bob).getByRole("status").getByText(trouble).waitFor();
    await free(bob);
    await callRows(bob, "Voice call").waitFor();
  });

  // last: who floods is heard once more when the pause is over
  it("R22 a thousand invitations ring once, and the buttons react", async () => {
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
    const rooms = Array.from({ length: 1000 }, (_, room) => room);
    for (let start = 0; start < rooms.length; start += 50)
      await Promise.all(rooms.slice(start, start + 50).map(invite));
    await overlay(bob).getByText("Incoming voice call").waitFor();
    expect(await overlay(bob).count()).toBe(1);
    await hangUp(bob);
    const { data } = await dave.next(202);
    expect(data.inviterUserID).toBe(dave.userID);
    await free(bob);
  });
});

/** The whole browser is gone at once, and nothing of it says goodbye. */
async function kill(page: Page): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
  const browser = processInfo.find(({ type }) => type === "browser");
  if (!browser) throw new Error("The browser has no process");
  process.kill(browser.id, "SIGKILL");
}
