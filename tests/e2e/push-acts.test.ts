import { createServer } from "node:http";
import type { Browser, BrowserContext, CDPSession, Page, Worker } from "playwright-core";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../free-port.ts";
import { connectGob } from "../server/support/gob-client.ts";
import { type PushedBrowser, type PushService, startPushService } from "../server/support/push-service.ts";
import { caller, callRows, close, dial, fakeDevices, overlay } from "./support/calls.ts";
import { type LoopbackProduct, startLoopbackProduct } from "./support/loopback-product.ts";
import {
  conversationRow,
  isLive,
  launch,
  message,
  openChat,
  people,
  phone,
  send,
  signIn,
} from "./support/people.ts";
import { type RestUser, restUserAt } from "./support/rest.ts";
import { clickNotification, recordWorker, type Shown } from "./support/worker-notifications.ts";

declare const self: ServiceWorkerGlobalScope & { shown: Shown[]; opened: string[] };

const Key = v.object({ publicKey: v.string() });
const Told = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ permit: v.object({ secret: v.string(), address: v.string() }) }),
);

/** A second address of the product's REST, at which nothing listens until `listen`. */
async function addressOf(origin: string) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "GET", url = "" } = request;
    const body = method === "POST" ? Buffer.concat(chunks) : null;
    const answer = await fetch(origin + url, { method, body });
    const cors = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "content-type" };
    response.writeHead(answer.status, cors).end(Buffer.from(await answer.arrayBuffer()));
  });
  const port = await freePort();
  return {
    address: `http://localhost:${port}/api`,
    server: {
      listen: () => new Promise<void>((listening) => server.listen(port, "localhost", listening)),
      close: () => server.close(),
    },
  };
}

/** The app is closed. Its service worker gets what the backend pushes, and acts on it. */
describe("the service worker with the app closed", () => {
  let product: LoopbackProduct;
  let service: PushService;
  let pushed: PushedBrowser;
  let browser: Browser;
  let context: BrowserContext;
  let devtools: CDPSession;
  let worker: Worker;
  let registrationId: string;
  let alice: RestUser;
  let bob: Page;
  let chat: string;
  let publicKey = "";

  const shown = (): Promise<Shown[]> => worker.evaluate(() => self.shown);
  const titles = async () => (await shown()).map(({ actions }) => actions.map(({ title }) => title));
  /** Hands a push of the backend to the worker, as the browser does. */
  async function deliver(count: number): Promise<string> {
    await expect.poll(() => pushed.received.length).toBe(count);
    const data = pushed.received[count - 1]?.text ?? "";
    await devtools.send("ServiceWorker.deliverPushMessage", { origin: product.origin, registrationId, data });
    return data;
  }
  /** Reads as another device of Alice. */
  async function readSeqs() {
    const token = product.im.issueToken(alice.userID, 2);
    const device = await connectGob(product.origin, { userID: alice.userID, token, platformID: 2 });
    const { seqs } = await device.readSeqs(chat);
    device.close();
    return seqs[chat] ?? { maxSeq: -1, hasReadSeq: -1 };
  }
  const isRead = async () => {
    const { maxSeq, hasReadSeq } = await readSeqs();
    return maxSeq === hasReadSeq;
  };

  beforeAll(async () => {
    [product, browser] = await Promise.all([
      startLoopbackProduct(),
      launch([fakeDevices(), "--use-fake-ui-for-media-stream", "--autoplay-policy=no-user-gesture-required"]),
    ]);
    service = await startPushService(() => publicKey);
    context = await phone(browser);
    const page = await context.newPage();
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
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
      await navigator.serviceWorker.ready;
    });
    registrationId = await registered;
    const [running] = context.serviceWorkers();
    if (!running) throw new Error("no worker runs");
    worker = running;
    await worker.evaluate(recordWorker);
    alice = await restUserAt(page, product.origin);
    ({ publicKey } = v.parse(Key, await alice.post("/push/get_key", {})));
    pushed = service.browser();
    await alice.post("/push/subscribe", { ...pushed.subscription, address: `${product.origin}/api` });
    const keeper = await context.newPage();
    devtools = await context.newCDPSession(keeper);
    await devtools.send("ServiceWorker.enable");
    await page.close();
    bob = await caller(product.origin, people.bob);
    await openChat(bob, people.alice.name);
    chat = new URL(bob.url()).searchParams.get("conversationID") ?? "";
  });
  afterAll(async () => {
    await close(bob);
    await browser?.close();
    await service?.close();
    await product?.close();
  });

  it("11-25 sends a reply to the peer, and reads the chat on the user's other devices", async () => {
    await send(bob, "Are you coming?");
    await deliver(1);
    await expect.poll(titles).toEqual([["Reply", "Mark as read"]]);
    expect(await isRead()).toBe(false);
    await worker.evaluate(clickNotification, [chat, "reply", "In ten minutes"] as const);
    await message(bob, "In ten minutes").waitFor();
    await message(bob, "Are you coming?").getByRole("img", { name: "Read" }).waitFor();
    await expect.poll(isRead).toBe(true);
    expect(await shown()).toEqual([]);
  });

  it("11-25 marks a chat as read", async () => {
    await send(bob, "Good");
    await deliver(2);
    await expect.poll(async () => (await shown()).length).toBe(1);
    await worker.evaluate(clickNotification, [chat, "read", ""] as const);
    await message(bob, "Good").getByRole("img", { name: "Read" }).waitFor();
    await expect.poll(isRead).toBe(true);
  });

  it("11-25 keeps a reply while the server is not reached, and sends it again", async () => {
    // Nothing listens there at first.
    const { server, address } = await addressOf(product.origin);
    await send(bob, "Hello?");
    await expect.poll(() => pushed.received.length).toBe(3);
    const { permit, ...notice } = v.parse(Told, pushed.received[2]?.text);
    const data = JSON.stringify({ ...notice, permit: { ...permit, address } });
    await devtools.send("ServiceWorker.deliverPushMessage", { origin: product.origin, registrationId, data });
    await expect.poll(async () => (await shown()).length).toBe(1);
    await worker.evaluate(clickNotification, [chat, "reply", "Coming"] as const);
    await expect
      .poll(shown)
      .toMatchObject([{ body: "Not sent: Coming", actions: [{ title: "Send again" }] }]);
    await server.listen();
    const [unsent] = await shown();
    await worker.evaluate(clickNotification, [unsent?.tag ?? "", "reply", ""] as const);
    await message(bob, "Coming").waitFor();
    await expect.poll(shown).toEqual([]);
    server.close();
  });

  it("11-25 says that a reply was not sent, and keeps its text", async () => {
    await send(bob, "One more thing");
    const { permit } = v.parse(Told, await deliver(4));
    await expect.poll(async () => (await shown()).length).toBe(1);
    const response = await fetch(`${permit.address}/push/act`, {
      method: "POST",
      body: JSON.stringify({ secret: permit.secret, action: "reply", text: "Used" }),
    });
    expect(await response.json()).toMatchObject({ errCode: 0 });
    await worker.evaluate(clickNotification, [chat, "reply", "Tell me"] as const);
    await expect.poll(shown).toMatchObject([{ title: people.bob.name, body: "Not sent: Tell me" }]);
    await message(bob, "Used").waitFor();
    expect(await message(bob, "Tell me").count()).toBe(0);
  });

  it("11-25 a click on the reply that was not sent puts it into the composer of the chat, in an open page or a new one", async () => {
    const [unsent] = await shown();
    // This page takes no messages of the worker.
    const deaf = await context.newPage();
    await deaf.goto(`${product.origin}/robots.txt`);
    await worker.evaluate(clickNotification, [unsent?.tag ?? "", "", ""] as const);
    await expect
      .poll(() => worker.evaluate(() => self.opened))
      .toEqual([expect.stringMatching(/^\/share\?/)]);
    await expect.poll(shown).toEqual([]);
    await deaf.close();
    const [path = ""] = await worker.evaluate(() => self.opened);
    const page = await context.newPage();
    await page.goto(product.origin + path);
    const composer = page.getByRole("textbox", { name: "Message" });
    await expect.poll(() => composer.inputValue()).toBe("Tell me");
    await page.getByRole("banner").getByText(people.bob.name).waitFor();
    expect(await message(bob, "Tell me").count()).toBe(0);
    await page.getByRole("button", { name: "Send" }).click();
    await message(bob, "Tell me").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await worker.evaluate((one) => {
      if (one) self.shown = [one];
    }, unsent);
    await worker.evaluate(clickNotification, [unsent?.tag ?? "", "", ""] as const);
    await expect.poll(() => composer.inputValue()).toBe("Tell me");
    await expect.poll(shown).toEqual([]);
    expect(await worker.evaluate(() => self.opened)).toHaveLength(1);
    await composer.fill("");
    await page.close();
  });

  it("11-25 declines a call: the caller's call ends, and both have one record of it", async () => {
    await worker.evaluate(() => {
      self.shown = [];
    });
    await dial(bob);
    await deliver(5);
    await expect.poll(titles).toEqual([["Answer", "Decline"]]);
    await worker.evaluate(clickNotification, [`${chat} call`, "decline", ""] as const);
    await overlay(bob).waitFor({ state: "detached" });
    await callRows(bob, "Declined").waitFor();
    await expect.poll(isRead).toBe(true);
    expect(await shown()).toEqual([]);
    expect(pushed.received).toHaveLength(5);
    // The page of the same login opens, still signed in.
    const page = await context.newPage();
    await page.goto(product.origin);
    await isLive(page);
    const row = conversationRow(page, people.bob.name);
    expect(await row.innerText()).not.toMatch(/\n\d+$/);
    await row.click();
    for (const one of [bob, page]) {
      await callRows(one, "Declined").waitFor();
      expect(await callRows(one, /Voice call|Missed|No answer|Declined/).count()).toBe(1);
    }
  });
});
