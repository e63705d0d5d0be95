import { assign, setup } from "xstate";
import type { SyncEvent } from "../domain/platform-events.ts";
import { port, stream } from "../ports/stub.ts";

/** First and later syncs with the server. The lists listen to `im.syncFinished` themselves. */

export interface SyncContext {
  /** Whether the local database is being filled from empty. */
  reinstall: boolean;
  /** Percent, 0 to 100. Like `reinstall`, of the running sync or the last one. */
  progress: number;
  /** Syncs that failed since the last one that finished. */
  failures: number;
}

/** In milliseconds. Each failure doubles the pause. It grows long, because a first sync fetches everything again. */
const PAUSE = { unit: 1000, longest: 300_000 };

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
    countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
    forgetFailures: assign({ failures: 0 }),
  },
  delays: {
    retryPause: ({ context }) => Math.min(PAUSE.unit * 2 ** context.failures, PAUSE.longest),
  },
}).createMachine({
  id: "sync",
  context: { reinstall: false, progress: 0, failures: 0 },
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
          description: "No sync is running.",
        },
        syncing: {
          tags: "syncing",
          description:
            "The SDK fetches changes; on a new device it fetches everything and shows a percentage.",
          on: {
            "im.syncProgress": {
              actions: { type: "setProgress", params: ({ event }) => ({ percent: event.percent }) },
            },
            "im.syncFinished": { target: "idle", actions: "forgetFailures" },
            "im.syncFailed": "stale",
          },
        },
        stale: {
          tags: "stale",
          description:
            "The last sync failed. Data stays on screen. It retries after a pause, which grows, and the user can retry at once.",
          entry: "countFailure",
          after: { retryPause: "retrying" },
          on: { "user.retrySync": "retrying" },
        },
        retrying: {
          tags: "syncing",
          description: "Reconnects; the SDK then starts a sync by itself.",
          invoke: { id: "reconnect", src: "reconnect", onDone: "idle", onError: "stale" },
        },
      },
    },
    server: {
      initial: "unheard",
      states: {
        unheard: {
          description: "No sync has finished yet: an empty list may be incomplete.",
          on: { "im.syncFinished": "heard" },
        },
        heard: { description: "A sync finished: an empty list is really empty.", tags: "heard" },
      },
    },
  },
});

/**
 * Returns the percentage for the full-screen overlay, or null when it must not show (2-08, 2-09, 2-10). A
 * repeated sync has no overlay: with each failure it would cover the chats again (4-118).
 */
export function selectReinstallPercent(snapshot: {
  value: { work: unknown };
  context: SyncContext;
}): number | null {
  const { reinstall, progress, failures } = snapshot.context;
  if (snapshot.value.work !== "syncing" || !reinstall || failures > 0) return null;
  return progress > 0 && progress < 100 ? progress : null;
}
