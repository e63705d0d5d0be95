/** Media rooms, as the charts need them. */
import type { RoomCommand, RoomEvent } from "../calls/media-room.ts";

/** A media connection that was asked for; it is being made, or made, until `leave`. */
export interface MediaRoom {
  command(command: RoomCommand): void;
  /** Leaves at once and stops every track; nothing is reported afterwards. */
  leave(): void;
}

/** LiveKit. Addresses and tokens of rooms stay inside the adapter. */
export interface MediaPort {
  /** Starts loading the media library; repeated calls share one load. */
  prepare(): Promise<void>;
  /** Asks the chat server for a token (7-09); `join` uses it. */
  requestAccess(input: { roomID: string; userID: string }): Promise<void>;
  join(input: { roomID: string }, send: (event: RoomEvent) => void): MediaRoom;
  /**
   * Draws somebody's picture (one's own for one's own id) into `element` whenever there is one, until the returned
   * function is called. Views call this; it says nothing to any chart.
   */
  show(input: { userID: string; source: "camera" | "screen" }, element: HTMLVideoElement): () => void;
}
