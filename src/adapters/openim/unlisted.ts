import * as v from "valibot";
import type { Conversation, Message } from "../../../machines/events.ts";
import { logLine } from "../log.ts";
import { UNLISTED } from "./channel.ts";
import { parseConversations } from "./conversations.ts";
import type { createHistory } from "./history.ts";
import type { Rpc } from "./rpc.ts";

/** So many conversations are looked into, and so many messages of each are read at once. */
const MOST = 100;
const PAGE = 20;

const IDs = v.array(v.string());

export interface Unlisted {
  /** Tells `publish` of every conversation that holds messages and that the SDK does not list. */
  find(publish: (conversation: Conversation) => void): Promise<void>;
  /** The conversation with the message that was found for it, unless it has one of its own. */
  complete(conversation: Conversation): Conversation;
  /** Messages or whole conversations that are gone. */
  forget(gone: { conversationID: string } | { clientMsgID: string }): void;
}

/**
 * A device that is new hears of a chat's newest message only. If that one is deleted, the SDK knows the chat and does
 * not list it until somebody writes. So the history of such chats is read, and the newest message in it stands in.
 */
export function createUnlisted(rpc: Rpc, { loadOlder }: ReturnType<typeof createHistory>): Unlisted {
  const newest = new Map<string, Message>();

  const complete = (conversation: Conversation): Conversation => {
    const latestMsg = newest.get(conversation.conversationID);
    return latestMsg && conversation.latestMsgSendTime === 0
      ? { ...conversation, latestMsg, latestMsgSendTime: latestMsg.sendTime }
      : conversation;
  };

  const look = async (conversationID: string): Promise<Conversation | undefined> => {
    const { messages } = await loadOlder({ conversationID, cursor: null, count: PAGE });
    const latestMsg = messages.at(-1);
    if (!latestMsg) return undefined;
    newest.set(conversationID, latestMsg);
    return parseConversations(await rpc.call("getMultipleConversation", [conversationID])).map(complete)[0];
  };

  return {
    async find(publish) {
      newest.clear();
      const ids = v.safeParse(IDs, await rpc.raw(UNLISTED).catch(unreadable));
      if (!ids.success) return;
      for (const id of ids.output.slice(0, MOST)) {
        const conversation = await look(id).catch(unreadable);
        if (conversation) publish(conversation);
      }
    },
    complete,
    forget(gone) {
      for (const [conversationID, { clientMsgID }] of newest)
        if (
          "conversationID" in gone ? gone.conversationID === conversationID : gone.clientMsgID === clientMsgID
        )
          newest.delete(conversationID);
    },
  };
}

function unreadable(): undefined {
  logLine("im", "a conversation that is not listed could not be read");
}
