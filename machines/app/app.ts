import { assign, log, sendTo, setup } from "xstate";
import type { Alerts } from "../domain/alerts.ts";
import type { Appearance } from "../domain/appearance.ts";
import { child } from "../domain/child.ts";
import type { Language } from "../domain/language.ts";
import type { Place } from "../domain/route.ts";
import type { Clock } from "../ports/platform.ts";
import { stream } from "../ports/stub.ts";
import { SESSION } from "../session/password-change.ts";
import { type SessionNews, sessionMachine } from "../session/session.ts";
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
    },
  },
  actors: {
    session: sessionMachine,
    navigation: navigationMachine,
    toasts: toastsMachine,
    clipboard: clipboardMachine,
    preferences: stream<Preference>("preferences"),
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
    tellPlace: sendTo("session", (_, { place }: { place: Place }) => ({
      type: "place.changed" as const,
      place,
    })),
    restartLogin: sendTo("session", { type: "session.restart" }),
    reportFailure: log(({ event }) => `app: ${event.type}`),
  },
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
      input: ({ context, self }) => ({ parent: self, place: context.place }),
      onError: { target: ".broken", actions: "reportFailure" },
    },
  ],
  initial: "running",
  on: {
    "session.signedIn": { actions: { type: "tellNavigation", params: { phase: "signedIn" } } },
    "session.signedOut": { actions: { type: "tellNavigation", params: { phase: "signedOut" } } },
    "navigation.arrived": {
      actions: { type: "tellPlace", params: ({ event }) => ({ place: event.place }) },
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
  },
  states: {
    running: { description: "Session, navigation and toasts live as long as the page." },
    broken: { tags: "broken", description: "A child chart failed; the user is offered a restart." },
  },
});
