import * as v from "valibot";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import type { Message, MessageContent } from "../../../machines/domain/message.ts";
import { STICKERS } from "../../../machines/domain/sticker.ts";
import type { RowStore } from "../../../machines/ports/rows.ts";
import { ROWS } from "../storage/storage-keys.ts";

/** More than these no screen shows at once. */
export const LIMIT = 20;
/** A burst of messages is written once; milliseconds. */
const PAUSE = 1000;
/** Of a message only so much is seen in a row. */
const LETTERS = 200;

const text = v.string();
const count = v.number();
const id = v.pipe(text, v.minLength(1));

/** What a row says of its latest message, where that needs nobody else's name. */
const Content = v.variant("type", [
  v.object({ type: v.picklist(["picture", "video", "voice", "card", "merge"]) }),
  v.object({ type: v.literal("text"), text }),
  v.object({ type: v.literal("at"), text, mentions: v.array(v.object({ userID: text, name: text })) }),
  v.object({ type: v.literal("face"), face: v.optional(v.object({ sticker: v.picklist(STICKERS) })) }),
  v.object({ type: v.literal("location"), name: text }),
  v.object({ type: v.literal("file"), fileName: text }),
  v.object({ type: v.literal("custom"), customType: v.nullable(count) }),
]) satisfies v.GenericSchema<unknown, MessageContent>;

/** What is kept of every message, whatever it says and however far it has come. */
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

/** What is kept of the list, where it is that person's; nothing where it cannot be read. */
export async function readRows(storage: Storage, userID: string): Promise<readonly Conversation[]> {
  try {
    const stored = v.safeParse(Kept, storage.getItem(ROWS));
    return stored.success && stored.output.userID === userID ? stored.output.rows : [];
  } catch {
    return []; // storage is closed to this page
  }
}

/** Keeps the first rows of the list as they are seen, in `storage`; `page` says when it is left. */
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
      // storage is closed to this page, or full: the list comes a moment later next time
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

/** A row without what is not to outlive the visit: words that burn, and drafts' mentions. */
export function kept(row: Conversation): v.InferOutput<typeof Row> {
  const { mention: _mention, draftMentions: _mentions, latestMsg, ...rest } = row;
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

/** As much of it as a row shows; null where it would take names that only the server can tell. */
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
