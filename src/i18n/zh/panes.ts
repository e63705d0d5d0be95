import type { Catalogue } from "../catalogue.ts";

export const panes: Pick<Catalogue, "panes"> = {
  panes: {
    nothingOpen: "选择一个聊天，开始发消息",
    hint: "按问号键查看键盘快捷键",
    shortcuts: "键盘快捷键",
    search: "搜索",
    searchChat: "查找聊天记录",
    previousChat: "上一个聊天",
    nextChat: "下一个聊天",
    inLists: "在列表中移动",
    menu: "聊天或消息的菜单",
    call: "在通话小窗与页面之间切换",
    close: "关闭当前内容",
  },
};
