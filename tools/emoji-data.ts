import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

interface CompactEmoji {
  hexcode: string;
  unicode: string;
  label: string;
  group?: number;
  order?: number;
  tags?: string[];
  skins?: CompactEmoji[];
}

/** An emoji for the page: character, names, search words, and its five skin tones if any. */
export type EmojiEntry = readonly [
  unicode: string,
  en: string,
  zh: string,
  words: string,
  ...tones: readonly string[],
];

const NAME = "virtual:emojis";

/** Unicode's group numbers. Group 2 (emoji components) cannot be picked. */
const GROUPS = [0, 1, 3, 4, 5, 6, 7, 8, 9];

/**
 * `import groups from "virtual:emojis"`: the emoji groups with names and words in both languages, a quarter of the
 * data sets' size.
 */
export function emojiData(): Plugin {
  return {
    name: "parley:emoji-data",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) =>
      id === `\0${NAME}` ? `export default JSON.parse(${JSON.stringify(JSON.stringify(groups()))})` : null,
  };
}

function groups(): EmojiEntry[][] {
  const require = createRequire(import.meta.url);
  const en = read(require.resolve("emojibase-data/en/compact.json"));
  const chinese = read(require.resolve("emojibase-data/zh/compact.json"));
  const zh = new Map(chinese.map((emoji) => [emoji.hexcode, emoji]));
  return GROUPS.map((group) =>
    en
      .filter((emoji) => emoji.group === group)
      .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .map((emoji) => entry(emoji, zh.get(emoji.hexcode))),
  );
}

function read(file: string): CompactEmoji[] {
  return JSON.parse(readFileSync(file, "utf8"));
}

function entry(en: CompactEmoji, zh: CompactEmoji | undefined): EmojiEntry {
  const words = new Set([...(en.tags ?? []), ...(zh?.tags ?? [])]);
  return [en.unicode, en.label, zh?.label ?? en.label, [...words].join(" ").toLowerCase(), ...tones(en)];
}

/** One variant per tone. For several people, the one in which all have the same tone. */
function tones({ skins = [] }: CompactEmoji): string[] {
  const plain = ["🏻", "🏼", "🏽", "🏾", "🏿"].map((tone) =>
    skins.find(({ unicode }) => {
      const used = new Set(unicode.match(/[\u{1f3fb}-\u{1f3ff}]/gu));
      return used.size === 1 && used.has(tone);
    }),
  );
  return plain.flatMap((skin) => skin?.unicode ?? []);
}
