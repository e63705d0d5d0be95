import { type RefObject, useCallback, useLayoutEffect } from "react";
import type { VirtualizerHandle } from "virtua";
import type { JumpsActor, ReadingActor } from "../../shell/actors.tsx";
import type { LogScroll } from "./LogScroll.ts";
import type { MessageRowData } from "./rows.ts";

/**
 * Tells what is in sight: by the returned function, when scrolling ends and before a jump, and when another screen
 * covers the log. It looks itself: list and scroll hear of a movement a picture later, and a jump is one (3-77).
 */
export function useRest(
  { jumps, reading }: { jumps: JumpsActor; reading: ReadingActor },
  rows: RefObject<readonly MessageRowData[]>,
  { scroll, scroller, list }: Scrolled,
): () => void {
  const rest = useCallback(() => {
    const { current } = list;
    if (!current || jumps.getSnapshot().status !== "active") return;
    scroll.look();
    const top = topOf(scroller.current) ?? current.scrollOffset;
    const first = current.findItemIndex(top);
    const last = current.findItemIndex(top + current.viewportSize);
    jumps.send({
      type: "user.rest",
      inSight: rows.current.slice(first, last + 1).map(({ message }) => message.clientMsgID),
      isAtEnd: reading.getSnapshot().hasTag("atBottom"),
    });
  }, [jumps, reading, rows, scroll, scroller, list]);
  useLayoutEffect(() => rest, [rest]);
  return rest;
}

/** The log, its scroller and the virtual list in it. */
interface Scrolled {
  scroll: LogScroll;
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
}

/** CSS pixels; null for what is covered already, which stands nowhere. */
function topOf(scroller: HTMLElement | null): number | null {
  return scroller && scroller.clientHeight > 0 ? scroller.scrollTop : null;
}
