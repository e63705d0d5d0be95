import { type ReactNode, Suspense } from "react";
import type { LazyScreen } from "./lazyScreens.ts";

export interface FetchedProps {
  screen: Pick<LazyScreen, "useEnded">;
  waiting: ReactNode;
  children: ReactNode;
}

/**
 * Renders `children` when the lazy screen is loaded. Avoids a Suspense fallback while loading, because React
 * keeps a shown fallback for 300 ms.
 */
export function Fetched({ screen: { useEnded }, waiting, children }: FetchedProps) {
  const hasEnded = useEnded();
  return hasEnded ? <Suspense fallback={waiting}>{children}</Suspense> : waiting;
}
