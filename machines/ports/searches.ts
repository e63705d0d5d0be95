/** What somebody searched for lately, kept on this machine. */
export interface SearchStore {
  /** Newest first. */
  readSearches(input: { userID: string }): Promise<string[]>;
  writeSearches(input: { userID: string; searches: readonly string[] }): Promise<void>;
  /** Drops everybody's: who signs out leaves none behind (4-15). */
  forgetSearches(): void;
}
