import { useEffect, useRef } from "react";
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
  const height = LANE * Math.max(phones.length, 1);
  const across = (step: number) => `${((step + 0.5) / steps.length) * 100}%`;
  const laneOf = (phone: string | null) => phones.findIndex(({ id }) => id === phone);
  const down = (lane: number) => (lane < 0 ? height / 2 : LANE * (lane + 0.5));
  const isShown = ({ from, to }: Flight) => laneOf(from.phone) >= 0 && laneOf(to.phone) >= 0;
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
              <line key={id} x1="0" x2="100%" y1={down(lane)} y2={down(lane)} className={styles.lane} />
            ))}
            {flightsOf(steps)
              .filter(isShown)
              .map(({ from, to, isLost }) => (
                <line
                  key={`${from.step} ${to.step} ${to.phone}`}
                  x1={across(from.step)}
                  y1={down(laneOf(from.phone))}
                  x2={across(to.step)}
                  y2={down(laneOf(to.phone))}
                  className={cx(styles.flight, isLost && styles.lost)}
                  data-begun={from.step <= current || undefined}
                  data-current={to.step === current || undefined}
                />
              ))}
          </svg>
          {steps.map((step, index) => (
            <button
              type="button"
              // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name, and steps never move
              key={index}
              className={styles.step}
              style={{ left: `${(index / steps.length) * 100}%`, width: `${100 / steps.length}%` }}
              tabIndex={index === current ? 0 : -1}
              title={step.kind === "start" ? texts.begin : step.says}
              aria-label={`${filled(texts.step, { step: index, last })}: ${step.kind === "start" ? texts.begin : step.says}`}
              aria-current={index === current ? "step" : undefined}
              data-past={index < current || undefined}
              onClick={() => onGo(index)}
            >
              {step.kind !== "start" && <At top={down(laneOf(step.phone))} kind={step.kind} />}
              {step.effects
                .filter(({ kind }) => kind === "sent")
                .map(({ says, phone = null }) => (
                  <At key={says} top={down(laneOf(phone))} kind="sent" isBeside={phone === step.phone} />
                ))}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

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
