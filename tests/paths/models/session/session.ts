import { Secret } from "../../../../machines/domain/secret.ts";
import { type SessionContext, sessionMachine } from "../../../../machines/session/session.ts";
import { signedInMachine } from "../../../../machines/session/signed-in.ts";
import { signedInChart } from "../../../../src/wiring/signed-in.ts";
import type { FakePorts, StreamName } from "../../../fakes/ports.ts";
import { ANNA, aProfile, aWorld, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import { inOrder, press, type } from "../../gestures.ts";
import type { Step } from "../../graph.ts";
import type { ChartModel, Row } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail, helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const EMAIL = { email: "mia@example.com" };
const STORED = { userID: ME };
const ANNA_CHAT = singleChatID(ANNA);
const CHAT = { path: "/chat", search: `conversationID=${ANNA_CHAT}` };

/** The streams with listeners. The address always has one. */
const OUTSIDE: StreamName[] = ["address"];
const CLAIMING: StreamName[] = ["address", "credentials"];
const ACTIVE: StreamName[] = ["address", "connection", "credentials", "page", "sync"];
const READY: StreamName[] = [
  "address",
  "answers",
  "applications",
  "connection",
  "contacts",
  "conversations",
  "credentials",
  "groups",
  "messages",
  "page",
  "permission",
  "presence",
  "push",
  "signals",
  "sync",
];

const NOBODY_IN = ["!navigation: Main", "!list: Chat list", "!textbox: Message"];
const LEAVING = ["button (disabled): Signing out"];

function atWork(around = "", name = ""): string[] {
  const path = around.split(" ")[0];
  const isReady = name !== "not yet";
  if (path === "/chat") return isReady ? ["heading: Anna", "textbox: Message = "] : ["!textbox: Message"];
  if (path === "/profile")
    return ["navigation: Main", "button: Sign out", ...(isReady ? [`heading: ${name}`] : [])];
  return ["navigation: Main", "!button: Use here", "!button: Sign in"];
}

const signedOut = (row: Row = {}): Row => ({
  ...row,
  holds: { streams: OUTSIDE, tabLock: "none" },
  reads: { ...row.reads, hasSignedIn: false },
});

/** The lock stays until the SDK has stopped: otherwise another tab would run its own SDK beside it (4-18). */
const leaving = (row: Row, tabLock?: "owned" | "waiting"): Row => ({
  ...signedOut(row),
  holds: { streams: OUTSIDE, ...(tabLock && { tabLock }) },
});

/** From opening the page to signing out, seen from an unguarded page. */
export const sessionModel: ChartModel<typeof sessionMachine> = {
  chart: "session",
  machine: sessionMachine,
  input: {
    parent: ignoringParent,
    clock: { newID: () => "", now: () => NOON },
    place: { path: "/", search: "" },
  },
  events: {
    "tab.owned": { type: "tab.owned" },
    "tab.elsewhere": { type: "tab.elsewhere" },
    "tab.lost": { type: "tab.lost" },
    "credentials.gone": { type: "credentials.gone" },
    "im.kicked": { type: "im.kicked" },
    "im.tokenExpired": { type: "im.tokenExpired" },
    "im.tokenInvalid": { type: "im.tokenInvalid" },
    "im.connectFailed 705": { type: "im.connectFailed", code: 705 },
    "im.connectFailed 10000": { type: "im.connectFailed", code: 10000 },
    "im.crashed": { type: "im.crashed" },
    "im.profileChanged": {
      type: "im.profileChanged",
      profile: { userID: ME, nickname: "Mia Maria", faceURL: "new.png" },
    },
    "password.changing": { type: "password.changing" },
    "password.kept": { type: "password.kept" },
    "password.changed": { type: "password.changed" },
    "session.restart": { type: "session.restart" },
    "place.changed": ({ value }) =>
      typeof value === "object" ? { type: "place.changed", place: { path: "/contact", search: "" } } : null,
    "place.changed to a chat": ({ value, children }, around) =>
      typeof value === "object" && !(children.signedIn && around.includes("chat"))
        ? { type: "place.changed", place: CHAT }
        : null,
    "user.takeOver": { type: "user.takeOver" },
    "user.signOut": { type: "user.signOut" },
  },
  answers: {
    readCredentials: { done: { stored: () => STORED, none: () => null }, failed: ["unknown"] },
    forgetCredentials: { failed: ["unknown"] },
    forgetOwn: { failed: ["unknown"] },
    signInFlow: {},
    registration: {},
    warmUp: { failed: ["unknown"] },
    login: { failed: ["network"] },
    logout: { failed: ["network"] },
    stopIm: { failed: ["unknown"] },
    dropIm: { failed: ["unknown"] },
    loadProfile: { done: { "": () => aProfile() }, failed: ["network"] },
    fetchSignedIn: { done: { "": () => signedInMachine }, failed: ["network"] },
    profileDetails: {
      done: {
        "": () => ({ profile: EMAIL, refusal: null }),
        "the session is over": () => ({ profile: {}, refusal: "sessionEnded" }),
        "nobody by that name": () => ({ profile: {}, refusal: "unknown" }),
      },
    },
  },
  key: ({ context }) =>
    [context.profile?.nickname, context.place.path, context.signOutReason !== null].join(),
  // The stored place must be the current one.
  phase: ({ context }, around) =>
    [context.place === CHAT, around.startsWith("/chat"), context.signOutReason !== null].join(),
  // The current path, and whether Anna's chat is open behind it.
  around: {
    start: "/",
    after(around, label, { value, children }) {
      const path = pathAfter(around.split(" ")[0] ?? "", label, value);
      const isOpen = children.signedIn !== undefined && (path === "/chat" || around.includes("open"));
      return isOpen ? `${path} (chat open)` : path;
    },
  },
  isRest: ({ value }) => value === "signedOut",

  opens: () => ({
    world: aWorld(),
    path: "/",
    tab: "manual",
  }),
  prepare(ports) {
    letGuardReadAlone(ports);
    ports.hold("account.loadDetails");
  },
  actor: (app) => childOf(app, "session"),
  logged: ["warmUp", "stopIm", "loadProfile", "fetchSignedIn"],
  calls: {
    readCredentials: "credentials.read",
    forgetCredentials: "credentials.forget",
    forgetOwn: "credentials.forget",
    warmUp: "im.start",
    login: "im.login",
    logout: "im.logout",
    stopIm: "im.stop",
    dropIm: "im.stop",
    loadProfile: "im.loadProfile",
    fetchSignedIn: "program.fetchSignedIn",
  },
  tells: [
    "account.loadDetails",
    "im.loadConversation",
    "platform.tabLock",
    "platform.tabLock.steal",
    "storage.forgetOutbox",
    "storage.readRows",
    "toasts <- toast.add",
    "navigation <- session.signedIn",
    "navigation <- session.signedOut",
    "signedIn <- place.changed",
    "signedIn <- session.ending",
  ],
  delays: { signOutTimeout: 3000, fetchPause: 3000, consequenceTimeout: 10_000 },
  stimuli: {
    "xstate.done.actor.signInFlow": signInByHand,
    "xstate.done.actor.registration": resetPassword,
    "fetchSignedIn done": ({ ports }) => ports.resolve("program.fetchSignedIn", signedInChart),
    "profileDetails done": ({ ports }) => ports.resolve("account.loadDetails", EMAIL),
    "profileDetails done (the session is over)": ({ ports }) =>
      ports.reject("account.loadDetails", "sessionEnded"),
    "profileDetails done (nobody by that name)": ({ ports }) =>
      ports.reject("account.loadDetails", "unknown"),
    "session.restart": ({ ports }) => {
      guardSays(ports, "loggedOut");
      ports.visit("/conversation");
    },
    ...Object.fromEntries(
      (["password.changing", "password.kept", "password.changed"] as const).map((type) => [
        type,
        // The chart of the change lives only on its page; here only its events matter.
        ({ app }: Stage) => childOf(app, "session")?.send({ type }),
      ]),
    ),
    "place.changed": ({ ports }) => ports.visit("/contact"),
    "user.signOut": async (stage) => {
      stage.ports.visit("/profile");
      await stage.settle();
      childOf(stage.app, "session")?.send({ type: "user.signOut" });
    },
    "place.changed to a chat": ({ ports }) => ports.visit(`${CHAT.path}?${CHAT.search}`),
  },
  press: {
    "user.takeOver": press("button: Use here"),
    "user.signOut": async (event, stage) => {
      // The chat has no tab bar, so the user goes back first.
      await stage.act(() => stage.ports.visit("/profile"));
      await press("button: Sign out", "button in dialog: Sign out")(event, stage);
    },
    "xstate.done.actor.signInFlow": inOrder(
      type("Phone number", "13800000001"),
      type("Password", "abc12345"),
      press("button: Sign in"),
    ),
  },
  reads: ({ value, context, children }) => ({
    is: value,
    ...shownOf(context),
    hasSignedIn: children.signedIn !== undefined,
  }),
  rows: {
    restoring: ({ step }) =>
      signedOut({ asks: ["credentials.read"], reads: who(step, "restoring"), sees: NOBODY_IN }),
    signedOut: ({ step }) =>
      signedOut({
        asks: ["im.start", ...(step ? (["navigation <- session.signedOut"] as const) : [])],
        reads: who(step, "signedOut"),
        sees: ["button: Sign in", "textbox: Phone number = ", "textbox: Password = ", ...NOBODY_IN],
      }),
    "owning.claiming": ({ step }) => ({
      sees: ["navigation: Main", "!button: Use here", "!button: Sign in"],
      asks: [
        "im.start",
        "navigation <- session.signedIn",
        ["platform.tabLock", { userID: ME }],
        ["storage.readRows", { userID: ME }],
      ],
      holds: { streams: CLAIMING, tabLock: "waiting" },
      reads: { ...who(step, { owning: "claiming" }), hasSignedIn: false },
    }),
    "owning.elsewhere": ({ step }) => ({
      asks: ["im.stop"],
      sees: ["text: Parley is open in another tab", "button: Use here", ...NOBODY_IN],
      holds: { streams: CLAIMING, tabLock: "waiting" },
      reads: { ...who(step, { owning: "elsewhere" }), hasSignedIn: false },
    }),
    "owning.active.signingIn": ({ step }) => ({
      sees: atWork(step?.around, "not yet"),
      asks: ["im.login"],
      holds: { streams: ACTIVE, tabLock: "owned" },
      reads: { ...who(step, { owning: { active: "signingIn" } }), hasSignedIn: false },
    }),
    "owning.active.loadingProfile": ({ step }) => ({
      sees: atWork(step?.around, "not yet"),
      asks: ["im.loadProfile"],
      holds: { streams: ACTIVE, tabLock: "owned" },
      reads: { ...who(step, { owning: { active: "loadingProfile" } }), hasSignedIn: false },
    }),
    "owning.active.fetching": ({ step }) => ({
      sees: atWork(step?.around, "not yet"),
      asks: ["program.fetchSignedIn"],
      holds: { streams: ACTIVE, tabLock: "owned" },
      reads: { ...who(step, { owning: { active: "fetching" } }), hasSignedIn: false },
    }),
    "owning.active.unfetched": ({ step }) => ({
      sees: atWork(step?.around, "not yet"),
      holds: { streams: ACTIVE, tabLock: "owned" },
      reads: { ...who(step, { owning: { active: "unfetched" } }), hasSignedIn: false },
    }),
    "owning.active.ready.settled": ({ step }) => ({
      sees: atWork(step?.around, personAfter(step).profile?.nickname),
      asks: isWithin(step) ? [] : [["account.loadDetails", { userID: ME }]],
      holds: { streams: READY, tabLock: "owned" },
      reads: { ...who(step, { owning: { active: { ready: "settled" } } }), hasSignedIn: true },
    }),
    "owning.active.ready.changingPassword": ({ step }) => ({
      sees: atWork(step?.around, personAfter(step).profile?.nickname),
      holds: { streams: READY, tabLock: "owned" },
      reads: { ...who(step, { owning: { active: { ready: "changingPassword" } } }), hasSignedIn: true },
    }),
    expelled: ({ step }) =>
      leaving({ asks: [["credentials.forget", true]], reads: who(step, "expelled") }, "owned"),
    dropping: ({ step }) => leaving({ asks: ["im.stop"], reads: who(step, "dropping") }),
    forgetting: ({ step }) =>
      leaving(
        {
          asks: [
            ["credentials.forget", false],
            ["storage.forgetOutbox", { userID: ME }],
          ],
          reads: who(step, "forgetting"),
          sees: LEAVING,
        },
        "owned",
      ),
    signingOut: ({ step }) =>
      leaving({ asks: ["im.logout"], reads: who(step, "signingOut"), sees: LEAVING }, "owned"),
  },
  leads: {
    "*": {
      "place.changed": STAYS,
      "place.changed to a chat": STAYS,
    },
    restoring: {
      "readCredentials done (stored)": "owning.claiming",
      "readCredentials done (none)": "signedOut",
      "readCredentials failed (unknown)": "signedOut",
    },
    signedOut: {
      "session.restart": "restoring",
      "signInFlow done": "restoring",
      "registration done": "restoring",
      "warmUp failed (unknown)": STAYS,
    },
    "owning.*": {
      "credentials.gone": "dropping",
    },
    "owning.claiming": {
      "warmUp failed (unknown)": STAYS,
      "tab.owned": "owning.active.signingIn",
      "tab.elsewhere": "owning.elsewhere",
    },
    "owning.elsewhere": {
      "tab.owned": "owning.active.signingIn",
      "user.takeOver": STAYS,
      "stopIm failed (unknown)": STAYS,
    },
    "owning.active.*": {
      "tab.lost": "owning.elsewhere",
      "im.kicked": "expelled",
      "im.tokenExpired": "expelled",
      "im.tokenInvalid": "expelled",
      "im.connectFailed 705": "expelled",
      "im.crashed": "owning.active.signingIn",
      "im.profileChanged": STAYS,
      "user.signOut": "forgetting",
    },
    "owning.active.signingIn": {
      "login done": "owning.active.loadingProfile",
      "login failed (network)": "signedOut",
    },
    "owning.active.loadingProfile": {
      "loadProfile done": "owning.active.fetching",
      "loadProfile failed (network)": "owning.active.fetching",
    },
    "owning.active.fetching": {
      "fetchSignedIn done": "owning.active.ready.settled",
      "fetchSignedIn failed (network)": "owning.active.unfetched",
    },
    "owning.active.unfetched": {
      "after fetchPause": "owning.active.fetching",
    },
    "owning.active.ready.settled": { "password.changing": "owning.active.ready.changingPassword" },
    "owning.active.ready.changingPassword": {
      "password.kept": "owning.active.ready.settled",
      "password.changed": "expelled",
      "after consequenceTimeout": "owning.active.ready.settled",
    },
    "owning.active.ready.*": {
      "profileDetails done": STAYS,
      "profileDetails done (the session is over)": "expelled",
      "profileDetails done (nobody by that name)": "expelled",
    },
    expelled: {
      "forgetCredentials done": "dropping",
      "forgetCredentials failed (unknown)": "dropping",
    },
    dropping: {
      "dropIm done": "signedOut",
      "dropIm failed (unknown)": "signedOut",
    },
    forgetting: {
      "forgetOwn done": "signingOut",
      "forgetOwn failed (unknown)": "signingOut",
    },
    signingOut: {
      "logout done": "dropping",
      "logout failed (network)": "dropping",
      "after signOutTimeout": "dropping",
      "tab.lost": "dropping",
    },
  },
  told(step) {
    const { label, before, after, around } = step;
    const signOutReason = signOutReasonAt(step);
    const sentences: Record<string, readonly [string, unknown]> = {
      ...(signOutReason ? { [label]: toast(signOutReason) } : {}),
      "login failed (network)": ["toasts <- toast.add", { toast: { tone: "error", failure: "network" } }],
      "user.takeOver": ["platform.tabLock.steal", undefined],
    };
    const said = sentences[label];
    const [was, is] = [before.children.signedIn, after.children.signedIn];
    const places: Record<string, unknown> = {
      "place.changed": { path: "/contact", search: "" },
      "place.changed to a chat": CHAT,
      "user.signOut": { path: "/profile", search: "" },
    };
    const opens = is && around.startsWith("/chat") && (!was || label === "place.changed to a chat");
    return [
      ...(said ? [said] : []),
      ...(was && places[label] ? [["signedIn <- place.changed", { place: places[label] }] as const] : []),
      ...(was && !is ? ["signedIn <- session.ending" as const] : []),
      ...(opens ? [["im.loadConversation", { conversationID: ANNA_CHAT }] as const] : []),
    ];
  },
  noise: {
    "a connection failure without a refusal": ({ ports }) =>
      ports.emit.connection({ type: "im.connectFailed", code: 10000 }),
    "the tab event again": {
      when: ({ value }) => JSON.stringify(value).includes("active"),
      make: ({ ports }) => ports.emit.tab({ type: "tab.owned" }),
    },
    "a kick after the end": {
      when: ({ value }) => typeof value === "string",
      make: ({ ports }) => ports.emit.connection({ type: "im.kicked" }),
    },
    "lost credentials after the end": {
      when: ({ value }) => typeof value === "string",
      make: ({ ports }) => ports.emit.credentials({ type: "credentials.gone" }),
    },
  },
  deafElsewhere: "it listens to its streams later; tests/unit/session/session.test.ts",
  excused: {
    ...helpersDoNotFail("credentialEvents", "connectionEvents"),
    ...chartsDoNotFail(
      "signInFlow",
      "registration",
      "cachedChats",
      "connection",
      "sync",
      "signedIn",
      "profileDetails",
    ),
  },
};

export async function signInByHand(stage: Stage): Promise<void> {
  const flow = childOf(stage.app, "session", "signInFlow");
  flow?.send({ type: "user.typePhone", phoneNumber: "13800000001" });
  flow?.send({ type: "user.submit", secret: new Secret("abc12345") });
  await stage.settle();
}

/** Resets the password, which signs in; by then the browser is back at the form. */
async function resetPassword(stage: Stage): Promise<void> {
  const flow = () => childOf(stage.app, "session", "registration");
  const password = new Secret("abc12345");
  stage.ports.visit("/getCode?isRegiste=false&isByEmail=false");
  flow()?.send({ type: "user.fillIn", fields: { phoneNumber: "13800000001" } });
  flow()?.send({ type: "user.requestCode" });
  await stage.settle();
  childOf(stage.app, "session", "registration", "codeEntry")?.send({
    type: "user.submitCode",
    code: new Secret("123456"),
  });
  await stage.settle();
  childOf(stage.app, "session", "registration", "accountSetup")?.send({
    type: "user.choosePassword",
    password,
    confirmation: password,
  });
  await stage.settle();
  stage.ports.visit("/login");
}

/** The guard finds the user signed in, except once after "loggedOut". */
function guardSays(ports: FakePorts, status: "loggedIn" | "loggedOut"): void {
  ports.answer("im.loginStatus", () => {
    if (status === "loggedOut") guardSays(ports, "loggedIn");
    guardReads.add(ports);
    return status;
  });
}

/** The guard reads credentials after the login status; the test settles only the session's reads. */
const guardReads = new WeakSet<FakePorts>();

function letGuardReadAlone(ports: FakePorts): void {
  const { read } = ports.credentials;
  guardSays(ports, "loggedIn");
  ports.credentials.read = () => (guardReads.delete(ports) ? Promise.resolve(STORED) : read());
}

function pathAfter(path: string, label: string, value: unknown): string {
  if (value === "signedOut") return "/login";
  if (label === "place.changed to a chat") return "/chat";
  if (label === "place.changed") return "/contact";
  if (label === "user.signOut") return "/profile";
  return label === "session.restart" || path === "/" || path === "/login" ? homeUnless(path, value) : path;
}

function homeUnless(path: string, value: unknown): string {
  return path === "/login" && value === "restoring" ? "/login" : "/conversation";
}

/** The signed-in user, as far as known, and the reason of the last forced sign-out. */
type Person = Pick<SessionContext, "userID" | "profile" | "signOutReason">;

const NOBODY: Person = { userID: "", profile: null, signOutReason: null };

/** The message after a forced sign-out, by its cause (4-09 to 4-11, 8-20). */
const SIGN_OUT_REASONS: Readonly<Record<string, SessionContext["signOutReason"]>> = {
  "im.kicked": "loggedInElsewhere",
  "im.tokenExpired": "loginExpired",
  "im.tokenInvalid": "loginExpired",
  "im.connectFailed 705": "loginExpired",
  "profileDetails done (the session is over)": "loginExpired",
  "profileDetails done (nobody by that name)": "getUserInfoFailed",
  "password.changed": "passwordChanged",
};

/** During a password change, these events mean that it succeeded (5-16). */
const CONSEQUENCES = ["im.kicked", "im.tokenExpired", "im.tokenInvalid", "im.connectFailed 705"];

function signOutReasonAt({ label, before }: Step<typeof sessionMachine>): SessionContext["signOutReason"] {
  const isChanging = JSON.stringify(before.value).includes("changingPassword");
  return isChanging && CONSEQUENCES.includes(label) ? "passwordChanged" : (SIGN_OUT_REASONS[label] ?? null);
}

function isWithin(step: Step<typeof sessionMachine> | null): boolean {
  return JSON.stringify(step?.before.value ?? "").includes("ready");
}

/** The user after a step. A sign-out clears everything except the reason. */
function personAfter(step: Step<typeof sessionMachine> | null): Person {
  if (!step) return NOBODY;
  const { userID, profile, signOutReason }: Person = step.before.context;
  if (step.after.value === "signedOut") return { ...NOBODY, signOutReason };
  const learning = (news: object) => ({ userID, signOutReason, profile: profile && { ...profile, ...news } });
  switch (step.label) {
    case "readCredentials done (stored)":
      return { ...NOBODY, userID: ME };
    case "loadProfile done":
      return { userID, signOutReason, profile: aProfile() };
    // The id replaces the missing name.
    case "loadProfile failed (network)":
      return { userID, signOutReason, profile: aProfile({ nickname: ME }) };
    case "im.profileChanged":
      return learning({ nickname: "Mia Maria", faceURL: "new.png" });
    case "profileDetails done":
      return learning(EMAIL);
    default:
      return { userID, profile, signOutReason: signOutReasonAt(step) ?? signOutReason };
  }
}

function shownOf({ userID, profile, signOutReason }: Person) {
  return {
    name: profile?.nickname ?? null,
    face: profile?.faceURL ?? null,
    email: profile?.email ?? null,
    userID,
    signOutReason,
  };
}

function who(step: Step<typeof sessionMachine> | null, is: unknown) {
  return { is, ...shownOf(personAfter(step)) };
}

function toast(key: string): readonly [string, unknown] {
  const tone = key === "passwordChanged" ? "info" : "error";
  return ["toasts <- toast.add", { toast: { tone, key } }];
}
