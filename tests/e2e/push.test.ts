import type { Browser, CDPSession, Page, Worker } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hurry } from "./support/clock.ts";
import { isLive, launch, message, openChat, people, phone, signIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

interface Shown {
  title: string;
  body: string;
  tag: string;
  data: unknown;
}

declare const self: ServiceWorkerGlobalScope & { shown: Shown[] };

/**
 * Headless Chromium delivers a push to the worker, but has neither a push service nor notifications. So the worker's
 * notifications go into a list, one for each tag as in a browser.
 */
function listNotifications(): void {
  self.shown = [];
  const { registration } = self;
  registration.showNotification = async (title, options) => {
    const { body = "", tag = "", data } = options ?? {};
    self.shown = [...self.shown.filter((other) => other.tag !== tag), { title, body, tag, data }];
  };
  registration.getNotifications = async (filter) =>
    self.shown
      .filter(({ tag }) => tag === filter?.tag)
      .map(({ data, ...shown }) => Object.assign(new EventTarget(), shown, { data })) as Notification[];
}

describe("the service worker", () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let devtools: CDPSession;
  let worker: Worker;
  let registrationId: string;
  let bobs: string;
  const asked: string[] = [];

  const shown = (): Promise<Shown[]> => worker.evaluate(() => self.shown);
  /** Gives the worker what the server would push. */
  const deliver = (data: string) =>
    devtools.send("ServiceWorker.deliverPushMessage", { origin: product.origin, registrationId, data });
  const notice = (text: string, conversationID: string) =>
    JSON.stringify({
      type: "message",
      conversationID,
      sender: people.bob.name,
      group: null,
      content: { kind: "text", text },
      language: "en",
      isSilent: false,
      sendTime: Date.now(),
    });
  const chatOn = () => new URL(page.url()).searchParams.get("conversationID");

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct({ settings: { PARLEY_WORKER: "on" } }), launch()]);
    const context = await phone(browser);
    page = await context.newPage();
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.addInitScript(() => {
      Object.defineProperty(Notification, "permission", { get: () => "granted" });
    });
    await page.clock.install();
    devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL === `${product.origin}/`);
        if (own) resolve(own.registrationId);
      });
    });
    await devtools.send("ServiceWorker.enable");
    await signIn(page, product.origin, people.alice);
    await isLive(page);
    await hurry(page, () => page.evaluate(() => Boolean(navigator.serviceWorker.controller)), "the worker");
    registrationId = await registered;
    const [running] = context.serviceWorkers();
    if (!running) throw new Error("no worker runs");
    worker = running;
    await worker.evaluate(listNotifications);
    await openChat(page, people.bob.name);
    bobs = chatOn() ?? "";
    await page.goBack();
    await page.getByRole("list", { name: "Chat list" }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  it("11-25 subscribes where the browser can, and says nothing where it cannot", async () => {
    await expect.poll(() => asked).toContain("/api/push/get_key");
    expect(asked).not.toContain("/api/push/subscribe");
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("11-25 shows who wrote and what, and counts in the chat's one notification", async () => {
    await deliver(notice("The kettle is on", bobs));
    await expect.poll(shown).toMatchObject([{ title: people.bob.name, body: "The kettle is on", tag: bobs }]);
    await deliver("{");
    await deliver(notice("Are you coming?", bobs));
    await expect.poll(shown).toMatchObject([{ body: "Are you coming?\n2 new messages", tag: bobs }]);
  });

  it("11-25 opens the chat of a notification in the open page", async () => {
    await worker.evaluate(() => {
      const [{ data } = { data: null }] = self.shown;
      const click = new ExtendableEvent("notificationclick");
      self.dispatchEvent(Object.assign(click, { notification: { data, close: () => {} } }));
    });
    await expect.poll(chatOn).toBe(bobs);
    await message(page, "").last().waitFor();
  });

  it("11-25 is quiet about the chat on the screen, and not about others", async () => {
    const before = await shown();
    await deliver(notice("You see this", bobs));
    await deliver(notice("You do not see this", "si_another"));
    await expect
      .poll(shown)
      .toMatchObject([...before.map(({ body }) => ({ body })), { body: "You do not see this" }]);
  });
});
