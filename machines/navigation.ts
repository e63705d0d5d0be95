import { assign, log, sendTo, setup } from "xstate";
import type { AddressEvent, Place } from "./events.ts";
import { type Listener, port, stream } from "./port.ts";
import type { LoginStatus } from "./ports.ts";

/** Where the person is, and whether they may be there (4-05 to 4-08). The address bar follows this chart. */

export type NavigationNews =
  | { type: "navigation.arrived"; place: Place }
  | { type: "navigation.restartLogin" };

export type NavigationEvent =
  | AddressEvent
  | { type: "session.signedIn" }
  | { type: "session.signedOut" }
  | { type: "app.go"; to: string }
  | { type: "user.navigate"; to: string; replace?: boolean }
  | { type: "user.back" };

/** What the guard is decided on. `status` is null when the SDK could not say. */
export interface Access {
  status: LoginStatus | null;
  hasCredentials: boolean;
}

export interface NavigationContext {
  parent: Listener<NavigationNews>;
  /** What is on screen. */
  place: Place;
  /** Where the person wants to go. */
  target: Place;
  /** How the address bar learns of the target: null when it shows it already. */
  mode: "push" | "replace" | null;
  /** The places behind this one, this one last: decides whether "back" stays inside the app. */
  trail: readonly Place[];
}

const HOME: Place = { path: "/conversation", search: "" };
const LOGIN: Place = { path: "/login", search: "" };

/** Paths anybody may see (2-84). */
const OPEN_PATHS: readonly string[] = ["/login", "/getCode"];
/** Paths with the tab bar below (2-13 to 2-23). */
export const TAB_PATHS = ["/conversation", "/contact", "/workbench", "/profile"] as const;
/** Paths that need a signed-in person. */
const GUARDED_PATHS: readonly string[] = [...TAB_PATHS, "/chat", "/userCard", "/callRecord"];

export const navigationMachine = setup({
  types: {
    context: {} as NavigationContext,
    events: {} as NavigationEvent,
    input: {} as { parent: Listener<NavigationNews>; place: Place },
  },
  actors: {
    address: stream<AddressCommand>("address"),
    checkAccess: port<Access>("checkAccess"),
  },
  actions: {
    aimAt: assign((_, params: { target: Place; mode: NavigationContext["mode"] }) => params),
    aimHome: assign({ target: HOME, mode: "replace" as const }),
    aimAtLogin: assign({ target: LOGIN, mode: "replace" as const }),
    arrive: assign(({ context }) => ({
      place: context.target,
      trail: nextTrail(context),
    })),
    writeAddress: sendTo("address", ({ context }) => ({
      type: `address.${context.mode ?? "replace"}` as const,
      place: context.place,
    })),
    goBack: sendTo("address", { type: "address.back" }),
    tellArrival: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "navigation.arrived" as const, place: context.place }),
    ),
    reportFailure: log(({ event }) => `navigation: ${event.type}`),
    restartLogin: sendTo(({ context }) => context.parent, { type: "navigation.restartLogin" }),
  },
  guards: {
    isRoot: ({ context }) => context.target.path === "/",
    isTargetGuarded: ({ context }) => GUARDED_PATHS.includes(context.target.path),
    isTargetHome: ({ context }) => context.target.path === HOME.path,
    isGuardedAhead: ({ context }) =>
      [context.place.path, context.target.path].some((path) => GUARDED_PATHS.includes(path)),
    isPlaceOpen: ({ context }) => OPEN_PATHS.includes(context.place.path),
    isSameAsPlace: ({ context }, { to }: { to: Place }) =>
      to.path === context.place.path && to.search === context.place.search,
    hasPlaceBehind: ({ context }) => context.trail.length > 1,
    isLoggedOut: (_, { access }: { access: Access }) => access.status === "loggedOut",
    hasStatus: (_, { access }: { access: Access }) => access.status !== null,
    hasCredentials: (_, { access }: { access: Access }) => access.hasCredentials,
  },
}).createMachine({
  id: "navigation",
  context: ({ input }) => ({
    parent: input.parent,
    place: { path: "", search: "" },
    target: input.place,
    mode: "replace",
    trail: [],
  }),
  invoke: { id: "address", src: "address", onError: { actions: "reportFailure" } },
  initial: "routing",
  on: {
    "address.changed": {
      target: ".routing",
      actions: { type: "aimAt", params: ({ event }) => ({ target: event.place, mode: null }) },
    },
    "app.go": {
      target: ".routing",
      actions: {
        type: "aimAt",
        params: ({ event }) => ({ target: placeOf(event.to), mode: "push" as const }),
      },
    },
    "user.navigate": [
      {
        guard: { type: "isSameAsPlace", params: ({ event }) => ({ to: placeOf(event.to) }) },
      },
      {
        target: ".routing",
        actions: {
          type: "aimAt",
          params: ({ event }) => ({
            target: placeOf(event.to),
            mode: event.replace === true ? ("replace" as const) : ("push" as const),
          }),
        },
      },
    ],
    "user.back": [
      { guard: "hasPlaceBehind", actions: "goBack" },
      { target: ".routing", actions: "aimHome" },
    ],
    "session.signedIn": { guard: "isPlaceOpen", target: ".routing", actions: "aimHome" },
    "session.signedOut": { guard: "isGuardedAhead", target: ".routing", actions: "aimAtLogin" },
  },
  states: {
    routing: {
      description:
        "The wished-for path is looked at: the root leads home, open and unknown paths need no guard.",
      always: [
        { guard: "isRoot", target: "checking", actions: "aimHome" },
        { guard: "isTargetGuarded", target: "checking" },
        { target: "settled" },
      ],
    },
    checking: {
      description:
        "The route guard. A login status from the SDK lets the person pass; without one the stored credentials decide.",
      meta: { rule: "4-05, 4-06, 4-07, 4-08" },
      invoke: {
        id: "checkAccess",
        src: "checkAccess",
        onDone: [
          {
            guard: { type: "isLoggedOut", params: ({ event }) => ({ access: event.output }) },
            target: "settled",
            actions: "restartLogin",
          },
          {
            guard: { type: "hasStatus", params: ({ event }) => ({ access: event.output }) },
            target: "settled",
          },
          {
            guard: { type: "hasCredentials", params: ({ event }) => ({ access: event.output }) },
            target: "withoutStatus",
          },
          { target: "settled", actions: "aimAtLogin" },
        ],
        onError: { target: "settled", actions: "aimAtLogin" },
      },
    },
    withoutStatus: {
      description: "Credentials but no status: the SDK is still starting, so the way leads over the list.",
      always: [
        { guard: "isTargetHome", target: "settled" },
        { target: "settled", actions: "aimHome" },
      ],
    },
    settled: {
      description: "The person is where the address bar says.",
      entry: ["arrive", "writeAddress", "tellArrival"],
    },
  },
});

export type AddressCommand =
  | { type: "address.push"; place: Place }
  | { type: "address.replace"; place: Place }
  | { type: "address.back" };

/** "/chat?x=1" as a place. */
export function placeOf(to: string): Place {
  const [path = "/", search = ""] = to.split("?", 2);
  return { path, search };
}

/** "back" in the browser drops the last place, anything else that arrives without a command is one more. */
function nextTrail({ trail, target, mode }: NavigationContext): Place[] {
  if (mode === "replace") return [...trail.slice(0, -1), target];
  const previous = trail.at(-2);
  const isBack = mode === null && previous?.path === target.path && previous.search === target.search;
  return isBack ? trail.slice(0, -1) : [...trail, target];
}

export type RouteName =
  | "conversation"
  | "contact"
  | "workbench"
  | "profile"
  | "chat"
  | "userCard"
  | "callRecord"
  | "login"
  | "getCode"
  | "notFound";

/** The screen that belongs to the place, or null before the first arrival. */
export function selectRoute(snapshot: { context: NavigationContext }): RouteName | null {
  const { path } = snapshot.context.place;
  if (path === "") return null;
  return [...OPEN_PATHS, ...GUARDED_PATHS].includes(path) ? (path.slice(1) as RouteName) : "notFound";
}
