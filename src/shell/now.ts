import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { useApp } from "./actors.tsx";

/**
 * Returns the app's time in milliseconds since the epoch, updated every `interval` milliseconds while mounted
 * (9-27), until it has reached `end`. With `round`, the view renders only when the rounded time changes.
 */
export function useNow(
  interval: number,
  end = Number.POSITIVE_INFINITY,
  round: (time: number) => number = exact,
): number {
  const clock = useSelector(useApp(), ({ context }) => context.clock);
  const [now, setNow] = useState(() => round(clock.now()));
  const isOver = now >= end;
  useEffect(() => {
    if (isOver) return;
    const tick = () => setNow(round(clock.now()));
    tick();
    const timer = setInterval(tick, interval);
    return () => clearInterval(timer);
  }, [clock, interval, isOver, round]);
  return now;
}

const exact = (time: number) => time;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
