import type { FirstPorts } from "../../../machines/ports/index.ts";
import { randomHex } from "../ids.ts";
import type { ServerClock } from "../server-clock.ts";
import { createAddress } from "./address.ts";
import { showAppearance } from "./appearance.ts";
import { createAudio } from "./audio.ts";
import { copyText } from "./clipboard.ts";
import { frameHistory } from "./frame-history.ts";
import { isOutdated } from "./release.ts";
import { createTabLock } from "./tab-lock.ts";
import { windowEvents } from "./window-width.ts";

/** Milliseconds until a page counts as idle in browsers without an idle callback. */
const SURELY_IDLE = 2000;

/** The part of the platform that is needed before the user is signed in, and parts that the rest shares. */
export type Page = ReturnType<typeof createPage>;

/** `takeKey`: takes the key of a meeting out of an address. */
export function createPage(takeKey?: (address: string) => string, clock: Pick<ServerClock, "now"> = Date) {
  const { visit, takeBaseData, ...address } = createAddress(
    window.parent === window ? history : frameHistory(window),
    takeKey,
  );
  const audio = createAudio();
  const port: FirstPorts["platform"] = {
    ...address,
    windowEvents,
    pageEvents(send) {
      const controller = new AbortController();
      const { signal } = controller;
      document.addEventListener(
        "visibilitychange",
        () => send({ type: document.hidden ? "page.hidden" : "page.visible" }),
        { signal },
      );
      window.addEventListener("online", () => send({ type: "page.online" }), { signal });
      window.addEventListener("offline", () => send({ type: "page.offline" }), { signal });
      return () => controller.abort();
    },
    tabLock: createTabLock(navigator.locks),
    unlockSound: audio.unlock,
    onClosing(callback) {
      const onPageHide = () => callback();
      window.addEventListener("pagehide", onPageHide);
      return () => window.removeEventListener("pagehide", onPageHide);
    },
    whenIdle(callback) {
      if (!("requestIdleCallback" in window)) {
        const timer = setTimeout(callback, SURELY_IDLE);
        return () => clearTimeout(timer);
      }
      const asked = requestIdleCallback(() => callback());
      return () => cancelIdleCallback(asked);
    },
    showAppearance,
    copy: copyText,
    async renew() {
      if (!(await isOutdated())) return;
      // The service worker would answer with the old release again. It is installed again later.
      await (await navigator.serviceWorker?.getRegistration())?.unregister();
      window.location.reload();
    },
    browserLanguage: () => navigator.language,
    newID: randomHex,
    now: () => clock.now(),
  };
  return { port, audio, visit, takeBaseData };
}
