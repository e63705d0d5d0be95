/**
 * Replays a recording. Each chart is put into each recorded state, gets the next recorded event, and must
 * lead where it led, by the same actions, and send the same events. No actor runs. Each step starts from the
 * recorded state, so one difference causes no others.
 */
import { readFileSync } from "node:fs";
import type { AnyStateMachine, EventObject, StateValue } from "xstate";
import { type ChartName, charts } from "../../../machines/index.ts";
import { actionName } from "../../../tools/charts/inspector/sender/sender.ts";
import { statesInWords } from "../../../tools/charts/paths/sentences.ts";
import { allStates, answerOf, leavesOf } from "../../../tools/charts/paths/structure.ts";
import {
  BrokenRecording,
  type Message,
  parseRecording,
  type RecordedSnapshot,
  type Recording,
} from "./recording.ts";
import { Revival, watchedChart } from "./revival.ts";
import { Outbox, otherSending, sentBy } from "./sendings.ts";
import { type Way, wayOf } from "./told.ts";

export interface Difference {
  /** "caller x:12 of phone 1" */
  actor: string;
  index: number;
  event: string;
  expected: string;
  found: string;
}

export interface Replay {
  /** Actors whose chart is in the catalogue, with how many of their events were replayed. */
  actors: ReadonlyMap<string, number>;
  differences: readonly Difference[];
  /** Events whose result depends on data that the recording hides or cannot hold; `found` says why. */
  unjudged: readonly Difference[];
}

/** One chart's actor at the current message. */
interface Player {
  name: string;
  chart: ChartName;
  /** Null until its first snapshot: an actor is recorded before it starts. */
  last: RecordedSnapshot | null;
  edges: Edge[];
}

type Edge = Pick<Way, "source" | "target"> & { actions?: readonly string[] | undefined };
type SnapshotMessage = Extract<Message, { type: "@xstate.snapshot" }>;

export function replay({ messages }: Recording): Replay {
  const players = new Map<string, Player>();
  const actors = new Map<string, number>();
  const [differences, unjudged]: [Difference[], Difference[]] = [[], []];
  const revival = new Revival();
  const outbox = new Outbox();
  for (const [index, message] of messages) {
    const key = `${message.phone} ${message.sessionId}`;
    const player = players.get(key);
    switch (message.type) {
      case "@xstate.actor": {
        const { name, phone, sessionId, snapshot = null } = message;
        revival.meet(message);
        if (!isChart(name)) break;
        const words = `${name} ${sessionId} of phone ${phone}`;
        players.set(key, { name: words, chart: name, last: snapshot, edges: [] });
        break;
      }
      case "@xstate.event":
        outbox.hear(index, message);
        break;
      case "charts.transition":
        player?.edges.push(...message.edges);
        break;
      case "@xstate.snapshot": {
        revival.see(message);
        const sent = outbox.sentFor(message);
        // A stream may have a chart's name, but has no state.
        if (!player || message.snapshot.value === undefined) break;
        const known = actors.get(player.name) ?? 0;
        // Init and stop are no events to the chart. In a recording that starts late, the first event has no
        // state before it.
        const isOutside = ["xstate.init", "xstate.stop"].includes(message.event.type);
        const isEvent = !isOutside && player.last?.value !== undefined;
        actors.set(player.name, known + (isEvent ? 1 : 0));
        if (isEvent) {
          const { verdict, expected, found } = judge(player, message, sent, revival);
          const line = { actor: player.name, index, event: message.event.type, expected, found };
          if (verdict === "differs") differences.push(line);
          if (verdict === "unjudged") unjudged.push(line);
        }
        player.last = message.snapshot;
        player.edges = [];
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

/** Compares what a chart does with an event now with what was recorded. */
function judge(
  { chart, last, edges }: Player,
  message: SnapshotMessage,
  sent: readonly EventObject[] | null,
  revival: Revival,
): Verdict {
  const recorded = message.snapshot.value;
  const expected = inWords(recorded);
  const { machine, hasSeenSecret, watched } = watchedChart(charts[chart]);
  const gone = goneFrom(machine, last?.value);
  if (gone) return { verdict: "differs", expected, found: `there is no state ${gone} any more` };
  try {
    const event: EventObject = revival.event(message);
    const before = revival.snapshot(machine, last ?? message.snapshot, message);
    const ways = machine.getTransitionData(before, event).map((selected) => ({
      ...wayOf(selected),
      actions: selected.actions.map(actionName),
    }));
    const [after, effects] = answerOf(machine, before, event);
    const found = inWords(after.value);
    const verdict = hasSeenSecret() ? "unjudged" : "differs";
    if (found !== expected) return { verdict, expected, found };
    const other = otherWay(ways, edges, machine.id) ?? otherActions(ways, edges, machine.id);
    if (other) return { verdict, ...other };
    const sending = sent && otherSending(sent, sentBy(effects));
    if (!sending) return { verdict: "same", expected, found };
    // What actions read is only of interest if they did something else.
    answerOf(machine, { ...before, context: watched(before.context) }, watched(event));
    return { verdict: hasSeenSecret() ? "unjudged" : "differs", ...sending };
  } catch (problem) {
    // The chart continued when it was recorded, so the recording lacks something.
    return {
      verdict: "unjudged",
      expected,
      found: problem instanceof Error ? problem.message : String(problem),
    };
  }
}

/** The first state of a value that the chart does not know; null if it knows all of them. */
function goneFrom(machine: AnyStateMachine, value: StateValue | undefined): string | null {
  const known = new Set(["", ...allStates(machine)]);
  return leavesOf({ value }).find((leaf) => !known.has(leaf)) ?? null;
}

/** The first transition that was not recorded; null also if the recording holds no transitions. */
function otherWay(
  ways: readonly Way[],
  edges: readonly Edge[],
  chart: string,
): { expected: string; found: string } | null {
  if (edges.length === 0) return null;
  const other = ways.find((way) => !edges.some((edge) => isSameWay(way, edge, chart)));
  if (ways.length > 0 && !other) return null;
  const expected = [...new Set(edges.map(edgeInWords))].join(", ");
  return { expected, found: other ? edgeInWords(other) : "nothing" };
}

function isSameWay({ source, target }: Edge, recorded: Edge, chart: string): boolean {
  if (!pathsOf(recorded.source, chart).includes(source)) return false;
  const targets = pathsOf(recorded.target, chart);
  // A transition without a target may be recorded as one to its own state. One with several targets is one edge
  // for each.
  if (target === "") return targets.includes("") || targets.includes(source);
  return targets.includes(target) || target.split(" ").some((one) => targets.includes(one));
}

/** The first transition with other actions than any recorded one; null also if the recording holds no actions. */
function otherActions(
  ways: readonly Edge[],
  edges: readonly Edge[],
  chart: string,
): { expected: string; found: string } | null {
  for (const way of ways) {
    const recorded = edges.filter((edge) => isSameWay(way, edge, chart));
    const [first] = recorded;
    const isOther = recorded.every(({ actions }) => actions && String(actions) !== String(way.actions));
    if (first && isOther) return { expected: actionsInWords(first), found: actionsInWords(way) };
  }
  return null;
}

function actionsInWords({ actions = [] }: Edge): string {
  return actions.length === 0 ? "no actions" : `the actions ${actions.join(", ")}`;
}

/**
 * What a recorded state may be: its path, or its id. An id starts with the chart's name, and a path may do
 * so, too.
 */
function pathsOf(state: string, chart: string): string[] {
  const plain = state.replace(/^#/, "");
  if (plain === chart) return [plain, ""];
  return plain.startsWith(`${chart}.`) ? [plain, plain.slice(chart.length + 1)] : [plain];
}

function edgeInWords({ source, target }: Edge): string {
  return `the way from ${source || "anywhere"} ${target === "" ? "that stays" : `to ${target}`}`;
}

function inWords(value: StateValue | undefined): string {
  return statesInWords(leavesOf({ value }).sort());
}

function isChart(name: string): name is ChartName {
  return Object.hasOwn(charts, name);
}

/** Replays a file and prints the result; returns the exit code. */
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
    say(`\n${same} of ${total} events did what was recorded, ${differences.length} did something else.`);
    if (unjudged.length > 0)
      say(`${unjudged.length} cannot be judged, as the recording hides or cannot hold:`);
    for (const line of new Set(unjudged.map(reasonInWords))) say(`  ${line}`);
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

function reasonInWords({ actor, event, found }: Difference): string {
  return `what ${actor.split(" ")[0]} makes of ${event} (${found.split("\n")[0]})`;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new BrokenRecording("There is no such file.");
  }
}
