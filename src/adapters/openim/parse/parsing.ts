/** Shared parts of the parsers. The SDK omits empty fields, and no input from it may break the app. */
import * as v from "valibot";
import { isVisible } from "../../../../machines/domain/visible-text.ts";
import { logLine } from "../../log.ts";

export const optionalString = v.nullish(v.string(), "");

/** Marks that change the direction of the text after them. In a sentence they would turn the words of others around. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Servers have limits of 64 to 255 for a name, but a real one passes on what the sender of a message calls itself. */
const NAME_LENGTH = 1000;

/** Returns at most `length` UTF-16 units from the start of a text, without half a character at the end. */
export function cut(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, "") : text;
}

/** The name of a user or group, to be shown beside other text: cut, and empty if nothing in it is visible. */
export const optionalName = v.pipe(
  optionalString,
  v.transform((name) => visibleOr("", cut(name, NAME_LENGTH).replace(DIRECTIONS, ""))),
);

/** A text of a user with its own place on the screen. Empty if nothing in it is visible. */
export const optionalText = v.pipe(
  optionalString,
  v.transform((text) => visibleOr("", text)),
);

function visibleOr(other: string, text: string): string {
  return isVisible(text) ? text : other;
}

export const optionalNumber = v.nullish(v.number(), 0);
export const optionalBoolean = v.nullish(v.boolean(), false);
export const id = v.pipe(v.string(), v.minLength(1));

/** Parses `raw`, or returns null and logs the kind of the value without its content. */
export function parseOrSkip<Output>(
  schema: v.GenericSchema<unknown, Output>,
  raw: unknown,
  what: string,
): Output | null {
  const parsed = v.safeParse(schema, raw);
  if (parsed.success) return parsed.output;
  logLine("im", `skipped a malformed ${what}`);
  return null;
}

/** Parses each item and drops nulls. Input that is not a list counts as empty. */
export function parseList<Output>(raws: unknown, parse: (raw: unknown) => Output | null): Output[] {
  if (!Array.isArray(raws)) return [];
  return raws.map((raw: unknown) => parse(raw)).filter((item) => item !== null);
}

/**
 * Returns the fields that Parley does not know but sends back, or an empty object if their JSON is longer than
 * `length`. Deeply nested values have no JSON: `JSON.stringify` throws.
 */
export function keptFields<Fields extends object>(
  fields: Fields,
  length: number,
): Fields | Record<string, never> {
  try {
    return JSON.stringify(fields).length > length ? {} : fields;
  } catch {
    return {};
  }
}
