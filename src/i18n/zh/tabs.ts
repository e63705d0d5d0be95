import type { Catalogue } from "../catalogue.ts";

/** Texts that the screens of signed-in users share. */
export const tabs: Pick<Catalogue, "add" | "screen" | "profile" | "workbench" | "link" | "sync" | "time"> = {
  add: {
    title: "添加",
    search: "搜索",
    friend: "添加好友",
    newGroup: "创建群聊",
    group: "加入群聊",
  },

  screen: {
    register: "邀请码注册",
    forgotByPhone: "通过手机号找回密码",
    forgotByEmail: "通过邮箱找回密码",
    scan: "扫一扫",
    addFriendOrGroup: "添加好友或群聊",
    groupSettings: "群设置",
    appearance: "外观",
    language: "语言",
    accountSettings: "账号设置",
    about: "关于",
    callRecord: "通话记录",
  },

  profile: {
    title: "我的",
    userID: "用户 ID",
    copyID: "复制用户 ID",
    myInfo: "个人信息",
    logOut: "退出登录",
    logOutTitle: "确定退出登录？",
    logOutHint: "消息仍保留在本设备上。",
    logOutUnsent: "{{count}} 条消息尚未发送，退出后将会丢失。其他消息仍保留在本设备上。",
    logOutUnknown: "尚未发送的消息将会丢失。其他消息仍保留在本设备上。",
    loggingOut: "正在退出登录",
  },

  workbench: {
    title: "工作台",
    callRecord: "通话记录",
    myCode: "我的二维码",
  },

  link: {
    loading: "加载中 {{percent}}%",
    connecting: "连接中",
    syncing: "同步中",
    offline: "离线",
    failed: "连接失败",
    outdated: "列表未更新",
    retry: "重试",
    offlineBar: "网络不可用，消息会在网络恢复后发送",
  },

  sync: {
    title: "正在获取消息",
    hint: "仅在新设备上首次登录时需要",
  },

  time: {
    justNow: "刚刚",
    minutesAgo: "{{count}} 分钟前",
    minutes: "{{count}} 分钟",
    hours: "{{count}} 小时",
    days: "{{count}} 天",
    today: "今天",
    yesterday: "昨天",
  },
};
