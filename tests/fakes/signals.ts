/** Signals of calls as the port reports them: builders that fill in what a test does not care about. */

import type { RoomMember } from "../../machines/calls/media-room.ts";
import type { Invitation, SignalEvent } from "../../machines/domain/call.ts";
import { ANNA, aParticipant, ME, NOON } from "./world.ts";

/** The room of `anInvitation()`. */
export const ROOM = "5".repeat(32);

/** Anna calls me: a voice call that waits for 30 seconds. */
export function anInvitation(changes: Partial<Invitation> = {}): Invitation {
  return {
    roomID: ROOM,
    inviterUserID: ANNA,
    inviteeUserIDList: [ME],
    mediaType: "voice",
    sessionType: "single",
    groupID: "",
    timeout: 30,
    extra: {},
    ...changes,
  };
}

interface Envelope {
  /** User id of the sender: Anna unless said. */
  from?: string;
  /** Milliseconds since the epoch. */
  sentAt?: number;
  invitation?: Partial<Invitation>;
}

function received({ from = ANNA, sentAt = NOON, invitation = {} }: Envelope) {
  const { userInfo } = aParticipant(from === ANNA ? {} : { userID: from, nickname: from });
  return { sender: userInfo, sentAt, invitation: anInvitation(invitation) };
}

export function anInvite(envelope: Envelope = {}) {
  return { type: "signal.invite", ...received(envelope) } as const satisfies SignalEvent;
}

export function anAccept({ deviceID = null, ...envelope }: Envelope & { deviceID?: string | null } = {}) {
  return { type: "signal.accept", deviceID, ...received(envelope) } as const satisfies SignalEvent;
}

export function aReject({ isBusy = false, ...envelope }: Envelope & { isBusy?: boolean } = {}) {
  return { type: "signal.reject", isBusy, ...received(envelope) } as const satisfies SignalEvent;
}

export function aCancel({ acceptedBy = null, ...envelope }: Envelope & { acceptedBy?: string | null } = {}) {
  return { type: "signal.cancel", acceptedBy, ...received(envelope) } as const satisfies SignalEvent;
}

export function aHungup(envelope: Envelope = {}) {
  return { type: "signal.hungup", ...received(envelope) } as const satisfies SignalEvent;
}

/** Anna in a media room, speaking. */
export function aRoomMember(changes: Partial<RoomMember> = {}): RoomMember {
  return { userID: ANNA, microphone: true, camera: false, screen: false, ...changes };
}
