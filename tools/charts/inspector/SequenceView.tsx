import type { CSSProperties } from "react";
import { VList } from "virtua";
import { clockTime } from "./EventLog.tsx";
import type { HeardPhone } from "./reading.ts";
import styles from "./SequenceView.module.css";
import { type Arrow, columnsOf, type Lifeline, type SequenceRules, wordsOf } from "./sequence.ts";
import type { Say } from "./texts.ts";

/** Shows the messages of all pages, the newest on top. A received signal starts at the page that sent it. */
export function SequenceView({
  arrows,
  met,
  phones,
  rules,
  nameOf: wordsFor,
  onChoose,
  say,
}: {
  arrows: readonly Arrow[];
  /** The arrow that sent a received signal. */
  met: ReadonlyMap<Arrow, Arrow>;
  phones: readonly HeardPhone[];
  rules: SequenceRules;
  /** The words for the name of a page. */
  nameOf: (name: string) => string;
  onChoose: (arrow: Arrow) => void;
  say: Say;
}) {
  const columns = columnsOf(
    phones.map(({ id }) => id),
    rules,
  );
  const columnOf = (phone: string, lifeline: Lifeline) =>
    columns.findIndex((one) => one.phone === phone && one.lifelines.includes(lifeline));
  const nameOf = (phone: string) => wordsFor(phones.find(({ id }) => id === phone)?.name ?? "");
  const newestFirst = arrows.toReversed();
  if (arrows.length === 0) return <p className={styles.empty}>{say("noEvents")}</p>;

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
        <VList data={newestFirst} className={styles.rows} aria-label={say("sequence")}>
          {(arrow) => {
            const origin = met.get(arrow);
            // A page that sent it may be gone after a reload.
            const sender = origin && columnOf(origin.phone, origin.to) >= 0 ? origin : undefined;
            const own = [columnOf(arrow.phone, arrow.from), columnOf(arrow.phone, arrow.to)] as const;
            const start = sender ? columnOf(sender.phone, sender.to) : own[0];
            const [left, right] = [Math.min(start, own[1]), Math.max(start, own[1])];
            if (left < 0) return <div key={arrow.at} />;
            const words = `${nameOf(arrow.phone)}: ${wordsOf(arrow.from, rules, say)} → ${wordsOf(arrow.to, rules, say)}: ${arrow.words} (${arrow.actor})`;
            return (
              <button
                type="button"
                key={arrow.at}
                className={styles.row}
                data-met={sender ? "" : undefined}
                aria-label={sender ? `${words} ${say("from", { name: nameOf(sender.phone) })}` : words}
                onClick={() => onChoose(arrow)}
              >
                <time>{clockTime(arrow.time)}</time>
                {columns.map(({ phone, lifelines }, column) => (
                  <i
                    key={`${phone}${lifelines}`}
                    data-outside={lifelines.length > 1 || undefined}
                    style={{ gridColumn: column + 2 }}
                  />
                ))}
                <span
                  className={styles.arrow}
                  data-kind={
                    arrow.from === "person" ? "person" : arrow.from === "clock" ? "clock" : "outside"
                  }
                  data-turned={start > own[1] || undefined}
                  style={spanning(left, right)}
                >
                  <em>{arrow.words}</em>
                </span>
              </button>
            );
          }}
        </VList>
      </div>
    </div>
  );
}

function gridOf(columns: number): CSSProperties & { "--columns": number } {
  return { "--columns": columns };
}

/** Returns the grid position from one column to another. The arrow starts and ends in the middle of its columns. */
function spanning(left: number, right: number): CSSProperties & { "--span": number } {
  return { gridColumn: `${left + 2} / ${right + 3}`, "--span": right - left + 1 };
}
