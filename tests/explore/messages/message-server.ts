/**
 * A model of the message server, with one chat. It stores a message once by its clientMsgID, numbers it, and pushes it
 * to every device that is connected (docs/protocols/openim.md, sections 2.2 and 2.7). A recalled message keeps its
 * place; the recall is pushed, and numbered like a message. A user deletes a message for the own devices: they get the
 * deletion in the same way, and later a placeholder instead of the message.
 */
import type { Message } from "../../../machines/domain/message.ts";

export interface Receiver {
  readonly name: string;
  readonly userID: string;
  receivePush(message: Message): void;
  receiveRecall(recall: Recall): void;
  receiveDeletion(deletion: Deletion): void;
}

/** A recall of the message with that seq. Its own number is its index + 1. */
export interface Recall {
  readonly seq: number;
  readonly number: number;
}

/** A deletion of the message with that seq for one user, with its number among that user's deletions. */
export interface Deletion {
  readonly seq: number;
  readonly number: number;
}

export interface MessageServer {
  /** Oldest first. The index of a message is its seq - 1. */
  readonly stored: readonly Message[];
  /** Oldest first. */
  readonly recalls: readonly Recall[];
  /** Returns the stored message: this one, or an earlier one with the same id. */
  accept(message: Message): Message;
  /** Does nothing for a message that is recalled already. */
  recall(seq: number): void;
  delete(userID: string, seq: number): void;
  /** Of one user, oldest first. */
  deletionsOf(userID: string): readonly Deletion[];
  isDeleted(userID: string, seq: number): boolean;
  bySeqs(seqs: readonly number[]): readonly Message[];
  /** Stores a message of the time before the run. */
  begin(message: Message): Message;
}

export function createMessageServer(now: () => number, receivers: () => readonly Receiver[]): MessageServer {
  const stored: Message[] = [];
  const recalls: Recall[] = [];
  const deletions = new Map<string, readonly Deletion[]>();
  const deletionsOf = (userID: string) => deletions.get(userID) ?? [];
  const isDeleted = (userID: string, seq: number) => deletionsOf(userID).some((one) => one.seq === seq);
  const store = (message: Message): Message => {
    const kept: Message = { ...message, status: "sent", seq: stored.length + 1, sendTime: now() };
    stored.push(kept);
    return kept;
  };
  return {
    stored,
    recalls,
    recall(seq) {
      const message = stored[seq - 1];
      if (!message || message.content.type === "revoked") return;
      stored[seq - 1] = asRecalled(message);
      const recall = { seq, number: recalls.length + 1 };
      recalls.push(recall);
      for (const receiver of receivers()) receiver.receiveRecall(recall);
    },
    deletionsOf,
    isDeleted,
    delete(userID, seq) {
      if (isDeleted(userID, seq)) return;
      const deletion = { seq, number: deletionsOf(userID).length + 1 };
      deletions.set(userID, [...deletionsOf(userID), deletion]);
      for (const receiver of receivers()) if (receiver.userID === userID) receiver.receiveDeletion(deletion);
    },
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

/** The author recalls the message. */
export function asRecalled(message: Message): Message {
  const author = { userID: message.sendID, nickname: message.senderNickname };
  return { ...message, content: { type: "revoked", revoker: author, sender: author } };
}
