import type { StoragePort } from "../../../machines/ports/storage.ts";
import { createPageKeeper, type PageKeeper } from "../instant-start/cached-pages.ts";
import { createRowKeeper } from "../instant-start/cached-rows.ts";
import { createEmojiMemory } from "./emoji-memory.ts";
import { createHeardVoices } from "./heard-voices.ts";
import { createKeptCall } from "./kept-call.ts";
import { createKeptForms } from "./kept-forms.ts";
import { createKeptMeeting } from "./kept-meeting.ts";
import { createKeptRecordings, readRecordings } from "./kept-recordings.ts";
import { createOutboxStore } from "./outbox-store.ts";
import { createOwnFiles, type OwnFiles } from "./own-files.ts";
import { createRecentSearches } from "./recent-searches.ts";
import { createSettings } from "./settings.ts";
import { createViewedApplications } from "./viewed-requests.ts";

export function createStorage(browser: {
  session: Storage;
  local: Storage;
  files?: OwnFiles;
  /** Emits `pagehide`. */
  page?: EventTarget;
  now?: () => number;
}): StoragePort & Pick<PageKeeper, "amendPages" | "emptyPages"> {
  const files = browser.files ?? createOwnFiles(() => undefined);
  const rows = createRowKeeper(browser.local, browser.page);
  const pages = createPageKeeper(browser.local, browser.page);
  return {
    ...createSettings({ ...browser, files }),
    ...createViewedApplications(browser.local),
    ...createRecentSearches(browser.local),
    ...createEmojiMemory(browser.local),
    ...createHeardVoices(browser.local),
    ...createKeptCall(browser.local, browser.now),
    ...createKeptMeeting(browser.session),
    ...createKeptForms(browser.session),
    keepPage: pages.keepPage,
    amendPages: pages.amendPages,
    emptyPages: pages.emptyPages,
    keepRows(seen) {
      rows.keepRows(seen);
      pages.emptyPages(seen.rows);
    },
    restRows() {
      rows.restRows();
      pages.restPages();
    },
    ...createKeptRecordings(browser.local, files),
    ...createOutboxStore(browser.local, files, (userID) => readRecordings(browser.local, userID)),
  };
}
