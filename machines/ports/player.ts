/** Playing voice messages, and which of them were heard. */
import type { Rate, VoiceCommand, VoiceEvent } from "../media/voice-message.ts";

export interface Playback {
  command(command: VoiceCommand): void;
  /** Stops; no events follow. */
  stop(): void;
}

export interface PlayerPort {
  /** Plays a sound from its beginning, as soon as some data is loaded. */
  play(input: { url: string; rate: Rate }, send: (event: VoiceEvent) => void): Playback;
  /** Pauses any playback, for example before a call. */
  interrupt(): void;
}

export interface HeardStore {
  readHeard(input: { userID: string }): Promise<readonly string[]>;
  /** Adds a message; the oldest entries are dropped when there are too many. */
  keepHeard(input: { userID: string; clientMsgID: string }): Promise<void>;
}
