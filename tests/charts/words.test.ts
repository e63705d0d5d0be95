/**
 * Comments, test names and pages are read by engineers whose second language is English. Words that make a sentence a
 * riddle are refused, as house names for things that have a standard term.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, sourcesIn } from "./source-files.ts";

/** The word, and what to write instead. */
const BANNED: Readonly<Record<string, string>> = {
  "all the same": "still",
  anew: "again",
  courier: "signal queue",
  doorbell: "invite throttle",
  "for ever": "without end",
  hearth: "burn queue",
  hence: "so",
  hereby: "so",
  "in vain": "without a result",
  "no one": "no user, no member",
  "of old": "already",
  oneself: "the user",
  "one's": "the user's",
  somebody: "a user, a peer",
  "stand in": "replace",
  "stands in": "replaces",
  "take the place of": "replace",
  "takes the place of": "replaces",
  thence: "from there",
  thereby: "so",
  therein: "in it",
  thus: "so",
  upon: "on",
  "waved away": "dismissed",
  whence: "from where",
  whilst: "while",
  whoever: "the user who, the peer that",
  whomever: "the user that",
};

/** Folders of source code. */
const CODE = ["machines", "src", "server", "tools", "tests"];

/** Pages that quote others word by word: the specification, and what was observed on the wire. */
const QUOTING = /^docs\/(requirements\.md|protocols\/)/;

interface Line {
  text: string;
  at: string;
}

const linesOf = (path: string): Line[] =>
  readFileSync(join(ROOT, path), "utf8")
    .split("\n")
    .map((text, index) => ({ text, at: `${path}:${index + 1}` }));

const code = CODE.flatMap(sourcesIn).flatMap(({ path }) => linesOf(path));
const comments = code.filter(({ text }) => /^\s*(\/\/|\/?\*)/.test(text));
const testNames = code.filter(({ text }) => /\b(it|test|describe)(\.each\(.*\))?\(\s*["'`]/.test(text));
const pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...markdownIn("docs")]
  .filter((path) => !QUOTING.test(path))
  .flatMap(linesOf);

describe("words", () => {
  it.each(Object.entries(BANNED))("the word %s is not used: %s is written instead", (word) => {
    for (const texts of [comments, testNames, pages]) expect(texts.length).toBeGreaterThan(1000);
    const banned = new RegExp(`(?<![\\w./\`-])${word}(?![\\w./\`-])`, "i");
    const found = [...comments, ...testNames, ...pages].filter(({ text }) => banned.test(text));
    expect(found.map(({ at }) => at).filter((at) => !at.startsWith("tests/charts/words.test.ts"))).toEqual(
      [],
    );
  });
});

function markdownIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}
