/** The explorer as a judge of an edited chart: the spaces that try it, and what counts as noticed. */
import { type ChartName, charts } from "../../machines/index.ts";
import { describeChart, statesOf } from "../../tools/charts/draw/description.ts";
import { tour } from "../../tools/charts/explore/tour.ts";
import { withEdit } from "../charts/mutants.ts";
import { SLICES as CALLS } from "./calls/spaces.ts";
import { spaceIn } from "./common/counterexamples.ts";
import type { Space } from "./common/space.ts";
import { SLICES as MESSAGES } from "./messages/spaces.ts";

/**
 * Most edits are noticed by the smallest spaces, so these come first. The two slices with late arrivals need as many
 * runs as all others, so they do not judge.
 */
const CALLS_THAT_JUDGE = [
  "two users call a third",
  "one signal is lost",
  "one user has two devices",
  "one request fails",
  "one page crashes",
].map((name) => spaceIn(CALLS, name));

export const JUDGED: Partial<Record<ChartName, readonly Space[]>> = {
  callManager: CALLS_THAT_JUDGE,
  caller: CALLS_THAT_JUDGE,
  callee: CALLS_THAT_JUDGE,
  callRoom: CALLS_THAT_JUDGE,
  mediaSession: CALLS_THAT_JUDGE,
  mediaDevice: CALLS_THAT_JUDGE,
  composer: MESSAGES,
  history: MESSAGES,
  historyGaps: MESSAGES,
  outbox: MESSAGES,
  outgoingMessage: MESSAGES,
};

/** What the runs of a space show of the charts as they are. */
interface Usual {
  /** Names of the `sometimes` claims that hold. */
  readonly met: readonly string[];
  /** The transitions that happen, such as "caller inRoom on signal.reject". */
  readonly taken: ReadonlySet<string>;
}

const usual = new Map<Space, Promise<Usual>>();

function usualOf(space: Space): Promise<Usual> {
  const known = usual.get(space);
  if (known) return known;
  const asked = watch(space);
  usual.set(space, asked);
  return asked;
}

async function watch(space: Space): Promise<Usual> {
  const taken = new Set<string>();
  const subject = space.subject({
    inspect(_, event) {
      if (event.type !== "@xstate.microstep") return;
      for (const { source, eventType } of event._transitions)
        taken.add(transitionOf(source.machine.id, source.path.join("."), triggerOf(eventType ?? "")));
    },
  });
  const { seen } = await tour(subject, { bounds: space.bounds });
  return { met: [...seen.keys()], taken };
}

/**
 * Returns what the joined charts break, or do not meet any more, after an edit of a chart; null for nothing. What an
 * edit does to a transition that no run takes is not tried: the runs are the same.
 */
export async function objectionTo(name: ChartName, edit: string): Promise<string | null> {
  for (const space of JUDGED[name] ?? []) {
    const { met, taken } = await usualOf(space);
    const transition = transitionIn(name, edit);
    if (transition !== null && !taken.has(transition)) continue;
    const objection = await withEdit(name, edit, () => objectionIn(space, met)).catch(String);
    if (objection !== null) return `${objection} (${space.name})`;
  }
  return null;
}

/** The only transition whose effect an edit changes; null if the edit may change more. */
export function transitionIn(name: ChartName, edit: string): string | null {
  const place = edit.slice(0, edit.indexOf(":"));
  const states = statesOf(describeChart(charts[name]).root).map(({ path }) => path);
  if (/ guard( |$)/.test(place) || states.some((path) => TRIGGERS.has(path))) return null;
  const [first = ""] = place.split(" ");
  const state = states.includes(first) ? first : "";
  const rest = state === "" ? place : place.slice(state.length + 1);
  const [, event, invoked] =
    /^((?:on|after) \S+|always)(?: |$)|^invoke(?: #\d+)? (onDone|onError)/.exec(rest) ?? [];
  const trigger = event ?? invoked;
  return trigger === undefined ? null : transitionOf(charts[name].id, state, trigger);
}

function transitionOf(chart: string, state: string, trigger: string): string {
  return [chart, state, trigger].join(" ");
}

/** Keys of a state in a chart's source. */
const TRIGGERS: ReadonlySet<string> = new Set(["on", "after", "always", "invoke"]);

/** Returns the name that a trigger has in the names of edits. */
function triggerOf(event: string): string {
  if (event === "") return "always";
  if (event.startsWith("xstate.done.actor.")) return "onDone";
  if (event.startsWith("xstate.error.actor.")) return "onError";
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event) ?? [];
  return delay === undefined ? `on ${event}` : `after ${delay}`;
}

async function objectionIn(space: Space, met: readonly string[]): Promise<string | null> {
  const { counterexamples, seen } = await tour(space.subject(), { bounds: space.bounds, stopsAtFirst: true });
  const [first] = counterexamples;
  if (first) return `${first.claim}: ${first.says}`;
  const missing = met.filter((situation) => !seen.has(situation));
  return missing.length > 0 ? `not met: ${missing.join(", ")}` : null;
}
