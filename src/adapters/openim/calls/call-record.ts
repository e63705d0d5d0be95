import * as v from "valibot";
import type { CallRecord } from "../../../../machines/domain/call.ts";
import { id } from "../parse/parsing.ts";
import { parseMediaType, wireMediaType } from "./call-media.ts";

/** The call record in a chat: a normal custom message, stored by the server (2-97). */

/** Goes into the description, the only field by which SDK 3.8.5 finds custom messages. */
export const CALL_RECORD_KEYWORD = "callRecord";

export const CALL_RECORD = 100;

/** Seconds. A record with a longer duration is invalid. */
const LONGEST_CALL = 1_000_000;

/** Seconds. A record that says more counts as one that does not ring. */
const LONGEST_RING = 120;

const Record = v.object({
  roomID: id,
  mediaType: v.pipe(v.unknown(), v.transform(parseMediaType)),
  result: v.picklist(["completed", "cancelled", "declined", "busy", "noAnswer", "failed"]),
  durationSeconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LONGEST_CALL)),
  isByCallee: v.optional(v.unknown()),
  ringSeconds: v.fallback(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LONGEST_RING))),
    undefined,
  ),
});

/** Parses the `data` of a call record. Returns null if it is broken. */
export function parseCallRecord(data: unknown): CallRecord | null {
  const record = v.safeParse(Record, data);
  if (!record.success) return null;
  const { isByCallee, ringSeconds, ...rest } = record.output;
  return {
    ...rest,
    ...(isByCallee === true && { isByCallee }),
    ...(ringSeconds !== undefined && { ringSeconds }),
  };
}

export function writeCallRecord(record: CallRecord): {
  data: string;
  extension: string;
  description: string;
} {
  return {
    data: JSON.stringify({
      customType: CALL_RECORD,
      data: { ...record, mediaType: wireMediaType(record.mediaType) },
    }),
    extension: "",
    description: CALL_RECORD_KEYWORD,
  };
}
