import type { StoragePort } from "../../machines/ports/storage.ts";
import { createEmojiMemory } from "./emoji-memory.ts";
import { createHeardVoices } from "./heard-voices.ts";
import { createKeptRecordings, readRecordings } from "./kept-recordings.ts";
import { createOutboxStore } from "./outbox-store.ts";
import { createOwnFiles, type OwnFiles } from "./own-files.ts";
import { createRecentSearches } from "./recent-searches.ts";
import { createSeenRows } from "./seen-rows.ts";
import { createViewedApplications } from "./viewed-applications.ts";

const LANGUAGE_KEY = "parley:language";
const SOUND_KEY = "parley:sound";
const SOUND_OFF = "off";

/**
 * Small things kept for the person: the language for the browser session (1-12), the sound and what waits to be sent for good.
 * What cannot be read counts as absent.
 */
export function createStorage(browser: {
  session: Storage;
  local: Storage;
  files?: OwnFiles;
  page?: EventTarget;
}): StoragePort {
  const files = browser.files ?? createOwnFiles(() => undefined);
  return {
    readLanguage() {
      try {
        return browser.session.getItem(LANGUAGE_KEY);
      } catch {
        return null;
      }
    },
    writeLanguage(language) {
      try {
        browser.session.setItem(LANGUAGE_KEY, language);
      } catch {
        // storage is closed to this page: the choice lasts until the page goes
      }
    },
    readSound: () => readItem(browser.local, SOUND_KEY) !== SOUND_OFF,
    writeSound(isOn) {
      try {
        if (isOn) browser.local.removeItem(SOUND_KEY);
        else browser.local.setItem(SOUND_KEY, SOUND_OFF);
      } catch {
        // storage is closed to this page: the choice lasts until the page goes
      }
    },
    ...createViewedApplications(browser.local),
    ...createRecentSearches(browser.local),
    ...createEmojiMemory(browser.local),
    ...createHeardVoices(browser.local),
    ...createSeenRows(browser.local, browser.page),
    ...createKeptRecordings(browser.local, files),
    ...createOutboxStore(browser.local, files, (userID) => readRecordings(browser.local, userID)),
  };
}

function readItem(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}
