import { useSelector } from "@xstate/react";
import { useEffect, useRef, useState } from "react";
import type { Message } from "../../../machines/events.ts";
import type { ReadingActor } from "../../app/actors.tsx";
import { isNotice } from "../../text/preview.ts";

/** Where unread messages begin. It is found once and then stays, whatever arrives below it. */
export interface UnreadMark {
  /** How many were unread; null until it is known. */
  count: number | null;
  /** The newest message at the time of counting. */
  tailID: string | null;
  /** The first unread message, once its page is loaded. */
  firstID: string | null;
}

export const NO_MARK: UnreadMark = { count: null, tailID: null, firstID: null };

/** The mark after another look at the messages; the same object when nothing is new. */
export function advanceMark(
  mark: UnreadMark,
  messages: readonly Message[],
  unreadAtOpen: number,
  selfID: string,
): UnreadMark {
  const count = mark.count ?? unreadAtOpen;
  const newestID = messages.at(-1)?.clientMsgID;
  if (count === 0 || newestID === undefined || mark.firstID !== null) return mark;
  const tailID = mark.tailID ?? newestID;
  const firstID = nthForeign(messages, tailID, count, selfID);
  return tailID === mark.tailID && firstID === null ? mark : { count, tailID, firstID };
}

/** The id of the `count`-th message of the others, counted backwards from `tailID`; null when it is not loaded. */
function nthForeign(
  messages: readonly Message[],
  tailID: string,
  count: number,
  selfID: string,
): string | null {
  const tail = messages.findIndex(({ clientMsgID }) => clientMsgID === tailID);
  let left = count;
  for (let index = tail; index >= 0; index--) {
    const message = messages[index];
    if (message && countsAsUnread(message, selfID)) left -= 1;
    if (message && left === 0) return message.clientMsgID;
  }
  return null;
}

function countsAsUnread({ sendID, content }: Message, selfID: string): boolean {
  return sendID !== selfID && (content.type === "revoked" || !isNotice(content));
}

/** How many messages of the others stand below `id`. */
function foreignBelow(messages: readonly Message[], id: string, selfID: string): number {
  const index = messages.findIndex(({ clientMsgID }) => clientMsgID === id);
  if (index < 0) return 0;
  return messages.slice(index + 1).filter((message) => countsAsUnread(message, selfID)).length;
}

/**
 * The message "Unread messages" stands above, or null. Coming back to the chat starts anew: what was read is no longer
 * marked, and what arrived meanwhile is.
 */
export function useUnreadDivider(
  messages: readonly Message[],
  reading: ReadingActor,
  selfID: string,
): string | null {
  const unreadAtOpen = useSelector(reading, ({ context }) => context.unreadAtOpen);
  const [mark, setMark] = useState(NO_MARK);
  const advanced = advanceMark(mark, messages, unreadAtOpen, selfID);
  if (advanced !== mark) setMark(advanced);

  const latest = useRef(messages);
  const leftAt = useRef<string | undefined>(undefined);
  useEffect(() => {
    latest.current = messages;
  }, [messages]);
  // Effects of a kept-alive screen end when it is covered and begin again when it is shown.
  useEffect(() => {
    if (leftAt.current !== undefined) {
      const count = foreignBelow(latest.current, leftAt.current, selfID);
      setMark((old) => (count > 0 || old.firstID !== null ? { ...NO_MARK, count } : old));
    }
    return () => {
      leftAt.current = latest.current.at(-1)?.clientMsgID;
    };
  }, [selfID]);

  return advanced.firstID;
}
