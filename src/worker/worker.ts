/**
 * The service worker: the app opens without its server (11-20). It stores the document and the scripts of one release:
 * no answer of a server that knows the user passes through it. It shows the notifications of a user without an open
 * page (11-25), and keeps a share from another app until the page takes it (11-57).
 */
import { hasContent, sharedText, sharePath } from "../../machines/domain/incoming-share.ts";
import { isOff, serverAhead } from "../../machines/domain/server-time.ts";
import { isApply, isOpened, isUnread, type PushMessage, type UpdateMessage } from "./messages.ts";
import {
  type ActResult,
  ANSWER,
  actResult,
  type CallNotice,
  failedAct,
  isCounted,
  type MessageNotice,
  missedCall,
  notificationFor,
  pageToOpen,
  parseNotice,
  parseNotificationData,
  pathOf,
  ringFor,
  ringTag,
  ringTimeLeft,
  type ShownNotification,
  type WorkerAction,
  workerAction,
} from "./notices.ts";
import {
  belongsTo,
  cacheOf,
  isFile,
  isOurs,
  keptCaches,
  LOGO,
  type Release,
  SHARES,
  sourceOf,
} from "./rules.ts";
import { dropStaleShare, keepShare, receivedShare } from "./shares.ts";
import { keepUnread, readUnread } from "./unread.ts";

declare const self: ServiceWorkerGlobalScope;

/** Set by the build (tools/worker.ts). */
declare const __RELEASE__: Release;

const RELEASE = __RELEASE__;
const PAGE = "/";
/** Marks the cache of a release that has been in use. */
const USED = "/used";
const OWN = cacheOf(RELEASE);

/** Timeout for a page to answer, in milliseconds. */
const LONGEST_ANSWER = 1000;

/** A call that is younger has just begun, in milliseconds. */
const FAST_PUSH = 5000;

/** Timeout of an act at the server, and the pause before the second attempt, in milliseconds. */
const LONGEST_ACT = 10_000;
const ACT_PAUSE = 3000;

/** Whether notifications can have a field to write in. */
const HAS_FIELD = "reply" in NotificationEvent.prototype;

/** Timeout for a page that a notification opened to ask for its messages, in milliseconds. */
const LONGEST_OPENING = 30_000;

/** Messages for the page that a notification opens: without the SDK's status its address leads to the list (4-07). */
let opening: readonly PushMessage[] | null = null;

/** The count on the icon, and the notification of a chat, include those before them. */
const counting = inTurn();
const showing = inTurn();

/** Whether a page asked this release to take over. Otherwise no page shows an older one. */
let isApplied = false;

self.addEventListener("install", (event) => event.waitUntil(store()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  if (isOpened(event.data) && opening !== null) {
    for (const message of opening) event.source?.postMessage(message);
    opening = null;
  }
  if (isUnread(event.data)) {
    const { count } = event.data;
    event.waitUntil(afterCounting(() => keepUnread(count)));
  }
  if (!isApply(event.data)) return;
  isApplied = true;
  event.waitUntil(self.skipWaiting());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { method, mode, url } = request;
  const sender = request.headers.get("Origin");
  const source = sourceOf({ method, mode, url, origin: self.location.origin, sender });
  if (source === "share") event.respondWith(takeShare(request));
  if (source === "page") {
    event.respondWith(answer(PAGE, request));
    event.waitUntil(dropStaleShare(caches, Date.now()).catch(() => {}));
  }
  if (source === "file") event.respondWith(answer(new URL(url).pathname, request, true));
});

self.addEventListener("push", (event) => event.waitUntil(notify(event.data?.text())));
self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  const data = parseNotificationData(notification.data);
  const action = workerAction(event.action);
  const text = action === "reply" ? (data?.unsent ?? replyOf(event)) : "";
  const isAct = action !== null && data?.permit && (action !== "reply" || text !== "");
  if (!isAct && data?.unsent !== undefined) {
    event.waitUntil(openUnsent(notification, data.conversationID, data.unsent));
    return;
  }
  notification.close();
  event.waitUntil(
    isAct ? act(notification, { action, text }) : open(notification.data, event.action === ANSWER),
  );
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(tell({ type: "push.lost" })));

/** Stores the whole release, or fails and leaves nothing. One file at a time: the page's own requests go first. */
async function store(): Promise<void> {
  const cache = await caches.open(OWN);
  try {
    const page = await fetchFile(PAGE, { cache: "no-cache" });
    if (!belongsTo(RELEASE, await page.clone().text())) throw new Error("the page is of another release");
    for (const file of RELEASE.files)
      await cache.put(file, (await find(file)) ?? (await fetchFile(file, { priority: "low" })));
    await cache.put(LOGO, await fetchFile(LOGO, { cache: "no-cache", priority: "low" }));
    await cache.put(PAGE, page);
  } catch (error) {
    if (!(await cache.match(USED))) await caches.delete(OWN);
    throw error;
  }
}

async function takeOver(): Promise<void> {
  const all = (await caches.keys()).filter(isOurs);
  const used: string[] = [];
  for (const name of all) if (await (await caches.open(name)).match(USED)) used.push(name);
  const kept = keptCaches(OWN, all, used);
  for (const name of all) if (!kept.includes(name)) await caches.delete(name);
  await (await caches.open(OWN)).put(USED, new Response());
  await self.clients.claim();
  if (isApplied) await tell({ type: "update.replaced" });
}

async function answer(path: string, request: Request, isKept = false): Promise<Response> {
  // Without the cache the page works as it does without a worker.
  const stored = await find(path).catch(() => undefined);
  if (stored) return stored;
  const response = await fetch(request);
  // Without room on the device the page gets the file all the same.
  if (isKept && isSound(path, response)) await keepFile(path, response.clone()).catch(() => {});
  return response;
}

async function keepFile(path: string, response: Response): Promise<void> {
  await (await caches.open(OWN)).put(path, response);
}

/** Keeps a share from another app, and redirects to its page. If that fails, the page says that nothing arrived. */
async function takeShare(request: Request): Promise<Response> {
  let shareID: string | null = null;
  try {
    await caches.delete(SHARES);
    const share = receivedShare(await request.formData());
    if (hasContent(share) || share.leftOut > 0) {
      const id = crypto.randomUUID();
      await keepShare(caches, share, { shareID: id, now: Date.now() });
      shareID = id;
    }
  } catch {
    // Not a form, or no room on the device.
  }
  return Response.redirect(new URL(sharePath(shareID), self.location.origin).href, 303);
}

/** A file of this release, or of the one before it. */
async function find(path: string): Promise<Response | undefined> {
  const own = await (await caches.open(OWN)).match(path, { ignoreVary: true });
  if (own || path === PAGE) return own;
  for (const name of await caches.keys()) {
    const found = isOurs(name) && (await (await caches.open(name)).match(path, { ignoreVary: true }));
    if (found) return found;
  }
  return undefined;
}

async function fetchFile(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (!isSound(path, response)) throw new Error(`${path} could not be fetched`);
  return response;
}

function isSound(path: string, { status, redirected, headers }: Response): boolean {
  return status === 200 && !redirected && isFile(path, headers.get("Content-Type"));
}

async function notify(text: string | undefined): Promise<void> {
  const notice = parseNotice(text);
  if (notice?.type === "call") await ring(notice);
  if (notice?.type === "message") await tellMessage(notice);
}

function tellMessage(notice: MessageNotice): Promise<void> {
  return showing(() => showMessage(notice));
}

async function showMessage(notice: MessageNotice): Promise<void> {
  if (notice.roomID !== undefined) await endRing(notice);
  const [before] = await self.registration.getNotifications({ tag: notice.conversationID });
  const notification = notificationFor(notice, await watched(), before?.data, HAS_FIELD);
  if (!notification) return;
  await show(notification);
  if (!isCounted(notice, before?.data)) await addToIcon(1);
}

/** Rings as long as the call does. If the user does not answer, the notification says so. */
async function ring(notice: CallNotice): Promise<void> {
  const left = ringTimeLeft(notice, await timeNow(notice));
  if (left > 0 && !(await watched()).includes(notice.conversationID)) {
    await show(ringFor(notice));
    await new Promise((resolve) => setTimeout(resolve, left));
    if (!(await endRing(notice))) return;
  }
  await tellMessage(missedCall(notice));
}

/**
 * The server's time. The page's server is asked only if the call seems to be old, or of the future: either the push is
 * late, or the device's clock is wrong.
 */
async function timeNow({ sendTime }: CallNotice): Promise<number> {
  const askedAt = Date.now();
  if (askedAt >= sendTime && askedAt - sendTime < FAST_PUSH) return askedAt;
  const signal = AbortSignal.timeout(LONGEST_ANSWER);
  const answer = await fetch(PAGE, { method: "HEAD", cache: "no-store", signal }).catch(() => null);
  const now = Date.now();
  // The date of an answer from a shared cache is old.
  const date = answer?.headers.has("age") ? null : (answer?.headers.get("date") ?? null);
  const ahead = serverAhead(date, askedAt, now) ?? 0;
  return isOff(ahead) ? now + ahead : now;
}

/** Returns whether the notification of that call was still shown. */
async function endRing(notice: CallNotice | MessageNotice): Promise<boolean> {
  const rings = await self.registration.getNotifications({ tag: ringTag(notice) });
  const own = rings.filter(({ data }) => parseNotificationData(data)?.roomID === notice.roomID);
  for (const notification of own) notification.close();
  return own.length > 0;
}

async function show({ title, ...options }: ShownNotification): Promise<void> {
  await self.registration.showNotification(title, { ...options, icon: "/icons/icon-192.png" });
}

/** Changes the count on the icon of the app, after the changes before. The page shows the true count when it opens. */
function addToIcon(more: number): Promise<void> {
  return afterCounting(async () => {
    const before = await readUnread();
    if (before === null) return;
    const count = Math.max(0, before + more);
    await keepUnread(count);
    await self.navigator.setAppBadge?.(count);
  });
}

function afterCounting(next: () => Promise<void>): Promise<void> {
  // Refused by the system, or no storage.
  return counting(next).catch(() => {});
}

/** Returns a function that runs tasks one after another, also after one that fails. */
function inTurn(): (task: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => {});
    return done;
  };
}

/** Replies, marks as read or declines a call in the user's name. A failure becomes a notification. */
async function act(
  { title, lang, data: kept }: Notification,
  { action, text }: { action: WorkerAction; text: string },
): Promise<void> {
  const data = parseNotificationData(kept);
  if (!data?.permit) return;
  const { secret, address } = data.permit;
  const body = JSON.stringify({ secret, action, ...(text !== "" && { text }) });
  // A reply that is sent again may have arrived the first time.
  const result = await postAct(address, body, data.unsent !== undefined);
  if (result === "done") await addToIcon(-data.count);
  else await show(failedAct({ title, lang, data }, { action, text, result, now: Date.now() }));
}

async function postAct(address: string, body: string, isSentAgain: boolean): Promise<ActResult> {
  const attempt = async (isAgain: boolean) => {
    const response = await fetch(`${address}/push/act`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(LONGEST_ACT),
    });
    return actResult(await response.json(), isAgain);
  };
  return attempt(isSentAgain).catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, ACT_PAUSE));
    return attempt(true).catch(() => "unreached" as const);
  });
}

function replyOf(event: NotificationEvent): string {
  const reply: unknown = "reply" in event ? event.reply : undefined;
  return typeof reply === "string" ? reply.trim() : "";
}

/** Shows the chat of a notification, in an open page if there is one, and answers the call that rings there. */
async function open(data: unknown, isAnswer: boolean): Promise<void> {
  const path = pathOf(data);
  const { conversationID, roomID } = parseNotificationData(data) ?? {};
  if (path === null || conversationID === undefined) return;
  const messages: PushMessage[] = [{ type: "push.open", conversationID }];
  if (isAnswer && roomID !== undefined) messages.push({ type: "push.answered", roomID });
  const page = pageToOpen(await pages());
  if (!page) {
    opening = messages;
    await self.clients.openWindow(path);
    // Keeps the worker running, and with it the messages.
    await new Promise((resolve) => setTimeout(resolve, LONGEST_OPENING));
    if (opening === messages) opening = null;
    return;
  }
  for (const message of messages) page.postMessage(message);
  // Refused if the browser does not count the click: the page shows the chat all the same.
  await page.focus().catch(() => {});
}

/** Opens the chat with a reply that was not sent in its composer. Until it is kept, its notification stays. */
async function openUnsent(notification: Notification, conversationID: string, reply: string): Promise<void> {
  const shareID = crypto.randomUUID();
  const share = { ...sharedText({ title: "", text: reply, url: "" }, []), files: [], leftOut: 0 };
  try {
    await keepShare(caches, share, { shareID, now: Date.now() });
  } catch {
    // No room on the device.
    await open(notification.data, false);
    return;
  }
  // A page without a signed-in user does not answer.
  const page = pageToOpen(await pages());
  const isTaken = page && (await ask(page, { type: "push.unsent", conversationID, shareID })) === true;
  if (isTaken) await page.focus().catch(() => {});
  else await self.clients.openWindow(sharePath(shareID, conversationID));
  notification.close();
}

/** The chats on visible pages. A page that does not answer shows none. */
async function watched(): Promise<unknown[]> {
  const visible = (await pages()).filter(({ visibilityState }) => visibilityState === "visible");
  return Promise.all(visible.map((page) => ask(page, { type: "push.watched" })));
}

/** Resolves with the answer of the page, or with undefined if it does not answer in time. */
function ask(page: WindowClient, message: PushMessage): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
    setTimeout(resolve, LONGEST_ANSWER);
    page.postMessage(message, [port2]);
  });
}

function pages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}

async function tell(message: UpdateMessage | PushMessage): Promise<void> {
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage(message);
}
