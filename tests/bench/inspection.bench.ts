import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, inject, it } from "vitest";
import { launch } from "../e2e/support/people.ts";
import { type Host, startHost } from "./support/host.ts";
import { openPage, painted, product } from "./support/pages.ts";
import { installProbes } from "./support/probes.ts";
import { addBlocking, createReport } from "./support/report.ts";
import { type Account, createStore, text } from "./support/store.ts";

/** `BENCH=short npm run bench -- inspection` is a quick check. */
const runs = process.env.BENCH === "short" ? 1 : 3;
const events = 10_000;
/** Typed letters: each causes an event of the composer and a few further messages to the inspector. */
const letters = 300;

let host: Host;
let browser: Browser;
let bob: Account;

beforeAll(async () => {
  const store = await createStore(["Ann", "Bob"], (im, [ann, one]) => {
    if (!ann || !one) throw new Error("Too few accounts");
    im.makeFriends(ann.userID, one.userID);
    im.send({ from: ann.userID, to: one.userID, ...text("Hello") });
  });
  const [, one] = store.accounts;
  if (!one) throw new Error("Too few accounts");
  bob = one;
  host = await startHost(store.folder, inject("site"));
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

it("an inspector that receives ten thousand events", async () => {
  const panels = ["Log", "Sequence"];
  const report = createReport("An inspector that hears 10 000 events", panels);
  for (let run = 0; run < runs; run += 1)
    for (const panel of panels) {
      const context = await wideContext();
      const inspector = await inspectorIn(context);
      await inspector.getByRole("tab", { name: panel }).click();
      const phone = await context.newPage();
      await phone.goto(`${host.origin}/icon.svg`);
      await inspector.evaluate(() => window.probes.restart());
      const took = await phone.evaluate(flood, events);
      await inspector.getByRole("button", { name: /lamp (on|off)/ }).waitFor();
      report.add("heard in a second, as many as were told", "1/s", panel, (events / took) * 1000);
      addBlocking(report, panel, await inspector.evaluate(() => window.probes.blocking()));
      await context.close();
    }
  report.note("Told by another page: an event, its edge and a snapshot each, 200 messages every 16 ms.");
  report.print();
});

it("a client with an inspector", async () => {
  const ways = ["not watched", "watched", "seen by an inspector"] as const;
  const report = createReport(`A phone in which somebody types ${letters} letters`, ways);
  for (let run = 0; run < runs; run += 1)
    for (const way of ways) {
      const page = await openPage(browser, { origin: host.origin, account: bob });
      if (way === "seen by an inspector") await inspectorIn(page.context());
      await page.bringToFront();
      await page.goto(`${host.origin}${product.path}${way === "not watched" ? "" : "?inspect"}`);
      await painted(page, product.row);
      await page.locator(product.row).first().click();
      const field = page.getByRole("textbox", { name: "Message" });
      await field.click();
      await page.evaluate(() => window.probes.restart());
      const begun = performance.now();
      await field.pressSequentially("x".repeat(letters));
      report.add("letters in a second", "1/s", way, (letters / (performance.now() - begun)) * 1000);
      addBlocking(report, way, await page.evaluate(() => window.probes.blocking()));
      await page.context().close();
    }
  report.note("Letters as fast as the browser takes them, one after the other.");
  report.print();
});

async function wideContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  await context.addInitScript(installProbes, []);
  return context;
}

async function inspectorIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${host.origin}/inspector`);
  await page.getByRole("heading", { name: "Inspector" }).waitFor();
  return page;
}

/**
 * Runs in a page: sends this many events of a lamp chart to every inspector. Resolves with the milliseconds it took.
 */
async function flood(count: number): Promise<number> {
  const channel = new BroadcastChannel("parley:inspection");
  const inspector = await new Promise<string>((resolve) => {
    channel.onmessage = ({ data }) => data.kind === "hello" && resolve(data.inspector);
    channel.postMessage({ kind: "opened", phone: "lamp" });
  });
  const phone = { id: "lamp", name: "lamp", takesEvents: false };
  channel.postMessage({ kind: "phone", phone, to: inspector });
  const base = () => ({
    sessionId: "lamp/1",
    rootId: "lamp/1",
    createdAt: String(performance.timeOrigin + performance.now()),
  });
  const tell = (messages: object[]) =>
    channel.postMessage({ kind: "messages", phone: "lamp", to: inspector, messages });
  tell([{ ...base(), type: "@xstate.actor", id: "lamp", name: "lamp", snapshot: { status: "active" } }]);
  const begun = performance.now();
  let batch: object[] = [];
  for (let number = 1; number <= count; number += 1) {
    const [source, target] = number % 2 === 1 ? ["off", "on"] : ["on", "off"];
    const event = { type: "user.press", number };
    const snapshot = { status: "active", value: target, context: { number, rows: Array(20).fill(event) } };
    batch.push(
      { ...base(), type: "@xstate.event", event },
      {
        ...base(),
        type: "charts.transition",
        eventType: event.type,
        edges: [{ source, target, actions: ["press"] }],
      },
      { ...base(), type: "@xstate.snapshot", event, snapshot },
    );
    if (batch.length < 200) continue;
    tell(batch);
    batch = [];
    await new Promise((resolve) => setTimeout(resolve, 16));
  }
  tell(batch);
  return performance.now() - begun;
}
