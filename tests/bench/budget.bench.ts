import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { entryBudget, filesOfEntry, filesOfPainting } from "../e2e/support/entry.ts";
import { launch } from "../e2e/support/people.ts";
import { kinds, listBudget, ownOf, sizesOf, watchTransfers } from "../e2e/support/transfers.ts";
import { type Host, startHost } from "./support/host.ts";
import { bare, openPage, painted, product, subjects } from "./support/pages.ts";
import { createReport } from "./support/report.ts";
import { type Account, createStore, text } from "./support/store.ts";

const conversations = 6;

let browser: Browser;
let host: Host;
let account: Account;

beforeAll(async () => {
  const store = await createStore(["Ann"], (im, [ann]) => {
    if (!ann) throw new Error("No account");
    account = ann;
    for (let index = 0; index < conversations; index += 1) {
      im.registerUser({ userID: `friend${index}`, nickname: `Friend ${index}`, faceURL: "" });
      im.makeFriends(ann.userID, `friend${index}`);
      im.send({ from: `friend${index}`, to: ann.userID, ...text("Hello") });
    }
  });
  [host, browser] = await Promise.all([startHost(store.folder, inject("site")), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

/** Measures no times: bytes and requests are equal in every run on every machine. */
it("loaded files stay within the budget", async () => {
  const entry = await filesOfEntry(inject("site"));
  const listed = [...entry].map(([name, size]) => `${size} ${name}`).join("\n");
  const painting = filesOfPainting(entry);
  const bytesOf = (files: ReadonlyMap<string, number>) =>
    [...files.values()].reduce((sum, size) => sum + size, 0);

  const report = createReport("What is loaded", Object.values(subjects));
  report.add("until the sign-in page is painted: files", "", subjects.product, painting.size);
  report.add(
    "until the sign-in page is painted: js and css, brotli",
    "kB",
    subjects.product,
    bytesOf(painting) / 1000,
  );
  report.add("until it answers: files", "", subjects.product, entry.size);
  report.add("until it answers: js and css, brotli", "kB", subjects.product, bytesOf(entry) / 1000);
  const until = {
    product: await loadedUntilList("product"),
    bare: await loadedUntilList("bare"),
  };
  for (const subject of ["product", "bare"] as const) {
    const name = subjects[subject];
    const { requests, sizes } = until[subject];
    report.add("until the list: requests", "", name, requests);
    for (const kind of kinds) {
      const { files, raw, brotli } = sizes[kind];
      report.add(`until the list: ${kind}, files`, "", name, files);
      report.add(`until the list: ${kind}, raw`, "kB", name, raw / 1000);
      report.add(`until the list: ${kind}, brotli`, "kB", name, brotli / 1000);
    }
  }
  report.note(
    "Bytes of the built files asked for, raw and as their brotli twins (quality 11) go over the wire.",
  );
  report.note(`List: signed in before, ${conversations} conversations, nothing kept but the credentials.`);
  report.print();

  expect(painting.size, listed).toBeLessThanOrEqual(entryBudget.painted.files);
  expect(bytesOf(painting), listed).toBeLessThanOrEqual(entryBudget.painted.bytes);
  expect(entry.size, listed).toBeLessThanOrEqual(entryBudget.answers.files);
  expect(bytesOf(entry), listed).toBeLessThanOrEqual(entryBudget.answers.bytes);
  const { sizes, urls } = until.product;
  const { bytes: own, files } = ownOf(sizes);
  expect(own, urls).toBeLessThanOrEqual(listBudget.bytes);
  expect(files, urls).toBeLessThanOrEqual(listBudget.files);
});

async function loadedUntilList(subject: keyof typeof subjects) {
  const { path, row } = { product, bare }[subject];
  const page = await openPage(browser, { origin: host.origin, account });
  // Idle prefetches are not part of the budget.
  await page.addInitScript(() => Reflect.set(window, "requestIdleCallback", () => 0));
  const transfers = watchTransfers(page);
  await page.goto(host.origin + path, { waitUntil: "commit" });
  const { at } = await painted(page, row);
  const requests = transfers.before(at);
  const sizes = sizesOf(requests, inject("site"));
  await page.context().close();
  return { requests: requests.length, sizes, urls: requests.map((request) => request.url()).join("\n") };
}
