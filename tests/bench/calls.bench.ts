import type { Page } from "playwright-core";
import { afterAll, beforeAll, inject, it } from "vitest";
import { free, hangUp, openCallMenu } from "../e2e/support/calls.ts";
import { openChat } from "../e2e/support/people.ts";
import {
  accessTo,
  firstPicture,
  launchCaller,
  nextClick,
  nextShown,
  openCaller,
  serverLoad,
} from "./support/calls.ts";
import { type Host, startHost } from "./support/host.ts";
import { bare, openPage, painted, product } from "./support/pages.ts";
import { createReport } from "./support/report.ts";
import { type Account, createStore, text } from "./support/store.ts";

const calls = 10;
/** Frames of each other user that a page decodes while the server load is measured: about ten seconds. */
const frames = 200;
const names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"] as const;
const subjects = { product: "Parley", bare: "livekit-client / SDK alone" } as const;

let host: Host;
let accounts: readonly Account[];
const pages: Page[] = [];

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
  host = await startHost(store.folder, inject("site"));
});
afterAll(async () => {
  for (const page of pages) await page.context().browser()?.close();
  await host?.close();
});

it("a video call of two, and the server's load", async () => {
  const [ann, ben, cleo, dan, eve, finn] = accounts;
  if (!ann || !ben || !cleo || !dan || !eve || !finn) throw new Error("Too few accounts");
  const open = async (account: Account, path: string) => {
    const page = await openCaller(host, account, path);
    pages.push(page);
    return page;
  };
  const [caller, callee] = [await open(ann, product.path), await open(ben, product.path)];
  for (const page of [caller, callee]) await painted(page, product.row);
  await openChat(caller, names[1]);
  await openChat(callee, names[0]);
  const others: Page[] = [];
  for (const account of [cleo, dan, eve, finn]) others.push(await open(account, "/bare/calls.html"));
  const [first, second] = others;
  if (!first || !second) throw new Error("Too few pages");
  const enter = async (page: Page, account: Account, room: string) => {
    const { serverUrl, token } = await accessTo(host, room, account);
    const pressedAt = Date.now();
    const joined = await page.evaluate(([url, token]) => window.bareCall.join(url, token, true), [
      serverUrl,
      token,
    ] as const);
    return { pressedAt, ...joined };
  };

  const report = createReport("A video call of two, 640x480", Object.values(subjects));
  const signalling = await openPage(await launchCaller(), { origin: host.origin, account: cleo });
  const listening = await openPage(await launchCaller(), { origin: host.origin, account: dan });
  pages.push(signalling, listening);
  for (const page of [signalling, listening]) {
    await page.goto(host.origin + bare.path);
    await painted(page, bare.row);
  }

  // The first run is not counted: it loads the library and warms up code and connections.
  for (let number = 0; number <= calls; number += 1) {
    const took = await timeCall(caller, callee);
    const words = `Message ${number}.`;
    const [sentAt, shown] = await Promise.all([
      signalling.evaluate(
        ([userID, words]) => {
          const now = Date.now();
          void window.bare.sendText(userID, words);
          return now;
        },
        [dan.userID, words] as const,
      ),
      painted(listening, bare.message, words),
    ]);
    await enter(first, cleo, `bare-${number}`);
    const [joined, seenAt] = await Promise.all([
      enter(second, dan, `bare-${number}`),
      firstPicture(second, "#pictures video"),
    ]);
    if (number > 0) {
      for (const [figure, value] of Object.entries(took)) report.add(figure, "ms", subjects.product, value);
      report.add(figures.ring, "ms", subjects.bare, shown.at - sentAt);
      report.add(figures.connected, "ms", subjects.bare, joined.connectedAt - joined.pressedAt);
      report.add(figures.picture, "ms", subjects.bare, seenAt - joined.pressedAt);
    }
    if (number < calls) {
      await hangUp(caller);
      await free(caller, callee);
    }
    for (const page of [first, second]) await page.evaluate(() => window.bareCall.leave());
  }

  const addLoad = async (who: string, subject: string, among: readonly Page[]) => {
    const { load, pictures } = await serverLoad(host, among, frames * (among.length - 1));
    report.add(`${who}: server CPU, % of a core`, "", subject, load);
    report.add(`${who}: pictures decoded`, "1/s", subject, pictures);
  };
  await addLoad("two people", subjects.product, [caller, callee]);
  await hangUp(caller);
  await free(caller, callee);
  await Promise.all([enter(first, cleo, "two"), enter(second, dan, "two")]);
  await addLoad("two people", subjects.bare, [first, second]);
  for (const page of [first, second]) await page.evaluate(() => window.bareCall.leave());
  await Promise.all(others.map((page, index) => enter(page, [cleo, dan, eve, finn][index] ?? cleo, "four")));
  await addLoad("four people", subjects.bare, others);

  report.note("Parley rings: from the click on Video call to the frame with Accept on the other side;");
  report.note("  token, media connection and invitation come before it. SDK alone: a text, sent to shown.");
  report.note(
    "Parley accepts: accept signal, token and media connection, to the frame with the running timer.",
  );
  report.note(
    "livekit-client alone: connect() with the token at hand, into a room whose other member publishes.",
  );
  report.note("Server: the whole product process, messenger and media thread. Browsers share its machine.");
  report.print();
});

const figures = {
  ring: "click to ring",
  connected: "accept to connected",
  connectedOther: "accept to connected, caller's side",
  picture: "accept to first picture",
} as const;

async function timeCall(caller: Page, callee: Page): Promise<Record<string, number>> {
  await openCallMenu(caller);
  const [dialled, rung] = await Promise.all([
    nextClick(caller),
    nextShown(callee, "[role=dialog][aria-label=Call] button", "Accept"),
    caller.getByRole("menuitem", { name: "Video call" }).click(),
  ]);
  const [accepted, connected, connectedOther, picture] = await Promise.all([
    nextClick(callee),
    nextShown(callee, "[role=timer]"),
    nextShown(caller, "[role=timer]"),
    firstPicture(callee, "video[aria-label^='Video of']"),
    callee.getByRole("button", { name: "Accept" }).click(),
  ]);
  return {
    [figures.ring]: rung - dialled,
    [figures.connected]: connected - accepted,
    [figures.connectedOther]: connectedOther - accepted,
    [figures.picture]: picture - accepted,
  };
}
