/** The calls of the call manager: the current one, the one that replaces it, and those that ended. Pure functions. */

import type { PushAnswer } from "../domain/alerts.ts";
import type {
  CallGroup,
  CallMedia,
  CallParticipant,
  CallRecord,
  Invitation,
  SignalContent,
  SignalEvent,
} from "../domain/call.ts";
import type { Place } from "../domain/route.ts";
import type { Clock } from "../ports/platform.ts";
import type { Listener } from "../ports/stub.ts";
import {
  addEndedCall,
  type CallNews,
  type EndedCall,
  findEndedCall,
  initiatedAt,
  isAddressed,
  isFresh,
  isInvitedAgain,
  type OutgoingSignal,
  outgoingSignal,
  type Refusal,
  ringTimeLeft,
  survives,
  WAIT_SECONDS,
} from "./call-rules.ts";
import type { GroupCallNews } from "./group-call.ts";
import { type GroupOutcome, type GroupSeat, isOfGroup } from "./group-rules.ts";
import type { InvitationCheckNews } from "./invitation-check.ts";
import type { MeetingKeeperNews, MeetingNews } from "./meeting.ts";

export type CallManagerNews =
  | { type: "callManager.record"; userID: string; record: CallRecord }
  /** The user answered or declined the call, here or on another device: mark its record as read. */
  | { type: "callManager.known"; userID: string; roomID: string; hasTalked: boolean };

export type CallManagerEvent =
  | SignalEvent
  | CallNews
  | GroupCallNews
  | InvitationCheckNews
  | MeetingNews
  | MeetingKeeperNews
  | { type: "user.call"; participant: CallParticipant; mediaType: CallMedia }
  | CallManyEvent
  | PushAnswer
  | { type: "user.minimise" }
  /** Shows the call beside the chat. */
  | { type: "user.dock" }
  | { type: "user.restore" };

/** How a user comes to a call of many. */
export type CallManyEvent =
  | {
      type: "user.callGroup";
      group: CallGroup;
      /** The invited users: at least one, at most 15 of them count. */
      people: readonly CallParticipant[];
      mediaType: CallMedia;
    }
  /** A late join by the row in the chat. */
  | {
      type: "user.joinCall";
      group: CallGroup;
      roomID: string;
      mediaType: CallMedia;
      inviter: CallParticipant["userInfo"];
      /** Server time of the row, in milliseconds since the epoch. */
      startedAt: number;
    }
  /** `roomID` is null for a new meeting. */
  | { type: "user.openMeeting"; roomID: string | null };

export interface Call {
  invitation: Invitation;
  participant: CallParticipant;
  /** Ring time in milliseconds; 0 if the call is accepted automatically. */
  ringTime: number;
  camera: boolean;
}

/** The signals to send when the session ends or the page closes (R20). */
export interface EndSignalEvent {
  type: "endSignal.set";
  signals: readonly OutgoingSignal[];
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
  /** The group call that runs, and the one that replaces it (R24). */
  group: GroupSeat | null;
  nextGroup: GroupSeat | null;
  /** The room of the meeting that runs. */
  meetingID: string | null;
  /** Whether this user makes that meeting. */
  isNewMeeting: boolean;
  /** The last meeting, if its host, perhaps this user, ended it for all. */
  overMeetingID: string | null;
  parent: Listener<CallManagerNews>;
  /** The user's location when this chart started. */
  place: Place;
  /** Server time of the peer's last signal, in milliseconds. An older invitation is no new call (R8). */
  heardAt: number;
  /** The room of the call that the user has answered in its notification (11-25). */
  answeredRoomID: string | null;
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

/** Returns the call that an invitation offers. It does not ring if the user has answered it in its notification. */
export function pickedUp(signal: SignalEvent, context: CallManagerContext): Call {
  const call = callFrom(signal, context);
  return signal.invitation.roomID === context.answeredRoomID ? { ...call, ringTime: 0 } : call;
}

/** 4-86 and R2: addressed to this user, with ring time left, and not already ended or cancelled (R4). */
export function mayRing(signal: SignalEvent, { userID, clock, endedCalls }: Line): boolean {
  const now = clock.now();
  if (!isAddressed(signal, userID) || !isFresh(signal, now)) return false;
  const ended = findEndedCall(endedCalls, signal, now);
  return ended === undefined || isInvitedAgain(ended, signal);
}

/** R4: why this user rejected the call that an invitation repeats, or undefined. */
export function refusalOf(signal: SignalEvent, { userID, clock, endedCalls }: Line): Refusal | undefined {
  const now = clock.now();
  if (!isAddressed(signal, userID) || !isFresh(signal, now)) return undefined;
  return findEndedCall(endedCalls, signal, now)?.refusal;
}

/** Whether it may ring and the current peer sent it for another room (R7, R8). */
export function isFromPeer(signal: SignalEvent, line: Line): boolean {
  const { call } = line;
  return (
    call !== null &&
    mayRing(signal, line) &&
    signal.sender.userID === call.participant.userInfo.userID &&
    signal.invitation.roomID !== call.invitation.roomID
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

type CallKey = Omit<EndedCall, "at" | "isAnswered">;

export function keyOfCall({ invitation, participant }: Call): CallKey {
  return { roomID: invitation.roomID, userID: participant.userInfo.userID };
}

export function keyOfSignal({ invitation, sender }: SignalEvent): CallKey {
  const key = { roomID: invitation.roomID, userID: sender.userID };
  const isOwn = invitation.inviterUserID === sender.userID;
  return invitation.sessionType === "group" && isOwn ? { ...key, initiatedAt: initiatedAt(invitation) } : key;
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

/** Returns the group call that runs; throws if there is none. */
export function groupIn({ group }: Pick<CallManagerContext, "group">): GroupSeat {
  if (!group) throw new Error("There is no group call");
  return group;
}

export function groupInput({ clock, userID, outputID, group }: CallManagerContext) {
  return { ...groupIn({ group }), clock, userID, outputID };
}

/** Whether the signal is about the room of the group call that runs. */
export function isOfGroupCall({ invitation }: SignalEvent, { group }: CallManagerContext): boolean {
  return group !== null && invitation.roomID === group.invitation.roomID;
}

/** R24: whether the signal offers another call of the group whose call runs. */
export function isOfSameGroup(signal: SignalEvent, { group }: CallManagerContext): boolean {
  return group !== null && isOfGroup(signal) && signal.invitation.groupID === group.group.groupID;
}

/**
 * R5: marks the group call as ended for all users in it, and for the users who invited this one. If this user declined
 * it, each of them gets the reject again (R4).
 */
export function withEndedGroupCall(
  context: CallManagerContext,
  { invited, reason }: Pick<GroupOutcome, "invited" | "reason">,
): readonly EndedCall[] {
  const { invitation, inviter, entry } = groupIn(context);
  const { roomID } = invitation;
  const isInvited = entry === "ring" || entry === "move";
  const own = isInvited ? [{ roomID, userID: inviter.userID, initiatedAt: initiatedAt(invitation) }] : [];
  const all = [...invited.map((userID) => ({ roomID, userID })), ...own];
  const endedCalls = all.reduce(
    (sum, ended) => withEndedCall({ ...context, endedCalls: sum }, ended),
    context.endedCalls,
  );
  if (reason !== "declined") return endedCalls;
  return endedCalls.map((one) => (one.roomID === roomID ? { ...one, refusal: reason } : one));
}

export function meetingInput({ clock, userID, outputID, meetingID, isNewMeeting }: CallManagerContext) {
  if (meetingID === null) throw new Error("There is no meeting");
  return { clock, userID, outputID, roomID: meetingID, isNew: isNewMeeting };
}
