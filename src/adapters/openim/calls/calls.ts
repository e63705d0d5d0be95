import * as v from "valibot";
import type { Conversation } from "../../../../machines/domain/conversation.ts";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import type { CallEntry, ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { parseConversations } from "../parse/conversations.ts";
import { parseUser } from "../parse/people.ts";
import { RawMessage } from "../parse/stored-message.ts";
import { VIEW_HISTORY } from "../sync/history.ts";
import { conversationsOf, searchStored } from "../sync/local-search.ts";
import { CALL_RECORD_KEYWORD } from "./call-record.ts";
import { writeSignal } from "./call-signals.ts";

export type Calls = Pick<ImPort, "sendSignal" | "loadUser" | "loadCalls" | "fetchCalls">;

export interface CallAdapter {
  calls: Calls;
  /** Resolves when no signal is on its way: a farewell at sign-out goes before the logout (R20). */
  settled(): Promise<void>;
}

/** Milliseconds after which a signal counts as not sent; during an outage the SDK itself would try for minutes. */
const SIGNAL_TIMEOUT = 10_000;

/** Of so many chats so many messages are fetched to look for calls; milliseconds until what has come must do. */
const RECENT_CHATS = 30;
const RECENT_MESSAGES = 60;
const FETCH_TIMEOUT = 10_000;

const CUSTOM = 110;
/** What the phone needs of the SDK, apart from the signals that come in. */
export function createCalls(rpc: Rpc, myUserID: () => string | null): CallAdapter {
  const underWay = new Set<Promise<void>>();
  /** The chats that were read or are being read, the latter again as what they come to, and for whom. */
  let fetched: { by: string; chats: Set<string>; reads: Set<Promise<boolean>> } | null = null;
  const send: Calls["sendSignal"] = async ({ to, signal }) => {
    const data = writeSignal(signal);
    const made = await rpc.call("createCustomMessage", { data, extension: "", description: "" });
    const message = v.safeParse(RawMessage, made);
    if (!message.success) throw new Failure("unknown");
    const sending = { recvID: to, groupID: "", message: message.output, isOnlineOnly: true };
    await inTime(rpc.call("sendMessage", sending), SIGNAL_TIMEOUT);
  };

  const calls: Calls = {
    sendSignal(letter) {
      const sending = send(letter);
      underWay.add(sending);
      return sending.finally(() => underWay.delete(sending));
    },

    async loadUser({ userID }) {
      const users = await rpc.call("getUsersInfo", [userID]);
      const user = Array.isArray(users) && users.length > 0 ? parseUser(users[0]) : null;
      if (!user) throw new Failure("unknown");
      return user;
    },

    async loadCalls() {
      const me = myUserID();
      if (me === null) throw new Failure("sessionEnded");
      const records = await searchStored(rpc, { keyword: CALL_RECORD_KEYWORD, contentTypes: [CUSTOM] });
      const conversations = await conversationsOf(rpc, records);
      return records
        .map((message) => entryOf(message, me, conversations.get(message.conversationID)))
        .filter((entry) => entry !== null)
        .sort((a, b) => b.endedAt - a.endedAt);
    },

    /**
     * A device that is new has only the newest message of each chat. Reading a page of the recent ones brings the rest
     * into the local store, which alone is searched. Each is read once; chats may come later, and what could not be had
     * is asked for another time.
     */
    async fetchCalls() {
      const me = myUserID();
      if (me === null) throw new Failure("sessionEnded");
      if (fetched?.by !== me) fetched = { by: me, chats: new Set(), reads: new Set() };
      const { chats, reads } = fetched;
      const page = { offset: 0, count: RECENT_CHATS };
      const rows = parseConversations(await rpc.call("getConversationListSplit", page));
      for (const { kind, conversationID } of rows) {
        if (kind !== "single" || chats.has(conversationID)) continue;
        chats.add(conversationID);
        const asked = {
          conversationID,
          startClientMsgID: "",
          count: RECENT_MESSAGES,
          viewType: VIEW_HISTORY,
        };
        const read = rpc.call("getAdvancedHistoryMessageList", asked).then(
          () => true,
          () => !chats.delete(conversationID),
        );
        reads.add(read);
        void read.finally(() => reads.delete(read));
      }
      if (reads.size === 0) return false;
      // some may have come when the time is over
      const come = await inTime(Promise.all(reads), FETCH_TIMEOUT).catch(() => [true]);
      return come.includes(true);
    },
  };

  return {
    calls,
    async settled() {
      await Promise.allSettled(underWay);
    },
  };
}

/** The line of the list a message is; null when it is no record of a call. The conversation knows the best name. */
function entryOf(message: Message, me: string, conversation: Conversation | undefined): CallEntry | null {
  const { clientMsgID, conversationID, content, sendID, recvID, sendTime } = message;
  if (content.type !== "callRecord") return null;
  const isOwn = sendID === me;
  const isOutgoing = isOwn !== (content.record.isByCallee ?? false);
  const userID = isOwn ? recvID : sendID;
  const asSent = isOwn
    ? { nickname: userID, faceURL: "" }
    : { nickname: message.senderNickname || userID, faceURL: message.senderFaceUrl };
  const peer = conversation
    ? { userID, nickname: conversation.showName || asSent.nickname, faceURL: conversation.faceURL }
    : { userID, ...asSent };
  return { clientMsgID, conversationID, peer, isOutgoing, record: content.record, endedAt: sendTime };
}

/** What `promise` becomes, or a `Failure("timeout")` after `milliseconds`. */
async function inTime<Result>(promise: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure("timeout")), milliseconds);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
