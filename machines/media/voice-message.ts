export interface VoiceTurn {
  clientMsgID: string;
  url: string;
}

/** Playback rates, in the order of the control. */
export const RATES = [1, 1.5, 2] as const;
export type Rate = (typeof RATES)[number];

/** Events of a playback. "voice.ended" and "voice.failed" are the last ones. */
export type VoiceEvent =
  | { type: "voice.playing" }
  /** Paused from outside: by a call or the system. */
  | { type: "voice.paused" }
  | { type: "voice.progress"; seconds: number }
  | { type: "voice.ended" }
  | { type: "voice.failed" };

export type VoiceCommand =
  | { type: "voice.pause" }
  | { type: "voice.resume" }
  | { type: "voice.setRate"; rate: Rate };

export function nextRate(rate: Rate): Rate {
  return RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1;
}
