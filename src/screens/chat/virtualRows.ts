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
 * The next step from what is drawn to what is wanted. The virtual list knows its rows by number: an update keeps either
 * their distance to its start or to its end. So rows that come or go above the row that is read are one step, and
 * changes below it are another. Rows go there only while nothing moves (`mayShrink`), since the list would measure new
 * rows below at the cost of those in view. `rows` is `wanted` itself when all steps are done.
 * @param readID clientMsgID of the uppermost row in view, which stays where it is; null before the list is shown
 */
export function nextStep<Row extends Keyed>(
  drawn: readonly Row[],
  wanted: readonly Row[],
  { mayShrink, readID }: { mayShrink: boolean; readID: string | null },
): Step<Row> {
  const places = new Map(wanted.map((row, index) => [row.message.clientMsgID, index]));
  const placeOf = (index: number) => places.get(drawn[index]?.message.clientMsgID ?? "");
  const from = stayingRow(drawn, readID, (index) => placeOf(index) !== undefined);
  const to = placeOf(from) ?? from;
  if (from === to) return { rows: wanted, shift: false };
  if (from > to && !mayShrink) {
    const staying = wanted.slice(to);
    const ids = new Set(staying.map(({ message }) => message.clientMsgID));
    const above = drawn.slice(0, from).filter(({ message }) => !ids.has(message.clientMsgID));
    return { rows: [...above, ...staying], shift: false };
  }
  const above = wanted.slice(0, to);
  const ids = new Set(above.map(({ message }) => message.clientMsgID));
  const rows = [...above, ...drawn.slice(from).filter(({ message }) => !ids.has(message.clientMsgID))];
  return { rows: haveSameKeys(rows, wanted) ? wanted : rows, shift: true };
}

/** The row that is read, or the nearest below it, else the first that stays; -1 when none does. */
function stayingRow(
  drawn: readonly Keyed[],
  readID: string | null,
  stays: (index: number) => boolean,
): number {
  const read = drawn.findIndex(({ message }) => message.clientMsgID === readID);
  for (let index = Math.max(read, 0); index < drawn.length; index += 1) if (stays(index)) return index;
  return drawn.findIndex((_, index) => stays(index));
}

function haveSameKeys<Row extends Keyed>(a: readonly Row[], b: readonly Row[]): boolean {
  return (
    a.length === b.length &&
    a.every((row, index) => row.message.clientMsgID === b[index]?.message.clientMsgID)
  );
}

/**
 * Leads the virtual list from one set of rows to the next, within one frame unless rows leave it at the start.
 * @param readIn clientMsgID of the uppermost row in view, given the rows that are drawn
 */
export function useVirtualRows<Row extends Keyed>(
  wanted: readonly Row[],
  isMoving: boolean,
  readIn: (drawn: readonly Row[]) => string | null,
): Step<Row> {
  const [state, setState] = useState({ rows: wanted, shift: false, wanted, readID: NONE });
  const stepTo = (rows: readonly Row[]) => {
    // Between two changes of the start the list does not know yet where it stands.
    const readID = state.shift && state.rows !== state.wanted ? state.readID : readIn(state.rows);
    const next = nextStep(state.rows, rows, { mayShrink: !isMoving, readID });
    return { ...next, wanted: rows, readID };
  };
  let step: Step<Row> = state;
  if (state.wanted !== wanted) {
    const next = stepTo(wanted);
    setState(next);
    step = next;
  }
  useLayoutEffect(() => {
    if (state.rows === state.wanted) return;
    const next = stepTo(state.wanted);
    if (next.rows === state.wanted || !haveSameKeys(next.rows, state.rows)) setState(next);
  });
  return step;
}

const NONE: string | null = null;
