import type { Profile } from "./people.ts";

/**
 * Platform events: connection, sync, page visibility, other tabs, language. Types only. Field names follow the OpenIM
 * SDK where it has the same entity.
 */

/** Connection to the IM gateway. Only the event names are trusted (protocol fact 24). */
export type GatewayEvent =
  /** The SDK is downloaded for the first time. */
  | { type: "im.loading"; percent: number }
  | { type: "im.connecting" }
  | { type: "im.connected" }
  | { type: "im.connectFailed"; code: number }
  | { type: "im.kicked" }
  | { type: "im.tokenExpired" }
  | { type: "im.tokenInvalid" }
  /** The SDK's worker crashed; signing in again starts a new one. */
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

/** Below 480 px, below 900 px, below 1280 px, and from there on. */
export type WindowWidth = "phone" | "column" | "two" | "three";

/** The window is now in another class of widths; sent once at the start. */
export type WindowEvent = { type: "window.resized"; width: WindowWidth };

/** Which tab runs the SDK (4-18). */
export type TabEvent = { type: "tab.owned" } | { type: "tab.elsewhere" } | { type: "tab.lost" };

/** Another tab signed out and deleted the stored credentials. */
export type CredentialEvent = { type: "credentials.gone" };

/** Reports of the service worker about releases of the app (11-20). */
export type UpdateEvent =
  /** A newer release is stored and waits. */
  | { type: "update.waiting" }
  /** A newer release has taken over. This page is of an older one. */
  | { type: "update.replaced" }
  /** The server has switched the worker off. */
  | { type: "update.off" };
