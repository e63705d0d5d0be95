import { useSelector } from "@xstate/react";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import type { HistoryActor } from "../../shell/actors.tsx";
import { type MessageRowData, rowOf } from "./rows.ts";

/** Scrolls to the message of a jump once it is loaded. Returns its id until its highlight has faded. */
export function useFound(
  history: HistoryActor,
  rows: readonly MessageRowData[],
  list: RefObject<VirtualizerHandle | null>,
) {
  const sought = useSelector(history, ({ context }) => context.sought);
  const [forgotten, setForgotten] = useState<typeof sought>(null);
  const shown = useRef<typeof sought>(null);
  useLayoutEffect(() => {
    if (!sought || sought === shown.current) return;
    const index = rowOf(rows, sought.clientMsgID);
    if (index < 0) return;
    shown.current = sought;
    list.current?.scrollToIndex(index, { align: "center" });
  }, [sought, rows, list]);
  const forgetFound = useCallback(() => setForgotten(history.getSnapshot().context.sought), [history]);
  return { foundID: sought === forgotten ? null : (sought?.clientMsgID ?? null), forgetFound };
}
