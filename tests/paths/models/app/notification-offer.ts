import { notificationOfferMachine } from "../../../../machines/app/notification-offer.ts";
import { ANNA, aWorld } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Moment } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

type Offer = SnapshotOf<typeof notificationOfferMachine>;

/** The offer of notifications: the browser is asked only after a press (11-54). */
export const notificationOfferModel: ChartModel<typeof notificationOfferMachine> = {
  chart: "notificationOffer",
  machine: notificationOfferMachine,
  input: undefined,
  events: {
    "permission.changed default": { type: "permission.changed", permission: "default" },
    "permission.changed granted": { type: "permission.changed", permission: "granted" },
    "permission.changed denied": { type: "permission.changed", permission: "denied" },
    "notificationOffer.used": { type: "notificationOffer.used" },
    "user.allowNotifications": { type: "user.allowNotifications" },
    "user.declineNotifications": { type: "user.declineNotifications" },
  },
  answers: {
    askPermission: {
      done: { granted: () => "granted", denied: () => "denied", dismissed: () => "default" },
      failed: ["unknown"],
    },
  },
  key: ({ context }) => context.permission,
  // The permission, as the browser has told it.
  around: { start: "missing", after: (around, label) => TOLD[label] ?? around },
  evenIgnored: ["notificationOffer.used", "user.allowNotifications"],
  isRest: ({ value }) => value === "settled",

  opens: () => ({ world: aWorld() }),
  actor: (app) => childOf(app, "session", "signedIn", "notificationOffer"),
  calls: { askPermission: "platform.askPermission" },
  tells: ["storage.writeDeclined"],
  logged: ["askPermission"],
  stimuli: { "notificationOffer.used": talk },
  press: {
    "user.allowNotifications": press("button: Turn on"),
    "user.declineNotifications": press("button: No, thanks"),
  },
  // The settings, which can ask in any state, are another page.
  pressable: (_, { value }) => value === "offered",
  reads: ({ value, context }) => ({ is: value, permission: context.permission }),
  rows: {
    unused: (moment) => ({
      reads: { is: "unused", permission: permissionAt(moment) },
      sees: ["!button: Turn on"],
    }),
    offered: {
      reads: { is: "offered", permission: "default" },
      sees: ["button: Turn on", "button: No, thanks"],
    },
    asking: (moment) => ({
      asks: ["platform.askPermission"],
      reads: { is: "asking", permission: permissionAt(moment) },
      sees: ["!button: Turn on"],
    }),
    settled: (moment) => ({
      reads: { is: "settled", permission: permissionAt(moment) },
      sees: ["!button: Turn on"],
    }),
  },
  leads: {
    "*": {
      "permission.changed default": STAYS,
      "permission.changed granted": STAYS,
      "permission.changed denied": STAYS,
    },
    unused: {
      "notificationOffer.used": ifUndecided("offered"),
      "user.allowNotifications": ifUndecided("asking"),
    },
    offered: {
      "user.allowNotifications": "asking",
      "permission.changed default": "unused",
      "permission.changed granted": "unused",
      "permission.changed denied": "unused",
      "user.declineNotifications": "settled",
    },
    asking: {
      "askPermission done (granted)": "settled",
      "askPermission done (denied)": "settled",
      "askPermission done (dismissed)": "settled",
      "askPermission failed (unknown)": "settled",
    },
    settled: { "user.allowNotifications": ifUndecided("asking") },
  },
  told: ({ label, before }) =>
    label === "user.declineNotifications" && before.value === "offered" ? ["storage.writeDeclined"] : [],
  excused: {
    ...helpersDoNotFail("offerStore"),
    "notificationOffer.unused | offer.declined":
      "tests/ui/screens/notifications.test.tsx opens the page with a declined offer",
  },
};

const TOLD: Readonly<Record<string, string>> = {
  "permission.changed default": "default",
  "permission.changed granted": "granted",
  "permission.changed denied": "denied",
  "askPermission done (granted)": "granted",
  "askPermission done (denied)": "denied",
  "askPermission done (dismissed)": "default",
};

function permissionAt({ step }: Moment<typeof notificationOfferMachine>): string {
  return step?.around ?? "missing";
}

function ifUndecided(state: string) {
  return ({ context }: Offer) => (context.permission === "default" ? state : null);
}

async function talk({ app, settle }: Stage): Promise<void> {
  childOf(app, "session", "signedIn")?.send({
    type: "callManager.known",
    userID: ANNA,
    roomID: "1",
    hasTalked: true,
  });
  await settle();
}
