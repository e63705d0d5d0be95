import { assign, enqueueActions, forwardTo, log, sendTo, setup, spawnChild, stopChild } from "xstate";
import { addToast, asToast, signOutToast, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type Profile, placeholderProfile } from "../domain/people.ts";
import type { CredentialEvent, GatewayEvent, TabEvent } from "../domain/platform-events.ts";
import type { Place } from "../domain/route.ts";
import type { SignOutReason } from "../domain/toast.ts";
import { cachedChatsMachine } from "../inbox/cached-chats.ts";
import type { Clock } from "../ports/platform.ts";
import { fetched, type Listener, port, stream } from "../ports/stub.ts";
import { connectionMachine } from "./connection.ts";
import type { PasswordNews } from "./password-change.ts";
import { type ProfileDetails, profileDetailsMachine, signOutReasonAfter } from "./profile-details.ts";
import { registrationMachine } from "./registration.ts";
import { signInMachine } from "./sign-in.ts";
import type { signedInMachine } from "./signed-in.ts";
import { syncMachine } from "./sync.ts";

/** Whether a user is signed in: restore, sign-in, connection, forced sign-out, sign-out. */

/** The `systemId` of the chart of the signed-in user. */
export const SIGNED_IN = "signedIn";

export type SessionNews = { type: "session.signedIn" } | { type: "session.signedOut" };

export type SessionEvent =
  | GatewayEvent
  | CredentialEvent
  | TabEvent
  | PasswordNews
  | { type: "place.changed"; place: Place; beside?: Place }
  /** The route guard found that the SDK is logged out (2-11). */
  | { type: "session.restart" }
  | { type: "user.takeOver" }
  | { type: "user.signOut" };

export interface SessionContext {
  parent: Listener<SessionNews>;
  clock: Clock;
  place: Place;
  userID: string;
  profile: Profile | null;
  /** Why the last user was signed out by force; null if that did not happen, and after the next sign-in. */
  signOutReason: SignOutReason | null;
}

/** `isRefused`: the user was signed out by force, and did not choose it. */
interface SignOut {
  userID: string;
  isRefused: boolean;
}

const CHARTS = {
  signInFlow: signInMachine,
  registration: registrationMachine,
  cachedChats: cachedChatsMachine,
  connection: connectionMachine,
  sync: syncMachine,
  signedIn: fetched<typeof signedInMachine>("signedIn"),
  profileDetails: profileDetailsMachine,
};

const userIDIn = ({ context: { userID } }: { context: SessionContext }) => ({ userID });

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as Pick<SessionContext, "parent" | "clock" | "place">,
    tags: {} as "ready" | "elsewhere" | "leaving",
    meta: {} as RuleMeta,
    children: {} as { [Name in keyof typeof CHARTS | "tabLock"]: Name },
  },
  actors: {
    ...CHARTS,
    readCredentials: port<{ userID: string } | null>("readCredentials"),
    forgetCredentials: port<void, SignOut>("forgetCredentials"),
    warmUp: port<void>("warmUp"),
    login: port<void>("login"),
    logout: port<void>("logout"),
    stopIm: port<void>("stopIm"),
    loadProfile: port<Profile>("loadProfile"),
    fetchSignedIn: port<typeof signedInMachine>("fetchSignedIn"),
    connectionEvents: stream("connectionEvents"),
    credentialEvents: stream("credentialEvents"),
    tabLock: stream<{ type: "tab.steal" }, { userID: string }>("tabLock"),
  },
  actions: {
    setUser: assign((_, { userID }: { userID: string }) => ({ userID, signOutReason: null })),
    setPlace: assign(({ event }) => ("place" in event ? { place: event.place } : {})),
    setProfile: assign((_, { profile }: { profile: Profile }) => ({ profile })),
    mergeProfile: assign(({ context }, { profile }: { profile: Partial<Profile> }) => ({
      profile: context.profile && { ...context.profile, ...profile },
    })),
    standIn: assign(({ context }) => ({ profile: placeholderProfile(context.userID) })),
    clear: assign({ userID: "", profile: null }),
    spawnSignedIn: assign(({ context, spawn }, { output }: { output: typeof signedInMachine }) => {
      const { userID, profile, clock, place } = context;
      const input = { profile: profile ?? placeholderProfile(userID), clock, place };
      // XState's types allow an id only for actors named by a string; `children` declares this one.
      spawn(output, { id: "signedIn" as never, systemId: SIGNED_IN, input });
      return {};
    }),
    tellEnding: sendTo("signedIn", { type: "session.ending" }),
    stopSignedIn: stopChild("signedIn"),
    tellPlace: forwardTo("signedIn"),
    tellRegistration: forwardTo("registration"),
    tellSignedIn: sendTo(({ context }) => context.parent, { type: "session.signedIn" }),
    tellSignedOut: sendTo(({ context }) => context.parent, { type: "session.signedOut" }),
    showSignOutReason: enqueueActions(({ enqueue, self }, { key }: { key: SignOutReason }) => {
      enqueue.sendTo(toastsOf({ self }), { type: "toast.add", toast: signOutToast(key) });
      enqueue.assign({ signOutReason: key });
    }),
    notify: sendTo(toastsOf, addToast),
    takeTab: spawnChild("tabLock", { id: "tabLock", input: userIDIn }),
    stealTab: sendTo("tabLock", { type: "tab.steal" }),
    freeTab: stopChild("tabLock"),
    reportFailure: log(({ event }) => `session: ${event.type}`),
  },
  guards: {
    hasUser: (_, { stored }: { stored: { userID: string } | null }) => stored !== null,
    isLinkRefused: ({ event }) => event.type === "im.connectFailed" && event.code === 705,
    isRefused: (_, { refusal }: ProfileDetails) => refusal !== null,
  },
  delays: { signOutTimeout: 3000, fetchPause: 3000, consequenceTimeout: 10_000 },
}).createMachine({
  id: "session",
  context: ({ input }) => ({ ...input, userID: "", profile: null, signOutReason: null }),
  initial: "restoring",
  on: { "place.changed": { actions: "setPlace" } },
  states: {
    restoring: {
      description: "Looks for stored credentials (4-01, 4-02).",
      invoke: {
        id: "readCredentials",
        src: "readCredentials",
        onDone: [
          {
            guard: { type: "hasUser", params: ({ event }) => ({ stored: event.output }) },
            target: "owning",
            actions: { type: "setUser", params: ({ event }) => ({ userID: event.output?.userID ?? "" }) },
          },
          { target: "signedOut" },
        ],
        onError: "signedOut",
      },
    },
    signedOut: {
      description: "Shows the sign-in flow. The SDK starts loading meanwhile; nothing waits for it.",
      entry: ["freeTab", "clear", "tellSignedOut"],
      invoke: [
        {
          id: "signInFlow",
          src: "signInFlow",
          input: ({ context }) => ({ clock: context.clock }),
          onDone: "restoring",
          onError: { actions: "reportFailure" },
        },
        {
          id: "registration",
          src: "registration",
          input: ({ context }) => ({ clock: context.clock, place: context.place }),
          onDone: "restoring",
          onError: { actions: "reportFailure" },
        },
        child("warmUp"),
      ],
      on: {
        "session.restart": "restoring",
        "place.changed": { actions: ["setPlace", "tellRegistration"] },
      },
    },
    owning: {
      description:
        "There are credentials. Only one tab may run a user's SDK: two would break its database. So this tab keeps the lock until its SDK has stopped, after the end of this state.",
      meta: { rule: "4-18" },
      entry: ["takeTab", "tellSignedIn"],
      invoke: [child("credentialEvents"), { ...child("cachedChats"), input: userIDIn }],
      on: { "credentials.gone": "dropping" },
      initial: "claiming",
      states: {
        claiming: {
          description: "The SDK loads meanwhile. It opens no database before the login.",
          invoke: child("warmUp"),
          on: { "tab.owned": "active", "tab.elsewhere": "elsewhere" },
        },
        elsewhere: {
          tags: "elsewhere",
          description: "Another tab runs the SDK. This tab shows that and can take over.",
          invoke: child("stopIm"),
          on: { "user.takeOver": { actions: "stealTab" }, "tab.owned": "active" },
        },
        active: {
          description: "Listens to connection and sync events before the login resolves.",
          invoke: [child("connectionEvents"), child("connection"), child("sync")],
          on: {
            "tab.lost": "elsewhere",
            "user.signOut": "#session.forgetting",
            "im.kicked": signOutWith("loggedInElsewhere"),
            "im.tokenExpired": signOutWith("loginExpired"),
            "im.tokenInvalid": signOutWith("loginExpired"),
            "im.connectFailed": { guard: "isLinkRefused", ...signOutWith("loginExpired") },
            "im.crashed": ".signingIn",
            "im.profileChanged": { actions: { type: "mergeProfile", params: ({ event }) => event } },
          },
          initial: "signingIn",
          states: {
            signingIn: {
              description: "The SDK logs in. Most failures come as events, not as a rejected promise.",
              invoke: {
                id: "login",
                src: "login",
                onDone: "loadingProfile",
                onError: { target: "#session.signedOut", actions: { type: "notify", params: asToast } },
              },
            },
            loadingProfile: {
              invoke: {
                id: "loadProfile",
                src: "loadProfile",
                onDone: {
                  target: "fetching",
                  actions: { type: "setProfile", params: ({ event }) => ({ profile: event.output }) },
                },
                onError: { target: "fetching", actions: ["standIn", "reportFailure"] },
              },
            },
            fetching: {
              description:
                "Waits for the code of the signed-in app, whose download began on the sign-in page.",
              invoke: {
                id: "fetchSignedIn",
                src: "fetchSignedIn",
                onDone: { target: "ready", actions: { type: "spawnSignedIn", params: ({ event }) => event } },
                onError: { target: "unfetched", actions: "reportFailure" },
              },
            },
            unfetched: {
              description: "The download failed, for example without a network. Retries after a pause.",
              after: { fetchPause: "fetching" },
            },
            ready: {
              tags: "ready",
              exit: ["tellEnding", "stopSignedIn"],
              invoke: {
                id: "profileDetails",
                src: "profileDetails",
                input: userIDIn,
                onDone: [
                  {
                    guard: { type: "isRefused", params: ({ event }) => event.output },
                    target: "#session.expelled",
                    actions: {
                      type: "showSignOutReason",
                      params: ({ event }) => signOutReasonAfter(event.output),
                    },
                  },
                  { actions: { type: "mergeProfile", params: ({ event }) => event.output } },
                ],
                onError: { actions: "reportFailure" },
              },
              on: {
                "place.changed": { actions: ["setPlace", "tellPlace"] },
                "xstate.error.actor.signedIn": { actions: "reportFailure" },
              },
              initial: "settled",
              states: {
                settled: { on: { "password.changing": "changingPassword" } },
                changingPassword: {
                  description:
                    "The server signs out every device. Whichever event comes first, the reason is the password change.",
                  on: {
                    "password.kept": "settled",
                    "password.changed": signOutWith("passwordChanged"),
                    "im.kicked": signOutWith("passwordChanged"),
                    "im.tokenExpired": signOutWith("passwordChanged"),
                    "im.tokenInvalid": signOutWith("passwordChanged"),
                    "im.connectFailed": { guard: "isLinkRefused", ...signOutWith("passwordChanged") },
                  },
                  after: { consequenceTimeout: "settled" },
                },
              },
            },
          },
        },
      },
    },
    expelled: {
      description:
        "Signed out by the server or another device: credentials and SDK are dropped without an SDK logout.",
      meta: { rule: "4-09, 4-10, 4-11, 0-12" },
      invoke: {
        id: "forgetCredentials",
        src: "forgetCredentials",
        input: ({ context: { userID } }) => ({ userID, isRefused: true }),
        onDone: "dropping",
        onError: "dropping",
      },
    },
    dropping: {
      description:
        "The SDK may still have a user logged in: its worker is stopped, and the next user gets a new one.",
      invoke: { id: "dropIm", src: "stopIm", onDone: "signedOut", onError: "signedOut" },
    },
    forgetting: {
      tags: "leaving",
      description:
        "Removes the user's data, with the messages that are not sent, before the SDK logs out: a user who closes the tab meanwhile is signed out.",
      invoke: {
        id: "forgetOwn",
        src: "forgetCredentials",
        input: ({ context: { userID } }) => ({ userID, isRefused: false }),
        onDone: "signingOut",
        onError: "signingOut",
      },
    },
    signingOut: {
      tags: "leaving",
      description:
        "The SDK logs out, for at most three seconds, or until the user takes over in another tab. An SDK that does not answer is stopped.",
      invoke: { id: "logout", src: "logout", onDone: "dropping", onError: "dropping" },
      on: { "tab.lost": "dropping" },
      after: { signOutTimeout: "dropping" },
    },
  },
});

function signOutWith(key: SignOutReason) {
  return { target: "#session.expelled", actions: { type: "showSignOutReason", params: { key } } } as const;
}
