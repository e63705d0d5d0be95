import type { Act } from "../../pair/virtual-time.ts";

/** `choice`: of a user, or a fault of the network. `usual`: what would happen anyway. `effect`: what followed. */
export interface Line {
  readonly kind: "choice" | "usual" | "effect";
  readonly says: string;
  readonly act?: Act | undefined;
}

/**
 * Tells a run in sentences. Choices of users and faults of the network are numbered; the rest follows from them. What
 * is repeated is told once.
 */
export function tell(story: readonly Line[]): string {
  let count = 0;
  const lines = story.map(({ kind, says }) => {
    const sentence = sentenceOf(says);
    if (kind === "choice") count += 1;
    return kind === "choice" ? `${count}. ${sentence}` : `   ${kind === "effect" ? "→ " : ""}${sentence}`;
  });
  return folded(lines).join("\n");
}

export function sentenceOf(says: string): string {
  return `${says.charAt(0).toUpperCase()}${says.slice(1)}${says.endsWith(".") ? "" : "."}`;
}

/** The longest part that is recognised when it is repeated, in lines. */
const LONGEST_PART = 8;

function folded(lines: readonly string[]): string[] {
  const told: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const { length, times } = repetitionAt(lines, at);
    told.push(...lines.slice(at, at + length));
    if (times > 1)
      told.push(times === 2 ? "   This happens once more." : `   This happens ${times - 1} more times.`);
    at += length * times;
  }
  return told;
}

/** The part of the story that begins there, and how often it follows in a row; seconds may differ. */
function repetitionAt(lines: readonly string[], at: number): { length: number; times: number } {
  const partAt = (start: number, length: number) =>
    lines
      .slice(start, start + length)
      .join()
      .replace(/after \d+ s/g, "after some time");
  for (let length = 1; length <= LONGEST_PART; length += 1) {
    const part = partAt(at, length);
    let times = 1;
    while (at + (times + 1) * length <= lines.length && partAt(at + times * length, length) === part)
      times += 1;
    if (times > 1) return { length, times };
  }
  return { length: 1, times: 1 };
}
