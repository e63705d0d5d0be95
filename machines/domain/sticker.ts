/** The product's own stickers: faces of one character, sent by name and drawn by whoever knows it. Pure values. */

/** In the order they are offered; a sticker's number on the wire is its place here, so that none ever moves. */
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

/** What sets them apart from the stickers of other clients. */
export const STICKER_SET = "parley";

/** Those picked lately, the newest first, and then the others. */
export function stickersFrom(recent: readonly Sticker[]): readonly Sticker[] {
  return [...new Set([...recent, ...STICKERS])];
}

/** So many come first; with more of them each pick would move all. */
export const RECENT_STICKERS = 4;

export function withSticker(recent: readonly Sticker[], sticker: Sticker): readonly Sticker[] {
  return [sticker, ...recent.filter((one) => one !== sticker)].slice(0, RECENT_STICKERS);
}
