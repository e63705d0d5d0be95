import { type AnyActorRef, assign, emit, enqueueActions, log, not, or, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { WindowEvent, WindowWidth } from "../domain/platform-events.ts";
import {
  type AddressEvent,
  type GoEvent,
  isGuarded,
  isLink,
  isOpen,
  type Place,
  placeOf,
  type RouteName,
  routeAt,
  SHARE_PATH,
  TABS,
  type Tab,
} from "../domain/route.ts";
import type { LoginStatus } from "../ports/im.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { chatInView, countAbove, type Panes, panesOf } from "./panes.ts";

/**
 * The user's location and the route guard (4-05 to 4-08). The address bar follows this chart. Layers may be open
 * above the page: sheets, menus, pickers, a full-screen call. Going back closes them first, one at a time (11-24).
 */

export type NavigationNews =
  /** `beside`: the chat that is visible beside the page. */
  { type: "navigation.arrived"; place: Place; beside?: Place } | { type: "navigation.restartLogin" };

export type NavigationEvent =
  | AddressEvent
  | WindowEvent
  | { type: "session.signedIn" }
  | { type: "session.signedOut" }
  | GoEvent
  /**
   * The task of a page is done: go back, unless the user has left that page already. Layers stay open: a call that
   * came in that time still rings. `from` is the path of that page, or its whole address if pages for other tasks have
   * the same path. `to` is the address to end at; if it is not in the history, it replaces this page.
   */
  | { type: "navigation.back"; from: string; to?: string }
  /** `above`: the new page replaces all pages above the tabs, or above the chat (11-21). */
  | { type: "user.navigate"; to: string; replace?: boolean; above?: "tabs" | "chat" | undefined }
  | { type: "user.back" }
  /** In a wide window, where there is no Back to press (11-21). */
  | { type: "user.escape" }
  | { type: "user.openLayer"; layer: string }
  | { type: "user.closeLayer"; layer: string };

/** Sent to the chart that opened the layer, after the user went back. */
export type NavigationWord = { type: "layer.dismissed"; layer: string };

/** Input of the route guard. `status` is null when the SDK cannot say. */
export interface Access {
  status: LoginStatus | null;
  hasCredentials: boolean;
}

export interface NavigationContext {
  parent: Listener<NavigationNews>;
  place: Place;
  target: Place;
  mode: "push" | "replace";
  /** Number of places that are dropped before the target is written. */
  drops: number;
  width: WindowWidth;
  /** History including the current location, which is last. It decides whether "back" stays inside the app. */
  trail: readonly Place[];
  /** Steps that the browser has moved in the history since the arrival: negative is back. */
  moved: number;
  /**
   * Whether the browser has been asked to step back and has not reported it. A second step in that time would lead
   * too far, even out of the app.
   */
  isStepping: boolean;
  /** The link to open from the list, until it is open or the user has gone to another page; null for none. */
  link: Place | null;
  /** Layers open above the page, the topmost last. All of them share one entry in the browser's history. */
  layers: readonly string[];
}

const HOME: Place = { path: "/conversation", search: "" };
const LOGIN: Place = { path: "/login", search: "" };

export const navigationMachine = setup({
  types: {
    context: {} as NavigationContext,
    events: {} as NavigationEvent,
    emitted: {} as NavigationWord,
    /** `link`: the card at `place`, or the link that led to the sign-in before a reload. */
    input: {} as { parent: Listener<NavigationNews>; place: Place; link: Place | null },
    meta: {} as RuleMeta,
  },
  actors: {
    address: stream<AddressCommand>("address"),
    window: stream("window"),
    checkAccess: port<Access>("checkAccess"),
  },
  actions: {
    aimAt: assign((_, params: { target: Place; mode: NavigationContext["mode"] }) => ({
      drops: 0,
      ...params,
    })),
    /** The target is in the address bar already. */
    follow: assign(({ context }, { place, steps }: { place: Place; steps: number }) => ({
      target: place,
      mode: "replace" as const,
      drops: 0,
      moved: context.moved + steps,
      isStepping: false,
    })),
    setWidth: assign((_, { width }: { width: WindowWidth }) => ({ width })),
    /** A user who signed in for a meeting or a share goes there first. `keptLink` opens other links from the list. */
    aimHome: assign(({ context: { link } }) => ({
      target: link && isFromOutside(link) ? link : HOME,
      mode: "replace" as const,
      drops: 0,
    })),
    /** The sign-in page and the steps of registration below the target leave the history. */
    dropOpen: assign({
      drops: ({ context }) => {
        const trail = movedTrail(context);
        return Math.max(trail.length - 2 - trail.findLastIndex(({ path }) => !isOpen(path)), 0);
      },
    }),
    aimAtLogin: assign(({ context }) => ({
      target: LOGIN,
      link: cameByLink(context) ? context.target : context.link,
      mode: "replace" as const,
      drops: 0,
    })),
    arrive: assign(({ context }) => ({
      place: context.target,
      trail: nextTrail(context),
      moved: 0,
      isStepping: false,
      link: isGuarded(context.target.path) && context.target.path !== HOME.path ? null : context.link,
    })),
    writeAddress: sendTo("address", ({ context: { mode, place, drops, link } }) => ({
      type: `address.${mode}` as const,
      place,
      drops,
      link,
    })),
    startStep: assign({ isStepping: true }),
    endStep: assign({ isStepping: false }),
    goBack: sendTo("address", { type: "address.back", steps: 1 }),
    leavePage: sendTo("address", ({ context }) => ({
      type: "address.back" as const,
      steps: 1 + stepsOfLayers(context),
    })),
    goBackTo: sendTo("address", ({ context }, { to }: { to: string }) => ({
      type: "address.back" as const,
      steps: stepsTo(context, placeOf(to)) + stepsOfLayers(context),
    })),
    addLayer: assign(({ context }, { layer }: { layer: string }) => ({ layers: [...context.layers, layer] })),
    dropLayer: assign(({ context }, { layer }: { layer: string }) => ({
      layers: context.layers.filter((one) => one !== layer),
    })),
    dismissLayer: emit(({ context }) => ({
      type: "layer.dismissed" as const,
      layer: context.layers.at(-1) ?? "",
    })),
    dropTopLayer: assign({ layers: ({ context }) => context.layers.slice(0, -1) }),
    coverAddress: sendTo("address", { type: "address.cover" }),
    uncoverAddress: sendTo("address", { type: "address.uncover" }),
    coverAgain: enqueueActions(({ context, enqueue }) => {
      if (context.layers.length > 0) enqueue.sendTo("address", { type: "address.cover" });
    }),
    tellArrival: sendTo(
      ({ context }) => context.parent,
      ({ context }) => {
        const beside = besideOf(context);
        return { type: "navigation.arrived" as const, place: context.place, ...(beside && { beside }) };
      },
    ),
    reportFailure: log(({ event }) => `navigation: ${event.type}`),
    restartLogin: sendTo(({ context }) => context.parent, { type: "navigation.restartLogin" }),
  },
  guards: {
    isStepping: ({ context }) => context.isStepping,
    isElsewhere: ({ context: { place } }, { from }: { from: string }) =>
      from !== place.path && from !== `${place.path}?${place.search}`,
    /** A step back closes open layers first, so it does not leave the page. */
    isLeavingPage: ({ context }) => context.isStepping && context.layers.length === 0,
    isBehind: ({ context }, { to }: { to: string | undefined }) =>
      to !== undefined && stepsTo(context, placeOf(to)) > 0,
    hasGoal: (_, { to }: { to: string | undefined }) => to !== undefined,
    isOtherBeside: ({ context }, { width }: { width: WindowWidth }) =>
      besideOf(context) !== besideOf({ ...context, width }),
    isRoot: ({ context }) => context.target.path === "/",
    /** From a page of a signed-in user to one without sign-in, by Back or Forward. */
    isBackAtSignIn: ({ context: { place, target } }) => isGuarded(place.path) && isOpen(target.path),
    isTargetGuarded: ({ context }) => isGuarded(context.target.path),
    /** The pages of a meeting and of a share wait for the SDK as the list does: users come to them from outside. */
    isTargetHome: ({ context: { target } }) => target.path === HOME.path || isFromOutside(target),
    isInside: ({ context }) => isGuarded(context.place.path),
    isGuardedAhead: ({ context }) => [context.place.path, context.target.path].some(isGuarded),
    isPlaceOpen: ({ context }) => isOpen(context.place.path),
    isSameAsPlace: ({ context }, { to }: { to: Place }) =>
      to.path === context.place.path && to.search === context.place.search,
    hasPageBehind: ({ context }) => context.trail.length > 1,
    /** Whether there is an earlier location, or a layer: layers have their own step in the browser's history. */
    hasSomethingBehind: ({ context }) => context.trail.length > 1 || context.layers.length > 0,
    /** Whether a chat or page is open beside the tabs and no layer is above it. Layers handle Escape themselves. */
    canClosePane: ({ context }) => {
      const { tabs, chat, page } = panesOf(context);
      return tabs === "left" && (chat ?? page) !== null && context.layers.length === 0;
    },
    hasLayer: ({ context }) => context.layers.length > 0,
    isLastLayer: ({ context }, { layer }: { layer: string }) =>
      context.layers.length === 1 && context.layers[0] === layer,
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
    drops: 0,
    width: "phone",
    trail: [],
    moved: 0,
    isStepping: false,
    // A user who opens the app at its root starts again.
    link: input.place.path === "/" ? null : input.link,
    layers: [],
  }),
  invoke: [child("address"), child("window")],
  initial: "routing",
  on: {
    "address.changed": {
      target: ".routing",
      actions: { type: "follow", params: ({ event }) => event },
    },
    "navigation.go": [
      { guard: { type: "isSameAsPlace", params: ({ event }) => ({ to: placeOf(event.to) }) } },
      {
        target: ".routing",
        actions: {
          type: "aimAt",
          params: ({ context, event }) => ({ target: placeOf(event.to), ...historyStepTo(context, event) }),
        },
      },
    ],
    "navigation.back": [
      { guard: { type: "isElsewhere", params: ({ event }) => event } },
      { guard: "isLeavingPage" },
      {
        guard: { type: "isBehind", params: ({ event }) => ({ to: event.to }) },
        actions: ["startStep", { type: "goBackTo", params: ({ event }) => ({ to: event.to ?? "" }) }],
      },
      {
        guard: { type: "hasGoal", params: ({ event }) => ({ to: event.to }) },
        target: ".routing",
        actions: {
          type: "aimAt",
          params: ({ event }) => ({ target: placeOf(event.to ?? ""), mode: "replace" as const }),
        },
      },
      { guard: "hasPageBehind", actions: ["startStep", "leavePage"] },
      { target: ".routing", actions: "aimHome" },
    ],
    "user.navigate": [
      {
        guard: { type: "isSameAsPlace", params: ({ event }) => ({ to: placeOf(event.to) }) },
      },
      {
        target: ".routing",
        actions: {
          type: "aimAt",
          params: ({ context, event }) => ({ target: placeOf(event.to), ...historyStepTo(context, event) }),
        },
      },
    ],
    "user.back": [
      { guard: "isStepping" },
      { guard: "hasSomethingBehind", actions: ["startStep", "goBack"] },
      { target: ".routing", actions: "aimHome" },
    ],
    "user.escape": [
      { guard: or(["isStepping", not("canClosePane")]) },
      { guard: "hasPageBehind", actions: ["startStep", "goBack"] },
      { target: ".routing", actions: "aimHome" },
    ],
    "user.openLayer": [
      {
        guard: "hasLayer",
        actions: { type: "addLayer", params: ({ event }) => ({ layer: event.layer }) },
      },
      {
        actions: [{ type: "addLayer", params: ({ event }) => ({ layer: event.layer }) }, "coverAddress"],
      },
    ],
    "user.closeLayer": [
      {
        guard: { type: "isLastLayer", params: ({ event }) => ({ layer: event.layer }) },
        actions: [{ type: "dropLayer", params: ({ event }) => ({ layer: event.layer }) }, "uncoverAddress"],
      },
      { actions: { type: "dropLayer", params: ({ event }) => ({ layer: event.layer }) } },
    ],
    "address.uncovered": [
      { guard: "hasLayer", actions: ["endStep", "dismissLayer", "dropTopLayer", "coverAgain"] },
      { actions: "endStep" },
    ],
    "window.resized": [
      {
        guard: { type: "isOtherBeside", params: ({ event }) => event },
        actions: [{ type: "setWidth", params: ({ event }) => event }, "tellArrival"],
      },
      { actions: { type: "setWidth", params: ({ event }) => event } },
    ],
    "session.signedIn": { guard: "isPlaceOpen", target: ".routing", actions: ["aimHome", "dropOpen"] },
    "session.signedOut": { guard: "isGuardedAhead", target: ".settled", actions: "aimAtLogin" },
  },
  states: {
    routing: {
      description:
        "Checks the target path. The root leads home, and so do the steps of the sign-in from inside the app. Other open and unknown paths need no guard.",
      always: [
        { guard: or(["isRoot", "isBackAtSignIn"]), target: "checking", actions: "aimHome" },
        { guard: "isTargetGuarded", target: "checking" },
        { target: "settled" },
      ],
    },
    checking: {
      description:
        "The route guard. With a login status from the SDK the user passes; without one the stored credentials decide.",
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
      description:
        "Credentials but no status: the SDK is still starting. A user who comes from outside the app is sent to the list; a user inside it may continue.",
      always: [
        { guard: "isTargetHome", target: "settled" },
        { guard: "isInside", target: "settled" },
        { target: "settled", actions: "aimHome" },
      ],
    },
    settled: {
      description: "The current location matches the address bar.",
      entry: ["arrive", "writeAddress", "coverAgain", "tellArrival"],
    },
  },
});

export type AddressCommand =
  /** `drops`: goes back as many places first. `link`: what to keep over a reload. */
  | { type: "address.push" | "address.replace"; place: Place; drops: number; link: Place | null }
  | { type: "address.back"; steps: number }
  /** Makes the next step back close a layer instead of leaving the page. */
  | { type: "address.cover" }
  | { type: "address.uncover" };

/** The `systemId` of the navigation. */
export const NAVIGATION = "navigation";

/** Returns the navigation, or the chart itself when it runs without one. */
export function navigationOf({ self }: { self: AnyActorRef }): Listener<NavigationEvent> {
  const navigation: Listener<NavigationEvent> | undefined = self.system.get(NAVIGATION);
  return navigation ?? self;
}

/** Whether a link, or another app, leads to the page. */
function isFromOutside({ path }: Place): boolean {
  return ["/meeting", SHARE_PATH].includes(path);
}

/**
 * Whether the user opened the app by the link in `target`. A page that the user went to inside the app is none: the
 * next user who signs in may be another one.
 */
function cameByLink({ place, target, trail }: NavigationContext): boolean {
  return trail.length < 2 && isLink(target) && (isFromOutside(target) || !isGuarded(place.path));
}

/**
 * Returns the step of the history for a new page. A page opened from the tabs or from a chat replaces all pages above
 * them, so that Back does not go through every chat that was chosen from the list (11-21). On a phone there are no
 * pages above them.
 */
function historyStepTo(
  context: NavigationContext,
  { above, replace = false }: { above?: "tabs" | "chat" | undefined; replace?: boolean },
): Pick<NavigationContext, "mode" | "drops"> {
  const trail = movedTrail(context);
  const drops = above && !replace ? countAbove(trail, above) : 0;
  // If no tab or chat is below, the first page is replaced.
  if (drops > 0 && drops === trail.length) return { mode: "replace", drops: drops - 1 };
  return { mode: replace ? "replace" : "push", drops };
}

function nextTrail(context: NavigationContext): Place[] {
  const trail = movedTrail(context);
  const kept = trail.slice(0, trail.length - context.drops);
  return [...(context.mode === "replace" ? kept.slice(0, -1) : kept), context.target];
}

/** Returns the history up to the entry that the browser shows. Pages that are not known count as the target. */
function movedTrail({ trail, moved, target }: NavigationContext): Place[] {
  return Array.from({ length: Math.max(trail.length + moved, 1) }, (_, index) => trail[index] ?? target);
}

function stepsTo({ trail }: Pick<NavigationContext, "trail">, { path, search }: Place): number {
  const index = trail.slice(0, -1).findLastIndex((one) => one.path === path && one.search === search);
  return index < 0 ? 0 : trail.length - 1 - index;
}

/** All layers together have one step in the browser's history, above the page. */
function stepsOfLayers({ layers }: NavigationContext): number {
  return layers.length > 0 ? 1 : 0;
}

/** Returns the current tab, or the last tab in the history (2-02). */
export function selectTab({ context: { trail } }: { context: Pick<NavigationContext, "trail"> }): Tab {
  const passed = trail.map(({ path }) => TABS.find((tab) => path === `/${tab}`));
  return passed.findLast((tab) => tab !== undefined) ?? "conversation";
}

/** Returns which views are visible, and where. */
export function selectPanes({ context }: { context: NavigationContext }): Panes {
  return panesOf(context);
}

/** Returns the chat in view (11-21); null if there is none. */
export function selectChat({ context }: { context: NavigationContext }): Place | null {
  return chatInView(context);
}

/** The chat that is visible beside another page. */
function besideOf(context: NavigationContext): Place | null {
  const chat = chatInView(context);
  return chat === context.place ? null : chat;
}

/** Null before the first arrival. */
export function selectRoute(snapshot: { context: NavigationContext }): RouteName | null {
  const { path } = snapshot.context.place;
  return path === "" ? null : routeAt(path);
}
