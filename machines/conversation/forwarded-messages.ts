import type { MeetingCard } from "../domain/call.ts";
import { isNotice, type Message, type MessageKey } from "../domain/message.ts";
import type { NewAttachment } from "../domain/outgoing-attachment.ts";
import type { Clock } from "../ports/platform.ts";

/** Most messages selected at once. A merged history has the same limit. */
export const MOST_CHOSEN = 100;
/** Most chats in one forward. */
export const MOST_RECEIVERS = 9;
/** Number of lines in the preview of a merged history. */
export const MERGED_LINES = 4;

/** "each": every message is sent on its own. "merged": all are sent as one merged history. */
export type Manner = "each" | "merged";

export interface Receiver {
  conversationID: string;
  contact: { userID: string } | { groupID: string };
}

/** Groups where the user is a member but may not write: group id to reason. */
export type ClosedGroups = Readonly<Record<string, "banned" | "muted" | "groupMuted">>;

export interface Summary {
  title: string;
  lines: readonly string[];
}

/** Whether a message can be selected. Messages that are still being sent and notices cannot. */
export function canChoose({ content, status }: Message): boolean {
  return status !== "sending" && !isNotice(content);
}

/**
 * Whether a message can be forwarded. Calls, unsupported content, notices and disappearing messages cannot.
 */
export function canForward({ content, status, burn }: Message): boolean {
  return status === "sent" && !burn && !isNotice(content) && !LOCAL.has(content.type);
}

const LOCAL: ReadonlySet<string> = new Set(["callRecord", "custom", "unsupported"]);

export function attachmentsOf(
  messages: readonly Message[],
  { manner, title, lines }: Summary & { manner: Manner },
  clock: Clock,
): readonly NewAttachment[] {
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
    enclosure: { type: "forward", source: keyOf(message), ...fromOf(message) },
    content: message.content,
  }));
}

/** The first author stays the same, however often a message is forwarded. */
function fromOf({ forwardedFrom, senderNickname }: Message): { from?: string } {
  const from = forwardedFrom ?? senderNickname;
  return from === "" ? {} : { from };
}

export function cardAttachment(meeting: MeetingCard, clock: Clock): NewAttachment {
  return {
    clientMsgID: clock.newID(),
    enclosure: { type: "meeting", meeting },
    content: { type: "meeting", meeting },
  };
}

function keyOf({ conversationID, clientMsgID }: Message): MessageKey {
  return { conversationID, clientMsgID };
}
