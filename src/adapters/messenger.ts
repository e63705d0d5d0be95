/** What a signed-in person has beyond the first ports. Fetched while somebody signs in. */
import type { FirstPorts, Ports } from "../../machines/ports/index.ts";
import type { SourcesPort } from "../../machines/ports/sources.ts";
import type { createAccounts } from "./accounts.ts";
import type { CredentialStore } from "./credentials.ts";
import { createDownloads } from "./downloads.ts";
import { createMedia } from "./livekit/media.ts";
import { createLocation } from "./location.ts";
import { createIm } from "./openim/im.ts";
import type { Link } from "./openim/link.ts";
import type { OwnFiles } from "./own-files.ts";
import { createFiles } from "./own-media.ts";
import { createPlatform } from "./platform/index.ts";
import type { Page } from "./platform/page.ts";
import { createPlayer } from "./player.ts";
import { createRecorder } from "./recorder.ts";
import { createScanner } from "./scanner.ts";
import { createStorage } from "./storage.ts";

/** What the first ports are made of, for the others to be built upon. */
export interface Ground {
  ports: FirstPorts;
  accounts: ReturnType<typeof createAccounts>;
  credentials: CredentialStore;
  link: Link;
  page: Page;
  local: Storage;
  session: Storage;
  files: OwnFiles;
  sources: SourcesPort;
}

/** All ports. To be made once: from then on the SDK's events go through these. */
export function messengerPorts({
  ports,
  accounts,
  credentials,
  link,
  page,
  sources,
  ...kept
}: Ground): Ports {
  const storage = createStorage({ ...kept, page: window });
  const im = createIm({ link, credentials, files: kept.files, local: kept.local, post: accounts.postIm });
  im.messageEvents((event) => storage.amendPages(event));
  return {
    ...ports,
    account: { ...accounts.account, loadDemoPeople: ports.account.loadDemoPeople },
    files: { ...createFiles(storage), ...createDownloads(location) },
    im,
    location: createLocation(navigator.geolocation),
    media: createMedia({ post: accounts.post, credentials }),
    platform: createPlatform(page),
    player: createPlayer(sources),
    recorder: createRecorder(),
    scanner: createScanner(),
    storage,
  };
}
