/** Parley's own stickers: faces of one character, sent by name and drawn by clients that know them. Pure values. */

/** In display order. The index is the sticker's number in sent messages, so the order must never change. */
export const STICKERS = [
  "hello",
  "laugh",
  "love",
  "thanks",
  "ok",
  "wow",
  "think",
  "party",
  "cry",
  "angry",
  "sleepy",
  "no",
  "sorry",
  "busy",
  "coffee",
  "goodNight",
] as const;
export type Sticker = (typeof STICKERS)[number];

/** Distinguishes them from stickers of other clients. */
export const STICKER_SET = "parley";

/** Returns all stickers, recently used ones first. */
export function stickersFrom(recent: readonly Sticker[]): readonly Sticker[] {
  return [...new Set([...recent, ...STICKERS])];
}

/** Number of recent stickers that come first. With more, each pick would move too many. */
export const RECENT_STICKERS = 4;

export function withSticker(recent: readonly Sticker[], sticker: Sticker): readonly Sticker[] {
  return [sticker, ...recent.filter((one) => one !== sticker)].slice(0, RECENT_STICKERS);
}
