import type { Mark, MarkKind } from "../../../tools/charts/inspector/reading.ts";
import type { LogEntry, Recording } from "../../../tools/charts/inspector/recording.ts";
import { type Arrow, arrowsOf, meetings } from "../../../tools/charts/inspector/sequence.ts";
import { CALL_CHARTS, callsIn, sequenceRules } from "../../inspector/signals.ts";

/** A recording as steps from one moment to the next. */

export interface Step {
  /** Number of messages up to the end of the step. */
  moment: number;
  /** "start" is the moment before the first step. */
  kind: MarkKind | "start";
  /** A sentence; "" for the start. */
  says: string;
  /** Where it happens; null for no single page. */
  phone: string | null;
  signal: string | null;
  /** What follows from it at once. */
  effects: readonly Mark[];
  /** Session id of the chart that acted last in this step; null for none. */
  actor: string | null;
}

/** A signal on its way, from the step that sent it to the step in which it arrived or was lost. */
export interface Flight {
  from: { step: number; phone: string };
  to: { step: number; phone: string };
  isLost: boolean;
}

/** Words for a recording without marks. */
export interface StepWords {
  sent: (phone: string, signal: string) => string;
  arrives: (phone: string, signal: string, sender: string | null) => string;
  confirmed: (phone: string) => string;
  failed: (phone: string) => string;
  timer: (phone: string, name: string) => string;
  user: (phone: string, event: string) => string;
}

/** Maximum steps after the start. Each is a column of the time line. */
export const MOST_STEPS = 1500;

/** Returns the steps of a recording, the start first. Without marks, the steps are events from outside the charts. */
export function stepsOf(recording: Recording, words: StepWords): readonly Step[] {
  const marks = recording.marks.length > 0 ? recording.marks : marksFrom(recording, words);
  const begun: { at: number; mark: Mark | null; effects: Mark[] }[] = [
    { at: recording.first, mark: null, effects: [] },
  ];
  for (const mark of marks) {
    const step = begun.at(-1);
    if (step?.mark && (mark.kind === "sent" || mark.kind === "follows")) step.effects.push(mark);
    else if (begun.length <= MOST_STEPS) begun.push({ at: mark.at, mark, effects: [] });
  }
  return begun.map(({ at, mark, effects }, index) => {
    const moment = begun[index + 1]?.at ?? recording.end;
    return {
      moment,
      kind: mark?.kind ?? "start",
      says: mark?.says ?? "",
      phone: mark?.phone ?? null,
      signal: mark?.signal ?? null,
      effects,
      actor: mark ? actedIn(recording, at, moment, mark.phone) : null,
    };
  });
}

/**
 * Returns the chart to look at after a step: the call of the phone, or its call manager after a call; without both, the
 * last chart that took a transition.
 */
function actedIn(recording: Recording, from: number, to: number, phone: string | undefined): string | null {
  const isHere = (one: { phone: string }) => phone === undefined || one.phone === phone;
  const { log } = recording;
  const acted = log
    .slice(placeIn(log, from), placeIn(log, to))
    .filter((entry) => entry.edges.length > 0 && isHere(entry))
    .map(({ sessionId }) => sessionId);
  const isOfCall = (sessionId: string) => CALL_CHARTS.includes(recording.now.get(sessionId)?.name ?? "");
  const lastOfCall = acted.findLast(isOfCall);
  if (lastOfCall !== undefined) return lastOfCall;
  const here = new Map([...recording.at(to)].filter(([, actor]) => isHere(actor)));
  const manager = [...here.values()].find(({ name, isChart }) => isChart && name === "callManager");
  return callsIn(here)[0] ?? manager?.sessionId ?? acted.at(-1) ?? null;
}

/** Returns how many events of a log are before a message. */
function placeIn(log: readonly LogEntry[], message: number): number {
  let [low, high] = [0, log.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((log[middle]?.at ?? message) < message) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Matches what was sent with what arrived or was lost: copies of a signal arrive in the order in which they were sent. */
export function flightsOf(steps: readonly Step[]): readonly Flight[] {
  const sent = new Map<string, Flight["from"][]>();
  /** Number of copies of a signal that have come to a receiver. */
  const counts = new Map<string, number>();
  const flights: Flight[] = [];
  for (const [number, step] of steps.entries()) {
    const { kind, phone, signal } = step;
    if ((kind === "arrives" || kind === "lost") && phone !== null && signal !== null) {
      const key = JSON.stringify([signal, phone]);
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      const from = sent.get(signal)?.[count] ?? sent.get(signal)?.at(-1);
      if (from) flights.push({ from, to: { step: number, phone }, isLost: kind === "lost" });
    }
    for (const one of [step, ...step.effects])
      if (one.kind === "sent" && one.phone && one.signal)
        sent.set(one.signal, [...(sent.get(one.signal) ?? []), { step: number, phone: one.phone }]);
  }
  return flights;
}

/** Returns the number of the step that a moment is in. */
export function stepAt(steps: readonly Step[], moment: number): number {
  const found = steps.findIndex((step) => step.moment >= moment);
  return found < 0 ? steps.length - 1 : found;
}

const OUTCOME = / (done|failed)$/;

/** Returns what the charts of a recording without marks heard from users, timers and other pages, and sent to them. */
function marksFrom(recording: Recording, words: StepWords): readonly Mark[] {
  const arrows = arrowsOf(recording, recording.now, sequenceRules("en"));
  const met = meetings(arrows);
  const nameOf = (phone: string) => recording.phones.get(phone)?.name ?? phone;
  const markOf = (arrow: Arrow): Omit<Mark, "at" | "phone"> | null => {
    const { from, to, words: event, signal } = arrow;
    const name = nameOf(arrow.phone);
    if (from === "person") return { kind: "user", says: words.user(name, event) };
    if (from === "clock") return { kind: "timer", says: words.timer(name, event.replace(/^after /, "")) };
    if (signal !== null && to === "wire")
      return { kind: "sent", says: words.sent(name, event.replace(/^sendSignal /, "")), signal };
    if (signal !== null && event.startsWith("signal.")) {
      const sender = met.get(arrow)?.phone;
      const says = words.arrives(name, event.slice("signal.".length), sender ? nameOf(sender) : null);
      return { kind: "arrives", says, signal };
    }
    if (event.startsWith("sendSignal ") && OUTCOME.test(event)) {
      const isDone = event.endsWith(" done");
      return { kind: isDone ? "confirmed" : "failed", says: (isDone ? words.confirmed : words.failed)(name) };
    }
    return null;
  };
  const marks = arrows.flatMap((arrow) => {
    const mark = markOf(arrow);
    return mark ? [{ ...mark, at: arrow.at, phone: arrow.phone }] : [];
  });
  return marks.sort((a, b) => a.at - b.at);
}
