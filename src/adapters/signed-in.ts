/** The ports that only a signed-in user needs. Fetched during sign-in. */
import type { FirstPorts, Ports } from "../../machines/ports/index.ts";
import type { SourcesPort } from "../../machines/ports/sources.ts";
import type { createAccounts } from "./chat-server/accounts.ts";
import { readScreenShare, type ServerAddresses } from "./config.ts";
import { lazy } from "./lazy.ts";
import { createMedia } from "./livekit/media.ts";
import { createDownloads } from "./media/downloads.ts";
import { createLocation } from "./media/location.ts";
import { createPlayer } from "./media/player.ts";
import { createRecorder } from "./media/recorder.ts";
import { createScanner } from "./media/scanner.ts";
import type { SdkConnection } from "./openim/connection/connection.ts";
import { createIm } from "./openim/im.ts";
import type { Badged } from "./platform/badge.ts";
import { createPlatform } from "./platform/index.ts";
import type { Page } from "./platform/page.ts";
import { createPush } from "./platform/push.ts";
import type { CredentialStore } from "./storage/credentials.ts";
import type { MeetingKeys } from "./storage/meeting-keys.ts";
import type { OwnFiles } from "./storage/own-files.ts";
import { createStorage } from "./storage/storage.ts";

/** Loaded on demand: few visits are for a share. */
const fetchShares = lazy(() => import("./storage/shares.ts"));
/** Loaded when the page is idle, so that a file can also be picked without a connection. */
const fetchOwnMedia = lazy(() => import("./media/own-media.ts"));

export interface Ground {
  ports: FirstPorts;
  accounts: ReturnType<typeof createAccounts>;
  credentials: CredentialStore;
  link: SdkConnection;
  addresses(): Pick<ServerAddresses, "apiUrl">;
  page: Page;
  /** Gets pushes and shares; undefined without service workers. */
  pushWorker: ServiceWorkerContainer | undefined;
  /** Has the icon for the unread count; undefined for a second profile. */
  app: Badged | undefined;
  local: Storage;
  session: Storage;
  files: OwnFiles;
  sources: SourcesPort;
  meetingKeys: MeetingKeys;
}

/** Returns all ports. Call it once: it sends the SDK's events through these ports. */
export function signedInPorts({ ports, accounts, credentials, link, page, sources, ...own }: Ground): Ports {
  const { addresses, app, meetingKeys, pushWorker, ...kept } = own;
  const storage = createStorage({ ...kept, page: window, now: page.port.now });
  page.port.whenIdle(() => void fetchOwnMedia().catch(() => {}));
  /** A browser with service workers also has caches. */
  const shares = pushWorker && caches;
  const im = createIm({
    link,
    credentials,
    files: kept.files,
    local: kept.local,
    post: accounts.postIm,
    now: page.port.now,
    isHidden: () => document.hidden,
  });
  im.messageEvents((event) => storage.amendPages(event));
  im.conversationEvents((event) => {
    if (event.type === "im.conversations") storage.emptyPages([], event.cleared);
  });
  return {
    ...ports,
    account: { ...accounts.account, loadDemoPeople: ports.account.loadDemoPeople },
    files: {
      prepare: async (input) => (await fetchOwnMedia()).createFiles(storage).prepare(input),
      cut: async (input) => (await fetchOwnMedia()).createFiles(storage).cut(input),
      ...createDownloads(location),
    },
    im,
    location: createLocation(navigator.geolocation),
    media: createMedia({
      post: accounts.post,
      credentials,
      keyOf: meetingKeys.keyOf,
      isScreenAllowed: () => readScreenShare({ overrides: localStorage, env: import.meta.env }),
    }),
    platform: createPlatform(page, app),
    player: createPlayer(sources),
    push: {
      ...ports.push,
      ...createPush({
        container: pushWorker,
        post: accounts.postIm,
        credentials,
        addresses,
        visit: page.visit,
        watched: () => new URLSearchParams(location.search).get("conversationID"),
      }),
    },
    recorder: createRecorder(),
    scanner: createScanner(meetingKeys.take),
    shares: {
      ...ports.shares,
      read: async (input) => (await fetchShares()).createShares(shares).read(input),
      drop: (input) =>
        void fetchShares().then(
          (own) => own.createShares(shares).drop(input),
          () => {},
        ),
    },
    storage,
  };
}
