/** Emoji: what is remembered of those a person picks. Pure functions. */

import type { Sticker } from "./sticker.ts";

/** 0 for the yellow ones, 1 to 5 from light to dark. */
export type SkinTone = 0 | 1 | 2 | 3 | 4 | 5;

export interface EmojiMemory {
  /** As they were picked, the newest first, each once. */
  recent: readonly string[];
  /** The skin tone chosen last. */
  tone: SkinTone;
  /** The stickers sent lately, the newest first. */
  stickers: readonly Sticker[];
}

/** So many are remembered: four rows of a phone. */
export const RECENT_EMOJIS = 32;

export const NO_EMOJIS: EmojiMemory = { recent: [], tone: 0, stickers: [] };

export function withEmoji(recent: readonly string[], emoji: string): readonly string[] {
  return [emoji, ...recent.filter((one) => one !== emoji)].slice(0, RECENT_EMOJIS);
}
