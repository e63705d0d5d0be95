/** What the app is surrounded by reports: the link to the server, the page, the other tabs, the language. */
import type { Profile } from "./people.ts";

/**
 * What the outside reports to the charts, and what views may send.
 * Types only. Field names follow the OpenIM SDK where an entity has a counterpart there.
 */

export type Language = "zh" | "en";

/** Link to the IM gateway. Event names only are trusted (protocol fact 24). */
export type GatewayEvent =
  /** The SDK is being downloaded for the first time. */
  | { type: "im.loading"; percent: number }
  | { type: "im.connecting" }
  | { type: "im.connected" }
  | { type: "im.connectFailed"; code: number }
  | { type: "im.kicked" }
  | { type: "im.tokenExpired" }
  | { type: "im.tokenInvalid" }
  /** The SDK's worker died; signing in again starts a new one. */
  | { type: "im.crashed" }
  | { type: "im.profileChanged"; profile: Partial<Profile> & { userID: string } };

export type SyncEvent =
  | { type: "im.syncStarted"; reinstall: boolean }
  | { type: "im.syncProgress"; percent: number }
  | { type: "im.syncFinished" }
  | { type: "im.syncFailed" };

export type PageEvent =
  | { type: "page.visible" }
  | { type: "page.hidden" }
  | { type: "page.online" }
  | { type: "page.offline" };

/** Which tab owns the SDK (4-18). */
export type TabEvent = { type: "tab.owned" } | { type: "tab.elsewhere" } | { type: "tab.lost" };

/** Another tab forgot the stored credentials: it signed out. */
export type CredentialEvent = { type: "credentials.gone" };
