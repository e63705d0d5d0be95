import groups from "virtual:emojis";
import type { SkinTone } from "../../../../machines/domain/emoji.ts";
import type { Language } from "../../../../machines/domain/platform-events.ts";
import { isDrawable } from "./drawable.ts";

export interface Emoji {
  /** The emoji without a skin tone. */
  plain: string;
  name: Readonly<Record<Language, string>>;
  /** Search words in both languages, in lower case, with a space before each word. */
  words: string;
  /** The emoji in five skin tones, or empty. */
  tones: readonly string[];
}

/** In Unicode's order. */
export const GROUPS = [
  "smileys",
  "people",
  "nature",
  "food",
  "travel",
  "activities",
  "objects",
  "symbols",
  "flags",
] as const;
export type EmojiGroup = (typeof GROUPS)[number];

const all: readonly (readonly Emoji[])[] = groups.map((group) =>
  group.map(([plain, en, zh, words, ...tones]) => ({
    plain,
    name: { en, zh },
    words: ` ${plain} ${en.toLowerCase()} ${zh} ${words}`,
    tones,
  })),
);

/** The emoji of a group that this device can draw. */
export function emojisIn(group: EmojiGroup): readonly Emoji[] {
  return (all[GROUPS.indexOf(group)] ?? []).filter(({ plain }) => isDrawable(plain));
}

const byForm = new Map(
  all.flat().flatMap((emoji) => [emoji.plain, ...emoji.tones].map((form) => [form, emoji] as const)),
);

/** Finds an emoji by any of its skin tones. */
export function emojiOf(form: string): Emoji | undefined {
  return byForm.get(form);
}

export function inTone({ plain, tones }: Emoji, tone: SkinTone): string {
  return tone === 0 ? plain : (tones[tone - 1] ?? plain);
}

const MOST_FOUND = 120;

/** Chinese words are not separated by spaces. */
const CHINESE = /[\u4e00-\u9fff]/;

/** Emoji that have a word with each given prefix. Matches at the start of the name come first. */
export function searchEmojis(query: string): readonly Emoji[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const first = wanted[0];
  if (first === undefined) return [];
  const says = (words: string) =>
    wanted.every((word) => words.includes(CHINESE.test(word) ? word : ` ${word}`));
  const isNamed = ({ name }: Emoji) => name.en.toLowerCase().startsWith(first) || name.zh.startsWith(first);
  const found = all.flat().filter(({ words }) => says(words));
  return [...found.filter(isNamed), ...found.filter((emoji) => !isNamed(emoji))]
    .filter(({ plain }) => isDrawable(plain))
    .slice(0, MOST_FOUND);
}
