import { memo, useEffect, useMemo, useRef } from "react";
import type { HeardPhone } from "../../../tools/charts/inspector/reading.ts";
import { cx } from "../../components/cx.ts";
import { type DuoTexts, filled } from "../texts.ts";
import { Sign } from "./signs.tsx";
import { type Flight, flightsOf, type Step } from "./steps.ts";
import styles from "./TimeLine.module.css";

/** Height of a phone's lane, in CSS pixels. */
const LANE = 36;

export interface TimeLineProps {
  steps: readonly Step[];
  phones: readonly HeardPhone[];
  /** Number of the shown step. */
  current: number;
  onGo: (step: number) => void;
  texts: DuoTexts;
}

/** A lane for each phone and a column for each step. A signal is a line from its sender to where it arrives. */
export function TimeLine({ steps, phones, current, onGo, texts }: TimeLineProps) {
  const board = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls to each step
  useEffect(() => {
    board.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  const height = heightOf(phones);
  const across = (step: number) => `${((step + 0.5) / steps.length) * 100}%`;
  const laneOf = (phone: string | null) => laneIn(phones, phone);
  const isShown = ({ from, to }: Flight) => laneOf(from.phone) >= 0 && laneOf(to.phone) >= 0;
  const flights = useMemo(() => flightsOf(steps), [steps]);
  const last = steps.length - 1;
  return (
    <div className={styles.line}>
      <div className={styles.names} aria-hidden>
        {phones.map(({ id, name }) => (
          <span key={id} style={{ height: LANE }}>
            {name}
          </span>
        ))}
      </div>
      <div className={styles.scroll}>
        <div ref={board} className={styles.board} style={{ height, minWidth: steps.length * 22 }}>
          <svg className={styles.drawing} width="100%" height={height} aria-hidden="true">
            {phones.map(({ id }, lane) => (
              <line
                key={id}
                x1="0"
                x2="100%"
                y1={down(phones, lane)}
                y2={down(phones, lane)}
                className={styles.lane}
              />
            ))}
            {flights.filter(isShown).map(({ from, to, isLost }) => (
              <line
                key={`${from.step} ${to.step} ${to.phone}`}
                x1={across(from.step)}
                y1={down(phones, laneOf(from.phone))}
                x2={across(to.step)}
                y2={down(phones, laneOf(to.phone))}
                className={cx(styles.flight, isLost && styles.lost)}
                data-begun={from.step <= current || undefined}
                data-current={to.step === current || undefined}
              />
            ))}
          </svg>
          {steps.map((step, index) => (
            <Column
              // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name, and steps never move
              key={index}
              step={step}
              index={index}
              last={last}
              phones={phones}
              isCurrent={index === current}
              isPast={index < current}
              onGo={onGo}
              texts={texts}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const heightOf = (phones: readonly HeardPhone[]) => LANE * Math.max(phones.length, 1);
const laneIn = (phones: readonly HeardPhone[], phone: string | null) =>
  phones.findIndex(({ id }) => id === phone);
/** Lane -1 is that of no phone. */
const down = (phones: readonly HeardPhone[], lane: number) =>
  lane < 0 ? heightOf(phones) / 2 : LANE * (lane + 0.5);

interface ColumnProps {
  step: Step;
  index: number;
  last: number;
  phones: readonly HeardPhone[];
  isCurrent: boolean;
  isPast: boolean;
  onGo: (step: number) => void;
  texts: DuoTexts;
}

/** A step changes two of up to 1500 columns. */
const Column = memo(function Column({
  step,
  index,
  last,
  phones,
  isCurrent,
  isPast,
  onGo,
  texts,
}: ColumnProps) {
  const count = last + 1;
  const says = step.kind === "start" ? texts.begin : step.says;
  const topOf = (phone: string | null) => down(phones, laneIn(phones, phone));
  return (
    <button
      type="button"
      className={styles.step}
      style={{ left: `${(index / count) * 100}%`, width: `${100 / count}%` }}
      tabIndex={isCurrent ? 0 : -1}
      title={says}
      aria-label={`${filled(texts.step, { step: index, last })}: ${says}`}
      aria-current={isCurrent ? "step" : undefined}
      data-past={isPast || undefined}
      onClick={() => onGo(index)}
    >
      {step.kind !== "start" && <At top={topOf(step.phone)} kind={step.kind} />}
      {step.effects
        .filter(({ kind }) => kind === "sent")
        .map(({ says, phone = null }) => (
          <At key={says} top={topOf(phone)} kind="sent" isBeside={phone === step.phone} />
        ))}
    </button>
  );
});

function At({
  top,
  kind,
  isBeside = false,
}: {
  top: number;
  kind: Step["kind"];
  /** At the shoulder of the step's own sign. */
  isBeside?: boolean;
}) {
  return (
    <span className={cx(styles.at, isBeside && styles.beside)} style={{ top }}>
      <Sign kind={kind} />
    </span>
  );
}
