/** Chooses the microphones that are forwarded in a large room. */
export interface Loudest {
  /**
   * Whether a packet is heard.
   * @param level of the packet: 0 is the loudest, 127 silence; undefined when the client sends none
   */
  hears(trackSid: string, level: number | undefined, now: number): boolean;
  forget(trackSid: string): void;
}

/** Microphones heard at once. */
export const maxHeard = 5;
/** Weaker packets are not speech; in -dBov. Without a level, a packet may be speech. */
const speechLevel = 40;
/** Longest pause between words. After it another speaker may replace the silent one. */
const pauseMs = 1000;
/**
 * In dBov. A speaker must be louder by this to replace another one, and only `pauseMs` after that one got the place.
 */
const clearlyLouder = 6;
const smoothing = 0.1;

interface Heard {
  level: number;
  since: number;
  spokeAt: number;
}

export function createLoudest(): Loudest {
  const heard = new Map<string, Heard>();
  const waiting = new Map<string, number>();

  const place = (trackSid: string, level: number, now: number) => {
    waiting.delete(trackSid);
    heard.set(trackSid, { level, since: now, spokeAt: level <= speechLevel ? now : 0 });
    return true;
  };
  const smooth = (before: number | undefined, level: number) =>
    before === undefined ? level : before + (level - before) * smoothing;
  /** The speaker with the longest silence, or else the quietest one. */
  const weakest = (level: number, now: number) => {
    const [silent] = [...heard].sort(([, a], [, b]) => a.spokeAt - b.spokeAt);
    if (silent !== undefined && now - silent[1].spokeAt > pauseMs) return silent[0];
    const [quiet] = [...heard].sort(([, a], [, b]) => b.level - a.level);
    if (quiet === undefined || now - quiet[1].since < pauseMs) return undefined;
    return quiet[1].level - level >= clearlyLouder ? quiet[0] : undefined;
  };

  return {
    hears: (trackSid, given, now) => {
      const level = given ?? speechLevel;
      const mine = heard.get(trackSid);
      if (mine !== undefined) {
        mine.level = smooth(mine.level, level);
        if (level <= speechLevel) mine.spokeAt = now;
        return true;
      }
      if (heard.size < maxHeard) return place(trackSid, level, now);
      const smoothed = smooth(waiting.get(trackSid), level);
      waiting.set(trackSid, smoothed);
      const replaced = level <= speechLevel ? weakest(smoothed, now) : undefined;
      if (replaced === undefined) return false;
      heard.delete(replaced);
      return place(trackSid, level, now);
    },
    forget: (trackSid) => {
      heard.delete(trackSid);
      waiting.delete(trackSid);
    },
  };
}
