import type { Catalogue } from "../catalogue.ts";

/** What messages carry besides words. */
export const attachments: Pick<Catalogue, "attachment" | "attaching"> = {
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
    cancelUpload: "取消上传，已完成 {{percent}}%",
    unnamedFile: "文件",
    card: "个人名片",
    openCard: "{{name}}的名片",
    location: "位置",
    copyCoordinates: "复制坐标",
    history: "聊天记录",
    openHistory: "查看聊天记录：{{title}}",
    historyMore: "共 {{count}} 条",
  },

  attaching: {
    title: ({ count }) => (count === 0 ? "无法发送" : `发送 ${count} 项`),
    list: "待发送",
    caption: "添加留言",
    remove: "移除 {{name}}",
    tooMany: "一次最多发送 {{count}} 项，其余未加入",
    drop: "拖放到这里即可发送",
    media: "照片和视频",
    camera: "拍照",
    file: "文件",
  },
};
