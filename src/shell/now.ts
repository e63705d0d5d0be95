import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { useApp } from "./actors.tsx";

/**
 * Returns the app's time in milliseconds since the epoch, updated every `interval` milliseconds while mounted
 * (9-27).
 */
export function useNow(interval: number): number {
  const clock = useSelector(useApp(), ({ context }) => context.clock);
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const tick = () => setNow(clock.now());
    tick();
    const timer = setInterval(tick, interval);
    return () => clearInterval(timer);
  }, [clock, interval]);
  return now;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
