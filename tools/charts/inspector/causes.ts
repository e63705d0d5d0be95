import type { LogEntry, Picture, Recording } from "./recording.ts";

/** Maximum events of a chain. */
const MOST = 12;

/**
 * Returns the events that led to an event, the nearest first: what the sender handled when it sent it, what led to
 * that, and so on. A helper answers because of the event that started it, a timer because of the one that entered its
 * state.
 */
export function causesOf(recording: Recording, picture: Picture, entry: LogEntry): LogEntry[] {
  const causes: LogEntry[] = [];
  for (let cause = causeOf(recording, picture, entry); cause; cause = causeOf(recording, picture, cause)) {
    if (causes.length >= MOST || causes.includes(cause)) break;
    causes.push(cause);
  }
  return causes;
}

function causeOf({ log }: Recording, picture: Picture, entry: LogEntry): LogEntry | undefined {
  const { sourceId, sessionId, at, event, number } = entry;
  const [, timed] = /^xstate\.after\.[^.]+\.(.+)$/.exec(event.type) ?? [];
  const before = () => log.slice(0, number - (log[0]?.number ?? 0));
  if (timed !== undefined)
    return before().findLast((one) => one.sessionId === sessionId && enters(one, timed));
  const source = sourceId === null ? undefined : picture.get(sourceId);
  if (!source) return undefined;
  if (source.isChart || source.parentId === null)
    return before().findLast((one) => isHandledAt(one, source.sessionId, at));
  const parent = source.parentId;
  return before().findLast((one) => isHandledAt(one, parent, source.born));
}

/** Whether an actor handled this event when the message of that number was sent. */
function isHandledAt({ sessionId, at, settled }: LogEntry, actor: string, moment: number): boolean {
  return sessionId === actor && at < moment && (settled === null || settled > moment);
}

/** Whether an event entered a state. `state` is an id: the name of the chart and the path. */
function enters({ edges }: LogEntry, state: string): boolean {
  const path = state.slice(state.indexOf(".") + 1);
  return edges.some(({ target }) =>
    target
      .split(" ")
      .some(
        (one) => one !== "" && (one === path || path.startsWith(`${one}.`) || one.startsWith(`${path}.`)),
      ),
  );
}
