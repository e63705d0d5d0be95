/** Voice messages that are listened to. Pure values. */

/** A voice message to be heard. */
export interface VoiceTurn {
  clientMsgID: string;
  url: string;
}

/** How fast; what the control goes through, round and round. */
export const RATES = [1, 1.5, 2] as const;
export type Rate = (typeof RATES)[number];

/** What becomes of a sound that was begun. Nothing comes after it has ended or failed. */
export type VoiceEvent =
  | { type: "voice.playing" }
  /** Somebody else stopped it: a call, or the system. */
  | { type: "voice.paused" }
  | { type: "voice.progress"; seconds: number }
  | { type: "voice.ended" }
  | { type: "voice.failed" };

export type VoiceCommand =
  | { type: "voice.pause" }
  | { type: "voice.resume" }
  | { type: "voice.setRate"; rate: Rate };

/** The speed after `rate`. */
export function nextRate(rate: Rate): Rate {
  return RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1;
}
