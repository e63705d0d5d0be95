/** Refuses words that make comments hard to read. The readers' second language is English. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sourcesIn } from "./source-files.ts";

/** The word, and what to write instead. */
const BANNED: Readonly<Record<string, string>> = {
  anew: "again",
  whoever: "the user who, the peer that",
  whomever: "the user that",
  upon: "on",
  oneself: "the user",
  "one's": "the user's",
  hearth: "burn queue",
  courier: "signal queue",
  doorbell: "invite throttle",
};

/** Folders whose comments are already in plain words. */
const PLAIN = ["machines", "src/adapters", "src/inspector", "src/shell", "src/wiring", "server", "tools"];

const commentsOf = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, index) => (/^\s*(\/\/|\/?\*)/.test(line) ? [{ line, at: `${path}:${index + 1}` }] : []));

describe("words", () => {
  it.each(Object.entries(BANNED))("%s is not in a comment of a plain folder: write %s", (word) => {
    const comments = PLAIN.flatMap(sourcesIn).flatMap(({ path }) => commentsOf(path));
    expect(comments.length).toBeGreaterThan(2000);
    const found = comments.filter(({ line }) => new RegExp(`(?<![\\w.])${word}(?!\\w)`, "i").test(line));
    expect(found.map(({ at }) => at)).toEqual([]);
  });
});
