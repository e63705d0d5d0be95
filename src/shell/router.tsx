/**
 * Connects wouter to the navigation chart: the location comes from the chart, and navigating sends an event.
 */
import { useSelector } from "@xstate/react";
import { createContext, type ReactNode, useCallback, useContext } from "react";
import type { Place } from "../../machines/domain/route.ts";
import { useNavigation, useSend } from "./actors.tsx";

type Navigate = (to: string, options?: { replace?: boolean }) => void;

/** wouter's location hook: the current path ("/" before the first navigation), and the navigate function. */
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

/** `children` read the search of `place`, in front or in the background. */
export function HereProvider({ place, children }: { place: Place; children: ReactNode }) {
  return <Here value={place}>{children}</Here>;
}

/**
 * wouter's search hook: the query of the surrounding page, else of the current route, without "?". wouter
 * decodes this value, so a parameter with "%" would be decoded twice. Therefore it is encoded once more.
 */
export function useChartSearch(): string {
  const current = useSelector(useNavigation(), (snapshot) => snapshot?.context.place.search ?? "");
  return encodeURI(useContext(Here)?.search ?? current);
}
