import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { openChat } from "../e2e/support/people.ts";
import { befriend, befriendMany, type OneUser, oneUser } from "./support/one-user.ts";
import { openPage, painted, product, slowDown } from "./support/pages.ts";
import type { Blocking } from "./support/probes.ts";
import { addBlocking, createReport } from "./support/report.ts";
import { type Im, text } from "./support/store.ts";

/** `BENCH=short npm run bench -- scroll` is a quick check: a single run, a third of the way. */
const isShort = process.env.BENCH === "short";
const runs = isShort ? 1 : 3;
const slowdown = 4;
const messages = 5000;
const conversations = 500;
const friend = "Talkative Friend";
/** A hard fling: pixels per wheel notch, with a notch per frame. */
const notchDistance = 120;
const notches = isShort ? { messages: 100, conversations: 100 } : { messages: 300, conversations: 300 };

const subjects = { product: "Parley", rows: "static rows" };

let bench: OneUser;

beforeAll(async () => {
  bench = await oneUser(fill);
});
afterAll(() => bench?.close());

function fill(im: Im, me: string): void {
  befriendMany(im, me, conversations - 1);
  befriend(im, me, "talkative", friend);
  const lines = [
    "Yes.",
    "A line as long as people write them",
    "And now and then one that is longer. ".repeat(4),
  ];
  for (let number = 0; number < messages; number += 1) {
    const [from, to] = number % 3 === 0 ? [me, "talkative"] : ["talkative", me];
    im.send({ from, to, ...text(`#${number} ${lines[number % lines.length]}`) });
  }
}

it("scrolling", async () => {
  const report = createReport(`Scrolling, CPU ${slowdown} times slower`, Object.values(subjects));
  const add = (name: Surface, subject: string, { blocking, rows }: Outcome) => {
    report.add(`${name}: rows passed`, "", subject, rows);
    addBlocking(report, subject, blocking, `${name}: `);
  };
  for (let run = 0; run < runs; run += 1) {
    const page = await openPage(bench.browser, { origin: bench.host.origin, account: bench.account });
    await page.goto(bench.host.origin);
    await painted(page, product.row, friend);
    await openChat(page, friend);
    add("messages", subjects.product, await scroll(page, "messages", product.message));
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("list", { name: "Chat list" }).waitFor();
    add("conversations", subjects.product, await scroll(page, "conversations", product.row));
    await page.context().close();

    for (const surface of ["messages", "conversations"] as const)
      add(surface, subjects.rows, await scrollStaticRows(surface));
  }
  report.note(`Wheel: ${notchDistance} pixels with every frame, when the last ones were taken;`);
  report.note(
    `${notches.messages} times up ${messages} messages, ${notches.conversations} times down ${conversations} rows.`,
  );
  report.note("Static rows: all of them in the document from the beginning, scrolled by the browser alone.");
  report.print();
});

type Surface = keyof typeof notches;

interface Outcome {
  blocking: Blocking;
  rows: number;
}

async function scrollStaticRows(surface: Surface): Promise<Outcome> {
  const page = await openPage(bench.browser, { origin: bench.host.origin });
  const count = surface === "messages" ? `${messages}&end` : conversations;
  await page.goto(`${bench.host.origin}/bare/rows.html?count=${count}`);
  const outcome = await scroll(page, surface, "#rows > p");
  await page.context().close();
  return outcome;
}

async function scroll(page: Page, surface: Surface, rowCss: string): Promise<Outcome> {
  await page.mouse.move(195, 422);
  const before = await rowInView(page, rowCss);
  await slowDown(page, slowdown);
  await page.evaluate(() => window.probes.restart());
  for (let done = 0; done < notches[surface]; done += 1) {
    await page.mouse.wheel(0, surface === "messages" ? -notchDistance : notchDistance);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const blocking = await page.evaluate(() => window.probes.blocking());
  await slowDown(page, 1);
  return { blocking, rows: Math.abs((await rowInView(page, rowCss)) - before) };
}

/** Returns the number of a row near the middle of the page, such as "#17" in its name or text. */
async function rowInView(page: Page, rowCss: string): Promise<number> {
  const found = await page.waitForFunction((css) => {
    for (let y = 300; y < 600; y += 10) {
      const row = document.elementFromPoint(195, y)?.closest(css);
      const number = /#(\d+)/.exec(row?.ariaLabel ?? "")?.[1] ?? /#(\d+)/.exec(row?.textContent ?? "")?.[1];
      if (number !== undefined) return number;
    }
    return null;
  }, rowCss);
  return Number(await found.jsonValue());
}
