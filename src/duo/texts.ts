import type { Language } from "../../machines/domain/platform-events.ts";

const en = {
  left: "Left phone",
  right: "Right phone",
  network: "Network",
  online: "Online",
  slow: "Slow",
  cut: "Cut",
  hint: "Be anybody on either phone, or:",
  both: "Sign in two friends",
  absent: "Two phones need the demo people of the embedded backend, and this server offers none.",
  home: "Open Parley",
  refused: "The network could not be changed.",
};

type DuoTexts = Record<keyof typeof en, string>;

const zh: DuoTexts = {
  left: "左边的手机",
  right: "右边的手机",
  network: "网络",
  online: "在线",
  slow: "缓慢",
  cut: "断开",
  hint: "在任一手机上选择身份，或者：",
  both: "登录一对好友",
  absent: "双机演示需要内置后端的演示用户，此服务器未提供。",
  home: "打开 Parley",
  refused: "无法更改网络。",
};

export function duoTexts(language: Language): DuoTexts {
  return language === "zh" ? zh : en;
}
