import { shallowEqual, useSelector } from "@xstate/react";
import type { SnapshotFrom } from "xstate";
import type { mediaDeviceMachine } from "../../../machines/calls/media-device.ts";
import type { AudioOutput, CameraFacing, DeviceSource } from "../../../machines/calls/media-room.ts";
import type { mediaSessionMachine } from "../../../machines/calls/media-session.ts";
import type { MediaDeviceActor, MediaSessionActor } from "../../shell/actors.tsx";
import type { CallView } from "./callView.ts";

export type DeviceTrouble = "denied" | "missing" | "failing";

const TROUBLES: readonly DeviceTrouble[] = ["denied", "missing", "failing"];

export interface DeviceView {
  /** Changes as soon as the user presses. Turns off again if the device does not work. */
  isOn: boolean;
  /** Whether the device really runs: from when it has started until it has stopped. */
  isLive: boolean;
  trouble: DeviceTrouble | null;
  facing: CameraFacing;
}

export interface RoomView {
  /** True only after longer than a moment. */
  isReconnecting: boolean;
  /** The browser waits for a tap before it plays sound. */
  isSoundBlocked: boolean;
  outputs: readonly AudioOutput[];
  /** Empty for the browser's default. */
  outputID: string;
}

const NO_OUTPUTS: readonly AudioOutput[] = [];

const NO_ROOM: RoomView = {
  isReconnecting: false,
  isSoundBlocked: false,
  outputs: NO_OUTPUTS,
  outputID: "",
};

const NO_DEVICE: DeviceView = { isOn: false, isLive: false, trouble: null, facing: "user" };

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
  return {
    isOn: isWanted,
    isLive: snapshot.matches("on") || snapshot.matches("stopping"),
    trouble: TROUBLES.find((one) => snapshot.hasTag(one)) ?? null,
    facing,
  };
}

/** The media session of a call; undefined before the room is joined. */
export interface InRoom {
  room: MediaSessionActor | undefined;
}

/** Undefined before the room is joined. */
export function useDevice({ room }: InRoom, source: DeviceSource): MediaDeviceActor | undefined {
  return useSelector(room, (snapshot) => snapshot?.children[source]);
}

export function useDeviceView(device: MediaDeviceActor | undefined): DeviceView {
  return useSelector(device, deviceView, shallowEqual);
}

export function useRoomView({ room }: InRoom): RoomView {
  return useSelector(room, roomView, shallowEqual);
}

/** A shared screen, or the camera in a video call. Null if there is none. */
export function usePeerPicture({ room, userID, mediaType, phase }: CallView): "camera" | "screen" | null {
  return useSelector(room, (snapshot) => {
    const peer = snapshot?.context.members.find((member) => member.userID === userID);
    if (!peer || phase !== "connected") return null;
    if (peer.screen) return "screen";
    return peer.camera && mediaType === "video" ? "camera" : null;
  });
}

export function usePeerMuted({ room, userID }: CallView): boolean {
  return useSelector(
    room,
    (snapshot) => snapshot?.context.members.find((member) => member.userID === userID)?.microphone === false,
  );
}
