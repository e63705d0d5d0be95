/** What is kept for the person on this machine. */

import type { KeptCall, LeftCall } from "../calls/call-rules.ts";
import type { Language } from "../domain/platform-events.ts";
import type { KeptDraft } from "../outbox/outgoing-drafts.ts";
import type { ViewedStore } from "./applications.ts";
import type { EmojiStore } from "./emojis.ts";
import type { HeardStore } from "./player.ts";
import type { RecordingStore } from "./recorder.ts";
import type { RowStore } from "./rows.ts";
import type { SearchStore } from "./searches.ts";
import type { PageStore } from "./seen-pages.ts";

export interface BytesToKeep {
  userID: string;
  clientMsgID: string;
  bytes: Blob;
  /** A video's first picture. */
  poster: Blob | null;
}

/** One's own call while it is on, for the record it would otherwise never get (2-97). */
export interface CallStore {
  /** Keeps the call, and notes each second that it is still on, until it is left or dropped. */
  keepCall(input: { userID: string; call: KeptCall }): void;
  /** Notes that the page goes, or the session ends: what is kept stays for the next visit. */
  leaveCall(): void;
  dropCall(input: { userID: string }): void;
  /** The call that an earlier visit of that person left behind, which is then kept no more; null for none. */
  takeCall(input: { userID: string }): Promise<LeftCall | null>;
}

/** Small things kept for the person, apart from credentials. */
export interface StoragePort
  extends ViewedStore,
    CallStore,
    SearchStore,
    EmojiStore,
    HeardStore,
    RecordingStore,
    RowStore,
    PageStore {
  /** Drops drafts that the SDK has not taken: who signs out leaves none behind (4-15). */
  forgetDrafts(): void;
  readLanguage(): string | null;
  writeLanguage(language: Language): void;
  /** Whether new messages are heard on this device; they are unless somebody said otherwise. */
  readSound(): boolean;
  writeSound(isOn: boolean): void;
  /** With the addresses in this visit of what was kept. What is kept for nothing in it is dropped. */
  readOutbox(input: { userID: string }): Promise<KeptDraft[]>;
  /** Drops the bytes of what is not in it any more. */
  writeOutbox(input: { userID: string; items: KeptDraft[] }): Promise<void>;
  /** Keeps what a message is to take along, until it is sent or given up; with addresses in this visit. */
  keepBytes(input: BytesToKeep): Promise<{ preview: string; poster: string }>;
  dropBytes(input: { userID: string; clientMsgIDs: readonly string[] }): Promise<void>;
}
