import { gzipSync } from "node:zlib";
import { ApiError } from "../../http.ts";
import type { ReadBudget } from "../../rates.ts";
import { ErrCode, MsgStatus } from "../protocol/constants.ts";
import { packLevel } from "../protocol/frames.ts";
import {
  deletedForm,
  encodeMsgData,
  type Messages as MessagesResponse,
  type MsgData,
  maxMessageBytes,
  type PullMsgs,
  type SeqRange,
  type Seqs,
} from "../protocol/messages.ts";
import type { Conversations } from "./conversations.ts";
import { isNotificationStream, pairStreamID, streamOfConversation } from "./ids.ts";
import type { Messages } from "./messages.ts";
import { type Position, type Positions, toSeqs } from "./read-cursors.ts";
import type { Senders } from "./senders.ts";

/** A range pull of a chat returns at most this many messages, whatever `num` says. */
const maxPerRange = 100;
/** As much of a notification stream is returned. */
const maxPerStream = 500;
/** Messages looked at in one go to find the newest one that is left. */
const lookBack = 10;
/** Clients read frames up to 1 MiB; an answer takes at most this much of one, packed. */
const packedBytes = 700 * 1024;
/** An answer takes at most this much memory, unpacked; reading and packing it holds up everybody else. */
const unpackedBytes = 2 * 1024 * 1024;
/** So much of an answer is packed at a time to see how much room it takes. */
const probeBytes = 64 * 1024;
/** Looking into a conversation costs as much as reading so much of it. */
const bytesOfLook = 100;
/** Newest messages are gathered for so many conversations at a time. */
const lastChunk = 100;

/** A message that may go into an answer, and how much room it takes. */
interface Candidate {
  position: Position;
  seq: number;
  bytes: number;
  /** Not the newest of its chat: the client asks for it again when it is looked at. */
  isOlder: boolean;
}
interface Loaded extends Candidate {
  data: Uint8Array;
}

export type Pulling = ReturnType<typeof createPulling>;

/** Reading messages and positions back, as one person may see them (protocol sections 2.4 to 2.6). */
export function createPulling(deps: {
  conversations: Conversations;
  messages: Messages;
  positions: Positions;
  senders: Senders;
  readBudget: Pick<ReadBudget, "spend">;
}) {
  const { conversations, messages, positions } = deps;

  /** @throws ApiError 1002 for a conversation that is not his */
  function requireReadable(userID: string, conversationIDs: readonly string[]): void {
    const readable = conversations.readable(userID, conversationIDs);
    if (!conversationIDs.every((id) => readable.has(id))) {
      throw new ApiError(ErrCode.noPermission, "NoPermissionError", "not your conversation");
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
  function render(userID: string, position: Position, stored: readonly MsgData[]): MsgData[] {
    const id = position.conversationID;
    const first = stored[0];
    const last = stored.at(-1);
    if (first === undefined || last === undefined) return [];
    const deleted = messages.deletedFor(userID, id, first.seq, last.seq);
    const readByPeer = isNotificationStream(id) ? undefined : peerRead(userID, id);
    return deps.senders.allNamed(stored).map((message) => {
      if (deleted.has(message.seq)) return deletedForm(message);
      const readUpTo = message.sendID === userID ? readByPeer : position.hasReadSeq;
      const isRead = readByPeer !== undefined && readUpTo !== undefined && message.seq <= readUpTo;
      return { ...message, isRead };
    });
  }

  /** The candidates of these seqs that are stored, oldest first. Reading cuts what an earlier version stored larger. */
  function candidates(position: Position, seqs: readonly number[]): Candidate[] {
    const chat = !isNotificationStream(position.conversationID);
    const newest = seqs.at(-1);
    return messages.sizes(position.conversationID, seqs).map(({ seq, bytes }) => ({
      position,
      seq,
      bytes: Math.min(bytes, maxMessageBytes),
      isOlder: chat && seq !== newest,
    }));
  }

  /** As many of them as fit into one answer, the first ones first. */
  function fitting(userID: string, ordered: readonly Candidate[]): Loaded[] {
    const affordable = within(ordered, unpackedBytes);
    deps.readBudget.spend(userID, bytesOf(affordable));
    const data = new Map<Position, Map<number, Uint8Array>>();
    for (const [position, wanted] of byPosition(affordable)) {
      const seqs = wanted.map(({ seq }) => seq);
      const rendered = render(userID, position, messages.bySeqs(position.conversationID, seqs));
      data.set(position, new Map(rendered.map((message) => [message.seq, encodeMsgData(message)])));
    }
    return packing(
      affordable.flatMap((candidate) => {
        const encoded = data.get(candidate.position)?.get(candidate.seq);
        return encoded === undefined ? [] : [{ ...candidate, data: encoded }];
      }),
    );
  }

  /**
   * Answers a range pull: of a chat the newest `num`, notification streams whole. What is not his is left out, as
   * with OpenIM: one conversation that went away meanwhile costs no other one its messages. The smallest messages go
   * first, so that a large one displaces nothing but itself, and older ones last. The SDK goes on from there:
   * it asks for older ones when they are looked at, and in a first synchronisation (begin 0) by 1007 for the
   * newest one of a chat of which it got a deleted message.
   */
  function byRanges(userID: string, ranges: readonly SeqRange[]): MessagesResponse {
    deps.readBudget.spend(userID, ranges.length * bytesOfLook);
    const response: MessagesResponse = { msgs: {}, notificationMsgs: {} };
    const readable = conversations.readable(
      userID,
      ranges.map((range) => range.conversationID),
    );
    const asked = ranges.flatMap((range) => {
      if (!readable.has(range.conversationID)) return [];
      const position = positions.of(userID, range.conversationID);
      const whole = isNotificationStream(range.conversationID);
      const limit = whole ? maxPerStream : clamp(range.num, 1, maxPerRange);
      const end = Math.min(range.end, position.maxSeq);
      const from = Math.max(range.begin, position.minSeq, end - limit + 1);
      return from > end ? [] : [{ range, position, seqs: seqsBetween(from, end) }];
    });
    const all = asked.flatMap(({ position, seqs }) => candidates(position, seqs));
    const chosen = byPosition(fitting(userID, all.sort(smallestFirst)));
    for (const { range, position, seqs } of asked) {
      const id = range.conversationID;
      const msgs = inOrder(chosen.get(position));
      const newest = seqs.at(-1);
      if (msgs.length === 0 && range.begin === 0 && newest !== undefined) msgs.push(placeholder(newest));
      if (msgs.length === 0) continue;
      const kind = isNotificationStream(id) ? response.notificationMsgs : response.msgs;
      kind[id] = { msgs, isEnd: range.begin <= position.minSeq };
    }
    return response;
  }

  /**
   * Answers a history page: the asked-for seqs, oldest first. `descending` says which way the client pages;
   * what does not fit is left out at the far end, and asked for with the next page.
   */
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
    const pages = asked.map(({ conversationID, seqs }) => {
      const position = positions.of(userID, conversationID);
      const visible = new Set(seqs.filter((seq) => seq >= position.minSeq && seq <= position.maxSeq));
      const page = candidates(position, [...visible]);
      return { position, seqs, page: descending ? page.toReversed() : page };
    });
    const all = pages.flatMap(({ page }) => page);
    const chosen = byPosition(fitting(userID, all));
    for (const { position, seqs } of pages) {
      const id = position.conversationID;
      const kind = isNotificationStream(id) ? response.notificationMsgs : response.msgs;
      kind[id] = { msgs: inOrder(chosen.get(position)), ...pageEnd(position, seqs, descending) };
    }
    return response;
  }

  /** The newest message that is left; who deleted it for himself gets no other in its place, as with OpenIM. */
  function lastMessage(userID: string, position: Position): Loaded | undefined {
    for (let end = position.maxSeq; end >= position.minSeq; end -= lookBack) {
      const begin = Math.max(position.minSeq, end - lookBack + 1);
      const stored = messages.bySeqs(position.conversationID, seqsBetween(begin, end));
      const newest = stored.findLast(({ status }) => status !== MsgStatus.deleted);
      if (newest === undefined) continue;
      const [seen = newest] = render(userID, position, [newest]);
      const data = encodeMsgData(seen);
      return { position, seq: newest.seq, bytes: data.length, isOlder: false, data };
    }
    return undefined;
  }

  /** The newest message of each conversation that has one; the largest are left out if they do not fit. */
  function lastMessages(userID: string, conversationIDs: readonly string[]): Record<string, Uint8Array> {
    requireReadable(userID, conversationIDs);
    const all = positions.ofMany(userID, [...new Set(conversationIDs)]);
    let found: Loaded[] = [];
    for (let at = 0; at < all.length; at += lastChunk) {
      const next = all.slice(at, at + lastChunk).flatMap((position) => lastMessage(userID, position) ?? []);
      found = within([...found, ...next].sort(smallestFirst), unpackedBytes);
    }
    deps.readBudget.spend(userID, bytesOf(found) + all.length * bytesOfLook);
    return Object.fromEntries(packing(found).map(({ position, data }) => [position.conversationID, data]));
  }

  return { maxSeqs, hasReadAndMaxSeqs, pinned, byRanges, bySeqs, lastMessages };
}

const bytesOf = (candidates: readonly Candidate[]) => candidates.reduce((sum, { bytes }) => sum + bytes, 0);

function pageEnd(position: Position, seqs: readonly number[], descending: boolean): Partial<PullMsgs> {
  if (descending && seqs.some((seq) => seq < position.minSeq)) {
    return { isEnd: true, endSeq: position.minSeq };
  }
  if (!descending && seqs.some((seq) => seq > position.maxSeq)) {
    return { isEnd: true, endSeq: position.maxSeq };
  }
  return {};
}

const smallestFirst = (a: Candidate, b: Candidate) =>
  Number(a.isOlder) - Number(b.isOlder) || a.bytes - b.bytes;

/** Whose they are, in their order. */
function byPosition<Item extends Candidate>(
  ordered: readonly Item[],
): ReadonlyMap<Position, readonly Item[]> {
  const found = new Map<Position, Item[]>();
  for (const item of ordered) {
    const known = found.get(item.position);
    if (known === undefined) found.set(item.position, [item]);
    else known.push(item);
  }
  return found;
}

/** The first of them that together take no more than so many bytes. */
function within<Item extends Candidate>(ordered: readonly Item[], maxBytes: number): Item[] {
  let left = maxBytes;
  const end = ordered.findIndex(({ bytes }) => {
    left -= bytes;
    return left < 0;
  });
  return ordered.slice(0, end < 0 ? ordered.length : end);
}

/** What goes into the answer of one conversation, oldest first. */
const inOrder = (loaded: readonly Loaded[] = []) =>
  loaded.toSorted((a, b) => a.seq - b.seq).map(({ data }) => data);

/**
 * The first of them that fit into one frame, as it is packed for the client. Each is packed once, with its neighbours:
 * together they take hardly more room than the whole answer will.
 */
function packing(ordered: readonly Loaded[]): Loaded[] {
  let left = packedBytes;
  let from = 0;
  let [to, bytes] = [0, 0];
  for (const { data } of ordered) {
    to += 1;
    bytes += data.length;
    if (bytes < probeBytes && to < ordered.length) continue;
    const probe = Buffer.concat(ordered.slice(from, to).map((loaded) => loaded.data));
    left -= gzipSync(probe, packLevel).length;
    if (left < 0) break;
    [from, bytes] = [to, 0];
  }
  return ordered.slice(0, from);
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** What stands for a message that does not fit: one that was deleted. */
const placeholder = (seq: number) => encodeMsgData({ seq, status: MsgStatus.deleted });

const seqsBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
