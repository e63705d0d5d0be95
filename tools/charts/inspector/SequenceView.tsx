import { type CSSProperties, useEffect, useMemo, useRef } from "react";
import { VList, type VListHandle } from "virtua";
import { Data } from "./Data.tsx";
import { clockTime } from "./EventLog.tsx";
import type { HeardPhone } from "./reading.ts";
import styles from "./SequenceView.module.css";
import { type Arrow, type Bar, columnsOf, type Lifeline, type SequenceRules, wordsOf } from "./sequence.ts";
import { durationWords, type Say } from "./texts.ts";

type Row = { arrow: Arrow; bar: null } | { arrow: null; bar: Bar };

/**
 * Shows the messages of all pages and the states of the charts of calls, from top to bottom. A received signal starts
 * at the page that sent it.
 */
export function SequenceView({
  arrows,
  bars,
  isSearched,
  met,
  phones,
  open,
  rules,
  nameOf: wordsFor,
  onChoose,
  say,
}: {
  arrows: readonly Arrow[];
  bars: readonly Bar[];
  /** Whether only those with a text are shown. */
  isSearched: boolean;
  /** The arrow that sent a received signal. */
  met: ReadonlyMap<Arrow, Arrow>;
  phones: readonly HeardPhone[];
  rules: SequenceRules;
  /** The words for the name of a page. */
  nameOf: (name: string) => string;
  /** The arrow whose payload is shown: the number of its message. */
  open: number | null;
  onChoose: (row: { at: number; sessionId: string }) => void;
  say: Say;
}) {
  const columns = columnsOf(
    phones.map(({ id }) => id),
    rules,
  );
  const columnOf = (phone: string, lifeline: Lifeline) =>
    columns.findIndex((one) => one.phone === phone && one.lifelines.includes(lifeline));
  const nameOf = (phone: string) => wordsFor(phones.find(({ id }) => id === phone)?.name ?? "");
  const rows = useMemo(() => rowsOf(arrows, bars), [arrows, bars]);

  // The newest row stays in view while the list is at its end.
  const list = useRef<VListHandle>(null);
  const isAtEnd = useRef(true);
  const count = rows.length;
  useEffect(() => {
    if (isAtEnd.current && count > 0) list.current?.scrollToIndex(count - 1, { align: "end" });
  }, [count]);
  if (count === 0) return <p className={styles.empty}>{say(isSearched ? "noMatch" : "noEvents")}</p>;

  const lines = ({ time, at }: { time: number; at: number }) =>
    columns.map(({ phone, lifelines }, column) => (
      <i
        key={`${phone}${lifelines}`}
        data-outside={lifelines.length > 1 || undefined}
        data-bar={
          (lifelines.includes("charts") &&
            bars.some((bar) => bar.phone === phone && isDuring(bar, time, at))) ||
          undefined
        }
        style={{ gridColumn: column + 2 }}
      />
    ));

  const arrowRow = (arrow: Arrow) => {
    const origin = met.get(arrow);
    // A page that sent it may be gone after a reload.
    const sender = origin && columnOf(origin.phone, origin.to) >= 0 ? origin : undefined;
    const own = [columnOf(arrow.phone, arrow.from), columnOf(arrow.phone, arrow.to)] as const;
    const start = sender ? columnOf(sender.phone, sender.to) : own[0];
    const [left, right] = [Math.min(start, own[1]), Math.max(start, own[1])];
    if (left < 0) return <div key={arrow.at} />;
    const isOpen = arrow.at === open;
    return (
      <div key={arrow.at}>
        <button
          type="button"
          className={styles.row}
          data-met={sender ? "" : undefined}
          aria-expanded={isOpen}
          onClick={() => onChoose(arrow)}
        >
          <time>{clockTime(arrow.time)}</time>
          {lines(arrow)}
          <span className={styles.hidden}>
            {" "}
            {nameOf(arrow.phone)}: {wordsOf(arrow.from, rules, say)} → {wordsOf(arrow.to, rules, say)}:{" "}
          </span>
          <span
            className={styles.arrow}
            data-kind={arrow.from === "person" ? "person" : arrow.from === "clock" ? "clock" : "outside"}
            data-turned={start > own[1] || undefined}
            style={spanning(left, right)}
          >
            <em title={arrow.words}>{arrow.words}</em>
          </span>
          <span className={styles.hidden}>
            {" "}
            ({arrow.actor}){sender && ` ${say("from", { name: nameOf(sender.phone) })}`}
          </span>
        </button>
        {isOpen && (
          <div className={styles.payload}>
            <Data name={arrow.words} value={arrow.payload} isOpen />
          </div>
        )}
      </div>
    );
  };

  const barRow = (bar: Bar) => {
    const column = columnOf(bar.phone, "charts");
    if (column < 0) return <div key={bar.at} />;
    const words =
      bar.duration === null
        ? bar.state
        : say("stateFor", { state: bar.state, duration: durationWords(bar.duration) });
    return (
      <button
        type="button"
        key={bar.at}
        className={styles.row}
        data-state
        onClick={() => onChoose(bar)}
        title={`${bar.actor}: ${words}`}
      >
        <time>{clockTime(bar.time)}</time>
        {lines(bar)}
        <span className={styles.hidden}>
          {" "}
          {nameOf(bar.phone)}: {bar.actor}{" "}
        </span>
        <span className={styles.state} style={around(column, columns.length)}>
          <em>{words}</em>
        </span>
      </button>
    );
  };

  return (
    <div className={styles.sequence}>
      <div className={styles.wide} style={gridOf(columns.length)}>
        <div className={styles.head} aria-hidden>
          {phones.map(({ id, name }) => {
            const first = columns.findIndex(({ phone }) => phone === id);
            const last = columns.findLastIndex(({ phone }) => phone === id);
            return (
              <b key={id} style={{ gridColumn: `${first + 2} / ${last + 3}` }}>
                {wordsFor(name)}
              </b>
            );
          })}
          {columns.map(({ phone, lifelines }, column) => (
            <span key={`${phone}${lifelines}`} style={{ gridColumn: column + 2 }}>
              {lifelines.map((lifeline) => (
                <span key={lifeline}>{wordsOf(lifeline, rules, say)}</span>
              ))}
            </span>
          ))}
        </div>
        <VList
          ref={list}
          data={rows}
          className={styles.rows}
          aria-label={say("sequence")}
          onScroll={(offset) => {
            const { scrollSize = 0, viewportSize = 0 } = list.current ?? {};
            isAtEnd.current = offset + viewportSize >= scrollSize - 40;
          }}
        >
          {({ arrow, bar }) => (arrow ? arrowRow(arrow) : barRow(bar))}
        </VList>
      </div>
    </div>
  );
}

/** Merges both lists by time. Each is in order. */
function rowsOf(arrows: readonly Arrow[], bars: readonly Bar[]): Row[] {
  const rows: Row[] = [
    ...arrows.map((arrow) => ({ arrow, bar: null })),
    ...bars.map((bar) => ({ arrow: null, bar })),
  ];
  const placeOf = ({ arrow, bar }: Row) => arrow ?? bar;
  return rows.sort((a, b) => placeOf(a).time - placeOf(b).time || placeOf(a).at - placeOf(b).at);
}

function isDuring({ time, duration, at: begin }: Bar, moment: number, at: number): boolean {
  return (time < moment || begin <= at) && time <= moment && (duration === null || moment < time + duration);
}

function gridOf(columns: number): CSSProperties & { "--columns": number } {
  return { "--columns": columns };
}

/** Returns the grid position from one column to another. The arrow starts and ends in the middle of its columns. */
function spanning(left: number, right: number): CSSProperties & { "--span": number } {
  return { gridColumn: `${left + 2} / ${right + 3}`, "--span": right - left + 1 };
}

/** Returns the grid position of a text around a column, within the diagram. */
function around(column: number, columns: number): CSSProperties {
  const reach = Math.min(2, column, columns - 1 - column);
  return { gridColumn: `${column - reach + 2} / ${column + reach + 3}` };
}
