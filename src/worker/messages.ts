import type { UpdateEvent } from "../../machines/domain/platform-events.ts";

/** Address of the service worker. It must stay the same: browsers look there for a newer one. */
export const WORKER = "/worker.js";

/** Messages from the worker to its pages. */
export type UpdateMessage = Exclude<UpdateEvent, { type: "update.waiting" }>;

export function isUpdateMessage(data: unknown): data is UpdateMessage {
  return typeOf(data) === "update.replaced" || typeOf(data) === "update.off";
}

/**
 * Messages from the worker about pushes: the user opens a chat or answers a call from its notification, or opens a
 * reply that was not sent, which the worker has kept as a share; or the subscription changed. It asks for the chat on
 * the page with "push.watched", and gets its id, or null, through the port of the message. A page that takes an unsent
 * reply answers true through the port.
 */
export type PushMessage =
  | { type: "push.open"; conversationID: string }
  | { type: "push.unsent"; conversationID: string; shareID: string }
  | { type: "push.answered"; roomID: string }
  | { type: "push.lost" }
  | { type: "push.watched" };

export function isPushMessage(data: unknown): data is PushMessage {
  if (typeOf(data) === "push.lost" || typeOf(data) === "push.watched") return true;
  return (
    (typeOf(data) === "push.open" && hasText(data, "conversationID")) ||
    (typeOf(data) === "push.unsent" && hasText(data, "conversationID") && hasText(data, "shareID")) ||
    (typeOf(data) === "push.answered" && hasText(data, "roomID"))
  );
}

/** Sent by a page when its charts run. The worker then sends the messages of the notification that opened the page. */
export interface Opened {
  type: "push.opened";
}

export function isOpened(data: unknown): data is Opened {
  return typeOf(data) === "push.opened";
}

/** Sent by a page to a waiting worker. */
export function isApply(data: unknown): boolean {
  return typeOf(data) === "update.apply";
}

/** The count of unread messages, as a page knows it. */
export interface Unread {
  type: "unread";
  count: number;
}

export function isUnread(data: unknown): data is Unread {
  const count = fieldOf(data, "count");
  return typeOf(data) === "unread" && Number.isSafeInteger(count) && Number(count) >= 0;
}

/** In the tag of a notification that keeps a reply which was not sent. */
export const UNSENT = " unsent ";

function hasText(data: unknown, key: string): boolean {
  return typeof fieldOf(data, key) === "string";
}

function typeOf(data: unknown): unknown {
  return fieldOf(data, "type");
}

function fieldOf(data: unknown, key: string): unknown {
  return typeof data === "object" && data !== null ? Reflect.get(data, key) : undefined;
}
