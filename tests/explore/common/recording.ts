import type { InspectionEvent } from "xstate";
import { createSender } from "../../../src/adapters/inspection/sender.ts";
import type { InspectionMessage } from "../../../tools/charts/inspector/messages.ts";
import type { Sender } from "../../../tools/charts/inspector/sender/sender.ts";
import { NOON } from "../../fakes/world.ts";

/** More than the events of any run. */
const CAPACITY = 100_000;

export interface RunRecorder {
  inspect(device: string, event: InspectionEvent): void;
  /** The recording so far, as the inspector exports it. The same run gives the same text. */
  text(): string;
}

/** Records what the charts of each device do. `now` returns milliseconds since the start of the run. */
export function createRunRecorder(now: () => number): RunRecorder {
  const senders = new Map<string, Sender>();
  const messages: { phone: string; message: InspectionMessage }[] = [];
  const senderOf = (device: string): Sender => {
    const known = senders.get(device);
    if (known) return known;
    const sender = createSender({
      prefix: `${device}/`,
      showsTexts: false,
      withDefinitions: false,
      capacity: CAPACITY,
      now: () => NOON + now(),
      soon: (callback) => callback(),
    });
    sender.watch((batch) => {
      for (const message of batch)
        if (message.sessionId !== message.rootId)
          messages.push({ phone: device, message: withoutPage(message) });
    });
    senders.set(device, sender);
    return sender;
  };
  return {
    inspect: (device, event) => senderOf(device).inspect(event),
    text() {
      const phones = [...senders.keys()].map((name) => ({ id: name, name, takesEvents: false }));
      const file = {
        format: "charts-recording",
        version: 1,
        exported: new Date(NOON).toISOString(),
        phones,
        messages: messages.map(({ phone, message }) => ({ phone, ...message })),
      };
      const lines = JSON.stringify(file).replaceAll('},{"phone"', '},\n{"phone"');
      return numbered(lines);
    },
  };
}

/** The page around the charts of calls has no drawing, so it is left out. */
function withoutPage(message: InspectionMessage): InspectionMessage {
  const isBelow = message.type === "@xstate.actor" && message.parentId === message.rootId;
  return isBelow ? { ...message, parentId: undefined } : message;
}

/** XState numbers all actors of the process. Here they are numbered from the start of the run. */
function numbered(text: string): string {
  const numbers = new Map<string, number>();
  return text.replace(/(?<=["/])x:(\d+)(?=")/g, (_, id: string) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return `x:${number}`;
  });
}
