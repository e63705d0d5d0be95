import type { RoomCommand, RoomEvent } from "../calls/media-room.ts";

/** A media connection, pending or open until `leave`. */
export interface MediaRoom {
  command(command: RoomCommand): void;
  /** Stops every track at once; no events follow. An open room of many is left within six seconds: see `wasLast`. */
  leave(): void;
}

/** The browser's own blur of the background. */
export interface BackgroundBlur {
  /** Whether the camera that is on has it. */
  isOffered: boolean;
  isOn: boolean;
}

/** LiveKit. URLs and tokens of rooms stay inside the adapter. */
export interface MediaPort {
  /** Starts loading the media library; repeated calls share one load. */
  prepare(): Promise<void>;
  /** Requests a token from the chat server (7-09); `join` uses it. */
  requestAccess(input: { roomID: string; userID: string }): Promise<void>;
  /**
   * `isMany`: more than two may be in the room, so pictures come in several sizes, and only those on screen.
   * `isEncrypted`: with the key that this tab has for the room; without one the room is not joined.
   */
  join(
    input: { roomID: string; isMany: boolean; isEncrypted: boolean },
    send: (event: RoomEvent) => void,
  ): MediaRoom;
  /**
   * Returns whether this user was the last who left a room of many. Others may leave at the same time, so the answer
   * comes up to six seconds after `leave`. False in an encrypted room, after a lost connection, and if the user joins
   * again before the answer.
   */
  wasLast(input: { roomID: string }): Promise<boolean>;
  /**
   * Mutes a member's microphone or removes the member. Only the user who made the room may. Rejects if the server
   * refuses or cannot.
   */
  moderate(input: { roomID: string; userID: string; what: "mute" | "remove" }): Promise<void>;
  /** Returns the user who made the room; null if no user did. Rejects on a chat server that does not know. */
  roomInfo(input: { roomID: string }): Promise<{ madeBy: string | null }>;
  /** Shows a user's video, or the own one, until the returned function is called. Only for views. */
  show(input: { userID: string; source: "camera" | "screen" }, element: HTMLVideoElement): () => void;
  /**
   * Reports the number of this device's cameras, and every change, until the returned function is called. Reports
   * nothing if the browser keeps the list to itself. Only for views.
   */
  watchCameras(report: (cameras: number) => void): () => void;
  /**
   * Shows the front camera before a call until the returned function is called, which releases the camera. Reports
   * whether there is a picture. A camera that is plugged in or allowed later is shown. Only for views.
   */
  preview(element: HTMLVideoElement, report: (isShown: boolean) => void): () => void;
  /** Whether this browser can encrypt media. */
  canEncrypt(): boolean;
  /**
   * Reports how loud the microphone hears the user before a call, from 0 to 1 about ten times a second, until the
   * returned function is called, which releases the microphone. Null if it cannot be used, or no more. A microphone that
   * is plugged in or allowed later is used. Only for views.
   */
  watchMicrophone(report: (level: number | null) => void): () => void;
  /** Reports the background blur, and every change, until the returned function is called. Only for views. */
  watchBlur(report: (blur: BackgroundBlur) => void): () => void;
  /** For the camera of the preview, and of calls of many from then on. Only for views. */
  setBlur(isOn: boolean): void;
  /** Whether this browser can share its screen, and the app offers it. Only for views. */
  canShareScreen(): boolean;
}
