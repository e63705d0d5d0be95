import { chatPath } from "../../../machines/domain/route.ts";
import type { PlatformPort } from "../../../machines/ports/platform.ts";
import type { Unread } from "../../worker/messages.ts";
import { askPermission, createChime, notify, permissionEvents } from "./alert.ts";
import { type Badged, showBadge } from "./badge.ts";
import { createPage } from "./page.ts";
import { createRing } from "./ring.ts";
import { createTitle } from "./title.ts";
import { keepAwake } from "./wake-lock.ts";

/** `app`: has the icon that shows the unread count. */
export function createPlatform({ port, audio, visit } = createPage(), app?: Badged): PlatformPort {
  const chime = createChime(audio);
  const title = createTitle();
  return {
    ...port,
    permissionEvents,
    askPermission,
    alert({ title, body, conversationID, isSilent, isShown }) {
      if (!isSilent) chime();
      if (!isShown) return;
      notify({
        isSilent,
        title,
        body,
        tag: conversationID,
        onClick: () => {
          window.focus();
          visit(chatPath(conversationID));
        },
      });
    },
    ring: createRing(audio, title),
    keepAwake,
    setUnread(count) {
      title.setUnread(count);
      showBadge(app, count);
      // The service worker counts on from there (11-25).
      const unread: Unread = { type: "unread", count };
      app?.serviceWorker?.controller?.postMessage(unread);
    },
  };
}
