import type { FailureCode } from "../domain/failure.ts";

/** Loading media from URLs that other users wrote. */

export type MediaKind = "picture" | "video" | "sound";

export type PictureRefusal = Extract<FailureCode, "pictureTooLarge" | "pictureUnreadable">;

export interface SourcesPort {
  /**
   * Returns the `src` for a media element: the URL itself if it is in the deployment's own storage, a `blob:` URL
   * once it was loaded, null while it must not be requested.
   */
  srcOf(url: string): string | null;
  /** Returns the host of a URL outside the deployment's own storage; null for own storage and non-URLs. */
  foreignHostOf(url: string): string | null;
  /**
   * Loads `url` into memory. Limits the bytes and, for a picture from another host, the pixels. Resolves with whether
   * it can be shown; then `srcOf` returns it. A URL on another host is requested only if the user asked for it.
   */
  load(url: string, kind: MediaKind): Promise<boolean>;
  /** Returns why a picture that the user picked must not be shown; null if it may be shown. */
  refusalOf(picture: Blob): Promise<PictureRefusal | null>;
  /** Calls back when a result of `srcOf` may have changed, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

export interface LoadedMediaPort {
  /** Removes what `SourcesPort.load` has loaded. Loads that are under way resolve with false. */
  forget(): void;
}
