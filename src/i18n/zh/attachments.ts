import type { Catalogue } from "../catalogue.ts";

/** What messages carry besides words. */
export const attachments: Pick<Catalogue, "attachment"> = {
  attachment: {
    picture: "图片",
    sticker: "表情",
    video: "视频",
    playVideo: "播放视频，{{length}}",
    playVoice: "播放语音，{{length}}",
    pauseVoice: "暂停语音，{{length}}",
    retryVoice: "重试播放语音，{{length}}",
    voiceFailed: "无法播放",
    unheard: "未听",
    speed: "{{rate}} 倍速",
    notLoaded: "加载失败",
    notPlayed: "无法播放",
    retry: "重试",
    download: "下载 {{name}}",
    unnamedFile: "文件",
    card: "个人名片",
    openCard: "{{name}}的名片",
    location: "位置",
    copyCoordinates: "复制坐标",
    history: "聊天记录",
    openHistory: "查看聊天记录：{{title}}",
    historyMore: "共 {{count}} 条",
  },
};
