import type { FileToSave } from "../../../machines/domain/download.ts";
import { Failure, failureCode } from "../../../machines/domain/failure.ts";
import type { FilesPort } from "../../../machines/ports/files.ts";

/** In bytes. Larger files use the browser's own download, because they would stay in memory until complete. */
const MEMORY_LIMIT = 64 * 1024 * 1024;
/** A type that browsers never open as a page of this origin. */
const OPAQUE_TYPE = "application/octet-stream";
/** Milliseconds until the address of a saved blob is revoked. The browser needs some time to read it. */
const REVOKE_AFTER = 60_000;
/** Temporary refusals: too slow or too many requests. */
const PASSING = [408, 425, 429];
/** Minimum growth of the progress between two reports. */
const STEP = 0.01;

/** Saves files under their own names. Files that cannot be fetched become normal browser downloads. */
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

/** Returns the file, or null if only the browser can download it: too large, or no CORS access. */
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
  // The server answered, so the network works: the file does not exist under this address.
  if (response.status >= 400 && response.status < 500 && !PASSING.includes(response.status))
    throw new Failure("fileMissing");
  if (!response.ok || !response.body) throw new Failure("network");
  const size = Number(response.headers.get("Content-Length")) || bytes;
  const parts = size > MEMORY_LIMIT ? null : await read(response.body, size, tell);
  if (parts) return new Blob(parts, { type: OPAQUE_TYPE });
  await response.body.cancel().catch(() => {});
  return null;
}

/** The user's own file, which is still being sent. */
function isHere({ url }: Pick<FileToSave, "url">): boolean {
  return url.startsWith("blob:");
}

/** Reads all bytes and reports progress. Returns null if there are more than `size`. */
async function read(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  size: number,
  tell: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const reader = body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  let reported = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(next.value);
      count += next.value.byteLength;
      if (count > MEMORY_LIMIT) return null;
      const share = size > 0 ? Math.min(1, count / size) : 0;
      if (share - reported < STEP) continue;
      reported = share;
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
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}

/** Browsers ignore `download` for another host. The new tab keeps the app open. */
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
