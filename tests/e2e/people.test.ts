import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentialsOf, post } from "./support/foreign-client.ts";
import { launch, message, people, phone, recordToasts, send, signIn, told } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

describe("people", () => {
  let product: Product;
  let browser: Browser;
  let carol: Page;
  let dave: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    await strangers();
    [carol, dave] = await Promise.all([open(), open()]);
    await signIn(carol, product.origin, people.carol);
    await signIn(dave, product.origin, people.dave);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const open = async (): Promise<Page> => {
    const page = await (await phone(browser)).newPage();
    await page.addInitScript(recordToasts);
    return page;
  };

  const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name) ?? "", key);

  /** Ends the friendship that the demo gives these two. */
  async function strangers() {
    for (const [one, other] of [
      [people.carol, people.dave],
      [people.dave, people.carol],
    ] as const) {
      const me = await credentialsOf(product.origin, one);
      const them = await credentialsOf(product.origin, other);
      const friendship = { ownerUserID: me.userID, friendUserID: them.userID };
      await post(`${product.origin}/api/friend/delete_friend`, friendship, me.imToken);
    }
  }

  it("2-81 2-82 6-09 a user adds a friend by phone number, sets a remark, blocks and unfriends", async () => {
    await carol.getByRole("button", { name: "Add", exact: true }).click();
    await carol.getByRole("menuitem", { name: "Add friend" }).click();
    await carol.getByRole("searchbox", { name: "Search" }).fill(people.dave.phone);
    await carol.getByRole("button", { name: "Search", exact: true }).click();
    await carol.getByRole("button", { name: people.dave.name }).click();
    await carol.getByRole("button", { name: "Add to contacts" }).click();
    await carol.getByRole("textbox", { name: "Greeting" }).fill("Carol here");
    await told(carol, "Request sent", () => carol.getByRole("button", { name: "Send" }).click());
    // Back on the card, which updates when Dave accepts.
    const [fromUserID, toUserID, token] = [
      await stored(carol, "IM_USERID"),
      await stored(dave, "IM_USERID"),
      await stored(dave, "IM_TOKEN"),
    ];
    const answer = { fromUserID, toUserID, handleResult: 1, handleMsg: "" };
    await post(`${product.origin}/api/friend/add_friend_response`, answer, token);
    await carol.getByRole("button", { name: "Voice call" }).waitFor();

    await carol.getByRole("button", { name: "More" }).click();
    await carol.getByRole("button", { name: "Remark" }).click();
    await carol.getByRole("textbox", { name: "Remark" }).fill("Davy");
    await carol.getByRole("button", { name: "Save" }).click();
    await carol.getByRole("button", { name: /Remark.*Davy/ }).waitFor();
    await carol.getByRole("switch", { name: "Block" }).click();
    await expect
      .poll(() => carol.getByRole("switch", { name: "Block" }).getAttribute("aria-busy"))
      .toBeNull();
    await carol.getByRole("button", { name: "Back", exact: true }).click();
    await carol.getByRole("heading", { name: "Davy" }).waitFor();

    await dave.getByRole("link", { name: "Contacts" }).click();
    await dave.getByRole("button", { name: people.carol.name }).click();
    await send(dave, "Hello?");
    await message(dave, "Hello?").waitFor();
    await dave.getByText("You can't send messages to this person").first().waitFor();

    await carol.getByRole("button", { name: "More" }).click();
    await carol.getByRole("button", { name: "Delete friend" }).click();
    await carol.getByRole("dialog").getByRole("button", { name: "Delete friend" }).click();
    await carol.getByRole("button", { name: "Add to contacts" }).waitFor();
    await carol.getByRole("heading", { name: people.dave.name }).waitFor();
  });
});
