import groups from "virtual:emojis";
import type { SkinTone } from "../../../../machines/domain/emoji.ts";
import type { Language } from "../../../../machines/domain/language.ts";
import { isDrawable } from "./drawable.ts";

export interface Emoji {
  /** Without a skin tone. */
  plain: string;
  name: Readonly<Record<Language, string>>;
  /** In both languages, in lower case, with a space before each word. */
  words: string;
  /** Five skin tones, or empty. */
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

/** Leaves out emoji that this device cannot draw. */
export function emojisIn(group: EmojiGroup): readonly Emoji[] {
  return (all[GROUPS.indexOf(group)] ?? []).filter(({ plain }) => isDrawable(plain));
}

const byForm = new Map(
  all.flat().flatMap((emoji) => [emoji.plain, ...emoji.tones].map((form) => [form, emoji] as const)),
);

/** Accepts any skin tone. */
export function emojiOf(form: string): Emoji | undefined {
  return byForm.get(form);
}

export function inTone({ plain, tones }: Emoji, tone: SkinTone): string {
  return tone === 0 ? plain : (tones[tone - 1] ?? plain);
}

const MOST_FOUND = 120;

/** Chinese words are not separated by spaces. */
const CHINESE = /[\u4e00-\u9fff]/;

/** Each given word is a prefix of a word of the emoji. Matches at the start of the name come first. */
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
