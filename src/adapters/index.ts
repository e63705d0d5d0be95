import type { Ports } from "../../machines/ports/index.ts";
import { createAccount } from "./account.ts";
import { createChatServer } from "./chat-server.ts";
import { readAddresses } from "./config.ts";
import { createCredentials } from "./credentials.ts";
import { createDemo } from "./demo.ts";
import { createDownloads } from "./downloads.ts";
import { createMedia } from "./livekit/media.ts";
import { createLocation } from "./location.ts";
import { createIm } from "./openim/im.ts";
import { createVisits } from "./openim/visits.ts";
import { createOwnFiles } from "./own-files.ts";
import { createFiles } from "./own-media.ts";
import { createAddress } from "./platform/address.ts";
import { frameHistory } from "./platform/frame-history.ts";
import { createPlatform } from "./platform/index.ts";
import { createPlayer } from "./player.ts";
import { prefixOf, storeOf } from "./profile.ts";
import { createRecorder } from "./recorder.ts";
import { createRegistration } from "./registration.ts";
import { createScanner } from "./scanner.ts";
import { createStorage } from "./storage.ts";

/**
 * The ports made real: this browser, the configured servers, the OpenIM SDK, LiveKit. Nothing starts before it is asked
 * to. What is kept in the browser is the profile's.
 */
export function realPorts(profile: string): Ports {
  const addresses = () =>
    readAddresses({ overrides: localStorage, env: import.meta.env, origin: location.origin });
  const own = { local: storeOf(localStorage, profile), session: storeOf(sessionStorage, profile) };
  const credentials = createCredentials(own.local, window, prefixOf(profile));
  const post = createChatServer(addresses);
  const page = createAddress(window.parent === window ? history : frameHistory(window));
  const files = createOwnFiles(() => window.indexedDB, prefixOf(profile));
  const storage = createStorage({ ...own, files, page: window });
  return {
    account: {
      ...createAccount({ post, credentials }),
      loadDemoPeople: createDemo(addresses, location.origin),
    },
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
      storage: own.session,
      takeBaseData: page.takeBaseData,
    }),
    storage,
  };
}
