/** Detects speakers from the audio levels in the packets (RFC 6464). */
export interface SpeakerMeter {
  /** @param level 0 is the loudest, 127 silence */
  note(sid: string, level: number): void;
  /** The participants whose level has changed since the last call; speakers that have stopped have level 0. */
  take(): SpeakerState[];
  /** As at the last `take`. */
  stateOf(sid: string): SpeakerState;
  forget(sid: string): void;
}

/** As in LiveKit's SpeakerInfo: the level is linear, 1 is the loudest. */
export interface SpeakerState {
  sid: string;
  level: number;
  active: boolean;
}

/** Weaker packets are not speech; level in -dBov. */
const speechLevel = 40;
/** Share of packets that must be speech. */
const speechShare = 0.3;
/** Levels are rounded up to this many steps as in LiveKit's `GetActiveSpeakers`, so that a steady voice is told once. */
const levelSteps = 8;

export function createSpeakerMeter(): SpeakerMeter {
  const levels = new Map<string, number[]>();
  const speaking = new Map<string, number>();
  return {
    note: (sid, level) => {
      const noted = levels.get(sid);
      if (noted === undefined) levels.set(sid, [level]);
      else if (noted.length < 500) noted.push(level);
    },
    take: () => {
      const changes: SpeakerState[] = [];
      for (const sid of new Set([...levels.keys(), ...speaking.keys()])) {
        const noted = levels.get(sid) ?? [];
        const speech = noted.filter((level) => level <= speechLevel);
        if (speech.length > 0 && speech.length >= noted.length * speechShare) {
          const mean = speech.reduce((sum, level) => sum + level, 0) / speech.length;
          const level = Math.ceil(10 ** (-mean / 20) * levelSteps) / levelSteps;
          if (speaking.get(sid) !== level) changes.push({ sid, level, active: true });
          speaking.set(sid, level);
        } else if (speaking.delete(sid)) {
          changes.push({ sid, level: 0, active: false });
        }
      }
      levels.clear();
      return changes;
    },
    stateOf: (sid) => ({ sid, level: speaking.get(sid) ?? 0, active: speaking.has(sid) }),
    forget: (sid) => {
      levels.delete(sid);
      speaking.delete(sid);
    },
  };
}
