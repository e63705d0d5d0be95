import { type ReactNode, Suspense } from "react";
import type { LazyScreen } from "./lazyScreens.ts";

export interface FetchedProps {
  /** What `children` are drawn with. */
  screen: Pick<LazyScreen, "useEnded">;
  /** In their place until it is there. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Draws what is fetched as soon as it is there: a fallback that React has shown it keeps for 300 ms. */
export function Fetched({ screen: { useEnded }, waiting, children }: FetchedProps) {
  const hasEnded = useEnded();
  return hasEnded ? <Suspense fallback={waiting}>{children}</Suspense> : waiting;
}
