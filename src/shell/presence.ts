import { useSelector } from "@xstate/react";
import { useCallback, useEffect } from "react";
import { selectIsOnline } from "../../machines/people/presence.ts";
import { usePresence, useSend } from "./actors.tsx";

/** Returns whether a user of a visible row is known to be online. The list of the rows subscribes. */
export function useIsListedOnline(userID: string): boolean {
  return useSelector(
    usePresence(),
    (snapshot) => snapshot !== undefined && selectIsOnline(snapshot.context, userID),
  );
}

/** Returns a function that reports the users of the visible rows. A hidden list has no visible rows. */
export function useListed(): (userIDs: readonly string[]) => void {
  const presence = usePresence();
  const tell = useCallback(
    (userIDs: readonly string[]) => {
      // At sign-out the actor stops before the views unmount.
      if (presence?.getSnapshot().status === "active") presence.send({ type: "user.listed", userIDs });
    },
    [presence],
  );
  useEffect(() => () => tell([]), [tell]);
  return tell;
}

/** Returns whether a user is known to be online, and subscribes while mounted. Null returns false. */
export function useIsOnline(userID: string | null): boolean {
  const presence = usePresence();
  const send = useSend(presence);
  useEffect(() => {
    if (userID === null) return;
    send({ type: "user.watched", userID });
    return () => {
      // At sign-out the actor stops before the views unmount.
      if (presence?.getSnapshot().status === "active") send({ type: "user.unwatched", userID });
    };
  }, [presence, send, userID]);
  return useSelector(
    presence,
    (snapshot) => userID !== null && snapshot !== undefined && selectIsOnline(snapshot.context, userID),
  );
}
