import { type RefObject, useCallback, useLayoutEffect, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import type { ReadStateActor } from "../../shell/actors.tsx";
import { faceGroupAt, floatingDay, railHeight } from "./inView.ts";
import { insetOf } from "./LogScroll.ts";
import type { MessageRowData } from "./rows.ts";

/** Distance of the floating date from the bar, in CSS pixels. */
const BELOW_BAR = 8;

interface Scrolled {
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  /** Height above the rows, in CSS pixels. */
  startHeight: number;
  /** Rows are drawn this far beyond the view, in CSS pixels. */
  buffer: number;
}

interface InView {
  /** Call it when the log scrolls and when rows are measured. */
  look: () => void;
  /** Null while the log is at its end, or while the date of the rows in view is in view itself. */
  day: string | null;
  /** The row with the avatar of the group at the lower edge, if it is too far below to be drawn by itself. */
  keptID: string | null;
}

/** The parts that follow the scroll position: the avatar at the lower edge, and the date at the upper edge. */
export function useInView(
  rows: readonly MessageRowData[],
  reading: ReadStateActor,
  { scroller, list, startHeight, buffer }: Scrolled,
): InView {
  const [day, setDay] = useState<string | null>(null);
  const [keptID, setKeptID] = useState<string | null>(null);
  const look = useCallback(() => {
    const { current: log } = scroller;
    const { current: places } = list;
    if (!log || !places || log.clientHeight === 0) return;
    const top = log.scrollTop - startHeight;
    const bottom = top + log.clientHeight;
    const rowAt = (distance: number) => places.findItemIndex(distance + startHeight);

    const group = faceGroupAt(rows, rowAt(bottom - 1));
    const lastID = (group && rows[group.last]?.message.clientMsgID) ?? null;
    const isFar = group !== null && places.getItemOffset(group.last) > bottom + buffer;
    setKeptID(isFar ? lastID : null);
    if (group && lastID !== null) {
      const rails = [...log.querySelectorAll<HTMLElement>("[data-rail]")];
      const rail = rails.find(({ dataset }) => dataset.rail === lastID);
      rail?.style.setProperty("--rail", `${railHeight(rows, group, places)}px`);
    }

    const isAtBottom = reading.getSnapshot().hasTag("atBottom");
    const line = () => top + insetOf(log) + BELOW_BAR;
    setDay(isAtBottom ? null : floatingDay(rows, line(), { getItemOffset: places.getItemOffset, rowAt }));
  }, [rows, reading, scroller, list, startHeight, buffer]);
  useLayoutEffect(look);
  return { look, day, keptID };
}
