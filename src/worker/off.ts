/**
 * Replaces a broken service worker: removes its caches and itself. The server answers the worker's address
 * with it (PARLEY_WORKER=off).
 */
import type { UpdateMessage } from "./messages.ts";
import { isOurs, SHARES } from "./rules.ts";
import { forgetUnread } from "./unread.ts";

declare const self: ServiceWorkerGlobalScope;

/** Between two attempts to replace the broken worker, in milliseconds. */
const ATTEMPT_PAUSE = 500;

self.addEventListener("install", (event) => {
  event.waitUntil(self.skipWaiting());
  // Chromium can forget the request when the broken worker stops and starts again at that moment.
  const attempts = setInterval(() => {
    const { installing, waiting } = self.registration;
    if (waiting) void self.skipWaiting();
    else if (!installing) clearInterval(attempts);
  }, ATTEMPT_PAUSE);
});
self.addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  for (const name of await caches.keys()) if (isOurs(name) || name === SHARES) await caches.delete(name);
  await forgetUnread();
  const message: UpdateMessage = { type: "update.off" };
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage(message);
  await self.registration.unregister();
}
