import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, inject, it } from "vitest";
import { overlay } from "../e2e/support/calls.ts";
import { connectForeign, type ForeignClient } from "../e2e/support/foreign-client.ts";
import { launchCaller } from "./support/calls.ts";
import { type Host, startHost } from "./support/host.ts";
import { openPage, painted, product } from "./support/pages.ts";
import { addBlocking, createReport } from "./support/report.ts";
import { type Account, createStore, text } from "./support/store.ts";

/** `BENCH=short npm run bench -- ringing` is a quick check. */
const runs = process.env.BENCH === "short" ? 1 : 3;
/** Invitations after the first. Zero measures the cost of ringing alone. */
const floods = [0, 100, 1000];
const atOnce = 50;
/** Later rings count too, for this many milliseconds: the first three pauses between the invitations of a user. */
const settling = 8000;

const invitation = 200;

let host: Host;
let ann: ForeignClient;
let bob: Account;
let lastRoom = 0;

beforeAll(async () => {
  const store = await createStore(["Ann", "Bob"], (im, [caller, callee]) => {
    if (!caller || !callee) throw new Error("Too few accounts");
    im.makeFriends(caller.userID, callee.userID);
    im.send({ from: caller.userID, to: callee.userID, ...text("Hello") });
  });
  const [caller, callee] = store.accounts;
  if (!caller || !callee) throw new Error("Too few accounts");
  bob = callee;
  host = await startHost(store.folder, inject("site"));
  ann = await connectForeign(host.origin, caller);
});
afterAll(async () => {
  ann?.close();
  await host?.close();
});

it("repeated invitations while a call rings", async () => {
  const name = (count: number) => `${count} more`;
  const report = createReport("Invitations of the person who rings", floods.map(name));
  for (let run = 0; run < runs; run += 1)
    for (const count of floods) {
      const browser = await launchCaller();
      const page = await ringingPage(browser);
      const begun = await page.evaluate(() => {
        window.probes.restart();
        return performance.now();
      });
      for (let sent = 0; sent < count; sent += atOnce)
        await Promise.all(Array.from({ length: Math.min(atOnce, count - sent) }, invite));
      const heard = painted(page, product.row, `Flood ${run} ${count}`);
      await ann.sendText(bob.userID, `Flood ${run} ${count}`);
      report.add(
        "until what was sent after them is shown",
        "ms",
        name(count),
        (await heard).sinceStart - begun,
      );
      await page.waitForFunction((until) => performance.now() >= until, begun + settling);
      addBlocking(report, name(count), await page.evaluate(() => window.probes.blocking()));
      await browser.close();
    }
  report.note(`Sent by a client of its own, ${atOnce} at once; ${settling / 1000} s from the first of them.`);
  report.note("Long tasks and late frames: more than 50 ms on the main thread.");
  report.print();
});

async function ringingPage(browser: Browser): Promise<Page> {
  const page = await openPage(browser, { origin: host.origin, account: bob });
  await page.goto(host.origin + product.path);
  await painted(page, product.row);
  await invite();
  await overlay(page).getByText("Incoming voice call").waitFor();
  return page;
}

async function invite(): Promise<void> {
  lastRoom += 1;
  await ann.signal(bob.userID, invitation, {
    roomID: lastRoom.toString(16).padStart(32, "0"),
    inviterUserID: ann.userID,
    inviteeUserIDList: [bob.userID],
    groupID: "",
    mediaType: "audio",
    sessionType: 1,
    platformID: 5,
    timeout: 30,
  });
}
