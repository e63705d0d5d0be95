/** The transitions that recordings hold: for the inspector, and to find those that no path takes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ChartName, charts } from "../../../machines/index.ts";
import { type Walks, wayKey } from "../../../src/inspector/tested.ts";
import { eventLabel } from "../../../tools/charts/draw/labels.ts";
import { BrokenRecording, parseRecording, type Recording } from "./recording.ts";
import { RECORDINGS } from "./recordings.ts";
import { storedWalks } from "./walks.ts";

/** The recordings that are kept: those that npm test replays, and the lessons. */
const KEPT = [RECORDINGS, "public/lessons"];

/** A transition of a recording, and how often it was taken. */
export interface SeenWay {
  chart: ChartName;
  source: string;
  target: string;
  event: string;
  count: number;
  /** Index of the first message with it. */
  index: number;
}

/** Returns the transitions of a recording, in the order in which they were first taken. */
export function waysIn({ messages }: Recording): SeenWay[] {
  const names = new Map<string, string>();
  const ways = new Map<string, SeenWay>();
  for (const [index, message] of messages) {
    const actor = `${message.phone} ${message.sessionId}`;
    if (message.type === "@xstate.actor") names.set(actor, message.name);
    const chart = names.get(actor);
    if (message.type !== "charts.transition" || chart === undefined || !isChart(chart)) continue;
    for (const { source, target, event = message.eventType } of message.edges) {
      const way = { chart, source, target, event: eventLabel(event) };
      const key = `${chart} ${wayKey(way)}`;
      const known = ways.get(key);
      if (known) known.count += 1;
      else ways.set(key, { ...way, count: 1, index });
    }
  }
  return [...ways.values()];
}

function isChart(name: string): name is ChartName {
  return Object.hasOwn(charts, name);
}

/** Returns the transitions of all kept recordings by chart, as in `wayKey`. */
export function seenInKept(): Record<string, string[]> {
  const files = KEPT.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const ways = files
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => waysIn(parseRecording(readFileSync(file, "utf8"))));
  const names = [...new Set(ways.map(({ chart }) => chart))].sort();
  return Object.fromEntries(
    names.map((name) => {
      const own = ways.filter(({ chart }) => chart === name);
      return [name, [...new Set(own.map(wayKey))].sort()];
    }),
  );
}

export interface MinedWay extends SeenWay {
  why: "no path" | "no transition";
  /** Why no path takes it; null without a reason. */
  reason: string | null;
}

/** Returns the transitions of a recording that no generated path takes, and those that the chart does not have. */
export function mine(recording: Recording, walks: Readonly<Record<string, Walks>>): MinedWay[] {
  return waysIn(recording).flatMap((way): MinedWay[] => {
    const own = walks[way.chart];
    if (!own || !("ways" in own)) return [];
    const key = wayKey(way);
    // Older recordings do not say which transitions have no event.
    const count = own.ways[key] ?? own.ways[wayKey({ ...way, event: "always" })];
    if (count === undefined) return [{ ...way, why: "no transition", reason: null }];
    return count > 0 ? [] : [{ ...way, why: "no path", reason: own.reasons[key] ?? null }];
  });
}

/** Mines a file and prints what it found. Returns the exit code: 1 if the file cannot be read. */
export function mineFile(file: string, say: (line: string) => void, walks = storedWalks()): number {
  try {
    const recording = parseRecording(readText(file));
    const all = waysIn(recording);
    if (all.length === 0) throw new BrokenRecording("No chart of the catalogue takes a transition in it.");
    const found = mine(recording, walks);
    const known = found.filter(({ why }) => why === "no path");
    const strange = found.filter(({ why }) => why === "no transition");
    say(`${all.length} transitions are taken in ${file}.`);
    say(
      known.length === 0
        ? "The tests walk paths through each of them."
        : `No path of the tests takes ${known.length} of them:`,
    );
    for (const way of known) say(`  ${inWords(way)}${way.reason === null ? "" : `\n    ${way.reason}`}`);
    if (strange.length > 0) say(`The charts do not have ${strange.length} of them any more:`);
    for (const way of strange) say(`  ${inWords(way)}`);
    return 0;
  } catch (problem) {
    if (!(problem instanceof BrokenRecording)) throw problem;
    say(`${file} cannot be mined. ${problem.message}`);
    return 1;
  }
}

function inWords({ chart, source, target, event, count, index }: SeenWay): string {
  const times = count === 1 ? "once" : `${count} times`;
  const end = target === "" ? "stays" : `leads to ${target}`;
  return `${chart}: ${event} in ${source || "any state"} ${end} (${times}, first in message ${index})`;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new BrokenRecording("There is no such file.");
  }
}
