import * as v from "valibot";
import type { Invitation, Signal, SignalEvent } from "../../../../machines/domain/call.ts";
import { CUSTOM_MESSAGE, PLATFORM_WEB } from "../constants.ts";
import {
  id,
  keptFields,
  optionalName,
  optionalNumber,
  optionalString,
  parseOrSkip,
} from "../parse/parsing.ts";
import { parseMediaType, wireMediaType } from "./call-media.ts";

/**
 * Call signals are custom messages (contentType 110) whose `data` is the JSON `{customType, data: invitation}`, with
 * a customType of 200 to 204 (3-11 to 3-19). They are not stored.
 */

const SIGNAL = { invite: 200, accept: 201, reject: 202, cancel: 203, hungup: 204 } as const;

const SESSION = { single: 1, group: 3 } as const;
/** The reason of a rejection during another call (R6). */
const BUSY = "busy";
/** The reason of a user who is not in the group of the call any more (R28). */
const OUTSIDE = "outside";
/** The reason of a hang-up by a side that could not connect (R14). */
const FAILED = "failed";

/** Maximum length of the unknown fields as JSON. */
const MOST_EXTRA = 4000;
/** Seconds to wait for an answer if an invitation has no valid timeout (9-12). */
const DEFAULT_TIMEOUT = 30;
const MAX_TIMEOUT = 3600;

const customTypes = Object.values(SIGNAL);
const Envelope = v.object({
  contentType: v.literal(CUSTOM_MESSAGE),
  customElem: v.object({ data: v.string() }),
});
const Kind = v.pipe(v.string(), v.parseJson(), v.object({ customType: v.picklist(customTypes) }));

/** Invitees of a group call; the inviter is not one of them. Other clients may list the inviter too. */
export const MOST_INVITEES = 15;
const MOST_LISTED = MOST_INVITEES + 1;

const shortID = v.pipe(id, v.maxLength(128));

/** Keeps the valid ids, each once. */
const Invitees = v.pipe(
  v.array(v.unknown()),
  v.transform((list) => [...new Set(list.slice(0, MOST_LISTED).filter((one) => v.is(shortID, one)))]),
  v.minLength(1),
);

/** Fields of other clients are kept (3-18). */
const WireInvitation = v.pipe(
  v.looseObject({
    roomID: shortID,
    inviterUserID: shortID,
    inviteeUserIDList: Invitees,
    groupID: v.nullish(v.pipe(v.string(), v.maxLength(128)), ""),
  }),
  v.check(({ sessionType, groupID }) => sessionType !== SESSION.group || groupID !== ""),
);

const WireSignal = v.object({
  clientMsgID: id,
  sendID: id,
  senderNickname: optionalName,
  senderFaceUrl: optionalString,
  createTime: optionalNumber,
  sendTime: optionalNumber,
  customElem: v.object({
    data: v.pipe(
      v.string(),
      v.parseJson(),
      v.object({ customType: v.picklist(customTypes), data: WireInvitation }),
    ),
  }),
});

const Timeout = v.pipe(v.number(), v.minValue(1), v.maxValue(MAX_TIMEOUT));

/** Calls are between two users. Blocking does not stop messages in a group, so a signal from there must not ring. */
const SingleChat = v.object({ sessionType: v.literal(SESSION.single), groupID: v.nullish(v.literal("")) });

export function isSignalType(customType: number | null): boolean {
  return customTypes.some((known) => known === customType);
}

/** Returns true for call signals, also for broken ones. */
export function isCallSignal(raw: unknown): boolean {
  const message = v.safeParse(Envelope, raw);
  return message.success && v.is(Kind, message.output.customElem.data);
}

/** Returns whether a message is of a single chat, the only source of signals that count. */
export function isOfSingleChat(raw: unknown): boolean {
  return v.is(SingleChat, raw);
}

/** Parses a signal and the id of its message. Returns null for a broken signal and logs it (R1). */
export function parseSignal(raw: unknown): { clientMsgID: string; signal: SignalEvent } | null {
  const message = parseOrSkip(WireSignal, raw, "call signal");
  if (!message) return null;
  const { clientMsgID, customElem, sendID, senderNickname, senderFaceUrl, sendTime, createTime } = message;
  const { invitation, parleyFields: words } = parseInvitation(customElem.data.data);
  const received = {
    sender: { userID: sendID, nickname: senderNickname, faceURL: senderFaceUrl, ex: "" },
    sentAt: sendTime || createTime,
    invitation,
  };
  return { clientMsgID, signal: signalOf(customElem.data.customType, received, words) };
}

/** Fields that Parley adds to a signal. They are not echoed. */
interface ParleyFields {
  reason: unknown;
  acceptedBy: unknown;
  deviceID: unknown;
}

function parseInvitation(data: v.InferOutput<typeof WireInvitation>): {
  invitation: Invitation;
  parleyFields: ParleyFields;
} {
  const { roomID, inviterUserID, inviteeUserIDList, groupID, ...rest } = data;
  const { mediaType, sessionType, timeout, platformID: _, reason, acceptedBy, deviceID, ...extra } = rest;
  return {
    invitation: {
      roomID,
      inviterUserID,
      inviteeUserIDList,
      groupID,
      mediaType: parseMediaType(mediaType),
      sessionType: sessionType === SESSION.group ? "group" : "single",
      timeout: v.is(Timeout, timeout) ? timeout : DEFAULT_TIMEOUT,
      extra: keptFields(extra, MOST_EXTRA),
    },
    parleyFields: { reason, acceptedBy, deviceID },
  };
}

function signalOf(
  customType: (typeof customTypes)[number],
  received: Pick<SignalEvent, "sender" | "sentAt" | "invitation">,
  { reason, acceptedBy, deviceID }: ParleyFields,
): SignalEvent {
  switch (customType) {
    case SIGNAL.invite:
      return { ...received, type: "signal.invite" };
    case SIGNAL.accept:
      return { ...received, type: "signal.accept", deviceID: textOrNull(deviceID) };
    case SIGNAL.reject:
      return { ...received, type: "signal.reject", isBusy: reason === BUSY, isOutside: reason === OUTSIDE };
    case SIGNAL.cancel:
      return { ...received, type: "signal.cancel", acceptedBy: textOrNull(acceptedBy) };
    case SIGNAL.hungup:
      return { ...received, type: "signal.hungup", hasFailed: reason === FAILED };
  }
}

export function writeSignal(signal: Signal): string {
  const { extra, mediaType, sessionType, ...fields } = signal.invitation;
  return JSON.stringify({
    customType: SIGNAL[signal.kind],
    data: {
      ...extra,
      ...fields,
      mediaType: wireMediaType(mediaType),
      sessionType: SESSION[sessionType],
      platformID: PLATFORM_WEB,
      ...ownWords(signal),
    },
  });
}

function ownWords(signal: Signal): Record<string, string> {
  if (signal.kind === "accept") return { deviceID: signal.deviceID };
  if (signal.kind === "reject" && signal.isBusy) return { reason: BUSY };
  if (signal.kind === "reject" && signal.isOutside) return { reason: OUTSIDE };
  if (signal.kind === "hungup" && signal.hasFailed) return { reason: FAILED };
  if (signal.kind === "cancel" && signal.acceptedBy !== null) return { acceptedBy: signal.acceptedBy };
  return {};
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
