/** Detects speakers from the audio levels in the packets (RFC 6464). */
export interface SpeakerMeter {
  /** @param level 0 is the loudest, 127 silence */
  note(sid: string, level: number): void;
  /** The speakers since the last call with their levels, and once each speaker who has stopped. */
  take(): { sid: string; level: number; active: boolean }[];
  forget(sid: string): void;
}

/** Weaker packets are not speech; level in -dBov. */
const speechLevel = 40;
/** Share of packets that must be speech. */
const speechShare = 0.3;

export function createSpeakerMeter(): SpeakerMeter {
  const levels = new Map<string, number[]>();
  const speaking = new Set<string>();
  return {
    note: (sid, level) => {
      const noted = levels.get(sid);
      if (noted === undefined) levels.set(sid, [level]);
      else if (noted.length < 500) noted.push(level);
    },
    take: () => {
      const changes: ReturnType<SpeakerMeter["take"]> = [];
      for (const sid of new Set([...levels.keys(), ...speaking])) {
        const noted = levels.get(sid) ?? [];
        const speech = noted.filter((level) => level <= speechLevel);
        if (speech.length > 0 && speech.length >= noted.length * speechShare) {
          const mean = speech.reduce((sum, level) => sum + level, 0) / speech.length;
          speaking.add(sid);
          // LiveKit's scale is linear: 1 is the loudest.
          changes.push({ sid, level: 10 ** (-mean / 20), active: true });
        } else if (speaking.delete(sid)) {
          changes.push({ sid, level: 0, active: false });
        }
      }
      levels.clear();
      return changes;
    },
    forget: (sid) => {
      levels.delete(sid);
      speaking.delete(sid);
    },
  };
}
