/**
 * A model of the message server, with one chat. It stores a message once by its clientMsgID, numbers it, and pushes it
 * to every device that is connected (docs/protocols/openim.md, sections 2.2 and 2.7).
 */
import type { Message } from "../../../machines/domain/message.ts";

export interface Receiver {
  readonly name: string;
  receivePush(message: Message): void;
}

export interface MessageServer {
  /** Oldest first. The index of a message is its seq - 1. */
  readonly stored: readonly Message[];
  /** Returns the stored message: this one, or an earlier one with the same id. */
  accept(message: Message): Message;
  bySeqs(seqs: readonly number[]): readonly Message[];
  /** Stores a message of the time before the run. */
  begin(message: Message): Message;
}

export function createMessageServer(now: () => number, receivers: () => readonly Receiver[]): MessageServer {
  const stored: Message[] = [];
  const store = (message: Message): Message => {
    const kept: Message = { ...message, status: "sent", seq: stored.length + 1, sendTime: now() };
    stored.push(kept);
    return kept;
  };
  return {
    stored,
    accept(message) {
      const known = stored.find(({ clientMsgID }) => clientMsgID === message.clientMsgID);
      if (known) return known;
      const kept = store(message);
      for (const receiver of receivers()) receiver.receivePush(kept);
      return kept;
    },
    bySeqs: (seqs) => stored.filter(({ seq }) => seqs.includes(seq)),
    begin: store,
  };
}
