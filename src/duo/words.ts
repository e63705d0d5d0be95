import type { Language } from "../../machines/vocabulary/surroundings.ts";

const en = {
  left: "Left phone",
  right: "Right phone",
  network: "Network",
  online: "Online",
  slow: "Slow",
  cut: "Cut",
  hint: "Sign in on both phones with one tap, then let one call the other.",
  absent: "Two phones need the demo people of the embedded backend, and this server offers none.",
  home: "Open Parley",
  refused: "The network could not be changed.",
};

type DuoWords = Record<keyof typeof en, string>;

const zh: DuoWords = {
  left: "左边的手机",
  right: "右边的手机",
  network: "网络",
  online: "在线",
  slow: "缓慢",
  cut: "断开",
  hint: "在两部手机上点一下登录，然后用一部呼叫另一部。",
  absent: "双机演示需要内置后端的演示用户，此服务器未提供。",
  home: "打开 Parley",
  refused: "无法更改网络。",
};

export function duoWords(language: Language): DuoWords {
  return language === "zh" ? zh : en;
}
