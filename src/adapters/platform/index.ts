import type { PlatformPort } from "../../../machines/ports/platform.ts";
import { randomHex } from "../ids.ts";
import { createAddress } from "./address.ts";
import { createChime, notify } from "./alert.ts";
import { createAudio } from "./audio.ts";
import { copyText } from "./clipboard.ts";
import { isOutdated } from "./release.ts";
import { createRing } from "./ring.ts";
import { createTabLock } from "./tab-lock.ts";
import { createTitle } from "./title.ts";
import { keepAwake } from "./wake-lock.ts";

/** The browser around the app. */
export function createPlatform(page = createAddress()): PlatformPort {
  const { visit, takeBaseData: _, ...address } = page;
  const audio = createAudio();
  const chime = createChime(audio);
  const title = createTitle();
  return {
    ...address,
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
    alert({ title, body, conversationID, isSilent }) {
      if (!isSilent) chime();
      notify({
        isSilent,
        title,
        body,
        tag: conversationID,
        onClick: () => {
          window.focus();
          visit({ path: "/chat", search: new URLSearchParams({ conversationID }).toString() });
        },
      });
    },
    unlockSound: audio.unlock,
    ring: createRing(audio, title),
    keepAwake,
    onClosing(callback) {
      const onPageHide = () => callback();
      window.addEventListener("pagehide", onPageHide);
      return () => window.removeEventListener("pagehide", onPageHide);
    },
    setUnread: title.setUnread,
    whenIdle(callback) {
      if (!("requestIdleCallback" in window)) return () => {};
      const asked = requestIdleCallback(() => callback());
      return () => cancelIdleCallback(asked);
    },
    copy: copyText,
    async renew() {
      if (await isOutdated()) window.location.reload();
    },
    browserLanguage: () => navigator.language,
    newID: randomHex,
    now: () => Date.now(),
  };
}
