import type { FailureCode } from "../domain/failure.ts";

/** What a page may load from an address that somebody else wrote. */

export type MediaKind = "picture" | "video" | "sound";

export type PictureRefusal = Extract<FailureCode, "pictureTooLarge" | "pictureUnreadable">;

export interface SourcesPort {
  /**
   * What a media element gets as its source: the address itself where it lies in the deployment's own storage, a `blob:`
   * address once it was loaded; null while nothing may be requested.
   */
  srcOf(url: string): string | null;
  /** The host of an address outside the deployment's own storage; null for own storage and for what is no address. */
  strangerOf(url: string): string | null;
  /**
   * Fetches `url` into memory, bounded in bytes, and a stranger's picture also in pixels. Resolves with whether it can be
   * shown; `srcOf` then says how. A stranger's address is requested only because the user asked for it.
   */
  load(url: string, kind: MediaKind): Promise<boolean>;
  /** Calls back whenever `srcOf` may answer something else. The returned function ends that. */
  /** Why a picture that the user picked must not be shown; null where it may. */
  refusalOf(picture: Blob): Promise<PictureRefusal | null>;
  subscribe(listener: () => void): () => void;
}
