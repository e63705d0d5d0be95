/** Shared pieces of the parsers: the SDK leaves empty fields out, and nothing it hands over may break the app. */
import * as v from "valibot";
import { logLine } from "../../log.ts";

export const optionalString = v.nullish(v.string(), "");
export const optionalNumber = v.nullish(v.number(), 0);
export const optionalBoolean = v.nullish(v.boolean(), false);
export const id = v.pipe(v.string(), v.minLength(1));

/** What `schema` makes of `raw`, or null with one line in the log that names the kind of thing only. */
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

/** What `parse` keeps of the list `raws`, in its order. Anything but a list counts as an empty one. */
export function parseList<Output>(raws: unknown, parse: (raw: unknown) => Output | null): Output[] {
  if (!Array.isArray(raws)) return [];
  return raws.map((raw: unknown) => parse(raw)).filter((item) => item !== null);
}
