/** What is kept for the person on this machine. */
import type { Language } from "../vocabulary/surroundings.ts";
import type { ViewedStore } from "./applications.ts";
import type { EmojiStore } from "./emojis.ts";
import type { Draftable } from "./im.ts";
import type { HeardStore } from "./player.ts";
import type { SearchStore } from "./searches.ts";

/** Small things kept for the person, apart from credentials. */
export interface StoragePort extends ViewedStore, SearchStore, EmojiStore, HeardStore {
  readLanguage(): string | null;
  writeLanguage(language: Language): void;
  /** Whether new messages are heard on this device; they are unless somebody said otherwise. */
  readSound(): boolean;
  writeSound(isOn: boolean): void;
  readOutbox(input: { userID: string }): Promise<Draftable[]>;
  writeOutbox(input: { userID: string; items: Draftable[] }): Promise<void>;
}
