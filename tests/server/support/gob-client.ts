import { randomBytes } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import protobuf from "protobufjs";
import { WebSocket } from "ws";
import { web } from "./backend.ts";

/**
 * A small client with the framing of the WASM SDK (gob in gzip). It follows the byte tables of the protocol
 * and does not use the server's codec.
 */

/** Type definition of GeneralWsReq exactly as the SDK sends it. */
const requestDefinition = Buffer.from(
  "657f0301010c47656e6572616c577352657101ff80000106010d5265714964656e7469666965720104000105546f6b656e01" +
    "0c00010653656e644944010c00010b4f7065726174696f6e4944010c0001074d7367496e6372010c00010444617461010a000000",
  "hex",
);

export function encodeRequest(request: {
  reqIdentifier: number;
  sendID: string;
  operationID: string;
  msgIncr: string;
  data: Uint8Array;
}): Buffer {
  const value = Buffer.concat([
    Buffer.from([0xff, 0x80, 1]),
    uint(request.reqIdentifier * 2),
    ...[2, 1, 1].flatMap((delta, i) => [
      uint(delta),
      bytes(Buffer.from([request.sendID, request.operationID, request.msgIncr][i] ?? "")),
    ]),
    ...(request.data.length > 0 ? [uint(1), bytes(request.data)] : []),
    Buffer.from([0]),
  ]);
  return Buffer.concat([requestDefinition, bytes(value)]);
}

export interface Response {
  reqIdentifier: number;
  errCode: number;
  errMsg: string;
  msgIncr: string;
  operationID: string;
  data: Uint8Array;
}

/** Reads an answer whose type definition lists the fields in the order of a real server. */
export function decodeResponse(frame: Uint8Array): Response {
  let at = 0;
  const readUint = () => {
    const first = frame[at++] ?? 0;
    if (first < 128) return first;
    let value = 0;
    for (let left = 256 - first; left > 0; left -= 1) value = value * 256 + (frame[at++] ?? 0);
    return value;
  };
  const readBytes = () => {
    const end = readUint() + at;
    const value = frame.subarray(at, end);
    at = end;
    return value;
  };
  readBytes();
  readUint();
  readUint();
  const response: Response = {
    reqIdentifier: 0,
    errCode: 0,
    errMsg: "",
    msgIncr: "",
    operationID: "",
    data: new Uint8Array(),
  };
  let field = -1;
  for (let delta = readUint(); delta !== 0; delta = readUint()) {
    field += delta;
    if (field === 0) response.reqIdentifier = readUint() / 2;
    else if (field === 1) response.msgIncr = Buffer.from(readBytes()).toString();
    else if (field === 2) response.operationID = Buffer.from(readBytes()).toString();
    else if (field === 3) response.errCode = readUint() / 2;
    else if (field === 4) response.errMsg = Buffer.from(readBytes()).toString();
    else response.data = readBytes();
  }
  return response;
}

function uint(value: number): Buffer {
  if (value < 128) return Buffer.from([value]);
  const digits: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Buffer.from([256 - digits.length, ...digits]);
}
const bytes = (value: Uint8Array) => Buffer.concat([uint(value.length), value]);

const { root } = protobuf.parse(
  `syntax = "proto3";
  message OfflinePushInfo { string title = 1; string desc = 2; string ex = 3; string iOSPushSound = 4;
    bool iOSBadgeCount = 5; string signalInfo = 6; }
  message MsgData { string sendID = 1; string recvID = 2; string groupID = 3; string clientMsgID = 4;
    string serverMsgID = 5; int32 senderPlatformID = 6; string senderNickname = 7; string senderFaceURL = 8;
    int32 sessionType = 9; int32 msgFrom = 10; int32 contentType = 11; string content = 12; int64 seq = 14;
    int64 sendTime = 15; int64 createTime = 16; int32 status = 17; bool isRead = 18;
    map<string, bool> options = 19; OfflinePushInfo offlinePushInfo = 20; repeated string atUserIDList = 21; string attachedInfo = 22; string ex = 23; }
  message PullMsgs { repeated MsgData Msgs = 1; bool isEnd = 2; int64 endSeq = 3; }
  message Push { map<string, PullMsgs> msgs = 1; map<string, PullMsgs> notificationMsgs = 2; }
  message User { string userID = 1; int32 platformID = 2; }
  message MaxSeqs { map<string, int64> maxSeqs = 1; }
  message Range { string conversationID = 1; int64 begin = 2; int64 end = 3; int64 num = 4; }
  message PullRanges { string userID = 1; repeated Range seqRanges = 2; int32 order = 3; }
  message SeqList { string conversationID = 2; repeated int64 seqs = 3; }
  message PullSeqs { string userID = 1; repeated SeqList conversations = 2; int32 order = 3; }
  message Sent { string serverMsgID = 1; string clientMsgID = 2; int64 sendTime = 3; }
  message Seqs { int64 maxSeq = 1; int64 hasReadSeq = 2; int64 maxSeqTime = 3; }
  message Conversations { string userID = 1; repeated string conversationIDs = 2; bool returnPinned = 3; }
  message ReadSeqs { map<string, Seqs> seqs = 1; repeated string pinnedConversationIDs = 2; }
  message Last { map<string, MsgData> msgs = 1; }
  message Watch { repeated string subscribeUserID = 1; repeated string unsubscribeUserID = 2; }
  message Status { string userID = 1; repeated int32 onlinePlatformIDs = 2; }
  message Statuses { repeated Status subscribers = 1; }`,
  { keepCase: true },
);

export interface Wire {
  MsgData: Message;
  Push: Messages;
  User: { userID: string; platformID?: number };
  MaxSeqs: { maxSeqs: Record<string, number> };
  PullRanges: {
    userID: string;
    seqRanges: { conversationID: string; begin: number; end: number; num: number }[];
  };
  PullSeqs: { userID: string; conversations: { conversationID: string; seqs: number[] }[]; order: number };
  Sent: { serverMsgID: string; clientMsgID: string; sendTime: number };
  Conversations: { userID: string; conversationIDs: string[]; returnPinned?: boolean };
  ReadSeqs: {
    seqs: Record<string, { maxSeq: number; hasReadSeq: number; maxSeqTime: number }>;
    pinnedConversationIDs: string[];
  };
  Last: { msgs: Record<string, Message> };
  Watch: { subscribeUserID: string[]; unsubscribeUserID?: string[] };
  Statuses: { subscribers: { userID: string; onlinePlatformIDs: number[] }[] };
}
export interface Message {
  sendID: string;
  recvID: string;
  groupID: string;
  clientMsgID: string;
  serverMsgID: string;
  senderNickname: string;
  senderFaceURL: string;
  sessionType: number;
  msgFrom: number;
  contentType: number;
  content: string;
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
interface Pulled {
  Msgs: Message[];
  isEnd: boolean;
  endSeq: number;
}
export interface Messages {
  msgs: Record<string, Pulled>;
  notificationMsgs: Record<string, Pulled>;
}

export function encode<Name extends keyof Wire>(name: Name, value: Partial<Wire[Name]>): Uint8Array {
  return root.lookupType(name).encode(value).finish();
}
export function decode<Name extends keyof Wire>(name: Name, data: Uint8Array): Wire[Name] {
  const type = root.lookupType(name);
  // The schema above and the interfaces match, so the cast is safe here.
  return type.toObject(type.decode(data), { longs: Number, defaults: true }) as Wire[Name];
}

export class RequestError extends Error {
  constructor(
    readonly errCode: number,
    message: string,
  ) {
    super(message);
  }
}

export type GobClient = Awaited<ReturnType<typeof connectGob>>;

/** Connects as the WASM SDK does; resolves with the first text frame in `greeting`. */
export async function connectGob(
  origin: string,
  login: { userID: string; token: string; platformID?: number },
) {
  const { userID, token, platformID = web } = login;
  const query = `compression=gzip&isBackground=false&isMsgResp=true&operationID=1&platformID=${platformID}&sendID=${userID}&token=${token}`;
  const socket = new WebSocket(`${origin.replace("http", "ws")}/msg_gateway?${query}`);
  const texts: string[] = [];
  const frames: Response[] = [];
  const packed: number[] = [];
  const waiting = new Map<string, { resolve: (data: Uint8Array) => void; reject: (error: Error) => void }>();
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));

  const greeting = await new Promise<{ errCode: number }>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (data: Buffer, isBinary) => {
      if (!isBinary) {
        texts.push(data.toString());
        resolve(JSON.parse(data.toString()));
        return;
      }
      const response = decodeResponse(gunzipSync(data));
      frames.push(response);
      packed.push(data.length);
      const request = waiting.get(response.msgIncr);
      waiting.delete(response.msgIncr);
      if (response.errCode === 0) request?.resolve(response.data);
      else request?.reject(new RequestError(response.errCode, response.errMsg));
    });
  });

  /** Sends a request and returns the protobuf of its answer; rejects with RequestError. */
  function request(reqIdentifier: number, data: Uint8Array, sendID = userID): Promise<Uint8Array> {
    const msgIncr = `${userID}_${randomBytes(8).toString("hex")}`;
    return new Promise((resolve, reject) => {
      waiting.set(msgIncr, { resolve, reject });
      socket.send(gzipSync(encodeRequest({ reqIdentifier, sendID, operationID: "op", msgIncr, data })));
    });
  }

  const pushes = () =>
    frames.filter((frame) => frame.reqIdentifier === 2001).map((frame) => decode("Push", frame.data));

  return {
    greeting,
    texts,
    /** All binary frames in order of arrival. */
    frames,
    /** The sizes of these frames in bytes, as they were sent. */
    packed,
    closed,
    socket,
    request,
    pushes,
    received: () => pushes().flatMap((push) => Object.values(push.msgs).flatMap((pulled) => pulled.Msgs)),
    notified: () =>
      pushes().flatMap((push) => Object.values(push.notificationMsgs).flatMap((pulled) => pulled.Msgs)),
    /** Sends a message as the SDK composes it. */
    async send(message: Partial<Message>): Promise<Wire["Sent"]> {
      const complete: Partial<Message> = {
        sendID: userID,
        clientMsgID: newMessageID(),
        sessionType: message.groupID === undefined ? 1 : 3,
        msgFrom: 100,
        contentType: 101,
        content: JSON.stringify({ content: "hello" }),
        createTime: Date.now(),
        status: 1,
        ...message,
      };
      return decode("Sent", await request(1003, encode("MsgData", complete)));
    },
    async pullRanges(...seqRanges: Wire["PullRanges"]["seqRanges"]): Promise<Messages> {
      return decode("Push", await request(1002, encode("PullRanges", { userID, seqRanges })));
    },
    async pullSeqs(conversationID: string, seqs: number[], order = 1): Promise<Pulled> {
      const data = encode("PullSeqs", { userID, conversations: [{ conversationID, seqs }], order });
      const { msgs, notificationMsgs } = decode("Push", await request(1005, data));
      const pulled = msgs[conversationID] ?? notificationMsgs[conversationID];
      if (pulled === undefined) throw new Error("the answer lacks the conversation");
      return pulled;
    },
    async maxSeqs(): Promise<Record<string, number>> {
      return decode("MaxSeqs", await request(1001, encode("User", { userID }))).maxSeqs;
    },
    async readSeqs(...conversationIDs: string[]): Promise<Wire["ReadSeqs"]> {
      const data = encode("Conversations", { userID, conversationIDs, returnPinned: true });
      return decode("ReadSeqs", await request(1006, data));
    },
    close: () => socket.terminate(),
  };
}

export const newMessageID = () => randomBytes(16).toString("hex");

/** The tips object of a notification, which is JSON in JSON. */
export function tipsOf(message: Message): Record<string, unknown> {
  return JSON.parse(JSON.parse(message.content).detail);
}

export const told = (client: GobClient, contentType: number): Message[] =>
  client.notified().filter((message) => message.contentType === contentType);

/** The code of a refused request, 0 if it was accepted, or any other error unchanged. */
export const codeOf = (sent: Promise<unknown>): Promise<unknown> =>
  sent.then(
    () => 0,
    (error: unknown) => (error instanceof RequestError ? error.errCode : error),
  );
