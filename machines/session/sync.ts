import { assign, setup } from "xstate";
import type { SyncEvent } from "../domain/platform-events.ts";
import { port, stream } from "../ports/stub.ts";

/** First and later synchronisation with the server. The lists listen to `im.syncFinished` themselves. */

export interface SyncContext {
  /** The local database is being filled from nothing. */
  reinstall: boolean;
  /** Percent, 0 to 100; like `reinstall` of the synchronisation that runs, or of the last one. */
  progress: number;
}

export type SyncMachineEvent = SyncEvent | { type: "user.retrySync" };

export const syncMachine = setup({
  types: {
    context: {} as SyncContext,
    events: {} as SyncMachineEvent,
    tags: {} as "syncing" | "stale" | "heard",
  },
  actors: { syncEvents: stream("syncEvents"), reconnect: port<void>("reconnect") },
  actions: {
    begin: assign((_, { reinstall }: { reinstall: boolean }) => ({ reinstall, progress: 0 })),
    setProgress: assign((_, { percent }: { percent: number }) => ({ progress: percent })),
  },
}).createMachine({
  id: "sync",
  context: { reinstall: false, progress: 0 },
  invoke: { id: "syncEvents", src: "syncEvents", onError: ".work.stale" },
  type: "parallel",
  states: {
    work: {
      initial: "idle",
      on: {
        "im.syncStarted": {
          target: ".syncing",
          actions: { type: "begin", params: ({ event }) => ({ reinstall: event.reinstall }) },
        },
      },
      states: {
        idle: {
          description: "Nothing is being fetched.",
        },
        syncing: {
          tags: "syncing",
          description:
            "The SDK fetches what changed; on a new device that is everything, shown as a percentage.",
          on: {
            "im.syncProgress": {
              actions: { type: "setProgress", params: ({ event }) => ({ percent: event.percent }) },
            },
            "im.syncFinished": "idle",
            "im.syncFailed": "stale",
          },
        },
        stale: {
          tags: "stale",
          description: "The last synchronisation failed. Data stays on screen, a retry is offered.",
          on: { "user.retrySync": "retrying" },
        },
        retrying: {
          tags: "syncing",
          description: "A new connection is asked for; its synchronisation starts by itself.",
          invoke: { id: "reconnect", src: "reconnect", onDone: "idle", onError: "stale" },
        },
      },
    },
    server: {
      initial: "unheard",
      states: {
        unheard: {
          description:
            "No synchronisation of this visit has come to its end: a list without rows proves nothing.",
          on: { "im.syncFinished": "heard" },
        },
        heard: { description: "A list without rows is an empty list.", tags: "heard" },
      },
    },
  },
});

/** The percentage of the full-screen overlay, or null when it must not show (2-08, 2-09, 2-10). */
export function selectReinstallPercent(snapshot: {
  value: { work: unknown };
  context: SyncContext;
}): number | null {
  const { reinstall, progress } = snapshot.context;
  return snapshot.value.work === "syncing" && reinstall && progress > 0 && progress < 100 ? progress : null;
}
