import * as v from "valibot";
import { MsgStatus } from "./constants.ts";
import { decoder, encoder } from "./schema.ts";

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
  /** Encoded OfflinePushInfo, passed through. */
  offlinePushInfo: Uint8Array;
  atUserIDList: string[];
  attachedInfo: string;
  ex: string;
}

const int = v.pipe(v.number(), v.safeInteger());
const bytes = v.instance(Uint8Array);
const strings = v.pipe(v.array(v.string()), v.maxLength(10_000));
/** One request asks for at most this many conversations, and for this many seqs of each. */
const maxConversations = 5000;
const maxSeqs = 500;

const msgData: v.GenericSchema<unknown, MsgData> = v.object({
  sendID: v.string(),
  recvID: v.string(),
  groupID: v.string(),
  clientMsgID: v.string(),
  serverMsgID: v.string(),
  senderPlatformID: int,
  senderNickname: v.string(),
  senderFaceURL: v.string(),
  sessionType: int,
  msgFrom: int,
  contentType: int,
  content: bytes,
  seq: int,
  sendTime: int,
  createTime: int,
  status: int,
  isRead: v.boolean(),
  options: v.record(v.string(), v.boolean()),
  offlinePushInfo: bytes,
  atUserIDList: strings,
  attachedInfo: v.string(),
  ex: v.string(),
});

export const decodeMsgData = decoder("MsgData", msgData);
export const encodeMsgData = encoder<MsgData>("MsgData");

/**
 * An encoded MsgData with isRead set. Protobuf readers let the last occurrence of a field win, so the
 * stored bytes need not be decoded.
 */
export function withIsRead(encoded: Uint8Array): Uint8Array {
  return Buffer.concat([encoded, isReadField]);
}
// Tag of field 18 as a varint, then true.
const isReadField = Uint8Array.of(0x90, 0x01, 1);

/**
 * What is left of a deleted message: status 4, no content, but its ids, seq and sendTime. The SDK orders
 * history by sendTime; a placeholder without one sends its paging back to the newest message.
 */
export function deletedForm(encoded: Uint8Array): Uint8Array {
  const message = decodeMsgData(encoded);
  return encodeMsgData({
    ...message,
    content: new Uint8Array(),
    offlinePushInfo: new Uint8Array(),
    atUserIDList: [],
    attachedInfo: "",
    ex: "",
    status: MsgStatus.deleted,
  });
}

/** sdkws.PullMsgs: encoded messages, oldest first. */
export interface PullMsgs {
  msgs: Uint8Array[];
  isEnd?: boolean;
  endSeq?: number;
}
/** PushMessages, PullMessageBySeqsResp and GetSeqMessageResp, which share one layout. */
export interface Messages {
  msgs: Record<string, PullMsgs>;
  notificationMsgs: Record<string, PullMsgs>;
}
export const encodeMessages = encoder<Messages>("Messages");

export const decodeUserRequest = decoder("UserRequest", v.object({ userID: v.string() }));
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
export const decodePullMessageBySeqsReq = decoder(
  "PullMessageBySeqsReq",
  v.object({
    userID: v.string(),
    seqRanges: v.pipe(v.array(seqRange), v.maxLength(maxConversations)),
    order: int,
  }),
);
export const decodeGetSeqMessageReq = decoder(
  "GetSeqMessageReq",
  v.object({
    userID: v.string(),
    conversations: v.pipe(
      v.array(v.object({ conversationID: v.string(), seqs: v.pipe(v.array(int), v.maxLength(maxSeqs)) })),
      v.maxLength(maxConversations),
    ),
    order: int,
  }),
);

export const encodeSendMsgResp = encoder<{ serverMsgID: string; clientMsgID: string; sendTime: number }>(
  "SendMsgResp",
);

/** How far a conversation goes for a person and how far he has read. */
export interface Seqs {
  maxSeq: number;
  hasReadSeq: number;
  /** sendTime of the newest message, ms. */
  maxSeqTime: number;
}
export const decodeGetHasReadAndMaxSeqReq = decoder(
  "GetHasReadAndMaxSeqReq",
  v.object({ userID: v.string(), conversationIDs: strings, returnPinned: v.boolean() }),
);
export const encodeGetHasReadAndMaxSeqResp = encoder<{
  seqs: Record<string, Seqs>;
  pinnedConversationIDs: string[];
}>("GetHasReadAndMaxSeqResp");

export const decodeGetLastMessageReq = decoder(
  "GetLastMessageReq",
  v.object({ userID: v.string(), conversationIDs: strings }),
);
export const encodeGetLastMessageResp = encoder<{ msgs: Record<string, Uint8Array> }>("GetLastMessageResp");

export const decodeSetAppBackgroundStatusReq = decoder(
  "SetAppBackgroundStatusReq",
  v.object({ userID: v.string(), isBackground: v.boolean() }),
);

export const decodeSubUserOnlineStatus = decoder(
  "SubUserOnlineStatus",
  v.object({ subscribeUserID: strings, unsubscribeUserID: strings }),
);
/** The platforms a person is connected from; empty is offline. */
export interface OnlineStatus {
  userID: string;
  onlinePlatformIDs: number[];
}
export const encodeSubUserOnlineStatusTips = encoder<{ subscribers: OnlineStatus[] }>(
  "SubUserOnlineStatusTips",
);

export const decodeGetActiveConversationsReq = decoder(
  "GetActiveConversationsReq",
  v.object({ ownerUserID: v.string(), count: int }),
);
export const decodeGetConversationsReq = decoder(
  "GetConversationsReq",
  v.object({ ownerUserID: v.string(), conversationIDs: strings }),
);
