import type { Catalogue } from "../catalogue.ts";

export const searching: Pick<Catalogue, "searching"> = {
  searching: {
    hint: "好友、群聊、聊天记录",
    prompt: "搜索好友、群聊和聊天记录",
    recent: "最近搜索",
    forget: "删除“{{keyword}}”",
    forgetAll: "清空",
    forgetAllTitle: "清空最近搜索？",
    forgetAllHint: "本设备上的搜索记录会被删除，聊天记录不受影响。",
    friends: "好友",
    groups: "群聊",
    messages: "聊天记录",
    moreFriends: "更多好友",
    moreGroups: "更多群聊",
    moreMessages: "更多聊天记录",
    count: ({ count }) => `${count} 条相关聊天记录`,
    nothing: "没有找到相关内容",
    findPeople: "查找新朋友",
    nothingHint: "仅搜索本设备已加载的聊天记录。",
    failed: "聊天记录搜索失败",
  },
};
