import { appMachine } from "../../../../machines/app/app.ts";
import { appUpdateMachine } from "../../../../machines/app/app-update.ts";
import { appearanceOf } from "../../../../machines/domain/appearance.ts";
import { Secret } from "../../../../machines/domain/secret.ts";
import { aWorld, NOON } from "../../../fakes/world.ts";
import type { ChartModel, Moment, Wire } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail, helpersDoNotFail } from "../excuses.ts";

const HOME = { path: "/conversation", search: "" };
const CONTACTS = { path: "/contact", search: "" };
const ALL_ON = { sound: true, notifications: true, previews: true };
const LOGIN = { path: "/login", search: "" };

const ALIVE = ["clipboard", "navigation", "preferences", "session", "toasts"];

/** What views read while these children run. */
const readsOf =
  (state: string, alive: readonly string[]) =>
  ({ snapshot: { context } }: Moment<typeof appMachine>) => ({
    reads: {
      is: { running: state },
      language: context.language,
      alerts: context.alerts,
      alive: [...alive].sort(),
    },
  });

export const appModel: ChartModel<typeof appMachine> = {
  chart: "app",
  machine: appMachine,
  input: {
    language: "en",
    alerts: ALL_ON,
    appearance: appearanceOf(null),
    clock: { newID: () => "", now: () => NOON },
    place: HOME,
    link: null,
  },
  events: {
    "user.chooseLanguage zh": { type: "user.chooseLanguage", language: "zh" },
    "user.chooseLanguage en": { type: "user.chooseLanguage", language: "en" },
    "user.setAlerts off": { type: "user.setAlerts", alerts: { sound: false } },
    "user.setAlerts on": { type: "user.setAlerts", alerts: { sound: true } },
    "user.changeAppearance": { type: "user.changeAppearance", change: { theme: "dark" } },
    "navigation.arrived": (_, around) =>
      around === "in" ? { type: "navigation.arrived", place: CONTACTS } : null,
    "navigation.restartLogin": (_, around) => (around === "in" ? { type: "navigation.restartLogin" } : null),
    "session.signedOut": (_, around) => (around === "in" ? { type: "session.signedOut" } : null),
    "session.signedIn": (_, around) => (around === "out" ? { type: "session.signedIn" } : null),
  },
  answers: { fetchAppUpdate: { done: { "": () => appUpdateMachine }, failed: ["network"] } },
  key: ({ context }) => [context.language, context.alerts.sound].join(),
  around: {
    start: "in",
    after(around, label) {
      if (label === "session.signedOut") return "out";
      return label === "session.signedIn" ? "in" : around;
    },
  },
  isRest: ({ value }) => JSON.stringify(value) === JSON.stringify({ running: "fresh" }),

  opens: () => ({ world: aWorld(), hasUpdates: true }),
  prepare: (ports) => ports.hold("program.fetchUpdates"),
  actor: (app) => app,
  calls: { fetchAppUpdate: "program.fetchUpdates" },
  logged: ["fetchAppUpdate"],
  delays: { updateDelay: 30_000 },
  tells: [
    "storage.writeLanguage",
    "storage.writeAlerts",
    "storage.writeAppearance",
    "platform.showAppearance",
    "navigation <- session.signedIn",
    "navigation <- session.signedOut",
    "session <- session.restart",
    "session <- place.changed",
  ],
  stimuli: {
    "navigation.arrived": ({ ports }) => ports.visit("/contact"),
    "navigation.restartLogin": ({ ports }) => {
      ports.answer("im.loginStatus", () => {
        ports.answer("im.loginStatus", () => "loggedIn");
        return "loggedOut";
      });
      ports.visit("/contact");
    },
    "session.signedOut": ({ app }) => childOf(app, "session")?.send({ type: "user.signOut" }),
    "session.signedIn": async (stage) => {
      const flow = childOf(stage.app, "session", "signInFlow");
      flow?.send({ type: "user.typePhone", phoneNumber: "13800000001" });
      flow?.send({ type: "user.submit", secret: new Secret("abc12345") });
      await stage.settle();
    },
  },
  reads: ({ value, context: { language, alerts }, children }) => ({
    is: value,
    language,
    alerts,
    alive: Object.keys(children).sort(),
  }),
  rows: {
    "running.fresh": readsOf("fresh", ALIVE),
    "running.fetching": (moment) => ({
      ...readsOf("fetching", [...ALIVE, "fetchAppUpdate"])(moment),
      asks: ["program.fetchUpdates"],
    }),
    "running.complete": readsOf("complete", ["appUpdate", ...ALIVE]),
    broken: {},
  },
  leads: {
    "*": {
      "user.chooseLanguage zh": STAYS,
      "user.chooseLanguage en": STAYS,
      "user.setAlerts off": STAYS,
      "user.setAlerts on": STAYS,
      "user.changeAppearance": STAYS,
      "navigation.arrived": STAYS,
      "navigation.restartLogin": STAYS,
      "session.signedOut": STAYS,
      "session.signedIn": STAYS,
    },
    "running.fresh": { "after updateDelay": "running.fetching" },
    "running.fetching": {
      "fetchAppUpdate done": "running.complete",
      "fetchAppUpdate failed (network)": "running.fresh",
    },
    "running.complete": {},
    broken: {},
  },
  told({ label }) {
    const arrived = (place: unknown): Wire => ["session <- place.changed", { place }];
    const told: Record<string, readonly Wire[]> = {
      "user.chooseLanguage zh": [["storage.writeLanguage", "zh"]],
      "user.chooseLanguage en": [["storage.writeLanguage", "en"]],
      "user.setAlerts off": [["storage.writeAlerts", { ...ALL_ON, sound: false }]],
      "user.setAlerts on": [["storage.writeAlerts", ALL_ON]],
      "user.changeAppearance": [
        ["storage.writeAppearance", { theme: "dark", textSize: "standard", wallpaper: "drawings" }],
        ["platform.showAppearance", { theme: "dark", textSize: "standard", wallpaper: "drawings" }],
      ],
      "navigation.arrived": [arrived(CONTACTS)],
      "navigation.restartLogin": ["session <- session.restart", arrived(CONTACTS)],
      "session.signedOut": ["navigation <- session.signedOut", arrived(LOGIN)],
      // The guard finds that the SDK is not logged in yet. The session is about to log in and does not
      // restart.
      "session.signedIn": ["navigation <- session.signedIn", "session <- session.restart", arrived(HOME)],
    };
    return told[label] ?? [];
  },
  unreachable: { broken: "a part of the app fails only by a programming error" },
  excused: {
    ...helpersDoNotFail("preferences"),
    ...chartsDoNotFail("toasts", "clipboard", "session", "navigation", "appUpdate"),
  },
};
