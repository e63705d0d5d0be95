/** Links in message text. Pure functions. */
import { parseUrl } from "./url.ts";

/** `start`: offset in the whole text. */
export type TextPart =
  | { kind: "text"; start: number; text: string }
  | { kind: "link"; start: number; text: string; href: string };

/** Candidate: no whitespace, quotes, angle brackets or East Asian text. A single class keeps matching linear. */
const CANDIDATE =
  /(?:https?:\/\/|www\.)[^\s<>"'`“”‘’\u2014\u2026\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF]+/gi;

/** Punctuation that ends a sentence, not a link. */
const TRAILING = new Set([".", ",", ";", ":", "!", "?", "*", "_", "~"]);

const BRACKETS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/**
 * Splits text into plain parts and links (9-31, 9-32, 9-33). Joining the parts gives the text again. Only http, https
 * and www start a link; www opens as https. Punctuation after a link is not part of it.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) parts.push({ kind: "text", start: end, text: text.slice(end, until) });
  };
  for (const match of text.matchAll(CANDIDATE)) {
    if (isWordCharacter(text[match.index - 1])) continue;
    const address = withoutTrailing(match[0]);
    const href = linkTarget(address);
    if (href === null) continue;
    addText(match.index);
    parts.push({ kind: "link", start: match.index, text: address, href });
    end = match.index + address.length;
  }
  addText(text.length);
  return parts;
}

/** Returns the link's URL, or null if it has no host. */
function linkTarget(address: string): string | null {
  if (/^https?:/i.test(address)) return parseUrl(address) && address;
  const href = `https://${address}`;
  return /^www\.[^./?#:]+\.[^./?#:]/i.test(address) && parseUrl(href) ? href : null;
}

/** Removes trailing punctuation. A closing bracket stays if the link contains its opening one. */
function withoutTrailing(address: string): string {
  const open = new Map<string, number>();
  for (const character of address) {
    const partner = BRACKETS[character];
    if (partner !== undefined) open.set(partner, (open.get(partner) ?? 0) - 1);
    else if (character === "(" || character === "[" || character === "{") {
      open.set(character, (open.get(character) ?? 0) + 1);
    }
  }
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    const partner = BRACKETS[last];
    if (partner !== undefined) {
      const balance = open.get(partner) ?? 0;
      if (balance >= 0) break;
      open.set(partner, balance + 1);
    } else if (!TRAILING.has(last)) break;
  }
  return address.slice(0, end);
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9_]/.test(character);
}
