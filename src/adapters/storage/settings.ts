import { appearanceOf } from "../../../machines/domain/appearance.ts";
import type { FirstPorts } from "../../../machines/ports/index.ts";
import { LANGUAGE_KEY } from "../../i18n/language.ts";
import { lazy } from "../lazy.ts";
import { APPEARANCE_KEY } from "../platform/appearance.ts";
import type { OwnFiles } from "./own-files.ts";
import { DRAFTS, EMOJIS, forget, forgetRecordings, PAGES, ROWS, SEARCHES } from "./storage-keys.ts";

const SOUND_KEY = "parley:sound";
const SOUND_OFF = "off";

/** Loaded on demand: a user who signs in has nothing cached yet. */
const fetchRows = lazy(() => import("../instant-start/cached-rows.ts"));
const fetchPages = lazy(() => import("../instant-start/cached-pages.ts"));

/**
 * Stores the settings of a device: language for the browser session (1-12), sound and appearance
 * permanently. Also drops user data
 * at sign-out. Unreadable data counts as absent.
 */
export function createSettings({
  session,
  local,
  files,
}: {
  session: Storage;
  local: Storage;
  files: OwnFiles;
}): FirstPorts["storage"] {
  return {
    readLanguage: () => readItem(session, LANGUAGE_KEY),
    writeLanguage(language) {
      try {
        session.setItem(LANGUAGE_KEY, language);
      } catch {
        // no access to storage: the setting lasts until the page closes
      }
    },
    readSound: () => readItem(local, SOUND_KEY) !== SOUND_OFF,
    writeSound(isOn) {
      try {
        if (isOn) local.removeItem(SOUND_KEY);
        else local.setItem(SOUND_KEY, SOUND_OFF);
      } catch {
        // no access to storage: the setting lasts until the page closes
      }
    },
    readAppearance: () => appearanceOf(readItem(local, APPEARANCE_KEY)),
    writeAppearance({ theme, textSize }) {
      try {
        local.setItem(APPEARANCE_KEY, `${theme},${textSize}`);
      } catch {
        // no access to storage: the setting lasts until the page closes
      }
    },
    forgetSearches: () => forget(local, SEARCHES),
    forgetEmojis: () => forget(local, EMOJIS),
    forgetDrafts: () => forget(local, DRAFTS),
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

function readItem(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}
