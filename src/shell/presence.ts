import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { selectIsOnline } from "../../machines/people/presence.ts";
import { usePresence, useSend } from "./actors.tsx";

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
