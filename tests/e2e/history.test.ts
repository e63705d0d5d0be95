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

  /** What the mounted articles say: sender, time and words. */
  const seen = () =>
    alice
      .getByRole("log", { name: "Messages" })
      .getByRole("article")
      .evaluateAll((articles) =>
        articles.map((article) => `${article.getAttribute("aria-label")}|${article.textContent}`),
      );

  it("7-31 scrolling up pages through more than a hundred messages, each once", async () => {
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
        { interval: 60 },
      )
      .toBeGreaterThan(120);
    const mounted = await seen();
    expect(new Set(mounted).size).toBe(mounted.length);
  });

  it("pages that load above do not move what is being read", async () => {
    const bob = await (await phone(browser)).newPage();
    await signIn(bob, product.origin, people.bob);
    await openChat(bob, people.alice.name);
    await bob.getByRole("log", { name: "Messages" }).getByRole("article").last().waitFor();
    const step = 240;
    const moves = await bob.getByRole("log", { name: "Messages" }).evaluate(async (log, distance) => {
      const frames = async (count: number) => {
        for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
      };
      const scrolls = (element: Element) =>
        element.scrollHeight > element.clientHeight &&
        /auto|scroll/.test(getComputedStyle(element).overflowY);
      const scroller =
        [log, ...log.querySelectorAll("*")].find(scrolls) ?? log.closest("[data-scroller]") ?? log;
      const words = (article: Element) => `${article.getAttribute("aria-label")}|${article.textContent}`;
      const articles = () => [...log.querySelectorAll("article")];
      const top = (article: Element) => article.getBoundingClientRect().top;
      const moved: number[] = [];
      for (let round = 0; round < 60; round += 1) {
        const anchor = articles().find((article) => top(article) > 150);
        if (!anchor) break;
        const [name, before] = [words(anchor), top(anchor)];
        scroller.scrollBy(0, -distance);
        await frames(4);
        const after = articles().find((article) => words(article) === name);
        if (!after) break;
        moved.push(Math.round(top(after) - before));
      }
      return moved;
    }, step);
    expect(moves.length).toBeGreaterThan(40);
    expect(moves.filter((move) => move < -2 || move > step + 2)).toEqual([]);
    await bob.context().close();
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
