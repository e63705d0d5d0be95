import type { Ring } from "../../../machines/ports/platform.ts";

/** Ring tones, computed sample by sample instead of loaded from a file. Each is one period of a loop. */

interface Tone {
  period: number;
  /** Returns the sample at `seconds` after the start of the period, from -1 to 1. */
  sampleAt(seconds: number): number;
}

const NOTES = [
  { at: 0, hertz: 784 },
  { at: 0.24, hertz: 659.3 },
  { at: 0.48, hertz: 784 },
  { at: 0.72, hertz: 659.3 },
];
const ATTACK = 0.012;
const DECAY = 0.28;

/** Two alternating tones with a soft start and a decay, like a wooden bar. */
const ringtone: Tone = {
  period: 3,
  sampleAt(seconds) {
    let sum = 0;
    for (const { at, hertz } of NOTES) if (seconds >= at) sum += struck(seconds - at, hertz);
    return sum * 0.22;
  },
};

function struck(age: number, hertz: number): number {
  const envelope = Math.min(1, age / ATTACK) * Math.exp(-age / DECAY);
  const phase = 2 * Math.PI * hertz * age;
  return envelope * (Math.sin(phase) + 0.3 * Math.sin(2 * phase) + 0.12 * Math.sin(4 * phase));
}

const RINGBACK_HERTZ = 425;
const RINGBACK_SECONDS = 1;
const EDGE = 0.02;

/** A telephone ringback tone: 425 Hz for one second, then four seconds of silence. */
const ringback: Tone = {
  period: 5,
  sampleAt(seconds) {
    if (seconds >= RINGBACK_SECONDS) return 0;
    const envelope = Math.min(1, seconds / EDGE, (RINGBACK_SECONDS - seconds) / EDGE);
    return envelope * Math.sin(2 * Math.PI * RINGBACK_HERTZ * seconds) * 0.1;
  },
};

const tones: Readonly<Record<Ring["kind"], Tone>> = { ringtone, ringback };

/** Samples a second. Enough for the highest partial, and a third of the work at a device's own rate. */
export const SAMPLE_RATE = 16_000;

export function samplesOf(kind: Ring["kind"]): Float32Array<ArrayBuffer> {
  const { period, sampleAt } = tones[kind];
  const samples = new Float32Array(period * SAMPLE_RATE);
  for (let index = 0; index < samples.length; index++) samples[index] = sampleAt(index / SAMPLE_RATE);
  return samples;
}
