import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, message, openChat, people, phone, send, signIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

/** The demo history of Alice and Bob has some 150 messages. */
describe("history", () => {
  let product: Product;
  let browser: Browser;
  let alice: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    alice = await (await phone(browser)).newPage();
    await signIn(alice, product.origin, people.alice);
    await openChat(alice, people.bob.name);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  /** Positions of the articles in the conversation, as they are mounted. */
  const seen = () =>
    alice
      .getByRole("log", { name: "Messages" })
      .getByRole("article")
      .evaluateAll((articles) => articles.map((article) => article.getAttribute("data-id") ?? ""));

  it("7-31 scrolling up pages through more than a hundred messages, each once, without a jump", async () => {
    const ids = new Set<string>(await seen());
    const log = alice.getByRole("log", { name: "Messages" });
    await log.hover();
    await expect
      .poll(
        async () => {
          await alice.mouse.wheel(0, -600);
          for (const id of await seen()) ids.add(id);
          return ids.size;
        },
        { timeout: 45_000, interval: 60 },
      )
      .toBeGreaterThan(120);
    const mounted = await seen();
    expect(new Set(mounted).size).toBe(mounted.length);
  });

  it("4-61 a message that arrives meanwhile waits in a pill; pressing it leads to the newest", async () => {
    const bob = await (await phone(browser)).newPage();
    await signIn(bob, product.origin, people.bob);
    await openChat(bob, people.alice.name);
    await send(bob, "Scroll down when you are done");
    const pill = alice.getByRole("button", { name: /1 new message/ });
    await pill.waitFor();
    expect(await message(alice, "Scroll down when you are done").isVisible()).toBe(false);
    await pill.click();
    await message(alice, "Scroll down when you are done").waitFor();
    await pill.waitFor({ state: "detached" });
  });
});
