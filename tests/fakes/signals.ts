/** Builders of call signals as the port reports them, with defaults. */

import type { RoomMember } from "../../machines/calls/media-room.ts";
import type { Invitation, SignalEvent } from "../../machines/domain/call.ts";
import { ANNA, aParticipant, ME, NOON } from "./world.ts";

export const ROOM = "5".repeat(32);

/** Anna's voice call to me, with a ring timeout of 30 seconds. */
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
  /** User id of the sender, Anna by default. */
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

export function aReject({
  isBusy = false,
  isOutside = false,
  ...envelope
}: Envelope & { isBusy?: boolean; isOutside?: boolean } = {}) {
  return { type: "signal.reject", isBusy, isOutside, ...received(envelope) } as const satisfies SignalEvent;
}

export function aCancel({ acceptedBy = null, ...envelope }: Envelope & { acceptedBy?: string | null } = {}) {
  return { type: "signal.cancel", acceptedBy, ...received(envelope) } as const satisfies SignalEvent;
}

export function aHungup({ hasFailed = false, ...envelope }: Envelope & { hasFailed?: boolean } = {}) {
  return { type: "signal.hungup", hasFailed, ...received(envelope) } as const satisfies SignalEvent;
}

/** Anna in a media room with her microphone on. */
export function aRoomMember(changes: Partial<RoomMember> = {}): RoomMember {
  return { userID: ANNA, microphone: true, camera: false, screen: false, quality: "unknown", ...changes };
}
