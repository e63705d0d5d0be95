import groups from "virtual:emojis";
import type { SkinTone } from "../../../../machines/domain/emoji.ts";
import type { Language } from "../../../../machines/domain/platform-events.ts";
import { isDrawable } from "./drawable.ts";

/** An emoji as the panel offers it. */
export interface Emoji {
  /** Itself, without a skin tone. */
  plain: string;
  name: Readonly<Record<Language, string>>;
  /** What it is found by, in both languages, in small letters with a blank before each word. */
  words: string;
  /** The same in five skin tones, or none. */
  tones: readonly string[];
}

/** The groups as Unicode orders them. */
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

/** Which emoji that is, in whatever skin tone. */
export function emojiOf(form: string): Emoji | undefined {
  return byForm.get(form);
}

/** The emoji in the tone a person chose. */
export function inTone({ plain, tones }: Emoji, tone: SkinTone): string {
  return tone === 0 ? plain : (tones[tone - 1] ?? plain);
}

/** More than anybody looks through. */
const MOST_FOUND = 120;

/** Letters of which words are not set apart by blanks. */
const CHINESE = /[\u4e00-\u9fff]/;

/** Emoji with a word that begins as each of those asked for; the ones whose name begins so come first. */
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
