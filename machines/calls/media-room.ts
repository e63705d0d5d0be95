export interface RoomMember {
  userID: string;
  microphone: boolean;
  camera: boolean;
  screen: boolean;
}

export interface AudioOutput {
  id: string;
  label: string;
}

export type CameraFacing = "user" | "environment";

export type DeviceFailure = "denied" | "missing" | "failed";

/** A device that this user can publish during a call. */
export type DeviceSource = "microphone" | "camera";

export type DeviceEvent = { source: DeviceSource } & (
  | { type: "device.on"; facing?: CameraFacing }
  | { type: "device.off" }
  /** The device could not be switched on, or not off. */
  | { type: "device.failed"; cause: DeviceFailure }
  /** The device disappeared during the call. */
  | { type: "device.lost" }
);

/** Switches a device. The answer is one `device.on`, `device.off` or `device.failed`. `facing`: camera only. */
export interface DeviceCommand {
  type: "device.set";
  source: DeviceSource;
  on: boolean;
  facing?: CameraFacing;
}

/** Events of a media connection; `members` never holds this user. */
export type RoomEvent =
  | { type: "room.connected"; members: RoomMember[] }
  | { type: "room.reconnecting" }
  | { type: "room.reconnected"; members: RoomMember[] }
  /** Closed for good. "duplicate": the same user joined from another device (R10). */
  | { type: "room.closed"; cause: "duplicate" | "lost" }
  | { type: "room.memberJoined"; member: RoomMember }
  /** `isDropped`: the server lost the member, who may come back; false if the member left. */
  | { type: "room.memberLeft"; userID: string; isDropped: boolean }
  | { type: "room.memberChanged"; member: RoomMember }
  /** A member sends no media although it should (`memberSilent`), or sends again (`memberHeard`) (R21). */
  | { type: "room.memberSilent"; userID: string }
  | { type: "room.memberHeard"; userID: string }
  | DeviceEvent
  /** The browser plays no sound until the user touches the page. */
  | { type: "sound.blocked" | "sound.playing" }
  | { type: "outputs.changed"; outputs: AudioOutput[] };

export type RoomCommand = DeviceCommand | { type: "sound.start" } | { type: "output.set"; outputID: string };

/** Whether the user may change to another camera: on a phone with two cameras, while the camera is on (2-122). */
export function mayFlip(camera: { isOn: boolean; isTouch: boolean; cameras: number }): boolean {
  return camera.isOn && camera.isTouch && camera.cameras > 1;
}
