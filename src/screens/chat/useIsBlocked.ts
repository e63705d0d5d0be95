import { useSelector } from "@xstate/react";
import { useContacts } from "../../shell/actors.tsx";

export function useIsBlocked(userID: string): boolean {
  return useSelector(
    useContacts(),
    (contacts) => contacts?.context.blacks.some((black) => black.userID === userID) ?? false,
  );
}
