import { VList } from "virtua";
import { eventLabel } from "../draw/labels.ts";
import type { ValueChange } from "./changes.ts";
import { Data } from "./Data.tsx";
import styles from "./EventLog.module.css";
import type { PlainEvent } from "./messages.ts";
import type { HeardPhone } from "./reading.ts";
import type { LogEntry, Picture } from "./recording.ts";
import type { Say } from "./texts.ts";
import type { LogFilter } from "./viewing.ts";

export function EventLog({
  entries,
  isFiltered,
  phones,
  picture,
  until,
  unfolded,
  changesOf,
  causesOf,
  onOpen,
  onFold,
  nameOf,
  onChoose,
  say,
}: {
  entries: readonly LogEntry[];
  /** Whether there are more events than these. */
  isFiltered: boolean;
  phones: ReadonlyMap<string, HeardPhone>;
  picture: Picture;
  /** Number of messages before the shown moment. */
  until: number;
  unfolded: number | null;
  changesOf: (entry: LogEntry) => readonly ValueChange[];
  /** The events that led to it, the nearest first. */
  causesOf: (entry: LogEntry) => readonly LogEntry[];
  onOpen: (entry: LogEntry) => void;
  onFold: () => void;
  /** The words for the name of a page. */
  nameOf: (name: string) => string;
  onChoose: (sessionId: string) => void;
  say: Say;
}) {
  if (entries.length === 0) return <p className={styles.empty}>{say(isFiltered ? "noMatch" : "noEvents")}</p>;
  return (
    <VList data={entries} className={styles.log} role="log" aria-label={say("log")} aria-live="off">
      {(entry) => {
        const isOpen = entry.number === unfolded;
        const source = entry.sourceId === null ? undefined : picture.get(entry.sourceId);
        return (
          <div
            key={entry.number}
            className={styles.entry}
            data-open={isOpen || undefined}
            data-later={entry.at >= until || undefined}
          >
            <button type="button" aria-expanded={isOpen} onClick={() => (isOpen ? onFold() : onOpen(entry))}>
              <time>{clockTime(entry.time)}</time>
              <span className={styles.phone}>{nameOf(phones.get(entry.phone)?.name ?? entry.phone)}</span>
              <span className={styles.actor}>{picture.get(entry.sessionId)?.id ?? "?"}</span>
              <span className={styles.event} title={entry.event.type}>
                {eventLabel(entry.event.type)}
              </span>
              <span className={styles.edge} title={edgeWords(entry)}>
                {edgeWords(entry)}
              </span>
            </button>
            {isOpen && (
              <div className={styles.detail}>
                {source && (
                  <p>
                    <button
                      type="button"
                      className={styles.source}
                      onClick={() => onChoose(source.sessionId)}
                    >
                      {say("from", { name: source.id })}
                    </button>
                  </p>
                )}
                <Causes causes={causesOf(entry)} picture={picture} onOpen={onOpen} say={say} />
                {entry.edges.length === 0 && <p>{say("unchanged")}</p>}
                {entry.edges.map(({ source: from, target }) => (
                  <p key={`${from}>${target}`}>{`${from || "·"} → ${target || from || "·"}`}</p>
                ))}
                {actionsOf(entry).length > 0 && (
                  <p>
                    {say("actions")}: {actionsOf(entry).join(", ")}
                  </p>
                )}
                {entry.guards.length > 0 && (
                  <>
                    <p>{say("guards")}:</p>
                    <ul>
                      {entry.guards.map(({ state, guard, isTrue }) => (
                        <li key={`${state} ${guard} ${isTrue}`} data-true={isTrue}>
                          {`${guard}${state === "" ? "" : ` (${state})`}: ${say(isTrue ? "yes" : "no")}`}
                        </li>
                      ))}
                    </ul>
                  </>
                )}
                <Changes changes={changesOf(entry)} say={say} />
                <Data name={say("payload")} value={entry.event} isOpen />
              </div>
            )}
          </div>
        );
      }}
    </VList>
  );
}

function Causes({
  causes,
  picture,
  onOpen,
  say,
}: {
  causes: readonly LogEntry[];
  picture: Picture;
  onOpen: (entry: LogEntry) => void;
  say: Say;
}) {
  if (causes.length === 0) return null;
  return (
    <>
      <p>{say("because")}:</p>
      <ol className={styles.causes} aria-label={say("because")}>
        {causes.map((cause) => (
          <li key={cause.number}>
            <button type="button" onClick={() => onOpen(cause)}>
              {picture.get(cause.sessionId)?.id ?? "?"}: {eventLabel(cause.event.type)}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

function Changes({ changes, say }: { changes: readonly ValueChange[]; say: Say }) {
  if (changes.length === 0) return null;
  return (
    <>
      <p>{say("values")}:</p>
      <ul>
        {changes.map(({ path, before, after }) => (
          <li key={path}>
            <b>{path}</b> <del>{before}</del> → <ins>{after}</ins>
          </li>
        ))}
      </ul>
    </>
  );
}

const actionsOf = ({ edges }: LogEntry) => edges.flatMap(({ actions }) => actions);

/** Starts, answers and ends of helpers. The receiving chart's own event shows the effect of an answer. */
const LIVES = /^xstate\.(init|stop|promise\.)/;

export function filterLog(
  log: readonly LogEntry[],
  { filter, chosen }: { filter: LogFilter; chosen: string | null },
  picture: Picture,
): LogEntry[] {
  const text = filter.text.trim().toLowerCase();
  const found: LogEntry[] = [];
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log[index];
    if (!entry) continue;
    const { type } = entry.event;
    if (!filter.withLives && LIVES.test(type)) continue;
    if (filter.isOfChosen && entry.sessionId !== chosen) continue;
    if (filter.kind !== "" && kindOf(type) !== filter.kind) continue;
    if (text !== "" && !speaksOf(entry, picture.get(entry.sessionId)?.id ?? "", text)) continue;
    found.push(entry);
  }
  // Each page sends its events in batches: they arrive in another order than that of their times.
  return found.sort((a, b) => b.time - a.time || b.number - a.number);
}

function speaksOf({ event }: LogEntry, actor: string, text: string): boolean {
  return saidIn(event).includes(text) || actor.toLowerCase().includes(text);
}

function saidIn(event: PlainEvent): string {
  const before = known.get(event);
  if (before !== undefined) return before;
  const said = JSON.stringify(event).slice(0, SEARCHED).toLowerCase();
  known.set(event, said);
  return said;
}

/** Makes the texts that a search reads, so that its first key is as quick as the others. */
export function prepareSearch(log: readonly LogEntry[]): void {
  for (const { event } of log) saidIn(event);
}

/** Caches the searchable text of each event, which never changes. */
const known = new WeakMap<PlainEvent, string>();

/** Maximum characters of an event that are searched. */
const SEARCHED = 20_000;

export const kindOf = (type: string): string => type.split(".")[0] ?? "";

function edgeWords({ edges }: LogEntry): string {
  return edges
    .filter(({ target }) => target !== "")
    .map(({ source, target }) => `${source || "·"} → ${target}`)
    .join(", ");
}

/** Formats as 14:03:21.046. */
export function clockTime(milliseconds: number): string {
  const time = new Date(milliseconds);
  const two = (number: number) => String(number).padStart(2, "0");
  const rest = String(Math.floor(milliseconds % 1000)).padStart(3, "0");
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${rest}`;
}
