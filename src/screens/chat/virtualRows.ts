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
 * change either the start or the rest: a page above that also drops rows below (or the reverse) takes two steps.
 * The way is done when `rows` is `wanted` itself.
 */
export function nextStep<Row extends Keyed>(drawn: readonly Row[], wanted: readonly Row[]): Step<Row> {
  const places = new Map(wanted.map((row, index) => [row.message.clientMsgID, index]));
  const removed = drawn.findIndex((row) => places.has(row.message.clientMsgID));
  const first = drawn[removed];
  const added = first ? (places.get(first.message.clientMsgID) ?? 0) : 0;
  if (!first || added > 0 === removed > 0) return { rows: wanted, shift: false };
  const rows = [...wanted.slice(0, added), ...drawn.slice(removed)];
  return { rows: haveSameKeys(rows, wanted) ? wanted : rows, shift: true };
}

function haveSameKeys<Row extends Keyed>(a: readonly Row[], b: readonly Row[]): boolean {
  return (
    a.length === b.length &&
    a.every((row, index) => row.message.clientMsgID === b[index]?.message.clientMsgID)
  );
}

/** Leads the virtual list from one set of rows to the next, all steps within one frame. */
export function useVirtualRows<Row extends Keyed>(wanted: readonly Row[]): Step<Row> {
  const [state, setState] = useState<Step<Row> & { wanted: readonly Row[] }>({
    rows: wanted,
    shift: false,
    wanted,
  });
  let step: Step<Row> = state;
  if (state.wanted !== wanted) {
    step = nextStep(state.rows, wanted);
    setState({ ...step, wanted });
  }
  useLayoutEffect(() => {
    if (state.rows !== state.wanted)
      setState({ ...nextStep(state.rows, state.wanted), wanted: state.wanted });
  }, [state]);
  return step;
}
