import { readFileSync } from "node:fs";
import { readRecording } from "../../../tools/charts/inspector/reading.ts";
import { type Recording, recordingOf } from "../../../tools/charts/inspector/recording.ts";

export type RecordedFile = {
  messages: Record<string, unknown>[];
  marks?: unknown[];
};

/** A lesson of docs/break-it.md as JSON. */
export function lessonFile(name: string): RecordedFile {
  return JSON.parse(readFileSync(new URL(`../../../public/lessons/${name}.json`, import.meta.url), "utf8"));
}

/** A recording as the inspector opens it. */
export function opened(file: RecordedFile): Recording {
  const read = readRecording(JSON.stringify(file));
  if (!read) throw new Error("This is no recording");
  return recordingOf(read);
}
