import { assign, log, sendTo, setup } from "xstate";
import type { AlertPermission, PermissionEvent } from "../domain/alerts.ts";
import { child } from "../domain/child.ts";
import { port, stream } from "../ports/stub.ts";

/**
 * Offers notifications after the first message or call of the user, and asks the browser only when the user wants
 * them (11-54).
 */

export type NotificationOfferEvent =
  | PermissionEvent
  | { type: "offer.declined" }
  /** The user has sent a message or talked in a call. */
  | { type: "notificationOffer.used" }
  | { type: "user.allowNotifications" }
  | { type: "user.declineNotifications" };

export interface NotificationOfferContext {
  permission: AlertPermission;
}

interface Permission {
  permission: AlertPermission;
}

export const notificationOfferMachine = setup({
  types: {
    context: {} as NotificationOfferContext,
    events: {} as NotificationOfferEvent,
    tags: {} as "offered",
  },
  actors: {
    permissionEvents: stream("permissionEvents"),
    /** Reports "offer.declined" at its start if the user has declined the offer on this device. */
    offerStore: stream<{ type: "offer.decline" }>("offerStore"),
    askPermission: port<AlertPermission>("askPermission"),
  },
  actions: {
    setPermission: assign((_, { permission }: Permission) => ({ permission })),
    keepDeclined: sendTo("offerStore", { type: "offer.decline" }),
    reportFailure: log(({ event }) => `notificationOffer: ${event.type}`),
  },
  guards: { isUndecided: ({ context }) => context.permission === "default" },
}).createMachine({
  id: "notificationOffer",
  context: { permission: "missing" },
  invoke: [child("permissionEvents"), child("offerStore")],
  initial: "unused",
  on: {
    "permission.changed": { actions: { type: "setPermission", params: ({ event }) => event } },
    "user.allowNotifications": { guard: "isUndecided", target: ".asking" },
  },
  states: {
    unused: {
      description: "A new user does not know yet what the notifications would be about.",
      on: {
        "offer.declined": "settled",
        "notificationOffer.used": { guard: "isUndecided", target: "offered" },
      },
    },
    offered: {
      tags: "offered",
      description: "A row in the chat list offers notifications until the user answers.",
      on: {
        "user.declineNotifications": { target: "settled", actions: "keepDeclined" },
        "permission.changed": {
          target: "unused",
          actions: { type: "setPermission", params: ({ event }) => event },
        },
      },
    },
    asking: {
      description: "The browser asks the user. It must be asked while a press is handled.",
      invoke: {
        id: "askPermission",
        src: "askPermission",
        onDone: {
          target: "settled",
          actions: { type: "setPermission", params: ({ event }) => ({ permission: event.output }) },
        },
        onError: { target: "settled", actions: "reportFailure" },
      },
      on: { "user.allowNotifications": {} },
    },
    settled: { description: "There is no further offer in this visit. The settings can still ask." },
  },
});
