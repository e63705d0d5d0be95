import { open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { corsHeaders } from "../http.ts";
import type { Folder } from "./folder.ts";
import { dispositionOf } from "./names.ts";
import type { Objects, StoredObject } from "./objects.ts";
import { rangeOf } from "./ranges.ts";

/**
 * Headers for user content. Browsers render only verified pictures, audio and video, never documents. Any page may
 * embed it, because the client may be on another origin.
 */
const harmless = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Expose-Headers": "Content-Disposition, Content-Length, Content-Range, ETag",
};

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
      // Content never changes, but a client may send an If-Range of another version.
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
      // The client has gone or the disk failed; no answer is possible.
      response.destroy();
    } finally {
      await file.close();
    }
  };
}

/**
 * Whether the browser would decode the answer as a picture. Browsers send Sec-Fetch-Dest on secure origins, and
 * Accept everywhere; pages and downloads accept other types first.
 */
export function wantsPicture({ headers }: IncomingMessage): boolean {
  return headers["sec-fetch-dest"] === "image" || /^\s*image\//i.test(headers.accept ?? "");
}

/** Answers with a short plain text, which browsers never render as a document. */
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
    // Downloads are revalidated: a browser would decode a cached one as a picture without asking the server.
    "Cache-Control": mediaType === "" ? "private, no-cache" : "private, max-age=31536000, immutable",
  };
}

const isKnown = ({ headers }: IncomingMessage, etag: string) =>
  headers["if-none-match"]
    ?.split(",")
    .some((known) => [etag, "*"].includes(known.trim().replace(/^W\//, ""))) ?? false;
