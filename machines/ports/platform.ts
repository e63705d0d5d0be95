/** The browser around the app. */

import type { CallMedia } from "../domain/call.ts";
import type { PageEvent, TabEvent } from "../domain/platform-events.ts";
import type { AddressEvent, Place } from "../domain/route.ts";
import type { Stream } from "./stream.ts";

/** What rings, and how the system names it while the page is hidden. */
export type Ring = { kind: "ringback" } | { kind: "ringtone"; name: string; mediaType: CallMedia };

/** The browser around the app. */
export interface PlatformPort {
  pageEvents: Stream<PageEvent>;
  addressEvents: Stream<AddressEvent>;
  currentPlace(): Place;
  push(place: Place): void;
  replace(place: Place): void;
  back(steps?: number): void;
  /** Makes the next step back lead to the page itself, and be reported as "address.uncovered". */
  cover(): void;
  /** Takes that step out of the history again. */
  uncover(): void;
  /** Waits for the lock that makes this tab the owner of a person's SDK; `steal` takes it from the tab that has it. */
  tabLock(input: { userID: string }, send: (event: TabEvent) => void): { steal(): void; release(): void };
  /** A short sound unless `isSilent`, and a system notification when the page is hidden and permission was given (4-65). */
  alert(input: { title: string; body: string; conversationID: string; isSilent: boolean }): void;
  /** Lets sound out later on; called while a tap is being handled (10-13). */
  unlockSound(): void;
  /** Rings, and vibrates for a ringtone, until the returned function is called. `title` and `body`: a system notification, and the title of the page. */
  ring(input: { kind: Ring["kind"]; title: string; body: string }): () => void;
  /** Keeps the screen on until the returned function is called, as far as the browser allows (10-14). */
  keepAwake(): () => void;
  /** Calls back when the page is being left, as far as a browser says so. */
  onClosing(callback: () => void): () => void;
  /** How much is unread, in the title of the page; a call that rings comes before it. */
  setUnread(count: number): void;
  /** Calls back once the page has nothing else to do, as far as the browser can tell; not after the returned function was called. */
  whenIdle(callback: () => void): () => void;
  copy(text: string): Promise<void>;
  /** Loads the page anew where the server has a newer release than this page's: what is missing of it will not come. */
  renew(): Promise<void>;
  /** Language of the browser, e.g. "zh-CN". */
  browserLanguage(): string;
  /** 32 random hex digits. */
  newID(): string;
  now(): number;
}
