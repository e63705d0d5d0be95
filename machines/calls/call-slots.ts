/** The calls of the call manager: the current one, the one that replaces it, and those that ended. Pure functions. */

import type {
  CallMedia,
  CallParticipant,
  CallRecord,
  Invitation,
  SignalContent,
  SignalEvent,
} from "../domain/call.ts";
import type { Clock } from "../ports/platform.ts";
import type { Listener } from "../ports/stub.ts";
import {
  addEndedCall,
  type CallNews,
  type EndedCall,
  findEndedCall,
  isAddressed,
  isFresh,
  type OutgoingSignal,
  outgoingSignal,
  ringTimeLeft,
  survives,
  WAIT_SECONDS,
} from "./call-rules.ts";

export type CallManagerNews =
  | { type: "callManager.record"; userID: string; record: CallRecord }
  /** The user answered or declined the call, here or on another device: mark its record as read. */
  | { type: "callManager.known"; userID: string; roomID: string };

export type CallManagerEvent =
  | SignalEvent
  | CallNews
  | { type: "user.call"; participant: CallParticipant; mediaType: CallMedia }
  | { type: "user.minimise" }
  | { type: "user.restore" };

export interface Call {
  invitation: Invitation;
  participant: CallParticipant;
  /** Ring time in milliseconds; 0 if the call is accepted automatically. */
  ringTime: number;
  camera: boolean;
}

export interface Line {
  clock: Clock;
  userID: string;
  call: Call | null;
  /** The call that replaces the current one (R7, R8). */
  next: Call | null;
  endedCalls: readonly EndedCall[];
}

export interface CallManagerContext extends Line {
  parent: Listener<CallManagerNews>;
  /** Server time of the peer's last signal, in milliseconds. An older invitation is no new call (R8). */
  heardAt: number;
  /** Id of the audio output, kept from call to call (4-113). */
  outputID: string;
}

/** Returns the current call; throws if there is none. */
export function callIn({ call }: Pick<Line, "call">): Call {
  if (!call) throw new Error("There is no call");
  return call;
}

export function callInput({
  call,
  clock,
  userID,
  outputID,
}: Pick<Line, "call" | "clock" | "userID"> & { outputID: string }) {
  return { ...callIn({ call }), clock, userID, outputID };
}

/** Returns a new outgoing call (0-07). */
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

/** Returns the call that an invitation offers. */
export function callFrom(signal: SignalEvent, { clock }: Pick<Line, "clock">): Call {
  const { invitation, sender } = signal;
  return {
    invitation,
    participant: { userInfo: sender },
    ringTime: ringTimeLeft(signal, clock.now()),
    camera: invitation.mediaType === "video",
  };
}

/** 4-86 and R2: addressed to this user, with ring time left, and not already ended or cancelled (R4). */
export function mayRing(signal: SignalEvent, { userID, clock, endedCalls }: Line): boolean {
  const now = clock.now();
  return isAddressed(signal, userID) && isFresh(signal, now) && !findEndedCall(endedCalls, signal, now);
}

/** Whether it may ring and the current peer sent it for another room (R7, R8). */
export function isFromPeer(signal: SignalEvent, line: Line): boolean {
  const { invitation, participant } = callIn(line);
  return (
    mayRing(signal, line) &&
    signal.sender.userID === participant.userInfo.userID &&
    signal.invitation.roomID !== invitation.roomID
  );
}

/** R7: of two crossing calls, this user's loses to the one this signal offers. */
export function losesTo(signal: SignalEvent, line: Line): boolean {
  return isFromPeer(signal, line) && survives(signal.invitation.roomID, callIn(line).invitation.roomID);
}

/** R5: an accept for an ended call that was not answered yet. */
export function isLateAccept(signal: SignalEvent, { endedCalls, clock }: Line): boolean {
  return findEndedCall(endedCalls, signal, clock.now())?.isAnswered === false;
}

export function isSamePerson(one: CallParticipant, other: CallParticipant): boolean {
  return one.userInfo.userID === other.userInfo.userID;
}

/** R7: the camera stays off unless the user chose it. */
export function camerasAgree({ call }: Pick<Line, "call">, { invitation }: SignalEvent): boolean {
  return call?.camera === true && invitation.mediaType === "video";
}

type CallKey = Pick<EndedCall, "roomID" | "userID">;

export function keyOfCall({ invitation, participant }: Call): CallKey {
  return { roomID: invitation.roomID, userID: participant.userInfo.userID };
}

export function keyOfSignal({ invitation, sender }: SignalEvent): CallKey {
  return { roomID: invitation.roomID, userID: sender.userID };
}

/** Adds an ended call (R4). */
export function withEndedCall({ endedCalls, clock }: Line, ended: CallKey): readonly EndedCall[] {
  return addEndedCall(endedCalls, ended, clock.now());
}

/** Marks an ended call: its late accept was answered (R5). */
export function withAnswer({ endedCalls, clock }: Line, accept: SignalEvent): readonly EndedCall[] {
  const ended = findEndedCall(endedCalls, accept, clock.now());
  return endedCalls.map((one) => (one === ended ? { ...one, isAnswered: true } : one));
}

/** Returns a reply to the sender of a signal, about the same call. */
export function answerTo({ invitation, sender }: SignalEvent, content: SignalContent): OutgoingSignal {
  return outgoingSignal({ invitation, participant: { userInfo: sender } }, content);
}
