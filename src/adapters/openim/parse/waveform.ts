import * as v from "valibot";
import type { Enclosure } from "../../../../machines/domain/outgoing-attachment.ts";

/**
 * How loud a voice message is goes along in `ex`, the field OpenIM leaves to clients: `{"wave":"..."}`, a digit of 36 a
 * bar. Who does not know it plays the message all the same.
 */
const LOUDEST = 35;
const Extra = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.parseJson(),
  v.object({ wave: v.pipe(v.string(), v.regex(/^[0-9a-z]{1,100}$/)) }),
);

/** What of a draft stands in its message's `ex`; nothing for most. */
export function writeExtra(enclosure: Enclosure | undefined): { ex?: string } {
  if (enclosure?.type !== "voice" || enclosure.levels.length === 0) return {};
  const digits = enclosure.levels.map((level) => Math.round(level * LOUDEST).toString(LOUDEST + 1));
  return { ex: JSON.stringify({ wave: digits.join("") }) };
}

/** How loud it is from 0 to 1, evenly over its length; nothing where nobody said, or not so. */
export function readWave(ex: unknown): { levels?: readonly number[] } {
  const extra = v.safeParse(Extra, ex);
  if (!extra.success) return {};
  return { levels: [...extra.output.wave].map((digit) => Number.parseInt(digit, LOUDEST + 1) / LOUDEST) };
}
