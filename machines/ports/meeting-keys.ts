/** `lost`: the meeting was encrypted in this tab, and its key was dropped at a sign-out, or for newer keys. */
export type MeetingKeyState = "none" | "kept" | "lost";

/**
 * The keys of encrypted meetings, by room. A key is made here or comes with a link, stays in this tab, and leaves it
 * only in a link that the user passes on. No chart, event, log or request holds one.
 */
export interface MeetingKeysPort {
  /** Keeps the key in a meeting's link, and returns the text without it. Call it before a chart gets the text. */
  take(text: string): string;
  /** Returns the whole link of a meeting, with its key. */
  linkOf(roomID: string): string;
  /**
   * Reports the state of the meeting's key in this tab, now and on every change, until the returned function is called.
   */
  watch(input: { roomID: string }, report: (key: MeetingKeyState) => void): () => void;
  /** Makes a key for a new meeting. */
  make(input: { roomID: string }): void;
  drop(input: { roomID: string }): void;
  /** Drops all keys at sign-out, except those of links that are not used yet: the user may sign in to join. */
  forget(): void;
}
