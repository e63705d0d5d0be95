import * as v from "valibot";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import type { Message, MessageContent } from "../../../machines/domain/message.ts";
import { STICKERS } from "../../../machines/domain/sticker.ts";
import type { RowStore } from "../../../machines/ports/rows.ts";
import { ROWS } from "../storage/storage-keys.ts";

/** Maximum cached rows. No screen shows more at once. */
export const LIMIT = 20;
/** Milliseconds. Batches a burst of messages into one write. */
const PAUSE = 1000;
/** Maximum characters of a message that a row shows. */
const LETTERS = 200;

const text = v.string();
const count = v.number();
const id = v.pipe(text, v.minLength(1));

/** Content of the latest message, for types that need no other user's name. */
const Content = v.variant("type", [
  v.object({ type: v.picklist(["picture", "video", "voice", "card", "merge"]) }),
  v.object({ type: v.literal("text"), text }),
  v.object({ type: v.literal("at"), text, mentions: v.array(v.object({ userID: text, name: text })) }),
  v.object({ type: v.literal("face"), face: v.optional(v.object({ sticker: v.picklist(STICKERS) })) }),
  v.object({ type: v.literal("location"), name: text }),
  v.object({ type: v.literal("file"), fileName: text }),
  v.object({ type: v.literal("custom"), customType: v.nullable(count) }),
]) satisfies v.GenericSchema<unknown, MessageContent>;

export const envelope = {
  clientMsgID: id,
  conversationID: id,
  sendID: text,
  recvID: text,
  groupID: text,
  senderNickname: text,
  senderFaceUrl: text,
  contentType: count,
  seq: count,
  sendTime: count,
  isRead: v.boolean(),
};

const Latest = v.object({
  ...envelope,
  content: Content,
  status: v.picklist(["sending", "sent", "failed"]),
}) satisfies v.GenericSchema<unknown, Message>;

const Row = v.object({
  conversationID: id,
  kind: v.picklist(["single", "group", "system"]),
  userID: text,
  groupID: text,
  showName: text,
  faceURL: text,
  isPinned: v.boolean(),
  recvMsgOpt: count,
  unreadCount: count,
  isPrivateChat: v.boolean(),
  burnDuration: count,
  groupAtType: count,
  draftText: text,
  draftTextTime: count,
  latestMsg: v.nullable(Latest),
  latestMsgSendTime: count,
}) satisfies v.GenericSchema<unknown, Conversation>;

const Kept = v.pipe(text, v.parseJson(), v.object({ userID: id, rows: v.array(Row) }));

/** Returns the cached rows of the user, or an empty list if there are none or they are unreadable. */
export async function readRows(storage: Storage, userID: string): Promise<readonly Conversation[]> {
  try {
    const stored = v.safeParse(Kept, storage.getItem(ROWS));
    return stored.success && stored.output.userID === userID ? stored.output.rows : [];
  } catch {
    return []; // no access to storage
  }
}

/** Caches the first rows of the list in `storage`. `page` emits `pagehide`. */
export function createRowKeeper(
  storage: Storage,
  page?: Pick<EventTarget, "addEventListener">,
): Pick<RowStore, "keepRows" | "restRows"> {
  let waiting: { userID: string; rows: readonly Conversation[] } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
    waiting = null;
  };
  const write = () => {
    if (!waiting) return;
    const { userID, rows } = waiting;
    rest();
    try {
      storage.setItem(ROWS, JSON.stringify({ userID, rows: rows.slice(0, LIMIT).map(kept) }));
    } catch {
      // no access to storage, or full: next time the list appears a moment later
    }
  };
  page?.addEventListener("pagehide", write);

  return {
    keepRows(seen) {
      waiting = seen;
      timer ??= setTimeout(write, PAUSE);
    },
    restRows: rest,
  };
}

/** Returns a row without data that must not be kept: disappearing messages, and what a draft mentions or answers. */
export function kept(row: Conversation): v.InferOutput<typeof Row> {
  const {
    mention: _mention,
    draftMentions: _mentions,
    draftReplyID: _replyID,
    draftReply: _reply,
    latestMsg,
    ...rest
  } = row;
  return {
    ...rest,
    latestMsg: latestMsg && !row.isPrivateChat && !latestMsg.burn ? latest(latestMsg) : null,
  };
}

function latest(message: Message): v.InferOutput<typeof Latest> | null {
  const seen = seenOf(message.content);
  if (!seen) return null;
  const { burn: _burn, failure: _failure, uploaded: _uploaded, ...rest } = message;
  return { ...rest, senderNickname: "", senderFaceUrl: "", content: seen };
}

/** Returns the part that a row shows, or null if it needs names from the server. */
function seenOf(content: MessageContent): v.InferOutput<typeof Content> | null {
  switch (content.type) {
    case "text":
    case "quote":
      return { type: "text", text: content.text.slice(0, LETTERS) };
    case "at":
      return {
        type: "at",
        text: content.text.slice(0, LETTERS),
        mentions: content.mentions.map(({ userID, name }) => ({ userID, name })),
      };
    case "picture":
    case "video":
    case "voice":
    case "card":
    case "merge":
      return { type: content.type };
    case "face":
      return content.face && "sticker" in content.face
        ? { type: "face", face: content.face }
        : { type: "face" };
    case "location":
      return { type: "location", name: content.name };
    case "file":
      return { type: "file", fileName: content.fileName };
    case "custom":
      return { type: "custom", customType: content.customType };
    default:
      return null;
  }
}
