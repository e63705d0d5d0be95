import { assign, setup } from "xstate";

export type Panel = "log" | "sequence" | "context";

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
  panel: Panel;
  filter: LogFilter;
  withHelpers: boolean;
  /** Number of messages before the shown moment. Used only in `past`. */
  moment: number;
  unfolded: number | null;
}

export type ViewingEvent =
  | { type: "user.choose"; sessionId: string }
  | { type: "user.turnTo"; panel: Panel }
  | { type: "user.filter"; filter: Partial<LogFilter> }
  | { type: "user.showHelpers"; isOn: boolean }
  | { type: "user.lookBack"; moment: number }
  | { type: "user.goLive" }
  | { type: "user.unfold"; number: number | null };

export const viewingMachine = setup({
  types: { context: {} as ViewingContext, events: {} as ViewingEvent },
  actions: {
    choose: assign((_, { sessionId }: { sessionId: string }) => ({ chosen: sessionId })),
    turnTo: assign((_, { panel }: { panel: Panel }) => ({ panel })),
    setFilter: assign(({ context }, { filter }: { filter: Partial<LogFilter> }) => ({
      filter: { ...context.filter, ...filter },
    })),
    showHelpers: assign((_, { isOn }: { isOn: boolean }) => ({ withHelpers: isOn })),
    setMoment: assign((_, { moment }: { moment: number }) => ({ moment })),
    unfold: assign((_, { number }: { number: number | null }) => ({ unfolded: number })),
  },
}).createMachine({
  id: "viewing",
  context: {
    chosen: null,
    panel: "log",
    filter: { isOfChosen: false, kind: "", text: "", withLives: false },
    withHelpers: false,
    moment: 0,
    unfolded: null,
  },
  initial: "live",
  on: {
    "user.choose": { actions: { type: "choose", params: ({ event }) => event } },
    "user.turnTo": { actions: { type: "turnTo", params: ({ event }) => event } },
    "user.filter": { actions: { type: "setFilter", params: ({ event }) => event } },
    "user.showHelpers": { actions: { type: "showHelpers", params: ({ event }) => event } },
    "user.unfold": { actions: { type: "unfold", params: ({ event }) => event } },
    "user.lookBack": { target: ".past", actions: { type: "setMoment", params: ({ event }) => event } },
  },
  states: {
    live: { description: "Everything is as it is now." },
    past: {
      description: "Everything is as it was at one moment; what happens meanwhile is recorded.",
      on: { "user.goLive": "live" },
    },
  },
});
