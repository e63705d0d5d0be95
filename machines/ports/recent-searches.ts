/** Recent searches, stored on this device. */
export interface SearchStore {
  /** Newest first. */
  readSearches(input: { userID: string }): Promise<string[]>;
  writeSearches(input: { userID: string; searches: readonly string[] }): Promise<void>;
  /** Deletes the searches of all users, at sign-out (4-15). */
  forgetSearches(): void;
}
