/** wouter, driven by the navigation chart: it reads the chart's place, and navigating is an event. */
import { useSelector } from "@xstate/react";
import { useCallback } from "react";
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

/** wouter's search hook: the query on screen, without its "?". */
export function useChartSearch(): string {
  return useSelector(useNavigation(), (snapshot) => snapshot?.context.place.search ?? "");
}
