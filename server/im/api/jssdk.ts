import * as v from "valibot";
import type { ApiHandler, ApiRoutes } from "../../http.ts";
import { absolute } from "../../objects/object-urls.ts";
import type { ReadBudget } from "../../rates.ts";
import type { Conversation, Conversations } from "../domain/conversations.ts";
import type { FriendInfo, Friends } from "../domain/friends.ts";
import type { GroupInfo } from "../domain/group-records.ts";
import type { Groups } from "../domain/groups.ts";
import type { MessageSync } from "../domain/message-sync.ts";
import type { UserInfo, Users } from "../domain/users.ts";
import {
  decodeGetActiveConversationsReq,
  decodeGetConversationsReq,
  decodeStored,
} from "../protocol/messages.ts";
import { withAddresses } from "../protocol/pictures.ts";
import { encoder } from "../protocol/protobuf.ts";
import { type Caller, conversationIDs, type Endpoint, id, parseBody, requireSelf } from "./endpoint.ts";
import { messageInJson } from "./message.ts";

interface ConversationMsg {
  conversation: Conversation;
  lastMsg: Uint8Array | undefined;
  user: UserInfo | undefined;
  friend: (Omit<FriendInfo, "friendUser"> & { friendUserID: string }) | undefined;
  group: GroupInfo | undefined;
  maxSeq: number;
  readSeq: number;
}

interface Response {
  unreadCount: number;
  conversations: ConversationMsg[];
}

const encodeResponse = encoder<Response>("ConversationMsgsResp");
const count = v.nullish(v.pipe(v.number(), v.safeInteger()), 0);
/** Conversations in an answer when the client gives no valid count. */
const defaultActive = 100;
const maxActive = 500;

/**
 * /jssdk endpoints (protocol section 1.7). The request's content type decides: protobuf in and base64 protobuf as
 * `data` out, or JSON both ways, as with sdk-core (open-im-server, internal/api/jssdk).
 */
export function jssdkRoutes(deps: {
  endpoint: Endpoint;
  users: Users;
  friends: Friends;
  groups: Groups;
  conversations: Conversations;
  messageSync: MessageSync;
  readBudget: Pick<ReadBudget, "require">;
}): ApiRoutes {
  const { endpoint, conversations, messageSync } = deps;

  /** @param select chooses from all conversation ids: pinned first, then newest first */
  function respond(me: Caller, origin: string, select: (ids: string[]) => string[]): Response {
    deps.readBudget.require(me.userID);
    const seqs = messageSync.hasReadAndMaxSeqs(me.userID, []);
    const pinned = new Set(messageSync.pinned(me.userID));
    const newestFirst = Object.entries(seqs).sort(
      ([idA, a], [idB, b]) =>
        Number(pinned.has(idB)) - Number(pinned.has(idA)) || b.maxSeqTime - a.maxSeqTime,
    );
    const chosen = select(newestFirst.map(([conversationID]) => conversationID));
    const unread = newestFirst.map(([, { maxSeq, hasReadSeq }]) => Math.max(0, maxSeq - hasReadSeq));
    const last = messageSync.lastMessages(me.userID, chosen);
    const records = new Map(
      conversations.getMany(me.userID, chosen).map((record) => [record.conversationID, record]),
    );
    return {
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
  }

  function inBothForms<Body>(
    decode: (bytes: Uint8Array) => Body,
    schema: v.GenericSchema<unknown, Body>,
    answer: (body: Body, me: Caller, origin: string) => Response,
  ): ApiHandler {
    return endpoint(v.unknown(), (body, me, { origin }) =>
      body instanceof Uint8Array
        ? Buffer.from(encodeResponse(answer(decode(body), me, origin))).toString("base64")
        : inJson(answer(parseBody(schema, body), me, origin)),
    );
  }

  function partner(me: Caller, { userID, groupID }: Conversation, origin: string) {
    const found = <Item extends { faceURL: string }>(item: Item | undefined) =>
      item && { ...item, faceURL: absolute(item.faceURL, origin) };
    if (groupID !== "")
      return {
        user: undefined,
        friend: undefined,
        group: found(deps.groups.seenBy(me.userID, [groupID])[0]),
      };
    const [friend] = deps.friends.getMany(me.userID, [userID]);
    return {
      user: found(deps.users.find(userID)),
      friend: friend === undefined ? undefined : { ...friend, friendUserID: userID },
      group: undefined,
    };
  }

  return {
    "/jssdk/get_active_conversations": inBothForms(
      decodeGetActiveConversationsReq,
      v.object({ ownerUserID: id, count }),
      (body, me, origin) => {
        requireSelf(me, body.ownerUserID);
        const limit = body.count > 0 && body.count <= maxActive ? body.count : defaultActive;
        return respond(me, origin, (ids) => ids.slice(0, limit));
      },
    ),
    "/jssdk/get_conversations": inBothForms(
      decodeGetConversationsReq,
      v.object({ ownerUserID: id, conversationIDs }),
      (body, me, origin) => {
        requireSelf(me, body.ownerUserID);
        const asked = new Set(body.conversationIDs);
        const mine = conversations.getMany(me.userID, [...asked]).map((record) => record.conversationID);
        return respond(me, origin, () => mine);
      },
    ),
  };
}

function inJson({ unreadCount, conversations }: Response) {
  return {
    unreadCount,
    conversations: conversations.map(({ user, friend, group, lastMsg, ...rest }) => ({
      ...rest,
      lastMsg: lastMsg === undefined ? null : messageInJson(decodeStored(lastMsg)),
      user: user ?? null,
      friend: friend ?? null,
      group: group ?? null,
    })),
  };
}
