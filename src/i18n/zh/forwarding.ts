import type { Catalogue } from "../catalogue.ts";

export const forwarding: Pick<Catalogue, "selection" | "forwarding"> = {
  selection: {
    count: ({ count }) => `已选择 ${count} 条`,
    choose: "{{name}}，{{time}}，{{words}}",
    actions: "已选消息",
    forward: "转发",
    delete: "删除",
    deleteTitle: ({ count }) => (count === 1 ? "删除这条消息？" : `删除这 ${count} 条消息？`),
    deleteHint: "仅对你自己删除。",
  },

  forwarding: {
    title: "转发给",
    confirm: "转发",
    chats: "聊天",
    recent: "最近聊天",
    friends: "好友",
    groups: "群聊",
    search: "搜索聊天",
    empty: "还没有聊天",
    tooMany: "最多可同时选择 {{count}} 个聊天",
    nothing: "没有找到相关内容",
    picked: "已选聊天",
    unpick: "移除{{name}}",
    next: ({ count }) => (count === 0 ? "下一步" : `下一步（${count}）`),
    manner: "转发方式",
    merged: "合并转发",
    each: "逐条转发",
    count: ({ count }) => `共 ${count} 条消息`,
    word: "给朋友留言",
    send: "发送",
    historyOf: "{{first}}和{{second}}的聊天记录",
    historyOfGroup: "群聊的聊天记录",
  },
};
