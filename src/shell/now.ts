import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { type CallRecord, isRingingAt } from "../../machines/domain/call.ts";
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

/** Whether the call of a record still rings. */
export function useIsRinging(record: CallRecord, sentAt: number): boolean {
  const clock = useSelector(useApp(), ({ context }) => context.clock);
  const [isRinging, setRinging] = useState(() => isRingingAt(record, sentAt, clock.now()));
  useEffect(() => {
    const tick = () => {
      const hasEnded = !isRingingAt(record, sentAt, clock.now());
      setRinging(!hasEnded);
      if (hasEnded) clearInterval(timer);
    };
    const timer = setInterval(tick, SECOND);
    tick();
    return () => clearInterval(timer);
  }, [clock, record, sentAt]);
  return isRinging;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
