import type { IncomingShare } from "../domain/incoming-share.ts";

/** Content that another app shared into this browser (11-57). Only the newest share is kept. */
export interface SharesPort {
  /** Returns the share with that id; null if there is none, or only a newer one, or if it is too old. */
  read(input: { shareID: string }): Promise<IncomingShare | null>;
  /** Drops the share with that id: a chat has it, or the user has cancelled. */
  drop(input: { shareID: string }): void;
  /** Drops any share, at sign-out. */
  forget(): void;
}
