import type { RefObject } from "react";
import { useChange } from "../../shell/last.ts";
import { arrivalsIn } from "./arrivals.ts";
import type { MessageRowData } from "./rows.ts";

/** Animates new rows at the end. It marks them for the style sheet, and `MessageRow` removes the mark. */
export function useArrivals(
  rows: readonly MessageRowData[],
  scroller: RefObject<HTMLElement | null>,
  { isFollowing }: { isFollowing: boolean },
): void {
  useChange(rows, (before) => {
    const arrivals = arrivalsIn(before, rows, { isFollowing });
    if (arrivals.size === 0) return;
    for (const row of scroller.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []) {
      const arrival = arrivals.get(row.dataset.row ?? "");
      if (arrival) row.dataset.arrival = arrival;
    }
  });
}
