/** Data stored for the user on this device. */

import type { KeptCall, LeftCall } from "../calls/call-rules.ts";
import type { Alerts } from "../domain/alerts.ts";
import type { Appearance } from "../domain/appearance.ts";
import type { FormOwner, KeptForm } from "../domain/form.ts";
import type { Language } from "../domain/language.ts";
import type { MessageKey } from "../domain/message.ts";
import type { Place } from "../domain/route.ts";
import type { KeptDraft } from "../outbox/outgoing-drafts.ts";
import type { PageStore } from "./cached-pages.ts";
import type { ViewedStore } from "./contact-requests.ts";
import type { EmojiStore } from "./emoji.ts";
import type { HeardStore } from "./player.ts";
import type { SearchStore } from "./recent-searches.ts";
import type { RecordingStore } from "./recorder.ts";
import type { RowStore } from "./rows.ts";

export interface BytesToKeep {
  userID: string;
  clientMsgID: string;
  bytes: Blob;
  poster: Blob | null;
}

/** The outgoing call in progress, stored for the record it would otherwise never get (2-97). */
export interface CallStore {
  /** Stores the call, and updates the time each second until `leaveCall` or `dropCall`. */
  keepCall(input: { userID: string; call: KeptCall }): void;
  /** The page closes or the session ends: the stored call stays for the next visit. */
  leaveCall(): void;
  dropCall(input: { userID: string }): void;
  /** Returns and removes the call that an earlier page of that user left; null for none. */
  takeCall(input: { userID: string }): Promise<LeftCall | null>;
}

/** The meeting that this tab is in, stored for the way back after a reload (11-41). */
export interface MeetingStore {
  keepMeeting(input: { userID: string; roomID: string }): void;
  dropMeeting(): void;
  /** Returns the id of the meeting that an earlier page of this tab left with that user; null for none. */
  leftMeeting(input: { userID: string }): string | null;
}

/** Forms that were filled in and not sent, stored for a reload of this tab. */
export interface FormStore {
  keepForm(input: FormOwner & { form: KeptForm }): void;
  dropForm(input: FormOwner): void;
  /** Returns the form that an earlier page of this tab left with that user; null for none. */
  leftForm(input: FormOwner): KeptForm | null;
}

export interface StoragePort
  extends ViewedStore,
    CallStore,
    FormStore,
    MeetingStore,
    SearchStore,
    EmojiStore,
    HeardStore,
    RecordingStore,
    RowStore,
    PageStore {
  /**
   * Deletes forms, and drafts that the SDK has not stored, at sign-out (4-15). If the user was signed out by force, the
   * drafts stay for the next sign-in.
   */
  forgetDrafts(isRefused?: boolean): void;
  /**
   * Deletes the outbox of a user who chose to sign out, with the bytes of attachments. Bytes that come later are not
   * stored until the user signs in again. Returns the messages that are never sent.
   */
  forgetOutbox(input: { userID: string }): readonly MessageKey[];
  /** The link that led to the sign-in, which this tab keeps over a reload; null for none. */
  readLink(): Place | null;
  writeLink(link: Place | null): void;
  readLanguage(): string | null;
  writeLanguage(language: Language): void;
  /** Theme and text size on this device. */
  readAppearance(): Appearance;
  writeAppearance(appearance: Appearance): void;
  /** The settings of this device. */
  readAlerts(): Alerts;
  writeAlerts(alerts: Alerts): void;
  /** Whether the user has declined the offer of notifications on this device. */
  readDeclined(): boolean;
  writeDeclined(): void;
  /** Also creates `blob:` URLs for this page, and deletes bytes that no outbox item or recording uses. */
  readOutbox(input: { userID: string }): Promise<KeptDraft[]>;
  /** Stores the outbox and deletes the bytes of items no longer in it. */
  writeOutbox(input: { userID: string; items: KeptDraft[] }): Promise<void>;
  /** Stores the attachment of a message until it is sent or dropped; returns `blob:` URLs for this page. */
  keepBytes(input: BytesToKeep): Promise<{ preview: string; poster: string }>;
  dropBytes(input: { userID: string; clientMsgIDs: readonly string[] }): Promise<void>;
}
