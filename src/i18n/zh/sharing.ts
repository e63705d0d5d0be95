import type { Catalogue } from "../catalogue.ts";

export const sharing: Pick<Catalogue, "sharing" | "incomingShare"> = {
  sharing: {
    card: "名片",
    place: "位置",
    pickCard: "选择名片",
    askCard: "把这张名片发给{{name}}？",
    another: "换一个人",
    send: "发送",
    locating: "正在获取你的位置",
    placeName: "地点名称",
    placeHint: "选填，例如“北门”",
    accuracy: "精确到约 {{distance}}",
    metres: "{{count}} 米",
    kilometres: "{{count}} 公里",
  },

  incomingShare: {
    title: "发送给",
    shared: "分享的内容",
    files: ({ count }) => `${count} 个文件`,
    cut: "文字已截短为 {{limit}} 个字符。",
    leftOut: ({ count }) => `有 ${count} 个文件未包含：文件过大或数量过多。`,
    tooLarge: "分享的文件过大",
    missing: "这里没有可发送的内容",
    missingHint: "分享的内容没有收到，或者已经发送或取消。你可以重新分享。",
    toChats: "返回聊天",
  },
};
