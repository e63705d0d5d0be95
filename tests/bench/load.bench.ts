import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, inject, it } from "vitest";
import { launch } from "../e2e/support/people.ts";
import { type Host, startHost } from "./support/host.ts";
import { bare, openPage, painted, product, subjects } from "./support/pages.ts";
import { createReport, type Report } from "./support/report.ts";
import { type Account, createStore, text } from "./support/store.ts";
import { kinds, sizesOf, type Transfers, watchTransfers } from "./support/transfers.ts";

const runs = 5;
const friends = 30;

const pages = [
  { subject: subjects.product, ...product },
  { subject: subjects.bare, ...bare },
];

let browser: Browser;
let host: Host;
let account: Account;

beforeAll(async () => {
  const store = await createStore(["Ann"], (im, [ann]) => {
    if (!ann) throw new Error("No account");
    for (let index = 0; index < friends; index += 1) {
      const userID = `friend${index}`;
      im.registerUser({ userID, nickname: `Friend ${index}`, faceURL: "" });
      im.makeFriends(ann.userID, userID);
      for (let line = 0; line < 10; line += 1)
        im.send({ from: userID, to: ann.userID, ...text(`Line ${line}`) });
    }
    account = ann;
  });
  [host, browser] = await Promise.all([startHost(store.folder, inject("site")), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

it("first load", async () => {
  const times = createReport("Time from the navigation", Object.values(subjects));
  const sizes = createReport("What is loaded first", Object.values(subjects));
  for (let run = 0; run < runs; run += 1)
    for (const { subject, ...page } of pages) {
      for (const slowdown of [1, 4]) {
        const signIn = await visit({ slowdown }, page.path, page.firstPaint);
        times.add(`cold: sign-in page painted, CPU ${slowdown}x`, "ms", subject, signIn.time);
        if (run === 0 && slowdown === 1) addSizes(sizes, "until the sign-in page", subject, signIn);
        await signIn.close();
      }
      const list = await visit({ account }, page.path, page.row);
      times.add("cold: conversation list painted", "ms", subject, list.time);
      if (run === 0) addSizes(sizes, "until the list", subject, list);
      await list.page.reload();
      times.add("warm reload: conversation list painted", "ms", subject, await timeTo(list.page, page.row));
      await list.close();
    }
  times.note("SDK alone has no sign-in page: its heading stands for it.");
  times.note(
    `Signed in before, ${friends} conversations. Cold: nothing cached, nothing stored but the credentials.`,
  );
  times.print();
  sizes.note(
    "Bytes of the built files asked for, raw and as their brotli twins (quality 11) go over the wire.",
  );
  sizes.print();
});

interface Visit {
  page: Page;
  transfers: Transfers;
  /** Milliseconds from the navigation until what was waited for was painted. */
  time: number;
  /** That moment in milliseconds since the epoch. */
  at: number;
  close(): Promise<void>;
}

/** Opens `path` in a fresh context and waits until an element that matches `css` is painted. */
async function visit(
  options: { account?: Account; slowdown?: number },
  path: string,
  css: string,
): Promise<Visit> {
  const page = await openPage(browser, { origin: host.origin, ...options });
  const transfers = watchTransfers(page);
  await page.goto(host.origin + path, { waitUntil: "commit" });
  const { sinceStart, at } = await painted(page, css);
  return { page, transfers, time: sinceStart, at, close: () => page.context().close() };
}

async function timeTo(page: Page, css: string): Promise<number> {
  return (await painted(page, css)).sinceStart;
}

function addSizes(report: Report, when: string, subject: string, { transfers, at }: Visit): void {
  const requests = transfers.before(at);
  report.add(`${when}: requests`, "", subject, requests.length);
  const sizes = sizesOf(requests, inject("site"));
  for (const kind of kinds) {
    const { files, raw, brotli } = sizes[kind];
    const name = `${when}: ${kind}`;
    report.add(`${name}, files`, "", subject, files);
    report.add(`${name}, raw`, "kB", subject, raw / 1000);
    report.add(`${name}, brotli`, "kB", subject, brotli / 1000);
  }
}
