import { useSelector } from "@xstate/react";
import type { StatusPillProps } from "../components/StatusPill.tsx";
import { useLink, useSend, useSession, useSync } from "./actors.tsx";

/** What is worth saying about the link, and how to try again (4-28); null while everything flows. */
export function useLinkStatus(): StatusPillProps | null {
  const link = useLink();
  const sync = useSync();
  const sendLink = useSend(link);
  const sendSync = useSend(sync);
  const isReady = useSelector(useSession(), (session) => session?.hasTag("ready") ?? false);
  const isOnline = useSelector(link, (snapshot) => snapshot?.hasTag("online") ?? false);
  const isOffline = useSelector(link, (snapshot) => snapshot?.hasTag("offline") ?? false);
  const loading = useSelector(link, (snapshot) => snapshot?.context.loading ?? undefined);
  const isSyncing = useSelector(sync, (snapshot) => snapshot?.hasTag("syncing") ?? false);
  const isStale = useSelector(sync, (snapshot) => snapshot?.hasTag("stale") ?? false);

  if (isOffline) {
    return { state: "offline", onRetry: () => sendLink({ type: "user.reconnect" }) };
  }
  if (!isReady || !isOnline) return { state: "connecting", percent: loading };
  if (isStale) return { state: "failed", onRetry: () => sendSync({ type: "user.retrySync" }) };
  if (isSyncing) return { state: "syncing" };
  return null;
}

/**
 * Why a list without rows is not an empty list: nothing was heard of the server in this visit. "unheard" may still
 * come, "failed" has to be tried again. Null once it was heard.
 */
export function useUnheard(): { state: "unheard" } | { state: "failed"; onRetry: () => void } | null {
  const status = useLinkStatus();
  const isHeard = useSelector(useSync(), (sync) => sync?.hasTag("heard") ?? false);
  if (isHeard) return null;
  return status?.onRetry ? { state: "failed", onRetry: status.onRetry } : { state: "unheard" };
}
