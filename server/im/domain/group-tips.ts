import type { Groups } from "./groups.ts";
import type { Notify } from "./notifications.ts";
import { Collection, type Versions } from "./versions.ts";

export interface GroupTip {
  contentType: number;
  groupID: string;
  from: string;
  chatCopy: boolean;
  alsoTo?: readonly string[];
  detail: object;
}

export type GroupTips = ReturnType<typeof createGroupTips>;

/** Creates tips with the group's state after the action (openim-real section 4.2). */
export function createGroupTips({
  groups,
  versions,
  notify,
}: {
  groups: Groups;
  versions: Versions;
  notify: Notify;
}) {
  return {
    /** The acting user, as most tips have it. operationTime is 0 with OpenIM too. */
    by: (groupID: string, userID: string) => ({ opUser: groups.member(groupID, userID), operationTime: 0 }),

    tell({ contentType, groupID, from, chatCopy, alsoTo = [], detail }: GroupTip): void {
      const head = versions.head(Collection.groupMembers(groupID));
      notify({
        contentType,
        from,
        to: { groupID, alsoTo },
        chatCopy,
        detail: {
          group: groups.get(groupID),
          groupMemberVersion: head.version,
          groupMemberVersionID: head.versionID,
          ...detail,
        },
      });
    },
  };
}
