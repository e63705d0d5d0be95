import { parseExpectation } from "../screen-expectation.ts";

/** A line of `screen-expectation.ts` in words: "!button: Accept" is `no button "Accept"`. */
export function expectationText(line: string): string {
  const { isAbsent, role, condition, name, value } = parseExpectation(line);
  const quoted = `"${name}"`;
  if (role === "text") return isAbsent ? `not the words ${quoted}` : `the words ${quoted}`;
  const state = condition === null ? "" : `, ${condition}`;
  const filled = value === null ? "" : value === "" ? ", empty" : ` with "${value}" in it`;
  const named = name === "" ? role : `${role} ${quoted}`;
  return `${isAbsent ? "no" : article(role)} ${named}${state}${filled}`;
}

const article = (word: string) => (/^[aeiou]/.test(word) ? "an" : "a");
