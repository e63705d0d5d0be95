import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, inject, it } from "vitest";
import { launch } from "../e2e/support/people.ts";
import { type Host, startHost } from "./support/host.ts";
import { bare, openPage, painted, product, slowDown, subjects } from "./support/pages.ts";
import { createReport, quantile } from "./support/report.ts";
import { type Account, createStore, type Im, text } from "./support/store.ts";
import { createTraces } from "./support/traces.ts";

/** `BENCH=short npm run bench -- chat` is a quick check. */
const isShort = process.env.BENCH === "short";
const runs = isShort ? 2 : 9;
const slowdown = 4;
const messages = 10_000;
const friend = "Talkative Friend";
const others = 30;
const letters = isShort ? 50 : 150;
/** The page is idle after this many milliseconds. */
const settling = 3000;

let browser: Browser;
let host: Host;
let account: Account;

beforeAll(async () => {
  const store = await createStore(["Ann"], (im, [ann]) => {
    if (!ann) throw new Error("No account");
    account = ann;
    fill(im, ann.userID);
  });
  [host, browser] = await Promise.all([startHost(store.folder, inject("site")), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

function fill(im: Im, me: string): void {
  const befriend = (userID: string, nickname: string) => {
    im.registerUser({ userID, nickname, faceURL: "" });
    im.makeFriends(me, userID);
  };
  for (let index = 1; index < others; index += 1) {
    befriend(`friend${index}`, `Friend #${index}`);
    im.send({ from: `friend${index}`, to: me, ...text("Hello") });
  }
  befriend("talkative", friend);
  for (let number = 0; number < messages; number += 1) {
    const [from, to] = number % 3 === 0 ? [me, "talkative"] : ["talkative", me];
    im.send({ from, to, ...text(`#${number} A line as long as people write them`) });
  }
}

it("opening a chat", async () => {
  const traces = createTraces("chat");
  const report = createReport(`Opening a chat of ${messages} messages`, Object.values(subjects));
  for (let run = 0; run < runs; run += 1)
    for (const subject of ["product", "bare"] as const)
      for (const rate of [1, slowdown]) {
        const { path, row } = pages[subject];
        const page = await openPage(browser, { origin: host.origin, account });
        await page.goto(host.origin + path);
        for (const when of ["first", "after a reload"]) {
          if (when !== "first") await page.reload();
          await painted(page, row, friend);
          await page.waitForTimeout(settling);
          await slowDown(page, rate);
          await page.evaluate(() => window.probes.restart());
          const name = `CPU ${rate}x, ${when}`;
          const time = await traces.of(browser, `${name} ${subjects[subject]}`, () =>
            timeOpening(page, subject),
          );
          report.add(name, "ms", subjects[subject], time);
          const { longestTask } = await page.evaluate(() => window.probes.blocking());
          report.add(`${name}: longest task`, "ms", subjects[subject], longestTask);
          await slowDown(page, 1);
        }
        await page.context().close();
      }
  report.note("From the tap on the row to the frame with the newest message, the page idle before.");
  report.note("First: the device has as much of the chat as the first synchronisation brings.");
  report.note("SDK alone asks for the same page of messages, and shows their words.");
  traces.tell(report);
  report.print();
});

it("typing", async () => {
  const alone = "field alone";
  const report = createReport("From a key to the frame with its letter", [subjects.product, alone]);
  for (let run = 0; run < runs; run += 1)
    for (const rate of [1, slowdown])
      for (const subject of [subjects.product, alone]) {
        const page = await openPage(browser, { origin: host.origin, account });
        await page.goto(host.origin + (subject === alone ? "/bare/field.html" : product.path));
        if (subject === subjects.product) {
          await painted(page, product.row, friend);
          await timeOpening(page, "product");
        }
        await page.getByRole("textbox", { name: "Message" }).click();
        await page.waitForTimeout(settling);
        await slowDown(page, rate);
        const times = await timeKeys(page);
        report.add(`CPU ${rate}x, p50`, "ms", subject, quantile(times, 0.5));
        report.add(`CPU ${rate}x, p95`, "ms", subject, quantile(times, 0.95));
        await page.context().close();
      }
  report.note(`${letters} letters a run, about eight in a second; a frame that was missed is waited for.`);
  report.note("Field alone: a textarea and nothing else.");
  report.print();
});

const pages = { product, bare };

/** Milliseconds from the tap on the friend's row to the frame with the newest message. */
async function timeOpening(page: Page, subject: keyof typeof pages): Promise<number> {
  const { row, message } = pages[subject];
  const shown = painted(page, message, `#${messages - 1} `);
  const tapped = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        document.addEventListener("click", ({ timeStamp }) => resolve(timeStamp), {
          capture: true,
          once: true,
        }),
      ),
  );
  await page.locator(row, { hasText: friend }).click();
  return (await shown).sinceStart - (await tapped);
}

/** Types a text and returns for each key the milliseconds until its frame. */
async function timeKeys(page: Page): Promise<number[]> {
  const painted = page.evaluate(
    (count) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        document.addEventListener(
          "keydown",
          ({ timeStamp }) => {
            // A message posted in a frame callback arrives after the frame is painted.
            const afterPaint = new MessageChannel();
            afterPaint.port1.onmessage = () => {
              times.push(performance.now() - timeStamp);
              if (times.length === count) resolve(times);
            };
            requestAnimationFrame(() => afterPaint.port2.postMessage(null));
          },
          { capture: true },
        );
      }),
    letters,
  );
  for (let letter = 0; letter < letters; letter += 1) {
    await page.keyboard.press(letter % 6 === 5 ? "Space" : "n");
    // Not synchronised with the frames.
    await page.waitForTimeout(100 + ((letter * 7) % 50));
  }
  return painted;
}
