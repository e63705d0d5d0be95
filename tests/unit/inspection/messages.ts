import type { Plain } from "../../../tools/charts/inspector/messages.ts";
import { type Heard, type HeardPhone, readMessage } from "../../../tools/charts/inspector/reading.ts";

/** Messages of pages to an inspector. Each message is a millisecond later than the previous message. */

export const phone = (id: string, name: string): HeardPhone => ({ id, name, takesEvents: false });
let time = 0;
export const stamp = (sessionId: string) => {
  time += 1;
  return { sessionId, rootId: "", createdAt: String(time) };
};

export function heard(message: { [key: string]: unknown }): Heard {
  const read = readMessage(message);
  if (!read) throw new Error(`nobody understands ${JSON.stringify(message)}`);
  return read;
}
export const actor = (sessionId: string, name: string, parentId?: string, id = name) =>
  heard({ ...stamp(sessionId), type: "@xstate.actor", name, id, parentId });
export const event = (sessionId: string, given: { type: string; [key: string]: Plain }, sourceId?: string) =>
  heard({ ...stamp(sessionId), type: "@xstate.event", event: given, sourceId });
export const edge = (sessionId: string, eventType: string, source: string, target: string) =>
  heard({ ...stamp(sessionId), type: "charts.transition", eventType, edges: [{ source, target }] });
export const snapshot = (
  sessionId: string,
  value: Plain | undefined,
  rest: { [key: string]: Plain } = {},
  type = "any",
) =>
  heard({
    ...stamp(sessionId),
    type: "@xstate.snapshot",
    event: { type },
    snapshot: { status: "active", value, ...rest },
  });
