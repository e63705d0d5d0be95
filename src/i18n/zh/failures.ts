import type { Catalogue } from "../catalogue.ts";

/** What went wrong, and what is told in passing. */
export const failures: Pick<Catalogue, "failure" | "messageTip"> = {
  failure: {
    wrongPassword: "密码错误",
    unknownAccount: "账号不存在",
    phoneRegistered: "手机号已被注册",
    accountRegistered: "账号已被注册",
    tooFrequent: "操作过于频繁，请稍后再试",
    wrongCode: "验证码不正确",
    codeExpired: "验证码已过期",
    codeAttemptsExceeded: "验证码错误次数过多，请稍后再试",
    codeUsed: "验证码已被使用",
    invitationUsed: "邀请码已被使用",
    invitationUnknown: "邀请码不存在",
    restricted: "操作受限",
    sessionEnded: "登录已过期，请重新登录",
    blockedByPeer: "无法向对方发送消息",
    notInGroup: "你已不在此群中",
    groupDismissed: "此群已解散",
    muted: "你已被禁言",
    groupMuted: "已开启全员禁言",
    timeout: "服务器没有响应，请重试",
    network: "网络不可用，请重试",
    unknown: "操作失败",
  },

  messageTip: {
    loginExpired: "登录已过期，请重新登录",
    loggedInElsewhere: "账号已在其他设备登录",
    getUserInfoFailed: "获取用户信息失败",
    getHistoryFailed: "获取历史消息失败",
    copyFailed: "复制失败",
    copied: "已复制",
    callNoAnswer: "对方无应答",
    alreadyInCall: "你已在通话中",
    callBusy: "对方忙线中",
    callDeclined: "对方已拒绝",
    callFailed: "通话未能接通，请检查网络后重试",
    callLost: "通话连接已中断",
    callAnsweredElsewhere: "已在其他设备接听",
  },
};
