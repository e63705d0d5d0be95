import { type RefObject, useCallback, useLayoutEffect } from "react";
import type { VirtualizerHandle } from "virtua";
import type { JumpsActor, ReadingActor } from "../../app/actors.tsx";
import type { MessageRowData } from "./rows.ts";

/** Tells what is in sight: when scrolling ends, by the returned function, and when another screen covers the log. */
export function useRest(
  { jumps, reading }: { jumps: JumpsActor; reading: ReadingActor },
  rows: RefObject<readonly MessageRowData[]>,
  list: RefObject<VirtualizerHandle | null>,
): () => void {
  const rest = useCallback(() => {
    const { current } = list;
    if (!current || jumps.getSnapshot().status !== "active") return;
    const first = current.findItemIndex(current.scrollOffset);
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize);
    jumps.send({
      type: "user.rest",
      inSight: rows.current.slice(first, last + 1).map(({ message }) => message.clientMsgID),
      isAtEnd: reading.getSnapshot().hasTag("atBottom"),
    });
  }, [jumps, reading, rows, list]);
  useLayoutEffect(() => rest, [rest]);
  return rest;
}
