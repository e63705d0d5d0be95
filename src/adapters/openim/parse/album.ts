import * as v from "valibot";
import { Extra, writeInto } from "./extra.ts";

/**
 * The id of an album is in `ex`: `{"album":"5f3c..."}`. Pictures that were picked together, and their caption, have the
 * same id. Clients that do not know it show each message on its own.
 */
const NAME = "album";
const Named = v.pipe(Extra, v.object({ [NAME]: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) }));

/** Returns an empty object if there is no id, or a malformed one. */
export function readAlbum(ex: unknown): { albumID?: string } {
  const extra = v.safeParse(Named, ex);
  return extra.success ? { albumID: extra.output[NAME] } : {};
}

/** Without an id it removes the id of the original of a forward: the copy belongs to another album, or to none. */
export function writeAlbum(albumID: string | undefined, ex: unknown): { ex?: string } {
  return writeInto(ex, NAME, albumID);
}
