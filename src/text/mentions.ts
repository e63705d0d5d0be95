import { EVERYONE, type Mention } from "../../machines/domain/mention.ts";

export type MentionPart = { kind: "text" | "mention"; text: string; userID?: string };

/**
 * Splits a text at its mentions and replaces "@id" with "@name" (3-40). It searches the ids literally, in a single
 * pass, longest first. So neither an id within another id nor a name that looks like an id is replaced (3-41).
 */
export function splitMentions(text: string, mentions: readonly Mention[], everyone: string): MentionPart[] {
  const known = mentions.some(({ userID }) => userID === EVERYONE)
    ? mentions
    : [...mentions, { userID: EVERYONE, name: "" }];
  const ids = known
    .filter(({ userID }) => userID !== "")
    .toSorted((a, b) => b.userID.length - a.userID.length);
  const parts: MentionPart[] = [];
  let end = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", Math.max(at + 1, end))) {
    const hit = ids.find(
      ({ userID }) => text.startsWith(userID, at + 1) && isWhole(text, at + 1 + userID.length),
    );
    if (!hit) continue;
    if (at > end) parts.push({ kind: "text", text: text.slice(end, at) });
    const name = hit.userID === EVERYONE ? everyone : hit.name || hit.userID;
    parts.push({ kind: "mention", text: `@${name}`, userID: hit.userID });
    end = at + 1 + hit.userID.length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

export function mentionText(text: string, mentions: readonly Mention[], everyone: string): string {
  return splitMentions(text, mentions, everyone)
    .map((part) => part.text)
    .join("");
}

/** Returns whether the id that ends here is not the start of a longer id. */
function isWhole(text: string, end: number): boolean {
  return !/[A-Za-z0-9_]/.test(text.charAt(end));
}
