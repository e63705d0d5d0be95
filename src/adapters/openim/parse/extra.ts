import * as v from "valibot";

/** Longest `ex`, in characters. */
const EX_LENGTH = 4096;

/** `ex`, a field that OpenIM leaves to clients: a JSON object with what features and clients keep there. */
export const Extra = v.pipe(
  v.string(),
  v.maxLength(EX_LENGTH),
  v.parseJson(),
  v.check((value) => !Array.isArray(value)),
  v.looseObject({}),
);

/**
 * Puts a value into `ex`; undefined removes it. Returns an empty object if nothing changes, or if `ex` is not an object,
 * so that no data of another client is lost.
 */
export function writeInto(ex: unknown, name: string, value: string | undefined): { ex?: string } {
  const extra = v.safeParse(Extra, ex || "{}");
  if (!extra.success || extra.output[name] === value) return {};
  const written = JSON.stringify({ ...extra.output, [name]: value });
  return written.length > EX_LENGTH ? {} : { ex: written };
}
