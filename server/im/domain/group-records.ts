/** OpenIM's GroupInfo. status: 0 ok, 1 banned, 2 dismissed, 3 muted. Times are ms. */
export interface GroupInfo {
  groupID: string;
  groupName: string;
  notification: string;
  introduction: string;
  faceURL: string;
  ownerUserID: string;
  createTime: number;
  memberCount: number;
  ex: string;
  status: number;
  creatorUserID: string;
  groupType: number;
  needVerification: number;
  lookMemberInfo: number;
  applyMemberFriend: number;
  notificationUpdateTime: number;
  notificationUserID: string;
}

/** OpenIM's GroupMemberFullInfo. nickname and faceURL are the user's unless set for the group. */
export interface GroupMember {
  groupID: string;
  userID: string;
  roleLevel: number;
  joinTime: number;
  nickname: string;
  faceURL: string;
  appMangerLevel: number;
  joinSource: number;
  operatorUserID: string;
  ex: string;
  muteEndTime: number;
  inviterUserID: string;
}

export interface Joining {
  joinSource: number;
  inviterUserID: string;
  operatorUserID: string;
  /** ms since epoch. */
  at: number;
}

export type GroupChanges = Partial<
  Pick<
    GroupInfo,
    | "groupName"
    | "notification"
    | "introduction"
    | "faceURL"
    | "ex"
    | "ownerUserID"
    | "status"
    | "needVerification"
    | "lookMemberInfo"
    | "applyMemberFriend"
    | "notificationUpdateTime"
    | "notificationUserID"
  >
>;

/** Member fields; absent means unchanged, an empty name or picture means the user's own. */
export type MemberChanges = Partial<
  Pick<GroupMember, "nickname" | "faceURL" | "ex" | "roleLevel" | "muteEndTime">
>;
