import { assign, setup } from "xstate";
import type { Edge } from "./messages.ts";

export type Panel = "log" | "sequence" | "context";

/** What a chart shows besides its states: "nothing", what the recording has "taken", or the name of notes. */
export type Marks = string;

export interface LogFilter {
  isOfChosen: boolean;
  /** First part of the event type, such as "user" or "signal"; "" for all. */
  kind: string;
  text: string;
  /** Whether starts and ends of actors are included. */
  withLives: boolean;
}

export interface ViewingContext {
  /** Session id of the actor whose chart is shown; null before a choice. */
  chosen: string | null;
  /** Whether a chart that comes to the front runs. */
  hasFront: boolean;
  panel: Panel;
  filter: LogFilter;
  withHelpers: boolean;
  marks: Marks;
  /** Number of messages before the shown moment. Used only in `past`; the log shows later events pale. */
  moment: number;
  unfolded: number | null;
}

export type ViewingEvent =
  | { type: "user.choose"; sessionId: string }
  /** Session ids of the running charts that come to the front. */
  | { type: "recording.front"; sessionIds: readonly string[] }
  | { type: "user.turnTo"; panel: Panel }
  | { type: "user.filter"; filter: Partial<LogFilter> }
  | { type: "user.showHelpers"; isOn: boolean }
  | { type: "user.mark"; marks: Marks }
  | { type: "user.lookBack"; moment: number }
  | { type: "user.goLive" }
  /** A playback is at a moment. `sessionId` is the actor that acted; null leaves the chosen one. */
  | { type: "playback.moved"; moment: number; sessionId: string | null }
  /** A row of the log: its number, its actor, and the moment after it. */
  | { type: "user.openEntry"; number: number; sessionId: string; moment: number }
  | { type: "user.foldEntry" };

export const viewingMachine = setup({
  types: { context: {} as ViewingContext, events: {} as ViewingEvent },
  actions: {
    choose: assign((_, { sessionId }: { sessionId: string }) => ({ chosen: sessionId })),
    noteFront: assign((_, { sessionIds }: { sessionIds: readonly string[] }) => ({
      hasFront: sessionIds.length > 0,
    })),
    chooseFront: assign(({ context }, { sessionIds }: { sessionIds: readonly string[] }) => ({
      chosen: sessionIds[0] ?? context.chosen,
    })),
    turnTo: assign((_, { panel }: { panel: Panel }) => ({ panel })),
    setFilter: assign(({ context }, { filter }: { filter: Partial<LogFilter> }) => ({
      filter: { ...context.filter, ...filter },
    })),
    showHelpers: assign((_, { isOn }: { isOn: boolean }) => ({ withHelpers: isOn })),
    mark: assign((_, { marks }: { marks: Marks }) => ({ marks })),
    follow: assign(({ context }, { moment, sessionId }: { moment: number; sessionId: string | null }) => ({
      moment,
      chosen: sessionId ?? context.chosen,
    })),
    setMoment: assign((_, { moment }: { moment: number }) => ({ moment })),
    openEntry: assign(
      (_, { number, sessionId, moment }: { number: number; sessionId: string; moment: number }) => ({
        unfolded: number,
        chosen: sessionId,
        moment,
      }),
    ),
    foldEntry: assign({ unfolded: null }),
  },
  guards: {
    isFirst: ({ context }, { sessionIds }: { sessionIds: readonly string[] }) =>
      !context.hasFront && sessionIds.length > 0,
  },
}).createMachine({
  id: "viewing",
  context: {
    chosen: null,
    hasFront: false,
    panel: "log",
    filter: { isOfChosen: false, kind: "", text: "", withLives: false },
    withHelpers: false,
    marks: "nothing",
    moment: 0,
    unfolded: null,
  },
  initial: "live",
  on: {
    "user.choose": { actions: { type: "choose", params: ({ event }) => event } },
    "recording.front": { actions: { type: "noteFront", params: ({ event }) => event } },
    "user.turnTo": { actions: { type: "turnTo", params: ({ event }) => event } },
    "user.filter": { actions: { type: "setFilter", params: ({ event }) => event } },
    "user.showHelpers": { actions: { type: "showHelpers", params: ({ event }) => event } },
    "user.mark": { actions: { type: "mark", params: ({ event }) => event } },
    "user.openEntry": { target: ".past", actions: { type: "openEntry", params: ({ event }) => event } },
    "user.foldEntry": { actions: "foldEntry" },
    "playback.moved": { target: ".past", actions: { type: "follow", params: ({ event }) => event } },
    "user.lookBack": { target: ".past", actions: { type: "setMoment", params: ({ event }) => event } },
  },
  states: {
    live: {
      description: "Everything is as it is now. A chart that comes to the front is chosen when it begins.",
      on: {
        "recording.front": [
          {
            guard: { type: "isFirst", params: ({ event }) => event },
            actions: [
              { type: "chooseFront", params: ({ event }) => event },
              { type: "noteFront", params: ({ event }) => event },
            ],
          },
          { actions: { type: "noteFront", params: ({ event }) => event } },
        ],
      },
    },
    past: {
      description: "Everything is as it was at one moment; what happens meanwhile is recorded.",
      on: { "user.goLive": "live" },
    },
  },
});

/**
 * Returns the active state to show after an event: the innermost one that its last transition entered. Null if it
 * entered none.
 * @param active paths of the active states, outer ones first
 */
export function enteredState(active: readonly string[], edges: readonly Edge[]): string | null {
  for (const target of edges.flatMap((edge) => edge.target.split(" ")).toReversed()) {
    const entered = active.findLast((path) => path === target || path.startsWith(`${target}.`));
    if (target !== "" && entered !== undefined) return entered;
  }
  return null;
}
