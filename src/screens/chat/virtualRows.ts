import { useLayoutEffect, useState } from "react";

interface Keyed {
  message: { clientMsgID: string };
}

/** What the virtual list is given: `shift` says that only its start changed, so that it keeps its distance to the end. */
export interface Step<Row> {
  rows: readonly Row[];
  shift: boolean;
}

/**
 * The next step from what is drawn to what is wanted. The virtual list knows its rows by number, so one update may
 * change either its start or the rest: a page above that also drops rows below takes two steps. Rows leave the start
 * only while nothing moves (`mayShrink`), since the list would measure new rows below at the cost of those in view.
 * The way is done when `rows` is `wanted` itself.
 */
export function nextStep<Row extends Keyed>(
  drawn: readonly Row[],
  wanted: readonly Row[],
  mayShrink: boolean,
): Step<Row> {
  const places = new Map(wanted.map((row, index) => [row.message.clientMsgID, index]));
  const removed = drawn.findIndex((row) => places.has(row.message.clientMsgID));
  const first = drawn[removed];
  const added = first ? (places.get(first.message.clientMsgID) ?? 0) : 0;
  if (!first || added > 0 === removed > 0) return { rows: wanted, shift: false };
  if (removed > 0 && !mayShrink) return { rows: [...drawn.slice(0, removed), ...wanted], shift: false };
  const rows = [...wanted.slice(0, added), ...drawn.slice(removed)];
  return { rows: haveSameKeys(rows, wanted) ? wanted : rows, shift: true };
}

function haveSameKeys<Row extends Keyed>(a: readonly Row[], b: readonly Row[]): boolean {
  return (
    a.length === b.length &&
    a.every((row, index) => row.message.clientMsgID === b[index]?.message.clientMsgID)
  );
}

/** Leads the virtual list from one set of rows to the next, within one frame unless rows leave it at the start. */
export function useVirtualRows<Row extends Keyed>(wanted: readonly Row[], isMoving: boolean): Step<Row> {
  const [state, setState] = useState({ rows: wanted, shift: false, wanted });
  let step: Step<Row> = state;
  if (state.wanted !== wanted) {
    step = nextStep(state.rows, wanted, !isMoving);
    setState({ ...step, wanted });
  }
  useLayoutEffect(() => {
    if (state.rows === state.wanted) return;
    const next = nextStep(state.rows, state.wanted, !isMoving);
    if (next.rows === state.wanted || !haveSameKeys(next.rows, state.rows)) {
      setState({ ...next, wanted: state.wanted });
    }
  }, [state, isMoving]);
  return step;
}
