import type { PageSeen, SeenPages } from "../vocabulary/seen-pages.ts";

/** The newest messages of the chats that were open last, as somebody saw them, kept on this machine. */
export interface PageStore {
  /** None where nothing of that person can be read. */
  readPages(input: { userID: string }): Promise<SeenPages>;
  /** Keeps the newest of them in place of what was kept of that chat; a little later, and when the page is left. */
  keepPage(input: Omit<PageSeen, "type">): void;
  /** Drops what is kept: who signs out leaves none behind (4-15). */
  forgetPages(): void;
}
