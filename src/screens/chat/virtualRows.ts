import { useLayoutEffect, useState } from "react";

interface Keyed {
  message: { clientMsgID: string };
}

/** Input of the virtual list. `shift`: only its start has changed, so the list keeps its distance to the end. */
export interface Step<Row> {
  rows: readonly Row[];
  shift: boolean;
}

/**
 * Returns the next step from the drawn rows to the wanted rows. The virtual list knows its rows by number: an update
 * keeps either the distance to the start or the distance to the end. So changes above the row in view are one step, and
 * changes below it are another. Rows above are removed only while the list does not scroll (`mayShrink`), because the
 * list would measure new rows below and not those in view. `rows` is `wanted` itself when all steps are done.
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

/**
 * The uppermost row in view if it stays, else the nearest one below that stays, else the first one; -1 if none stays.
 */
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
 * Updates the virtual list to new rows, within one frame unless rows at the start are removed.
 * @param readIn clientMsgID of the uppermost row in view, given the rows that are drawn
 */
export function useVirtualRows<Row extends Keyed>(
  wanted: readonly Row[],
  isMoving: boolean,
  readIn: (drawn: readonly Row[]) => string | null,
): Step<Row> {
  const [state, setState] = useState({ rows: wanted, shift: false, wanted, readID: NONE });
  const stepTo = (rows: readonly Row[]) => {
    // Between two changes of the start the list has no reliable scroll position.
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
