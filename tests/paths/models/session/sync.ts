import {
  type syncMachine as Sync,
  selectReinstallPercent,
  syncMachine,
} from "../../../../machines/session/sync.ts";
import { aWorld } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { ChartModel } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";

const OVER = "over";
const AGAIN = ", again";
/** In ms. As long as the longest pause. */
const LONGEST_PAUSE = 300_000;
const OVERLAY_GONE = "!text: Getting your messages";

/** The first and later syncs, while a signed-in user looks at the conversation list. */
export const syncModel: ChartModel<typeof Sync> = {
  chart: "sync",
  machine: syncMachine,
  input: undefined,
  events: {
    "im.syncStarted on a new device": { type: "im.syncStarted", reinstall: true },
    "im.syncStarted": { type: "im.syncStarted", reinstall: false },
    "im.syncProgress 0": { type: "im.syncProgress", percent: 0 },
    "im.syncProgress 40": { type: "im.syncProgress", percent: 40 },
    "im.syncProgress 100": { type: "im.syncProgress", percent: 100 },
    "im.syncFinished": { type: "im.syncFinished" },
    "im.syncFailed": { type: "im.syncFailed" },
    "user.retrySync": { type: "user.retrySync" },
  },
  answers: { reconnect: { failed: ["network"] } },
  key: ({ context }) => `${context.reinstall} ${context.progress} ${context.failures > 0}`,
  // The running sync as the SDK reported it: on a new or a known device, its progress in percent, and whether it
  // repeats one that failed.
  around: {
    start: OVER,
    after(around, label) {
      const again = around.endsWith(AGAIN) ? AGAIN : "";
      if (label === "im.syncStarted on a new device") return `a new device, 0${again}`;
      if (label === "im.syncStarted") return `a known device, 0${again}`;
      if (around.startsWith(OVER)) return around;
      if (label === "im.syncFinished") return OVER;
      if (label === "im.syncFailed") return OVER + AGAIN;
      const [, percent] = /^im\.syncProgress (\d+)$/.exec(label) ?? [];
      return percent === undefined ? around : around.replace(/\d+/, percent);
    },
  },
  isRest: ({ value }) => value.work === "idle",

  opens: () => ({ world: aWorld() }),
  actor: (app) => childOf(app, "session", "sync"),
  calls: { reconnect: "im.reconnect" },
  delays: { retryPause: LONGEST_PAUSE },
  press: { "user.retrySync": press("button: Retry") },
  reads: (snapshot) => ({
    is: snapshot.value.work,
    server: snapshot.value.server,
    percent: selectReinstallPercent(snapshot),
  }),
  rows: {
    "work.idle": {
      reads: { is: "idle", percent: null },
      sees: ["!text: Syncing", "!text: Connection failed", "!button: Retry", OVERLAY_GONE],
    },
    "work.syncing": ({ step }) => {
      const isOverlay = step?.around === "a new device, 40";
      return {
        reads: { is: "syncing", percent: isOverlay ? 40 : null },
        sees: [
          "text: Syncing",
          "!button: Retry",
          ...(isOverlay ? ["text: Getting your messages", "text: 40%"] : [OVERLAY_GONE]),
        ],
      };
    },
    "work.stale": {
      reads: { is: "stale", percent: null },
      sees: ["text: Connection failed", "button: Retry", OVERLAY_GONE],
    },
    "work.retrying": {
      asks: ["im.reconnect"],
      reads: { is: "retrying", percent: null },
      sees: ["text: Syncing", "!button: Retry", OVERLAY_GONE],
    },
    "server.unheard": { reads: { server: "unheard" } },
    "server.heard": { reads: { server: "heard" } },
  },
  leads: {
    "work.*": {
      "im.syncStarted on a new device": "work.syncing",
      "im.syncStarted": "work.syncing",
    },
    "work.idle": {},
    "work.syncing": {
      "im.syncProgress 0": STAYS,
      "im.syncProgress 40": STAYS,
      "im.syncProgress 100": STAYS,
      "im.syncFinished": "work.idle",
      "im.syncFailed": "work.stale",
    },
    "work.stale": { "user.retrySync": "work.retrying", "after retryPause": "work.retrying" },
    "work.retrying": {
      "reconnect done": "work.idle",
      "reconnect failed (network)": "work.stale",
    },
    "server.unheard": { "im.syncFinished": "server.heard" },
    "server.heard": {},
  },
  noise: {
    "progress of a sync that has ended": {
      when: ({ value }) => value.work !== "syncing",
      make: ({ ports }) => ports.emit.sync({ type: "im.syncProgress", percent: 70 }),
    },
    "a second end event": {
      when: ({ value }) => value.work !== "syncing" && value.server === "heard",
      make: ({ ports }) => ports.emit.sync({ type: "im.syncFinished" }),
    },
    "a second failure event": {
      when: ({ value }) => value.work !== "syncing",
      make: ({ ports }) => ports.emit.sync({ type: "im.syncFailed" }),
    },
  },
  deaf: { syncEvents: { is: "stale", server: "unheard", percent: null } },
};
