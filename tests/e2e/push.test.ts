import type { Browser, CDPSession, Page, Worker } from "playwright-core";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caller, callRows, close, connected, dial, fakeDevices, hangUp, overlay } from "./support/calls.ts";
import { hurry } from "./support/clock.ts";
import { isLive, launch, message, openChat, people, phone, signIn } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";
import { clickNotification, recordWorker, type Shown } from "./support/worker-notifications.ts";

declare const self: ServiceWorkerGlobalScope & { shown: Shown[]; badge: number | null; opened: string[] };

const Access = v.pipe(v.string(), v.parseJson(), v.object({ room: v.string() }));

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
  const ring = (roomID: string, conversationID: string, seconds = 30) =>
    JSON.stringify({
      type: "call",
      conversationID,
      sender: people.bob.name,
      mediaType: "voice",
      roomID,
      seconds,
      language: "en",
      isSilent: false,
      sendTime: Date.now(),
    });
  const chatOn = () => new URL(page.url()).searchParams.get("conversationID");

  beforeAll(async () => {
    [product, browser] = await Promise.all([
      startProduct({ settings: { PARLEY_WORKER: "on" } }),
      launch([fakeDevices(), "--use-fake-ui-for-media-stream", "--autoplay-policy=no-user-gesture-required"]),
    ]);
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
    await worker.evaluate(recordWorker);
    await openChat(page, people.bob.name);
    bobs = chatOn() ?? "";
    await page.goBack();
    await page.getByRole("list", { name: "Chat list" }).waitFor();
  });
  afterAll(() => closeAll(browser, product));

  it("11-25 subscribes if the browser supports pushes, and shows no error otherwise", async () => {
    await expect.poll(() => asked).toContain("/api/push/get_key");
    expect(asked).not.toContain("/api/push/subscribe");
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("11-25 shows sender and text, and counts the messages in one notification per chat", async () => {
    await deliver(notice("The kettle is on", bobs));
    await expect.poll(shown).toMatchObject([{ title: people.bob.name, body: "The kettle is on", tag: bobs }]);
    await deliver("{");
    await deliver(notice("Are you coming?", bobs));
    await expect.poll(shown).toMatchObject([{ body: "Are you coming?\n2 new messages", tag: bobs }]);
  });

  it("11-25 opens the chat of a notification in the open page", async () => {
    await worker.evaluate(clickNotification, [bobs, "", ""] as const);
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

  it("11-25 rings with a button until the ring is over, and then shows the missed call", async () => {
    const chat = "si_ringing";
    await deliver(ring("room", chat, 4));
    await expect.poll(shown).toContainEqual(
      expect.objectContaining({
        body: "Incoming voice call",
        actions: [{ action: "answer", title: "Answer" }],
      }),
    );
    await deliver(notice("Where are you?", chat));
    const ofChat = async () => (await shown()).filter(({ tag }) => tag.startsWith(chat));
    await expect.poll(ofChat).toMatchObject([{ body: "Incoming voice call" }, { body: "Where are you?" }]);
    await expect
      .poll(ofChat, { timeout: 30_000 })
      .toMatchObject([{ body: "Missed voice call\n2 new messages" }]);
  });

  it("11-25 adds new messages to the count that the page has set on the icon", async () => {
    await page.reload();
    await isLive(page);
    const unread = async () => Number(/\((\d+)\)/.exec(await page.title())?.[1] ?? 0);
    const kept = () =>
      page.evaluate(async () => (await caches.match("/unread", { cacheName: "parley-unread" }))?.text());
    await expect.poll(async () => (await kept()) === String(await unread())).toBe(true);
    const before = await unread();
    // The worker adds while no page is open: an open page may report its count again, also between two messages.
    await page.goto("about:blank");
    for (const text of ["One", "Two"]) await deliver(notice(text, "si_counted"));
    await expect.poll(() => worker.evaluate(() => self.badge)).toBe(before + 2);
  });

  it("11-25 answers a call: the page that opens joins it", async () => {
    const context = page.context();
    const rooms: string[] = [];
    const bob = await caller(product.origin, people.bob, {
      watch: (its) =>
        its.on("request", (request) => {
          const access = v.safeParse(Access, request.postData());
          if (access.success) rooms.push(access.output.room);
        }),
    });
    await page.close();
    await openChat(bob, people.alice.name);
    await dial(bob);
    await expect.poll(() => rooms).toHaveLength(1);
    // The record of the ring is stored, and not shown as a missed call while it rings.
    await callRows(bob, "Voice call").waitFor();
    const keeper = await context.newPage();
    devtools = await context.newCDPSession(keeper);
    await devtools.send("ServiceWorker.enable");
    await deliver(ring(rooms[0] ?? "", bobs));
    await expect.poll(shown).toContainEqual(expect.objectContaining({ tag: `${bobs} call` }));
    await worker.evaluate(clickNotification, [`${bobs} call`, "answer", ""] as const);
    await expect.poll(() => worker.evaluate(() => self.opened)).toHaveLength(1);
    const [path = ""] = await worker.evaluate(() => self.opened);
    page = await context.newPage();
    await page.goto(product.origin + path);
    await connected(bob, page);
    await hangUp(bob);
    await overlay(page).waitFor({ state: "detached" });
    for (const one of [bob, page]) await callRows(one, /Voice call \d/).waitFor();
    expect(await callRows(page, /Missed|No answer/).count()).toBe(0);
    await close(bob);
  });
});
