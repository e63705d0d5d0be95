import type { Plain } from "./messages.ts";
import type { LogEntry, Recording } from "./recording.ts";

/** A value of a context that an event changed, in words. */
export interface ValueChange {
  /** Names from the context inwards, as in "invitation.roomID". */
  path: string;
  before: string;
  after: string;
}

/** Maximum changes of one event, and characters of a value. */
const MOST = 40;
const LONGEST = 120;

/** Returns what an event changed in its actor's context; empty until the actor has handled it. */
export function changesOf(recording: Recording, { sessionId, settled }: LogEntry): ValueChange[] {
  const actor = settled === null ? undefined : recording.at(settled).get(sessionId);
  return actor ? differences(actor.contextBefore, actor.context, "").slice(0, MOST) : [];
}

function differences(before: Plain | undefined, after: Plain | undefined, path: string): ValueChange[] {
  if (before === after || JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ path, before: words(before), after: words(after) }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    differences(before[name], after[name], path === "" ? name : `${path}.${name}`),
  );
}

function isRecord(value: Plain | undefined): value is { readonly [key: string]: Plain } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function words(value: Plain | undefined): string {
  if (value === undefined) return "-";
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
