/**
 * Replays a recording: each chart is put into each state it was recorded in, is given the event that came next, and
 * must lead where it led. Nothing runs; what differs does not make what follows differ.
 */
import { readFileSync } from "node:fs";
import type { AnyMachineSnapshot, EventObject, StateValue } from "xstate";
import { type ChartName, charts } from "../../../machines/index.ts";
import { answerOf, leavesOf } from "../structure.ts";
import {
  BrokenRecording,
  type Message,
  parseRecording,
  type RecordedSnapshot,
  type Recording,
} from "./recording.ts";
import { Revival, watchedChart } from "./revival.ts";
import { statesInWords } from "./sentences.ts";
import { type Way, wayOf } from "./told.ts";

/** An event that led elsewhere than it was recorded to. */
export interface Difference {
  /** "caller x:12 of phone 1" */
  actor: string;
  /** The message's place in the recording. */
  index: number;
  event: string;
  expected: string;
  found: string;
}

export interface Replay {
  /** Actors whose chart is in the catalogue, with how many of their events were replayed. */
  actors: ReadonlyMap<string, number>;
  differences: readonly Difference[];
  /** Events whose answer hangs on something that was hidden, with why. */
  unjudged: readonly Difference[];
}

/** One chart's actor as far as the recording has come. */
interface Player {
  name: string;
  chart: ChartName;
  last: RecordedSnapshot;
  edges: Edge[];
}

type Edge = Pick<Way, "source" | "target">;
type SnapshotMessage = Extract<Message, { type: "@xstate.snapshot" }>;

/** Replays everything in a recording that belongs to a chart. */
export function replay({ messages }: Recording): Replay {
  const players = new Map<string, Player>();
  const actors = new Map<string, number>();
  const [differences, unjudged]: [Difference[], Difference[]] = [[], []];
  const revival = new Revival();
  for (const [index, message] of messages) {
    const key = `${message.phone} ${message.sessionId}`;
    const player = players.get(key);
    switch (message.type) {
      case "@xstate.actor": {
        const { name, phone, sessionId, snapshot } = message;
        revival.meet(message);
        if (!isChart(name) || snapshot?.value === undefined) break;
        const words = `${name} ${sessionId} of phone ${phone}`;
        players.set(key, { name: words, chart: name, last: snapshot, edges: [] });
        actors.set(words, 0);
        break;
      }
      case "parley.transition":
        player?.edges.push(...message.edges);
        break;
      case "@xstate.snapshot": {
        // The first one is of the start: there is no event that led to it.
        if (player && message.event.type !== "xstate.init" && message.snapshot.value !== undefined) {
          const { verdict, expected, found } = judge(player, message, revival);
          const line = { actor: player.name, index, event: message.event.type, expected, found };
          if (verdict === "differs") differences.push(line);
          if (verdict === "unjudged") unjudged.push(line);
          actors.set(player.name, (actors.get(player.name) ?? 0) + 1);
        }
        if (player) Object.assign(player, { last: message.snapshot, edges: [] });
        revival.see(message);
      }
    }
  }
  return { actors, differences, unjudged };
}

interface Verdict {
  verdict: "same" | "differs" | "unjudged";
  expected: string;
  found: string;
}

/** What a chart makes of an event now, against what it made of it then. */
function judge({ chart, last, edges }: Player, message: SnapshotMessage, revival: Revival): Verdict {
  const expected = inWords(message.snapshot.value);
  const { machine, hasSeenSecret } = watchedChart(charts[chart]);
  const isHidden = () =>
    hasSeenSecret() || revival.holdsSecret(last.context) || revival.holdsSecret(message.event);
  try {
    const event: EventObject = revival.event(message);
    const before = revival.snapshot(machine, last, message);
    const ways = machine.getTransitionData(before, event).map(wayOf);
    const [after] = answerOf(machine, before, event);
    const other = otherWay(ways, edges, machine.id);
    if (!isSame(after, message.snapshot.value) || other !== null) {
      const verdict = hasSeenSecret() ? "unjudged" : "differs";
      const same = isSame(after, message.snapshot.value);
      return same && other ? { verdict, ...other } : { verdict, expected, found: inWords(after.value) };
    }
    return { verdict: "same", expected, found: expected };
  } catch (problem) {
    const words = problem instanceof Error ? problem.message : String(problem);
    return { verdict: isHidden() ? "unjudged" : "differs", expected, found: `an error: ${words}` };
  }
}

/** The first way the chart takes that was not recorded; null also where ways were not recorded at all. */
function otherWay(
  ways: readonly Way[],
  edges: readonly Edge[],
  chart: string,
): { expected: string; found: string } | null {
  if (edges.length === 0) return null;
  const recorded = edges.map(({ source, target }) => ({
    source: within(source, chart),
    target: within(target, chart),
  }));
  const isRecorded = ({ source, target }: Edge) =>
    recorded.some(
      (edge) =>
        edge.source === source &&
        (target === ""
          ? ["", source].includes(edge.target)
          : target.split(" ").includes(edge.target) || edge.target === target),
    );
  const other = ways.find((way) => !isRecorded(way));
  if (ways.length > 0 && !other) return null;
  return { expected: recorded.map(edgeInWords).join(", "), found: other ? edgeInWords(other) : "nothing" };
}

/** A state's path, also where its id was recorded. */
function within(state: string, chart: string): string {
  const plain = state.replace(/^#/, "");
  return plain === chart ? "" : plain.startsWith(`${chart}.`) ? plain.slice(chart.length + 1) : plain;
}

function edgeInWords({ source, target }: Edge): string {
  return `the way from ${source || "anywhere"} ${target === "" ? "that stays" : `to ${target}`}`;
}

function isSame({ value }: AnyMachineSnapshot, recorded: StateValue | undefined): boolean {
  return inWords(value) === inWords(recorded);
}

function inWords(value: StateValue | undefined): string {
  return statesInWords(leavesOf({ value }).sort());
}

function isChart(name: string): name is ChartName {
  return Object.hasOwn(charts, name);
}

/** Replays a file and says what came of it; returns the exit code. */
export function replayFile(file: string, say: (line: string) => void, read = readText): number {
  try {
    const recording = parseRecording(read(file));
    const { actors, differences, unjudged } = replay(recording);
    if (actors.size === 0) throw new BrokenRecording("Nobody in it runs a chart of the catalogue.");
    for (const [name, events] of actors) {
      const isBroken = differences.some(({ actor }) => actor === name);
      say(`${isBroken ? "✗" : "✓"} ${name}: ${events === 1 ? "1 event" : `${events} events`}`);
    }
    for (const one of differences) say(`\n${differenceInWords(one)}`);
    const total = [...actors.values()].reduce((sum, events) => sum + events, 0);
    const same = total - differences.length - unjudged.length;
    say(`\n${same} of ${total} events led where they were recorded to, ${differences.length} elsewhere.`);
    if (unjudged.length > 0)
      say(`${unjudged.length} cannot be judged: what they hang on is hidden in the recording.`);
    return differences.length > 0 ? 1 : 0;
  } catch (problem) {
    if (!(problem instanceof BrokenRecording)) throw problem;
    say(`${file} cannot be replayed. ${problem.message}`);
    return 1;
  }
}

function differenceInWords({ actor, index, event, expected, found }: Difference): string {
  return `${actor}, message ${index}: ${event}\n  recorded: ${expected}\n  now:      ${found}`;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new BrokenRecording("There is no such file.");
  }
}
