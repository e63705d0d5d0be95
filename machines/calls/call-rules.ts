/** What caller, callee and phone share: reasons, news, and the rules about signals as pure functions. */

import type {
  CallMedia,
  CallParticipant,
  CallRecord,
  Invitation,
  Signal,
  SignalEvent,
  Words,
} from "../domain/call.ts";
import type { FailureCode } from "../domain/failure.ts";
import type { Notice } from "../domain/toast.ts";
import type { Clock } from "../ports/index.ts";
import type { Listener } from "../ports/stub.ts";
import type { RoomMember } from "./media-room.ts";

/** Why a call ended, as this side knows it. */
export type EndReason =
  | "completed"
  | "cancelled"
  | "declined"
  | "busy"
  | "noAnswer"
  /** It rang out here, and nobody called it off: the caller is gone without a word (R12). */
  | "missed"
  | "calledOff"
  | "answeredElsewhere"
  /** The own link went down for good. */
  | "connectionLost"
  /** The other side went away without a word (R21); the callee may not even have met it (R16). */
  | "peerLost"
  | "failed"
  /** The invitation never went out: by choice, or because something failed. */
  | "abandoned"
  | "notStarted"
  /** Another call with the same person took its place (R7, R8). */
  | "replaced";

/** How a call can end for the caller. */
export const CALLER_ENDS: readonly EndReason[] = [
  "abandoned",
  "notStarted",
  "cancelled",
  "declined",
  "busy",
  "noAnswer",
  "failed",
  "completed",
  "peerLost",
  "connectionLost",
  "answeredElsewhere",
  "replaced",
];

/** What the one who calls and the one who is called know alike. */
export interface CallContext {
  parent: Listener<CallNews>;
  clock: Clock;
  userID: string;
  invitation: Invitation;
  participant: CallParticipant;
  outputID: string;
  /** Milliseconds since the epoch, later by the time they were apart; null before it is on. */
  startedAt: number | null;
  /** Since when they are apart; null while they are not (R21). */
  partedAt: number | null;
  /** What the other side has to be told if this ends now; null for nothing. */
  owed: Words | null;
}

export type CallInput = Omit<CallContext, "startedAt" | "partedAt" | "owed">;

/** What reaches a call. Who calls has nothing to accept. */
export type CallEvent =
  | SignalEvent
  | TalkNews
  | CallCommand
  | { type: "user.accept" }
  | { type: "user.hangUp" };

/** What a call leaves behind. Times in milliseconds since the epoch; `startedAt` null if it was never connected. */
export interface CallOutcome {
  reason: EndReason;
  /** What failed, for `notStarted`; null when it was the media connection. */
  failure: FailureCode | null;
  startedAt: number | null;
  /** When they were last together: the time apart is not talk (R21). */
  endedAt: number;
}

/** What a call tells the phone while it is on. */
export type CallNews =
  | { type: "call.say"; letter: Letter }
  /** What would have to be said if the call were torn down now (R20). */
  | { type: "call.owe"; letter: Letter }
  | { type: "call.connected" }
  /** What its record needs, should the page go before the call has ended. */
  | { type: "call.keep"; call: KeptCall }
  | { type: "call.outputChosen"; outputID: string };

/** One's own call while it is on, as it is kept over a reload (2-97). Times as in `CallOutcome`. */
export interface KeptCall {
  roomID: string;
  mediaType: CallMedia;
  /** User id of the other side. */
  peerID: string;
  /** Null as long as the two have not met. */
  startedAt: number | null;
  partedAt: number | null;
}

/** What the keeper of the present call is told. */
export type CallKeeping = Extract<CallNews, { type: "call.keep" }> | { type: "call.over" };

/** A call that ended with the page. */
export interface LeftCall extends KeptCall {
  /** When it was last known to be on; milliseconds since the epoch. */
  leftAt: number;
}

/** What the talk tells the call it belongs to. */
export type TalkNews =
  /** The own link is up, for the first time or again; told once more when the talk may begin. */
  | { type: "callRoom.linked" }
  /** It is down, and they have not met yet. */
  | { type: "callRoom.unlinked" }
  /** Both are in the room, for the first time or again. */
  | { type: "callRoom.met" }
  /** For now they are not. */
  | { type: "callRoom.parted" }
  | { type: "call.outputChosen"; outputID: string };

/** A signal and its addressee. */
export interface Letter {
  to: string;
  signal: Signal;
}

/** What the phone tells a call. */
export type CallCommand = { type: "call.replace" };

/** Invitations carry this wait (0-07); seconds. */
export const WAIT_SECONDS = 30;

/** What a call leaves behind that ends now. */
export function outcomeOf(
  { startedAt, partedAt, clock }: Pick<CallContext, "startedAt" | "partedAt" | "clock">,
  reason: EndReason,
  failure: FailureCode | null = null,
): CallOutcome {
  return { reason, failure, startedAt, endedAt: partedAt ?? clock.now() };
}

/** R2: less than this left is not worth ringing for; milliseconds. */
const LEAST_RING = 3000;

/** How long an ended or withdrawn call is remembered (R4); an age beyond it can only be a wrong clock (R2). */
export const TOMBSTONE_LIFE = 120_000;

/** A call that is over, or was called off before it was heard of. */
export interface Tombstone {
  roomID: string;
  userID: string;
  at: number;
  /** A late accept was answered already (R5). */
  isAnswered: boolean;
}

/** Milliseconds for which an invitation may still ring (R2). */
export function ringTimeLeft(
  { sentAt, invitation }: Pick<SignalEvent, "sentAt" | "invitation">,
  now: number,
): number {
  const age = now - sentAt;
  return invitation.timeout * 1000 - (age < 0 || age > TOMBSTONE_LIFE ? 0 : age);
}

/** R2. */
export function isFresh(signal: Pick<SignalEvent, "sentAt" | "invitation">, now: number): boolean {
  return ringTimeLeft(signal, now) >= LEAST_RING;
}

/**
 * Whole seconds a call that was offered at `invitedAt` may still ring, at least 1. A clock that was set back or far
 * ahead meanwhile counts as no time.
 */
export function secondsLeft(invitation: Invitation, invitedAt: number, now: number): number {
  return Math.max(1, Math.ceil(ringTimeLeft({ sentAt: invitedAt, invitation }, now) / 1000));
}

/** 4-86: the inviter sent it, to me, and is not me on another device. */
export function isAddressed({ sender, invitation }: SignalEvent, userID: string): boolean {
  return (
    sender.userID === invitation.inviterUserID &&
    sender.userID !== userID &&
    invitation.inviteeUserIDList.includes(userID)
  );
}

/** R1: of this call, and from the other side of it. */
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

/** R7: of two crossing calls the one in the smaller room survives. */
export function survives(roomID: string, other: string): boolean {
  return roomID < other;
}

export function findTombstone(
  tombstones: readonly Tombstone[],
  { sender, invitation }: SignalEvent,
  now: number,
): Tombstone | undefined {
  return tombstones.find(
    ({ roomID, userID, at }) =>
      roomID === invitation.roomID && userID === sender.userID && now - at < TOMBSTONE_LIFE,
  );
}

/** Adds one, or has it live on, and drops those past their time. */
export function bury(
  tombstones: readonly Tombstone[],
  call: { roomID: string; userID: string },
  now: number,
): readonly Tombstone[] {
  const isSame = ({ roomID, userID }: Tombstone) => roomID === call.roomID && userID === call.userID;
  const living = tombstones.filter(({ at }) => now - at < TOMBSTONE_LIFE);
  const isAnswered = living.find(isSame)?.isAnswered ?? false;
  return [...living.filter((one) => !isSame(one)), { ...call, at: now, isAnswered }];
}

/**
 * 2-97: what is written down. The caller does it, unless the other side never heard of the call or it goes on
 * elsewhere; for a caller who went away without a word the callee does (R21). Null for nothing.
 */
export function recordOf(
  { roomID, mediaType }: Invitation,
  { reason, startedAt, endedAt }: CallOutcome,
  isOutgoing: boolean,
): CallRecord | null {
  const ended = (isOutgoing ? BY_CALLER : BY_CALLEE)[reason];
  if (!ended) return null;
  const hasTalked = ended === "completed" && startedAt !== null;
  const result = ended === "completed" && !hasTalked ? "failed" : ended;
  const durationSeconds = hasTalked ? secondsBetween(startedAt, endedAt) : 0;
  return { roomID, mediaType, result, durationSeconds, ...(isOutgoing ? {} : { isByCallee: true }) };
}

/** 2-97, R20: the record of the user's own call that ended with the page: as if the user had hung up then. */
export function recordOfLeft({ roomID, mediaType, startedAt, partedAt, leftAt }: LeftCall): CallRecord {
  if (startedAt === null) return { roomID, mediaType, result: "cancelled", durationSeconds: 0 };
  const durationSeconds = secondsBetween(startedAt, partedAt ?? leftAt);
  return { roomID, mediaType, result: "completed", durationSeconds };
}

/**
 * R20: what the other side is told of the user's own call that only rang when the page went, `now` in milliseconds since
 * the epoch. Null when they had met, or when it rings no more.
 */
export function lastWordOfLeft(
  { roomID, mediaType, peerID, startedAt, leftAt }: LeftCall,
  userID: string,
  now: number,
): Letter | null {
  if (startedAt !== null || now - leftAt >= WAIT_SECONDS * 1000) return null;
  const invitation: Invitation = {
    roomID,
    inviterUserID: userID,
    inviteeUserIDList: [peerID],
    mediaType,
    sessionType: "single",
    groupID: "",
    timeout: WAIT_SECONDS,
    extra: {},
  };
  return { to: peerID, signal: { kind: "cancel", acceptedBy: null, invitation } };
}

/** Whole seconds, never less than 0. */
function secondsBetween(start: number, end: number): number {
  return Math.max(0, Math.round((end - start) / 1000));
}

/** What is kept of the user's own call; it counts as begun once both have met. */
export function keptOf(
  { invitation, participant, startedAt, partedAt }: CallContext,
  hasMet: boolean,
): KeptCall {
  const { roomID, mediaType } = invitation;
  const peerID = participant.userInfo.userID;
  return { roomID, mediaType, peerID, startedAt: hasMet ? startedAt : null, partedAt };
}

type Results = Readonly<Partial<Record<EndReason, CallRecord["result"]>>>;

const BY_CALLER: Results = {
  completed: "completed",
  connectionLost: "completed",
  peerLost: "completed",
  cancelled: "cancelled",
  declined: "declined",
  busy: "busy",
  noAnswer: "noAnswer",
  failed: "failed",
};

const BY_CALLEE: Results = { missed: "noAnswer", peerLost: "completed" };

/** Whether a callee knows how it ended: a call that only rang is missed until its record is read. */
export function isKnown({ reason }: CallOutcome): boolean {
  return reason !== "missed" && reason !== "calledOff" && reason !== "replaced";
}

/**
 * Without what is written down twice: a caller who was believed to be gone comes back and writes, too, or several of
 * the callee's devices did.
 */
export function withoutDoubles<Item extends { conversationID: string }>(
  items: readonly Item[],
  recordIn: (item: Item) => CallRecord | null,
): readonly Item[] {
  const callOf = (item: Item) => `${item.conversationID} ${recordIn(item)?.roomID}`;
  const written = new Set(items.filter((item) => !recordIn(item)?.isByCallee).map(callOf));
  return items.filter((item) => {
    if (!recordIn(item)?.isByCallee) return true;
    const isNew = !written.has(callOf(item));
    written.add(callOf(item));
    return isNew;
  });
}

/** What a person is told when a call ended without their doing; null for nothing. */
export function noticeOf({ reason, failure, startedAt }: CallOutcome, isOutgoing: boolean): Notice | null {
  switch (reason) {
    case "notStarted":
      return failure
        ? { tone: "error", key: "rtc.invitationFailed", failure }
        : { tone: "error", key: "callFailed" };
    case "failed":
      return { tone: "error", key: "callFailed" };
    case "connectionLost":
      return { tone: "error", key: "callLost" };
    case "peerLost":
      return { tone: "error", key: startedAt === null ? "callFailed" : "callLost" };
    case "busy":
      return { tone: "info", key: "callBusy" };
    case "noAnswer":
      return { tone: "info", key: "callNoAnswer" };
    case "declined":
      return isOutgoing ? { tone: "info", key: "callDeclined" } : null;
    case "answeredElsewhere":
      return { tone: "info", key: "callAnsweredElsewhere" };
    default:
      return null;
  }
}

/** `words` about a call, addressed to its other side. */
export function letterOf(
  { invitation, participant }: { invitation: Invitation; participant: CallParticipant },
  words: Words,
): Letter {
  return { to: participant.userInfo.userID, signal: { ...words, invitation } };
}

/** Whether somebody is among those in the room; null stands for a link that is down. */
export function isIn(members: readonly string[] | null, userID: string): boolean {
  return members?.includes(userID) ?? false;
}

/** From when on the two are apart; `endedAt` of a call that ends so. */
export function parted({ partedAt }: { partedAt: number | null }, now: number): { partedAt: number } {
  return { partedAt: partedAt ?? now };
}

/** The time apart is not talk, so that the clock of the call goes on where it stopped (R21). */
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

/** With or without one of them; a link that is down stays unknown. */
export function withMember(
  members: readonly string[] | null,
  userID: string,
  isThere: boolean,
): readonly string[] | null {
  if (members === null) return null;
  const others = members.filter((id) => id !== userID);
  return isThere ? [...others, userID] : others;
}
