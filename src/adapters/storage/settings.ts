import type { FirstPorts } from "../../../machines/ports/index.ts";
import { LANGUAGE_KEY } from "../../i18n/language.ts";
import { later } from "../lazy.ts";
import type { OwnFiles } from "./own-files.ts";
import { DRAFTS, EMOJIS, forget, forgetRecordings, PAGES, ROWS, SEARCHES } from "./storage-keys.ts";

const SOUND_KEY = "parley:sound";
const SOUND_OFF = "off";

/** Nobody who signs in has seen anything. */
const fetchRows = later(() => import("../instant-start/cached-rows.ts"));
const fetchPages = later(() => import("../instant-start/cached-pages.ts"));

/**
 * What is kept of a device, the language for the browser session (1-12) and the sound for good, and what is dropped
 * when somebody signs out. What cannot be read counts as absent.
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
        // storage is closed to this page: the choice lasts until the page goes
      }
    },
    readSound: () => readItem(local, SOUND_KEY) !== SOUND_OFF,
    writeSound(isOn) {
      try {
        if (isOn) local.removeItem(SOUND_KEY);
        else local.setItem(SOUND_KEY, SOUND_OFF);
      } catch {
        // storage is closed to this page: the choice lasts until the page goes
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
        () => {}, // chats come a moment later
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
