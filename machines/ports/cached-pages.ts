import type { CachedPagesEvent, PageSeen } from "../inbox/cached-pages.ts";

/** The newest messages of the chats opened last, as last seen, stored on this device. */
export interface PageStore {
  /** Emits the stored pages, then every change; nothing if they cannot be read. The returned function stops it. */
  watchPages(input: { userID: string }, send: (event: CachedPagesEvent) => void): () => void;
  /** Replaces the stored page of that chat, after a short delay and when the user leaves the page. */
  keepPage(input: Omit<PageSeen, "type">): void;
  /** Deletes the stored pages at sign-out (4-15). */
  forgetPages(): void;
}
