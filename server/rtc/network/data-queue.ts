/** The part of a data channel that a queue needs. */
export interface QueuedChannel {
  /** Bytes that are not sent yet. */
  readonly bufferedAmount: number;
  /** Tells that all bytes are sent. */
  readonly bufferedAmountLow: { subscribe(sent: () => void): unknown };
  send(message: Buffer): unknown;
}

/** Bytes and messages that wait. Further ones are dropped. */
const maxBytes = 8 * 1024 * 1024;
const maxMessages = 20_000;
/** Messages in the library at once: with each one that waits there, every packet costs it more. */
const maxAtOnce = 16;

/** Sends messages over a channel in order, a few at a time. */
export function createDataQueue(channel: QueuedChannel): { send(message: Buffer): void } {
  let waiting: Buffer[] = [];
  let bytes = 0;

  const next = () => {
    const batch = waiting.slice(0, maxAtOnce);
    waiting = waiting.slice(maxAtOnce);
    for (const message of batch) {
      bytes -= message.length;
      channel.send(message);
    }
  };
  channel.bufferedAmountLow.subscribe(next);

  return {
    send: (message) => {
      if (bytes + message.length > maxBytes || waiting.length >= maxMessages) return;
      bytes += message.length;
      waiting.push(message);
      if (channel.bufferedAmount === 0) next();
    },
  };
}
