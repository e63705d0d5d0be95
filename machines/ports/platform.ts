import type { AlertPermission, PermissionEvent } from "../domain/alerts.ts";
import type { Appearance } from "../domain/appearance.ts";
import type { CallMedia } from "../domain/call.ts";
import type { PageEvent, TabEvent, WindowEvent } from "../domain/platform-events.ts";
import type { AddressEvent, Place } from "../domain/route.ts";
import type { Stream } from "./stream.ts";

/** The kind of ring, and the data for its system notification while the page is hidden. */
export type Ring = { kind: "ringback" } | { kind: "ringtone"; name: string; mediaType: CallMedia };

/** Ids and time for charts; passed in so that tests are deterministic. */
export type Clock = Pick<PlatformPort, "newID" | "now">;

export interface PlatformPort {
  pageEvents: Stream<PageEvent>;
  addressEvents: Stream<AddressEvent>;
  /** Reports the width at once, then each change (11-21). */
  windowEvents: Stream<WindowEvent>;
  currentPlace(): Place;
  /** `drops`: goes back as many pages first, without a report. */
  push(place: Place, drops?: number): void;
  replace(place: Place, drops?: number): void;
  back(steps?: number): void;
  /** Adds a history entry, so that the next step back stays on the page and is reported as "address.uncovered". */
  cover(): void;
  /** Removes that history entry. */
  uncover(): void;
  /** Waits for the lock that makes this tab the owner of a user's SDK; `steal` takes it from another tab. */
  tabLock(input: { userID: string }, send: (event: TabEvent) => void): { steal(): void; release(): void };
  /** Reports whether notifications are allowed: the current value first, then each change. */
  permissionEvents: Stream<PermissionEvent>;
  /** Asks the user to allow notifications; must be called while a press is handled. */
  askPermission(): Promise<AlertPermission>;
  /**
   * Plays a short sound unless `isSilent`. With `isShown` it shows a system notification if the page is hidden and
   * allowed to (4-65); it disappears when the user returns to the page.
   */
  alert(input: {
    title: string;
    body: string;
    conversationID: string;
    isSilent: boolean;
    isShown: boolean;
  }): void;
  /** Allows sound from now on; must be called while a tap is handled (10-13). */
  unlockSound(): void;
  /**
   * Rings until the returned function is called, and vibrates for a ringtone. `title` and `body` are for a system
   * notification, shown while the page is hidden if `isShown`; `title` is also set as the page title.
   */
  ring(input: { kind: Ring["kind"]; title: string; body: string; isShown: boolean }): () => void;
  /** Keeps the screen on until the returned function is called, if the browser allows it (10-14). */
  keepAwake(): () => void;
  /** Calls back when the user leaves the page, as far as the browser reports it. */
  onClosing(callback: () => void): () => void;
  /** Shows the unread count on the icon of the installed app, and in the page title; there a ringing call has priority. */
  setUnread(count: number): void;
  /** Calls back once the page is idle; never after the returned function was called. */
  whenIdle(callback: () => void): () => void;
  showAppearance(appearance: Appearance): void;
  copy(text: string): Promise<void>;
  /** Reloads the page if the server has a newer release: files of this release may be gone. */
  renew(): Promise<void>;
  /** Language of the browser, e.g. "zh-CN". */
  browserLanguage(): string;
  /** 32 random hex digits. */
  newID(): string;
  now(): number;
}
