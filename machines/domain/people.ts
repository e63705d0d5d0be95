/** People and groups, and what is reported of them. Field names follow the OpenIM SDK. */

/** The signed-in person: SDK self info with the chat server's fields laid over it (3-01, 3-02). */
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

/** Of whom nothing is known yet, or cannot be read: the id stands in for a name. */
export function standInProfile(userID: string): Profile {
  return { userID, nickname: userID, faceURL: "", globalRecvMsgOpt: 0 };
}

/** 0 female, 1 male, 2 not said. */
export type Gender = 0 | 1 | 2;

export interface Friend {
  userID: string;
  nickname: string;
  remark: string;
  faceURL: string;
}

/** Somebody on one's own black list. */
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
  /** Whether members may ask each other to be friends: 0 allowed, 1 not allowed. */
  applyMemberFriend: number;
  /** 0: who applies is looked at, who is invited is in; 1: both are looked at; 2: anybody may come. */
  needVerification: number;
  /** What all members should know; empty for nothing. */
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
  /** Milliseconds since the epoch until which the member may not speak; 0 for none. */
  muteEndTime: number;
  /** Milliseconds since the epoch. */
  joinTime: number;
}

/** A group, and one's own place in it. */
export interface GroupStanding {
  group: Group | null;
  me: GroupMember | null;
}

/** Somebody as the server names them, in a group by the name they have there. */
export interface KnownPerson {
  userID: string;
  name: string;
  faceURL: string;
}

/** A person a notice speaks of. */
export interface NoticePerson {
  userID: string;
  nickname: string;
}

export type GroupEvent =
  | { type: "im.groupChanged"; group: Group }
  | { type: "im.groupDismissed"; groupID: string }
  /** I left or was removed. */
  | { type: "im.groupLeft"; groupID: string }
  | { type: "im.groupJoined"; groupID: string }
  /** A member came, went, or changed (role, name, mute). */
  | { type: "im.memberChanged"; groupID: string; userID: string };

export type ContactEvent =
  /** Somebody became a friend, or a friend changed. */
  | { type: "im.friendChanged"; friend: Friend }
  | { type: "im.friendRemoved"; userID: string }
  /** Somebody was put on the black list, or changed there. */
  | { type: "im.blackChanged"; person: Black }
  | { type: "im.blackRemoved"; userID: string }
  /** So much changed at once that the lists are better read again. */
  | { type: "im.contactsChanged" };
