/** Media rooms: who is in one, what a connection reports and what may be asked of it. */

/** Somebody in a media room, and what they publish. */
export interface RoomMember {
  userID: string;
  microphone: boolean;
  camera: boolean;
  screen: boolean;
}

/** Somewhere sound can come out. */
export interface AudioOutput {
  id: string;
  label: string;
}

export type CameraFacing = "user" | "environment";

/** Why a device could not be switched on. */
export type DeviceFailure = "denied" | "missing" | "failed";

/** What one can send into a room all through a call. */
export type DeviceSource = "microphone" | "camera";

/** What becomes of a device. */
export type DeviceEvent = { source: DeviceSource } & (
  | { type: "device.on" /** Where a camera looks. */; facing?: CameraFacing }
  | { type: "device.off" }
  /** It did not go on, or did not go off. */
  | { type: "device.failed"; cause: DeviceFailure }
  /** It went away during the call. */
  | { type: "device.lost" }
);

/** Switches a device, answered by one `device.on`, `device.off` or `device.failed`. `facing`: of a camera. */
export interface DeviceCommand {
  type: "device.set";
  source: DeviceSource;
  on: boolean;
  facing?: CameraFacing;
}

/** What a media connection reports; `members` never holds oneself. */
export type RoomEvent =
  | { type: "room.connected"; members: RoomMember[] }
  | { type: "room.reconnecting" }
  | { type: "room.reconnected"; members: RoomMember[] }
  /** For good. "duplicate": the same person joined from another device (R10). */
  | { type: "room.closed"; cause: "duplicate" | "lost" }
  | { type: "room.memberJoined"; member: RoomMember }
  /** `isDropped`: the server lost them, so that they may come back; false when they left. */
  | { type: "room.memberLeft"; userID: string; isDropped: boolean }
  | { type: "room.memberChanged"; member: RoomMember }
  /** Nothing comes of somebody who is in the room, though it should; or something again (R21). */
  | { type: "room.memberSilent"; userID: string }
  | { type: "room.memberHeard"; userID: string }
  | DeviceEvent
  /** The browser plays no sound until the person touches the page. */
  | { type: "sound.blocked" | "sound.playing" }
  | { type: "outputs.changed"; outputs: AudioOutput[] };

/** What may be asked of a media connection. */
export type RoomCommand = DeviceCommand | { type: "sound.start" } | { type: "output.set"; outputID: string };
