/** wouter, driven by the navigation chart: it reads the chart's place, and navigating is an event. */
import { useSelector } from "@xstate/react";
import { createContext, type ReactNode, useCallback, useContext } from "react";
import type { Place } from "../../machines/domain/route.ts";
import { useNavigation, useSend } from "./actors.tsx";

type Navigate = (to: string, options?: { replace?: boolean }) => void;

/** wouter's location hook: the path on screen ("/" before the first arrival), and the way to another one. */
export function useChartLocation(): [string, Navigate] {
  const navigation = useNavigation();
  const path = useSelector(navigation, (snapshot) => snapshot?.context.place.path || "/");
  const send = useSend(navigation);
  const navigate = useCallback<Navigate>(
    (to, { replace = false } = {}) => send({ type: "user.navigate", to, replace }),
    [send],
  );
  return [path, navigate];
}

const Here = createContext<Place | null>(null);

/** What is drawn inside belongs to `place`, whether that is in front or waits behind another one. */
export function HereProvider({ place, children }: { place: Place; children: ReactNode }) {
  return <Here value={place}>{children}</Here>;
}

/**
 * wouter's search hook: the query of the page that asks, else of what is on screen; without its "?". wouter decodes what
 * it is handed, and a parameter with a "%" in it would be decoded twice: hence encoded once more.
 */
export function useChartSearch(): string {
  const current = useSelector(useNavigation(), (snapshot) => snapshot?.context.place.search ?? "");
  return encodeURI(useContext(Here)?.search ?? current);
}
