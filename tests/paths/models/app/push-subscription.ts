import { pushSubscriptionMachine } from "../../../../machines/app/push-subscription.ts";
import type { PushSettings } from "../../../../machines/domain/alerts.ts";
import { aWorld } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Moment } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { type Lead, STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

type Chart = typeof pushSubscriptionMachine;
type Snapshot = SnapshotOf<Chart>;

const ON: PushSettings = { notifications: true, previews: true, sound: true, language: "en" };
const SETTINGS: Readonly<Record<string, PushSettings>> = {
  on: ON,
  quiet: { ...ON, previews: false },
  silent: { ...ON, sound: false },
  off: { ...ON, notifications: false },
};

/** The app has its settings from the start, so they are reported first. */
const later =
  (label: string) =>
  ({ context }: Snapshot) => {
    const settings = SETTINGS[label];
    return context.settings && settings ? { type: "push.settings" as const, settings } : null;
  };
const permitted =
  (permission: "granted" | "denied") =>
  ({ context }: Snapshot) =>
    context.settings ? { type: "permission.changed" as const, permission } : null;

/** Pushes to this browser: it is subscribed exactly while it may show notifications and the user wants them (11-25). */
export const pushSubscriptionModel: ChartModel<Chart> = {
  chart: "pushSubscription",
  machine: pushSubscriptionMachine,
  input: undefined,
  events: {
    "permission.changed granted": permitted("granted"),
    "permission.changed denied": permitted("denied"),
    "push.settings on": { type: "push.settings", settings: ON },
    "push.settings quiet": later("quiet"),
    "push.settings silent": later("silent"),
    "push.settings off": later("off"),
    "push.lost": { type: "push.lost" },
  },
  answers: {
    pushReady: { failed: ["unknown"] },
    subscribePush: { failed: ["network", "timeout", "unknown"] },
    unsubscribePush: { failed: ["network"] },
  },
  key: ({ context: { permission, settings, told } }) => `${permission} ${nameOf(settings)} ${nameOf(told)}`,
  // The permission and the settings as they were reported.
  around: { start: "? ?", after: ledgerAfter },
  evenIgnored: ["push.lost"],
  isRest: ({ value }) => value === "off" || value === "subscribed",

  opens: () => ({ world: aWorld() }),
  actor: (app) => childOf(app, "session", "signedIn", "pushSubscription"),
  calls: { pushReady: "push.ready", subscribePush: "push.subscribe", unsubscribePush: "push.unsubscribe" },
  logged: ["pushReady", "subscribePush", "unsubscribePush"],
  delays: { retryPause: 60_000 },
  stimuli: {
    "push.settings on": ({ app }) => set(app, ON),
    "push.settings quiet": ({ app }) => set(app, { ...ON, previews: false }),
    "push.settings silent": ({ app }) => set(app, { ...ON, sound: false }),
    "push.settings off": ({ app }) => set(app, { ...ON, notifications: false }),
  },
  reads: ({ value }) => ({ is: value }),
  rows: {
    deciding: { reads: { is: "deciding" } },
    removing: { reads: { is: "removing" }, asks: ["push.unsubscribe"] },
    off: { reads: { is: "off" } },
    waiting: { reads: { is: "waiting" }, asks: ["push.ready"] },
    subscribing: ({ snapshot }: Moment<Chart>) => ({
      reads: { is: "subscribing" },
      asks: [["push.subscribe", snapshot.context.told]],
    }),
    subscribed: { reads: { is: "subscribed" } },
    paused: { reads: { is: "paused" } },
    without: { reads: { is: "without" } },
  },
  leads: {
    deciding: changing((now) => (now.includes("?") ? STAYS : isWanted(now) ? "waiting" : "removing")),
    removing: {
      ...changing(() => STAYS),
      "unsubscribePush done": afterRemoving,
      "unsubscribePush failed (network)": afterRemoving,
    },
    off: changing((now) => (isWanted(now) ? "waiting" : STAYS)),
    waiting: {
      ...ending(unlessUnwanted(STAYS)),
      "pushReady done": "subscribing",
      "pushReady failed (unknown)": "without",
    },
    subscribing: {
      ...changing(() => STAYS),
      "subscribePush done": (snapshot, around) => settled(snapshot, around),
      "subscribePush failed (network)": (_, around) => unlessUnwanted("paused")(around),
      "subscribePush failed (timeout)": (_, around) => unlessUnwanted("paused")(around),
      "subscribePush failed (unknown)": (_, around) => unlessUnwanted("without")(around),
    },
    subscribed: {
      ...ending((now, snapshot) => {
        const next = settled(snapshot, now);
        return next === "subscribed" ? STAYS : next;
      }),
      "push.lost": "subscribing",
    },
    paused: { ...ending(unlessUnwanted(STAYS)), "after retryPause": "subscribing" },
    without: ending(unlessUnwanted(STAYS)),
  },
  excused: helpersDoNotFail("pushSettings"),
};

function nameOf(settings: PushSettings | null): string {
  if (!settings) return "?";
  if (!settings.notifications) return "off";
  if (!settings.sound) return "silent";
  return settings.previews ? "on" : "quiet";
}

function ledgerAfter(around: string, label: string): string {
  const [permission = "", settings = ""] = around.split(" ");
  const [type, value = ""] = label.split(" ");
  if (type === "permission.changed") return `${value} ${settings}`;
  return type === "push.settings" ? `${permission} ${value}` : around;
}

function isWanted(around: string): boolean {
  return /^granted (on|quiet|silent)$/.test(around);
}

function unlessUnwanted(state: string) {
  return (around: string) => (isWanted(around) ? state : "removing");
}

function afterRemoving(_: Snapshot, around: string): string {
  return isWanted(around) ? "waiting" : "off";
}

/** Where the chart is once the server has answered: what the server was told may be out of date. */
function settled({ context }: Snapshot, around: string): string {
  if (!isWanted(around)) return "removing";
  return around === `granted ${nameOf(context.told)}` ? "subscribed" : "subscribing";
}

/** The row for every change of permission or settings; `next` gets what is reported by then. */
function changing(
  next: (around: string, snapshot: Snapshot) => string,
): Readonly<Record<string, Lead<Chart>>> {
  const labels = [
    ...["permission.changed granted", "permission.changed denied"],
    ...["push.settings on", "push.settings quiet", "push.settings silent", "push.settings off"],
  ];
  return Object.fromEntries(
    labels.map((label): [string, Lead<Chart>] => [
      label,
      (snapshot, around) => next(ledgerAfter(around, label), snapshot),
    ]),
  );
}

/** The same where notifications are allowed already. */
function ending(next: Parameters<typeof changing>[0]): Readonly<Record<string, Lead<Chart>>> {
  const { "permission.changed granted": _, ...rest } = changing(next);
  return rest;
}

function set(app: Stage["app"], { language: _, ...alerts }: PushSettings): void {
  app.send({ type: "user.setAlerts", alerts });
}
