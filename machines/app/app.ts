import { assign, log, sendTo, setup } from "xstate";
import type { Alerts } from "../domain/alerts.ts";
import type { Appearance } from "../domain/appearance.ts";
import { child } from "../domain/child.ts";
import type { Language } from "../domain/language.ts";
import type { Place } from "../domain/route.ts";
import type { Clock } from "../ports/platform.ts";
import { fetched, port, stream } from "../ports/stub.ts";
import { type SessionNews, sessionMachine } from "../session/session.ts";
import { SESSION } from "../session/session-id.ts";
import type { appUpdateMachine } from "./app-update.ts";
import { clipboardMachine } from "./clipboard.ts";
import { NAVIGATION, type NavigationNews, navigationMachine } from "./navigation.ts";
import { TOASTS, toastsMachine } from "./toasts.ts";

/** The root chart: starts the other charts and passes events between them. */

export type AppEvent =
  | NavigationNews
  | SessionNews
  | { type: "user.chooseLanguage"; language: Language }
  | { type: "user.setAlerts"; alerts: Partial<Alerts> }
  | { type: "user.changeAppearance"; change: Partial<Appearance> };

type Preference =
  | { type: "language.save"; language: Language }
  | { type: "alerts.save"; alerts: Alerts }
  | { type: "appearance.save"; appearance: Appearance };

export interface AppContext {
  language: Language;
  alerts: Alerts;
  appearance: Appearance;
  clock: Clock;
  place: Place;
  /** The card at `place`, or the link that led to the sign-in before a reload; null for none. */
  link: Place | null;
}

export const appMachine = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent,
    input: {} as AppContext,
    tags: {} as "broken",
    children: {} as {
      session: "session";
      navigation: "navigation";
      toasts: "toasts";
      clipboard: "clipboard";
      preferences: "preferences";
      appUpdate: "appUpdate";
    },
  },
  actors: {
    session: sessionMachine,
    navigation: navigationMachine,
    toasts: toastsMachine,
    clipboard: clipboardMachine,
    preferences: stream<Preference>("preferences"),
    fetchAppUpdate: port<typeof appUpdateMachine>("fetchAppUpdate"),
    appUpdate: fetched<typeof appUpdateMachine>("appUpdate"),
  },
  actions: {
    setLanguage: assign((_, { language }: { language: Language }) => ({ language })),
    saveLanguage: sendTo("preferences", ({ context }) => ({
      type: "language.save" as const,
      language: context.language,
    })),
    setAlerts: assign(({ context }, { alerts }: { alerts: Partial<Alerts> }) => ({
      alerts: { ...context.alerts, ...alerts },
    })),
    saveAlerts: sendTo("preferences", ({ context }) => ({
      type: "alerts.save" as const,
      alerts: context.alerts,
    })),
    setAppearance: assign(({ context }, { change }: { change: Partial<Appearance> }) => ({
      appearance: { ...context.appearance, ...change },
    })),
    saveAppearance: sendTo("preferences", ({ context }) => ({
      type: "appearance.save" as const,
      appearance: context.appearance,
    })),
    tellNavigation: sendTo("navigation", (_, { phase }: { phase: "signedIn" | "signedOut" }) => ({
      type: `session.${phase}` as const,
    })),
    tellPlace: sendTo("session", (_, { place, beside }: { place: Place; beside?: Place }) => ({
      type: "place.changed" as const,
      place,
      ...(beside && { beside }),
    })),
    restartLogin: sendTo("session", { type: "session.restart" }),
    spawnAppUpdate: assign(({ spawn }, { output }: { output: typeof appUpdateMachine }) => {
      // XState's types allow an id only for actors named by a string; `children` declares this one.
      spawn(output, { id: "appUpdate" as never });
      return {};
    }),
    reportFailure: log(({ event }) => `app: ${event.type}`),
  },
  delays: { updateDelay: 30_000 },
}).createMachine({
  id: "app",
  context: ({ input }) => input,
  invoke: [
    child("preferences"),
    { ...child("toasts"), systemId: TOASTS },
    child("clipboard"),
    {
      id: "session",
      systemId: SESSION,
      src: "session",
      input: ({ context, self }) => ({ parent: self, clock: context.clock, place: context.place }),
      onError: { target: ".broken", actions: "reportFailure" },
    },
    {
      id: "navigation",
      systemId: NAVIGATION,
      src: "navigation",
      input: ({ context: { place, link }, self }) => ({ parent: self, place, link }),
      onError: { target: ".broken", actions: "reportFailure" },
    },
  ],
  initial: "running",
  on: {
    "session.signedIn": { actions: { type: "tellNavigation", params: { phase: "signedIn" } } },
    "session.signedOut": { actions: { type: "tellNavigation", params: { phase: "signedOut" } } },
    "navigation.arrived": {
      actions: { type: "tellPlace", params: ({ event }) => event },
    },
    "navigation.restartLogin": { actions: "restartLogin" },
    "user.chooseLanguage": {
      actions: [
        { type: "setLanguage", params: ({ event }) => ({ language: event.language }) },
        "saveLanguage",
      ],
    },
    "user.setAlerts": {
      actions: [{ type: "setAlerts", params: ({ event }) => ({ alerts: event.alerts }) }, "saveAlerts"],
    },
    "user.changeAppearance": {
      actions: [
        { type: "setAppearance", params: ({ event }) => ({ change: event.change }) },
        "saveAppearance",
      ],
    },
    "xstate.error.actor.appUpdate": { actions: "reportFailure" },
  },
  states: {
    running: {
      description: "Session, navigation and toasts live as long as the page.",
      initial: "fresh",
      states: {
        fresh: {
          description: "Code that the first list does not need is loaded later.",
          after: { updateDelay: "fetching" },
        },
        fetching: {
          invoke: {
            id: "fetchAppUpdate",
            src: "fetchAppUpdate",
            onDone: {
              target: "complete",
              actions: { type: "spawnAppUpdate", params: ({ event }) => event },
            },
            onError: { target: "fresh", actions: "reportFailure" },
          },
        },
        complete: { description: "The chart of the service worker runs." },
      },
    },
    broken: { tags: "broken", description: "A child chart failed; the user is offered a restart." },
  },
});
