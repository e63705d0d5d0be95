import type { Catalogue } from "../catalogue.ts";

export const contacts: Pick<Catalogue, "search" | "contacts" | "friends" | "application"> = {
  search: {
    label: "搜索",
    clear: "清除搜索",
    nothing: "没有找到",
  },

  contacts: {
    title: "通讯录",
    people: "申请、群聊和黑名单",
    list: "好友列表",
    empty: "还没有好友",
    emptyHint: "可以通过手机号、邮箱、昵称或 ID 查找。",
    loadFailed: "通讯录加载失败",
    notFetched: "通讯录加载失败",
    newFriends: "新的朋友",
    newGroups: "入群申请",
    myGroups: "我的群聊",
    blackList: "黑名单",
    pending: "{{label}}，{{count}} 条待处理",
  },

  friends: {
    title: "我的好友",
    search: "搜索好友",
  },

  application: {
    list: "申请列表",
    title: "申请",
    emptyFriends: "还没有好友申请",
    emptyGroups: "还没有入群申请",
    loadFailed: "申请加载失败",
    all: "全部申请",
    accept: "接受",
    decline: "拒绝",
    acceptNamed: "接受{{name}}的申请",
    declineNamed: "拒绝{{name}}的申请",
    pending: "等待处理",
    accepted: "已接受",
    declined: "已拒绝",
    toMe: "想加你为好友",
    byMeToGroup: "你申请加入",
    state: "状态",
    byMe: "你申请加对方为好友",
    toGroup: "申请加入{{group}}",
    greeting: "验证消息",
    noGreeting: "没有验证消息",
    when: "申请时间",
    notFound: "这条申请已不存在",
    openCard: "查看资料",
    receivedFriends: "收到的好友申请",
    sentFriends: "发出的好友申请",
    receivedGroups: "收到的入群申请",
    sentGroups: "发出的入群申请",
  },
};
