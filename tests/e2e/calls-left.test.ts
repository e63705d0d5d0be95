import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { call, caller, callRows, close, dial, free, overlay, release } from "./support/calls.ts";
import { isLive, openChat, people } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

describe("calls whose caller's page goes away", () => {
  let product: Product;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    product = await startProduct();
    [alice, bob] = await Promise.all([
      caller(product.origin, people.alice),
      caller(product.origin, people.bob),
    ]);
    await Promise.all([openChat(alice, people.bob.name), openChat(bob, people.alice.name)]);
  });
  afterEach(() => release(alice, bob));
  afterAll(async () => {
    await close(alice, bob);
    await product?.close();
  });

  const records = (page: Page) => callRows(page, /call|Cancelled/).count();

  async function comeBack(): Promise<void> {
    await isLive(alice);
    const isInChat = await alice.getByRole("textbox", { name: "Message" }).isVisible();
    if (!isInChat) await openChat(alice, people.bob.name);
  }

  it("2-97 R20 a reload during a call leaves both sides one record once the caller is back", async () => {
    await call(alice, bob);
    await alice.reload();
    await free(bob);
    await comeBack();
    for (const page of [alice, bob]) {
      await callRows(page, /^Voice call \d\d:\d\d/).waitFor();
      expect(await records(page)).toBe(1);
    }
  });

  it("2-97 R20 a reload while it rings cancels the call, and the callee has missed it", async () => {
    await dial(alice, "Video call");
    await overlay(bob).getByText("Incoming video call").waitFor();
    await alice.reload();
    await free(bob);
    await comeBack();
    await callRows(alice, /^Cancelled/).waitFor();
    await callRows(bob, /^Missed video call/).waitFor();
    for (const page of [alice, bob]) expect(await records(page)).toBe(2);
  });

  it("2-97 R21 a crash during a call leaves one record once the caller is back", async () => {
    await call(alice, bob, "Video call");
    const gone = alice.waitForEvent("crash");
    await Promise.all([gone, alice.goto("chrome://crash").catch(() => {})]);
    await free(bob);
    await callRows(bob, /^Video call/).waitFor();
    const context = alice.context();
    alice = await context.newPage();
    await alice.goto(product.origin);
    await comeBack();
    await callRows(alice, /^Video call/).waitFor();
    for (const page of [alice, bob]) await expect.poll(() => records(page)).toBe(3);
  });
});
