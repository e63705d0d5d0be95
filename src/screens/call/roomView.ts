import { shallowEqual, useSelector } from "@xstate/react";
import type { SnapshotFrom } from "xstate";
import type { mediaDeviceMachine } from "../../../machines/calls/media-device.ts";
import type { AudioOutput, CameraFacing, DeviceSource } from "../../../machines/calls/media-room.ts";
import type { mediaSessionMachine } from "../../../machines/calls/media-session.ts";
import type { DeviceActor } from "../../shell/actors.tsx";
import type { CallView } from "./callView.ts";

/** Why a device that was wanted does not work. */
export type DeviceTrouble = "denied" | "missing" | "failing";

const TROUBLES: readonly DeviceTrouble[] = ["denied", "missing", "failing"];

/** A microphone or a camera as it is drawn. */
export interface DeviceView {
  /** What one wants of it shows at once; a device that does not work takes the wish back. */
  isOn: boolean;
  trouble: DeviceTrouble | null;
  facing: CameraFacing;
}

/** The media room as it is drawn. */
export interface RoomView {
  /** The own link has been down for longer than one would not notice. */
  isReconnecting: boolean;
  /** The browser waits for a tap before it plays sound. */
  isSoundBlocked: boolean;
  outputs: readonly AudioOutput[];
  /** Empty for the browser's own choice. */
  outputID: string;
}

const NO_OUTPUTS: readonly AudioOutput[] = [];

/** While there is no room, nothing is published and nothing is wrong. */
const NO_ROOM: RoomView = {
  isReconnecting: false,
  isSoundBlocked: false,
  outputs: NO_OUTPUTS,
  outputID: "",
};

const NO_DEVICE: DeviceView = { isOn: false, trouble: null, facing: "user" };

function roomView(snapshot: SnapshotFrom<typeof mediaSessionMachine> | undefined): RoomView {
  if (!snapshot) return NO_ROOM;
  const { outputs, outputID } = snapshot.context;
  return {
    isReconnecting: snapshot.hasTag("reconnecting"),
    isSoundBlocked: snapshot.hasTag("soundBlocked"),
    outputs,
    outputID,
  };
}

function deviceView(snapshot: SnapshotFrom<typeof mediaDeviceMachine> | undefined): DeviceView {
  if (!snapshot) return NO_DEVICE;
  const { isWanted, facing } = snapshot.context;
  return { isOn: isWanted, trouble: TROUBLES.find((one) => snapshot.hasTag(one)) ?? null, facing };
}

/** The own microphone or camera, from when the room is joined. */
export function useDevice({ room }: CallView, source: DeviceSource): DeviceActor | undefined {
  return useSelector(room, (snapshot) => snapshot?.children[source]);
}

export function useDeviceView(device: DeviceActor | undefined): DeviceView {
  return useSelector(device, deviceView, shallowEqual);
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
