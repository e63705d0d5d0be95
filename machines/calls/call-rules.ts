/** Types and pure functions that caller, callee and call manager share. */

import type {
  CallMedia,
  CallParticipant,
  CallRecord,
  Invitation,
  Signal,
  SignalContent,
  SignalEvent,
} from "../domain/call.ts";
import { type FailureCode, isUnanswered } from "../domain/failure.ts";
import type { ToastContent } from "../domain/toast.ts";
import type { Clock } from "../ports/platform.ts";
import type { Listener } from "../ports/stub.ts";
import type { RoomMember } from "./media-room.ts";

/** Why a call ended, from this side's view. */
export type EndReason =
  | "completed"
  | "cancelled"
  | "declined"
  /** One of the two accepted, then the peer hung up before both met (R9, R14). */
  | "hungUp"
  | "busy"
  | "noAnswer"
  /** The ring timed out and no cancel came: the caller disconnected (R12). */
  | "missed"
  | "calledOff"
  | "answeredElsewhere"
  /** This side's media connection was lost for good. */
  | "connectionLost"
  /** The peer disconnected without a signal (R21); a callee may never have met the caller (R16). */
  | "peerLost"
  | "failed"
  /** The invitation was never sent: `abandoned` if the user gave up, `notStarted` after an error. */
  | "abandoned"
  | "notStarted"
  /** Another call with the same peer replaced it (R7, R8). */
  | "replaced";

export const CALLER_ENDS: readonly EndReason[] = [
  "abandoned",
  "notStarted",
  "cancelled",
  "declined",
  "hungUp",
  "busy",
  "noAnswer",
  "failed",
  "completed",
  "peerLost",
  "connectionLost",
  "answeredElsewhere",
  "replaced",
];

/** Context that caller and callee share. */
export interface CallContext {
  parent: Listener<CallNews>;
  clock: Clock;
  userID: string;
  invitation: Invitation;
  participant: CallParticipant;
  outputID: string;
  /** Milliseconds since the epoch, moved forward by the time apart; null until both are in the room. */
  startedAt: number | null;
  /** When the two were separated, in milliseconds since the epoch; null while both are in the room (R21). */
  partedAt: number | null;
  /** The pending end signal: sent to the peer if the call ends now. Null for none. */
  endSignal: SignalContent | null;
}

export type CallInput = Omit<CallContext, "startedAt" | "partedAt" | "endSignal">;

/** Events of a call. The caller never gets `user.accept`. */
export type CallEvent =
  | SignalEvent
  | CallRoomNews
  | CallCommand
  | { type: "user.accept" }
  | { type: "user.hangUp" };

/** Result of a call. Times in milliseconds since the epoch; `startedAt` is null if both never met. */
export interface CallOutcome {
  reason: EndReason;
  /** What failed, for `notStarted`; null if it was the media connection. */
  failure: FailureCode | null;
  startedAt: number | null;
  /** When both were last in the room: time apart does not count as talking (R21). */
  endedAt: number;
  /** Whether the chat has the record of a missed call already (11-25). */
  isRecorded?: boolean;
}

export type CallNews =
  | { type: "call.sendSignal"; signal: OutgoingSignal }
  /** The signal to send if the call is torn down now (R20). */
  | { type: "call.setEndSignal"; signal: OutgoingSignal }
  | { type: "call.connected" }
  /** Data for the call record, in case the page closes before the call ends. */
  | { type: "call.keep"; call: KeptCall }
  | { type: "call.outputChosen"; outputID: string };

/** A call in progress, stored so that it survives a reload (2-97, R20). Times as in `CallOutcome`. */
export interface KeptCall {
  roomID: string;
  mediaType: CallMedia;
  peerID: string;
  /** Null until both are in the room. */
  startedAt: number | null;
  partedAt: number | null;
  /** As in `CallOutcome`. */
  isRecorded?: boolean;
  /** Whether the peer started the call, and this user accepted it. */
  isIncoming?: boolean;
}

export type CallKeeping = Extract<CallNews, { type: "call.keep" }> | { type: "call.over" };

export interface LeftCall extends KeptCall {
  /** When it was last known to be active; milliseconds since the epoch. */
  leftAt: number;
}

export type CallRoomNews =
  /** This side is connected, for the first time or again. Sent again on `callRoom.begin` if already connected. */
  | { type: "callRoom.linked" }
  /** This side is disconnected, and the two have not met yet. */
  | { type: "callRoom.unlinked" }
  /** Both are in the room, for the first time or again. */
  | { type: "callRoom.met" }
  /** The two are separated for now. */
  | { type: "callRoom.parted" }
  | { type: "call.outputChosen"; outputID: string };

export interface OutgoingSignal {
  to: string;
  signal: Signal;
}

export type CallCommand = { type: "call.replace" };

/** Ring timeout that an invitation carries, in seconds (0-07). */
export const WAIT_SECONDS = 30;

export function outcomeOf(
  { startedAt, partedAt, clock }: Pick<CallContext, "startedAt" | "partedAt" | "clock">,
  reason: EndReason,
  failure: FailureCode | null = null,
): CallOutcome {
  return { reason, failure, startedAt, endedAt: partedAt ?? clock.now() };
}

/** R2: do not ring if less than this is left; milliseconds. */
const LEAST_RING = 3000;

/** How long an ended call is remembered, in milliseconds (R4). A greater age means a wrong clock (R2). */
export const ENDED_CALL_LIFETIME = 120_000;

/** A call that ended, or was cancelled before its invitation arrived. */
export interface EndedCall {
  roomID: string;
  userID: string;
  at: number;
  /** Whether a late accept was already answered (R5). */
  isAnswered: boolean;
  /** When the sender made the invitation of a group call, by the sender's clock (R26). */
  initiatedAt?: number;
  /** Why this user sent a reject. A repeated invitation gets it again (R4). */
  refusal?: Refusal;
}

export type Refusal = "busy" | "declined";

/** Returns the remaining ring time in milliseconds (R2). Ignores an age that means a wrong clock. */
export function ringTimeLeft(
  { sentAt, invitation }: Pick<SignalEvent, "sentAt" | "invitation">,
  now: number,
): number {
  const age = now - sentAt;
  return invitation.timeout * 1000 - (age < 0 || age > ENDED_CALL_LIFETIME ? 0 : age);
}

/** R2. */
export function isFresh(signal: Pick<SignalEvent, "sentAt" | "invitation">, now: number): boolean {
  return ringTimeLeft(signal, now) >= LEAST_RING;
}

/**
 * Returns when a call stops ringing at its inviter. `ringTime` is what is left of its ring; 0 for a call that is
 * accepted automatically. Times in milliseconds.
 */
export function ringEnd(
  { ringTime, invitation }: { ringTime: number; invitation: Pick<Invitation, "timeout"> },
  now: number,
): number {
  return now + (ringTime || invitation.timeout * 1000);
}

/** R13: whether an accept is sent again: the server did not answer, and the call still rings at its inviter. */
export function isAcceptOpen(failure: FailureCode, ringsUntil: number, now: number): boolean {
  return isUnanswered(failure) && now < ringsUntil;
}

/** Returns the remaining ring time in whole seconds, at least 1. Ignores an age that means a wrong clock. */
export function secondsLeft(invitation: Invitation, invitedAt: number, now: number): number {
  return Math.max(1, Math.ceil(ringTimeLeft({ sentAt: invitedAt, invitation }, now) / 1000));
}

/** 4-86: whether the inviter sent it, this user is invited, and the sender is not another device of this user. */
export function isAddressed({ sender, invitation }: SignalEvent, userID: string): boolean {
  return (
    sender.userID === invitation.inviterUserID &&
    sender.userID !== userID &&
    invitation.inviteeUserIDList.includes(userID)
  );
}

/** R1: whether the signal is about this call and comes from its peer. */
export function isOf(
  { sender, invitation }: SignalEvent,
  call: { invitation: Invitation; participant: CallParticipant } | null,
): boolean {
  return (
    call !== null &&
    invitation.roomID === call.invitation.roomID &&
    sender.userID === call.participant.userInfo.userID
  );
}

/** R7: of two crossing calls, the one with the smaller room id survives. */
export function survives(roomID: string, other: string): boolean {
  return roomID < other;
}

export function findEndedCall(
  endedCalls: readonly EndedCall[],
  { sender, invitation }: SignalEvent,
  now: number,
): EndedCall | undefined {
  return endedCalls.find(
    ({ roomID, userID, at }) =>
      roomID === invitation.roomID && userID === sender.userID && now - at < ENDED_CALL_LIFETIME,
  );
}

/** Milliseconds by the inviter's clock; 0 if the invitation does not say. */
export function initiatedAt({ extra }: Pick<Invitation, "extra">): number {
  const { initiateTime } = extra;
  return typeof initiateTime === "number" && Number.isFinite(initiateTime) ? initiateTime : 0;
}

/** R26: whether the invitation to a group call was made after the one that ended. */
export function isInvitedAgain(ended: EndedCall, { invitation }: Pick<SignalEvent, "invitation">): boolean {
  return invitation.sessionType === "group" && initiatedAt(invitation) > (ended.initiatedAt ?? 0);
}

/** Adds an ended call or renews its timestamp, and drops expired entries. */
export function addEndedCall(
  endedCalls: readonly EndedCall[],
  call: Omit<EndedCall, "at" | "isAnswered">,
  now: number,
): readonly EndedCall[] {
  const isSame = ({ roomID, userID }: EndedCall) => roomID === call.roomID && userID === call.userID;
  const recent = endedCalls.filter(({ at }) => now - at < ENDED_CALL_LIFETIME);
  const before = recent.find(isSame);
  const isAnswered = before?.isAnswered ?? false;
  const initiated = Math.max(before?.initiatedAt ?? 0, call.initiatedAt ?? 0);
  const refusal = call.refusal ?? before?.refusal;
  const ended = {
    ...call,
    at: now,
    isAnswered,
    ...(initiated > 0 ? { initiatedAt: initiated } : {}),
    ...(refusal ? { refusal } : {}),
  };
  return [...recent.filter((one) => !isSame(one)), ended];
}

/**
 * 2-97: returns the record to send as a message, or null for none. The caller sends it, unless the peer never heard
 * of the call, the call continues on another device, or it came to nothing and `ringOf` says so already. If the caller
 * disconnected without a signal, the callee sends it (R21).
 */
export function recordOf(
  { roomID, mediaType }: Invitation,
  { reason, startedAt, endedAt, isRecorded = false }: CallOutcome,
  isOutgoing: boolean,
): CallRecord | null {
  const ended = (isOutgoing ? BY_CALLER : BY_CALLEE)[reason];
  if (!ended || (isRecorded && ended !== "completed" && ended !== "declined")) return null;
  const hasTalked = ended === "completed" && startedAt !== null;
  const result = ended === "completed" && !hasTalked ? "failed" : ended;
  const durationSeconds = hasTalked ? secondsBetween(startedAt, endedAt) : 0;
  return { roomID, mediaType, result, durationSeconds, ...(isOutgoing ? {} : { isByCallee: true }) };
}

/** 11-25: returns the record of a call that rings at a user who is offline. If nobody answers, it stays the only one. */
export function ringOf({
  invitation,
  participant,
}: Pick<CallContext, "invitation" | "participant">): CallRing {
  const { roomID, mediaType, timeout } = invitation;
  const record = { roomID, mediaType, result: "noAnswer", durationSeconds: 0, ringSeconds: timeout } as const;
  return { userID: participant.userInfo.userID, record };
}

export interface CallRing {
  userID: string;
  record: CallRecord;
}

/**
 * How long after its end the record of a left call may be sent, in milliseconds. The message has the time at which it
 * is sent, so the peer would see a later record as a new call.
 */
const RECORD_LIFE = 3_600_000;

/**
 * 2-97, R20: returns the record of an outgoing call that ended with the page, as if the user had hung up then. `now`
 * in milliseconds since the epoch. Null if that is too long ago.
 */
export function recordOfLeft(
  { roomID, mediaType, startedAt, partedAt, leftAt, isRecorded, isIncoming }: LeftCall,
  now: number,
): CallRecord | null {
  if (isIncoming) return null; // the caller sends it
  if (now - leftAt > RECORD_LIFE) return null;
  if (startedAt === null && isRecorded) return null;
  if (startedAt === null) return { roomID, mediaType, result: "cancelled", durationSeconds: 0 };
  const durationSeconds = secondsBetween(startedAt, partedAt ?? leftAt);
  return { roomID, mediaType, result: "completed", durationSeconds };
}

/**
 * R14, R20: returns what the peer of a call still waits for if the page closed before both had met: the cancel of a call
 * that rang, or that an accepted call could not be connected. `now` in milliseconds since the epoch. Null if both had
 * met, or if the ring has timed out since.
 */
export function endSignalOfLeft(
  { roomID, mediaType, peerID, startedAt, leftAt, isIncoming }: LeftCall,
  userID: string,
  now: number,
): OutgoingSignal | null {
  if (startedAt !== null || now - leftAt >= WAIT_SECONDS * 1000) return null;
  const invitation: Invitation = {
    roomID,
    inviterUserID: isIncoming ? peerID : userID,
    inviteeUserIDList: [isIncoming ? userID : peerID],
    mediaType,
    sessionType: "single",
    groupID: "",
    timeout: WAIT_SECONDS,
    extra: {},
  };
  const content: SignalContent = isIncoming
    ? { kind: "hungup", hasFailed: true }
    : { kind: "cancel", acceptedBy: null };
  return { to: peerID, signal: { ...content, invitation } };
}

function secondsBetween(start: number, end: number): number {
  return Math.max(0, Math.round((end - start) / 1000));
}

/** Returns what is stored of a call. */
export function keptOf({
  invitation,
  participant,
  startedAt,
  partedAt,
  isRecorded,
  isJoin,
}: Pick<CallContext, "invitation" | "participant" | "startedAt" | "partedAt"> &
  Pick<KeptCall, "isRecorded"> & { isJoin?: boolean }): KeptCall {
  const { roomID, mediaType } = invitation;
  const peerID = participant.userInfo.userID;
  return {
    roomID,
    mediaType,
    peerID,
    startedAt,
    partedAt,
    ...(isRecorded && { isRecorded }),
    ...(isJoin && { isIncoming: true }),
  };
}

type Results = Readonly<Partial<Record<EndReason, CallRecord["result"]>>>;

const BY_CALLER: Results = {
  completed: "completed",
  connectionLost: "completed",
  peerLost: "completed",
  cancelled: "cancelled",
  declined: "declined",
  hungUp: "declined",
  busy: "busy",
  noAnswer: "noAnswer",
  failed: "failed",
};

const BY_CALLEE: Results = { missed: "noAnswer", peerLost: "completed" };

/** Whether the callee knows how the call ended. A call that only rang is missed until its record is read. */
export function isKnown({ reason }: CallOutcome): boolean {
  return reason !== "missed" && reason !== "calledOff" && reason !== "replaced";
}

/**
 * Removes duplicate records of one call, and leaves the one that says most: of the caller after the call, of the
 * callee, of the caller while it rang (11-25). There are several if a caller that seemed lost comes back and also sends
 * one, or if several devices of the callee sent one.
 */
export function withoutDoubles<Item extends { conversationID: string }>(
  items: readonly Item[],
  recordIn: (item: Item) => CallRecord | null,
): readonly Item[] {
  const kept = new Map<string, Item>();
  const callOf = (item: Item) => `${item.conversationID} ${recordIn(item)?.roomID}`;
  for (const item of items) {
    const record = recordIn(item);
    const other = record && kept.get(callOf(item));
    if (record && (!other || rankOf(record) > rankOf(recordIn(other)))) kept.set(callOf(item), item);
  }
  return items.filter(
    (item) => recordIn(item) === null || rankOf(recordIn(item)) === 2 || kept.get(callOf(item)) === item,
  );
}

function rankOf(record: CallRecord | null): number {
  if (record?.ringSeconds !== undefined) return 0;
  return record?.isByCallee ? 1 : 2;
}

/** Returns the toast for a single call that ended without the user's action; null for none. */
export function toastOf(outcome: CallOutcome, isOutgoing: boolean): ToastContent | null {
  switch (outcome.reason) {
    case "peerLost":
      return { tone: "error", key: outcome.startedAt === null ? "callFailed" : "callLost" };
    case "busy":
      return { tone: "info", key: "callBusy" };
    case "declined":
      return isOutgoing ? { tone: "info", key: "callDeclined" } : null;
    case "hungUp":
      return { tone: "info", key: "callOver" };
    default:
      return endToast(outcome);
  }
}

/** Returns the toast for an end that calls of all kinds have; null for none. */
export function endToast({
  reason,
  failure,
  invited,
}: {
  reason: string;
  failure: FailureCode | null;
  /** Empty if no user was called: this user joined a call that was over. */
  invited?: readonly string[];
}): ToastContent | null {
  switch (reason) {
    case "notStarted":
    case "failed":
      return failure
        ? { tone: "error", key: "rtc.invitationFailed", failure }
        : { tone: "error", key: "callFailed" };
    case "connectionLost":
      return { tone: "error", key: "callLost" };
    case "noAnswer":
      return { tone: "info", key: invited?.length === 0 ? "callOver" : "callNoAnswer" };
    case "answeredElsewhere":
      return { tone: "info", key: "callAnsweredElsewhere" };
    // The group was dismissed, or the user is not in it any more. This can happen far away from its chat.
    case "removed":
      return { tone: "info", key: "callOver" };
    default:
      return null;
  }
}

export function outgoingSignal(
  { invitation, participant }: { invitation: Invitation; participant: CallParticipant },
  content: SignalContent,
): OutgoingSignal {
  return { to: participant.userInfo.userID, signal: { ...content, invitation } };
}

/** Whether the user is in the room; `members` is null while disconnected. */
export function isIn(members: readonly string[] | null, userID: string): boolean {
  return members?.includes(userID) ?? false;
}

/** Sets when the two were separated. A later call keeps the first time. */
export function parted({ partedAt }: { partedAt: number | null }, now: number): { partedAt: number } {
  return { partedAt: partedAt ?? now };
}

/** Moves `startedAt` forward by the time apart, so that the call timer continues where it stopped (R21). */
export function reunited(
  { startedAt, partedAt }: { startedAt: number | null; partedAt: number | null },
  now: number,
): { startedAt: number | null; partedAt: null } {
  const isShifted = startedAt !== null && partedAt !== null;
  return { startedAt: isShifted ? startedAt + now - partedAt : startedAt, partedAt: null };
}

export function idsOf(members: readonly RoomMember[]): readonly string[] {
  return members.map(({ userID }) => userID);
}

/** Adds or removes a member; null (disconnected) stays null. */
export function withMember(
  members: readonly string[] | null,
  userID: string,
  isThere: boolean,
): readonly string[] | null {
  if (members === null) return null;
  const others = members.filter((id) => id !== userID);
  return isThere ? [...others, userID] : others;
}
