import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, inject, it } from "vitest";
import { launch, openChat } from "../e2e/support/people.ts";
import { type Host, startHost } from "./support/host.ts";
import { openPage, painted, product, slowDown } from "./support/pages.ts";
import { addBlocking, createReport } from "./support/report.ts";
import { type Account, createStore, type Im, text } from "./support/store.ts";

const runs = 3;
const slowdown = 4;
const messages = 5000;
const conversations = 500;
const friend = "Talkative Friend";
/** One turn of the wheel: pixels, and milliseconds until the next one. */
const turn = { distance: 600, pause: 50 };
const turns = { messages: 200, conversations: 80 };

const subjects = { product: "Parley", rows: "static rows" };

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
  for (let index = 1; index < conversations; index += 1) {
    befriend(`friend-${index}`, `Friend ${index}`);
    im.send({ from: `friend-${index}`, to: me, ...text("Hello") });
  }
  befriend("talkative", friend);
  const lines = ["Yes.", "A line as long as people write them", "And now and then one that is longer. ".repeat(4)];
  for (let number = 0; number < messages; number += 1) {
    const [from, to] = number % 3 === 0 ? [me, "talkative"] : ["talkative", me];
    im.send({ from, to, ...text(`${number}: ${lines[number % lines.length]}`) });
  }
}

it("scrolling", async () => {
  const report = createReport(`Scrolling, CPU ${slowdown}x`, Object.values(subjects));
  for (let run = 0; run < runs; run += 1) {
    const page = await openPage(browser, { origin: host.origin, account });
    await page.goto(host.origin);
    await painted(page, product.row, friend);
    await slowDown(page, slowdown);
    const list = page.getByRole("list", { name: "Conversations" });
    await measure(list, "conversations", subjects.product, async () => {
      const last = await list.getByRole("listitem").last().textContent();
      return Number(/Friend (\d+)/.exec(last ?? "")?.[1]);
    });
  }
  report.print();
});
