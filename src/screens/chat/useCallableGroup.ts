import { useSelector } from "@xstate/react";
import { selectBlockReason } from "../../../machines/composer/composer.ts";
import { isAlive } from "../../../machines/domain/group.ts";
import type { ConversationActor } from "../../shell/actors.tsx";
import { useMembership } from "./useMembership.ts";

/** Returns the id of the open group if the user may call its members: as a member who may write. Else null. */
export function useCallableGroup(conversation: ConversationActor): string | null {
  const composer = useSelector(conversation, ({ children }) => children.composer);
  const isBlocked = useSelector(
    composer,
    (snapshot) => snapshot === undefined || selectBlockReason(snapshot) !== null,
  );
  const groupID = useSelector(useMembership(conversation), (membership) => {
    const { group = null, member = null } = membership?.context ?? {};
    return group !== null && member !== null && isAlive(group) && group.memberCount > 1
      ? group.groupID
      : null;
  });
  return isBlocked ? null : groupID;
}
