import type { Browser, Page } from "playwright-core";
import * as v from "valibot";
import { installMediaProbe } from "../../e2e/support/media-probe.ts";
import { launch } from "../../e2e/support/people.ts";
import type { Host } from "./host.ts";
import { openPage } from "./pages.ts";
import { type Account, post } from "./store.ts";

/** Starts a new browser process with Chromium's fake camera (640x480, 20 frames a second) and microphone. */
export function launchCaller(): Promise<Browser> {
  return launch([
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    "--autoplay-policy=no-user-gesture-required",
  ]);
}

/** Opens a page in a new browser process that counts the received media. */
export async function openCaller(host: Host, account: Account, path: string): Promise<Page> {
  const page = await openPage(await launchCaller(), { origin: host.origin, account });
  await page.context().addInitScript(installMediaProbe);
  await page.goto(host.origin + path);
  return page;
}

const access = v.object({ data: v.object({ serverUrl: v.string(), token: v.string() }) });

export async function accessTo(
  host: Host,
  room: string,
  { userID, chatToken }: Pick<Account, "userID" | "chatToken">,
): Promise<{ serverUrl: string; token: string }> {
  const url = `${host.origin}/chat/user/rtc/get_token`;
  return v.parse(access, await post(url, { room, identity: userID }, chatToken)).data;
}

/** Milliseconds since the epoch of the first frame with an element that matches `css` and contains `text`. */
export function nextShown(page: Page, css: string, text = ""): Promise<number> {
  return page.evaluate(
    ([css, text]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isThere = [...document.querySelectorAll(css)].some((one) => one.textContent?.includes(text));
          if (isThere) resolve(Date.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    [css, text] as const,
  );
}

/** Milliseconds since the epoch of the first frame of a video that matches `css`. */
export function firstPicture(page: Page, css: string): Promise<number> {
  return page.evaluate(
    (css) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const video = document.querySelector(css);
          if (video instanceof HTMLVideoElement) video.requestVideoFrameCallback(() => resolve(Date.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    css,
  );
}

/** Milliseconds since the epoch. */
export function nextClick(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        document.addEventListener("click", () => resolve(Date.now()), { capture: true, once: true }),
      ),
  );
}

/**
 * Returns the server's processor time, in % of a core, while every page decodes `frames` more frames; and the frames
 * per second of all pages together.
 */
export async function serverLoad(
  host: Host,
  pages: readonly Page[],
  frames: number,
): Promise<{ load: number; pictures: number }> {
  const [time, start] = [host.processorTime(), performance.now()];
  const decoded = await Promise.all(
    pages.map((page) =>
      page.evaluate(async (frames) => {
        const { received } = window.mediaProbe;
        const begin = performance.now();
        const before = (await received()).frames;
        let now = before;
        while (now < before + frames) {
          await new Promise((resolve) => setTimeout(resolve, 100));
          now = (await received()).frames;
        }
        return ((now - before) / (performance.now() - begin)) * 1000;
      }, frames),
    ),
  );
  const load = ((host.processorTime() - time) / (performance.now() - start)) * 100;
  return { load, pictures: decoded.reduce((sum, rate) => sum + rate, 0) };
}
