import { ApiError } from "../../http.ts";
import { ErrCode, MsgStatus } from "../protocol/constants.ts";
import {
  decodeMsgData,
  deletedForm,
  type Messages as MessagesResponse,
  type PullMsgs,
  type SeqRange,
  type Seqs,
  withIsRead,
} from "../protocol/messages.ts";
import type { Conversations } from "./conversations.ts";
import { isNotificationStream, pairStreamID, streamOfConversation } from "./ids.ts";
import type { Messages, StoredMessage } from "./messages.ts";
import { type Position, type Positions, toSeqs } from "./positions.ts";

/** A range pull of a chat returns up to this many messages, whatever `num` says (fact 6). */
const maxPerRange = 100;
/** Messages looked at in one go to find the newest visible one. */
const lookBack = 10;
/** As much of a notification stream is returned. */
const maxPerStream = 500;
/** Beyond what was asked for, an answer is filled up only to this many bytes: clients read frames up to 1 MiB. */
const fillBytes = 256 * 1024;
/** What does not fit below this is left out; the client asks for missing history again. */
const answerBytes = 700 * 1024;

export type Pulling = ReturnType<typeof createPulling>;

/** Reading messages and positions back, as one person may see them (protocol sections 2.4 to 2.6). */
export function createPulling(deps: {
  conversations: Conversations;
  messages: Messages;
  positions: Positions;
}) {
  const { conversations, messages, positions } = deps;

  /** @throws ApiError 1002 for a conversation that is not his */
  function requireReadable(userID: string, conversationIDs: Iterable<string>): void {
    for (const id of conversationIDs) {
      if (!conversations.mayRead(userID, id)) {
        throw new ApiError(ErrCode.noPermission, "NoPermissionError", "not your conversation");
      }
    }
  }

  /** maxSeq of each of his conversations, their notification streams and his own one; empty ones are left out. */
  function maxSeqs(userID: string): Record<string, number> {
    const ids = conversations.ids(userID);
    const all = [...ids, ...ids.map(streamOfConversation), pairStreamID(userID, userID)];
    const visible = positions.ofMany(userID, all).filter((position) => position.maxSeq > 0);
    return Object.fromEntries(visible.map((position) => [position.conversationID, position.maxSeq]));
  }

  /** Positions in the given chat conversations, or in all of his when none are given. */
  function hasReadAndMaxSeqs(userID: string, conversationIDs: readonly string[]): Record<string, Seqs> {
    requireReadable(userID, conversationIDs);
    const ids = conversationIDs.length > 0 ? conversationIDs : conversations.ids(userID);
    const known = positions.ofMany(userID, ids);
    return Object.fromEntries(known.map((position) => [position.conversationID, toSeqs(position)]));
  }

  function pinned(userID: string): string[] {
    const all = conversations.getMany(userID, conversations.ids(userID));
    return all.filter((conversation) => conversation.isPinned).map(({ conversationID }) => conversationID);
  }

  /** How far the peer of a single chat has read; undefined for other conversations. */
  function peerRead(userID: string, conversationID: string): number | undefined {
    const [conversation] = conversations.getMany(userID, [conversationID]);
    if (conversation === undefined || conversation.userID === "") return undefined;
    return positions.hasReadSeq(conversation.userID, conversationID);
  }

  /** Stored messages of one conversation as this person sees them: deleted, or read. */
  function render(userID: string, position: Position, stored: readonly StoredMessage[]): Uint8Array[] {
    const id = position.conversationID;
    const first = stored[0];
    const last = stored.at(-1);
    if (first === undefined || last === undefined) return [];
    const deleted = messages.deletedFor(userID, id, first.seq, last.seq);
    const readByPeer = isNotificationStream(id) ? undefined : peerRead(userID, id);
    return stored.map((message) => {
      if (deleted.has(message.seq)) return deletedForm(message.data);
      const readUpTo = message.sendID === userID ? readByPeer : position.hasReadSeq;
      const read = readByPeer !== undefined && readUpTo !== undefined && message.seq <= readUpTo;
      return read ? withIsRead(message.data) : message.data;
    });
  }

  /** The newest `limit` visible messages of a range, or as many as fit. */
  function newestOf(
    userID: string,
    position: Position,
    range: SeqRange,
    limit: number,
    maxBytes: number,
  ): PullMsgs | undefined {
    const begin = Math.max(range.begin, position.minSeq);
    const end = Math.min(range.end, position.maxSeq);
    const from = Math.max(begin, end - limit + 1);
    if (from > end) return undefined;
    const stored = messages.newest(position.conversationID, from, end, limit);
    return {
      msgs: fitting(render(userID, position, stored), maxBytes, true),
      isEnd: range.begin <= position.minSeq,
    };
  }

  /**
   * Answers a range pull. Notification streams come whole; chats at least as asked for and, as long as the
   * answer stays small, the newest 100 of the range, so that nothing missed while offline stays unseen.
   */
  function byRanges(userID: string, ranges: readonly SeqRange[]): MessagesResponse {
    requireReadable(
      userID,
      ranges.map((range) => range.conversationID),
    );
    const response: MessagesResponse = { msgs: {}, notificationMsgs: {} };
    let bytes = 0;
    const pull = (range: SeqRange, limit: number, maxBytes: number) => {
      const position = positions.of(userID, range.conversationID);
      const pulled = newestOf(userID, position, range, limit, maxBytes);
      if (pulled === undefined) return;
      const kind = isNotificationStream(range.conversationID) ? response.notificationMsgs : response.msgs;
      bytes += size(pulled) - size(kind[range.conversationID]);
      kind[range.conversationID] = pulled;
    };
    for (const range of ranges) {
      if (bytes >= answerBytes) break;
      const whole = isNotificationStream(range.conversationID);
      pull(range, whole ? maxPerStream : clamp(range.num, 1, maxPerRange), answerBytes - bytes);
    }
    for (const range of ranges) {
      if (bytes >= fillBytes) break;
      if (!isNotificationStream(range.conversationID)) pull(range, maxPerRange, fillBytes);
    }
    return response;
  }

  /** Answers a history page: the asked-for seqs, oldest first. `descending` says which way the client pages. */
  function bySeqs(
    userID: string,
    asked: readonly { conversationID: string; seqs: number[] }[],
    descending: boolean,
  ): MessagesResponse {
    requireReadable(
      userID,
      asked.map(({ conversationID }) => conversationID),
    );
    const response: MessagesResponse = { msgs: {}, notificationMsgs: {} };
    let bytes = 0;
    for (const { conversationID, seqs } of asked) {
      const position = positions.of(userID, conversationID);
      const visible = new Set(seqs.filter((seq) => seq >= position.minSeq && seq <= position.maxSeq));
      const stored = bytes < answerBytes ? messages.bySeqs(conversationID, [...visible]) : [];
      const msgs = fitting(render(userID, position, stored), answerBytes - bytes, descending);
      const kind = isNotificationStream(conversationID) ? response.notificationMsgs : response.msgs;
      const page = { msgs, ...pageEnd(position, seqs, descending) };
      kind[conversationID] = page;
      bytes += size(page);
    }
    return response;
  }

  /** The newest message that is neither deleted by nor hidden from the person. */
  function lastMessage(userID: string, conversationID: string): Uint8Array | undefined {
    const position = positions.of(userID, conversationID);
    for (let end = position.maxSeq; end >= position.minSeq; end -= lookBack) {
      const begin = Math.max(position.minSeq, end - lookBack + 1);
      const stored = messages.newest(conversationID, begin, end, lookBack);
      const found = render(userID, position, stored).findLast(
        (data) => decodeMsgData(data).status !== MsgStatus.deleted,
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The newest visible message of each conversation that has one. */
  function lastMessages(userID: string, conversationIDs: readonly string[]): Record<string, Uint8Array> {
    requireReadable(userID, conversationIDs);
    const found = conversationIDs.map((id) => [id, lastMessage(userID, id)] as const);
    return Object.fromEntries(found.flatMap(([id, data]) => (data === undefined ? [] : [[id, data]])));
  }

  return { maxSeqs, hasReadAndMaxSeqs, pinned, byRanges, bySeqs, lastMessages };
}

function pageEnd(position: Position, seqs: readonly number[], descending: boolean): Partial<PullMsgs> {
  if (descending && seqs.some((seq) => seq < position.minSeq)) {
    return { isEnd: true, endSeq: position.minSeq };
  }
  if (!descending && seqs.some((seq) => seq > position.maxSeq)) {
    return { isEnd: true, endSeq: position.maxSeq };
  }
  return {};
}

/** As many messages as fit into `maxBytes`, at least one, kept from the side the client pages from. */
function fitting(msgs: Uint8Array[], maxBytes: number, descending: boolean): Uint8Array[] {
  const ordered = descending ? msgs.toReversed() : msgs;
  let bytes = 0;
  const kept = ordered.filter((message, index) => {
    bytes += message.length;
    return index === 0 || bytes <= maxBytes;
  });
  return descending ? kept.toReversed() : kept;
}

const size = (pulled: PullMsgs | undefined) =>
  pulled === undefined ? 0 : pulled.msgs.reduce((sum, message) => sum + message.length, 0);
const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
