import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import { absolute } from "../../pictures.ts";
import type { Conversation, Conversations } from "../domain/conversations.ts";
import type { FriendInfo, Friends } from "../domain/friends.ts";
import type { GroupInfo } from "../domain/group-records.ts";
import type { Groups } from "../domain/groups.ts";
import type { Pulling } from "../domain/pulling.ts";
import type { UserInfo, Users } from "../domain/users.ts";
import { decodeGetActiveConversationsReq, decodeGetConversationsReq } from "../protocol/messages.ts";
import { withAddresses } from "../protocol/pictures.ts";
import { encoder } from "../protocol/protobuf.ts";
import { type Caller, type Endpoint, requireSelf } from "./endpoint.ts";

/** A conversation with everything the JS client, which keeps no database, needs to show it. */
interface ConversationMsg {
  conversation: Conversation;
  lastMsg: Uint8Array | undefined;
  user: UserInfo | undefined;
  friend: (Omit<FriendInfo, "friendUser"> & { friendUserID: string }) | undefined;
  group: GroupInfo | undefined;
  maxSeq: number;
  readSeq: number;
}

const encodeResponse = encoder<{ unreadCount: number; conversations: ConversationMsg[] }>(
  "ConversationMsgsResp",
);
const protobufBody = v.instance(Uint8Array);
const maxActive = 1000;

/** /jssdk endpoints: protobuf bodies in, base64 protobuf as `data` out (protocol section 1.7). */
export function jssdkRoutes(deps: {
  endpoint: Endpoint;
  users: Users;
  friends: Friends;
  groups: Groups;
  conversations: Conversations;
  pulling: Pulling;
}): ApiRoutes {
  const { endpoint, conversations, pulling } = deps;

  function respond(me: Caller, origin: string, select: (ids: string[]) => string[]): string {
    const seqs = pulling.hasReadAndMaxSeqs(me.userID, []);
    const newestFirst = Object.entries(seqs).sort(([, a], [, b]) => b.maxSeqTime - a.maxSeqTime);
    const chosen = select(newestFirst.map(([conversationID]) => conversationID));
    const unread = newestFirst.map(([, { maxSeq, hasReadSeq }]) => Math.max(0, maxSeq - hasReadSeq));
    const last = pulling.lastMessages(me.userID, chosen);
    const records = new Map(
      conversations.getMany(me.userID, chosen).map((record) => [record.conversationID, record]),
    );
    const response = {
      unreadCount: unread.reduce((sum, count) => sum + count, 0),
      conversations: chosen.flatMap((conversationID) => {
        const conversation = records.get(conversationID);
        if (conversation === undefined) return [];
        const { maxSeq = 0, hasReadSeq = 0 } = seqs[conversationID] ?? {};
        const stored = last[conversationID];
        const lastMsg = stored && withAddresses(stored, origin);
        return [{ conversation, ...partner(me, conversation, origin), lastMsg, maxSeq, readSeq: hasReadSeq }];
      }),
    };
    return Buffer.from(encodeResponse(response)).toString("base64");
  }

  /** Who or what a conversation is with. */
  function partner(me: Caller, { userID, groupID }: Conversation, origin: string) {
    const found = <Item extends { faceURL: string }>(item: Item | undefined) =>
      item && { ...item, faceURL: absolute(item.faceURL, origin) };
    if (groupID !== "")
      return { user: undefined, friend: undefined, group: found(deps.groups.getMany([groupID])[0]) };
    const [friend] = deps.friends.getMany(me.userID, [userID]);
    return {
      user: found(deps.users.find(userID)),
      friend: friend === undefined ? undefined : { ...friend, friendUserID: userID },
      group: undefined,
    };
  }

  return {
    "/jssdk/get_active_conversations": endpoint(protobufBody, (body, me, { origin }) => {
      const { ownerUserID, count } = decodeGetActiveConversationsReq(body);
      requireSelf(me, ownerUserID);
      return respond(me, origin, (ids) => ids.slice(0, Math.min(Math.max(count, 0), maxActive)));
    }),
    "/jssdk/get_conversations": endpoint(protobufBody, (body, me, { origin }) => {
      const { ownerUserID, conversationIDs } = decodeGetConversationsReq(body);
      requireSelf(me, ownerUserID);
      const asked = new Set(conversationIDs);
      const mine = conversations.getMany(me.userID, [...asked]).map((record) => record.conversationID);
      return respond(me, origin, () => mine);
    }),
  };
}
