import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { badge, dial, hangUp, openCallMenu, overlay } from "../e2e/support/calls.ts";
import { back, openChat, press } from "../e2e/support/people.ts";
import { png } from "../e2e/support/png.ts";
import { launchCaller } from "./support/calls.ts";
import { befriend, befriendMany, type OneUser, oneUser } from "./support/one-user.ts";
import { openPage, painted, product, slowDown } from "./support/pages.ts";
import { createReport } from "./support/report.ts";
import { type Im, text } from "./support/store.ts";

/** `BENCH=short npm run bench -- motion` measures each transition once. */
const runs = process.env.BENCH === "short" ? 1 : 10;
const slowdown = 4;
const friend = "Talkative Friend";
const messages = 200;
/** The page is idle after this many milliseconds. */
const settling = 3000;

let bench: OneUser;

beforeAll(async () => {
  bench = await oneUser(fill, launchCaller);
});
afterAll(() => bench?.close());

function fill(im: Im, me: string): void {
  befriendMany(im, me, 50);
  befriend(im, me, "talkative", friend);
  for (let number = 0; number < messages; number += 1)
    im.send({ from: "talkative", to: me, ...text(`#${number} A line as long as people write them.`) });
  const version = { uuid: "", type: "image/png", size: 1, width: 600, height: 800, url: "/made/one.png" };
  const content = { sourcePath: "", sourcePicture: version, bigPicture: version, snapshotPicture: version };
  im.send({ from: "talkative", to: me, contentType: 102, content });
}

interface Motion {
  /** Frames while something moves. */
  frames: number;
  /** Frames more than 50 ms after the previous frame. */
  late: number;
  /** Longest time between two frames, in milliseconds. */
  worst: number;
}

declare global {
  interface Window {
    motion: { take(): Promise<Motion> };
  }
}

/** Counts the frames of the page while something is animated by script or by a style. */
function installMotionProbe(): void {
  let begun = 0;
  const running = new Set<Animation>();
  const none = (): Motion => ({ frames: 0, late: 0, worst: 0 });
  let seen = none();
  const follow = (animation: Animation) => {
    // A pulse without end is no transition.
    if (animation.effect?.getComputedTiming().iterations !== 1) return;
    begun += 1;
    // Until it is ready, the browser draws its first frame, and nothing moves.
    animation.ready.then(() => running.add(animation)).catch(() => {});
    const end = () => {
      running.delete(animation);
      begun -= 1;
    };
    animation.finished.then(end, end);
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    follow(animation);
    return animation;
  };
  document.addEventListener("transitionrun", ({ target }) => {
    if (target instanceof Element) for (const animation of target.getAnimations()) follow(animation);
  });
  let last = 0;
  const onFrame = (now: number) => {
    if (last > 0) {
      seen.frames += 1;
      if (now - last > 50) seen.late += 1;
      seen.worst = Math.max(seen.worst, now - last);
    }
    last = running.size > 0 ? now : 0;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  window.motion = {
    async take() {
      while (begun > 0 || last > 0) await new Promise(requestAnimationFrame);
      const motion = seen;
      seen = none();
      return motion;
    },
  };
}

it("transitions", async () => {
  const report = createReport(`Transitions, CPU ${slowdown} times slower`, ["Parley"]);
  const page = await openPage(bench.browser, { origin: bench.host.origin, account: bench.account });
  await page.addInitScript(installMotionProbe);
  await page.route("**/made/*", (route) =>
    route.fulfill({ contentType: "image/png", body: png(600, 800, [220, 90, 60]) }),
  );
  await page.goto(bench.host.origin);
  await painted(page, product.row, friend);
  await walk(page, () => {});
  // Prefetches of the idle page must not count.
  await page.waitForTimeout(settling);
  await slowDown(page, slowdown);
  for (let run = 0; run < runs; run += 1)
    await walk(page, (name, { frames, late, worst }) => {
      report.add(`${name}: frames`, "", "Parley", frames);
      report.add(`${name}: late frames`, "", "Parley", late);
      report.add(`${name}: worst frame`, "ms", "Parley", worst);
    });
  report.note("Frames while something moves. The frame that answers the press is not among them.");
  report.print();
});

async function walk(page: Page, add: (name: string, motion: Motion) => void): Promise<void> {
  const measure = async (name: string, act: () => Promise<unknown>) => {
    await page.evaluate(() => window.motion.take());
    await act();
    add(name, await page.evaluate(() => window.motion.take()));
  };
  const gallery = page.getByRole("dialog", { name: "Photos and videos" });
  await measure("a tab", async () => {
    await page.getByRole("link", { name: "Contacts" }).click();
    await page.getByRole("heading", { name: "Contacts" }).waitFor();
  });
  await page.getByRole("link", { name: "Messages" }).click();
  await measure("into a chat", () => openChat(page, friend));
  await measure("into its details", async () => {
    await press(page, "Details");
    await page.getByRole("heading", { name: "Chat details" }).waitFor();
  });
  await measure("out of its details", async () => {
    await page.goBack();
    await page.getByRole("log", { name: "Messages" }).waitFor();
  });
  await measure("a sheet opens", () => openCallMenu(page));
  await measure("a sheet closes", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("menuitem", { name: "Voice call" }).waitFor({ state: "detached" });
  });
  await measure("a picture opens", async () => {
    await page.getByRole("button", { name: "Open photo" }).last().click();
    await gallery.waitFor();
  });
  await measure("a picture closes", async () => {
    await page.keyboard.press("Escape");
    await gallery.waitFor({ state: "detached" });
  });
  await dial(page);
  await overlay(page).getByRole("button", { name: "Minimise" }).waitFor();
  await measure("a call shrinks", async () => {
    await overlay(page).getByRole("button", { name: "Minimise" }).click();
    await badge(page).waitFor();
    await overlay(page).waitFor({ state: "detached" });
  });
  await measure("a call grows", async () => {
    await badge(page).click();
    await overlay(page).waitFor();
  });
  await hangUp(page);
  await overlay(page).waitFor({ state: "detached" });
  await measure("out of a chat", async () => {
    await back(page);
    await page.getByRole("list", { name: "Chat list" }).waitFor();
  });
}
