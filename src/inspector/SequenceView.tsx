import { VList } from "virtua";
import { cx } from "../components/cx.ts";
import { clockTime } from "./EventLog.tsx";
import type { HeardPhone } from "./reading.ts";
import styles from "./SequenceView.module.css";
import { type Arrow, LIFELINES, type Lifeline, meetings } from "./sequence.ts";
import type { Say } from "./texts.ts";

/** Shows two pages, one of them mirrored. Their wire lifelines meet in the middle, where signals cross. */
export function SequenceView({
  arrows,
  phones,
  onChoose,
  say,
}: {
  arrows: readonly Arrow[];
  phones: readonly HeardPhone[];
  onChoose: (arrow: Arrow) => void;
  say: Say;
}) {
  const columns = phones.flatMap((phone, index) => {
    const lifelines = index % 2 === 0 ? LIFELINES : LIFELINES.toReversed();
    return lifelines.map((lifeline) => ({ phone: phone.id, lifeline }));
  });
  const columnOf = (phone: string, lifeline: Lifeline) =>
    columns.findIndex((one) => one.phone === phone && one.lifeline === lifeline);
  const met = meetings(arrows);
  const newestFirst = arrows.toReversed();
  if (arrows.length === 0) return <p className={styles.empty}>{say("noEvents")}</p>;
  const grid = { gridTemplateColumns: `5.4rem repeat(${columns.length}, minmax(2.6rem, 1fr))` };

  return (
    <div className={styles.sequence}>
      <div className={styles.head} style={grid} aria-hidden>
        <span />
        {columns.map(({ phone, lifeline }, index) => (
          <span key={`${phone}${lifeline}`} className={cx(index % LIFELINES.length === 0 && styles.first)}>
            {index % LIFELINES.length === 0 && <b>{phones.find(({ id }) => id === phone)?.name}</b>}
            {say(lifeline)}
          </span>
        ))}
      </div>
      <VList data={newestFirst} className={styles.rows} aria-label={say("sequence")}>
        {(arrow, turned) => {
          const index = arrows.length - 1 - turned;
          const sender = arrows[met.get(index) ?? -1];
          const own = [columnOf(arrow.phone, arrow.from), columnOf(arrow.phone, arrow.to)] as const;
          const start = sender ? columnOf(sender.phone, "wire") : own[0];
          const [left, right] = [Math.min(start, own[1]), Math.max(start, own[1])];
          if (left < 0) return <div key={arrow.at} />;
          const name = phones.find(({ id }) => id === arrow.phone)?.name ?? "";
          return (
            <button
              type="button"
              key={arrow.at}
              className={styles.row}
              style={grid}
              data-met={sender ? "" : undefined}
              aria-label={`${name}: ${say(arrow.from)} → ${say(arrow.to)}: ${arrow.words} (${arrow.actor})`}
              onClick={() => onChoose(arrow)}
            >
              <time>{clockTime(arrow.time)}</time>
              {columns.map(({ phone, lifeline }, column) => (
                <i key={`${phone}${lifeline}`} style={{ gridColumn: column + 2 }} />
              ))}
              <span
                className={styles.arrow}
                data-kind={arrow.from === "person" ? "person" : arrow.from === "clock" ? "clock" : "outside"}
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
  );
}

/** Returns the grid position from one column to another. The arrow starts and ends in the middle of its columns. */
function spanning(left: number, right: number): React.CSSProperties & { "--span": number } {
  return { gridColumn: `${left + 2} / ${right + 3}`, "--span": right - left + 1 };
}
