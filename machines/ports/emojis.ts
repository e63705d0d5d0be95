/** The emoji somebody picked lately, kept on this machine. */
import type { EmojiMemory } from "../domain/emoji.ts";

export interface EmojiStore {
  readEmojis(input: { userID: string }): Promise<EmojiMemory>;
  writeEmojis(input: { userID: string; memory: EmojiMemory }): Promise<void>;
  /** Drops everybody's: who signs out leaves none behind (4-15). */
  forgetEmojis(): void;
}
