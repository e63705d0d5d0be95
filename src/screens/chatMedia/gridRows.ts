import type { Language } from "../../../machines/domain/language.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { monthLabel } from "../../text/time.ts";

const COLUMNS = 3;

export type GridRow =
  | { kind: "month"; key: string; label: string }
  | { kind: "row"; key: string; messages: readonly Message[] };

/** Takes messages newest first. */
export function gridRows(messages: readonly Message[], language: Language): readonly GridRow[] {
  const rows: GridRow[] = [];
  let month = "";
  let row: Message[] = [];
  for (const message of messages) {
    const label = monthLabel(message.sendTime, language);
    if (label !== month) rows.push({ kind: "month", key: `month ${label}`, label });
    if (label !== month || row.length === COLUMNS) {
      row = [];
      rows.push({ kind: "row", key: message.clientMsgID, messages: row });
    }
    row.push(message);
    month = label;
  }
  return rows;
}
