import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { befriend, befriendMany, type OneUser, oneUser } from "./support/one-user.ts";
import { bare, openPage, painted, product, slowDown, subjects } from "./support/pages.ts";
import { createReport, quantile } from "./support/report.ts";
import { type Im, text } from "./support/store.ts";
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

let bench: OneUser;

beforeAll(async () => {
  bench = await oneUser(fill);
});
afterAll(() => bench?.close());

function fill(im: Im, me: string): void {
  befriendMany(im, me, others - 1);
  befriend(im, me, "talkative", friend);
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
        const page = await openPage(bench.browser, { origin: bench.host.origin, account: bench.account });
        await page.goto(bench.host.origin + path);
        for (const when of ["first", "after a reload"]) {
          if (when !== "first") await page.reload();
          await painted(page, row, friend);
          await page.waitForTimeout(settling);
          await slowDown(page, rate);
          await page.evaluate(() => window.probes.restart());
          const name = `CPU ${rate}x, ${when}`;
          const time = await traces.of(bench.browser, `${name} ${subjects[subject]}`, () =>
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
        const page = await openPage(bench.browser, { origin: bench.host.origin, account: bench.account });
        await page.goto(bench.host.origin + (subject === alone ? "/bare/field.html" : product.path));
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
  // The listener is in place before the first key.
  const times = await page.evaluateHandle(() => {
    const found: number[] = [];
    // A message posted in a frame callback arrives after the frame is painted.
    const afterPaint = new MessageChannel();
    afterPaint.port1.onmessage = ({ data: pressed }) => found.push(performance.now() - Number(pressed));
    document.addEventListener(
      "keydown",
      ({ timeStamp }) => requestAnimationFrame(() => afterPaint.port2.postMessage(timeStamp)),
      { capture: true },
    );
    return found;
  });
  for (let letter = 0; letter < letters; letter += 1) {
    await page.keyboard.press(letter % 6 === 5 ? "Space" : "n");
    // Not synchronised with the frames.
    await page.waitForTimeout(100 + ((letter * 7) % 50));
  }
  await page.waitForFunction(({ found, count }) => found.length === count, { found: times, count: letters });
  return times.jsonValue();
}
