import type { Conversation } from "../domain/conversation.ts";

/** The first rows of the conversation list as last seen, stored on this device. */
export interface RowStore {
  /** Returns the rows in order; empty if nothing of that user can be read. */
  readRows(input: { userID: string }): Promise<readonly Conversation[]>;
  /** Replaces the stored rows of any user. Writes after a short delay, and when the user leaves the page. */
  keepRows(input: { userID: string; rows: readonly Conversation[] }): void;
  /** Cancels delayed writes, also those of chat pages. */
  restRows(): void;
  /** Deletes the stored rows at sign-out (4-15). */
  forgetRows(): void;
}

/** The first rows of the conversation list from the server, for a device without stored rows. */
export interface RowSource {
  /** Returns the rows in list order, in the shape of stored rows. */
  askRows(input: { userID: string }): Promise<readonly Conversation[]>;
}
