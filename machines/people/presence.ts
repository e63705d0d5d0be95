import { and, assign, log, not, setup, stateIn } from "xstate";
import { child } from "../domain/child.ts";
import type { GatewayEvent, PageEvent } from "../domain/platform-events.ts";
import type { PresenceNews } from "../domain/presence.ts";
import { port, stream } from "../ports/stub.ts";

/**
 * Online status of the users on screen. Some servers push every change; a standalone OpenIM server pushes
 * none and only answers requests. So the chart polls while a status is visible, and applies pushed changes at
 * once.
 */

export type PresenceEvent =
  | PresenceNews
  | GatewayEvent
  | PageEvent
  /** A view starts or stops showing the status of a user. */
  | { type: "user.watched"; userID: string }
  | { type: "user.unwatched"; userID: string }
  /** The users whose rows of a list are visible now, after it has come to rest; empty when it is hidden. */
  | { type: "user.listed"; userIDs: readonly string[] };

export interface PresenceContext {
  /** Users on screen, one entry for each view. */
  watched: readonly string[];
  /** Users of visible rows, at most `LISTED_LIMIT`. */
  listed: readonly string[];
  /** Users that were online at the last answer or event; some may be off screen by now. */
  online: readonly string[];
}

const NOBODY: readonly string[] = [];

/** More rows than a window shows. It limits what a request asks for. */
export const LISTED_LIMIT = 30;

type Listed = Pick<Extract<PresenceEvent, { type: "user.listed" }>, "userIDs">;

export const presenceMachine = setup({
  types: { context: {} as PresenceContext, events: {} as PresenceEvent },
  actors: {
    presenceEvents: stream("presenceEvents"),
    connectionEvents: stream("connectionEvents"),
    pageEvents: stream("pageEvents"),
    loadPresence: port<readonly string[], { userIDs: readonly string[] }>("loadPresence"),
  },
  actions: {
    watch: assign(({ context: { watched } }, { userID }: { userID: string }) => ({
      watched: [...watched, userID],
    })),
    unwatch: assign(({ context: { watched } }, { userID }: { userID: string }) => ({
      watched: watched.filter((_one, view) => view !== watched.indexOf(userID)),
    })),
    list: assign((_, { userIDs }: Listed) => ({ listed: userIDs.slice(0, LISTED_LIMIT) })),
    setOnline: assign((_, { userIDs }: { userIDs: readonly string[] }) => ({ online: userIDs })),
    apply: assign(({ context: { online } }, { userID, isOnline }: PresenceNews) => {
      const others = online.filter((one) => one !== userID);
      return { online: isOnline ? [...others, userID] : others };
    }),
    forget: assign({ online: NOBODY }),
    reportFailure: log(({ event }) => `presence: ${event.type}`),
  },
  guards: {
    isNew: ({ context }, { userID }: { userID: string }) => !shownIn(context).includes(userID),
    hasNew: ({ context }, { userIDs }: Listed) =>
      userIDs.slice(0, LISTED_LIMIT).some((userID) => !shownIn(context).includes(userID)),
    isShown: ({ context }, { userID }: { userID: string }) => shownIn(context).includes(userID),
    isPageHidden: stateIn({ page: "hidden" }),
    hasShown: ({ context }) => shownIn(context).length > 0,
    isDue: and(["hasShown", not("isPageHidden")]),
  },
  delays: { askAgain: 30_000 },
}).createMachine({
  id: "presence",
  context: { watched: NOBODY, listed: NOBODY, online: NOBODY },
  invoke: [child("presenceEvents"), child("connectionEvents"), child("pageEvents")],
  type: "parallel",
  on: {
    "user.watched": { actions: { type: "watch", params: ({ event }) => event } },
    "user.unwatched": { actions: { type: "unwatch", params: ({ event }) => event } },
    "user.listed": { actions: { type: "list", params: ({ event }) => event } },
  },
  states: {
    page: {
      initial: "visible",
      states: {
        visible: { on: { "page.hidden": "hidden" } },
        hidden: {
          description: "The page is hidden: no polling, and the status expires.",
          on: { "page.visible": "visible" },
        },
      },
    },
    presence: {
      initial: "online",
      on: {
        "im.connected": ".online",
        "im.connecting": ".offline",
        "im.connectFailed": ".offline",
        "page.offline": ".offline",
      },
      states: {
        offline: {
          description: "This client is offline, so no status is known. The server forgot the subscription.",
          entry: "forget",
        },
        online: {
          initial: "resting",
          on: {
            "im.presence": {
              guard: { type: "isShown", params: ({ event }) => event },
              actions: { type: "apply", params: ({ event }) => event },
            },
          },
          states: {
            resting: {
              description: "No status is on screen, or the page is hidden.",
              entry: "forget",
              always: { guard: "isDue", target: "asking" },
            },
            asking: {
              description: "If the users on screen change during the request, request all of them again.",
              on: {
                "user.watched": {
                  guard: { type: "isNew", params: ({ event }) => event },
                  target: "asking",
                  reenter: true,
                  actions: { type: "watch", params: ({ event }) => event },
                },
                "user.listed": {
                  guard: { type: "hasNew", params: ({ event }) => event },
                  target: "asking",
                  reenter: true,
                  actions: { type: "list", params: ({ event }) => event },
                },
              },
              invoke: {
                id: "loadPresence",
                src: "loadPresence",
                input: ({ context }) => ({ userIDs: [...new Set(shownIn(context))] }),
                onDone: {
                  target: "known",
                  actions: { type: "setOnline", params: ({ event }) => ({ userIDs: event.output }) },
                },
                onError: { target: "known", actions: ["forget", "reportFailure"] },
              },
            },
            known: {
              description: "The status from the server; empty after an error. It expires after a while.",
              after: { askAgain: [{ guard: "isDue", target: "asking" }, { target: "resting" }] },
              on: {
                "user.watched": {
                  guard: { type: "isNew", params: ({ event }) => event },
                  target: "asking",
                  actions: { type: "watch", params: ({ event }) => event },
                },
                "user.listed": {
                  guard: { type: "hasNew", params: ({ event }) => event },
                  target: "asking",
                  actions: { type: "list", params: ({ event }) => event },
                },
                "page.visible": { guard: "hasShown", target: "asking" },
              },
            },
          },
        },
      },
    },
  },
});

function shownIn({ watched, listed }: PresenceContext): readonly string[] {
  return [...watched, ...listed];
}

export function selectIsOnline({ online }: PresenceContext, userID: string): boolean {
  return online.includes(userID);
}
