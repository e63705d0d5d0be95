import { shallowEqual, useSelector } from "@xstate/react";
import type { SnapshotFrom } from "xstate";
import type { AudioOutput, CameraFacing } from "../../../machines/events.ts";
import type { roomMachine } from "../../../machines/room.ts";
import type { CallView } from "./callView.ts";

/** Why a device that was wanted does not work. */
export type DeviceTrouble = "denied" | "missing" | "failing";

const TROUBLES: readonly DeviceTrouble[] = ["denied", "missing", "failing"];

/** The media room as it is drawn; while there is none, nothing is published and nothing is wrong. */
export interface RoomView {
  isMicrophoneOn: boolean;
  microphoneTrouble: DeviceTrouble | null;
  isCameraOn: boolean;
  cameraTrouble: DeviceTrouble | null;
  facing: CameraFacing;
  /** The own link has been down for longer than one would not notice. */
  isReconnecting: boolean;
  /** The browser waits for a tap before it plays sound. */
  isSoundBlocked: boolean;
  outputs: readonly AudioOutput[];
  /** Empty for the browser's own choice. */
  outputID: string;
}

const NO_OUTPUTS: readonly AudioOutput[] = [];

const NO_ROOM: RoomView = {
  isMicrophoneOn: false,
  microphoneTrouble: null,
  isCameraOn: false,
  cameraTrouble: null,
  facing: "user",
  isReconnecting: false,
  isSoundBlocked: false,
  outputs: NO_OUTPUTS,
  outputID: "",
};

type RoomSnapshot = SnapshotFrom<typeof roomMachine>;

/** What one wants of a device shows at once; a device that does not work takes the wish back. */
function roomView(snapshot: RoomSnapshot | undefined): RoomView {
  if (!snapshot) return NO_ROOM;
  const { wants, facing, outputs, outputID } = snapshot.context;
  return {
    isMicrophoneOn: wants.microphone,
    microphoneTrouble: troubleOf("microphone", snapshot),
    isCameraOn: wants.camera,
    cameraTrouble: troubleOf("camera", snapshot),
    facing,
    isReconnecting: snapshot.matches({ joined: { link: { unstable: "noticeable" } } }),
    isSoundBlocked: snapshot.matches({ joined: { sound: "blocked" } }),
    outputs,
    outputID,
  };
}

function troubleOf(device: "microphone" | "camera", snapshot: RoomSnapshot): DeviceTrouble | null {
  const isIn = (trouble: DeviceTrouble) =>
    snapshot.matches({ joined: { [device]: { unavailable: trouble } } });
  return TROUBLES.find(isIn) ?? null;
}

export function useRoomView({ room }: CallView): RoomView {
  return useSelector(room, roomView, shallowEqual);
}

/** What there is to see of the other side: the screen they share, or in a video call their camera. */
export function usePeerPicture({ room, userID, mediaType, phase }: CallView): "camera" | "screen" | null {
  return useSelector(room, (snapshot) => {
    const peer = snapshot?.context.members.find((member) => member.userID === userID);
    if (!peer || phase !== "connected") return null;
    if (peer.screen) return "screen";
    return peer.camera && mediaType === "video" ? "camera" : null;
  });
}

/** Whether the other side has its microphone off. */
export function usePeerMuted({ room, userID }: CallView): boolean {
  return useSelector(
    room,
    (snapshot) => snapshot?.context.members.find((member) => member.userID === userID)?.microphone === false,
  );
}
