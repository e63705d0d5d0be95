import type { Catalogue } from "../catalogue.ts";

export const settings: Pick<
  Catalogue,
  | "about"
  | "update"
  | "portrait"
  | "self"
  | "accountSettings"
  | "appearance"
  | "notificationOffer"
  | "changePassword"
> = {
  about: {
    product: "产品",
    madeWith: "使用的开源软件",
  },

  update: {
    ready: "新版本已就绪",
    apply: "更新",
    later: "以后再说",
  },

  portrait: {
    title: "移动和缩放",
    frame: "图片：方向键移动，加减号缩放",
    zoom: "缩放",
    use: "使用这张图片",
  },

  self: {
    name: "昵称",
    notSaid: "保密",
    notSet: "未设置",
    future: "生日不能晚于今天",
    loadFailed: "个人信息加载失败",
  },

  accountSettings: {
    messages: "新消息",
    quiet: "消息免打扰",
    quietHint: "所有设备上的所有聊天都不再发出提示音。",
    sound: "提示音",
    soundHint: "仅对本设备生效。",
    notifications: "系统通知",
    notificationsHint: "离开此页面时，有新消息或来电会提醒你。",
    previews: "通知显示消息内容",
    previewsHint: "关闭后，通知中只显示有新消息。",
    denied: "浏览器已禁止通知，请在浏览器的网站设置中允许。",
    privacy: "隐私",
    mayBeAdded: "允许加我为好友",
    mayBeAddedHint: "关闭后，他人无法向你发送好友申请。",
    clear: "清空所有聊天记录",
    clearing: "正在清空所有聊天记录",
    clearTitle: "清空所有聊天记录？",
    clearHint: "所有聊天的消息会从你的全部设备上移除，对方那边仍会保留。",
  },

  appearance: {
    theme: "主题",
    system: "跟随系统",
    light: "浅色",
    dark: "深色",
    textSize: "字体大小",
    small: "小",
    standard: "标准",
    large: "大",
    largest: "特大",
    wallpaper: "聊天背景",
    drawings: "图案",
    waves: "波纹",
    dots: "圆点",
    none: "无",
    question: "七点见面可以吗？",
    answer: "可以，到时候见",
  },

  notificationOffer: {
    title: "有新消息时通知你？",
    allow: "开启",
    decline: "不用了",
  },

  changePassword: {
    title: "修改密码",
    lead: "修改后，所有设备都会退出登录，需使用新密码重新登录。",
    current: "当前密码",
    password: "新密码",
    confirmation: "确认新密码",
    action: "修改密码",
  },
};
