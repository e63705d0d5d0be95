import type { UpdateEvent } from "../../machines/domain/platform-events.ts";

/** Address of the service worker. It must stay the same: browsers look there for a newer one. */
export const WORKER = "/worker.js";

/** What the worker tells its pages. */
export type UpdateMessage = Exclude<UpdateEvent, { type: "update.waiting" }>;

export function isUpdateMessage(data: unknown): data is UpdateMessage {
  return typeOf(data) === "update.replaced" || typeOf(data) === "update.off";
}

/** What a page asks of a waiting worker. */
export function isApply(data: unknown): boolean {
  return typeOf(data) === "update.apply";
}

function typeOf(data: unknown): unknown {
  return typeof data === "object" && data !== null && "type" in data ? data.type : undefined;
}
