import * as v from "valibot";
import { sentenceOf } from "../sentences.ts";
import { invisibleName, isVisible } from "../visible.ts";
import { refusals } from "./errors.ts";

export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  throw refusals.arguments(sentenceOf(result.issues[0]));
}

export function text(max: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check((value) => [...value].length <= max, `must have at most ${max} characters`),
  );
}

export const requiredText = (max: number) => v.pipe(text(max), v.nonEmpty());

export const optionalText = (max: number) => v.nullish(text(max), "");

export const nickname = v.pipe(
  requiredText(64),
  v.check((value) => !/\p{Cc}/u.test(value), "must not contain control characters"),
  v.check(isVisible, invisibleName),
);

export const faceURL = text(2048);

/** md5 of the password in hexadecimal. Clients never send the password itself. */
export const password = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/i, "must be its md5"), v.toLowerCase());

export function integer(min: number, max: number) {
  const message = `must be an integer from ${min} to ${max}`;
  return v.pipe(
    v.number(),
    v.check((value) => Number.isInteger(value) && value >= min && value <= max, message),
  );
}

/** 0 female, 1 male, 2 not given. */
export const gender = integer(0, 2);

/** Milliseconds since epoch; negative before 1970. */
export const birth = integer(-8.64e15, 8.64e15);

/** OpenIM's platform numbers; 5 is the web. */
export const platform = v.nullish(integer(1, 11), 5);

/** 1 register, 2 reset the password, 3 sign in. */
export const usedFor = v.picklist([1, 2, 3]);

export const pagination = v.object({ pageNumber: integer(1, 1_000_000), showNumber: integer(1, 100) });

export const userIDs = v.pipe(v.array(requiredText(64)), v.maxLength(1000));

export const identityFields = {
  areaCode: optionalText(8),
  phoneNumber: optionalText(32),
  email: optionalText(254),
  account: optionalText(64),
};
