/** The calls a phone knows: the present one, the one that takes its place, and those that are over. Pure functions. */

import type {
  CallMedia,
  CallParticipant,
  CallRecord,
  Invitation,
  SignalEvent,
  Words,
} from "../domain/call.ts";
import type { Clock } from "../ports/index.ts";
import type { Listener } from "../ports/stub.ts";
import {
  bury,
  type CallNews,
  findTombstone,
  isAddressed,
  isFresh,
  type Letter,
  letterOf,
  ringTimeLeft,
  survives,
  type Tombstone,
  WAIT_SECONDS,
} from "./call-rules.ts";

export type PhoneNews =
  | { type: "callManager.record"; userID: string; record: CallRecord }
  /** The person answered or declined it, or it was done elsewhere: its record is no news. */
  | { type: "callManager.known"; userID: string; roomID: string };

export type PhoneEvent =
  | SignalEvent
  | CallNews
  | { type: "user.call"; participant: CallParticipant; mediaType: CallMedia }
  | { type: "user.minimise" }
  | { type: "user.restore" };

export interface Call {
  invitation: Invitation;
  participant: CallParticipant;
  /** Milliseconds it may ring here; 0 when it is accepted by itself. */
  ringTime: number;
  camera: boolean;
}

export interface Line {
  clock: Clock;
  userID: string;
  call: Call | null;
  /** The call that takes the place of the present one (R7, R8). */
  next: Call | null;
  tombstones: readonly Tombstone[];
}

export interface PhoneContext extends Line {
  parent: Listener<PhoneNews>;
  /** When the other side last spoke of the present call, by the server's clock: what it said before is no recall (R8). */
  heardAt: number;
  /** Where sound comes out, remembered from call to call (4-113). */
  outputID: string;
}

/** The call the line is engaged with. */
export function callIn({ call }: Pick<Line, "call">): Call {
  if (!call) throw new Error("There is no call");
  return call;
}

/** What a call needs to know when it begins. */
export function callInput({
  call,
  clock,
  userID,
  outputID,
}: Pick<Line, "call" | "clock" | "userID"> & { outputID: string }) {
  return { ...callIn({ call }), clock, userID, outputID };
}

/** A call of one's own (0-07). */
export function callTo(
  participant: CallParticipant,
  mediaType: CallMedia,
  { clock, userID }: Pick<Line, "clock" | "userID">,
): Call {
  const invitation: Invitation = {
    roomID: clock.newID(),
    inviterUserID: userID,
    inviteeUserIDList: [participant.userInfo.userID],
    mediaType,
    sessionType: "single",
    groupID: "",
    timeout: WAIT_SECONDS,
    extra: {},
  };
  return { invitation, participant, ringTime: 0, camera: mediaType === "video" };
}

/** The call somebody invites to. */
export function callFrom(signal: SignalEvent, { clock }: Pick<Line, "clock">): Call {
  const { invitation, sender } = signal;
  return {
    invitation,
    participant: { userInfo: sender },
    ringTime: ringTimeLeft(signal, clock.now()),
    camera: invitation.mediaType === "video",
  };
}

/** 4-86 and R2: addressed to me, with time left, and not over or called off already (R4). */
export function mayRing(signal: SignalEvent, { userID, clock, tombstones }: Line): boolean {
  const now = clock.now();
  return isAddressed(signal, userID) && isFresh(signal, now) && !findTombstone(tombstones, signal, now);
}

/** It may ring, and comes from the other side of the present call, about another room (R7, R8). */
export function isFromPeer(signal: SignalEvent, line: Line): boolean {
  const { invitation, participant } = callIn(line);
  return (
    mayRing(signal, line) &&
    signal.sender.userID === participant.userInfo.userID &&
    signal.invitation.roomID !== invitation.roomID
  );
}

/** R7: of two calls that cross, mine gives way to the one this signal invites to. */
export function losesTo(signal: SignalEvent, line: Line): boolean {
  return isFromPeer(signal, line) && survives(signal.invitation.roomID, callIn(line).invitation.roomID);
}

/** R5: for a call that is over, and not answered yet. */
export function isLateAccept(signal: SignalEvent, { tombstones, clock }: Line): boolean {
  return findTombstone(tombstones, signal, clock.now())?.isAnswered === false;
}

export function isSamePerson(one: CallParticipant, other: CallParticipant): boolean {
  return one.userInfo.userID === other.userInfo.userID;
}

/** R7: no camera the person did not choose. */
export function camerasAgree({ call }: Pick<Line, "call">, { invitation }: SignalEvent): boolean {
  return call?.camera === true && invitation.mediaType === "video";
}

type Grave = Pick<Tombstone, "roomID" | "userID">;

/** What is remembered of a call that is over. */
export function graveOf({ invitation, participant }: Call): Grave {
  return { roomID: invitation.roomID, userID: participant.userInfo.userID };
}

/** What is remembered of a call that was ended by a signal. */
export function graveIn({ invitation, sender }: SignalEvent): Grave {
  return { roomID: invitation.roomID, userID: sender.userID };
}

/** The tombstones with one more (R4). */
export function withGrave({ tombstones, clock }: Line, grave: Grave): readonly Tombstone[] {
  return bury(tombstones, grave, clock.now());
}

/** The tombstones once the late accept of a call was answered (R5). */
export function withAnswer({ tombstones, clock }: Line, accept: SignalEvent): readonly Tombstone[] {
  const grave = findTombstone(tombstones, accept, clock.now());
  return tombstones.map((one) => (one === grave ? { ...one, isAnswered: true } : one));
}

/** Words to whom a signal came from, about the same call. */
export function answerTo({ invitation, sender }: SignalEvent, words: Words): Letter {
  return letterOf({ invitation, participant: { userInfo: sender } }, words);
}
