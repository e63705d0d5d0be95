import * as v from "valibot";
import type { CallRecord } from "../../../../machines/domain/call.ts";
import { id } from "../parse/parsing.ts";
import { parseMediaType, wireMediaType } from "./call-media.ts";

/** The record of a call in the chat: an ordinary custom message, kept by the server (2-97). */

/** Written into the description, by which alone SDK 3.8.5 finds custom messages. */
export const CALL_RECORD_KEYWORD = "callRecord";

/** customType of a call record. */
export const CALL_RECORD = 100;

const Record = v.object({
  roomID: id,
  mediaType: v.pipe(v.unknown(), v.transform(parseMediaType)),
  result: v.picklist(["completed", "cancelled", "declined", "busy", "noAnswer", "failed"]),
  durationSeconds: v.pipe(v.number(), v.integer(), v.minValue(0)),
  isByCallee: v.optional(v.unknown()),
});

/** What a record's `data` says; null when it is broken. */
export function parseCallRecord(data: unknown): CallRecord | null {
  const record = v.safeParse(Record, data);
  if (!record.success) return null;
  const { isByCallee, ...rest } = record.output;
  return isByCallee === true ? { ...rest, isByCallee } : rest;
}

/** The payload of the custom message a record travels as. */
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
