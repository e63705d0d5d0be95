import type { Alerts } from "../../../machines/domain/alerts.ts";
import { appearanceOf } from "../../../machines/domain/appearance.ts";
import { linkIn } from "../../../machines/domain/route.ts";
import type { FirstPorts } from "../../../machines/ports/index.ts";
import type { StoragePort } from "../../../machines/ports/storage.ts";
import { LANGUAGE_KEY } from "../../i18n/language.ts";
import { lazy } from "../lazy.ts";
import { APPEARANCE_KEY } from "../platform/appearance.ts";
import { readItem, writeItem } from "./items.ts";
import type { OwnFiles } from "./own-files.ts";
import {
  DRAFTS,
  EMOJIS,
  FORMS,
  forget,
  forgetOutbox,
  forgetRecordings,
  PAGES,
  ROWS,
  SEARCHES,
} from "./storage-keys.ts";

/** Settings that are on unless "off" is stored. */
type SettingName = keyof Alerts | "offer";
const settingKey = (name: SettingName) => `parley:${name}`;
const OFF = "off";
const LINK = "parley:link";

/** Loaded on demand: a user who signs in has nothing cached yet. */
const fetchRows = lazy(() => import("../instant-start/cached-rows.ts"));
const fetchPages = lazy(() => import("../instant-start/cached-pages.ts"));

/**
 * Stores the settings of a device: language for the browser session (1-12), alerts and appearance permanently; and,
 * for the browser session, the link that led to the sign-in. Also drops user data at sign-out. Unreadable data counts
 * as absent.
 */
export function createSettings({
  session,
  local,
  files,
}: {
  session: Storage;
  local: Storage;
  files: OwnFiles;
}): FirstPorts["storage"] & Pick<StoragePort, "readDeclined" | "writeDeclined"> {
  const isOn = (name: SettingName) => readItem(local, settingKey(name)) !== OFF;
  const write = (name: SettingName, on: boolean) => writeItem(local, settingKey(name), on ? null : OFF);
  return {
    readLink: () => linkIn(readItem(session, LINK)),
    writeLink: (link) => writeItem(session, LINK, link && `${link.path}?${link.search}`),
    readLanguage: () => readItem(session, LANGUAGE_KEY),
    writeLanguage: (language) => writeItem(session, LANGUAGE_KEY, language),
    readDeclined: () => !isOn("offer"),
    writeDeclined: () => write("offer", false),
    readAlerts: () => ({
      sound: isOn("sound"),
      notifications: isOn("notifications"),
      previews: isOn("previews"),
    }),
    writeAlerts({ sound, notifications, previews }) {
      write("sound", sound);
      write("notifications", notifications);
      write("previews", previews);
    },
    readAppearance: () => appearanceOf(readItem(local, APPEARANCE_KEY)),
    writeAppearance: ({ theme, textSize, wallpaper }) =>
      writeItem(local, APPEARANCE_KEY, `${theme},${textSize},${wallpaper}`),
    forgetSearches: () => forget(local, SEARCHES),
    forgetEmojis: () => forget(local, EMOJIS),
    forgetDrafts(isRefused) {
      if (!isRefused) forget(local, DRAFTS);
      forget(session, FORMS);
    },
    forgetOutbox: (whose) => forgetOutbox(local, files, whose),
    forgetRecordings: () => forgetRecordings(local, files),
    readRows: async ({ userID }) => (await fetchRows()).readRows(local, userID),
    forgetRows: () => forget(local, ROWS),
    watchPages(whose, send) {
      let stop: (() => void) | null | undefined;
      fetchPages().then(
        ({ watchPages }) => {
          if (stop !== null) stop = watchPages(local, whose, send);
        },
        () => {}, // chats appear a moment later
      );
      return () => {
        stop?.();
        stop = null;
      };
    },
    forgetPages: () => forget(local, PAGES),
  };
}
