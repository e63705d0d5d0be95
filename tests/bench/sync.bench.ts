import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { befriend, type OneUser, oneUser } from "./support/one-user.ts";
import { bare, fillIn, openPage, painted, product, sdkReady, subjects } from "./support/pages.ts";
import { addBlocking, createReport } from "./support/report.ts";
import { type Im, signInAgain, text } from "./support/store.ts";
import { createTraces } from "./support/traces.ts";

const runs = 3;
const friends = 400;
const groups = { count: 100, members: 10 };
const messagesEach = 10;
/** Milliseconds after the list is painted that still count. */
const settling = 2000;

let bench: OneUser;

beforeAll(async () => {
  bench = await oneUser(fill);
});
afterAll(() => bench?.close());

function fill(im: Im, me: string): void {
  const people = Array.from({ length: friends }, (_, index) => `friend${index}`);
  for (const [index, userID] of people.entries()) {
    befriend(im, me, userID, `Friend ${index}`);
    for (let line = 0; line < messagesEach; line += 1)
      im.send({ from: userID, to: me, ...text(`Line ${line}`) });
  }
  for (let group = 0; group < groups.count; group += 1) {
    const others = Array.from(
      { length: groups.members - 1 },
      (_, index) => people[(group * 3 + index) % friends] ?? "",
    );
    const [owner = ""] = others;
    const groupID = im.createGroup({ name: `Group ${group}`, owner, members: [me, ...others] });
    // The notice of its creation is its first message.
    for (let line = 1; line < messagesEach; line += 1)
      im.send({ from: others[line % others.length] ?? owner, groupID, ...text(`Line ${line}`) });
  }
}

it("first synchronisation", async () => {
  const traces = createTraces("sync");
  const report = createReport("Login to list, account new to this browser", Object.values(subjects));
  for (let run = 0; run < runs; run += 1)
    for (const subject of ["product", "bare"] as const) {
      const page = await openPage(bench.browser, { origin: bench.host.origin });
      const time = await traces.of(bench.browser, subjects[subject], () =>
        subject === "product" ? timeProduct(page) : timeBare(page),
      );
      // The list is painted before the sync ends; the cost of the rest counts too.
      const until = (await page.evaluate(() => performance.now())) + settling;
      await page.waitForFunction((time) => performance.now() >= time, until);
      report.add("login to list painted", "ms", subjects[subject], time);
      addBlocking(report, subjects[subject], await page.evaluate(() => window.probes.blocking()));
      await page.context().close();
    }
  report.note(
    `${friends} friends and ${groups.count} groups of ${groups.members}, ${messagesEach} messages in each:`,
  );
  report.note(
    `${friends + groups.count} conversations. The SDK was loaded before; Parley's login asks the chat server, too.`,
  );
  report.note("Long tasks and late frames: more than 50 ms on the main thread.");
  traces.tell(report);
  report.print();
});

/** Milliseconds from the click on "Sign in" to the first rows. */
async function timeProduct(page: Page): Promise<number> {
  await page.goto(bench.host.origin + product.path);
  await sdkReady(page);
  await fillIn(page, bench.account);
  const list = painted(page, product.row);
  const pressed = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        document.addEventListener(
          "click",
          () => {
            window.probes.restart();
            resolve(performance.now());
          },
          { capture: true, once: true },
        ),
      ),
  );
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  return (await list).sinceStart - (await pressed);
}

/** Milliseconds from the SDK's login to the first rows. */
async function timeBare(page: Page): Promise<number> {
  await page.goto(bench.host.origin + bare.path);
  await page.evaluate(() => window.bare.started);
  const { userID, imToken } = await signInAgain(bench.host.origin, bench.account);
  const list = painted(page, bare.row);
  const begun = await page.evaluate(
    ([userID, token]) => {
      window.probes.restart();
      const now = performance.now();
      void window.bare.login(userID, token);
      return now;
    },
    [userID, imToken] as const,
  );
  return (await list).sinceStart - begun;
}
