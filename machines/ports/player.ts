/** Sounds one listens to, and which of them were heard. */
import type { Rate, VoiceCommand, VoiceEvent } from "../media/voice-message.ts";

/** A sound that was begun, until `stop`. */
export interface Playback {
  command(command: VoiceCommand): void;
  /** Nothing is heard or reported afterwards. */
  stop(): void;
}

export interface PlayerPort {
  /** Plays a sound from its beginning, as soon as there is something of it. */
  play(input: { url: string; rate: Rate }, send: (event: VoiceEvent) => void): Playback;
  /** Pauses whatever plays, as before a call. */
  interrupt(): void;
}

/** Which voice messages a person has heard on this device. */
export interface HeardStore {
  readHeard(input: { userID: string }): Promise<readonly string[]>;
  /** Adds one; the oldest are forgotten when there are very many. */
  keepHeard(input: { userID: string; clientMsgID: string }): Promise<void>;
}
