/**
 * The ports: what the charts need from outside. Adapters implement these interfaces, `src/wiring` connects them to
 * the charts, path tests implement them with fakes. Every promise rejects with a `Failure` and nothing else.
 */

import type { AccountPort, CredentialsPort } from "./account.ts";
import type { FilesPort } from "./files.ts";
import type { ImPort } from "./im.ts";
import type { LocationPort } from "./location.ts";
import type { MediaPort } from "./media.ts";
import type { MeetingKeysPort } from "./meeting-keys.ts";
import type { PlatformPort } from "./platform.ts";
import type { PlayerPort } from "./player.ts";
import type { PushPort } from "./push.ts";
import type { RecorderPort } from "./recorder.ts";
import type { RegistrationPort } from "./registration.ts";
import type { RowSource } from "./rows.ts";
import type { ScannerPort } from "./scanner.ts";
import type { SharesPort } from "./shares.ts";
import type { LoadedMediaPort } from "./sources.ts";
import type { StoragePort } from "./storage.ts";

/** The ports needed before the code of the signed-in app is loaded: those of the sign-in page and of signing in. */
export interface FirstPorts {
  account: Pick<AccountPort, "signIn" | "sendCode" | "loadDemoPeople" | "loadDetails">;
  credentials: CredentialsPort;
  im: Pick<
    ImPort,
    | "start"
    | "stop"
    | "loginStatus"
    | "login"
    | "logout"
    | "dropUnsent"
    | "loadProfile"
    | "setBackground"
    | "reconnect"
    | "connectionEvents"
    | "syncEvents"
  >;
  loadedMedia: LoadedMediaPort;
  meetingKeys: MeetingKeysPort;
  platform: Omit<
    PlatformPort,
    "alert" | "askPermission" | "permissionEvents" | "ring" | "keepAwake" | "setUnread"
  >;
  push: Pick<PushPort, "forget">;
  registration: RegistrationPort;
  rows: RowSource;
  shares: Pick<SharesPort, "forget">;
  storage: Pick<
    StoragePort,
    | "readLink"
    | "writeLink"
    | "readLanguage"
    | "writeLanguage"
    | "readAppearance"
    | "writeAppearance"
    | "readAlerts"
    | "writeAlerts"
    | "forgetSearches"
    | "forgetEmojis"
    | "forgetDrafts"
    | "forgetOutbox"
    | "forgetRecordings"
    | "readRows"
    | "forgetRows"
    | "watchPages"
    | "forgetPages"
  >;
}

/** All ports, as the signed-in app has them. */
export interface Ports extends FirstPorts {
  account: AccountPort;
  files: FilesPort;
  im: ImPort;
  location: LocationPort;
  media: MediaPort;
  platform: PlatformPort;
  player: PlayerPort;
  push: PushPort;
  recorder: RecorderPort;
  scanner: ScannerPort;
  shares: SharesPort;
  storage: StoragePort;
}
