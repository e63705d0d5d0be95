import type { FirstPorts, Ports } from "../../machines/ports/index.ts";
import type { SourcesPort } from "../../machines/ports/sources.ts";
import type { UpdatesPort } from "../../machines/ports/updates.ts";
import { SHARES } from "../worker/rules.ts";
import { prefixOf, storeOf } from "./chat-server/browser-profile.ts";
import { createDemo } from "./chat-server/demo.ts";
import { readAddresses, readStorageOrigins } from "./config.ts";
import { lazy } from "./lazy.ts";
import { createSources } from "./media/sources.ts";
import { createSdkConnection } from "./openim/connection/connection.ts";
import { createFirstRun } from "./openim/connection/first-run.ts";
import { showBadge } from "./platform/badge.ts";
import { forgetPush } from "./platform/forget-push.ts";
import { createPage } from "./platform/page.ts";
import { createServerClock } from "./server-clock.ts";
import { createCredentials } from "./storage/credentials.ts";
import { createMeetingKeys } from "./storage/meeting-keys.ts";
import { createOwnFiles } from "./storage/own-files.ts";
import { createRegistrationDraft } from "./storage/registration-draft.ts";
import { createSettings } from "./storage/settings.ts";

export interface RealPorts {
  ports: FirstPorts;
  /** Decides what may load from addresses that other users sent. */
  sources: SourcesPort;
  /** Resolves with all ports. Rejects with `Failure("network")`; the next call then fetches again. */
  fetchPorts(): Promise<Ports>;
  /** Resolves with the port of the service worker, which only a built app has. */
  fetchUpdates(): Promise<UpdatesPort>;
  prefetch(): void;
}

/**
 * The production ports: this browser, the configured servers, the OpenIM SDK and LiveKit. Nothing starts before a
 * port is called. Stored data belongs to `profile`.
 */
export function realPorts(profile: string): RealPorts {
  const config = () => ({ overrides: localStorage, env: import.meta.env, origin: location.origin });
  const addresses = () => readAddresses(config());
  const sources = createSources(() => readStorageOrigins(config()), location);
  const own = { local: storeOf(localStorage, profile), session: storeOf(sessionStorage, profile) };
  const credentials = createCredentials(own.local, window);
  const meetingKeys = createMeetingKeys(own.session, location.origin);
  const clock = createServerClock();
  const page = createPage(meetingKeys.take, clock);
  const files = createOwnFiles(() => window.indexedDB, prefixOf(profile));
  const draft = createRegistrationDraft(own.session, page.takeBaseData);
  const worker = import.meta.env.PROD ? navigator.serviceWorker : undefined;
  /**
   * Undefined for a second profile: a browser has one service worker, so pushes and shares are for the first profile.
   */
  const pushWorker = profile === "" ? worker : undefined;
  /** The icon of the installed app is also for the first profile. */
  const app = profile === "" ? navigator : undefined;
  const link = createSdkConnection({
    addresses,
    credentials,
    firstRun: createFirstRun(localStorage, __APP_VERSION__),
  });

  const fetchAccounts = lazy(async () =>
    (await import("./chat-server/accounts.ts")).createAccounts({
      addresses,
      clock,
      credentials,
      forget: draft.forget,
    }),
  );
  /** A failed fetch may mean that the server no longer has this release, so the page checks for a new one. */
  const accounts = () =>
    fetchAccounts().catch(async (error: unknown) => {
      await page.port.renew();
      throw error;
    });

  const ports: FirstPorts = {
    account: {
      signIn: async (input, signal) => (await accounts()).account.signIn(input, signal),
      sendCode: async (input) => (await accounts()).account.sendCode(input),
      loadDetails: async (input) => (await accounts()).account.loadDetails(input),
      loadDemoPeople: createDemo(addresses, location.origin),
    },
    credentials: credentials.port,
    im: link.port,
    loadedMedia: sources,
    meetingKeys,
    platform: page.port,
    push: {
      forget() {
        showBadge(app, 0);
        forgetPush(pushWorker).catch(() => {});
      },
    },
    registration: {
      ...draft,
      requestCode: async (input) => (await accounts()).registration.requestCode(input),
      checkCode: async (input) => (await accounts()).registration.checkCode(input),
      register: async (input, signal) => (await accounts()).registration.register(input, signal),
      resetPassword: async (input) => (await accounts()).registration.resetPassword(input),
    },
    rows: { askRows: async (input) => (await accounts()).rows.askRows(input) },
    shares: { forget: () => void (pushWorker && caches.delete(SHARES).catch(() => {})) },
    storage: createSettings({ ...own, files }),
  };

  return {
    ports,
    sources,
    fetchPorts: lazy(async () => {
      const [{ signedInPorts }, fetched] = await Promise.all([import("./signed-in.ts"), fetchAccounts()]);
      return signedInPorts({
        ports,
        accounts: fetched,
        credentials,
        link,
        addresses,
        page,
        pushWorker,
        app,
        files,
        sources,
        meetingKeys,
        ...own,
      });
    }),
    fetchUpdates: async () => (await import("./platform/updates.ts")).createUpdates(worker),
    prefetch: () => void fetchAccounts().catch(() => {}),
  };
}
