import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { badge, call, caller, close, hangUp, overlay } from "./support/calls.ts";
import { launch, message, openChat, people, phone, send } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

describe("back", () => {
  let product: Product;
  let browser: Browser;
  let alice: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    alice = await caller(product.origin, people.alice);
  });
  afterAll(async () => {
    await close(alice);
    await browser?.close();
    await product?.close();
  });

  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const isGone = { state: "detached" } as const;

  it("11-24 closes the list of countries and keeps the form", async () => {
    const page = await (await phone(browser)).newPage();
    await page.goto(product.origin);
    await page.getByRole("textbox", { name: "Phone number" }).fill("138");
    await page.getByRole("button", { name: /Country or region/ }).click();
    const list = page.getByRole("dialog", { name: "Country or region" });
    await list.waitFor();
    await page.goBack();
    await list.waitFor(isGone);
    expect(pathOf(page)).toBe("/login");
    expect(await page.getByRole("textbox", { name: "Phone number" }).inputValue()).toBe("138");
    await page.context().close();
  });

  it("11-24 closes a message's menu, then the chat; a chosen menu item leaves no history entry", async () => {
    await openChat(alice, people.bob.name);
    await send(alice, "Back and forth");
    await message(alice, "Back and forth").click({ button: "right" });
    const menu = alice.getByRole("menu", { name: "Message actions" });
    await menu.waitFor();
    await alice.goBack();
    await menu.waitFor(isGone);
    expect(pathOf(alice)).toBe("/chat");
    await message(alice, "Back and forth").click({ button: "right" });
    await alice.getByRole("menuitem", { name: "Reply" }).click();
    await menu.waitFor(isGone);
    await alice.goBack();
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
    expect(pathOf(alice)).toBe("/conversation");
  });

  it("11-24 a reload closes an open question, and Back still works", async () => {
    await alice.getByRole("link", { name: "Me", exact: true }).click();
    await alice.getByRole("button", { name: "Sign out" }).click();
    const question = alice.getByRole("dialog", { name: /Sign out/ });
    await question.waitFor();
    await alice.goBack();
    await question.waitFor(isGone);
    expect(pathOf(alice)).toBe("/profile");
    // Forward opens nothing again.
    await alice.goForward();
    await alice.getByRole("button", { name: "Sign out" }).click();
    await question.waitFor();
    await alice.reload();
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
    expect(await question.count()).toBe(0);
    await alice.goBack();
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
  });

  it("11-24 minimises a call, then leaves the chat under it", async () => {
    // Bob answers, because an unanswered call ends after 30 s, which is too short on slow machines.
    const bob = await caller(product.origin, people.bob);
    await openChat(alice, people.bob.name);
    await call(alice, bob);
    await alice.goBack();
    await overlay(alice).waitFor(isGone);
    await badge(alice).waitFor();
    expect(pathOf(alice)).toBe("/chat");
    await alice.goBack();
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
    await badge(alice).click();
    await overlay(alice).waitFor();
    await alice.goBack();
    await overlay(alice).waitFor(isGone);
    expect(pathOf(alice)).toBe("/conversation");
    await badge(alice).click();
    await hangUp(alice);
    await overlay(alice).waitFor(isGone);
    await close(bob);
  });
});
