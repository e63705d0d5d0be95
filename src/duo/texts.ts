import type { Language } from "../../machines/domain/language.ts";

const en = {
  left: "Left phone",
  right: "Right phone",
  network: "Network",
  online: "Online",
  slow: "Slow",
  cut: "Cut",
  hint: "Choose a person on each phone, or",
  both: "Sign in two friends",
  absent: "This page needs the demo people of the embedded backend. This server has none.",
  home: "Open Parley",
  refused: "Couldn't change the network.",
};

type DuoTexts = Record<keyof typeof en, string>;

const zh: DuoTexts = {
  left: "左边的手机",
  right: "右边的手机",
  network: "网络",
  online: "在线",
  slow: "网速慢",
  cut: "断网",
  hint: "在每部手机上选择一个账号，或者",
  both: "登录一对好友",
  absent: "此页面需要内置后端的演示账号，这台服务器没有。",
  home: "打开 Parley",
  refused: "无法更改网络。",
};

export function duoTexts(language: Language): DuoTexts {
  return language === "zh" ? zh : en;
}
