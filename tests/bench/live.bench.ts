import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { inject, it } from "vitest";
import { type BenchClient, connectSdk } from "./support/clients.ts";
import { type Host, startHost } from "./support/host.ts";
import { fillIn, openKeptPage, product, sdkReady, subjects } from "./support/pages.ts";
import { createReport, type Report } from "./support/report.ts";
import { type Account, createStore, type Im, signInAgain, text } from "./support/store.ts";

/** `BENCH=short npm run bench -- live` is a quick check. `CHATS=10000` sets the numbers of chats. */
const isShort = process.env.BENCH === "short";
const runs = isShort ? 1 : 5;
const sizes = process.env.CHATS?.split(",").map(Number) ?? (isShort ? [6] : [6, 1000]);
const groupsOf = (size: number) => Math.floor(size / 10);
const messagesEach = 3;
/** Milliseconds between two messages of the other user. */
const pause = 100;
/** Milliseconds after which the page is idle and can be reloaded. */
const settling = 3000;
const patience = 10 * 60_000;
const WORD = "Tick";

/** Milliseconds since the epoch. */
interface Times {
  /** The first row is painted. */
  painted: number;
  /** A tap on the first row reaches it. */
  touchable: number;
  /** A message that was sent after the first paint is shown. */
  live: number;
}

declare global {
  interface Window {
    times: Partial<Times>;
  }
}

it.each(sizes)("live with %i chats", { timeout: 4 * patience }, async (size) => {
  const store = await createStore(["Ann", "Ben"], (im, [ann, ben]) => {
    if (ann && ben) fill(im, ann, ben, size);
  });
  const host = await startHost(store.folder, inject("site"));
  const [ann, stored] = store.accounts;
  if (!ann || !stored) throw new Error("Too few accounts");
  const ben = await signInAgain(host.origin, stored);
  const client = await connectSdk(host.origin, { userID: ben.userID, token: ben.imToken }, () => {});
  const report = createReport(`Until messages of others are shown, ${size} chats`, [subjects.product]);
  for (let run = 0; run < runs; run += 1) await visit(report, host, ann, client);
  report.note(
    `Another user sends a message every ${pause} ms. Touchable: a tap on the first row reaches it.`,
  );
  report.note("Live: the first message is drawn that was sent after the first row was.");
  report.print();
  await client.close();
  await host.close();
});

/** Signs in on a new device and reloads twice. The profile is on disk, so that the browser may keep compiled code. */
async function visit(report: Report, host: Host, ann: Account, client: BenchClient): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "parley-live-"));
  const page = await openKeptPage(folder, {});
  await page.addInitScript(watch, [product.row, WORD] as const);
  const add = (when: string, begun: number, times: Times) => {
    for (const figure of ["painted", "touchable", "live"] as const)
      report.add(`${when}: ${figure}`, "ms", subjects.product, times[figure] - begun);
  };
  await page.goto(host.origin + product.path);
  await sdkReady(page);
  await fillIn(page, ann);
  await page.waitForTimeout(settling);
  const signIn = page.getByRole("button", { name: "Sign in", exact: true });
  add("sign-in", ...(await during(client, ann, page, () => signIn.click())));
  for (const when of ["first reload", "second reload"]) {
    await page.waitForTimeout(settling);
    add(when, ...(await during(client, ann, page, () => page.reload({ waitUntil: "commit" }))));
  }
  await page.context().close();
  await rm(folder, { recursive: true, force: true });
}

/** Runs `act` while the other user sends messages. Returns its start and the page's times. */
async function during(
  client: BenchClient,
  ann: Account,
  page: Page,
  act: () => Promise<unknown>,
): Promise<[begun: number, times: Times]> {
  let isOver = false;
  const talk = (async () => {
    while (!isOver) {
      await client.send(ann.userID, `${WORD} ${Date.now()}.`);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  })();
  const begun = Date.now();
  await act();
  const times = await timesOf(page);
  isOver = true;
  await talk;
  return [begun, times];
}

async function timesOf(page: Page): Promise<Times> {
  const handle = await page.waitForFunction(
    () => {
      const { painted, touchable, live } = window.times;
      return painted && touchable && live ? { painted, touchable, live } : null;
    },
    undefined,
    { timeout: patience },
  );
  const times = await handle.jsonValue();
  if (!times) throw new Error("No times");
  return times;
}

/** Runs in the page before its own scripts: checks in each frame what is shown. */
function watch([row, word]: readonly [row: string, word: string]): void {
  window.times = {};
  const look = () => {
    const { times } = window;
    const first = document.querySelector(row);
    if (first) {
      times.painted ??= Date.now();
      const { left, top, width, height } = first.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (first.contains(hit)) times.touchable ??= Date.now();
    }
    for (const [, sent] of document.body?.textContent?.matchAll(new RegExp(`${word} (\\d+)\\.`, "g")) ?? [])
      if (times.painted && Number(sent) > times.painted) times.live ??= Date.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Creates chats with friends, a tenth of them as groups, and a chat with the other user. */
function fill(im: Im, ann: Account, ben: Account, size: number): void {
  const groups = groupsOf(size);
  const people = Array.from({ length: size - groups - 1 }, (_, index) => `friend${index}`);
  for (const [index, userID] of people.entries()) {
    im.registerUser({ userID, nickname: `Friend ${index}`, faceURL: "" });
    im.makeFriends(ann.userID, userID);
    for (let line = 0; line < messagesEach; line += 1)
      im.send({ from: userID, to: ann.userID, ...text(`Line ${line}`) });
  }
  for (let group = 0; group < groups; group += 1) {
    const [owner = "", other = ""] = [people[group], people[group + 1]];
    const groupID = im.createGroup({ name: `Group ${group}`, owner, members: [ann.userID, owner, other] });
    for (let line = 1; line < messagesEach; line += 1)
      im.send({ from: line % 2 === 0 ? owner : other, groupID, ...text(`Line ${line}`) });
  }
  im.makeFriends(ann.userID, ben.userID);
  im.send({ from: ben.userID, to: ann.userID, ...text("Hello") });
}
