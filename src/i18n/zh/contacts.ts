import type { Catalogue } from "../catalogue.ts";

export const contacts: Pick<Catalogue, "search" | "contacts" | "friends"> = {
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
};
