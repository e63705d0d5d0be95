import type { UpdateEvent } from "../../machines/domain/platform-events.ts";

/** Address of the service worker. It must stay the same: browsers look there for a newer one. */
export const WORKER = "/worker.js";

/** What the worker tells its pages. */
export type UpdateMessage = Exclude<UpdateEvent, { type: "update.waiting" }>;

export function isUpdateMessage(data: unknown): data is UpdateMessage {
  return typeOf(data) === "update.replaced" || typeOf(data) === "update.off";
}

/**
 * What the worker tells about pushes: the user opens a chat from its notification, or the subscription changed. It asks
 * for the chat on the page with "push.watched", and gets its id, or null, through the port of the message.
 */
export type PushMessage =
  | { type: "push.open"; conversationID: string }
  | { type: "push.lost" }
  | { type: "push.watched" };

export function isPushMessage(data: unknown): data is PushMessage {
  if (typeOf(data) === "push.lost" || typeOf(data) === "push.watched") return true;
  return (
    typeOf(data) === "push.open" &&
    typeof data === "object" &&
    data !== null &&
    "conversationID" in data &&
    typeof data.conversationID === "string"
  );
}

/** What a page asks of a waiting worker. */
export function isApply(data: unknown): boolean {
  return typeOf(data) === "update.apply";
}

function typeOf(data: unknown): unknown {
  return typeof data === "object" && data !== null && "type" in data ? data.type : undefined;
}
