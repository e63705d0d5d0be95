import type { SnapshotFrom } from "xstate";
import type { calleeMachine } from "../../../machines/callee.ts";
import type { callerMachine } from "../../../machines/caller.ts";
import type { CallMedia } from "../../../machines/events.ts";
import type { RoomActor } from "../../app/actors.tsx";

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

/** An outgoing call; who starts a call cannot accept it (6-19). */
export function callerView(snapshot: SnapshotFrom<typeof callerMachine> | undefined): CallView | undefined {
  if (!snapshot) return undefined;
  const phase = snapshot.matches({ inRoom: "connected" })
    ? "connected"
    : snapshot.matches({ inRoom: "calling" })
      ? "calling"
      : "connecting";
  const isPeerAway = snapshot.matches({ inRoom: { connected: "apart" } });
  return { phase, isPeerAway, room: snapshot.children.room, ...shared(snapshot.context) };
}

/** An incoming call; it can be accepted while it rings (6-20). */
export function calleeView(snapshot: SnapshotFrom<typeof calleeMachine> | undefined): CallView | undefined {
  if (!snapshot) return undefined;
  const phase = snapshot.matches({ on: { call: { inRoom: "connected" } } })
    ? "connected"
    : snapshot.matches({ on: { call: "ringing" } })
      ? "ringing"
      : "connecting";
  const isPeerAway = snapshot.matches({ on: { call: { inRoom: { connected: "apart" } } } });
  return { phase, isPeerAway, room: snapshot.children.room, ...shared(snapshot.context) };
}

type Context = SnapshotFrom<typeof callerMachine>["context"] | SnapshotFrom<typeof calleeMachine>["context"];

function shared({ invitation, participant: { userInfo }, userID, startedAt, partedAt }: Context) {
  return {
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
