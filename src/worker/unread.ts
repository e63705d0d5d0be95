/**
 * The count on the icon of the installed app. A page reports it to the worker. While no page is open, the worker adds
 * new messages to it, because a browser does not report the count that it shows.
 */

const CACHE = "parley-unread";
const PATH = "/unread";

export async function keepUnread(count: number): Promise<void> {
  await (await caches.open(CACHE)).put(PATH, new Response(String(count)));
}

/** Null if no page has reported it. */
export async function readUnread(): Promise<number | null> {
  const kept = await caches.match(PATH, { cacheName: CACHE });
  const count = Number((await kept?.text()) || Number.NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

export async function forgetUnread(): Promise<void> {
  await caches.delete(CACHE);
}
