import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conversationRow, launch, message, openChat, people, phone, send, signIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

const TEAM = "Lake Trail Hikers";

describe("writing in a group", () => {
  let product: Product;
  let browser: Browser;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    alice = await (await phone(browser)).newPage();
    bob = await (await phone(browser)).newPage();
    await signIn(alice, product.origin, people.alice);
    await signIn(bob, product.origin, people.bob);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  it("3-40 a mentioned user sees it in the list until it is read, and in the chat", async () => {
    await openChat(alice, TEAM);
    await alice.getByRole("button", { name: "Back", exact: true }).click();
    await openChat(bob, TEAM);
    const field = bob.getByRole("textbox", { name: "Message" });
    await field.pressSequentially("Morning @ali");
    await bob.getByRole("option", { name: people.alice.name }).waitFor();
    await field.press("Enter");
    expect(await field.inputValue()).toBe(`Morning @${people.alice.name} `);
    await field.pressSequentially("coffee?x");
    await field.press("Backspace");
    await field.press("Enter");
    await conversationRow(alice, TEAM).getByText("[You were mentioned]").waitFor();
    await send(bob, "And cake");
    await conversationRow(alice, "And cake").getByText("[You were mentioned]").waitFor();
    await openChat(alice, TEAM);
    const said = message(alice, "coffee?");
    await said.getByText(`@${people.alice.name}`).waitFor();
    await alice.getByRole("button", { name: "Back", exact: true }).click();
    await conversationRow(alice, TEAM).getByText("[You were mentioned]").waitFor({ state: "detached" });
  });

  it("one key removes a whole mention, and a draft keeps it", async () => {
    const field = bob.getByRole("textbox", { name: "Message" });
    await field.pressSequentially("@car");
    await bob.getByRole("option", { name: people.carol.name }).click();
    await field.pressSequentially("!");
    await bob.getByRole("button", { name: "Back", exact: true }).click();
    await openChat(bob, TEAM);
    await expect.poll(() => field.inputValue()).toBe(`@${people.carol.name} !`);
    for (const _ of "! ") await field.press("Backspace");
    await field.press("Backspace");
    expect(await field.inputValue()).toBe("");
  });

  it("emoji are found by search and by the arrow keys, and one alone is shown large", async () => {
    await bob.getByRole("button", { name: "Emoji", exact: true }).click();
    // Every device that has emoji has this one. Emoji that cannot be drawn are not offered.
    await bob.getByRole("searchbox", { name: "Search emoji" }).fill("grin");
    await bob.getByRole("button", { name: "grinning face", exact: true }).click();
    await bob.getByRole("tab", { name: "Smileys and emotion" }).click();
    const grid = bob.getByRole("toolbar", { name: "Smileys and emotion" });
    await grid.getByRole("button").first().focus();
    await bob.keyboard.press("ArrowDown");
    const below = await grid.getByRole("button").first().boundingBox();
    const focused = await grid.locator("button:focus").boundingBox();
    expect(focused?.x).toBe(below?.x);
    expect(focused?.y).toBeGreaterThan(below?.y ?? 0);
    await bob.keyboard.press("Escape");
    await bob.getByRole("group", { name: "Emoji panel" }).waitFor({ state: "detached" });
    await bob.getByRole("button", { name: "Send" }).click();
    const alone = message(bob, "😀");
    await alone.waitFor();
    expect(await alone.getAttribute("data-emojis")).toBe("1");
  });
});
