import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, inject, it } from "vitest";
import { launch } from "../e2e/support/people.ts";
import { type Host, startHost } from "./support/host.ts";
import { bare, openKeptPage, openPage, painted, product, slowDown, subjects } from "./support/pages.ts";
import { createReport } from "./support/report.ts";
import { type Account, createStore, text } from "./support/store.ts";
import { createTraces } from "./support/traces.ts";

/** `BENCH=short npm run bench -- load` is a quick check. */
const isShort = process.env.BENCH === "short";
const runs = isShort ? 2 : 7;
/** Number of conversations of the returning user. */
const sizes = [6, 500] as const;
type Size = (typeof sizes)[number];
const linesEach = 10;
const slowdown = 4;
/** The page is idle and its caches are written after this many milliseconds. */
const settling = 3000;

const pages = [
  { subject: subjects.product, ...product },
  { subject: subjects.bare, ...bare },
];
type Subject = (typeof pages)[number];

/** Private: a new browser context. Ordinary: a profile with its caches, from the third page load on. */
const profiles = ["private", "ordinary", `private, CPU ${slowdown}x`] as const;
type Profile = (typeof profiles)[number];

let browser: Browser;
let host: Host;
let accounts: Record<Size, Account>;
let kept: string;

beforeAll(async () => {
  const store = await createStore(["Ann", "Ben"], (im, [ann, ben]) => {
    if (!ann || !ben) throw new Error("Too few accounts");
    accounts = { 6: ann, 500: ben };
    const most = Math.max(...sizes);
    for (let index = 0; index < most; index += 1)
      im.registerUser({ userID: `friend${index}`, nickname: `Friend ${index}`, faceURL: "" });
    for (const size of sizes)
      for (let index = 0; index < size; index += 1) {
        const me = accounts[size].userID;
        im.makeFriends(me, `friend${index}`);
        for (let line = 0; line < linesEach; line += 1)
          im.send({ from: `friend${index}`, to: me, ...text(`Line ${line}`) });
      }
  });
  [host, browser, kept] = await Promise.all([
    startHost(store.folder, inject("site")),
    launch(),
    mkdtemp(join(tmpdir(), "parley-bench-profiles-")),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await rm(kept, { recursive: true, force: true });
});

const traces = createTraces("load");

it("first load", async () => {
  const report = createReport("Time from the navigation, nothing kept", Object.values(subjects));
  for (let run = 0; run < runs; run += 1)
    for (const subject of pages) {
      const visit = async (figure: string, css: string, options: { account?: Account; rate?: number }) => {
        const { account, rate = 1 } = options;
        const page = await openPage(browser, {
          origin: host.origin,
          slowdown: rate,
          ...(account && { account }),
        });
        const time = await traces.of(browser, `${figure} ${subject.subject}`, () =>
          timeOf(page, css, () => page.goto(host.origin + subject.path, { waitUntil: "commit" })),
        );
        report.add(figure, "ms", subject.subject, time);
        await page.context().close();
      };
      for (const rate of [1, slowdown])
        await visit(`sign-in page painted, CPU ${rate}x`, subject.firstPaint, { rate });
      for (const size of sizes)
        await visit(`list painted, ${size} conversations`, subject.row, { account: accounts[size] });
    }
  report.note("SDK alone has no sign-in page: its heading stands for it.");
  report.note("List: signed in before, on a device that has nothing but the credentials.");
  traces.tell(report);
  report.print();
});

it("coming back", { timeout: 30 * 60_000 }, async () => {
  const report = createReport("Time from a reload to the list painted", Object.values(subjects));
  // The browser caches compiled code after an earlier load of the same code, so the first page load is not counted.
  for (const size of sizes) for (const subject of pages) await comeBack(subject, size, "ordinary");
  for (let run = 0; run < runs; run += 1)
    for (const size of sizes)
      for (const profile of profiles)
        for (const subject of pages)
          report.add(
            `${size} conversations, ${profile}`,
            "ms",
            subject.subject,
            await comeBack(subject, size, profile),
          );
  report.note("Private: a context that began one visit ago. Ordinary: a profile with its caches.");
  report.note("SDK alone shows its list when the SDK is up; Parley shows what was seen last before that.");
  traces.tell(report);
  report.print();
});

/** Loads the page, waits until it is idle and reloads it. Returns the milliseconds until the list is painted again. */
async function comeBack(subject: Subject, size: Size, profile: Profile): Promise<number> {
  const account = accounts[size];
  const isKept = profile === "ordinary";
  const page = isKept
    ? await openKeptPage(join(kept, `${subject.subject}-${size}`), { account })
    : await openPage(browser, { origin: host.origin, account });
  await page.goto(host.origin + subject.path);
  await painted(page, subject.row);
  await page.waitForTimeout(settling);
  if (profile !== "private" && !isKept) await slowDown(page, slowdown);
  const time = await traces.of(
    page.context().browser(),
    `${size} conversations ${profile} ${subject.subject}`,
    () => timeOf(page, subject.row, () => page.reload({ waitUntil: "commit" })),
  );
  await page.context().close();
  return time;
}

/** Milliseconds from the navigation that `go` starts until an element that matches `css` is painted. */
async function timeOf(page: Page, css: string, go: () => Promise<unknown>): Promise<number> {
  await go();
  return (await painted(page, css)).sinceStart;
}
