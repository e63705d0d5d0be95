import type { Conversation } from "../domain/conversation.ts";

/** The first rows of the conversation list as somebody saw them last, kept on this machine. */
export interface RowStore {
  /** In their order; none where nothing of that person can be read. */
  readRows(input: { userID: string }): Promise<readonly Conversation[]>;
  /** Keeps them in place of what was kept, of whomever; a little later, and when the page is left. */
  keepRows(input: { userID: string; rows: readonly Conversation[] }): void;
  /** Lets go of what was about to be kept, of chats, too. */
  restRows(): void;
  /** Drops what is kept: who signs out leaves none behind (4-15). */
  forgetRows(): void;
}

/** The first rows of the conversation list as the server has them, for a device where nothing was seen yet. */
export interface RowSource {
  /** In the list's order, as a row that is kept says them. */
  askRows(input: { userID: string }): Promise<readonly Conversation[]>;
}
