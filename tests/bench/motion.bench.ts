import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { badge, dial, hangUp, overlay } from "../e2e/support/calls.ts";
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
    motion: {
      /** Resolves when nothing moves. Frames are counted from then on. */
      start(): Promise<void>;
      /** Resolves when something has moved and has ended. */
      take(): Promise<Motion>;
    };
  }
}

type State = "visible" | "detached";

/** Counts the frames of the page while something is animated by script or by a style. */
function installMotionProbe(): void {
  let begun = 0;
  let hasBegun = false;
  const running = new Set<Animation>();
  const none = (): Motion => ({ frames: 0, late: 0, worst: 0 });
  let seen = none();
  const follow = (animation: Animation) => {
    // A pulse without end is no transition.
    if (animation.effect?.getComputedTiming().iterations !== 1) return;
    begun += 1;
    hasBegun = true;
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
    async start() {
      while (begun > 0 || last > 0) await new Promise(requestAnimationFrame);
      seen = none();
      hasBegun = false;
    },
    async take() {
      // The first time some parts appear without a transition.
      const begins = performance.now() + 1000;
      while ((!hasBegun && performance.now() < begins) || begun > 0 || last > 0)
        await new Promise(requestAnimationFrame);
      return seen;
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

/**
 * Takes each transition. Nothing queries the page meanwhile: a query by role takes the main thread 60 ms. The mouse is
 * over the control before, so that nothing fades because the mouse left it.
 */
async function walk(page: Page, add: (name: string, motion: Motion) => void): Promise<void> {
  const measure = async (
    name: string,
    act: () => Promise<unknown>,
    end: Locator,
    state: State = "visible",
  ) => {
    await page.evaluate(() => window.motion.start());
    await act();
    const motion = await page.evaluate(() => window.motion.take());
    await end.waitFor({ state });
    add(name, motion);
  };
  const measurePress = async (name: string, control: Locator, end: Locator, state?: State) => {
    await control.hover();
    const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await measure(name, () => page.mouse.click(x + width / 2, y + height / 2), end, state);
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const list = page.getByRole("list", { name: "Chat list" });
  const log = page.getByRole("log", { name: "Messages" });
  const gallery = page.getByRole("dialog", { name: "Photos and videos" });
  const voiceCall = page.getByRole("menuitem", { name: "Voice call" });
  const contacts = page.getByRole("link", { name: "Contacts" });
  await measurePress("a tab", contacts, page.getByRole("heading", { name: "Contacts" }));
  await page.getByRole("link", { name: "Messages" }).click();
  const row = list.getByRole("listitem", { name: friend, exact: true });
  await measurePress("into a chat", row, page.getByRole("textbox", { name: "Message" }));
  await measurePress(
    "into its details",
    button("Details"),
    page.getByRole("heading", { name: "Chat details" }),
  );
  await measure("out of its details", () => page.goBack(), log);
  await measurePress("a sheet opens", button("More"), voiceCall);
  await measure("a sheet closes", () => page.keyboard.press("Escape"), voiceCall, "detached");
  await measurePress("a picture opens", button("Open photo").last(), gallery);
  await measure("a picture closes", () => page.keyboard.press("Escape"), gallery, "detached");
  await dial(page);
  // While the page joins the room, WebRTC takes the main thread for 50 ms at a time.
  await page.waitForTimeout(settling);
  await measurePress("a call shrinks", overlay(page).getByRole("button", { name: "Minimise" }), badge(page));
  await overlay(page).waitFor({ state: "detached" });
  await measurePress("a call grows", badge(page), overlay(page));
  await hangUp(page);
  await overlay(page).waitFor({ state: "detached" });
  await measurePress("out of a chat", button("Back"), list);
}
