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
import { type ReadCursor, type ReadCursors, toSeqs } from "./read-cursors.ts";
import type { Senders } from "./senders.ts";

/** Messages from a range pull of a chat, whatever `num` is. */
const maxPerRange = 100;
const maxPerStream = 500;
/** Seqs that a range pull looks up in all. Its ranges share them. */
const maxLookUps = 50_000;
/** Packed size of an answer. Clients read frames up to 1 MiB. */
const packedBytes = 700 * 1024;
/** Unpacked size of an answer: reading and packing it blocks all other users. */
const unpackedBytes = 2 * 1024 * 1024;
const probeBytes = 64 * 1024;
/** Cost of reading a conversation's position and of looking up a seq, in bytes of the read budget. */
const bytesOfLook = 100;
const bytesOfSeq = 20;

interface Candidate {
  position: ReadCursor;
  seq: number;
  bytes: number;
  /** Not the newest of its chat. The client asks for it again when the user opens the chat. */
  isOlder: boolean;
}
interface Loaded extends Candidate {
  data: Uint8Array;
}

export type MessageSync = ReturnType<typeof createMessageSync>;

/** Reads messages and read cursors as one user may see them (protocol sections 2.4 to 2.6). */
export function createMessageSync(deps: {
  conversations: Conversations;
  messages: Messages;
  readCursors: ReadCursors;
  senders: Senders;
  readBudget: Pick<ReadBudget, "spend">;
}) {
  const { conversations, messages, readCursors } = deps;

  /** @throws ApiError 1002 for a conversation the user cannot read */
  function requireReadable(userID: string, conversationIDs: readonly string[]): void {
    const readable = conversations.readable(userID, conversationIDs);
    if (!conversationIDs.every((id) => readable.has(id))) {
      throw new ApiError(ErrCode.noPermission, "NoPermissionError", "not your conversation");
    }
  }

  /** maxSeq of the user's conversations, their notification streams and own stream; empty ones are left out. */
  function maxSeqs(userID: string): Record<string, number> {
    const ids = conversations.ids(userID);
    deps.readBudget.spend(userID, ids.length * bytesOfLook);
    const all = [...ids, ...ids.map(streamOfConversation), pairStreamID(userID, userID)];
    const visible = readCursors.ofMany(userID, all).filter((position) => position.maxSeq > 0);
    return Object.fromEntries(visible.map((position) => [position.conversationID, position.maxSeq]));
  }

  /** Read cursors of the given chat conversations, or of all when the list is empty. */
  function hasReadAndMaxSeqs(userID: string, conversationIDs: readonly string[]): Record<string, Seqs> {
    requireReadable(userID, conversationIDs);
    const ids = conversationIDs.length > 0 ? conversationIDs : conversations.ids(userID);
    deps.readBudget.spend(userID, ids.length * bytesOfLook);
    const known = readCursors.ofMany(userID, ids);
    return Object.fromEntries(known.map((position) => [position.conversationID, toSeqs(position)]));
  }

  function pinned(userID: string): string[] {
    const ids = conversations.ids(userID);
    deps.readBudget.spend(userID, ids.length * bytesOfLook);
    const all = conversations.getMany(userID, ids);
    return all.filter((conversation) => conversation.isPinned).map(({ conversationID }) => conversationID);
  }

  function peerRead(userID: string, conversationID: string): number | undefined {
    const [conversation] = conversations.getMany(userID, [conversationID]);
    if (conversation === undefined || conversation.userID === "") return undefined;
    return readCursors.hasReadSeq(conversation.userID, conversationID);
  }

  function render(userID: string, position: ReadCursor, stored: readonly MsgData[]): MsgData[] {
    const id = position.conversationID;
    if (stored.length === 0) return [];
    const seqs = stored.map((message) => message.seq);
    const deleted = messages.deletedFor(userID, id, seqs);
    const readByPeer = isNotificationStream(id) ? undefined : peerRead(userID, id);
    return deps.senders.allNamed(stored).map((message) => {
      if (deleted.has(message.seq)) return deletedForm(message);
      const readUpTo = message.sendID === userID ? readByPeer : position.hasReadSeq;
      const isRead = readByPeer !== undefined && readUpTo !== undefined && message.seq <= readUpTo;
      return { ...message, isRead };
    });
  }

  /** Charges seqs before they are looked up, whether or not there are messages. */
  function spendOnSeqs(userID: string, lists: readonly (readonly number[])[]): void {
    const count = lists.reduce((sum, seqs) => sum + seqs.length, 0);
    deps.readBudget.spend(userID, count * bytesOfSeq);
  }

  /**
   * The stored messages of these seqs, oldest first. Messages from earlier versions that are too large are cut on
   * reading.
   */
  function candidates(position: ReadCursor, seqs: readonly number[]): Candidate[] {
    const chat = !isNotificationStream(position.conversationID);
    const newest = seqs.at(-1);
    return messages.sizes(position.conversationID, seqs).map(({ seq, bytes }) => ({
      position,
      seq,
      bytes: Math.min(bytes, maxMessageBytes),
      isOlder: chat && seq !== newest,
    }));
  }

  function fitting(userID: string, ordered: readonly Candidate[]): Loaded[] {
    const affordable = within(ordered, unpackedBytes);
    deps.readBudget.spend(userID, bytesOf(affordable));
    const data = new Map<ReadCursor, Map<number, Uint8Array>>();
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
   * Answers a range pull: the newest `num` of a chat, whole notification streams. Conversations the user cannot read
   * are left out, as with OpenIM, so that one removed conversation does not fail the request.
   * The smallest messages go first, so that a large one displaces only itself; older ones go last. The SDK loads the
   * rest: older messages when the user opens the chat. In a first sync (begin 0), if the message of a chat came as
   * deleted, the SDK loads the newest one by 1007.
   * Of several ranges of a conversation the last one counts, as with OpenIM.
   */
  function byRanges(userID: string, ranges: readonly SeqRange[]): MessagesResponse {
    const rangeOf = new Map(ranges.map((range) => [range.conversationID, range]));
    deps.readBudget.spend(userID, rangeOf.size * bytesOfLook);
    const response: MessagesResponse = { msgs: {}, notificationMsgs: {} };
    const readable = conversations.readable(userID, [...rangeOf.keys()]);
    const share = Math.floor(maxLookUps / Math.max(1, rangeOf.size));
    const asked = [...rangeOf.values()].flatMap((range) => {
      if (!readable.has(range.conversationID)) return [];
      const position = readCursors.of(userID, range.conversationID);
      const whole = isNotificationStream(range.conversationID);
      const limit = Math.min(share, whole ? maxPerStream : clamp(range.num, 1, maxPerRange));
      const end = Math.min(range.end, position.maxSeq);
      const from = Math.max(range.begin, position.minSeq, end - limit + 1);
      return from > end ? [] : [{ range, position, seqs: seqsBetween(from, end) }];
    });
    spendOnSeqs(
      userID,
      asked.map(({ seqs }) => seqs),
    );
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
   * Answers a history page: the requested seqs, oldest first. `descending` is the direction of paging. Messages that
   * do not fit are left out at the far end; the next page requests them. Several lists of a conversation count as
   * one, as with OpenIM.
   */
  function bySeqs(
    userID: string,
    asked: readonly { conversationID: string; seqs: number[] }[],
    descending: boolean,
  ): MessagesResponse {
    const seqsOf = merged(asked);
    deps.readBudget.spend(userID, seqsOf.size * bytesOfLook);
    spendOnSeqs(userID, [...seqsOf.values()]);
    requireReadable(userID, [...seqsOf.keys()]);
    const response: MessagesResponse = { msgs: {}, notificationMsgs: {} };
    const pages = [...seqsOf].map(([conversationID, seqs]) => {
      const position = readCursors.of(userID, conversationID);
      const visible = seqs.filter((seq) => seq >= position.minSeq && seq <= position.maxSeq);
      const page = candidates(position, visible);
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

  /**
   * The newest message that is not deleted. If the user has deleted it, no older one replaces it, as with OpenIM.
   * @param mayRead says whether a row of so many bytes may be read
   */
  function lastMessage(
    userID: string,
    newest: Candidate,
    mayRead: (bytes: number) => boolean,
  ): Loaded | undefined {
    const { position } = newest;
    let next: Candidate | undefined = newest;
    while (next !== undefined && mayRead(next.bytes)) {
      const [stored] = messages.bySeqs(position.conversationID, [next.seq]);
      if (stored !== undefined && stored.status !== MsgStatus.deleted) {
        const [seen = stored] = render(userID, position, [stored]);
        return { ...next, data: encodeMsgData(seen) };
      }
      next = next.seq > position.minSeq ? candidates(position, [next.seq - 1])[0] : undefined;
    }
    return undefined;
  }

  /** The newest messages of conversations, the smallest first, as many as an answer holds. */
  function lastMessages(userID: string, conversationIDs: readonly string[]): Record<string, Uint8Array> {
    const ids = [...new Set(conversationIDs)];
    deps.readBudget.spend(userID, ids.length * bytesOfLook);
    requireReadable(userID, ids);
    const newest = readCursors
      .ofMany(userID, ids)
      .flatMap((position) =>
        position.maxSeq >= position.minSeq ? candidates(position, [position.maxSeq]) : [],
      );
    let left = unpackedBytes;
    const mayRead = (bytes: number) => {
      const cost = bytes + bytesOfLook;
      if (cost > left) return false;
      left -= cost;
      deps.readBudget.spend(userID, cost);
      return true;
    };
    const found = newest
      .sort(smallestFirst)
      .flatMap((candidate) => lastMessage(userID, candidate, mayRead) ?? []);
    return Object.fromEntries(
      packing(found.sort(smallestFirst)).map(({ position, data }) => [position.conversationID, data]),
    );
  }

  return { maxSeqs, hasReadAndMaxSeqs, pinned, byRanges, bySeqs, lastMessages };
}

const bytesOf = (candidates: readonly Candidate[]) => candidates.reduce((sum, { bytes }) => sum + bytes, 0);

/** One list of distinct seqs for each conversation. */
function merged(
  asked: readonly { conversationID: string; seqs: readonly number[] }[],
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, Set<number>>();
  for (const { conversationID, seqs } of asked) {
    const known = found.get(conversationID) ?? new Set();
    found.set(conversationID, known);
    for (const seq of seqs) known.add(seq);
  }
  return new Map([...found].map(([conversationID, seqs]) => [conversationID, [...seqs]]));
}

function pageEnd(position: ReadCursor, seqs: readonly number[], descending: boolean): Partial<PullMsgs> {
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

function byPosition<Item extends Candidate>(
  ordered: readonly Item[],
): ReadonlyMap<ReadCursor, readonly Item[]> {
  const found = new Map<ReadCursor, Item[]>();
  for (const item of ordered) {
    const known = found.get(item.position);
    if (known === undefined) found.set(item.position, [item]);
    else known.push(item);
  }
  return found;
}

function within<Item extends Candidate>(ordered: readonly Item[], maxBytes: number): Item[] {
  let left = maxBytes;
  const end = ordered.findIndex(({ bytes }) => {
    left -= bytes;
    return left < 0;
  });
  return ordered.slice(0, end < 0 ? ordered.length : end);
}

const inOrder = (loaded: readonly Loaded[] = []) =>
  loaded.toSorted((a, b) => a.seq - b.seq).map(({ data }) => data);

/**
 * The first messages that fit into one packed frame. Each is packed once with its neighbours; the whole answer is
 * hardly larger than these parts.
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

/** A deleted message in place of one that does not fit. */
const placeholder = (seq: number) => encodeMsgData({ seq, status: MsgStatus.deleted });

const seqsBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
