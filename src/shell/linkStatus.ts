import { useSelector } from "@xstate/react";
import type { StatusPillProps } from "../components/StatusPill.tsx";
import { useConnection, useSend, useSession, useSync } from "./actors.tsx";

/** Returns the connection status to show, with a retry handler (4-28); null when connected and in sync. */
export function useLinkStatus(): StatusPillProps | null {
  const link = useConnection();
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
 * Returns why an empty list may be incomplete: no data came from the server in this session. "unheard": it
 * may still come. "failed": the user has to retry. Null after the first data.
 */
export function useUnheard(): { state: "unheard" } | { state: "failed"; onRetry: () => void } | null {
  const status = useLinkStatus();
  const isHeard = useSelector(useSync(), (sync) => sync?.hasTag("heard") ?? false);
  if (isHeard) return null;
  return status?.onRetry ? { state: "failed", onRetry: status.onRetry } : { state: "unheard" };
}
