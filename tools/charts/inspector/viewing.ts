import { assign, setup } from "xstate";
import type { Edge } from "./messages.ts";

export type Panel = "log" | "sequence" | "context" | "media";

/**
 * What a chart shows besides its states: "nothing", what the recording has "taken", what no recording has shown
 * ("unseen"), or the name of notes.
 */
export type Marks = string;

/** The width of the tree in pixels, and the share of the chart beside or above the log in percent. */
export interface PaneSizes {
  tree: number;
  chart: number;
}

export const PANE_LIMITS: Readonly<Record<keyof PaneSizes, { least: number; most: number }>> = {
  tree: { least: 120, most: 480 },
  chart: { least: 15, most: 85 },
};

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
  /** The arrow of the sequence whose payload is shown: the number of its message. */
  arrow: number | null;
  sizes: PaneSizes;
  /** Text of the search in the tree of actors. */
  wanted: string;
  /** Session ids of actors whose children are hidden, and of those on top of the tree. */
  folded: readonly string[];
  pinned: readonly string[];
  /** Whether the chart that changes comes to the front. */
  isFollowing: boolean;
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
  | { type: "user.foldEntry" }
  /** An arrow of the sequence: the number of its message and its actor. The open arrow is closed. */
  | { type: "user.openArrow"; at: number; sessionId: string }
  | { type: "user.resize"; pane: keyof PaneSizes; size: number }
  | { type: "user.searchActors"; text: string }
  | { type: "user.foldActor"; sessionId: string }
  | { type: "user.pinActor"; sessionId: string }
  | { type: "user.follow"; isOn: boolean }
  /** The chart that came into another state last. */
  | { type: "recording.changed"; sessionId: string };

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
    followPlayback: assign(
      ({ context }, { moment, sessionId }: { moment: number; sessionId: string | null }) => ({
        moment,
        chosen: sessionId ?? context.chosen,
      }),
    ),
    setMoment: assign((_, { moment }: { moment: number }) => ({ moment })),
    openEntry: assign(
      (_, { number, sessionId, moment }: { number: number; sessionId: string; moment: number }) => ({
        unfolded: number,
        chosen: sessionId,
        moment,
      }),
    ),
    foldEntry: assign({ unfolded: null }),
    openArrow: assign(({ context }, { at, sessionId }: { at: number; sessionId: string }) => ({
      arrow: context.arrow === at ? null : at,
      chosen: sessionId,
    })),
    resize: assign(({ context }, { pane, size }: { pane: keyof PaneSizes; size: number }) => {
      const { least, most } = PANE_LIMITS[pane];
      return { sizes: { ...context.sizes, [pane]: Math.min(most, Math.max(least, Math.round(size))) } };
    }),
    searchActors: assign((_, { text }: { text: string }) => ({ wanted: text })),
    foldActor: assign(({ context }, { sessionId }: { sessionId: string }) => ({
      folded: toggled(context.folded, sessionId),
    })),
    pinActor: assign(({ context }, { sessionId }: { sessionId: string }) => ({
      pinned: toggled(context.pinned, sessionId),
    })),
    follow: assign((_, { isOn }: { isOn: boolean }) => ({ isFollowing: isOn })),
  },
  guards: {
    isFollowing: ({ context }) => context.isFollowing,
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
    arrow: null,
    sizes: { tree: 190, chart: 56 },
    wanted: "",
    folded: [],
    pinned: [],
    isFollowing: false,
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
    "playback.moved": { target: ".past", actions: { type: "followPlayback", params: ({ event }) => event } },
    "user.openArrow": { actions: { type: "openArrow", params: ({ event }) => event } },
    "user.resize": { actions: { type: "resize", params: ({ event }) => event } },
    "user.searchActors": { actions: { type: "searchActors", params: ({ event }) => event } },
    "user.foldActor": { actions: { type: "foldActor", params: ({ event }) => event } },
    "user.pinActor": { actions: { type: "pinActor", params: ({ event }) => event } },
    "user.follow": { actions: { type: "follow", params: ({ event }) => event } },
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
        "recording.changed": {
          guard: "isFollowing",
          actions: { type: "choose", params: ({ event }) => event },
        },
      },
    },
    past: {
      description: "Everything is as it was at one moment; what happens meanwhile is recorded.",
      on: { "user.goLive": "live" },
    },
  },
});

function toggled(list: readonly string[], one: string): readonly string[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}

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
