import * as v from "valibot";
import type { StoragePort } from "../../machines/ports/storage.ts";
import { Failure } from "../../machines/vocabulary/failures.ts";
import { createEmojiMemory } from "./emoji-memory.ts";
import { createHeardVoices } from "./heard-voices.ts";
import { KeptEnclosure } from "./kept-enclosure.ts";
import { createRecentSearches } from "./recent-searches.ts";
import { createViewedApplications } from "./viewed-applications.ts";

const LANGUAGE_KEY = "parley:language";
const SOUND_KEY = "parley:sound";
const SOUND_OFF = "off";

const Call = v.object({
  roomID: v.pipe(v.string(), v.minLength(1)),
  mediaType: v.picklist(["voice", "video"]),
  result: v.picklist(["completed", "cancelled", "declined", "busy", "noAnswer", "failed"]),
  durationSeconds: v.number(),
  isByCallee: v.exactOptional(v.literal(true)),
});

const Mention = v.object({ userID: v.pipe(v.string(), v.minLength(1)), name: v.string() });

const Outbox = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      clientMsgID: v.pipe(v.string(), v.minLength(1)),
      conversationID: v.pipe(v.string(), v.minLength(1)),
      text: v.string(),
      replyTo: v.nullable(v.string()),
      mentions: v.exactOptional(v.array(Mention)),
      call: v.exactOptional(Call),
      enclosure: v.exactOptional(KeptEnclosure),
    }),
  ),
);

/**
 * Small things kept for the person: the language for the browser session (1-12), the sound and what waits to be sent for good.
 * What cannot be read counts as absent.
 */
export function createStorage(browser: { session: Storage; local: Storage }): StoragePort {
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
    readOutbox: async ({ userID }) => {
      const stored = v.safeParse(Outbox, readItem(browser.local, outboxKey(userID)));
      return stored.success ? stored.output : [];
    },
    writeOutbox: async ({ userID, items }) => {
      try {
        if (items.length === 0) browser.local.removeItem(outboxKey(userID));
        else browser.local.setItem(outboxKey(userID), JSON.stringify(items));
      } catch {
        throw new Failure("unknown");
      }
    },
  };
}

function outboxKey(userID: string): string {
  return `parley:outbox:${userID}`;
}

function readItem(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}
