/** What two clients say to each other about a call, and the record that is left of it. */
import type { GroupMember } from "./people.ts";

export type CallMedia = "voice" | "video";

/** What every signal of a call carries (3-16). `timeout` in seconds. */
export interface Invitation {
  roomID: string;
  inviterUserID: string;
  /** The first one is the peer of a call between two. */
  inviteeUserIDList: readonly string[];
  mediaType: CallMedia;
  sessionType: "single" | "group";
  groupID: string;
  timeout: number;
  /** Fields other clients added; echoed back untouched (3-18). */
  extra: Readonly<Record<string, unknown>>;
}

/** The other side of a call, as the overlay shows it (3-20). */
export interface CallParticipant {
  userInfo: { userID: string; nickname: string; faceURL: string; ex: string };
  groupMemberInfo?: GroupMember;
}

/** What a signal says, by its kind: custom message types 200 to 204 (3-11 to 3-15). */
export type Words =
  | { kind: "invite" }
  /** `deviceID` tells the inviter which of the invitee's devices took the call (R10). */
  | { kind: "accept"; deviceID: string }
  | { kind: "reject"; isBusy: boolean }
  /** `acceptedBy`: the device that took the call; all others stop ringing (R10). */
  | { kind: "cancel"; acceptedBy: string | null }
  | { kind: "hungup" };

/** A signal on its way out. */
export type Signal = Words & { invitation: Invitation };

interface Received {
  /** Who sent it, as the message says. */
  sender: CallParticipant["userInfo"];
  /** Milliseconds since the epoch by the server's clock. */
  sentAt: number;
  invitation: Invitation;
}

/** A signal that came in, parsed and without doubles of the same message. */
export type SignalEvent = Received &
  (
    | { type: "signal.invite" }
    | { type: "signal.accept"; deviceID: string | null }
    | { type: "signal.reject"; isBusy: boolean }
    | { type: "signal.cancel"; acceptedBy: string | null }
    | { type: "signal.hungup" }
  );

/** How a call went, for the row both sides see (2-97). */
export interface CallRecord {
  roomID: string;
  mediaType: CallMedia;
  result: "completed" | "cancelled" | "declined" | "busy" | "noAnswer" | "failed";
  durationSeconds: number;
  /** Sent by the one who was called, as the caller had gone without a word (R21). */
  isByCallee?: true;
}
