import type { Account } from "./accounts.ts";

/** OpenIM's UserFullInfo (protocol section 7). */
export interface UserFullInfo extends UserPublicInfo {
  /** Always empty. */
  password: string;
  phoneNumber: string;
  areaCode: string;
  birth: number;
  allowAddFriend: number;
  allowBeep: number;
  allowVibration: number;
  globalRecvMsgOpt: number;
  registerType: number;
}

/** OpenIM's UserPublicInfo. */
export interface UserPublicInfo {
  userID: string;
  account: string;
  email: string;
  nickname: string;
  faceURL: string;
  gender: number;
  level: number;
}

/** The fields any signed-in user may see. `email` belongs to the shape and stays empty. */
export function publicInfo(account: Account): UserPublicInfo {
  return {
    userID: account.userID,
    account: account.account ?? "",
    email: "",
    nickname: account.nickname,
    faceURL: account.faceURL,
    gender: account.gender,
    level: account.level,
  };
}

/**
 * The full profile as `viewer` may see it. OpenIM's own chat server shows phone numbers and email addresses to any
 * signed-in user; here only the owner sees them.
 */
export function fullInfo(account: Account, viewer: string): UserFullInfo {
  const own = account.userID === viewer;
  return {
    ...publicInfo(account),
    password: "",
    email: (own && account.email) || "",
    phoneNumber: (own && account.phoneNumber) || "",
    areaCode: (own && account.areaCode) || "",
    birth: account.birth,
    allowAddFriend: account.allowAddFriend,
    allowBeep: account.allowBeep,
    allowVibration: account.allowVibration,
    globalRecvMsgOpt: account.globalRecvMsgOpt,
    registerType: account.registerType,
  };
}
