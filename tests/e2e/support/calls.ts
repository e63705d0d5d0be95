import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { type Holdings, installMediaProbe, type Reception } from "./media-probe.ts";
import type { Namespace } from "./namespace.ts";
import { isLive, launch, type Person, patience, phone, recordToasts, signIn } from "./people.ts";

export interface CallerOptions {
  /** Whether the page may use the (fake) microphone and camera; true by default. */
  mayUseDevices?: boolean;
  /** Whether there is a camera; true by default. */
  hasCamera?: boolean;
  /** Whether media may go over UDP, which some networks block; true by default. */
  mayUseUdp?: boolean;
  /** A WAV file that the microphone plays again and again; by default it beeps, which is too short for speech. */
  says?: string;
  /** The network of the browser; this machine's by default. */
  namespace?: Namespace;
  /** The stored data of an earlier page of this user, which keeps the user signed in. */
  storage?: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** Receives the page before anything loads, to listen to it. The page loads once the result is settled. */
  watch?(page: Page): unknown;
}

/**
 * A user who is signed in and live, in their own browser process: two pages of one process compete for Chromium's
 * fake camera. Close it with `close`.
 */
export async function caller(origin: string, person: Person, options: CallerOptions = {}): Promise<Page> {
  const {
    mayUseDevices = true,
    hasCamera = true,
    mayUseUdp = true,
    says,
    namespace,
    storage,
    watch,
  } = options;
  const flags = [
    fakeDevices({ hasCamera }),
    ...(says === undefined ? [] : [`--use-file-for-fake-audio-capture=${says}`]),
    "--autoplay-policy=no-user-gesture-required",
    "--use-fake-ui-for-media-stream",
    // Chromium does not know that a fulfilled page comes from this machine, and would block its requests to the local
    // server.
    ...(mayUseDevices ? [] : ["--disable-features=LocalNetworkAccessChecks"]),
    // One switch is Chromium's, the other the headless shell's.
    ...(mayUseUdp ? [] : ["webrtc", "force-webrtc"]).map(
      (name) => `--${name}-ip-handling-policy=disable_non_proxied_udp`,
    ),
  ];
  const browser = await launch(flags, namespace);
  const context = await phone(browser);
  if (storage) await context.setStorageState(storage);
  await context.addInitScript(installMediaProbe);
  await context.addInitScript(recordToasts);
  if (!mayUseDevices) await forbidDevices(context, origin);
  const page = await context.newPage();
  await watch?.(page);
  if (storage) await page.goto(origin);
  else await signIn(page, origin, person);
  // A signal reaches only a connected client.
  await isLive(page);
  return page;
}

/**
 * The flag of Chromium for its fake devices. Ten pictures a second, half of the usual, cost half the processor time of
 * a call.
 */
export const fakeDevices = ({ hasCamera = true } = {}): string =>
  `--use-fake-device-for-media-stream=device-count=${hasCamera ? 1 : 0},fps=10`;

/** Forbids microphone and camera. A headless browser has no prompt in which to refuse them. */
async function forbidDevices(context: BrowserContext, origin: string): Promise<void> {
  await context.route(`${origin}/`, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "permissions-policy": "microphone=(), camera=()" };
    await route.fulfill({ response, headers });
  });
}

/** Ends the browser processes of these pages. */
export async function close(...pages: (Page | undefined)[]): Promise<void> {
  await Promise.all(pages.map((page) => page?.context().browser()?.close()));
}

/** Kills the whole browser of a page, so that it cannot send anything on close. */
export async function kill(page: Page): Promise<void> {
  const browser = page.context().browser();
  const session = await browser?.newBrowserCDPSession();
  const { processInfo } = (await session?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
  const main = processInfo.find(({ type }) => type === "browser");
  if (!browser || !main) throw new Error("The browser has no process");
  const gone = new Promise<void>((resolve) => browser.once("disconnected", () => resolve()));
  process.kill(main.id, "SIGKILL");
  await gone;
}

export const overlay = (page: Page): Locator => page.getByRole("dialog", { name: /^(Call|Meeting)$/ });
export const badge = (page: Page): Locator => page.getByRole("button", { name: "Return to call" });
export const timer = (page: Page): Locator => page.getByRole("timer");

export const peer = (page: Page, { name }: Person): Locator =>
  overlay(page).getByRole("heading", { name, exact: true });

export async function dial(page: Page, kind: "Voice call" | "Video call" = "Voice call"): Promise<void> {
  await openCallMenu(page);
  await page.getByRole("menuitem", { name: kind }).click();
}

export async function openCallMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Voice call" }).waitFor();
}

export async function accept(page: Page): Promise<void> {
  await overlay(page).getByRole("button", { name: "Accept" }).click();
}

export async function hangUp(page: Page): Promise<void> {
  await overlay(page).getByRole("button", { name: "Hang up" }).click();
}

/** Taps twice at the same point. The second tap hits what is there after the first. */
export async function tapTwice(page: Page, name: string): Promise<void> {
  await overlay(page).getByRole("button", { name, exact: true }).click({ trial: true });
  const { x, y } = await centreOf(page, name);
  for (let taps = 0; taps < 2; taps += 1) await page.mouse.click(x, y);
}

/** Taps where the button is, also if something above it takes the tap. */
export async function tapAtOnce(page: Page, name: string): Promise<void> {
  const { x, y } = await centreOf(page, name);
  await page.mouse.click(x, y);
}

async function centreOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const button = overlay(page).getByRole("button", { name, exact: true });
  // Waits until it no longer moves.
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox()) ?? expect.fail(`no button ${name}`);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Resolves when every page shows a running call timer. */
export async function connected(...pages: Page[]): Promise<void> {
  await Promise.all(pages.map((page) => timer(page).waitFor()));
}

/** One calls, the other accepts. Resolves when both are connected. */
export async function call(from: Page, to: Page, kind?: "Voice call" | "Video call"): Promise<void> {
  await dial(from, kind);
  await accept(to);
  await connected(from, to);
}

/** Resolves when no page shows a call. */
export async function free(...pages: Page[]): Promise<void> {
  const isGone = { state: "detached" } as const;
  for (const page of pages) {
    await overlay(page).waitFor(isGone);
    await badge(page).waitFor(isGone);
  }
}

/** Ends what a test left running, so that the next one can call. */
export async function release(...pages: (Page | undefined)[]): Promise<void> {
  for (const page of pages) {
    if (!page || page.isClosed()) continue;
    if (await badge(page).isVisible()) await badge(page).press("Enter");
    // The call may end by itself: a waiting click would then wait for a button that does not come.
    await overlay(page)
      .getByRole("button", { name: "Hang up" })
      .evaluateAll((buttons) => {
        for (const button of buttons) if (button instanceof HTMLElement) button.click();
      });
    await free(page);
  }
}

/** The media received so far, over all open connections. */
export const received = (page: Page): Promise<Reception> => page.evaluate(() => window.mediaProbe.received());

/** The devices and connections in use. A call that has ended must leave none. */
export const holdings = (page: Page): Promise<Holdings> => page.evaluate(() => window.mediaProbe.holdings());

/** Resolves when sound that is not silence keeps arriving from now on. */
export const hears = (page: Page): Promise<void> => soundComes(() => received(page));

/** Resolves when pictures keep arriving from now on. */
export const sees = (page: Page): Promise<void> => picturesCome(() => received(page));

type Read = () => Promise<Reception>;

/** `hears` for a browser that is read in another way. */
export function soundComes(read: Read): Promise<void> {
  return grows(read, "sound", (before, now) => {
    return now.audioPackets >= before.audioPackets + 20 && now.audioEnergy > before.audioEnergy;
  });
}

export function picturesCome(read: Read): Promise<void> {
  return grows(read, "pictures", (before, now) => now.frames >= before.frames + 10);
}

async function grows(
  read: Read,
  what: string,
  isEnough: (before: Reception, now: Reception) => boolean,
): Promise<void> {
  const before = await read();
  const check = async () => {
    const now = await read();
    const figures = `${JSON.stringify(before)} before, ${JSON.stringify(now)} now`;
    if (!isEnough(before, now)) throw new Error(`No ${what} kept coming in: ${figures}`);
  };
  await vi.waitFor(check, { timeout: patience, interval: 100 });
}

/** Resolves when the pixels that a video shows change from now on. */
export function pixelsChange(video: Locator, what: string): Promise<void> {
  return frameChanges(() => video.evaluate(frameOf), what);
}

/** Runs in a page: the pixels of a small copy of a video's current frame, or null before its first one. */
export function frameOf(video: Element): string | null {
  const [width, height] = [32, 24];
  const brush = new OffscreenCanvas(width, height).getContext("2d");
  if (!brush || !(video instanceof HTMLVideoElement)) return null;
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  brush.drawImage(video, 0, 0, width, height);
  return brush.getImageData(0, 0, width, height).data.join();
}

/** `pixelsChange` for a browser that is read in another way. */
export async function frameChanges(look: () => Promise<string | null>, what: string): Promise<void> {
  await until(async () => (await look()) !== null, `${what} is shown`);
  const before = await look();
  await until(async () => (await look()) !== before, `${what} moves`);
}

/** Resolves when at least ten more frames of that person's camera have been drawn. */
export async function moves(page: Page, { name }: Person): Promise<void> {
  const picture = overlay(page).locator(`video[aria-label="Video of ${name}"]`).first();
  const frames = () =>
    picture.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
  const before = await frames();
  await until(async () => (await frames()) >= before + 10, `the picture of ${name} moves`);
}

export async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const check = async () => {
    if (!(await condition())) throw new Error(`Not so: ${what}`);
  };
  await vi.waitFor(check, { timeout: patience, interval: 100 });
}

/** The call rows in the open chat that contain this text. */
export const callRows = (page: Page, words: string | RegExp): Locator =>
  page.getByRole("log", { name: "Messages" }).getByRole("article").filter({ hasText: words });
