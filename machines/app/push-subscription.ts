import { assign, log, setup } from "xstate";
import type { AlertPermission, PermissionEvent, PushEvent, PushSettings } from "../domain/alerts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { failureCode, isUnanswered } from "../domain/failure.ts";
import { port, stream } from "../ports/stub.ts";

/**
 * Subscribes this browser to pushes while the user wants notifications, so that the user learns of messages with the
 * app closed (11-25).
 */

export type PushSubscriptionEvent =
  | PermissionEvent
  | PushEvent
  /** The settings of this device: the current ones first, then each change. */
  | { type: "push.settings"; settings: PushSettings };

export interface PushSubscriptionContext {
  /** Null until the browser has reported it. */
  permission: AlertPermission | null;
  settings: PushSettings | null;
  /** The settings that the server has, or will have after the request. */
  told: PushSettings | null;
}

export const pushSubscriptionMachine = setup({
  types: {
    context: {} as PushSubscriptionContext,
    events: {} as PushSubscriptionEvent,
    meta: {} as RuleMeta,
  },
  actors: {
    permissionEvents: stream("permissionEvents"),
    pushSettings: stream("pushSettings"),
    pushEvents: stream("pushEvents"),
    pushReady: port<void>("pushReady"),
    subscribePush: port<void, PushSettings>("subscribePush"),
    unsubscribePush: port<void>("unsubscribePush"),
  },
  actions: {
    setPermission: assign((_, { permission }: { permission: AlertPermission }) => ({ permission })),
    setSettings: assign((_, { settings }: { settings: PushSettings }) => ({ settings })),
    noteTold: assign({ told: ({ context }) => context.settings }),
    reportFailure: log(({ event }) => `pushSubscription: ${event.type}`),
  },
  guards: {
    isWanted: ({ context }) => isWanted(context),
    isUnwanted: ({ context }) => isKnown(context) && !isWanted(context),
    isOutdated: ({ context: { told, settings } }) =>
      told?.previews !== settings?.previews ||
      told?.sound !== settings?.sound ||
      told?.language !== settings?.language,
    isPassing: (_, { error }: { error: unknown }) => isUnanswered(failureCode(error)),
  },
  delays: { retryPause: 60_000 },
}).createMachine({
  id: "pushSubscription",
  context: { permission: null, settings: null, told: null },
  invoke: [child("permissionEvents"), child("pushSettings"), child("pushEvents")],
  initial: "deciding",
  on: {
    "permission.changed": { actions: { type: "setPermission", params: ({ event }) => event } },
    "push.settings": { actions: { type: "setSettings", params: ({ event }) => event } },
  },
  states: {
    deciding: {
      description: "Waits for the browser's permission and for the settings.",
      always: [
        { guard: "isWanted", target: "waiting" },
        { guard: "isUnwanted", target: "removing" },
      ],
    },
    removing: {
      description: "Ends a subscription, also one that an earlier visit has left.",
      invoke: {
        id: "unsubscribePush",
        src: "unsubscribePush",
        onDone: "off",
        onError: { target: "off", actions: "reportFailure" },
      },
    },
    off: {
      description: "The user wants no notifications, or the browser shows none.",
      always: { guard: "isWanted", target: "waiting" },
    },
    waiting: {
      description: "Only the service worker gets pushes. It starts some time after the page, or never.",
      invoke: {
        id: "pushReady",
        src: "pushReady",
        onDone: "subscribing",
        onError: { target: "without", actions: "reportFailure" },
      },
      always: { guard: "isUnwanted", target: "removing" },
    },
    subscribing: {
      description:
        "Sends the push address and the settings to the server. A change during the request waits for the answer.",
      meta: { rule: "11-25" },
      entry: "noteTold",
      invoke: {
        id: "subscribePush",
        src: "subscribePush",
        input: ({ context }) => settingsOf(context),
        onDone: "subscribed",
        onError: [
          {
            guard: { type: "isPassing", params: ({ event }) => event },
            target: "paused",
            actions: "reportFailure",
          },
          { target: "without", actions: "reportFailure" },
        ],
      },
    },
    subscribed: {
      description: "The server pushes while no page is connected.",
      always: [
        { guard: "isUnwanted", target: "removing" },
        { guard: "isOutdated", target: "subscribing" },
      ],
      on: { "push.lost": "subscribing" },
    },
    paused: {
      description: "The server was not reached.",
      after: { retryPause: "subscribing" },
      always: { guard: "isUnwanted", target: "removing" },
    },
    without: {
      description:
        "This browser, or this server, has no pushes. Nothing is missing while a page is open, so the user is not told.",
      always: { guard: "isUnwanted", target: "removing" },
    },
  },
});

function isKnown({ permission, settings }: PushSubscriptionContext): boolean {
  return permission !== null && settings !== null;
}

function isWanted({ permission, settings }: PushSubscriptionContext): boolean {
  return permission === "granted" && settings?.notifications === true;
}

function settingsOf({ settings }: PushSubscriptionContext): PushSettings {
  if (!settings) throw new Error("No settings to subscribe with");
  return settings;
}
