import { type AnyStateMachine, createActor, createEmptyActor, getStateNodes, type Snapshot } from "xstate";
import { appMachine } from "../../../machines/app/app.ts";
import { callManagerMachine } from "../../../machines/calls/call-manager.ts";
import { callRoomMachine } from "../../../machines/calls/call-room.ts";
import { calleeMachine } from "../../../machines/calls/callee.ts";
import { callerMachine } from "../../../machines/calls/caller.ts";
import { mediaDeviceMachine } from "../../../machines/calls/media-device.ts";
import { mediaSessionMachine } from "../../../machines/calls/media-session.ts";
import { appearanceOf } from "../../../machines/domain/appearance.ts";
import type { Language } from "../../../machines/domain/language.ts";
import { placeOf } from "../../../machines/domain/route.ts";
import type { App } from "../../wiring/index.ts";
import type { StateValue, Still, StillCall } from "../playback/still.ts";

/*
 * Actors in a recorded state. They are never started: nothing they invoke runs, no event changes them, and they send
 * nothing.
 */

/** Returns an app whose time stands still. */
export function restoreApp({ now }: Still, language: Language): App {
  return createActor(appMachine, {
    input: {
      language,
      alerts: { sound: false, notifications: false, previews: false },
      appearance: appearanceOf(null),
      clock: { now: () => now, newID: () => "" },
      place: { path: "/", search: "" },
      link: null,
    },
  });
}

/** Returns a call manager with its call. Throws for states that the charts do not have. */
export function restoreCall({ line, chart, value, context, room }: StillCall) {
  const { participant, ...known } = context;
  const call = { ...known, participant: { userInfo: { ...participant.userInfo, faceURL: "" } } };
  const session = room?.session;
  const microphone = session?.microphone;
  const devices = child("microphone", "mediaDevice", microphone, { ...microphone?.context, facing: "user" });
  const inSession = child("mediaSession", "mediaSession", session, NO_MEDIA, devices);
  const inRoom = child("callRoom", "callRoom", room, {}, inSession);
  const inLine = child("call", chart, { value }, call, inRoom);
  return createActor(callManagerMachine, {
    snapshot: snapshotOf(callManagerMachine, line, {}, inLine),
    input: {
      clock: { now: () => 0, newID: () => "" },
      userID: known.userID,
      parent: createEmptyActor(),
      place: placeOf(""),
    },
  });
}

/** Pictures of cameras are not recorded, so the room has no members. */
const NO_MEDIA = { members: [], outputs: [], outputID: "" };

type Children = Readonly<Record<string, { src: string; snapshot: Snapshot<unknown> }>>;

const CHARTS = {
  caller: callerMachine,
  callee: calleeMachine,
  callRoom: callRoomMachine,
  mediaSession: mediaSessionMachine,
  mediaDevice: mediaDeviceMachine,
};

/** Returns a child as XState stores it; none if it is not recorded. */
function child(
  id: string,
  src: keyof typeof CHARTS,
  recorded: { value: StateValue } | null | undefined,
  context: object,
  children: Children = {},
): Children {
  return recorded
    ? { [id]: { src, snapshot: snapshotOf(CHARTS[src], recorded.value, context, children) } }
    : {};
}

/** Returns a snapshot as XState stores it. Throws if the chart has no such state: an actor would only report it. */
function snapshotOf(
  chart: AnyStateMachine,
  value: StateValue,
  context: object,
  children: Children,
): Snapshot<unknown> {
  getStateNodes(chart.root, value);
  const stored = { value, context, children, historyValue: {} };
  return { ...stored, status: "active", output: undefined, error: undefined };
}
