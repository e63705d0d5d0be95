import { expect, it } from "vitest";
import { createDataQueue } from "../../../server/rtc/network/data-queue.ts";

/** A channel that sends what it has when the test says so. */
function startChannel() {
  const sent: string[] = [];
  const held: Buffer[] = [];
  let tell = () => {};
  const channel = {
    get bufferedAmount() {
      return held.reduce((sum, { length }) => sum + length, 0);
    },
    bufferedAmountLow: {
      subscribe: (listener: () => void) => {
        tell = listener;
      },
    },
    send: (message: Buffer) => void held.push(message),
  };
  const flush = () => {
    const count = held.length;
    for (const message of held.splice(0)) sent.push(message.toString());
    tell();
    return count;
  };
  return { queue: createDataQueue(channel), sent, flush };
}

it("7-09 hands thousands of messages to a channel in order, and few at once", () => {
  const { queue, sent, flush } = startChannel();
  const texts = Array.from({ length: 3000 }, (_, i) => `message ${i}`);
  for (const text of texts) queue.send(Buffer.from(text));
  for (let count = flush(); count > 0; count = flush()) expect(count).toBeLessThanOrEqual(16);
  expect(sent).toEqual(texts);
  queue.send(Buffer.from("later"));
  flush();
  expect(sent.at(-1)).toBe("later");
});

it("7-09 drops what is beyond eight megabytes, or twenty thousand messages, for a peer that takes nothing", () => {
  const large = startChannel();
  for (let i = 0; i < 200; i += 1) large.queue.send(Buffer.alloc(65_536));
  while (large.flush() > 0) {
    // The channel takes all that waits.
  }
  // One was sent at once.
  expect(large.sent).toHaveLength(129);
  const small = startChannel();
  for (let i = 0; i < 30_000; i += 1) small.queue.send(Buffer.from("x"));
  while (small.flush() > 0) {
    // The channel takes all that waits.
  }
  expect(small.sent).toHaveLength(20_001);
});
