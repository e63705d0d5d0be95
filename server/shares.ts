import type { IncomingMessage, ServerResponse } from "node:http";

/** Bytes of a share that are read, and dropped, so that the browser gets to read the answer. */
const MOST_DROPPED = 32 * 1024 * 1024;

/**
 * Answers a share from another app that no service worker has taken (11-57). The server stores nothing of it. It
 * redirects to the page, which says that nothing arrived.
 */
export function answerShare(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "POST" || request.url?.split("?", 1)[0] !== "/share") return false;
  let dropped = 0;
  request.on("data", (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > MOST_DROPPED) request.destroy();
  });
  request.on("error", () => {});
  response.writeHead(303, { Location: "/share", "Cache-Control": "no-store" }).end();
  return true;
}
