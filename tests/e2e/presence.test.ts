import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, openChat, people, phone, signIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";
import { laySilentGateway, type SilentGateway } from "./support/silent-gateway.ts";

/** Half a minute, after which it is asked anew who is online. */
const later = 30_000;

/** Who is online, as the other person sees it, by a server that tells changes and by one that only answers. */
describe("presence", () => {
  let product: Product;
  let silent: SilentGateway;
  let browser: Browser;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    silent = await laySilentGateway(product.origin);
  });
  afterAll(async () => {
    await browser?.close();
    await silent?.close();
    await product?.close();
  });

  const online = (page: Page) => page.getByRole("main").or(page.getByRole("banner")).getByText("online");
  const bobComes = async () => {
    const bob = await (await phone(browser)).newPage();
    await signIn(bob, product.origin, people.bob);
    return bob;
  };

  it("where changes are told, somebody's coming and leaving shows at once, in the chat and on the card", async () => {
    const alice = await (await phone(browser)).newPage();
    await signIn(alice, product.origin, people.alice);
    await openChat(alice, people.bob.name);
    const bob = await bobComes();
    await online(alice).waitFor();
    await alice.getByRole("button", { name: "Details" }).click();
    await alice.getByRole("button", { name: `${people.bob.name} User ID` }).click();
    await alice.getByRole("button", { name: "Voice call" }).waitFor();
    await online(alice).waitFor();
    await bob.context().close();
    await online(alice).waitFor({ state: "detached" });
    await alice.context().close();
  });

  it("where nothing is told, it is found out by asking again, also after the connection broke", async () => {
    const context = await phone(browser);
    await context.addInitScript((wsUrl) => localStorage.setItem("wsUrl", wsUrl), silent.wsUrl);
    const alice = await context.newPage();
    await alice.clock.install();
    await signIn(alice, product.origin, people.alice);
    await openChat(alice, people.bob.name);
    // From here on she asks again when the test says so.
    await alice.clock.pauseAt(Date.now() + later);

    const before = silent.kept();
    const bob = await bobComes();
    await expect.poll(silent.kept).toBeGreaterThan(before);
    expect(await online(alice).count()).toBe(0);
    await alice.clock.fastForward(later);
    await online(alice).waitFor();

    const there = silent.kept();
    await bob.context().close();
    await expect.poll(silent.kept).toBeGreaterThan(there);
    expect(await online(alice).count()).toBe(1);
    await alice.clock.fastForward(later);
    await online(alice).waitFor({ state: "detached" });

    const gone = silent.kept();
    await bobComes();
    await expect.poll(silent.kept).toBeGreaterThan(gone);
    await alice.clock.resume();
    silent.cut();
    await online(alice).waitFor();
  });
});
