/** Messages that are chosen, and what of them is sent on. Pure functions. */

import { isNotice, type Message, type MessageKey } from "../domain/message.ts";
import type { Enclosed } from "../domain/outgoing-attachment.ts";
import type { Clock } from "../ports/index.ts";

/** So many messages are chosen at once, and one piece of history has no more. */
export const MOST_CHOSEN = 100;
/** Into so many chats something is forwarded at once. */
export const MOST_RECEIVERS = 9;
/** So many of its messages a piece of history tells of in short. */
export const MERGED_LINES = 4;

/** Each message as one of its own, or all of them as one piece of history. */
export type Manner = "each" | "merged";

/** A chat something is forwarded to. */
export interface Receiver {
  conversationID: string;
  contact: { userID: string } | { groupID: string };
}

/** Groups the user is in and may not write in, by id, with the reason. */
export type ClosedGroups = Readonly<Record<string, "banned" | "muted" | "groupMuted">>;

/** What a piece of history is called, and its first messages in words. */
export interface Summary {
  title: string;
  lines: readonly string[];
}

/** Whether something can be done with it among others: what is on its way is not there yet, and notices belong to nobody. */
export function canChoose({ content, status }: Message): boolean {
  return status !== "sending" && !isNotice(content);
}

/** Whether others can be given it: calls are about those who had them, what is not understood is nobody's to give, and what burns stays. */
export function canForward({ content, status, burn }: Message): boolean {
  return status === "sent" && !burn && !isNotice(content) && !LOCAL.has(content.type);
}

const LOCAL: ReadonlySet<string> = new Set(["callRecord", "custom", "unsupported"]);

/** What is sent into one chat. */
export function enclosedOf(
  messages: readonly Message[],
  { manner, title, lines }: Summary & { manner: Manner },
  clock: Clock,
): readonly Enclosed[] {
  if (manner === "merged") {
    const merged = {
      title,
      lines,
      messages: messages.map(({ clientMsgID, sendID, senderNickname, sendTime, content }) => ({
        clientMsgID,
        sendID,
        senderNickname,
        sendTime,
        content,
      })),
    };
    const enclosure = { type: "merged" as const, title, lines, sources: messages.map(keyOf) };
    return [{ clientMsgID: clock.newID(), enclosure, content: { type: "merge", merged } }];
  }
  return messages.map((message) => ({
    clientMsgID: clock.newID(),
    enclosure: { type: "forward", source: keyOf(message) },
    content: message.content,
  }));
}

function keyOf({ conversationID, clientMsgID }: Message): MessageKey {
  return { conversationID, clientMsgID };
}
