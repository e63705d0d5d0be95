import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { useApp } from "./actors.tsx";
import { SECOND } from "./now.ts";

/** Returns the app's time as `useNow` does, updated every second until `end`. Both in milliseconds since the epoch. */
export function useNowUntil(end: number): number {
  const clock = useSelector(useApp(), ({ context }) => context.clock);
  const [now, setNow] = useState(() => clock.now());
  const isOver = now >= end;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(clock.now()), SECOND);
    return () => clearInterval(timer);
  }, [clock, isOver]);
  return now;
}
