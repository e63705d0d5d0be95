import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conversationRow, launch, message, openChat, people, phone, send, signIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

describe("search", () => {
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

  const field = () => alice.getByRole("searchbox", { name: "Search" });
  const hits = () => alice.getByRole("list", { name: "Messages" }).getByRole("listitem");
  const back = (page: Page) => page.getByRole("button", { name: "Back", exact: true }).click();
  const GROUP = "Lake Trail Hikers";

  it("2-63 a received message is found in a chat and in a group, and opens", async () => {
    await openChat(bob, people.alice.name);
    await send(bob, `周五在广州见, it's "100%" <sure> 👍🏽`);
    await back(bob);
    await openChat(bob, GROUP);
    await send(bob, "谁去过广州?");
    await message(bob, "谁去过广州?").waitFor();
    await conversationRow(alice, people.bob.name)
      .getByText(/周五在广州/)
      .waitFor();
    await alice.getByRole("listitem", { name: GROUP }).getByText("谁去过广州?").waitFor();

    await alice.getByRole("link", { name: "Search" }).click();
    await field().fill("广州");
    await hits().nth(1).waitFor();
    const from = async () => (await hits().allInnerTexts()).map((line) => line.split("\n")[0]);
    expect(await from()).toEqual([GROUP, people.bob.name]);
    expect(await alice.locator("mark").allInnerTexts()).toEqual(["广州", "广州"]);

    await hits().first().getByRole("button").click();
    await alice.getByRole("heading", { name: GROUP }).waitFor();
    await message(alice, "谁去过广州?").waitFor();
    await back(alice);
    expect(await field().inputValue()).toBe("广州");
    await expect.poll(from).toEqual([GROUP, people.bob.name]);
  });

  it.each([`it's "100%`, "<SURE>", "👍🏽", "周五"])("2-63 %s is found as it was written", async (keyword) => {
    await field().fill(keyword);
    await hits().first().waitFor();
    expect(await hits().count()).toBe(1);
    expect(await alice.locator("mark").allInnerTexts()).toEqual([keyword.toLowerCase()]);
  });

  it.each(["%", "_", "101%", "'", 'content":'])(
    "2-63 %s finds only messages that contain it",
    async (keyword) => {
      await field().fill(keyword);
      const nothing = alice.getByText("Nothing found", { exact: true });
      await nothing.or(hits().first()).waitFor();
      for (const line of await alice.locator("mark").allInnerTexts()) expect(line).toBe(keyword);
      expect(await nothing.count()).toBe(["%", "'"].includes(keyword) ? 0 : 1);
    },
  );

  it("2-63 recent searches survive a reload, and another user does not see them", async () => {
    await alice.reload();
    // After a reload the app starts at the conversations (4-07).
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
    await alice.getByRole("link", { name: "Search" }).click();
    await alice.getByRole("button", { name: "Remove 广州" }).waitFor();
    await alice.evaluate(() => {
      history.pushState(null, "", "/profile");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    await alice.getByRole("button", { name: "Sign out" }).click();
    await alice.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await alice.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await signIn(alice, product.origin, people.carol);
    await alice.getByRole("link", { name: "Search" }).click();
    await alice.getByText("Search friends, groups and messages").waitFor();
  });
});
