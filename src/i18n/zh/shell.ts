import type { Catalogue } from "../catalogue.ts";

export const shell: Pick<Catalogue, "app" | "common" | "tabs" | "tab" | "notFound"> = {
  app: {
    name: "Parley",
    broken: "Parley 已停止运行",
    brokenHint: "你的消息不会丢失。",
    restart: "重新启动",
  },

  common: {
    back: "返回",
    cancel: "取消",
    call: "通话",
    cannotShow: "此内容无法显示",
    details: "详情",
    hangUp: "挂断",
    loadMore: "加载更多",
    loading: "加载中",
    retry: "重试",
    someone: "有人",
    you: "我",
  },

  tabs: {
    main: "主导航",
    messages: "消息",
    contacts: "通讯录",
    workbench: "工作台",
    me: "我的",
    withUnread: "{{label}}，{{count}} 条未读",
    withPending: "{{label}}，{{count}} 条待处理",
  },

  tab: {
    elsewhere: "Parley 已在另一个标签页中打开",
    elsewhereHint: "同一时间只有一个标签页可以收发消息。",
    useHere: "在此使用",
  },

  notFound: { title: "页面不存在", text: "请检查地址后重试。", home: "返回消息" },
};
