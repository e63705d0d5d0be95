import type { Groups } from "./groups.ts";
import type { Notify } from "./notifications.ts";
import { Collection, type Versions } from "./versions.ts";

/** What a group is told. */
export interface GroupTip {
  contentType: number;
  groupID: string;
  /** Who acts. */
  from: string;
  /** Also a line in the chat. */
  chatCopy: boolean;
  /** Who is told although he is no member any more. */
  alsoTo?: readonly string[];
  /** What the tip holds besides the group and where its member log stands; it may overrule both. */
  detail: object;
}

export type GroupTips = ReturnType<typeof createGroupTips>;

/** Tips of groups as they are after the act (openim-real section 4.2). */
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
    /** Who acts, as most tips say it. Their operationTime is 0 with OpenIM too. */
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
