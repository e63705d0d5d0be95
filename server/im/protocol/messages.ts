import * as v from "valibot";
import { MsgStatus } from "./constants.ts";
import { decoder, encoder, requestDecoder } from "./protobuf.ts";

/** sdkws.MsgData. `content` is UTF-8 JSON, times are ms; a missing option key means true (section 3.2). */
export interface MsgData {
  sendID: string;
  recvID: string;
  groupID: string;
  clientMsgID: string;
  serverMsgID: string;
  senderPlatformID: number;
  senderNickname: string;
  senderFaceURL: string;
  sessionType: number;
  msgFrom: number;
  contentType: number;
  content: Uint8Array;
  seq: number;
  sendTime: number;
  createTime: number;
  status: number;
  isRead: boolean;
  options: Record<string, boolean>;
  atUserIDList: string[];
  attachedInfo: string;
  ex: string;
}

const int = v.pipe(v.number(), v.safeInteger());
/** Conversations in a range pull, and in a pull by seqs. An SDK names a hundred, and one. */
const maxConversations = 5000;
const maxSeqLists = 500;
const maxSeqs = 500;
/** Seqs in all lists of a request. An SDK asks for 50. */
const maxSeqsInAll = 10_000;
const maxSeqListBytes = 256 * 1024;
/** The limits of REST for lists of ids; an SDK names all its conversations, and subscribes to all its friends. */
const maxNamedConversations = 50_000;
const maxNamedUsers = 10_000;
/** Fields of a request beside its list. */
const maxOtherFields = 10;

export const maxMessageBytes = 300_000;
export const maxContentBytes = 256 * 1024;
/** Known option keys, including those that mark notifications for the server (section 3.2). */
const optionKeys = [
  "history",
  "persistent",
  "offlinePush",
  "unreadCount",
  "conversationUpdate",
  "senderSync",
  "notPrivate",
  "senderConversationUpdate",
  "reactionFromCache",
  "isNotNotification",
  "isSendMsg",
];

/** NUL is removed: it ends the SQL statement with which the WASM SDK stores all messages of a push. */
const text = v.pipe(v.string(), v.transform(withoutNul));
const id = v.pipe(text, v.maxLength(128));
const unrepeated = v.transform((list: string[]) => [...new Set(list)]);
const conversationIDs = v.pipe(v.array(v.string()), v.maxLength(maxNamedConversations), unrepeated);
const userIDs = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(128))),
  v.maxLength(maxNamedConversations),
  unrepeated,
  v.maxLength(maxNamedUsers),
);
const name = v.pipe(text, v.maxLength(4096));
const json = v.pipe(text, v.maxBytes(16 * 1024));
const time = v.pipe(int, v.minValue(0), v.maxValue(8.64e15));
/** An SDK sets up to eleven options. */
const maxOptions = 100;
const maxMentions = 500;
/** All fields of a message, each option and each mention. */
const maxMessageFields = 1000;
/** Checks the length of a list or map first: looking at each of a hundred thousand entries takes a second. */
const ofAtMost = (max: number) =>
  v.pipe(
    v.unknown(),
    v.check((value) => typeof value === "object" && value !== null && lengthOf(value) <= max),
  );
const options = v.pipe(
  ofAtMost(maxOptions),
  v.record(v.string(), v.boolean()),
  v.transform((given) =>
    Object.fromEntries(Object.entries(given).filter(([key]) => optionKeys.includes(key))),
  ),
);
const content = v.pipe(
  v.instance(Uint8Array),
  v.maxLength(maxContentBytes),
  v.check((bytes) => isJsonObject(bytes)),
);
const fields = {
  sendID: id,
  recvID: id,
  groupID: id,
  clientMsgID: id,
  serverMsgID: id,
  senderPlatformID: int,
  senderNickname: name,
  senderFaceURL: name,
  sessionType: int,
  msgFrom: int,
  contentType: int,
  content,
  seq: int,
  sendTime: time,
  createTime: time,
  status: int,
  isRead: v.boolean(),
  options,
  atUserIDList: v.pipe(ofAtMost(maxMentions), v.array(id)),
  attachedInfo: json,
  ex: json,
};

export const decodeMsgData: (bytes: Uint8Array) => MsgData = requestDecoder("MsgData", v.object(fields), {
  maxFields: maxMessageFields,
});
const decodeOptions = requestDecoder("MsgOptions", v.object({ options }), { maxFields: maxMessageFields });
/** Whether a message is stored for offline users. Malformed options count as stored. */
export function isStoredMessage(bytes: Uint8Array): boolean {
  try {
    return decodeOptions(bytes).options.history !== false;
  } catch {
    return true;
  }
}
export const encodeMsgData = encoder<Partial<MsgData>>("MsgData");

/**
 * Decodes a stored message. Earlier versions had weaker bounds, so a field out of bounds becomes empty.
 * @throws ApiError 1001 for bytes that are not a message; such bytes were never stored
 */
export const decodeStored: (bytes: Uint8Array) => MsgData = decoder(
  "MsgData",
  v.object({
    sendID: v.fallback(fields.sendID, ""),
    recvID: v.fallback(fields.recvID, ""),
    groupID: v.fallback(fields.groupID, ""),
    clientMsgID: v.fallback(fields.clientMsgID, ""),
    serverMsgID: v.fallback(fields.serverMsgID, ""),
    senderPlatformID: v.fallback(fields.senderPlatformID, 0),
    senderNickname: v.fallback(fields.senderNickname, ""),
    senderFaceURL: v.fallback(fields.senderFaceURL, ""),
    sessionType: fields.sessionType,
    msgFrom: fields.msgFrom,
    contentType: fields.contentType,
    content: v.fallback(v.union([v.pipe(v.instance(Uint8Array), v.length(0)), content]), Buffer.from("{}")),
    seq: fields.seq,
    sendTime: v.fallback(fields.sendTime, 0),
    createTime: v.fallback(fields.createTime, 0),
    status: fields.status,
    isRead: fields.isRead,
    options: fields.options,
    atUserIDList: v.fallback(fields.atUserIDList, []),
    attachedInfo: v.fallback(fields.attachedInfo, ""),
    ex: v.fallback(fields.ex, ""),
  }),
);

/**
 * The form of a deleted message: status 4, no content, but its ids, seq and sendTime. The SDK orders history by
 * sendTime; without one its paging returns to the newest message.
 */
export const deletedForm = (message: MsgData): MsgData => ({
  ...message,
  content: new Uint8Array(),
  atUserIDList: [],
  attachedInfo: "",
  ex: "",
  status: MsgStatus.deleted,
});

function lengthOf(listOrMap: object): number {
  return Array.isArray(listOrMap) ? listOrMap.length : Object.keys(listOrMap).length;
}

function withoutNul(value: string): string {
  return value.replaceAll("\0", "");
}

function isJsonObject(bytes: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return (
      typeof value === "object" && value !== null && !Array.isArray(value) && isShallow(value, maxLevels)
    );
  } catch {
    return false;
  }
}

/**
 * Nesting depth of JSON: a hundred nested replies have three hundred levels; thousands crash the page of the WASM
 * SDK.
 */
const maxLevels = 300;

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

/** sdkws.PullMsgs: encoded messages, oldest first. */
export interface PullMsgs {
  msgs: Uint8Array[];
  isEnd?: boolean;
  endSeq?: number;
}
/** PushMessages, PullMessageBySeqsResp and GetSeqMessageResp share this layout. */
export interface Messages {
  msgs: Record<string, PullMsgs>;
  notificationMsgs: Record<string, PullMsgs>;
}
export const encodeMessages = encoder<Messages>("Messages");

export const decodeUserRequest = requestDecoder("UserRequest", v.object({ userID: v.string() }));
export const encodeGetMaxSeqResp = encoder<{
  maxSeqs: Record<string, number>;
  minSeqs: Record<string, number>;
}>("GetMaxSeqResp");

/** A range pull of one conversation; begin and end are inclusive. */
export interface SeqRange {
  conversationID: string;
  begin: number;
  end: number;
  num: number;
}
const seqRange: v.GenericSchema<unknown, SeqRange> = v.object({
  conversationID: v.string(),
  begin: int,
  end: int,
  num: int,
});
export const decodePullMessageBySeqsReq = requestDecoder(
  "PullMessageBySeqsReq",
  v.object({
    userID: v.string(),
    seqRanges: v.pipe(v.array(seqRange), v.maxLength(maxConversations)),
    order: int,
  }),
  { maxFields: maxConversations + maxOtherFields },
);
export const decodeGetSeqMessageReq = requestDecoder(
  "GetSeqMessageReq",
  v.object({
    userID: v.string(),
    conversations: v.pipe(
      v.array(v.object({ conversationID: v.string(), seqs: v.pipe(v.array(int), v.maxLength(maxSeqs)) })),
      v.maxLength(maxSeqLists),
      v.check((lists) => lists.reduce((sum, { seqs }) => sum + seqs.length, 0) <= maxSeqsInAll),
    ),
    order: int,
  }),
  { maxBytes: maxSeqListBytes },
);

export const encodeSendMsgResp = encoder<{ serverMsgID: string; clientMsgID: string; sendTime: number }>(
  "SendMsgResp",
);

export interface Seqs {
  maxSeq: number;
  hasReadSeq: number;
  /** sendTime of the newest message, ms. */
  maxSeqTime: number;
}
export const decodeGetHasReadAndMaxSeqReq = requestDecoder(
  "GetHasReadAndMaxSeqReq",
  v.object({ userID: v.string(), conversationIDs, returnPinned: v.boolean() }),
  { maxFields: maxNamedConversations + maxOtherFields },
);
export const encodeGetHasReadAndMaxSeqResp = encoder<{
  seqs: Record<string, Seqs>;
  pinnedConversationIDs: string[];
}>("GetHasReadAndMaxSeqResp");

export const decodeGetLastMessageReq = requestDecoder(
  "GetLastMessageReq",
  v.object({ userID: v.string(), conversationIDs }),
  { maxFields: maxNamedConversations + maxOtherFields },
);
export const encodeGetLastMessageResp = encoder<{ msgs: Record<string, Uint8Array> }>("GetLastMessageResp");

export const decodeSetAppBackgroundStatusReq = requestDecoder(
  "SetAppBackgroundStatusReq",
  v.object({ isBackground: v.boolean() }),
);

export const decodeSubUserOnlineStatus = requestDecoder(
  "SubUserOnlineStatus",
  v.object({ subscribeUserID: userIDs, unsubscribeUserID: userIDs }),
  { maxFields: 2 * maxNamedConversations },
);
/** The platforms a user is connected from; empty means offline. */
export interface OnlineStatus {
  userID: string;
  onlinePlatformIDs: number[];
}
export const encodeSubUserOnlineStatusTips = encoder<{ subscribers: OnlineStatus[] }>(
  "SubUserOnlineStatusTips",
);

export const decodeGetActiveConversationsReq = requestDecoder(
  "GetActiveConversationsReq",
  v.object({ ownerUserID: v.string(), count: int }),
);
export const decodeGetConversationsReq = requestDecoder(
  "GetConversationsReq",
  v.object({ ownerUserID: v.string(), conversationIDs }),
);
