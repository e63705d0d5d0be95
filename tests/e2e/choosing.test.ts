import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conversationRow, launch, message, openChat, people, phone, send, signIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

describe("message actions", () => {
  let product: Product;
  let browser: Browser;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    alice = await (await phone(browser)).newPage();
    bob = await (await phone(browser)).newPage();
    await Promise.all([signIn(alice, product.origin, people.alice), signIn(bob, product.origin, people.bob)]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const choose = async (page: Page, text: string, choice: string) => {
    await message(page, text).getByText(text).first().click({ button: "right" });
    await page.getByRole("menuitem", { name: choice, exact: true }).click();
  };
  const back = (page: Page) => page.getByRole("button", { name: "Back", exact: true }).click();
  const isGone = { state: "detached" } as const;

  it("two messages are forwarded as one merged history, which the recipient opens", async () => {
    await openChat(alice, people.carol.name);
    await send(alice, "Shall we meet on Friday?");
    await send(alice, "Or is Saturday better?");
    await message(alice, "Or is Saturday better?").getByRole("img", { name: "Sent" }).waitFor();
    await choose(alice, "Shall we meet on Friday?", "Select");
    await alice.getByRole("heading", { name: "1 selected" }).waitFor();
    await alice.getByRole("checkbox", { name: /Saturday/ }).click();
    await alice.getByRole("button", { name: "Forward" }).click();
    await alice.getByRole("checkbox", { name: people.bob.name }).check();
    await alice.getByRole("button", { name: "Next (1)" }).click();
    await alice.getByRole("textbox", { name: "Add a message" }).fill("Which one?");
    await alice.getByRole("button", { name: "Send", exact: true }).click();
    await conversationRow(bob, "Which one?").click();
    const title = `Chat history of ${people.carol.name} and ${people.alice.name}`;
    await bob.getByRole("log").getByText(title).click();
    const sheet = bob.getByRole("dialog", { name: title });
    await sheet.getByText("Shall we meet on Friday?", { exact: true }).waitFor();
    await sheet.getByText("Or is Saturday better?", { exact: true }).waitFor();
    await bob.goBack();
    await sheet.waitFor(isGone);
  });

  it("several messages are deleted, and Back ends the selection before it leaves the chat", async () => {
    await choose(alice, "Shall we meet on Friday?", "Select");
    await alice.getByRole("heading", { name: "1 selected" }).waitFor();
    await alice.goBack();
    await alice.getByRole("textbox", { name: "Message" }).waitFor();
    await choose(alice, "Shall we meet on Friday?", "Select");
    await alice.getByRole("checkbox", { name: /Saturday/ }).click();
    await alice.getByRole("button", { name: "Delete" }).click();
    await alice.getByRole("menu", { name: "Delete 2 messages?" }).getByRole("menuitem").click();
    await message(alice, "Shall we meet on Friday?").waitFor(isGone);
    await message(alice, "Or is Saturday better?").waitFor(isGone);
    await alice.getByRole("textbox", { name: "Message" }).waitFor();
    await back(alice);
  });

  it("4-62 3-72 the author edits a recalled message again, and a group owner recalls another member's", async () => {
    await bob.evaluate(() => {
      history.pushState(null, "", "/createGroup");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    await bob.locator("input:focus").waitFor();
    await bob.keyboard.type("Tidy");
    await bob.getByRole("checkbox", { name: people.alice.name }).check();
    await bob.getByRole("button", { name: "Create (1)" }).click();
    await bob.getByRole("heading", { name: "Tidy" }).waitFor();
    await openChat(alice, "Tidy");
    await send(alice, "Buy this now");
    await send(alice, "See you at sven");
    await message(bob, "See you at sven").waitFor();
    await choose(alice, "See you at sven", "Recall");
    await bob.getByText(`${people.alice.name} recalled a message`).waitFor();
    await alice.getByRole("button", { name: "Edit again" }).click();
    const field = alice.getByRole("textbox", { name: "Message" });
    expect(await field.inputValue()).toBe("See you at sven");
    await send(alice, "See you at seven");
    await message(bob, "See you at seven").waitFor();
    await choose(bob, "Buy this now", "Recall");
    await message(alice, "Buy this now").waitFor(isGone);
    await alice
      .getByRole("article")
      .filter({ hasText: `${people.bob.name} recalled a message sent by you` })
      .waitFor();
    await bob
      .getByRole("article")
      .filter({ hasText: `You recalled a message sent by ${people.alice.name}` })
      .waitFor();
  });
});
