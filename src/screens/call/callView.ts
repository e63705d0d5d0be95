import type { CallContext } from "../../../machines/calls/call-rules.ts";
import type { CallMedia } from "../../../machines/domain/call.ts";
import type { RoomActor } from "../../shell/actors.tsx";

/** What a person can tell apart about a call: connecting, it rings over there, it rings here, they talk. */
export type CallPhase = "connecting" | "calling" | "ringing" | "connected";

/** A call as it is drawn, from whichever side it came. */
export interface CallView {
  phase: CallPhase;
  /** What tells this call from the next one. */
  roomID: string;
  mediaType: CallMedia;
  selfID: string;
  userID: string;
  /** Nickname of the other side, or the user id of somebody without one (4-91). */
  name: string;
  faceURL: string;
  /** Milliseconds since the epoch; null before both have met. */
  startedAt: number | null;
  /** Since when they are apart, so that the timer stands still; null while they are not (R21). */
  partedAt: number | null;
  /** Nothing comes of the other side for now. */
  isPeerAway: boolean;
  /** The media room, while there is one. */
  room: RoomActor | undefined;
}

/** A call as it is drawn, without its media; who starts a call cannot accept it (6-19, 6-20). */
export function callView(
  snapshot: CallSnapshot | undefined,
): Omit<CallView, "isPeerAway" | "room"> | undefined {
  if (!snapshot) return undefined;
  const { invitation, participant, userID, startedAt, partedAt } = snapshot.context;
  const { userInfo } = participant;
  return {
    phase: PHASES.find((phase) => snapshot.hasTag(phase)) ?? "connecting",
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

/** As the charts tag their states; without a tag it is being connected. */
const PHASES = ["connected", "calling", "ringing"] as const satisfies readonly CallPhase[];

/** As much as is drawn of either side's chart. */
interface CallSnapshot {
  context: CallContext;
  hasTag(tag: (typeof PHASES)[number]): boolean;
}
