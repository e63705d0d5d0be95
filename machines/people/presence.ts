import { and, assign, log, not, setup, stateIn } from "xstate";
import type { GatewayEvent, PageEvent } from "../domain/platform-events.ts";
import type { PresenceNews } from "../domain/presence.ts";
import { port, stream } from "../ports/stub.ts";

/**
 * Who is online of those somebody looks at. Some servers tell every change, a standalone OpenIM tells none and only
 * answers: so it is asked again and again while it shows, and what is told between is taken at once.
 */

export type PresenceEvent =
  | PresenceNews
  | GatewayEvent
  | PageEvent
  /** A view shows whether somebody is online, or does so no more. */
  | { type: "user.watched"; userID: string }
  | { type: "user.unwatched"; userID: string };

export interface PresenceContext {
  /** Who is looked at, once for each view. */
  watched: readonly string[];
  /** Who was online by the last word, some of them perhaps looked at no more. */
  online: readonly string[];
}

const NOBODY: readonly string[] = [];

export const presenceMachine = setup({
  types: { context: {} as PresenceContext, events: {} as PresenceEvent },
  actors: {
    presenceEvents: stream("presenceEvents"),
    connectionEvents: stream("connectionEvents"),
    pageEvents: stream("pageEvents"),
    /** Who of these is online. */
    loadPresence: port<readonly string[], { userIDs: readonly string[] }>("loadPresence"),
  },
  actions: {
    watch: assign(({ context: { watched } }, { userID }: { userID: string }) => ({
      watched: [...watched, userID],
    })),
    unwatch: assign(({ context: { watched } }, { userID }: { userID: string }) => ({
      watched: watched.filter((_one, view) => view !== watched.indexOf(userID)),
    })),
    setOnline: assign((_, { userIDs }: { userIDs: readonly string[] }) => ({ online: userIDs })),
    apply: assign(({ context: { online } }, { userID, isOnline }: PresenceNews) => {
      const others = online.filter((one) => one !== userID);
      return { online: isOnline ? [...others, userID] : others };
    }),
    forget: assign({ online: NOBODY }),
    reportFailure: log(({ event }) => `presence: ${event.type}`),
  },
  guards: {
    isNew: ({ context }, { userID }: { userID: string }) => !context.watched.includes(userID),
    isWatched: ({ context }, { userID }: { userID: string }) => context.watched.includes(userID),
    isPageHidden: stateIn({ page: "hidden" }),
    hasWatched: ({ context }) => context.watched.length > 0,
    isDue: and(["hasWatched", not("isPageHidden")]),
  },
  delays: { askAgain: 30_000 },
}).createMachine({
  id: "presence",
  context: { watched: NOBODY, online: NOBODY },
  invoke: [
    { id: "presenceEvents", src: "presenceEvents", onError: { actions: "reportFailure" } },
    { id: "connectionEvents", src: "connectionEvents", onError: { actions: "reportFailure" } },
    { id: "pageEvents", src: "pageEvents", onError: { actions: "reportFailure" } },
  ],
  type: "parallel",
  on: {
    "user.watched": { actions: { type: "watch", params: ({ event }) => event } },
    "user.unwatched": { actions: { type: "unwatch", params: ({ event }) => event } },
  },
  states: {
    page: {
      initial: "visible",
      states: {
        visible: { on: { "page.hidden": "hidden" } },
        hidden: {
          description: "Nobody looks: nothing is asked, and what is known goes as it gets old.",
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
          description: "One is offline oneself, and knows of nobody. The server forgot who is looked at.",
          entry: "forget",
        },
        online: {
          initial: "resting",
          on: {
            "im.presence": {
              guard: { type: "isWatched", params: ({ event }) => event },
              actions: { type: "apply", params: ({ event }) => event },
            },
          },
          states: {
            resting: {
              description: "Nobody is looked at, or the page is hidden.",
              entry: "forget",
              always: { guard: "isDue", target: "asking" },
            },
            asking: {
              description: "Who it is that is looked at may change meanwhile: then all are asked for anew.",
              on: {
                "user.watched": {
                  guard: { type: "isNew", params: ({ event }) => event },
                  target: "asking",
                  reenter: true,
                  actions: { type: "watch", params: ({ event }) => event },
                },
              },
              invoke: {
                id: "loadPresence",
                src: "loadPresence",
                input: ({ context }) => ({ userIDs: [...new Set(context.watched)] }),
                onDone: {
                  target: "known",
                  actions: { type: "setOnline", params: ({ event }) => ({ userIDs: event.output }) },
                },
                onError: { target: "known", actions: ["forget", "reportFailure"] },
              },
            },
            known: {
              description:
                "As the server said, or nothing where it did not. That counts for so long and no longer.",
              after: { askAgain: [{ guard: "isDue", target: "asking" }, { target: "resting" }] },
              on: {
                "user.watched": {
                  guard: { type: "isNew", params: ({ event }) => event },
                  target: "asking",
                  actions: { type: "watch", params: ({ event }) => event },
                },
                "page.visible": { guard: "hasWatched", target: "asking" },
              },
            },
          },
        },
      },
    },
  },
});

/** Whether somebody is known to be online. */
export function selectIsOnline({ online }: PresenceContext, userID: string): boolean {
  return online.includes(userID);
}
