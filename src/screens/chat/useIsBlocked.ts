import { useSelector } from "@xstate/react";
import { useContacts } from "../../shell/actors.tsx";

/** Whether the user has blocked that person. */
export function useIsBlocked(userID: string): boolean {
  return useSelector(
    useContacts(),
    (contacts) => contacts?.context.blacks.some((black) => black.userID === userID) ?? false,
  );
}
