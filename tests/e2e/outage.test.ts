import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emulateNetwork } from "./support/network.ts";
import { launch, message, openChat, people, phone, send, signIn, submitSignIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

describe("outage", () => {
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
    await openChat(alice, people.bob.name);
    await openChat(bob, people.alice.name);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  it("8-36 a server restart during sending loses no message and duplicates none", async () => {
    const texts = Array.from({ length: 6 }, (_, index) => `Through the storm ${index + 1}`);
    for (const text of texts.slice(0, 3)) await send(alice, text);
    await product.kill();
    for (const text of texts.slice(3)) await send(alice, text);
    for (const text of texts) await message(alice, text).waitFor();
    await product.restart();
    const log = alice.getByRole("log", { name: "Messages" });
    const retries = log.getByRole("button", { name: "Retry" });
    // The SDK gives up what was being sent when the server died. Such a message shows a Retry button, which the test
    // presses.
    const isSettled = async () => {
      if ((await log.getByRole("img", { name: "Sending" }).count()) > 0) return false;
      if ((await retries.count()) === 0) return true;
      await retries.first().click();
      return false;
    };
    await expect.poll(isSettled).toBe(true);
    for (const text of texts) await message(bob, text).waitFor();
    await expect
      .poll(() => Promise.all(texts.map((text) => message(bob, text).count())))
      .toEqual(texts.map(() => 1));
    for (const text of texts) expect(await message(alice, text).count()).toBe(1);
  });

  it("4-61 messages that the open chat missed while offline count as read, also for their sender", async () => {
    const network = await emulateNetwork(product.origin);
    const page = await (await phone(browser)).newPage();
    await signIn(page, network.origin, people.carol);
    await openChat(page, people.alice.name);
    await alice.getByRole("button", { name: "Back" }).click();
    await openChat(alice, people.carol.name);
    for (let round = 1; round <= 4; round += 1) {
      await send(alice, `Before the cut ${round}`);
      await message(page, `Before the cut ${round}`).waitFor();
      network.cut();
      const missed = Array.from({ length: 5 }, (_, index) => `Missed ${round}.${index + 1}`);
      for (const text of missed) await send(alice, text);
      await expect.poll(() => alice.getByRole("log").getByRole("img", { name: "Sending" }).count()).toBe(0);
      network.mend();
      for (const text of missed) await message(page, text).waitFor();
      for (const text of missed) await message(alice, text).getByRole("img", { name: "Read" }).waitFor();
    }
    await page.context().close();
    await network.close();
  });

  it("8-31 a new device says that the lists could not be fetched, and fetches them on Retry", async () => {
    const context = await phone(browser);
    let isBroken = true;
    await context.route(/\/api\/(conversation|friend|group)\//, (route) =>
      isBroken ? route.fulfill({ status: 500 }) : route.continue(),
    );
    const page = await context.newPage();
    await submitSignIn(page, product.origin, people.dave);
    await page.getByText("Couldn't load your chats").waitFor();
    await page.getByRole("link", { name: "Contacts" }).click();
    const visible = { visible: true };
    await page.getByText("Couldn't load your contacts").filter(visible).waitFor();
    isBroken = false;
    await page.getByRole("main").getByRole("button", { name: "Retry" }).filter(visible).click();
    await page.getByText(people.carol.name).filter(visible).waitFor();
    await page.getByRole("link", { name: "Messages" }).click();
    await page.getByRole("list", { name: "Chat list" }).waitFor();
    await context.close();
  });

  it("6-18 a failed request for members does not mean that the user has left the group", async () => {
    const context = await phone(browser);
    await context.route(/\/api\/group\/get_group_member_list/, (route) => route.fulfill({ status: 500 }));
    const page = await context.newPage();
    await signIn(page, product.origin, people.dave);
    const group = "Lake Trail Hikers";
    await openChat(page, group);
    await send(page, "Still here");
    // When this message arrives, a wrong notice would already show.
    await message(page, "Still here").waitFor();
    await alice.getByRole("button", { name: "Back" }).click();
    await openChat(alice, group);
    await message(alice, "Still here").waitFor();
    await send(alice, "So you are");
    await message(page, "So you are").waitFor();
    expect(await page.getByText("You're no longer in this group").count()).toBe(0);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await context.close();
  });

  it("4-28 a device without data says that the server is unreachable, and loads when it is back", async () => {
    const network = await emulateNetwork(product.origin);
    const context = await phone(browser);
    await context.addInitScript((origin) => {
      localStorage.setItem("apiUrl", `${origin}/api`);
      localStorage.setItem("wsUrl", `${origin.replace("http", "ws")}/msg_gateway`);
      localStorage.setItem("chatUrl", `${origin}/chat`);
    }, network.origin);
    await context.route(/\/blank$/, (route) => route.fulfill({ contentType: "text/html", body: "" }));
    const page = await context.newPage();
    await signIn(page, product.origin, people.carol);
    await page.goto(`${product.origin}/blank`);
    const isGone = await page.evaluate(async () => {
      for (const seen of ["parley:rows", "parley:pages"]) localStorage.removeItem(seen);
      for (const { name } of await indexedDB.databases())
        await new Promise((done) => {
          indexedDB.deleteDatabase(name ?? "").onsuccess = done;
        });
      return (await indexedDB.databases()).length === 0;
    });
    expect(isGone).toBe(true);
    network.cut();
    await page.goto(product.origin);
    await page.getByText("Couldn't load your chats").waitFor();
    await page.getByRole("main").getByRole("button", { name: "Retry" }).waitFor();
    network.mend();
    await page.getByRole("list", { name: "Chat list" }).waitFor();
    await context.close();
    await network.close();
  });

  it("4-28 the status says that the connection is lost, and that it is back", async () => {
    await alice.getByRole("button", { name: "Back" }).click();
    await product.kill();
    await alice
      .getByRole("status")
      .getByText(/offline|connecting/i)
      .first()
      .waitFor();
    await product.restart();
    await alice
      .getByText(/^(offline|connecting)/i)
      .first()
      .waitFor({ state: "detached" });
  });
});
