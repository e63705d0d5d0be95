import { ApiError } from "../../http.ts";
import type { ActRequest, Grant, Grants } from "../../push/grants.ts";
import { type CountCall, type PaceMessages, tooFrequent } from "../../rates.ts";
import type { Database } from "../../store/database.ts";
import { ContentType, ErrCode, GroupAtType, SessionType } from "../protocol/constants.ts";
import type { MsgData } from "../protocol/messages.ts";
import type { Conversation } from "./conversations.ts";
import type { Logins } from "./logins.ts";
import type { Reading } from "./reading.ts";
import type { Send } from "./sending.ts";
import type { SetConversation } from "./settings.ts";

/** Options of a message that only connected users get. */
const onlineOnly = {
  history: false,
  persistent: false,
  offlinePush: false,
  unreadCount: false,
  conversationUpdate: false,
  senderSync: false,
  senderConversationUpdate: false,
};

export interface PushActs {
  /**
   * Does what the service worker asks for. `size` is the size of the request in bytes.
   * @throws ApiError 1004 and 1002 for a grant that is over or used, 20005 for too many, and those of sending and reading
   */
  act(request: ActRequest, size: number): void;
  /**
   * Rejects a call again whose invitation is repeated: the first reject may have been lost. A reject that is refused
   * is dropped, because it runs inside the caller's request.
   */
  rejectAgain(userID: string, peerID: string, signal: string): void;
}

/**
 * Acts of the service worker in the user's name (11-25): a reply, a mark as read, the reject of a call. All checks and
 * limits of the user's own clients hold. A refused act does not use up its grant.
 */
export function createPushActs(deps: {
  db: Database;
  grants: Grants;
  logins: Pick<Logins, "newest">;
  reading: Reading;
  send: Send;
  setConversation: SetConversation;
  countCall: CountCall;
  paceMessages: PaceMessages;
  compose: (message: { from: string; contentType: number; content: object } & Target) => MsgData;
}): PushActs {
  const { reading } = deps;

  /** Messages that disappear are read in the app, which shows them first. */
  function chatOf({ userID, conversationID }: Grant): Conversation {
    const conversation = reading.ownConversation(userID, conversationID);
    if (!conversation.isPrivateChat) return conversation;
    throw new ApiError(ErrCode.noPermission, "NoPermissionError", "messages disappear");
  }

  function markRead({ userID, conversationID, seq }: Grant, { groupAtType, groupID }: Conversation): void {
    reading.mark(userID, conversationID, seq, []);
    if (groupAtType === GroupAtType.none) return;
    const target = { conversationID, conversationType: SessionType.group, userID: "", groupID };
    deps.setConversation(userID, target, { groupAtType: GroupAtType.none });
  }

  function reply(grant: Grant, text: string): void {
    const { userID, peerID, groupID, platformID } = grant;
    markRead(grant, chatOf(grant));
    const composed = deps.compose({
      from: userID,
      ...(groupID === "" ? { to: peerID } : { groupID }),
      contentType: ContentType.text,
      content: { content: text },
    });
    const message = { ...composed, senderPlatformID: platformID };
    if (deps.paceMessages(userID, { isStored: true, bytes: message.content.length }) > 0) throw tooOften();
    deps.send(message);
  }

  function reject(userID: string, peerID: string, signal: string): void {
    const content = { data: signal, description: "", extension: "" };
    const message = deps.compose({ from: userID, to: peerID, contentType: ContentType.custom, content });
    deps.send({ ...message, options: onlineOnly });
  }

  /** The rate of the caller limits it. That of the user would let a caller use it up. */
  function rejectAgain(userID: string, peerID: string, signal: string): void {
    try {
      reject(userID, peerID, signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return {
    act: deps.db.transaction((request: ActRequest, size: number) => {
      const grant = deps.grants.take(request.secret, request.action);
      const { userID, peerID, platformID, tokenID, signal } = grant;
      if (deps.logins.newest(userID, platformID) !== tokenID) {
        throw new ApiError(ErrCode.tokenNotExist, "TokenNotExistError");
      }
      deps.countCall(userID, { path: "/push/act", size });
      if (request.action === "reply") reply(grant, request.text);
      else if (request.action === "read") markRead(grant, chatOf(grant));
      else {
        if (deps.paceMessages(userID, { isStored: false, bytes: signal.length }) > 0) throw tooOften();
        reject(userID, peerID, signal);
      }
    }),
    rejectAgain,
  };
}

type Target = { to: string; groupID?: undefined } | { to?: undefined; groupID: string };

const tooOften = () => new ApiError(tooFrequent, "too often");
