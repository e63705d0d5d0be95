import * as v from "valibot";
import type { CallRecord, GroupCallNotice } from "../../../machines/domain/call.ts";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import type { GroupNotice } from "../../../machines/domain/group-notice.ts";
import {
  HISTORY_PAGE,
  isRemoved,
  type Message,
  type MessageContent,
  type MessageEvent,
} from "../../../machines/domain/message.ts";
import type { NoticePerson } from "../../../machines/domain/people.ts";
import { STICKERS } from "../../../machines/domain/sticker.ts";
import type { CachedPages, CachedPagesEvent } from "../../../machines/inbox/cached-pages.ts";
import type { PageStore } from "../../../machines/ports/cached-pages.ts";
import { PAGES } from "../storage/storage-keys.ts";
import { validItems } from "../valid-items.ts";
import { envelope } from "./cached-rows.ts";

/** Maximum chats with a cached history page: recently opened ones and some prefetched ones. */
const CHATS = 12;
/** Maximum characters of a chat's stored JSON. */
const LETTERS = 50_000;
/** Milliseconds. Batches a burst of messages into one write. */
const PAUSE = 1000;

const text = v.string();
const number = v.number();
const id = v.pipe(text, v.minLength(1));
const size = { width: number, height: number };

const Person = v.object({ userID: text, nickname: text }) satisfies v.GenericSchema<unknown, NoticePerson>;
const people = { people: v.array(Person), count: number };

const Notice = v.variant("act", [
  v.object({ act: v.literal("created"), by: v.nullable(Person) }),
  v.object({ act: v.picklist(["invited", "removed"]), by: Person, ...people }),
  v.object({ act: v.picklist(["entered", "left"]), by: Person }),
  v.object({ act: v.picklist(["transferred", "memberUnmuted"]), by: Person, person: Person }),
  v.object({ act: v.literal("memberMuted"), by: Person, person: Person, seconds: number }),
  v.object({ act: v.picklist(["dismissed", "muted", "unmuted", "changed"]), by: Person }),
  v.object({ act: v.literal("announced"), by: Person, text }),
  v.object({ act: v.literal("renamed"), by: Person, name: text }),
]) satisfies v.GenericSchema<unknown, GroupNotice>;

const Record = v.object({
  roomID: text,
  mediaType: v.picklist(["voice", "video"]),
  result: v.picklist(["completed", "cancelled", "declined", "busy", "noAnswer", "failed"]),
  durationSeconds: number,
  isByCallee: v.exactOptional(v.literal(true)),
  ringSeconds: v.exactOptional(number),
}) satisfies v.GenericSchema<unknown, CallRecord>;

const call = { roomID: text, mediaType: v.picklist(["voice", "video"]) };
const GroupCall = v.variant("state", [
  v.object({ ...call, state: v.literal("on"), invited: number }),
  v.object({ ...call, state: v.literal("over"), durationSeconds: number }),
]) satisfies v.GenericSchema<unknown, GroupCallNotice>;

/** Contents without quotes and without other messages. */
const SIMPLE = [
  v.object({ type: v.literal("text"), text }),
  v.object({
    type: v.literal("picture"),
    picture: v.exactOptional(v.object({ url: text, thumbnail: text, ...size })),
  }),
  v.object({
    type: v.literal("video"),
    video: v.exactOptional(v.object({ url: text, poster: text, ...size, seconds: number })),
  }),
  v.object({
    type: v.literal("voice"),
    voice: v.exactOptional(
      v.object({ url: text, seconds: number, levels: v.exactOptional(v.array(number)) }),
    ),
  }),
  v.object({
    type: v.literal("card"),
    card: v.exactOptional(v.object({ userID: text, nickname: text, faceURL: text })),
  }),
  v.object({
    type: v.literal("face"),
    face: v.exactOptional(v.union([v.object({ url: text }), v.object({ sticker: v.picklist(STICKERS) })])),
  }),
  v.object({
    type: v.literal("location"),
    name: text,
    address: v.exactOptional(text),
    point: v.exactOptional(v.object({ latitude: number, longitude: number })),
  }),
  v.object({
    type: v.literal("file"),
    fileName: text,
    file: v.exactOptional(v.object({ url: text, bytes: number })),
  }),
  v.object({ type: v.literal("callRecord"), record: Record }),
  v.object({ type: v.literal("groupCall"), call: GroupCall }),
  v.object({
    type: v.literal("meeting"),
    meeting: v.object({ roomID: v.nullable(text), subject: text, extra: v.record(text, v.unknown()) }),
  }),
  v.object({ type: v.literal("custom"), customType: v.nullable(number) }),
  v.object({ type: v.literal("revoked"), revoker: Person, sender: Person }),
  v.object({ type: v.literal("groupNotice"), notice: Notice }),
  v.object({ type: v.literal("burning"), isOn: v.boolean() }),
  v.object({ type: v.literal("oaNotification"), text }),
  v.object({ type: v.picklist(["friendAdded", "notification", "unsupported"]) }),
] as const;

const Quoted = v.object({
  clientMsgID: text,
  sendID: text,
  senderNickname: text,
  content: v.nullable(v.variant("type", SIMPLE)),
});
const mentions = v.array(v.object({ userID: text, name: text }));

/** Merged histories are not cached: they may be long and belong to another chat. */
const Content = v.variant("type", [
  ...SIMPLE,
  v.object({ type: v.literal("quote"), text, quoted: v.nullable(Quoted) }),
  v.object({ type: v.literal("at"), text, mentions, quoted: v.exactOptional(v.nullable(Quoted)) }),
]) satisfies v.GenericSchema<unknown, MessageContent>;

const Seen = v.object({
  ...envelope,
  content: Content,
  forwardedFrom: v.exactOptional(text),
  albumID: v.exactOptional(text),
  status: v.literal("sent"),
}) satisfies v.GenericSchema<unknown, Message>;

const Page = v.object({ conversationID: id, messages: v.array(v.unknown()) });
const Stored = v.pipe(text, v.parseJson(), v.object({ userID: id, pages: v.array(Page) }));

interface Kept {
  userID: string;
  /** The last opened chat comes first. */
  pages: CachedPages;
}

/** Listeners by storage. They exist before the keeper, which loads with the signed-in charts. */
const watchers = new WeakMap<Storage, Set<(kept: Kept | null) => void>>();

/** Reports the user's cached pages now and after every change. Returns a function that stops it. */
export function watchPages(
  storage: Storage,
  { userID }: { userID: string },
  send: (event: CachedPagesEvent) => void,
): () => void {
  const hear = (kept: Kept | null) =>
    send({ type: "pages.changed", pages: kept?.userID === userID ? kept.pages : {} });
  const others = watchers.get(storage) ?? new Set();
  watchers.set(storage, others.add(hear));
  hear(keptIn(storage));
  return () => void others.delete(hear);
}

function keptIn(storage: Storage): Kept | null {
  try {
    const stored = v.safeParse(Stored, storage.getItem(PAGES));
    if (!stored.success) return null;
    const pages = stored.output.pages.map(({ conversationID, messages }) => {
      const seen = validItems(Seen, messages).filter((one) => one.conversationID === conversationID);
      return [conversationID, seen] as const;
    });
    return { userID: stored.output.userID, pages: Object.fromEntries(pages) };
  } catch {
    return null; // no access to storage
  }
}

export interface PageKeeper extends Pick<PageStore, "keepPage"> {
  /** Drops pages that are not written yet. */
  restPages(): void;
  /** Removes deleted messages and updates revoked ones, also in chats that are not open. */
  amendPages(event: MessageEvent): void;
  /** Removes the pages of chats that have no message any more, and of chats that another device has cleared. */
  emptyPages(rows: readonly Conversation[], cleared?: readonly string[]): void;
}

/** Caches the newest messages of the last opened chats in `storage`. `page` emits `pagehide`. */
export function createPageKeeper(storage: Storage, page?: Pick<EventTarget, "addEventListener">): PageKeeper {
  let userID = "";
  /** Pages that are not written yet, by chat. The last opened chat is at the end. */
  const waiting = new Map<string, readonly Message[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The stored value while only this page writes it; null before it is read. */
  let known: Kept | null = null;

  const kept = () => {
    known ??= keptIn(storage);
    return known;
  };
  const put = (pages: readonly (readonly [conversationID: string, messages: readonly Message[]])[]) => {
    const written = pages.filter(([, messages]) => messages.length > 0).slice(0, CHATS);
    known = { userID, pages: Object.fromEntries(written) };
    try {
      const rows = written.map(([conversationID, messages]) => ({ conversationID, messages }));
      storage.setItem(PAGES, JSON.stringify({ userID, pages: rows }));
    } catch {
      // no access to storage, or full: next time the chat appears a moment later
    }
    for (const hear of watchers.get(storage) ?? []) hear(known);
  };
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
    waiting.clear();
    known = null;
  };
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const before = kept();
    const newest = [...waiting].reverse().map(([chat, messages]) => [chat, newestOf(messages)] as const);
    const others = Object.entries(before?.userID === userID ? before.pages : {});
    put([...newest, ...others.filter(([chat]) => !waiting.has(chat))]);
    waiting.clear();
  };
  page?.addEventListener("pagehide", write);
  const drop = (isGone: (message: Message) => boolean) => {
    write();
    const before = kept();
    if (!before || !Object.values(before.pages).some((messages) => messages.some(isGone))) return;
    ({ userID } = before);
    const isThere = (message: Message) => !isGone(message);
    put(Object.entries(before.pages).map(([chat, messages]) => [chat, messages.filter(isThere)]));
  };

  return {
    keepPage(seen) {
      if (seen.userID !== userID) waiting.clear();
      userID = seen.userID;
      waiting.delete(seen.conversationID);
      waiting.set(seen.conversationID, seen.messages);
      timer ??= setTimeout(write, PAUSE);
    },
    restPages: rest,
    amendPages(event) {
      if (event.type === "im.revoked" || event.type === "im.deleted")
        drop((message) => isRemoved(message, event));
    },
    emptyPages(rows, cleared = []) {
      const gone = rows.flatMap((row) => (row.latestMsg ? [] : [row.conversationID]));
      const empty = new Set([...gone, ...cleared]);
      for (const conversationID of empty) waiting.delete(conversationID);
      if (empty.size > 0) drop(({ conversationID }) => empty.has(conversationID));
    },
  };
}

/**
 * Returns the newest messages of a chat without a gap: it stops at the first that cannot be cached, because it
 * disappears or is a merged history. Messages that are still being sent are skipped; the outbox has them.
 */
function newestOf(messages: readonly Message[]): readonly v.InferOutput<typeof Seen>[] {
  const newest: v.InferOutput<typeof Seen>[] = [];
  let letters = 0;
  for (const message of messages.filter(({ status }) => status === "sent").reverse()) {
    const seen = v.safeParse(Seen, message);
    if (!seen.success || message.burn) break;
    const kept = { ...seen.output, senderNickname: "", senderFaceUrl: "" };
    const words = JSON.stringify(kept);
    letters += words.length;
    // A `blob:` address is invalid after this visit.
    if (letters > LETTERS || words.includes('"blob:') || newest.length === HISTORY_PAGE) break;
    newest.unshift(kept);
  }
  return newest;
}
