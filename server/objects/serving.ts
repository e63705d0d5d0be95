import { open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { corsHeaders } from "../http.ts";
import type { Folder } from "./folder.ts";
import { dispositionOf } from "./names.ts";
import type { Objects, StoredObject } from "./objects.ts";
import { rangeOf } from "./ranges.ts";

/**
 * What comes from people stays a file: of what is not a picture, a recording or a video by its bytes a browser makes
 * nothing, and of those no document. Any page may show it, as the client may be served from elsewhere.
 */
const harmless = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Expose-Headers": "Content-Disposition, Content-Length, Content-Range, ETag",
};

/** Hands out content under the name it is to be saved as. */
export type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  wanted: { contentID: string; fileName: string },
) => Promise<void>;

export function createServe({ folder, objects }: { folder: Folder; objects: Objects }): Serve {
  return async (request, response, { contentID, fileName }) => {
    const found = objects.find(contentID);
    if (found === undefined) {
      answerPlainly(response, 404, "NoSuchKey");
      return;
    }
    if (wantsPicture(request) && !found.mediaType.startsWith("image/")) {
      answerPlainly(response, 415, "NotAPicture");
      return;
    }
    const file = await open(folder.file(found.file), "r");
    try {
      const headers = headersOf(found, fileName);
      if (isKnown(request, headers.ETag)) {
        response.writeHead(304, headers).end();
        return;
      }
      // Content is always the same: a range of another version cannot be meant, but may be asked for.
      const ifRange = request.headers["if-range"];
      const isSame =
        ifRange === undefined || ifRange === headers.ETag || ifRange === headers["Last-Modified"];
      const range = rangeOf(isSame ? request.headers.range : undefined, found.size);
      if (range === "unsatisfiable") {
        answerPlainly(response, 416, "InvalidRange", { "Content-Range": `bytes */${found.size}` });
        return;
      }
      const { first, last } = range === "whole" ? { first: 0, last: found.size - 1 } : range;
      response.writeHead(range === "whole" ? 200 : 206, {
        ...headers,
        "Content-Length": last - first + 1,
        ...(range !== "whole" && { "Content-Range": `bytes ${first}-${last}/${found.size}` }),
      });
      if (request.method === "HEAD") response.end();
      else await pipeline(file.createReadStream({ start: first, end: last, autoClose: false }), response);
    } catch {
      // The reader is gone, or the disk is: there is nobody to tell.
      response.destroy();
    } finally {
      await file.close();
    }
  };
}

/**
 * Whether an answer would be decoded as a picture. Browsers say so by Sec-Fetch-Dest where the origin is secure, and by
 * Accept everywhere; pages and downloads accept other types first.
 */
export function wantsPicture({ headers }: IncomingMessage): boolean {
  return headers["sec-fetch-dest"] === "image" || /^\s*image\//i.test(headers.accept ?? "");
}

/** Answers in a word that is no document either. */
export function answerPlainly(
  response: ServerResponse,
  status: number,
  reason: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { ...corsHeaders, ...harmless, "Content-Type": "text/plain", ...headers });
  response.end(reason);
}

function headersOf({ contentID, mediaType, createTime }: StoredObject, fileName: string) {
  return {
    ...corsHeaders,
    ...harmless,
    "Content-Type": mediaType || "application/octet-stream",
    "Content-Disposition": dispositionOf(mediaType === "" ? "attachment" : "inline", fileName),
    "Accept-Ranges": "bytes",
    ETag: `"${contentID}"`,
    "Last-Modified": new Date(createTime).toUTCString(),
    // What a browser has kept as a file it would decode as a picture without asking here.
    "Cache-Control": mediaType === "" ? "private, no-cache" : "private, max-age=31536000, immutable",
  };
}

const isKnown = ({ headers }: IncomingMessage, etag: string) =>
  headers["if-none-match"]
    ?.split(",")
    .some((known) => [etag, "*"].includes(known.trim().replace(/^W\//, ""))) ?? false;
