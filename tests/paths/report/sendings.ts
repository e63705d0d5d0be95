/** The events that a chart sends to other actors, as recorded and as its actions say now. */
import type { EventObject } from "xstate";
import { type Message, REDACTED } from "./recording.ts";

type EventMessage = Extract<Message, { type: "@xstate.event" }>;
type SnapshotMessage = Extract<Message, { type: "@xstate.snapshot" }>;

/** Finds out which recorded events an actor sent while it handled another one. */
export class Outbox {
  /** Events that each actor has received and not handled. */
  readonly #waiting = new Map<string, { index: number; type: string }[]>();
  readonly #sent = new Map<string, { index: number; event: EventObject }[]>();

  hear(index: number, message: EventMessage): void {
    const { phone, sessionId, sourceId, event } = message;
    listAt(this.#waiting, `${phone} ${sessionId}`).push({ index, type: event.type });
    // The clock sends delayed events, and XState its own.
    if (sourceId && sourceId !== sessionId && !isOwn(event))
      listAt(this.#sent, `${phone} ${sourceId}`).push({ index, event });
  }

  /**
   * Returns what the actor sent while it handled the event of this snapshot; null if the recording does not hold that
   * event. An actor handles its events in their order, and sends before its snapshot.
   */
  sentFor({ phone, sessionId, event }: SnapshotMessage): EventObject[] | null {
    const key = `${phone} ${sessionId}`;
    const sent = listAt(this.#sent, key);
    this.#sent.delete(key);
    const cause = listAt(this.#waiting, key).shift();
    if (cause?.type !== event.type) return null;
    return sent.filter(({ index }) => index > cause.index).map((one) => one.event);
  }
}

function listAt<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Returns the events among a chart's actions that leave at once. */
export function sentBy(actions: readonly { type: string; params?: unknown }[]): EventObject[] {
  return actions.flatMap(({ type, params }) => {
    if (type !== "xstate.sendTo" || typeof params !== "object" || params === null) return [];
    if ("delay" in params && typeof params.delay === "number") return [];
    return "event" in params && isEvent(params.event) && !isOwn(params.event) ? [params.event] : [];
  });
}

function isEvent(thing: unknown): thing is EventObject {
  return typeof thing === "object" && thing !== null && "type" in thing && typeof thing.type === "string";
}

const isOwn = ({ type }: EventObject) => type.startsWith("xstate.");

/** Compares types and order, and the texts and switches of events that the recording does not hide. */
export function otherSending(
  recorded: readonly EventObject[],
  now: readonly EventObject[],
): { expected: string; found: string } | null {
  const isSame =
    recorded.length === now.length &&
    recorded.every((event, index) => now[index] !== undefined && isAlike(event, now[index]));
  return isSame ? null : { expected: inWords(recorded), found: inWords(now) };
}

function isAlike(recorded: EventObject, now: EventObject): boolean {
  const others = new Map(Object.entries(now));
  return Object.entries(recorded).every(([name, value]) => {
    const other = others.get(name);
    if (typeof value === "boolean") return value === other;
    const isShown = typeof value === "string" && !value.includes(REDACTED) && !value.includes("…");
    return !isShown || typeof other !== "string" || other === MADE || value === other;
  });
}

/** The id that the clock of a replay makes. */
export const MADE = "an id made in the replay";

function inWords(events: readonly EventObject[]): string {
  return events.length === 0 ? "nothing sent" : `sent ${events.map(eventInWords).join(", ")}`;
}

function eventInWords(event: EventObject): string {
  const { type, ...rest } = event;
  const shown = Object.entries(rest).flatMap(([name, value]) =>
    ["string", "boolean"].includes(typeof value) ? [`${name} ${value}`] : [],
  );
  return shown.length === 0 ? type : `${type} (${shown.join(", ")})`;
}
