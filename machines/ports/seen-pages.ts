import type { PageSeen, PagesEvent } from "../inbox/cached-pages.ts";

/** The newest messages of the chats that were open last, as somebody saw them, kept on this machine. */
export interface PageStore {
  /** Tells what is kept, and of every change; nothing where it cannot be read. Returns how to stop. */
  watchPages(input: { userID: string }, send: (event: PagesEvent) => void): () => void;
  /** Keeps the newest of them in place of what was kept of that chat; a little later, and when the page is left. */
  keepPage(input: Omit<PageSeen, "type">): void;
  /** Drops what is kept: who signs out leaves none behind (4-15). */
  forgetPages(): void;
}
