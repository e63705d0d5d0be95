/** Call signals between two clients, and the call record. */

export type CallMedia = "voice" | "video";

/** Data that every signal of a call carries (3-16). `timeout` in seconds. */
export interface Invitation {
  roomID: string;
  inviterUserID: string;
  /** In a call between two users the first id is the peer. */
  inviteeUserIDList: readonly string[];
  mediaType: CallMedia;
  sessionType: "single" | "group";
  groupID: string;
  timeout: number;
  /** Fields that other clients added; returned unchanged (3-18). */
  extra: Readonly<Record<string, unknown>>;
}

/** The peer, as the overlay shows it (3-20). */
export interface CallParticipant {
  userInfo: { userID: string; nickname: string; faceURL: string; ex: string };
}

/** Signal content by kind: custom message types 200 to 204 (3-11 to 3-15). */
export type SignalContent =
  | { kind: "invite" }
  /** `deviceID` tells the inviter which of the invitee's devices took the call (R10). */
  | { kind: "accept"; deviceID: string }
  /** `isOutside`: the invited user is not in the group of the call any more. */
  | { kind: "reject"; isBusy: boolean; isOutside?: true }
  /** `acceptedBy`: the device that took the call; all others stop ringing (R10). */
  | { kind: "cancel"; acceptedBy: string | null }
  /** `hasFailed`: this side could not connect, and the user did not hang up. */
  | { kind: "hungup"; hasFailed?: true };

export type Signal = SignalContent & { invitation: Invitation };

interface Received {
  sender: CallParticipant["userInfo"];
  /** Milliseconds since the epoch, by the server's clock. */
  sentAt: number;
  invitation: Invitation;
}

/** An incoming signal, parsed; each message is reported once. */
export type SignalEvent = Received &
  (
    | { type: "signal.invite" }
    | { type: "signal.accept"; deviceID: string | null }
    | { type: "signal.reject"; isBusy: boolean; isOutside: boolean }
    | { type: "signal.cancel"; acceptedBy: string | null }
    | { type: "signal.hungup"; hasFailed: boolean }
  );

/** The result of a call, for the message that both sides see (2-97). */
export interface CallRecord {
  roomID: string;
  mediaType: CallMedia;
  result: "completed" | "cancelled" | "declined" | "busy" | "noAnswer" | "failed";
  durationSeconds: number;
  /** Set if the callee sent it, because the caller disconnected without a signal (R21). */
  isByCallee?: true;
  /**
   * Set if it was stored while the call rang, because the callee was offline (11-25): the server pushes it. Seconds from
   * the send time to the end of the ring.
   */
  ringSeconds?: number;
}

/**
 * Whether the call of this record still rings. `sentAt` and `now` in milliseconds since the epoch: if `now` is earlier by
 * more than the ring, one clock is wrong.
 */
export function isRingingAt({ ringSeconds = 0 }: CallRecord, sentAt: number, now: number): boolean {
  return Math.abs(now - sentAt) < ringSeconds * 1000;
}

/** A stored message in a group: a call begins there, or is over. The call is known by its room. */
export type GroupCallNotice = {
  roomID: string;
  mediaType: CallMedia;
} & ({ state: "on"; invited: number } | { state: "over"; durationSeconds: number });

/** An invitation to a meeting, as a message. */
export interface MeetingCard {
  /** Null if the id is not of this app's kind: such a meeting cannot be joined here. */
  roomID: string | null;
  subject: string;
  /** Fields of other clients, kept. */
  extra: Readonly<Record<string, unknown>>;
}

/** The id of a meeting is its whole secret: 128 random bits as 32 hex digits. */
export function isMeetingID(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id);
}

/** Whether the record is a missed call for this user. `isOutgoing` is true for the caller (2-97). */
export function isMissed({ result }: CallRecord, isOutgoing: boolean): boolean {
  return !isOutgoing && (result === "cancelled" || result === "noAnswer" || result === "busy");
}

/** A group as a call shows it. Name and picture are empty until they are loaded. */
export interface CallGroup {
  groupID: string;
  name: string;
  faceURL: string;
}
