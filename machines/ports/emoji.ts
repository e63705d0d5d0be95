/** Recently used emoji, stored on this device. */
import type { EmojiMemory } from "../domain/emoji.ts";

export interface EmojiStore {
  readEmojis(input: { userID: string }): Promise<EmojiMemory>;
  writeEmojis(input: { userID: string; memory: EmojiMemory }): Promise<void>;
  /** Deletes the data of all users, at sign-out (4-15). */
  forgetEmojis(): void;
}
