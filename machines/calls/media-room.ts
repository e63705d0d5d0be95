export interface RoomMember {
  userID: string;
  microphone: boolean;
  camera: boolean;
  screen: boolean;
  quality: LinkQuality;
}

/** How well a member's connection works, by the server's word; "unknown" until the server says it. */
export type LinkQuality = "good" | "poor" | "lost" | "unknown";

/** What members of a room tell each other without the server. */
export type RoomPacket =
  /** A new member asks the others for their state and their chat. */
  | { kind: "hello" }
  /** `hand`: when the member raised its hand, in milliseconds since the epoch. */
  | {
      kind: "state";
      hand: number | null;
      /** When the first two members met, as this member knows; null if it does not. */
      since: number | null;
    }
  | { kind: "reaction"; emoji: string }
  /** `at`: milliseconds since the epoch. A repeated `id` is the same text again. */
  | { kind: "chat"; id: string; text: string; at: number }
  /** What the host asks a member to do. */
  | { kind: "ask"; what: "mute" | "leave" }
  /** The host ends the meeting for everybody. */
  | { kind: "end" };

/** Limits of packets. Longer ones are neither sent nor reported. In UTF-16 units. */
export const PACKET_LIMITS = { text: 2000, id: 64 } as const;

/** The only reactions that are sent and shown: a text of a member must not fly over the call. */
export const REACTIONS = ["👍", "❤️", "😂", "👏", "🎉", "😮"] as const;

/** Maximum number of user ids in `room.speakers`. */
export const MOST_SPEAKERS = 16;

export interface AudioOutput {
  id: string;
  label: string;
}

export type CameraFacing = "user" | "environment";

export type DeviceFailure = "denied" | "missing" | "failed";

/** A device that this user can publish during a call. `screen` starts and stops screen sharing. */
export type DeviceSource = "microphone" | "camera" | "screen";

export type DeviceEvent = { source: DeviceSource } & (
  | { type: "device.on"; facing?: CameraFacing }
  | { type: "device.off" }
  /** The device could not be switched on, or not off. */
  | { type: "device.failed"; cause: DeviceFailure }
  /**
   * The device disappeared during the call, or the user forbade it in the browser ("denied"). Never reported for a
   * screen, which ends with `device.off`.
   */
  | { type: "device.lost"; cause?: "denied" }
  /** A microphone or camera was plugged in. */
  | { type: "device.found" }
  /** The user allowed the microphone or camera in the browser. */
  | { type: "device.allowed" }
);

/**
 * Switches a device. The answer is one `device.on`, `device.off` or `device.failed`. `facing`: camera only. A screen
 * is off if the user chooses none, and goes off without a command if the user stops it in the browser's own bar.
 */
export interface DeviceCommand {
  type: "device.set";
  source: DeviceSource;
  on: boolean;
  facing?: CameraFacing;
}

/**
 * Why a room closed for good. "duplicate": the same user joined from another device (R10). "removed": the server took
 * this user out, or ended the room.
 */
export type RoomEnd = "duplicate" | "lost" | "removed";

/** Events of a media connection; `members` never holds this user. */
export type RoomEvent =
  | { type: "room.connected"; members: RoomMember[] }
  | { type: "room.reconnecting" }
  | { type: "room.reconnected"; members: RoomMember[] }
  | { type: "room.closed"; cause: RoomEnd }
  | { type: "room.memberJoined"; member: RoomMember }
  /** `isDropped`: the server lost the member, who may come back; false if the member left. */
  | { type: "room.memberLeft"; userID: string; isDropped: boolean }
  | { type: "room.memberChanged"; member: RoomMember }
  /** A member sends no media although it should (`memberSilent`), or sends again (`memberHeard`) (R21). */
  | { type: "room.memberSilent"; userID: string }
  | { type: "room.memberHeard"; userID: string }
  /** The users who speak, loudest first, with this user; at most `MOST_SPEAKERS`. Only in rooms of many. */
  | { type: "room.speakers"; userIDs: readonly string[] }
  /** From a member. Only in rooms of many. */
  | { type: "room.packet"; userID: string; packet: RoomPacket }
  /** Others encrypt their media with a key that this device does not have, or no more (11-44). Only in rooms of many. */
  | { type: "room.unreadable" | "room.readable" }
  | DeviceEvent
  /** The browser plays no sound until the user touches the page. */
  | { type: "sound.blocked" | "sound.playing" }
  | { type: "outputs.changed"; outputs: AudioOutput[] };

export type RoomCommand =
  | DeviceCommand
  | { type: "sound.start" }
  | { type: "output.set"; outputID: string }
  /** `to`: user ids; empty for everybody. What cannot be sent is dropped. Only in rooms of many. */
  | { type: "packet.send"; packet: RoomPacket; to: readonly string[] };

/** Whether the user may change to another camera: on a phone with two cameras, while the camera is on (2-122). */
export function mayFlip(camera: { isOn: boolean; isTouch: boolean; cameras: number }): boolean {
  return camera.isOn && camera.isTouch && camera.cameras > 1;
}
