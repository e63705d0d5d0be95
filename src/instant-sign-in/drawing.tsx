import { renderToString } from "react-dom/server";
import { appearanceOf } from "../../machines/domain/appearance.ts";
import type { Language } from "../../machines/domain/language.ts";
import { DOCUMENT_LANGUAGE } from "../i18n/language.ts";
import { Page } from "../shell/Page.tsx";
import { createApp } from "../wiring/index.ts";
import type { AppPorts } from "../wiring/program.ts";
import { isAsked } from "./handover.ts";
import { welcomeID } from "./marks.ts";

/** Renders the sign-in page at build time. Returns HTML with a `<template>` for each language. */
export async function drawWelcomes(): Promise<string> {
  const templates: string[] = [];
  for (const language of LANGUAGES)
    templates.push(
      `<template id="${welcomeID(language)}" lang="${DOCUMENT_LANGUAGE[language]}">${await draw(language)}</template>`,
    );
  return templates.join("\n    ");
}

/** The HTML must equal React's first render in a browser, because React hydrates it. */
async function draw(language: Language): Promise<string> {
  const app = createApp(nobody(language));
  app.start();
  if (!(await isAsked(app))) throw new Error("the app does not show the sign-in page");
  const html = renderToString(<Page app={app} outside={OUTSIDE} />);
  app.stop();
  // Preload links would come too late to be useful.
  return html.replace(/^(<link[^>]*>)+/, "");
}

const LANGUAGES: readonly Language[] = ["en", "zh"];

const never = () => new Promise<never>(() => {});
const nothing = () => {};
const silent = () => nothing;

const OUTSIDE = {
  showVideo: silent,
  showScan: silent,
  showPreview: silent,
  watchMicrophone: silent,
  watchBlur: silent,
  setBlur: nothing,
  canShareScreen: () => false,
  meetingLink: () => "",
  takeMeetingKey: (text: string) => text,
  watchCameras: silent,
  unlockSound: nothing,
  signInDrawn: nothing,
  whenIdle: silent,
  sources: { srcOf: () => null, foreignHostOf: () => null, load: never, refusalOf: never, subscribe: silent },
};

/** Ports of a first visit: signed out, and no port calls back. */
function nobody(language: Language): AppPorts {
  return {
    account: { signIn: never, sendCode: never, loadDemoPeople: never, loadDetails: never },
    credentials: { read: async () => null, isReplaced: () => false, forget: never, events: silent },
    im: {
      start: never,
      stop: never,
      loginStatus: async () => "loggedOut",
      login: never,
      logout: never,
      dropUnsent: nothing,
      loadProfile: never,
      setBackground: never,
      reconnect: never,
      connectionEvents: silent,
      syncEvents: silent,
    },
    meetingKeys: {
      take: (text) => text,
      linkOf: () => "",
      watch: silent,
      make: nothing,
      drop: nothing,
      forget: nothing,
    },
    platform: {
      pageEvents: silent,
      addressEvents: silent,
      windowEvents: silent,
      currentPlace: () => ({ path: "/login", search: "" }),
      push: nothing,
      replace: nothing,
      back: nothing,
      cover: nothing,
      uncover: nothing,
      tabLock: () => ({ steal: nothing, release: nothing }),
      unlockSound: nothing,
      onClosing: silent,
      whenIdle: silent,
      showAppearance: nothing,
      copy: never,
      renew: never,
      browserLanguage: () => language,
      newID: () => "",
      now: () => 0,
    },
    push: { forget: nothing },
    registration: {
      begin: async () => null,
      keep: nothing,
      forget: nothing,
      requestCode: never,
      checkCode: never,
      register: never,
      resetPassword: never,
    },
    loadedMedia: { forget: nothing },
    shares: { forget: nothing },
    rows: { askRows: never },
    storage: {
      readLink: () => null,
      writeLink: nothing,
      readLanguage: () => language,
      writeLanguage: nothing,
      readAppearance: () => appearanceOf(null),
      writeAppearance: nothing,
      readAlerts: () => ({ sound: true, notifications: true, previews: true }),
      writeAlerts: nothing,
      forgetSearches: nothing,
      forgetEmojis: nothing,
      forgetDrafts: nothing,
      forgetOutbox: () => [],
      forgetRecordings: nothing,
      readRows: async () => [],
      forgetRows: nothing,
      watchPages: silent,
      forgetPages: nothing,
    },
    program: { fetchSignedIn: never, fetchAppUpdate: never },
  };
}
