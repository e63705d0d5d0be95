import { ApiError } from "../../http.ts";
import type { TokenClaims } from "../../tokens.ts";
import type { MessageSync } from "../domain/message-sync.ts";
import type { Send } from "../domain/sending.ts";
import { ErrCode, Req } from "../protocol/constants.ts";
import type { GatewayRequest } from "../protocol/frames.ts";
import * as wire from "../protocol/messages.ts";
import { messagesFrom, withAddresses, withPaths } from "../protocol/pictures.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

export type RequestHandler = (session: Session, request: GatewayRequest) => Uint8Array;

const descending = 1;
const empty = new Uint8Array();

/** The gateway's requests by ReqIdentifier (protocol section 1.5). */
export function createRequestHandlers(deps: {
  sessions: Sessions;
  messageSync: MessageSync;
  send: Send;
  /** Called when a client signs out. */
  signedOut: (claims: TokenClaims) => void;
}): ReadonlyMap<number, RequestHandler> {
  const { sessions, messageSync } = deps;

  const own =
    <Body extends { userID: string }>(
      decode: (bytes: Uint8Array) => Body,
      answer: (body: Body, origin: string) => Uint8Array,
    ): RequestHandler =>
    (session, request) => {
      const body = decode(request.data);
      requireSelf(session, body.userID);
      return answer(body, session.origin);
    };

  return new Map<number, RequestHandler>([
    [
      Req.getMaxSeq,
      own(wire.decodeUserRequest, ({ userID }) =>
        wire.encodeGetMaxSeqResp({ maxSeqs: messageSync.maxSeqs(userID), minSeqs: {} }),
      ),
    ],
    [
      Req.pullBySeqRange,
      own(wire.decodePullMessageBySeqsReq, ({ userID, seqRanges }, origin) =>
        wire.encodeMessages(messagesFrom(messageSync.byRanges(userID, seqRanges), origin)),
      ),
    ],
    [
      Req.sendMessage,
      (session, request) => {
        const message = wire.decodeMsgData(request.data);
        requireSelf(session, message.sendID);
        return wire.encodeSendMsgResp(deps.send(withPaths(message, session.origin)));
      },
    ],
    [
      Req.pullBySeqList,
      own(wire.decodeGetSeqMessageReq, ({ userID, conversations, order }, origin) =>
        wire.encodeMessages(
          messagesFrom(messageSync.bySeqs(userID, conversations, order === descending), origin),
        ),
      ),
    ],
    [
      Req.getHasReadAndMaxSeq,
      own(wire.decodeGetHasReadAndMaxSeqReq, ({ userID, conversationIDs, returnPinned }) =>
        wire.encodeGetHasReadAndMaxSeqResp({
          seqs: messageSync.hasReadAndMaxSeqs(userID, conversationIDs),
          pinnedConversationIDs: returnPinned ? messageSync.pinned(userID) : [],
        }),
      ),
    ],
    [
      Req.getLastMessage,
      own(wire.decodeGetLastMessageReq, ({ userID, conversationIDs }, origin) => {
        const found = Object.entries(messageSync.lastMessages(userID, conversationIDs));
        const msgs = found.map(([id, message]) => [id, withAddresses(message, origin)] as const);
        return wire.encodeGetLastMessageResp({ msgs: Object.fromEntries(msgs) });
      }),
    ],
    [
      Req.logout,
      (session, request) => {
        requireSelf(session, wire.decodeUserRequest(request.data).userID);
        deps.signedOut(session.claims);
        return empty;
      },
    ],
    // Background state changes nothing: there is no offline push. Native clients leave the user out; it is the
    // socket's user.
    [
      Req.setBackground,
      (_session, request) => {
        wire.decodeSetAppBackgroundStatusReq(request.data);
        return empty;
      },
    ],
    [
      Req.onlineStatus,
      (session, request) => {
        const { subscribeUserID, unsubscribeUserID } = wire.decodeSubUserOnlineStatus(request.data);
        const subscribers = sessions.watch(session, subscribeUserID, unsubscribeUserID);
        return wire.encodeSubUserOnlineStatusTips({ subscribers });
      },
    ],
  ]);
}

function requireSelf(session: Session, userID: string): void {
  if (userID !== session.claims.userID) {
    throw new ApiError(ErrCode.noPermission, "NoPermissionError", "not your user");
  }
}
