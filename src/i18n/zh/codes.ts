import type { Catalogue } from "../catalogue.ts";

export const codes: Pick<Catalogue, "qrCode" | "scan"> = {
  qrCode: {
    group: "群二维码",
    of: "{{name}}的二维码",
    hintPerson: "扫一扫，加我为好友",
    hintGroup: "扫一扫，加入群聊",
    save: "保存图片",
    notIn: "你不在该群聊中",
  },

  scan: {
    view: "摄像头画面",
    hint: "将摄像头对准二维码",
    starting: "正在启动摄像头",
    torchOn: "打开手电筒",
    torchOff: "关闭手电筒",
    picture: "从相册选择",
    reading: "正在识别图片",
    denied: "Parley 没有摄像头权限",
    deniedHint: "请在浏览器中允许，或选择一张图片。",
    missing: "没有找到摄像头",
    failing: "摄像头无法启动",
    failingHint: "摄像头可能正被其他应用占用，你也可以选择一张图片。",
    retry: "重试",
  },
};
