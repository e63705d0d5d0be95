import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wav } from "./made-files.ts";

const rate = 48_000;
const seconds = 4;

/**
 * Writes a WAV file that browsers take for speech: syllables of a low voice whose pitch moves, so that no noise
 * suppression removes it. Returns its path.
 */
export async function speechFile(): Promise<string> {
  const samples = Int16Array.from({ length: rate * seconds }, (_, at) => {
    const time = at / rate;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 3 * time)) ** 0.5;
    const phase = 2 * Math.PI * (140 * time + 8 * Math.sin(2 * Math.PI * 0.5 * time));
    const voice = [1, 2, 3, 4, 5, 6].reduce(
      (sum, harmonic) => sum + Math.sin(harmonic * phase) / harmonic,
      0,
    );
    return 12_000 * syllable * voice;
  });
  const path = join(await mkdtemp(join(tmpdir(), "parley-speech-")), "speech.wav");
  await writeFile(path, wav(samples, rate));
  return path;
}
