import type { PlatformPort } from "../../../machines/ports/platform.ts";
import { createChime, notify } from "./alert.ts";
import { createPage } from "./page.ts";
import { createRing } from "./ring.ts";
import { createTitle } from "./title.ts";
import { keepAwake } from "./wake-lock.ts";

export function createPlatform({ port, audio, visit } = createPage()): PlatformPort {
  const chime = createChime(audio);
  const title = createTitle();
  return {
    ...port,
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
    ring: createRing(audio, title),
    keepAwake,
    setUnread: title.setUnread,
  };
}
