/** Users and groups, and their events. Field names follow the OpenIM SDK. */

/** The signed-in user: the SDK's self info merged with the chat server's fields (3-01, 3-02). */
export interface Profile {
  userID: string;
  nickname: string;
  faceURL: string;
  globalRecvMsgOpt: number;
  phoneNumber?: string;
  areaCode?: string;
  email?: string;
  gender?: number;
  /** Milliseconds since the epoch. */
  birth?: number;
}

/** Returns a placeholder for a profile that is not loaded or cannot be read: the id replaces the name. */
export function placeholderProfile(userID: string): Profile {
  return { userID, nickname: userID, faceURL: "", globalRecvMsgOpt: 0 };
}

/** 0 female, 1 male, 2 not given. */
export type Gender = 0 | 1 | 2;

export interface Friend {
  userID: string;
  nickname: string;
  remark: string;
  faceURL: string;
}

export interface Black {
  userID: string;
  nickname: string;
  faceURL: string;
}

export interface Group {
  groupID: string;
  groupName: string;
  faceURL: string;
  memberCount: number;
  ownerUserID: string;
  /** 0 normal, 1 banned, 2 dismissed, 3 muted. */
  status: number;
  /** 0 allowed, 1 not allowed. */
  lookMemberInfo: number;
  /** Whether members may send each other friend requests: 0 allowed, 1 not allowed. */
  applyMemberFriend: number;
  /** 0: join requests need approval, invited users join at once; 1: both need approval; 2: every user may join. */
  needVerification: number;
  /** The group announcement; empty for none. */
  notification: string;
  /** Milliseconds since the epoch. */
  createTime: number;
}

export interface GroupMember {
  groupID: string;
  userID: string;
  nickname: string;
  faceURL: string;
  /** 100 owner, 60 admin, 20 member. */
  roleLevel: number;
  /** Milliseconds since the epoch until which the member is muted; 0 if not muted. */
  muteEndTime: number;
  /** Milliseconds since the epoch. */
  joinTime: number;
}

export interface GroupStanding {
  group: Group | null;
  me: GroupMember | null;
}

/** A user as the server names them; in a group, by the name there. */
export interface KnownPerson {
  userID: string;
  name: string;
  faceURL: string;
}

export interface NoticePerson {
  userID: string;
  nickname: string;
}

export type GroupEvent =
  | { type: "im.groupChanged"; group: Group }
  | { type: "im.groupDismissed"; groupID: string }
  /** The user left or was removed. */
  | { type: "im.groupLeft"; groupID: string }
  | { type: "im.groupJoined"; groupID: string }
  /** A member joined, left, or changed (role, name, mute). */
  | { type: "im.memberChanged"; groupID: string; userID: string };

export type ContactEvent =
  | { type: "im.friendChanged"; friend: Friend }
  | { type: "im.friendRemoved"; userID: string }
  | { type: "im.blackChanged"; person: Black }
  | { type: "im.blackRemoved"; userID: string }
  /** Many changes at once: reload the lists. */
  | { type: "im.contactsChanged" };
