import * as v from "valibot";
import type { OutgoingAttachment } from "../../../../machines/domain/outgoing-attachment.ts";

/**
 * Volume levels of a voice message. They are in `ex`, a field that OpenIM leaves to clients: `{"wave":"..."}`, one
 * base-36 digit a bar. Clients that do not know it can still play the message.
 */
const LOUDEST = 35;
const Extra = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.parseJson(),
  v.object({ wave: v.pipe(v.string(), v.regex(/^[0-9a-z]{1,100}$/)) }),
);

export function writeExtra(enclosure: OutgoingAttachment | undefined): { ex?: string } {
  if (enclosure?.type !== "voice" || enclosure.levels.length === 0) return {};
  const digits = enclosure.levels.map((level) => Math.round(level * LOUDEST).toString(LOUDEST + 1));
  return { ex: JSON.stringify({ wave: digits.join("") }) };
}

/** Returns evenly spaced levels from 0 to 1. Returns an empty object if they are missing or malformed. */
export function readWave(ex: unknown): { levels?: readonly number[] } {
  const extra = v.safeParse(Extra, ex);
  if (!extra.success) return {};
  return { levels: [...extra.output.wave].map((digit) => Number.parseInt(digit, LOUDEST + 1) / LOUDEST) };
}
