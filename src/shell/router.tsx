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
  const path = useSelector(useNavigation(), (snapshot) => snapshot?.context.place.path || "/");
  return [path, useNavigate()];
}

/** The navigate function alone: the view does not render again at other paths. */
export function useNavigate(): Navigate {
  const send = useSend(useNavigation());
  const above = useContext(AboveContext);
  return useCallback<Navigate>(
    (to, { replace = false } = {}) => send({ type: "user.navigate", to, replace, above }),
    [send, above],
  );
}

/** A page that a view inside opens replaces all pages above the tabs, or above the chat (11-21). */
export const AboveContext = createContext<"tabs" | "chat" | undefined>(undefined);

const Here = createContext<Place | null>(null);

/** `children` read the search of `place`, in front or in the background. */
export function HereProvider({ place, children }: { place: Place; children: ReactNode }) {
  return <Here value={place}>{children}</Here>;
}

/** The address of the surrounding page, in front or in the background. Empty outside of the pages above the tabs. */
export function useOwnAddress(): string {
  const here = useContext(Here);
  return here ? `${here.path}?${here.search}` : "";
}

/**
 * wouter's search hook: the query of the surrounding page, else of the current route, without "?". wouter
 * decodes this value, so a parameter with "%" would be decoded twice. Therefore it is encoded once more.
 */
export function useChartSearch(): string {
  const current = useSelector(useNavigation(), (snapshot) => snapshot?.context.place.search ?? "");
  return encodeURI(useContext(Here)?.search ?? current);
}
