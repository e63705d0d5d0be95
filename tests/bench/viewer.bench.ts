import { randomBytes } from "node:crypto";
import { dispose } from "@livekit/rtc-node";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, inject, it } from "vitest";
import { installMediaProbe } from "../e2e/support/media-probe.ts";
import { connect } from "../server/rtc/people.ts";
import { accessTo, launchCaller } from "./support/calls.ts";
import { type Host, startHost } from "./support/host.ts";
import { openPage, slowDown } from "./support/pages.ts";
import { createReport } from "./support/report.ts";
import { type Account, createStore, web } from "./support/store.ts";

const sizes = [2, 5, 9];
const nameOf = (people: number) => `${people} people`;
const slowdown = 4;
const watchMs = 10_000;

let host: Host | undefined;
let page: Page | undefined;
const guests: Awaited<ReturnType<typeof connect>>[] = [];
afterAll(async () => {
  await Promise.all(guests.map((guest) => guest.leave()));
  await page?.context().browser()?.close();
  await host?.close();
  await dispose();
}, 120_000);

it("the main thread of a viewer in a meeting of many", async () => {
  const others: Pick<Account, "userID" | "chatToken">[] = [];
  const store = await createStore(["Ann"], (im) => {
    for (let i = 1; i < Math.max(...sizes); i += 1) {
      const userID = `guest${i}`;
      im.registerUser({ userID, nickname: `Guest ${i}`, faceURL: "" });
      others.push({ userID, chatToken: im.issueToken(userID, web) });
    }
  });
  const [ann] = store.accounts;
  if (!ann) throw new Error("No account");
  const started = await startHost(store.folder, inject("site"));
  host = started;
  const room = randomBytes(16).toString("hex");
  const viewer = await openPage(await launchCaller(), { origin: started.origin, account: ann });
  page = viewer;
  await viewer.context().addInitScript(installMediaProbe);
  await viewer.goto(`${started.origin}/meeting?roomID=${room}`);
  const lobby = viewer.getByRole("dialog");
  await lobby.getByRole("button", { name: "Camera on" }).click();
  await lobby.getByRole("button", { name: "Join", exact: true }).click();
  await viewer.getByRole("timer").waitFor();
  const devtools = await viewer.context().newCDPSession(viewer);
  await devtools.send("Performance.enable");

  const report = createReport(`The main thread of a viewer, ${slowdown}x slower`, sizes.map(nameOf));
  for (const people of sizes) {
    while (guests.length + 1 < people) {
      const guest = others[guests.length];
      if (!guest) throw new Error("Too few guests");
      const { serverUrl, token } = await accessTo(started, room, guest);
      const member = await connect(serverUrl, token, guest.userID, { isDeaf: true });
      guests.push(member);
      await member.publishCamera();
      if (guests.length <= 2) await member.publishMicrophone();
    }
    await viewer.waitForFunction(
      (count) =>
        [...document.querySelectorAll("video")].filter(({ readyState, paused }) => readyState >= 2 && !paused)
          .length >= count,
      people,
    );
    await slowDown(viewer, slowdown);
    const { busy, script, layout, frames } = await spent(devtools, viewer);
    await slowDown(viewer, 1);
    report.add("main thread busy", "%", nameOf(people), busy);
    report.add("of it scripts", "%", nameOf(people), script);
    report.add("of it style and layout", "%", nameOf(people), layout);
    report.add("pictures presented", "1/s", nameOf(people), frames);
  }
  report.note(
    `${watchMs / 1000} s each. The other members are native clients with 160x120 at 20 frames a second;`,
  );
  report.note("  two of them send a tone. They share the machine with the browser and the server.");
  report.print();
});

/** The shares of {@link watchMs} that the main thread spent, in percent, and the presented pictures of all members. */
async function spent(devtools: CDPSession, viewer: Page) {
  const look = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    const frames = await viewer.evaluate(() =>
      [...document.querySelectorAll("video")].reduce(
        (sum, video) => sum + video.getVideoPlaybackQuality().totalVideoFrames,
        0,
      ),
    );
    return {
      at: performance.now(),
      task: of("TaskDuration"),
      script: of("ScriptDuration"),
      layout: of("LayoutDuration") + of("RecalcStyleDuration"),
      frames,
    };
  };
  const before = await look();
  await viewer.waitForTimeout(watchMs);
  const after = await look();
  const seconds = (after.at - before.at) / 1000;
  const share = (from: number, to: number) => ((to - from) / seconds) * 100;
  return {
    busy: share(before.task, after.task),
    script: share(before.script, after.script),
    layout: share(before.layout, after.layout),
    frames: (after.frames - before.frames) / seconds,
  };
}
