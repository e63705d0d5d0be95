import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import type { RecorderActor } from "../../../shell/actors.tsx";
import { isUnkept } from "./state.ts";

/** The browser asks before a reload or a closed tab ends a recording that is not stored yet. */
export function useUnloadQuestion(recorder: RecorderActor): void {
  const isAsked = useSelector(recorder, isUnkept);
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isAsked]);
}
