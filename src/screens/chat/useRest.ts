import { type RefObject, useCallback, useLayoutEffect } from "react";
import type { VirtualizerHandle } from "virtua";
import type { JumpHistoryActor, ReadStateActor } from "../../shell/actors.tsx";
import type { LogScroll } from "./LogScroll.ts";
import { type MessageRowData, messagesOf } from "./rows.ts";

/**
 * Returns a function that reports the visible messages. Call it when scrolling ends and before a jump; it also runs
 * when another screen covers the log. It reads the scroll position itself, because list and scroll events arrive one
 * frame late and a jump is such a movement (3-77).
 */
export function useRest(
  { jumpHistory, reading }: { jumpHistory: JumpHistoryActor; reading: ReadStateActor },
  rows: RefObject<readonly MessageRowData[]>,
  { scroll, scroller, list }: Scrolled,
): () => void {
  const rest = useCallback(() => {
    const { current } = list;
    if (!current || jumpHistory.getSnapshot().status !== "active") return;
    scroll.look();
    const { top, height } = viewOf(scroller.current) ?? {
      top: current.scrollOffset,
      height: current.viewportSize,
    };
    const first = current.findItemIndex(top);
    const last = current.findItemIndex(top + height);
    const inSight = rows.current
      .slice(first, last + 1)
      .flatMap(messagesOf)
      .map(({ clientMsgID }) => clientMsgID);
    const isAtEnd = reading.getSnapshot().hasTag("atBottom");
    jumpHistory.send({ type: "user.rest", inSight, isAtEnd });
    reading.send({ type: "user.rest", inSight });
  }, [jumpHistory, reading, rows, scroll, scroller, list]);
  useLayoutEffect(() => rest, [rest]);
  return rest;
}

interface Scrolled {
  scroll: LogScroll;
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
}

/** Null for a covered log, which has no scroll position. */
function viewOf(scroller: HTMLElement | null): { top: number; height: number } | null {
  const { scrollTop = 0, clientHeight = 0 } = scroller ?? {};
  return clientHeight > 0 ? { top: scrollTop, height: clientHeight } : null;
}
