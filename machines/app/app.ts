import { assign, log, sendTo, setup } from "xstate";
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
  | { type: "user.setSound"; isOn: boolean }
  | { type: "user.changeAppearance"; change: Partial<Appearance> };

type Preference =
  | { type: "language.save"; language: Language }
  | { type: "sound.save"; isOn: boolean }
  | { type: "appearance.save"; appearance: Appearance };

export interface AppContext {
  language: Language;
  isSoundOn: boolean;
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
    setSound: assign((_, { isOn }: { isOn: boolean }) => ({ isSoundOn: isOn })),
    saveSound: sendTo("preferences", ({ context }) => ({
      type: "sound.save" as const,
      isOn: context.isSoundOn,
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
    "user.setSound": {
      actions: [{ type: "setSound", params: ({ event }) => ({ isOn: event.isOn }) }, "saveSound"],
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
