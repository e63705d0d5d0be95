import type { Ports } from "../../machines/ports/index.ts";
import { createAccount } from "./account.ts";
import { createChatServer } from "./chat-server.ts";
import { readAddresses } from "./config.ts";
import { createCredentials } from "./credentials.ts";
import { createDownloads } from "./downloads.ts";
import { createMedia } from "./livekit/media.ts";
import { createLocation } from "./location.ts";
import { createIm } from "./openim/im.ts";
import { createVisits } from "./openim/visits.ts";
import { createOwnFiles } from "./own-files.ts";
import { createFiles } from "./own-media.ts";
import { createAddress } from "./platform/address.ts";
import { createPlatform } from "./platform/index.ts";
import { createPlayer } from "./player.ts";
import { createRecorder } from "./recorder.ts";
import { createRegistration } from "./registration.ts";
import { createScanner } from "./scanner.ts";
import { createStorage } from "./storage.ts";

/** The ports made real: this browser, the configured servers, the OpenIM SDK, LiveKit. Nothing starts before it is asked to. */
export function realPorts(): Ports {
  const addresses = () =>
    readAddresses({ overrides: localStorage, env: import.meta.env, origin: location.origin });
  const credentials = createCredentials(localStorage, window);
  const post = createChatServer(addresses);
  const page = createAddress();
  const files = createOwnFiles(() => window.indexedDB);
  const storage = createStorage({ session: sessionStorage, local: localStorage, files });
  return {
    account: createAccount({ post, credentials }),
    credentials: credentials.port,
    files: { ...createFiles(storage), ...createDownloads(location) },
    im: createIm({ addresses, credentials, visits: createVisits(localStorage, __APP_VERSION__), files }),
    location: createLocation(navigator.geolocation),
    media: createMedia({ post, credentials }),
    player: createPlayer(),
    recorder: createRecorder(),
    scanner: createScanner(),
    platform: createPlatform(page),
    registration: createRegistration({
      post,
      credentials,
      storage: sessionStorage,
      takeBaseData: page.takeBaseData,
    }),
    storage,
  };
}
