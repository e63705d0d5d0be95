import { type FileToSave, MEMORY_LIMIT } from "../../../machines/domain/download.ts";
import { Failure, failureCode } from "../../../machines/domain/failure.ts";
import type { FilesPort } from "../../../machines/ports/files.ts";

/** Whatever it is, nothing opens it as a page of this product's. */
const INERT = "application/octet-stream";
/** Milliseconds a browser has to take over what is saved from memory. */
const HANDED_OVER = 60_000;
/** Refused for now: too slow, too many. */
const PASSING = [408, 425, 429];
/** A share is told when it has grown by so much. */
const STEP = 0.01;

/** Fetches files and saves them under their own names; what cannot be fetched here is the browser's own download. */
export function createDownloads(page: { origin: string }): Pick<FilesPort, "download"> {
  return {
    download(file, send) {
      const giveUp = new AbortController();
      const { signal } = giveUp;
      const run = async () => {
        try {
          const bytes = await fetched(file, page.origin, signal, (share) => {
            if (!signal.aborted) send({ type: "download.progress", share });
          });
          if (signal.aborted) return;
          if (bytes) saveBytes(bytes, file.fileName);
          else saveAddress(file);
          send({ type: bytes || isHere(file) ? "download.saved" : "download.left" });
        } catch (error) {
          if (!signal.aborted) send({ type: "download.failed", failure: failureCode(error) });
        }
      };
      void run();
      return () => giveUp.abort();
    },
  };
}

/** The file, or null where the browser had better do it: it is large, or lies with somebody who lets no page read it. */
async function fetched(
  { url, bytes }: FileToSave,
  origin: string,
  signal: AbortSignal,
  tell: (share: number) => void,
): Promise<Blob | null> {
  if (bytes > MEMORY_LIMIT || isHere({ url })) return null;
  const response = await fetch(url, { signal, credentials: "omit" }).catch(() => {
    if (!signal.aborted && new URL(url, origin).origin !== origin && navigator.onLine) return null;
    throw new Failure("network");
  });
  if (!response) return null;
  // The server answers, so there is a connection: what it refuses is not there, or not there under this name.
  if (response.status >= 400 && response.status < 500 && !PASSING.includes(response.status))
    throw new Failure("fileMissing");
  if (!response.ok || !response.body) throw new Failure("network");
  const size = Number(response.headers.get("Content-Length")) || bytes;
  const parts = size > MEMORY_LIMIT ? null : await read(response.body, size, tell);
  if (parts) return new Blob(parts, { type: INERT });
  await response.body.cancel().catch(() => {});
  return null;
}

/** One's own that is on its way out. */
function isHere({ url }: Pick<FileToSave, "url">): boolean {
  return url.startsWith("blob:");
}

/** All of it, told of as it comes; null where it is more than was said. */
async function read(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  size: number,
  tell: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const reader = body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  let told = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(next.value);
      count += next.value.byteLength;
      if (count > MEMORY_LIMIT) return null;
      const share = size > 0 ? Math.min(1, count / size) : 0;
      if (share - told < STEP) continue;
      told = share;
      tell(share);
    }
  } catch {
    throw new Failure("network");
  } finally {
    reader.releaseLock();
  }
  return parts;
}

function saveBytes(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes);
  follow({ url, fileName }, "");
  setTimeout(() => URL.revokeObjectURL(url), HANDED_OVER);
}

/** Where the browser heeds no `download`, as with another host's file, the app at least stays. */
function saveAddress(file: FileToSave): void {
  follow(file, "_blank");
}

function follow({ url, fileName }: Pick<FileToSave, "url" | "fileName">, target: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.target = target;
  link.rel = "noopener noreferrer";
  document.body.append(link);
  link.click();
  link.remove();
}
