/** Recently used emoji and stickers. Pure functions. */

import type { Sticker } from "./sticker.ts";

/** 0 for yellow, 1 to 5 from light to dark. */
export type SkinTone = 0 | 1 | 2 | 3 | 4 | 5;

export interface EmojiMemory {
  /** Newest first, without duplicates. */
  recent: readonly string[];
  tone: SkinTone;
  /** Newest first. */
  stickers: readonly Sticker[];
}

/** Maximum number of recent emoji: four rows on a phone. */
export const RECENT_EMOJIS = 32;

export const NO_EMOJIS: EmojiMemory = { recent: [], tone: 0, stickers: [] };

export function withEmoji(recent: readonly string[], emoji: string): readonly string[] {
  return [emoji, ...recent.filter((one) => one !== emoji)].slice(0, RECENT_EMOJIS);
}
