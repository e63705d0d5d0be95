import {
  type Access,
  type NavigationEvent,
  navigationMachine,
  selectChat,
  selectRoute,
} from "../../../../machines/app/navigation.ts";
import type { Place } from "../../../../machines/domain/route.ts";
import type { FakePorts } from "../../../fakes/ports.ts";
import { ANNA, aWorld, ME, singleChatID } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf, Step } from "../../graph.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import { signInByHand } from "../session/session.ts";

const place = (path: string, search = ""): Place => ({ path, search });
const CHAT = place("/chat", `conversationID=${singleChatID(ANNA)}`);
const HOME = place("/conversation");
const LOGIN = place("/login");

const UNCOVERED = { type: "address.uncovered" } as const;

const LOGGED_IN: Access = { status: "loggedIn", hasCredentials: true };
const LOGGED_OUT: Access = { status: "loggedOut", hasCredentials: true };
const SILENT: Access = { status: null, hasCredentials: true };
const STRANGER: Access = { status: null, hasCredentials: false };

export const navigationModel: ChartModel<typeof navigationMachine> = {
  chart: "navigation",
  machine: navigationMachine,
  input: { parent: ignoringParent, place: place("/"), link: null },
  events: {
    // With a layer open, the address can still change by itself, but nothing below the layer can be pressed.
    "address.changed to /contact": typed(place("/contact")),
    "address.changed to a chat": ifBare(typed(CHAT)),
    "address.changed to /login": typed(LOGIN),
    "address.changed to nowhere": ifBare(typed(place("/nowhere"))),
    "address.changed to /": ifBare(typed(place("/"))),
    "address.changed to the page behind": (snapshot) => {
      const behind = onlyBehind(snapshot.context);
      return behind && isBare(snapshot) ? { type: "address.changed", place: behind, steps: -1 } : null;
    },
    // After a reload, and with the menu of the Forward button.
    "address.changed to a page behind the first": (snapshot) =>
      snapshot.context.trail.length === 1 && isBare(snapshot)
        ? { type: "address.changed", place: place("/contact"), steps: -2 }
        : null,
    "address.changed to a page two ahead": (snapshot) =>
      snapshot.context.trail.length === 1 && isBare(snapshot)
        ? { type: "address.changed", place: place("/contact"), steps: 2 }
        : null,
    "user.navigate to /contact": ifBare({ type: "user.navigate", to: "/contact" }),
    "user.navigate to /conversation": ifBare({ type: "user.navigate", to: "/conversation" }),
    "user.navigate to /getCode": (snapshot) =>
      snapshot.context.place.path === "/login"
        ? ifBare({ type: "user.navigate", to: "/getCode" })(snapshot)
        : null,
    "user.navigate to where they are": (snapshot) =>
      snapshot.context.place.path === ""
        ? null
        : ifBare({ type: "user.navigate", to: addressOf(snapshot.context.place) })(snapshot),
    "user.navigate to /profile instead": ifBare({ type: "user.navigate", to: "/profile", replace: true }),
    // From the list beside a chat, and from the chat beside its details.
    "user.navigate above the tabs": ({ value, context }, around) =>
      isBeside(around, { value, context })
        ? { type: "user.navigate", to: addressOf(CHAT), above: "tabs" }
        : null,
    "user.navigate above the chat": ({ value, context }, around) =>
      isBeside(around, { value, context }) && context.trail.some(({ path }) => path === "/chat")
        ? { type: "user.navigate", to: "/contact", above: "chat" }
        : null,
    "window.resized to three panes": ({ value, context }) =>
      value === "settled" && context.place.path === "/nowhere" && context.width === "phone"
        ? { type: "window.resized", width: "three" }
        : null,
    "window.resized to a phone": ({ context }) =>
      context.width === "three" ? { type: "window.resized", width: "phone" } : null,
    "user.back": { type: "user.back" },
    "user.escape": { type: "user.escape" },
    "user.openLayer a sheet": (snapshot) => opening(snapshot, "sheet", []),
    "user.openLayer a call": (snapshot) => opening(snapshot, "call", ["sheet"]),
    "user.closeLayer the sheet": (snapshot) => closing(snapshot, "sheet"),
    "user.closeLayer the call": (snapshot) => closing(snapshot, "call"),
    "user.closeLayer what has gone": ({ context }) =>
      context.layers.length > 0 ? { type: "user.closeLayer", layer: "gone" } : null,
    "address.uncovered": ({ context }) => (context.layers.length === 1 ? UNCOVERED : null),
    "address.uncovered, the upper of two": ({ context }) => (context.layers.length === 2 ? UNCOVERED : null),
    // The layer has closed by itself while the browser stepped back from it.
    "address.uncovered, after the last layer": (snapshot) =>
      snapshot.context.isStepping && isBare(snapshot) ? UNCOVERED : null,
    "navigation.go": ({ value }, around) =>
      around === "in" && value === "settled" ? { type: "navigation.go", to: addressOf(CHAT) } : null,
    "navigation.go instead": ({ value, context }, around) =>
      around === "in" && value === "settled" && context.layers.length === 0
        ? { type: "navigation.go", to: addressOf(CHAT), replace: true }
        : null,
    "navigation.back": ({ value, context: { place } }, around) =>
      around === "in" && value === "settled" ? { type: "navigation.back", from: place.path } : null,
    "navigation.back from elsewhere": ({ value }, around) =>
      around === "in" && value === "settled" ? { type: "navigation.back", from: "/elsewhere" } : null,
    "navigation.back to a page behind": ({ value, context: { place, trail } }, around) => {
      const page = trail.at(-3);
      return around === "in" && value === "settled" && page
        ? { type: "navigation.back", from: place.path, to: addressOf(page) }
        : null;
    },
    "navigation.back to a page that is not behind": ({ value, context: { place, trail } }, around) =>
      around === "in" && value === "settled" && trail.every(({ path }) => path !== "/nowhere")
        ? { type: "navigation.back", from: place.path, to: "/nowhere" }
        : null,
    "session.signedOut": (_, around) => (around === "in" ? { type: "session.signedOut" } : null),
    "session.signedIn": (snapshot, around) =>
      around === "out" ? ifBare({ type: "session.signedIn" })(snapshot) : null,
  },
  answers: {
    checkAccess: {
      done: {
        "logged in": () => LOGGED_IN,
        "logged out": () => LOGGED_OUT,
        "no status": () => SILENT,
        "no credentials": () => STRANGER,
      },
    },
  },
  // While checking, only the target matters, and whether the user leaves the sign-in screen. When settled,
  // only the place matters, not how the user got there. A pending step back matters in a chat only:
  // any page would do.
  key: ({ value, context: { place, target, mode, drops, moved, width, trail, layers, isStepping } }) => {
    const from = ["", "/login"].includes(place.path) ? place.path : "elsewhere";
    const way = value === "checking" ? [from, target.path, mode, drops > 0, Math.sign(moved)] : [place.path];
    // Above a chat, pages have a chat beside them in a wide window.
    const isAboveChat = place.path === "/nowhere" && chatBelow(trail) !== null;
    const behind = onlyBehind({ trail });
    const isOpenBehind = behind !== null && isUnguarded(behind);
    const isLeavingChat = isStepping && place.path === "/chat" && trail.length === 2;
    const before = [isAboveChat, isOpenBehind, Math.min(trail.length, 3), isLeavingChat];
    return JSON.stringify([...way, width, ...before, layers]);
  },
  phase: ({ value, context: { target, mode, trail, layers } }) =>
    (value === "checking"
      ? [target.path === "/conversation", mode, layers.length]
      : [trail.length > 1, layers.length]
    ).join(),
  around: {
    start: "in",
    after(around, label) {
      if (label === "session.signedOut") return "out";
      return label === "session.signedIn" ? "in" : around;
    },
  },
  evenIgnored: ["session.signedOut", "session.signedIn"],
  // When signed out, the session would look for credentials again and find none.
  cannot: (label, around) => label === "checkAccess done (logged out)" && around === "out",
  isRest: ({ value, context }) =>
    value === "settled" && context.place.path === "/conversation" && context.layers.length === 0,

  opens: () => ({ world: aWorld(), path: "/" }),
  prepare: (ports) => {
    letGuardReadAnswers(ports);
    // The model of `keptLink` has what happens to a link after the sign-in.
    ports.storage.readLink = () => null;
  },
  begin: async ({ app, ports }) => {
    app
      .getSnapshot()
      .children.navigation?.on("layer.dismissed", ({ layer }) => ports.note("layer.dismissed", layer));
  },
  actor: (app) => childOf(app, "navigation"),
  calls: { checkAccess: "im.loginStatus" },
  tells: [
    "platform.push",
    "platform.replace",
    "platform.drop",
    "platform.back",
    "platform.cover",
    "platform.uncover",
    "layer.dismissed",
    "session <- session.restart",
    "session <- place.changed",
  ],
  stimuli: {
    "checkAccess done (logged in)": (stage) => answerGuard(stage, LOGGED_IN),
    "checkAccess done (logged out)": (stage) => answerGuard(stage, LOGGED_OUT),
    "checkAccess done (no status)": (stage) => answerGuard(stage, SILENT),
    "checkAccess done (no credentials)": (stage) => answerGuard(stage, STRANGER),
    "session.signedOut": (stage) => childOf(stage.app, "session")?.send({ type: "user.signOut" }),
    "session.signedIn": signInByHand,
    "navigation.go": ({ app }) =>
      childOf(app, "session", "signedIn", "contacts")?.send({
        type: "user.openChat",
        contact: { userID: ANNA },
      }),
    "navigation.go instead": ({ app }, event) => childOf(app, "navigation")?.send(event),
    // Nothing happens: there is no step back that the browser could leave unreported.
    "navigation.back from elsewhere": ({ app }, event) => childOf(app, "navigation")?.send(event),
    "navigation.back": (stage, event) =>
      unreported(stage, () => childOf(stage.app, "navigation")?.send(event)),
    "navigation.back to a page behind": (stage, event) =>
      unreported(stage, () => childOf(stage.app, "navigation")?.send(event)),
    "navigation.back to a page that is not behind": ({ app }, event) =>
      childOf(app, "navigation")?.send(event),
    "address.changed to /contact": (stage) => stage.ports.visit("/contact"),
    "address.changed to a chat": (stage) => stage.ports.visit(addressOf(CHAT)),
    "address.changed to /login": (stage) => stage.ports.visit("/login"),
    "address.changed to nowhere": (stage) => stage.ports.visit("/nowhere"),
    "address.changed to /": (stage) => stage.ports.visit("/"),
    "user.escape": (stage, event) => unreported(stage, () => childOf(stage.app, "navigation")?.send(event)),
    "user.back": (stage, event) => unreported(stage, () => childOf(stage.app, "navigation")?.send(event)),
  },
  press: {
    "user.navigate to /conversation": press("link: Messages"),
    "user.navigate to /contact": press("link: Contacts"),
    "user.back": (event, stage) => unreported(stage, () => press("button: Back")(event, stage)),
  },
  pressable(label, { context: { place, width }, value }, around) {
    const isAt = (path: string) => around === "in" && value === "settled" && place.path === path;
    if (label === "user.navigate to /contact") return isAt("/conversation") || isAt("/profile");
    if (label === "user.navigate to /conversation") return isAt("/contact") || isAt("/profile");
    if (label === "user.back") return isAt("/chat") && width === "phone";
    // The current tab's link scrolls to the top instead, and nothing on screen leads to the current place.
    return !label.startsWith("user.");
  },
  reads: (snapshot) => ({
    ...whereabouts(snapshot.context, selectRoute(snapshot)),
    chat: selectChat(snapshot),
  }),
  rows: {
    checking: ({ step }) => {
      const is = contextAfter(step);
      return {
        sees: around(step) === "in" ? seenAt(is) : [],
        asks: ["im.loginStatus"],
        reads: { ...whereabouts(is, screenOf(is.place)), chat: inView(is) },
      };
    },
    settled: ({ step }) => {
      const is = contextAfter(step);
      return {
        sees: around(step) === "in" ? seenAt(is) : is.place.path === "/login" ? ["button: Sign in"] : [],
        asks: [
          ...(is.drops > 0 ? [["platform.drop", is.drops] as const] : []),
          [`platform.${is.mode}`, is.place],
          arrival(is),
          // A full-screen call stays full-screen on every place.
          ...(is.layers.length > 0 ? ["platform.cover"] : []),
        ],
        reads: { ...whereabouts(is, screenOf(is.place)), chat: inView(is) },
      };
    },
  },
  leads: {
    "*": {
      "address.changed to /contact": "checking",
      "address.changed to a chat": "checking",
      // The steps of the sign-in that are still in the browser's history lead home from inside the app.
      "address.changed to /login": ({ context }) => (isGuarded(context.place) ? "checking" : "settled"),
      "address.changed to nowhere": "settled",
      "address.changed to /": "checking",
      "user.navigate to /contact": unlessAt("/contact"),
      "user.navigate to /conversation": unlessAt("/conversation"),
      "user.navigate to /getCode": "settled",
      "user.navigate to /profile instead": unlessAt("/profile"),
      "window.resized to three panes": STAYS,
      "window.resized to a phone": STAYS,
      // The browser goes back. It reports that as a new address, or as a step back from an open layer.
      // A second step before that report could lead out of the app.
      "user.back": ({ context }) =>
        context.isStepping ? null : isSomethingBehind(context) ? STAYS : "checking",
      "user.escape": ({ context }) =>
        isPaneOpen(context) && !context.isStepping ? (context.trail.length > 1 ? STAYS : "checking") : null,
      "user.closeLayer the sheet": STAYS,
      "user.closeLayer the call": STAYS,
      "address.uncovered": STAYS,
      "address.uncovered, the upper of two": STAYS,
      "address.uncovered, after the last layer": STAYS,
      "session.signedIn": ({ context }) => (isAnybodys(context.place) ? "checking" : null),
    },
    checking: {
      "session.signedOut": "settled",
      "checkAccess done (logged in)": "settled",
      "checkAccess done (logged out)": "settled",
      "checkAccess done (no status)": "settled",
      "checkAccess done (no credentials)": "settled",
    },
    settled: {
      "address.changed to the page behind": ({ context }) => {
        const behind = onlyBehind(context);
        return behind && isUnguarded(behind) && !isSignInBehind(context, behind) ? "settled" : "checking";
      },
      "address.changed to a page behind the first": "checking",
      "address.changed to a page two ahead": "checking",
      "user.navigate above the tabs": ({ context }) => (context.place.path === "/chat" ? null : "checking"),
      "user.navigate above the chat": unlessAt("/contact"),
      "user.openLayer a sheet": STAYS,
      "user.openLayer a call": STAYS,
      "navigation.go": ({ context }) => (context.place.path === "/chat" ? null : "checking"),
      "navigation.go instead": ({ context }) => (context.place.path === "/chat" ? null : "checking"),
      "navigation.back": ({ context }) =>
        isLeaving(context) ? null : context.trail.length > 1 ? STAYS : "checking",
      "navigation.back to a page behind": ({ context }) => (isLeaving(context) ? null : STAYS),
      "navigation.back to a page that is not behind": ({ context }) =>
        isLeaving(context) ? null : "settled",
      // The user may stay on places that need no sign-in.
      "session.signedOut": ({ context }) => (isUnguarded(context.place) ? null : "settled"),
    },
  },
  told: ({ label, before }) => [
    ...(label === "checkAccess done (logged out)" ? ["session <- session.restart"] : []),
    ...stepTold(label, before.context),
    ...(label === "window.resized to three panes" && chatBelow(before.context.trail)
      ? [arrival({ ...before.context, width: "three" })]
      : []),
    ...(label === "window.resized to a phone" && beside(before.context)
      ? [arrival({ ...before.context, width: "phone" })]
      : []),
    ...toldOfLayers(label, before.context.layers),
  ],
  noise: {
    "a second answer of the guard": {
      when: ({ value }) => value === "settled",
      make: ({ ports }) => {
        for (const call of ports.pending("im.loginStatus")) call.resolve("loggedOut");
      },
    },
    "a step back from a layer that has just closed": {
      when: ({ context }) => context.layers.length === 0,
      make: ({ ports }) => ports.emit.address(UNCOVERED),
    },
    "the end of a sync": ({ ports }) => ports.emit.sync({ type: "im.syncFinished" }),
  },
  excused: {
    ...helpersDoNotFail("address", "window"),
    "navigation.checking | checkAccess failed":
      "reading credentials does not fail, and a silent SDK counts as an answer",
  },
};

type Navigation = SnapshotOf<typeof navigationMachine>;

/** Whether the browser can step back: to the previous place, or from a layer. */
function isSomethingBehind({ trail, layers }: Pick<Navigation["context"], "trail" | "layers">): boolean {
  return trail.length > 1 || layers.length > 0;
}

/** A page of which the task is done may be on its way out already. A step from an open layer does not leave it. */
function isLeaving({ isStepping, layers }: Pick<Whereabouts, "isStepping" | "layers">): boolean {
  return isStepping && layers.length === 0;
}

/** The steps that a label asks of the browser; 0 for none. */
function stepsAsked(label: string, context: Whereabouts): number {
  const { trail, isStepping } = context;
  switch (label) {
    case "user.escape":
      return isPaneOpen(context) && trail.length > 1 && !isStepping ? 1 : 0;
    case "user.back":
      return isSomethingBehind(context) && !isStepping ? 1 : 0;
    // The page is done, and what opened above it meanwhile stays open.
    case "navigation.back":
      return trail.length > 1 && !isLeaving(context) ? stepsOver(context) + 1 : 0;
    case "navigation.back to a page behind":
      return isLeaving(context) ? 0 : stepsBack(context);
    default:
      return 0;
  }
}

function stepTold(label: string, context: Whereabouts): Wire[] {
  const steps = stepsAsked(label, context);
  return steps > 0 ? [["platform.back", steps]] : [];
}

function unlessAt(path: string) {
  return ({ context }: Navigation): string | null => (context.place.path === path ? null : "checking");
}

function opening({ value, context }: Navigation, layer: string, above: readonly string[]) {
  const isReady = value === "settled" && context.place.path === "/chat";
  return isReady && context.layers.join() === above.join()
    ? ({ type: "user.openLayer", layer } as const)
    : null;
}

function closing({ context }: Navigation, layer: string) {
  return context.layers.includes(layer) ? ({ type: "user.closeLayer", layer } as const) : null;
}

function typed(place: Place) {
  return { type: "address.changed", place, steps: 1 } as const;
}

/** The page behind, if no other is behind. */
function onlyBehind({ trail }: Pick<Navigation["context"], "trail">): Place | null {
  return trail.length === 2 ? (trail[0] ?? null) : null;
}

/** Whether Back from a page of the app would lead to the sign-in. */
function isSignInBehind({ place }: Pick<Whereabouts, "place">, behind: Place): boolean {
  return isGuarded(place) && isAnybodys(behind);
}

/** Where Back leads if one page is behind. */
function pageBehind(context: Pick<Whereabouts, "place" | "trail">): Place {
  const behind = onlyBehind(context);
  return behind === null || isSignInBehind(context, behind) ? HOME : behind;
}

function isBare({ value, context: { layers } }: Navigation): boolean {
  return value === "settled" && layers.length === 0;
}

function ifBare(event: NavigationEvent) {
  return ({ context: { layers } }: Navigation): NavigationEvent | null =>
    layers.length === 0 ? event : null;
}

function isAnybodys({ path }: Place): boolean {
  return path === "/login" || path === "/getCode";
}

function isUnguarded(place: Place): boolean {
  return isAnybodys(place) || place.path === "/nowhere";
}

type Whereabouts = Omit<Navigation["context"], "parent">;

function whereabouts(
  { place, target, mode, drops, moved, trail, layers, link, isStepping }: Whereabouts,
  screen: string | null,
) {
  const way = [addressOf(target), mode, drops, moved];
  return { place, screen, layers, link, isStepping, way, trail: trail.map(addressOf) };
}

const TAB_PATHS = ["/conversation", "/contact", "/profile"];

/** The nearest chat in the trail, down to the nearest tab. */
function chatBelow(trail: readonly Place[]): Place | null {
  const last = trail.findLast(({ path }) => path === "/chat" || TAB_PATHS.includes(path));
  return last?.path === "/chat" ? last : null;
}

/** The chat that a window with three panes shows beside a page. */
function beside({ place, trail, width }: Pick<Whereabouts, "place" | "trail" | "width">): Place | null {
  return width === "three" && place.path === "/nowhere" ? chatBelow(trail) : null;
}

/** Whether something that Escape closes is open beside the tabs. */
function isPaneOpen({ place: { path }, width, layers }: Pick<Whereabouts, "place" | "width" | "layers">) {
  return width === "three" && ["/chat", "/nowhere"].includes(path) && layers.length === 0;
}

function inView(is: Whereabouts): Place | null {
  return is.place.path === "/chat" ? is.place : beside(is);
}

function arrival(is: Pick<Whereabouts, "place" | "trail" | "width">): Wire {
  const chat = beside(is);
  return ["session <- place.changed", { place: is.place, ...(chat && { beside: chat }) }];
}

function isBeside(around: string, { value, context }: Pick<Navigation, "value" | "context">): boolean {
  return around === "in" && value === "settled" && context.layers.length === 0;
}

/** The steps of the sign-in go from the history, but for the one that the list replaces. */
function dropsOf({ target, trail, moved }: Pick<Whereabouts, "target" | "trail" | "moved">): number {
  const length = Math.max(1, trail.length + moved);
  const history = [...trail, ...Array<Place>(length).fill(target)].slice(0, length);
  return Math.max(0, above(history, (place) => !isAnybodys(place)) - 1);
}

/** How many places lie above the nearest place that `isBase`; all of them if there is none. */
function above(trail: readonly Place[], isBase: (place: Place) => boolean): number {
  const count = [...trail].reverse().findIndex(isBase);
  return count < 0 ? trail.length : count;
}

function contextAfter(step: Step<typeof navigationMachine> | null): Whereabouts {
  const nowhere = place("");
  const start = {
    drops: 0,
    moved: 0,
    width: "phone",
    trail: [],
    layers: [],
    link: null,
    isStepping: false,
  } as const;
  if (!step) return { place: nowhere, target: HOME, mode: "replace", ...start };
  const before: Whereabouts = step.before.context;
  const layers = layersAfter(step.label, before.layers);
  const width = widthAfter(step.label, before.width);
  const isStepping =
    stepsAsked(step.label, before) > 0 || (before.isStepping && !step.label.startsWith("address."));
  const aim = aimAfter(step.label, before);
  if (!aim) return { ...before, width, layers, isStepping };
  const { target, mode, isReached, drops = 0, steps = 0 } = aim;
  const moved = before.moved + steps;
  if (!isReached) return { ...before, target, mode, drops, moved, layers, isStepping };
  const trail = trailAfter(before.trail, { target, mode, drops, moved });
  const link = linkAfter(step.label, target, before);
  return { target, mode, drops, moved: 0, width, place: target, trail, layers, link, isStepping: false };
}

/** A chat that a signed-out user came to from outside is kept until any page but the list is open. */
function linkAfter(label: string, to: Place, { place: at, target, trail, link }: Whereabouts): Place | null {
  const isSentToLogin = ["session.signedOut", "checkAccess done (no credentials)"].includes(label);
  if (isSentToLogin && target.path === "/chat" && trail.length < 2 && !isGuarded(at)) return target;
  return isGuarded(to) && to.path !== "/conversation" ? null : link;
}

function widthAfter(label: string, before: Whereabouts["width"]): Whereabouts["width"] {
  if (label === "window.resized to three panes") return "three";
  return label === "window.resized to a phone" ? "phone" : before;
}

/** `steps`: those that the browser has taken in its history. */
type Aim = Pick<Whereabouts, "target" | "mode"> & { isReached: boolean; drops?: number; steps?: number };

/** Where a label leads the user, and whether they arrive at once; null if the label does not navigate. */
function aimAfter(
  label: string,
  { place: at, target, mode, drops, moved, width, trail, layers, isStepping }: Whereabouts,
): Aim | null {
  const to = (target: Place, mode: Whereabouts["mode"]): Aim | null =>
    mode === "push" && addressOf(target) === addressOf(at)
      ? null
      : { target, mode, isReached: isUnguarded(target) };
  const moving = (target: Place, steps = 1): Aim => ({
    ...{ target, mode: "replace", steps },
    isReached: isUnguarded(target),
  });
  const arriving = (aim: Pick<Aim, "target" | "mode" | "drops">): Aim => ({ ...aim, isReached: true });
  switch (label) {
    case "address.changed to /contact":
      return moving(place("/contact"));
    case "address.changed to a chat":
      return moving(CHAT);
    case "address.changed to /login":
      return isGuarded(at) ? moving(HOME) : moving(LOGIN);
    case "address.changed to nowhere":
      return moving(place("/nowhere"));
    case "address.changed to /":
      return moving(HOME);
    case "address.changed to the page behind":
      return moving(pageBehind({ place: at, trail }), -1);
    case "address.changed to a page behind the first":
      return moving(place("/contact"), -2);
    case "address.changed to a page two ahead":
      return moving(place("/contact"), 2);
    case "user.navigate to /contact":
      return to(place("/contact"), "push");
    case "user.navigate to /conversation":
      return to(HOME, "push");
    case "user.navigate to /getCode":
      return to(place("/getCode"), "push");
    case "user.navigate to /profile instead":
      return at.path === "/profile" ? null : to(place("/profile"), "replace");
    case "user.navigate above the tabs": {
      if (at.path === "/chat") return null;
      const count = above(trail, ({ path }) => TAB_PATHS.includes(path));
      const isAll = count === trail.length && count > 0;
      return {
        target: CHAT,
        mode: isAll ? "replace" : "push",
        drops: isAll ? count - 1 : count,
        isReached: false,
      };
    }
    case "user.navigate above the chat":
      if (at.path === "/contact") return null;
      return {
        target: place("/contact"),
        mode: "push",
        drops: above(trail, ({ path }) => path === "/chat"),
        isReached: false,
      };
    case "navigation.go":
      return to(CHAT, "push");
    case "navigation.go instead":
      return at.path === "/chat" ? null : to(CHAT, "replace");
    case "navigation.back to a page that is not behind":
      if (isLeaving({ isStepping, layers })) return null;
      return to(place("/nowhere"), "replace");
    case "navigation.back":
      return trail.length > 1 || isLeaving({ isStepping, layers }) ? null : to(HOME, "replace");
    case "user.escape":
      return isPaneOpen({ place: at, width, layers }) && trail.length <= 1 && !isStepping
        ? to(HOME, "replace")
        : null;
    case "user.back":
      return isSomethingBehind({ trail, layers }) || isStepping ? null : to(HOME, "replace");
    case "session.signedIn":
      return isAnybodys(at)
        ? { target: HOME, mode: "replace", drops: dropsOf({ target: HOME, trail, moved }), isReached: false }
        : null;
    case "session.signedOut":
      return [at, target].some(isGuarded) ? to(LOGIN, "replace") : null;
    case "checkAccess done (logged in)":
    case "checkAccess done (logged out)":
      return arriving({ target, mode, drops });
    // The SDK is still starting: a user on an unguarded place goes to the list.
    case "checkAccess done (no status)":
      return arriving(
        target.path === "/conversation" || isGuarded(at)
          ? { target, mode, drops }
          : { target: HOME, mode: "replace" },
      );
    case "checkAccess done (no credentials)":
      return arriving({ target: LOGIN, mode: "replace" });
    default:
      return null;
  }
}

function isGuarded({ path }: Place): boolean {
  return ["/conversation", "/contact", "/profile", "/chat"].includes(path);
}

/** The trail is as long as the browser's history up to its entry. The pages that the user has jumped over are not known. */
function trailAfter(
  trail: readonly Place[],
  { target, mode, drops, moved }: Pick<Whereabouts, "target" | "mode" | "drops" | "moved">,
): readonly Place[] {
  const behind = Math.max(1, trail.length + moved) - drops - (mode === "replace" ? 1 : 0);
  const known = trail.slice(0, behind);
  return [...known, ...Array<Place>(behind - known.length).fill(target), target];
}

/** Two pages back, or one if both have the same address; an open layer adds one step. */
function stepsBack({ trail, layers }: Pick<Whereabouts, "trail" | "layers">): number {
  const [page, nearer] = trail.slice(-3).map(addressOf);
  return (page === nearer ? 1 : 2) + stepsOver({ layers });
}

function stepsOver({ layers }: Pick<Whereabouts, "layers">): number {
  return layers.length > 0 ? 1 : 0;
}

function layersAfter(label: string, before: readonly string[]): readonly string[] {
  switch (label) {
    case "user.openLayer a sheet":
      return [...before, "sheet"];
    case "user.openLayer a call":
      return [...before, "call"];
    case "user.closeLayer the sheet":
      return before.filter((layer) => layer !== "sheet");
    case "user.closeLayer the call":
      return before.filter((layer) => layer !== "call");
    case "address.uncovered":
    case "address.uncovered, the upper of two":
      return before.slice(0, -1);
    default:
      return before;
  }
}

/** The history has one extra step while layers are open. A step back removes only the top layer. */
function toldOfLayers(label: string, before: readonly string[]): Wire[] {
  if (label === "user.openLayer a sheet") return ["platform.cover"];
  if (label.startsWith("user.closeLayer the") && before.length === 1) return ["platform.uncover"];
  if (!label.startsWith("address.uncovered") || before.length === 0) return [];
  return [["layer.dismissed", before.at(-1)], ...(before.length > 1 ? ["platform.cover"] : [])];
}

/** What the guard reads next instead of the stored credentials. */
const guardReads = new WeakMap<FakePorts, { userID: string } | null>();

function letGuardReadAnswers(ports: FakePorts): void {
  const { read } = ports.credentials;
  ports.credentials.read = () => {
    const answer = guardReads.get(ports);
    if (answer === undefined) return read();
    guardReads.delete(ports);
    return Promise.resolve(answer);
  };
}

function answerGuard({ ports }: Stage, { status, hasCredentials }: Access): void {
  guardReads.set(ports, hasCredentials ? { userID: ME } : null);
  if (status === null) ports.reject("im.loginStatus", "unknown");
  else ports.resolve("im.loginStatus", status);
}

const around = (step: { around: string } | null) => step?.around ?? "in";

function seenAt({ place: { path }, width }: Pick<Whereabouts, "place" | "width">): string[] {
  // Beside the tabs, a chat has no Back.
  if (path === "/chat" && width === "three") return ["heading: Anna", "!button: Back", "navigation: Main"];
  const expectations: Record<string, string[]> = {
    "/conversation": ["heading: Messages", "link (current): Messages", "list: Chat list"],
    "/contact": ["heading: Contacts", "link (current): Contacts", "!list: Chat list"],
    "/profile": ["heading: Me", "link (current): Me", "button: Sign out"],
    "/chat": ["heading: Anna", "button: Back", "!navigation: Main"],
    "/nowhere": ["heading: Page not found", "link: Back to messages"],
  };
  return expectations[path] ?? [];
}

/**
 * Does what may make the browser step back. Its report is another stimulus. The browser reports again afterwards, also
 * if it took no step: else the next address would be lost.
 */
async function unreported({ ports, settle }: Stage, move: () => void | Promise<void>): Promise<void> {
  const { address } = ports.emit;
  ports.emit.address = () => {};
  await move();
  await settle();
  ports.emit.address = address;
}

function addressOf({ path, search }: Place): string {
  return search === "" ? path : `${path}?${search}`;
}

function screenOf({ path }: Place): string | null {
  const screens: Record<string, string | null> = {
    "": null,
    "/conversation": "conversation",
    "/contact": "contact",
    "/profile": "profile",
    "/chat": "chat",
    "/login": "login",
    "/getCode": "getCode",
  };
  return path in screens ? (screens[path] ?? null) : "notFound";
}
