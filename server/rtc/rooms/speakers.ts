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

/** As in LiveKit's `DefaultAudioLevelConfig`. Weaker packets are not speech; level in -dBov. */
const speechLevel = 35;
/** 160 ms of 400 ms, in packets of 20 ms. */
const leastSpeech = 8;
/** In 400 ms come 20 packets. If fewer come than this, some are late. */
const leastPackets = 16;
const speechShare = 0.4;
/**
 * Levels are rounded up to this many steps as in LiveKit's `GetActiveSpeakers`, so that a steady voice is reported
 * once.
 */
const levelSteps = 8;

interface Observed {
  levels: number[];
  /** They were too few at the last `take`. */
  hasWaited: boolean;
}

export function createSpeakerMeter(): SpeakerMeter {
  const observed = new Map<string, Observed>();
  const speaking = new Map<string, number>();

  /** Late packets come together with the next ones, so a part of a window waits once. */
  const isTooFew = ({ levels, hasWaited }: Observed) =>
    !hasWaited && levels.length > 0 && levels.length < leastPackets;

  const levelOf = (levels: readonly number[]): number | null => {
    const speech = levels.filter((level) => level <= speechLevel);
    if (speech.length < Math.max(leastSpeech, levels.length * speechShare)) return null;
    const mean = speech.reduce((sum, level) => sum + level, 0) / speech.length;
    return Math.ceil(10 ** (-mean / 20) * levelSteps) / levelSteps;
  };

  return {
    note: (sid, level) => {
      const { levels } = observed.get(sid) ?? {};
      if (levels === undefined) observed.set(sid, { levels: [level], hasWaited: false });
      else if (levels.length < 500) levels.push(level);
    },
    take: () => {
      const changes: SpeakerState[] = [];
      for (const sid of new Set([...observed.keys(), ...speaking.keys()])) {
        const heard = observed.get(sid) ?? { levels: [], hasWaited: false };
        if (isTooFew(heard)) {
          heard.hasWaited = true;
          continue;
        }
        observed.delete(sid);
        const level = levelOf(heard.levels);
        if (level !== null) {
          if (speaking.get(sid) !== level) changes.push({ sid, level, active: true });
          speaking.set(sid, level);
        } else if (speaking.delete(sid)) {
          changes.push({ sid, level: 0, active: false });
        }
      }
      return changes;
    },
    stateOf: (sid) => ({ sid, level: speaking.get(sid) ?? 0, active: speaking.has(sid) }),
    forget: (sid) => {
      observed.delete(sid);
      speaking.delete(sid);
    },
  };
}
