import type { CallContext } from "../../../machines/calls/call-rules.ts";
import type { CallMedia } from "../../../machines/domain/call.ts";
import type { MediaSessionActor } from "../../shell/actors.tsx";
import { phaseOf } from "./phase.ts";

/** "calling" rings at the peer, "ringing" rings here. */
export type CallPhase = "connecting" | "calling" | "ringing" | "connected";

export interface CallView {
  phase: CallPhase;
  roomID: string;
  mediaType: CallMedia;
  selfID: string;
  userID: string;
  /** The peer's nickname, or the user id without a nickname (4-91). */
  name: string;
  faceURL: string;
  /** Milliseconds since the epoch. Null until both sides joined. */
  startedAt: number | null;
  /**
   * When the two lost their connection, in milliseconds since the epoch. The timer stops then. Null while connected
   * (R21).
   */
  partedAt: number | null;
  /** No media arrives from the peer at the moment. */
  isPeerAway: boolean;
  room: MediaSessionActor | undefined;
}

/** Leaves out the media state. The caller has no "accept" (6-19, 6-20). */
export function callView(
  snapshot: CallSnapshot | undefined,
): Omit<CallView, "isPeerAway" | "room"> | undefined {
  if (!snapshot) return undefined;
  const { invitation, participant, userID, startedAt, partedAt } = snapshot.context;
  const { userInfo } = participant;
  return {
    phase: phaseOf(snapshot, PHASES),
    roomID: invitation.roomID,
    mediaType: invitation.mediaType,
    selfID: userID,
    userID: userInfo.userID,
    name: userInfo.nickname || userInfo.userID,
    faceURL: userInfo.faceURL,
    startedAt,
    partedAt,
  };
}

/** The tags of the call charts. A state without one of them is "connecting". */
const PHASES = ["connected", "calling", "ringing"] as const satisfies readonly CallPhase[];

interface CallSnapshot {
  context: CallContext;
  hasTag(tag: (typeof PHASES)[number]): boolean;
}
