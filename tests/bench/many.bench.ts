import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { befriend, type OneUser, oneUser } from "./support/one-user.ts";
import { bare, fillIn, openPage, painted, product, sdkReady, subjects } from "./support/pages.ts";
import { addBlocking, createReport } from "./support/report.ts";
import { type Im, signInAgain, text } from "./support/store.ts";

/** `BENCH=short npm run bench -- many` is a quick check with a tenth of the conversations. */
const isShort = process.env.BENCH === "short";
const friends = isShort ? 900 : 9000;
const groups = { count: isShort ? 100 : 1000, members: 3 };
const messagesEach = 3;
/** Milliseconds after the sync that still count. */
const settling = 5000;
const patience = 10 * 60_000;

let bench: OneUser;

beforeAll(async () => {
  bench = await oneUser(fill);
}, patience);
afterAll(() => bench?.close());

function fill(im: Im, me: string): void {
  const people = Array.from({ length: friends }, (_, index) => `friend${index}`);
  for (const [index, userID] of people.entries()) {
    befriend(im, me, userID, `Friend ${index}`);
    for (let line = 0; line < messagesEach; line += 1)
      im.send({ from: userID, to: me, ...text(`Line ${line}`) });
  }
  for (let group = 0; group < groups.count; group += 1) {
    const [owner = "", other = ""] = [people[group], people[group + 1]];
    const groupID = im.createGroup({ name: `Group ${group}`, owner, members: [me, owner, other] });
    // The notice of its creation is its first message.
    for (let line = 1; line < messagesEach; line += 1)
      im.send({ from: line % 2 === 0 ? owner : other, groupID, ...text(`Line ${line}`) });
  }
}

it("first synchronisation of many conversations", { timeout: 4 * patience }, async () => {
  const title = `First synchronisation of ${friends + groups.count} conversations`;
  const report = createReport(title, Object.values(subjects));
  for (const subject of ["bare", "product"] as const) {
    const name = subjects[subject];
    const page = await openPage(bench.browser, { origin: bench.host.origin });
    const used = bench.host.processorTime();
    const memory = watchMemory();
    const { firstRow, finished } = await (subject === "product" ? timeProduct(page) : timeBare(page));
    report.add("sign-in to first row painted", "ms", name, firstRow);
    report.add("sign-in to the end of the synchronisation", "ms", name, finished);
    report.add("processor time of the server until then", "ms", name, bench.host.processorTime() - used);
    const until = (await page.evaluate(() => performance.now())) + settling;
    await page.waitForFunction((time) => performance.now() >= time, until);
    addBlocking(report, name, await page.evaluate(() => window.probes.blocking()));
    report.add("resident memory of the server, peak", "MB", name, memory.stop());
    await page.context().close();
  }
  report.note(
    `${friends} friends and ${groups.count} groups of ${groups.members}, ${messagesEach} messages in each.`,
  );
  report.note("Long tasks and late frames: more than 50 ms on the main thread.");
  report.print();
});

interface Times {
  firstRow: number;
  finished: number;
}

/** Milliseconds from the click on "Sign in". */
async function timeProduct(page: Page): Promise<Times> {
  await page.goto(bench.host.origin + product.path);
  await sdkReady(page);
  await fillIn(page, bench.account);
  const [list, settled] = [painted(page, product.row, "", patience), synchronised(page)];
  const begun = await restart(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  return { firstRow: (await list).sinceStart - begun, finished: (await settled) - begun };
}

/** Milliseconds from the SDK's login; the list is painted when the sync has finished. */
async function timeBare(page: Page): Promise<Times> {
  await page.goto(bench.host.origin + bare.path);
  await page.evaluate(() => window.bare.started);
  const { userID, imToken } = await signInAgain(bench.host.origin, bench.account);
  const list = painted(page, bare.row, "", patience);
  const begun = await restart(page);
  await page.evaluate(([userID, token]) => void window.bare.login(userID, token), [userID, imToken] as const);
  const firstRow = (await list).sinceStart - begun;
  return { firstRow, finished: firstRow };
}

function restart(page: Page): Promise<number> {
  return page.evaluate(() => {
    window.probes.restart();
    return performance.now();
  });
}

/** Milliseconds from the navigation until the list is there and no status is shown. */
function synchronised(page: Page): Promise<number> {
  return page.evaluate(
    (row) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isBusy = [...document.querySelectorAll("[role=status]")].some(
            (one) => one.textContent !== "",
          );
          if (document.querySelector(row) && !isBusy) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    product.row,
  );
}

function watchMemory(): { stop(): number } {
  let peak = bench.host.memory();
  const timer = setInterval(() => {
    peak = Math.max(peak, bench.host.memory());
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}
