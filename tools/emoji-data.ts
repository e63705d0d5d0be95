import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

/** As `emojibase-data` has it. */
interface CompactEmoji {
  hexcode: string;
  unicode: string;
  label: string;
  group?: number;
  order?: number;
  tags?: string[];
  skins?: CompactEmoji[];
}

/** An emoji as the page gets it: itself, its names, what it is found by, and its five skin tones if it has any. */
export type EmojiEntry = readonly [
  unicode: string,
  en: string,
  zh: string,
  words: string,
  ...tones: readonly string[],
];

const NAME = "virtual:emojis";

/** As Unicode numbers its groups; parts of emoji (2) are nothing to be picked. */
const GROUPS = [0, 1, 3, 4, 5, 6, 7, 8, 9];

/**
 * `import groups from "virtual:emojis"`: the groups of emoji with names and words in both languages, a quarter of what
 * the data sets hold.
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

/** One for each tone, for people beside each other the one in which they share it. */
function tones({ skins = [] }: CompactEmoji): string[] {
  const plain = ["🏻", "🏼", "🏽", "🏾", "🏿"].map((tone) =>
    skins.find(({ unicode }) => {
      const used = new Set(unicode.match(/[\u{1f3fb}-\u{1f3ff}]/gu));
      return used.size === 1 && used.has(tone);
    }),
  );
  return plain.flatMap((skin) => skin?.unicode ?? []);
}
