import type { MediaKind } from "../../../machines/ports/sources.ts";
import { pictureType, pixelsOf } from "./picture-pixels.ts";

const MEBIBYTE = 1024 * 1024;
/** Maximum size in bytes, because loaded media stay in memory. */
const LARGEST: Readonly<Record<MediaKind, number>> = {
  picture: 20 * MEBIBYTE,
  video: 64 * MEBIBYTE,
  sound: 16 * MEBIBYTE,
};
/** Maximum pixels. Each takes four bytes while the picture is shown. */
const MOST_PIXELS = 40_000_000;
/** Timeout in milliseconds. */
const PATIENCE = 60_000;

const TYPES: Readonly<Record<MediaKind, RegExp>> = {
  picture: /^image\//,
  video: /^(video|audio)\//,
  sound: /^(video|audio)\//,
};

/** Returns a file of another origin, or null if its size or type is refused. Rejects without an answer. */
export async function fetchMedia(url: string, kind: MediaKind, isStranger: boolean): Promise<Blob | null> {
  const response = await fetch(url, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!response.ok || !response.body) return null;
  const bytes = await read(response.body, LARGEST[kind]);
  if (!bytes) return null;
  if (isStranger && kind === "picture") {
    const pixels = pixelsOf(bytes);
    if (pixels === null || pixels > MOST_PIXELS) return null;
    return new Blob([bytes], { type: pictureType(bytes) });
  }
  const type = response.headers.get("Content-Type")?.split(";")[0]?.trim() ?? "";
  return TYPES[kind].test(type) ? new Blob([bytes], { type }) : null;
}

/** Reads all bytes. Returns null and stops above `most` bytes. */
async function read(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    count += next.value.byteLength;
    if (count > most) {
      await reader.cancel().catch(() => {});
      return null;
    }
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
