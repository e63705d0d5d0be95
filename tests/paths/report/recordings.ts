/** Recordings that `npm test` replays: each says how the charts behaved when it was saved. */
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { replayFile } from "./replay.ts";

export const RECORDINGS = "tests/paths/recordings";

export function savedRecordings(folder = RECORDINGS): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".json"));
}

/**
 * Copies a recording into the folder if the charts do what it says. Returns the exit code. A name that is taken is
 * refused, so that no other recording is lost.
 */
export function saveRecording(file: string, say: (line: string) => void, folder = RECORDINGS): number {
  if (replayFile(file, say) !== 0) {
    say("It is not saved: npm test would fail by it.");
    return 1;
  }
  const saved = join(folder, basename(file));
  if (existsSync(saved)) {
    say(`There is a recording ${saved} already. Give the file another name.`);
    return 1;
  }
  copyFileSync(file, saved);
  say(`Saved as ${saved}.`);
  return 0;
}
