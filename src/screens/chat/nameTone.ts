import type { CSSProperties } from "react";

/** As many as there are colours `--name-1` and so on in tokens.css. */
const TONES = 8;

/** The number of a member's colour, 1 to 8. Depends on the user id only, so that it is the same on all devices. */
export function nameTone(userID: string): number {
  let hash = 0;
  for (const character of userID) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return (hash % TONES) + 1;
}

/** Sets `--tone` to the colour of a member's name. */
export function toneStyle(userID: string): CSSProperties & { "--tone": string } {
  return { "--tone": `var(--name-${nameTone(userID)})` };
}
