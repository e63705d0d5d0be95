import protobuf from "protobufjs";
import * as v from "valibot";
import { ApiError, maxBodyBytes } from "../../http.ts";

/**
 * The gateway's protobuf messages (protocol section 3.1), with the SDK's field numbers.
 * Lists of MsgData are declared as `bytes`, which is the same on the wire, so each message is encoded once for all
 * receivers.
 * Field 20, offlinePushInfo, is left out: it is for push services, and SDKs fail on a whole answer when one is
 * malformed.
 */
const protoText = `
syntax = "proto3";

message MsgData {
  string sendID = 1;
  string recvID = 2;
  string groupID = 3;
  string clientMsgID = 4;
  string serverMsgID = 5;
  int32 senderPlatformID = 6;
  string senderNickname = 7;
  string senderFaceURL = 8;
  int32 sessionType = 9;
  int32 msgFrom = 10;
  int32 contentType = 11;
  bytes content = 12;
  int64 seq = 14;
  int64 sendTime = 15;
  int64 createTime = 16;
  int32 status = 17;
  bool isRead = 18;
  map<string, bool> options = 19;
  repeated string atUserIDList = 21;
  string attachedInfo = 22;
  string ex = 23;
}

message MsgOptions { map<string, bool> options = 19; }

message PullMsgs { repeated bytes msgs = 1; bool isEnd = 2; int64 endSeq = 3; }
message Messages { map<string, PullMsgs> msgs = 1; map<string, PullMsgs> notificationMsgs = 2; }

message UserRequest { string userID = 1; }
message GetMaxSeqResp { map<string, int64> maxSeqs = 1; map<string, int64> minSeqs = 2; }

message SeqRange { string conversationID = 1; int64 begin = 2; int64 end = 3; int64 num = 4; }
message PullMessageBySeqsReq { string userID = 1; repeated SeqRange seqRanges = 2; int32 order = 3; }

message ConversationSeqs { string conversationID = 2; repeated int64 seqs = 3; }
message GetSeqMessageReq { string userID = 1; repeated ConversationSeqs conversations = 2; int32 order = 3; }

message SendMsgResp { string serverMsgID = 1; string clientMsgID = 2; int64 sendTime = 3; }

message Seqs { int64 maxSeq = 1; int64 hasReadSeq = 2; int64 maxSeqTime = 3; }
message GetHasReadAndMaxSeqReq { string userID = 1; repeated string conversationIDs = 2; bool returnPinned = 3; }
message GetHasReadAndMaxSeqResp { map<string, Seqs> seqs = 1; repeated string pinnedConversationIDs = 2; }

message GetLastMessageReq { string userID = 1; repeated string conversationIDs = 2; }
message GetLastMessageResp { map<string, bytes> msgs = 1; }

message SetAppBackgroundStatusReq { string userID = 1; bool isBackground = 2; }

message SubUserOnlineStatus { repeated string subscribeUserID = 1; repeated string unsubscribeUserID = 2; }
message OnlineStatus { string userID = 1; repeated int32 onlinePlatformIDs = 2; }
message SubUserOnlineStatusTips { repeated OnlineStatus subscribers = 1; }

message Conversation {
  string ownerUserID = 1;
  string conversationID = 2;
  int32 recvMsgOpt = 3;
  int32 conversationType = 4;
  string userID = 5;
  string groupID = 6;
  bool isPinned = 7;
  string attachedInfo = 8;
  bool isPrivateChat = 9;
  int32 groupAtType = 10;
  string ex = 11;
  int32 burnDuration = 12;
  int64 minSeq = 13;
  int64 maxSeq = 14;
  int64 msgDestructTime = 15;
  int64 latestMsgDestructTime = 16;
  bool isMsgDestruct = 17;
}
message UserInfo {
  string userID = 1;
  string nickname = 2;
  string faceURL = 3;
  string ex = 4;
  int64 createTime = 5;
  int32 appMangerLevel = 6;
  int32 globalRecvMsgOpt = 7;
}
message FriendInfoOnly {
  string ownerUserID = 1;
  string friendUserID = 2;
  string remark = 3;
  int64 createTime = 4;
  int32 addSource = 5;
  string operatorUserID = 6;
  string ex = 7;
  bool isPinned = 8;
}
message GroupInfo {
  string groupID = 1;
  string groupName = 2;
  string notification = 3;
  string introduction = 4;
  string faceURL = 5;
  string ownerUserID = 6;
  int64 createTime = 7;
  uint32 memberCount = 8;
  string ex = 9;
  int32 status = 10;
  string creatorUserID = 11;
  int32 groupType = 12;
  int32 needVerification = 13;
  int32 lookMemberInfo = 14;
  int32 applyMemberFriend = 15;
  int64 notificationUpdateTime = 16;
  string notificationUserID = 17;
}
message ConversationMsg {
  Conversation conversation = 1;
  bytes lastMsg = 2;
  UserInfo user = 3;
  FriendInfoOnly friend = 4;
  GroupInfo group = 5;
  int64 maxSeq = 6;
  int64 readSeq = 7;
}
message GetActiveConversationsReq { string ownerUserID = 1; int64 count = 2; }
message GetConversationsReq { string ownerUserID = 1; repeated string conversationIDs = 2; }
message ConversationMsgsResp { int64 unreadCount = 1; repeated ConversationMsg conversations = 2; }
`;

const { root } = protobuf.parse(protoText, { keepCase: true });

export function encoder<Value extends object>(name: string): (value: Value) => Uint8Array {
  const type = root.lookupType(name);
  return (value) => type.encode(value).finish();
}

/**
 * Decodes a protobuf message and checks it against `schema`; int64 become safe numbers.
 * @throws ApiError 1001 for other bytes
 */
export function decoder<Value>(
  name: string,
  schema: v.GenericSchema<unknown, Value>,
): (bytes: Uint8Array) => Value {
  const type = root.lookupType(name);
  return (bytes) => {
    const value = v.safeParse(schema, decodeObject(type, bytes));
    if (!value.success) throw new ApiError(1001, "ArgsError", `malformed ${name}`);
    return value.output;
  };
}

/**
 * Decodes a request. Its size is checked first: a small frame unpacks to millions of list entries.
 * @param maxFields entries of its lists and maps count each
 * @throws ApiError 1001 for other or too many bytes
 */
export function requestDecoder<Value>(
  name: string,
  schema: v.GenericSchema<unknown, Value>,
  { maxBytes = maxBodyBytes, maxFields }: { maxBytes?: number; maxFields?: number } = {},
): (bytes: Uint8Array) => Value {
  const decode = decoder(name, schema);
  return (bytes) => {
    if (bytes.length > maxBytes) throw new ApiError(1001, "ArgsError", `${name} is too large`);
    if (maxFields !== undefined && hasMoreFields(bytes, maxFields)) {
      throw new ApiError(1001, "ArgsError", `${name} has too many fields`);
    }
    return decode(bytes);
  };
}

/** Counts without reading: a map of twenty thousand entries takes a hundred times as long to read. */
function hasMoreFields(bytes: Uint8Array, max: number): boolean {
  const reader = protobuf.Reader.create(bytes);
  try {
    for (let count = 0; reader.pos < reader.len; count += 1) {
      if (count >= max) return true;
      reader.skipType(reader.uint32() & 7);
    }
  } catch {
    // The decoder refuses it.
  }
  return false;
}

function decodeObject(type: protobuf.Type, bytes: Uint8Array): unknown {
  try {
    return type.toObject(type.decode(bytes), { longs: Number, defaults: true });
  } catch {
    throw new ApiError(1001, "ArgsError", `malformed ${type.name}`);
  }
}
