import * as v from "valibot";
import { isVisible } from "../visible.ts";

/** The content of a message for a notification. The service worker has the words for each kind. */
export type PushedContent =
  | { kind: "text"; text: string }
  | { kind: "picture" | "voice" | "video" | "file" | "merge" | "card" | "location" | "face" }
  | { kind: "voiceCall" | "videoCall" | "missedVoiceCall" | "missedVideoCall" | "groupCall" | "meeting" }
  | { kind: "message" };

/** Characters of a text that a notification shows. */
const maxText = 160;

const json = <Output>(schema: v.GenericSchema<unknown, Output>) => v.pipe(v.string(), v.parseJson(), schema);
const content = json(v.object({ content: v.string() }));
const text = json(v.object({ text: v.string() }));
const custom = json(
  v.object({ data: json(v.object({ customType: v.number(), data: v.optional(v.unknown()) })) }),
);
const callRecord = v.object({ mediaType: v.optional(v.unknown()), result: v.optional(v.unknown()) });
const groupCall = v.object({ state: v.literal("on") });

/** Content types and custom types of OpenIM's clients (protocol section 3.3). */
const kinds: Readonly<Record<number, PushedContent>> = {
  102: { kind: "picture" },
  103: { kind: "voice" },
  104: { kind: "video" },
  105: { kind: "file" },
  107: { kind: "merge" },
  108: { kind: "card" },
  109: { kind: "location" },
  115: { kind: "face" },
};
const CUSTOM = 110;
const NONE = { success: false } as const;
const customType = { callRecord: 100, groupCall: 102, meeting: 905 };
/** Call signals, also of other clients: they are not messages. */
const isSignal = (type: number) => type >= 200 && type <= 204;
const missed: readonly unknown[] = ["cancelled", "noAnswer", "busy"];

/**
 * Returns the content of the notification for a message; null for a message without a notification. `content` is the
 * message's JSON. Broken content counts as a message.
 * @param nameOf the name of a user that the text mentions by "@" and the id; undefined for a user who is not known
 */
export function pushedContent(
  contentType: number,
  raw: string,
  nameOf: (userID: string) => string | undefined = () => undefined,
): PushedContent | null {
  const known = kinds[contentType];
  if (known !== undefined) return known;
  switch (contentType) {
    case 101:
    case 118:
      return textOf(v.safeParse(content, raw), ({ content }) => content);
    case 106:
      return textOf(v.safeParse(text, raw), ({ text }) => withNames(text, nameOf));
    case 114:
    case 117:
      return textOf(v.safeParse(text, raw), ({ text }) => text);
    case CUSTOM:
      return customContent(v.safeParse(custom, raw));
    case 113:
      return null;
    default:
      return contentType < 1000 ? { kind: "message" } : null;
  }
}

const room = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128));
const seconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120));
const call = { roomID: room, mediaType: v.optional(v.unknown()) };
const signal = json(
  v.object({
    data: json(
      v.variant("customType", [
        v.object({
          customType: v.literal(200),
          data: v.looseObject({ ...call, timeout: v.fallback(seconds, 30) }),
        }),
        v.object({
          customType: v.literal(203),
          data: v.object({ ...call, acceptedBy: v.optional(v.unknown()) }),
        }),
      ]),
    ),
  }),
);
const record = json(
  v.object({
    data: json(
      v.object({
        customType: v.literal(customType.callRecord),
        data: v.object({
          ...call,
          ringSeconds: v.fallback(v.optional(seconds), undefined),
        }),
      }),
    ),
  }),
);

interface Call {
  /** Known only to the participants of the call. */
  roomID: string;
  mediaType: "voice" | "video";
}

/** The meaning of a call signal for a user who is offline. `seconds` is the ring time. */
export type CallNews =
  /** `invitation` is the data of the signal. */
  | (Call & { state: "ringing"; seconds: number; invitation: Readonly<Record<string, unknown>> })
  | (Call & { state: "over"; isTaken: boolean });

/** Parses an invitation or a cancel; null for any other message. */
export function callNews(contentType: number, raw: string): CallNews | null {
  const parsed = contentType === CUSTOM ? v.safeParse(signal, raw) : NONE;
  if (!parsed.success) return null;
  const { customType: type, data } = parsed.output.data;
  const { roomID } = data;
  const mediaType = mediaTypeOf(data);
  if (type === 200) return { roomID, mediaType, state: "ringing", seconds: data.timeout, invitation: data };
  return { roomID, mediaType, state: "over", isTaken: typeof data.acceptedBy === "string" };
}

/** Returns the call that a record is about. `seconds` is the ring time, null if the call does not ring (11-25). */
export function recordedCall(contentType: number, raw: string): (Call & { seconds: number | null }) | null {
  const parsed = contentType === CUSTOM ? v.safeParse(record, raw) : NONE;
  if (!parsed.success) return null;
  const { data } = parsed.output.data;
  return { roomID: data.roomID, mediaType: mediaTypeOf(data), seconds: data.ringSeconds ?? null };
}

/** Fields that Parley adds to a signal. They are not echoed. */
const own = ["reason", "acceptedBy", "deviceID"];
/** Maximum characters of a reject. A longer reject has only the fields that Parley knows. */
const maxReject = 2048;
/** Web, in OpenIM. */
const platformID = 5;

/**
 * Returns the data of the signal with which a user declines a call, as the app writes it: the invitation's fields,
 * with those of other clients. A call that rings by its record has no invitation.
 */
export function rejectOf(
  call: Call & { seconds: number; invitation?: Readonly<Record<string, unknown>> },
  { inviterUserID, userID }: { inviterUserID: string; userID: string },
): string {
  const mediaType = call.mediaType === "video" ? "video" : "audio";
  const known = {
    roomID: call.roomID,
    inviterUserID,
    inviteeUserIDList: [userID],
    groupID: "",
    mediaType,
    sessionType: 1,
    timeout: call.seconds,
    platformID,
  };
  const echoed = Object.fromEntries(
    Object.entries(call.invitation ?? {}).filter(([key]) => !own.includes(key)),
  );
  const reject = jsonOf({ customType: 202, data: { ...known, ...echoed, mediaType, platformID } });
  return reject && reject.length <= maxReject ? reject : JSON.stringify({ customType: 202, data: known });
}

/** Returns null for deeply nested values, for which `JSON.stringify` throws. */
function jsonOf(value: object): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** Returns the content of the notification after a call has stopped ringing. */
export function endedCall({ mediaType, isTaken }: Extract<CallNews, { state: "over" }>): PushedContent {
  if (isTaken) return { kind: mediaType === "video" ? "videoCall" : "voiceCall" };
  return { kind: mediaType === "video" ? "missedVideoCall" : "missedVoiceCall" };
}

function mediaTypeOf({ mediaType }: { mediaType?: unknown }): "voice" | "video" {
  return mediaType === "video" ? "video" : "voice";
}

function textOf<Output>(
  parsed: { success: true; output: Output } | { success: false },
  read: (output: Output) => string,
): PushedContent {
  const line = parsed.success ? oneLine(read(parsed.output)) : "";
  return isVisible(line) ? { kind: "text", text: line } : { kind: "message" };
}

function customContent(parsed: v.SafeParseResult<typeof custom>): PushedContent | null {
  if (!parsed.success) return { kind: "message" };
  const { customType: type, data } = parsed.output.data;
  if (isSignal(type)) return null;
  if (type === customType.meeting) return { kind: "meeting" };
  if (type === customType.groupCall) return v.is(groupCall, data) ? { kind: "groupCall" } : null;
  const record = v.safeParse(callRecord, data);
  if (type !== customType.callRecord || !record.success) return { kind: "message" };
  const isVideo = record.output.mediaType === "video";
  if (missed.includes(record.output.result)) return { kind: isVideo ? "missedVideoCall" : "missedVoiceCall" };
  return { kind: isVideo ? "videoCall" : "voiceCall" };
}

function withNames(line: string, nameOf: (userID: string) => string | undefined): string {
  return line.slice(0, maxText * 8).replace(/@([A-Za-z0-9_]{1,64})/g, (whole, userID: string) => {
    const name = nameOf(userID);
    return name === undefined ? whole : `@${name}`;
  });
}

/** The name of a user or a group; the id if nothing in the name is visible. */
export function shownName(name: string, id: string): string {
  return isVisible(oneLine(name)) ? name : id;
}

/** Without line breaks and characters that hide others or change direction, cut to what a notification shows. */
export function oneLine(line: string, max = maxText): string {
  const start = line
    .slice(0, max * 8)
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
  const characters = [...start];
  return characters.length <= max ? start : `${characters.slice(0, max - 1).join("")}…`;
}
