import * as v from "valibot";
import { NO_EMOJIS, RECENT_EMOJIS } from "../../../machines/domain/emoji.ts";
import { Failure } from "../../../machines/domain/failure.ts";
import { RECENT_STICKERS, STICKERS } from "../../../machines/domain/sticker.ts";
import type { EmojiStore } from "../../../machines/ports/emoji.ts";
import { EMOJIS } from "./storage-keys.ts";

/** Longer than any emoji, including families of four. */
const LONGEST = 40;

const Memory = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    recent: v.pipe(
      v.array(v.string()),
      v.transform((recent) =>
        recent.filter((emoji) => emoji !== "" && emoji.length <= LONGEST).slice(0, RECENT_EMOJIS),
      ),
    ),
    tone: v.picklist([0, 1, 2, 3, 4, 5]),
    stickers: v.fallback(
      v.pipe(
        v.array(v.picklist(STICKERS)),
        v.transform((stickers) => [...new Set(stickers)].slice(0, RECENT_STICKERS)),
      ),
      [],
    ),
  }),
);

/** Stores the recent emoji of each user. Unreadable data counts as empty. */
export function createEmojiMemory(storage: Storage): Omit<EmojiStore, "forgetEmojis"> {
  return {
    async readEmojis({ userID }) {
      try {
        const stored = v.safeParse(Memory, storage.getItem(EMOJIS + userID));
        return stored.success ? stored.output : NO_EMOJIS;
      } catch {
        return NO_EMOJIS; // no access to storage
      }
    },
    async writeEmojis({ userID, memory }) {
      try {
        storage.setItem(EMOJIS + userID, JSON.stringify(memory));
      } catch {
        throw new Failure("unknown");
      }
    },
  };
}
