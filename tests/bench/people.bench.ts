import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, inject, it } from "vitest";
import { launch, visit } from "../e2e/support/people.ts";
import { type Host, startHost } from "./support/host.ts";
import { openPage, painted, product, slowDown } from "./support/pages.ts";
import type { Blocking } from "./support/probes.ts";
import { addBlocking, createReport } from "./support/report.ts";
import { type Account, createStore, type Im, post, text } from "./support/store.ts";

/** `BENCH=short npm run bench -- people` is a quick check with a tenth of the people. */
const isShort = process.env.BENCH === "short";
const friends = isShort ? 1000 : 10_000;
const members = isShort ? 200 : 2000;
const slowdown = 4;
const patience = 10 * 60_000;
/** The page is idle after this many milliseconds. */
const settling = 3000;
/** A fling as in the scroll bench, then a fast scroll to the end: pixels per frame. */
const fling = { distance: 120, notches: 150 };
const rush = { distance: 3000 };
/** Remarks that another device sets while the list is shown. */
const remarks = 20;

const group = "Everybody";
const wantedFriend = "Wanted Friend";
/** The last member to join. */
const wantedMember = "Wanted Member";

/** Hidden screens keep their elements, so they are excluded. */
const seen = (css: string) => `${css}:not([style*='display: none'] *)`;
const rows = {
  contacts: seen("ul[aria-label='Friend list'] > li"),
  candidates: seen("ul[aria-label='Friends'] > li"),
  found: seen("section li"),
  /** Group settings also show a few members, but not in a virtual list. */
  members: seen("ul[aria-label='Members'] > li[style]"),
};

const subject = "Parley";
const report = createReport(`${friends} friends, a group of ${members}`, [subject]);

let browser: Browser;
let host: Host;
let account: Account;
let groupID: string;

beforeAll(async () => {
  const store = await createStore(["Ann"], (im, [ann]) => {
    if (!ann) throw new Error("No account");
    account = ann;
    fill(im, ann.userID);
  });
  [host, browser] = await Promise.all([startHost(store.folder, inject("site")), launch()]);
}, patience);
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

const surnames = [..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"];
const given = [..."伟芳娜敏静丽强磊军洋勇艳杰娟涛明超兰霞平"];

/** Half of the names are Chinese; they repeat as they do in reality. */
function nameOf(index: number): string {
  const person = index >> 1;
  if (index % 2 === 0) return `${String.fromCharCode(65 + (person % 26))}nna ${person}`;
  const [first, second] = [person % 20, Math.floor(person / 20) % 20];
  return `${surnames[first]}${given[second]}${given[(first + second) % 20]}`;
}

function fill(im: Im, me: string): void {
  for (let index = 0; index < friends; index += 1) {
    const nickname = index === friends - 1 ? wantedFriend : nameOf(index);
    im.registerUser({ userID: `friend${index}`, nickname, faceURL: "" });
    im.makeFriends(me, `friend${index}`);
  }
  const others = Array.from({ length: members - 1 }, (_, index) => {
    if (index % 2 === 0) return `friend${index}`;
    const nickname = index === members - 3 ? wantedMember : nameOf(index);
    im.registerUser({ userID: `member${index}`, nickname, faceURL: "" });
    return `member${index}`;
  });
  groupID = im.createGroup({ name: group, owner: me, members: others });
  im.send({ from: "friend0", groupID, ...text("Hello") });
}

it("many people", { timeout: 4 * patience }, async () => {
  const page = await openPage(browser, { origin: host.origin, account });
  await page.goto(host.origin);
  await painted(page, product.row, group, patience);
  await settled(page);
  for (const measure of [measureContacts, measureFriends, measureSearch, measureChoosing, measureMembers]) {
    await visit(page, "/conversation");
    await settled(page);
    await measure(page);
  }
  await page.context().close();
  report.note("Times from the event of the tap or the letter until what was asked for is painted, CPU 1x.");
  report.note(
    `Scrolling and news, CPU ${slowdown}x: ${fling.distance} pixels with every frame ${fling.notches} times, then ${rush.distance} to the end, which draws every row anew.`,
  );
  report.note("DOM nodes: elements of the document. Heap: of the main thread, garbage collected.");
  report.print();
});

async function measureContacts(page: Page): Promise<void> {
  const open = page.getByRole("link", { name: "Contacts", exact: true });
  add("contacts: first shown", await timeFrom(page, "pointerdown", () => open.click(), rows.contacts));
  await measureScroll(page, "contacts", rows.contacts, friends);
  await addBlockingOf(page, `contacts: ${remarks} remarks set elsewhere`, async () => {
    for (let index = 0; index < remarks; index += 1) await setRemark(index);
    await settled(page);
  });
  await page.getByRole("link", { name: /^Messages/ }).click();
  await settled(page);
  await addBlockingOf(page, "contacts: shown again", async () => {
    await open.click();
    await settled(page);
  });
}

async function measureFriends(page: Page): Promise<void> {
  add(
    "/myFriend: first shown",
    await timeFrom(page, "popstate", () => visit(page, "/myFriend"), rows.contacts),
  );
  await settled(page);
  await measureScroll(page, "/myFriend", rows.contacts, friends);
  await toTop(page);
  await measureTyping(page, "/myFriend: search", wantedFriend, rows.contacts);
}

async function measureSearch(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Search" }).click();
  await measureTyping(page, "messages: search", wantedFriend, rows.found);
}

async function measureChoosing(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add" }).first().click();
  const open = page.getByRole("menuitem", { name: "New group" });
  add("new group: first shown", await timeFrom(page, "pointerdown", () => open.click(), rows.candidates));
  await settled(page);
  await measureScroll(page, "new group", rows.candidates, friends);
  await toTop(page);
  const box = page.getByRole("checkbox").first();
  const tray = "ul[aria-label='Selected people'] > li";
  add("new group: one picked", await timeFrom(page, "pointerdown", () => box.click(), tray));
  await measureTyping(page, "new group: search", wantedFriend, rows.candidates);
}

async function measureMembers(page: Page): Promise<void> {
  await visit(page, `/groupSetting?groupID=${groupID}`);
  const open = page.getByRole("button", { name: /^Members/ });
  await open.waitFor();
  await settled(page);
  add("members: first shown", await timeFrom(page, "pointerdown", () => open.click(), rows.members));
  await measureTyping(page, "members: search", wantedMember, rows.members);
  await page.getByRole("button", { name: "Clear search" }).click();
  await measureScroll(page, "members", rows.members, members);
  await page.getByRole("button", { name: "Back" }).click();
  const choose = page.getByRole("button", { name: "Add members" });
  await choose.waitFor();
  await settled(page);
  add("/chooseUser: first shown", await timeFrom(page, "pointerdown", () => choose.click(), rows.candidates));
  await measureScroll(page, "/chooseUser", rows.candidates, friends);
}

/** Types `words` and measures from the last letter; then types again on a slow processor. */
async function measureTyping(page: Page, name: string, words: string, css: string): Promise<void> {
  const field = page.getByRole("searchbox");
  await field.pressSequentially(words.slice(0, -1));
  const type = () => field.pressSequentially(words.slice(-1));
  add(`${name}, to the result`, await timeFrom(page, "input", type, css, words));
  await field.fill("");
  await settled(page);
  await addBlockingOf(page, name, () => field.pressSequentially("wan", { delay: 200 }));
}

async function measureScroll(page: Page, name: string, css: string, total: number): Promise<void> {
  await addBlockingOf(page, `${name}: a fling`, async () => {
    for (let done = 0; done < fling.notches; done += 1) await turnWheel(page, fling.distance);
  });
  await addBlockingOf(page, `${name}: to the end`, async () => {
    // A list page that is still loading makes the list longer.
    while (!(await isAtEnd(page, css)) || (await lastRow(page, css)) < total)
      for (let done = 0; done < 5; done += 1) await turnWheel(page, rush.distance);
  });
  report.add(`${name}: rows reached`, "", subject, await lastRow(page, css));
  report.add(
    `${name}: DOM nodes`,
    "",
    subject,
    await page.evaluate(() => document.querySelectorAll("*").length),
  );
  report.add(`${name}: heap`, "MB", subject, await heapOf(page));
}

async function turnWheel(page: Page, distance: number): Promise<void> {
  await page.mouse.move(195, 422);
  await page.mouse.wheel(0, distance);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

function isAtEnd(page: Page, css: string): Promise<boolean> {
  return page.evaluate((css) => {
    const scroller = document.querySelector(css)?.closest("[data-scroller]");
    return !scroller || scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
  }, css);
}

/** Position of the last rendered row, in rows of the usual height. */
function lastRow(page: Page, css: string): Promise<number> {
  return page.evaluate((css) => {
    const row = [...document.querySelectorAll<HTMLElement>(css)].at(-1);
    return Math.round((row?.offsetTop ?? 0) / 56) + 1;
  }, css);
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1e6;
}

async function toTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const main of document.querySelectorAll("[data-scroller]")) main.scrollTop = 0;
  });
  await page.getByRole("searchbox").waitFor();
}

function add(name: string, time: number): void {
  report.add(name, "ms", subject, time);
}

/** Adds what `act` costs the main thread on a slow processor. */
async function addBlockingOf(page: Page, name: string, act: () => Promise<void>): Promise<void> {
  await slowDown(page, slowdown);
  await page.evaluate(() => window.probes.restart());
  await act();
  const blocking: Blocking = await page.evaluate(() => window.probes.blocking());
  await slowDown(page, 1);
  addBlocking(report, subject, blocking, `${name}: `);
}

let timed = 0;

/** Milliseconds from the next event of this type until an element with `css` and `text` is painted. */
async function timeFrom(
  page: Page,
  event: "pointerdown" | "input" | "popstate",
  act: () => Promise<void>,
  css: string,
  text = "",
): Promise<number> {
  timed += 1;
  const time = page.evaluate(
    ([event, css, text]) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`Nothing was shown that matches ${css} ${text}`)), 60_000);
        const listen = async ({ timeStamp }: Event) => {
          const { sinceStart } = await window.probes.painted(css, text);
          resolve(sinceStart - timeStamp);
        };
        addEventListener(event, listen, { capture: true, once: true });
      }),
    // A unique selector, because `painted` remembers its result for each selector.
    [event, `${css}:not(.timed${timed})`, text] as const,
  );
  await act();
  return time;
}

async function settled(page: Page): Promise<void> {
  const until = (await page.evaluate(() => performance.now())) + settling;
  await page.waitForFunction((time) => performance.now() >= time, until);
}

async function setRemark(index: number): Promise<void> {
  const request = { ownerUserID: account.userID, friendUserID: `friend${index}`, remark: `Remark ${index}` };
  await post(`${host.origin}/api/friend/set_friend_remark`, request, account.imToken);
}
