import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, inject, it } from "vitest";
import { launch, openChat } from "../e2e/support/people.ts";
import { type Host, startHost } from "./support/host.ts";
import { bare, openPage, painted, product, subjects } from "./support/pages.ts";
import { createReport, quantile } from "./support/report.ts";
import { type Account, createStore, text } from "./support/store.ts";
import { createTraces } from "./support/traces.ts";

const messages = 30;
const names = ["Ann", "Ben", "Cleo", "Dan"] as const;

let browser: Browser;
let host: Host;
let accounts: readonly Account[];

beforeAll(async () => {
  const store = await createStore(names, (im, [ann, ben, cleo, dan]) => {
    for (const [a, b] of [
      [ann, ben],
      [cleo, dan],
    ]) {
      if (!a || !b) throw new Error("Too few accounts");
      im.makeFriends(a.userID, b.userID);
      im.send({ from: a.userID, to: b.userID, ...text("Hello") });
    }
  });
  accounts = store.accounts;
  [host, browser] = await Promise.all([startHost(store.folder, inject("site")), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

it("time from Send to the message on the peer's screen", async () => {
  const [ann, ben, cleo, dan] = await Promise.all(
    accounts.map(async (account, index) => {
      const { path, row } = index < 2 ? product : bare;
      const page = await openPage(browser, { origin: host.origin, account });
      await page.goto(host.origin + path);
      await painted(page, row);
      return page;
    }),
  );
  const receiver = accounts[3];
  if (!ann || !ben || !cleo || !dan || !receiver) throw new Error("Too few pages");
  await openChat(ann, names[1]);
  await openChat(ben, names[0]);

  const report = createReport("Send to shown, between two pages", Object.values(subjects));
  const traces = createTraces("latency");
  const times = { product: [] as number[], bare: [] as number[] };
  // The first run is not counted: it warms up code and connections.
  for (let number = 0; number <= messages; number += 1) {
    const words = `Message number ${number}.`;
    const took = {
      product: await traces.of(browser, subjects.product, () => timeProduct(ann, ben, words)),
      bare: await traces.of(browser, subjects.bare, () => timeBare(cleo, dan, receiver.userID, words)),
    };
    if (number === 0) continue;
    for (const subject of ["product", "bare"] as const) {
      times[subject].push(took[subject]);
      report.add("send to shown", "ms", subjects[subject], took[subject]);
    }
  }
  for (const subject of ["product", "bare"] as const)
    report.add("send to shown, p95 of all", "ms", subjects[subject], quantile(times[subject], 0.95));
  report.note("Parley: from the click on Send to the frame with the message in the other page.");
  report.note(
    "SDK alone: from the call that makes the message to the frame with its text in the other page.",
  );
  traces.tell(report);
  report.print();
});

async function timeProduct(sender: Page, receiver: Page, words: string): Promise<number> {
  const shown = painted(receiver, product.message, words);
  await sender.getByRole("textbox", { name: "Message" }).fill(words);
  const pressed = sender.evaluate(
    () =>
      new Promise<number>((resolve) =>
        document.addEventListener("click", () => resolve(Date.now()), { capture: true, once: true }),
      ),
  );
  await sender.getByRole("button", { name: "Send" }).click();
  return (await shown).at - (await pressed);
}

async function timeBare(sender: Page, receiver: Page, userID: string, words: string): Promise<number> {
  const shown = painted(receiver, bare.message, words);
  const pressed = await sender.evaluate(
    ([userID, words]) => {
      const now = Date.now();
      void window.bare.sendText(userID, words);
      return now;
    },
    [userID, words] as const,
  );
  return (await shown).at - pressed;
}
