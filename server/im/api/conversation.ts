import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import type { Conversations } from "../domain/conversations.ts";
import type { SetConversation } from "../domain/settings.ts";
import { Collection, type Versions } from "../domain/versions.ts";
import {
  conversationIDs,
  type Endpoint,
  id,
  ids,
  kept,
  pagination,
  requireSelf,
  seq,
  storedText,
} from "./endpoint.ts";
import { clientVersion, fullHead, incremental } from "./versioned.ts";

const noNotification = 2;
/** int32: an SDK cannot read a list with a larger number. */
const seconds = v.pipe(seq, v.maxValue(2 ** 31 - 1));

const setConversations = v.object({
  userIDs: ids,
  // Only the server sets minSeq and maxSeq; values from clients are ignored.
  conversation: v.object({
    conversationID: id,
    conversationType: v.number(),
    userID: id,
    groupID: id,
    recvMsgOpt: kept(v.picklist([0, 1, 2])),
    isPinned: kept(v.boolean()),
    attachedInfo: kept(storedText),
    isPrivateChat: kept(v.boolean()),
    ex: kept(storedText),
    burnDuration: kept(seconds),
    groupAtType: kept(v.picklist([0, 1, 2, 3, 4])),
    msgDestructTime: kept(seq),
    isMsgDestruct: kept(v.boolean()),
  }),
});

/** /conversation endpoints (protocol section 4.3). */
export function conversationRoutes(deps: {
  endpoint: Endpoint;
  conversations: Conversations;
  versions: Versions;
  setConversation: SetConversation;
}): ApiRoutes {
  const { endpoint, conversations, versions } = deps;
  const all = (userID: string) => conversations.getMany(userID, conversations.ids(userID));

  return {
    "/conversation/get_incremental_conversations": endpoint(
      v.object({ userID: id, ...clientVersion }),
      ({ userID, ...client }, me) => {
        requireSelf(me, userID);
        const changes = versions.changesSince(Collection.conversations(userID), client);
        // This collection alone has no order set by the server.
        const { sortVersion: _, ...answer } = incremental(
          changes,
          (elementIDs) => conversations.getMany(userID, elementIDs),
          (conversation) => conversation.conversationID,
        );
        return answer;
      },
    ),
    "/conversation/get_full_conversation_ids": endpoint(v.object({ userID: id }), ({ userID }, me) => {
      requireSelf(me, userID);
      const conversationIDs = conversations.ids(userID);
      return {
        ...fullHead(versions.head(Collection.conversations(userID)), conversationIDs),
        conversationIDs,
      };
    }),
    "/conversation/get_owner_conversation": endpoint(v.object({ userID: id, pagination }), (body, me) => {
      requireSelf(me, body.userID);
      const { limit, offset } = body.pagination;
      return {
        total: conversations.ids(me.userID).length,
        conversations: conversations.page(me.userID, limit, offset),
      };
    }),
    "/conversation/get_all_conversations": endpoint(v.object({ ownerUserID: id }), ({ ownerUserID }, me) => {
      requireSelf(me, ownerUserID);
      return { conversations: all(ownerUserID) };
    }),
    "/conversation/get_conversations": endpoint(
      v.object({ ownerUserID: id, conversationIDs }),
      ({ ownerUserID, conversationIDs }, me) => {
        requireSelf(me, ownerUserID);
        return { conversations: conversations.getMany(ownerUserID, conversationIDs) };
      },
    ),
    "/conversation/get_not_notify_conversation_ids": endpoint(v.object({ userID: id }), ({ userID }, me) => {
      requireSelf(me, userID);
      const muted = all(userID).filter((conversation) => conversation.recvMsgOpt === noNotification);
      return { conversationIDs: muted.map((conversation) => conversation.conversationID) };
    }),
    "/conversation/set_conversations": endpoint(setConversations, ({ userIDs, conversation }, me) => {
      requireSelf(me, ...userIDs);
      const { conversationID, conversationType, userID, groupID, ...changes } = conversation;
      const target = { conversationID, conversationType, userID, groupID };
      deps.setConversation(me.userID, target, changes);
    }),
  };
}
