import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import type { ReadBudget } from "../../rates.ts";
import type { Conversations } from "../domain/conversations.ts";
import type { MessageSync } from "../domain/message-sync.ts";
import type { Reading } from "../domain/reading.ts";
import type { DeleteScope, Revocation } from "../domain/revocation.ts";
import { decodeStored, type MsgData, type PullMsgs } from "../protocol/messages.ts";
import { messagesFrom } from "../protocol/pictures.ts";
import { conversationIDs, type Endpoint, id, messageSeq, requireSelf, seq, seqs } from "./endpoint.ts";

const flag = v.nullish(v.boolean(), false);
const deleteSyncOpt = v.pipe(
  v.nullish(v.object({ IsSyncSelf: flag, IsSyncOther: flag }), {}),
  v.transform(
    ({ IsSyncSelf, IsSyncOther }): DeleteScope => ({
      syncSelf: IsSyncSelf,
      syncOther: IsSyncOther,
    }),
  ),
);
/** The same limit as a gateway pull. */
const maxRanges = 5000;
const seqRanges = v.nullish(
  v.pipe(v.array(v.object({ conversationID: id, begin: seq, end: seq, num: seq })), v.maxLength(maxRanges)),
  [],
);
const inConversation = { conversationID: id, userID: id };

/** /msg endpoints (protocol section 4.4). */
export function messageRoutes(deps: {
  endpoint: Endpoint;
  now: () => number;
  conversations: Conversations;
  messageSync: MessageSync;
  readBudget: Pick<ReadBudget, "require">;
  reading: Reading;
  revocation: Revocation;
}): ApiRoutes {
  const { endpoint, messageSync, reading, revocation } = deps;

  return {
    "/msg/mark_conversation_as_read": endpoint(
      v.object({ ...inConversation, hasReadSeq: messageSeq, seqs }),
      (body, me) => {
        requireSelf(me, body.userID);
        reading.mark(me.userID, body.conversationID, body.hasReadSeq, body.seqs);
      },
    ),
    "/msg/mark_msgs_as_read": endpoint(v.object({ ...inConversation, seqs }), (body, me) => {
      requireSelf(me, body.userID);
      if (body.seqs.length > 0)
        reading.mark(me.userID, body.conversationID, Math.max(...body.seqs), body.seqs);
    }),
    "/msg/set_conversation_has_read_seq": endpoint(
      v.object({ ...inConversation, hasReadSeq: seq, noNotification: flag }),
      (body, me) => {
        requireSelf(me, body.userID);
        reading.setHasReadSeq(me.userID, body.conversationID, body.hasReadSeq, body.noNotification);
      },
    ),
    "/msg/get_conversations_has_read_and_max_seq": endpoint(
      v.object({ userID: id, conversationIDs, returnPinned: flag }),
      (body, me) => {
        requireSelf(me, body.userID);
        return {
          seqs: messageSync.hasReadAndMaxSeqs(me.userID, body.conversationIDs),
          pinnedConversationIDs: body.returnPinned ? messageSync.pinned(me.userID) : [],
        };
      },
    ),
    "/msg/pull_msg_by_seq": endpoint(v.object({ userID: id, seqRanges }), (body, me, { origin }) => {
      requireSelf(me, body.userID);
      deps.readBudget.require(me.userID);
      const { msgs, notificationMsgs } = messagesFrom(
        messageSync.byRanges(me.userID, body.seqRanges),
        origin,
      );
      return { msgs: inJson(msgs), notificationMsgs: inJson(notificationMsgs) };
    }),
    "/msg/revoke_msg": endpoint(v.object({ ...inConversation, seq: messageSeq }), (body, me) => {
      requireSelf(me, body.userID);
      revocation.revoke(me.userID, body.conversationID, body.seq);
    }),
    "/msg/delete_msgs": endpoint(v.object({ ...inConversation, seqs, deleteSyncOpt }), (body, me) => {
      requireSelf(me, body.userID);
      revocation.deleteMessages(me.userID, body.conversationID, body.seqs, body.deleteSyncOpt);
    }),
    "/msg/clear_conversation_msg": endpoint(
      v.object({ userID: id, conversationIDs, deleteSyncOpt }),
      (body, me) => {
        requireSelf(me, body.userID);
        revocation.clear(me.userID, body.conversationIDs, body.deleteSyncOpt);
      },
    ),
    "/msg/user_clear_all_msg": endpoint(v.object({ userID: id, deleteSyncOpt }), (body, me) => {
      requireSelf(me, body.userID);
      revocation.clear(me.userID, deps.conversations.ids(me.userID), body.deleteSyncOpt);
    }),
    "/msg/get_server_time": endpoint(v.object({}), () => ({ serverTime: deps.now() })),
  };
}

/** A message in Go's JSON: bytes are base64. */
export const messageInJson = (message: MsgData) => ({
  ...message,
  content: Buffer.from(message.content).toString("base64"),
});

/** Pulled messages in Go's JSON: the list is `Msgs`. */
function inJson(pulled: Record<string, PullMsgs>) {
  return Object.fromEntries(
    Object.entries(pulled).map(([conversationID, { msgs, isEnd = false, endSeq = 0 }]) => [
      conversationID,
      {
        Msgs: msgs.map(decodeStored).map(messageInJson),
        isEnd,
        endSeq,
      },
    ]),
  );
}
