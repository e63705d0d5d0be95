import { log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { UpdateEvent } from "../domain/platform-events.ts";
import { port, stream } from "../ports/stub.ts";
import type { Activity } from "../ports/updates.ts";

/**
 * Installs the service worker, and offers a new release of the app (11-20). Loaded some time after the page, so that
 * its downloads do not delay the first list.
 */

export type AppUpdateEvent = UpdateEvent | { type: "user.applyUpdate" } | { type: "user.postponeUpdate" };

export type UpdateCommand = { type: "update.check" } | { type: "update.apply" } | { type: "update.reload" };

export const appUpdateMachine = setup({
  types: {
    events: {} as AppUpdateEvent,
    tags: {} as "offered" | "applying",
    meta: {} as RuleMeta,
    children: {} as {
      isSettled: "readActivity";
      mayApply: "readActivity";
      mayReload: "readActivity";
      register: "register";
      updates: "updates";
    },
  },
  actors: {
    readActivity: port<Activity>("readActivity"),
    register: port<void>("register"),
    updates: stream<UpdateCommand>("updates"),
  },
  actions: {
    check: sendTo("updates", { type: "update.check" }),
    apply: sendTo("updates", { type: "update.apply" }),
    reload: sendTo("updates", { type: "update.reload" }),
    reportFailure: log(({ event }) => `appUpdate: ${event.type}`),
  },
  guards: {
    isQuiet: (_, { isSettled, isCalling }: Activity) => isSettled && !isCalling,
    isCalling: (_, { isCalling }: Activity) => isCalling,
  },
  delays: { settlePause: 10_000, checkPause: 3_600_000, takeOverTimeout: 10_000, callPause: 2000 },
}).createMachine({
  id: "appUpdate",
  initial: "waiting",
  states: {
    waiting: {
      description: "The files of the app are stored later: the first list and calls go first.",
      meta: { rule: "11-20" },
      after: { settlePause: "looking" },
    },
    looking: {
      invoke: {
        id: "isSettled",
        src: "readActivity",
        onDone: [
          { guard: { type: "isQuiet", params: ({ event }) => event.output }, target: "registering" },
          { target: "waiting" },
        ],
        onError: { target: "waiting", actions: "reportFailure" },
      },
    },
    registering: {
      invoke: {
        id: "register",
        src: "register",
        onDone: "registered",
        onError: { target: "without", actions: "reportFailure" },
      },
    },
    without: {
      description: "No service worker, for example over plain http: the app needs the server at every start.",
    },
    registered: {
      invoke: { ...child("updates"), onError: { target: "without", actions: "reportFailure" } },
      on: { "update.off": "off", "update.replaced": ".replaced" },
      initial: "current",
      states: {
        current: {
          description: "Asks for a newer release from time to time, because a page may be open for days.",
          after: { checkPause: { target: "current", reenter: true, actions: "check" } },
          on: { "update.waiting": "offered" },
        },
        offered: {
          tags: "offered",
          description:
            "A newer release is stored. It waits for the user's tap, or until every tab is closed.",
          on: { "user.applyUpdate": "asking", "user.postponeUpdate": "postponed" },
        },
        postponed: {
          description: "The user dismissed the offer. The next page load offers it again.",
        },
        asking: {
          tags: ["offered", "applying"],
          description: "A call may have started before the tap. An update never interrupts a call.",
          invoke: {
            id: "mayApply",
            src: "readActivity",
            onDone: [
              { guard: { type: "isCalling", params: ({ event }) => event.output }, target: "offered" },
              { target: "takingOver" },
            ],
            onError: { target: "offered", actions: "reportFailure" },
          },
        },
        takingOver: {
          tags: ["offered", "applying"],
          description: "The waiting release takes over in every tab.",
          entry: "apply",
          after: { takeOverTimeout: "replaced" },
        },
        replaced: {
          description: "Another release has taken over. During a call this page keeps its own files.",
          invoke: {
            id: "mayReload",
            src: "readActivity",
            onDone: [
              { guard: { type: "isCalling", params: ({ event }) => event.output }, target: "calling" },
              { target: "reloading" },
            ],
            onError: { target: "calling", actions: "reportFailure" },
          },
        },
        calling: {
          description: "The page reloads after the call.",
          after: { callPause: "replaced" },
        },
        reloading: { entry: "reload", on: { "update.replaced": {} } },
      },
    },
    off: {
      description:
        "The server has switched the worker off, and the worker has removed itself. No release is offered.",
    },
  },
});
