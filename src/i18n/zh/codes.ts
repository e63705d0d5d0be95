import type { Catalogue } from "../catalogue.ts";

export const codes: Pick<Catalogue, "qrCode" | "scan"> = {
  qrCode: {
    group: "群二维码",
    of: "{{name}}的二维码",
    hintPerson: "扫一扫，加我为好友",
    hintGroup: "扫一扫，加入群聊",
    save: "保存图片",
    notIn: "你不在这个群聊中",
  },

  scan: {
    view: "相机画面",
    hint: "将镜头对准二维码",
    starting: "正在启动相机",
    torchOn: "打开手电筒",
    torchOff: "关闭手电筒",
    picture: "从相册选择",
    reading: "正在识别图片",
    denied: "Parley 没有使用相机的权限",
    deniedHint: "请在浏览器中允许本页使用相机，或选择一张图片。",
    missing: "没有找到相机",
    failing: "相机无法启动",
    failingHint: "相机可能正被其他程序占用，你也可以选择一张图片。",
    retry: "重试",
  },
};
