import type { Language } from "../../machines/domain/language.ts";

const en = {
  left: "Left phone",
  middle: "Middle phone",
  right: "Right phone",
  network: "Network",
  online: "Online",
  slow: "Slow",
  cut: "Cut",
  comma: ", ",
  colon: ": ",
  everyPerson: "Choose a person on each phone, or",
  person: "choose a person, or",
  call: "press the handset in the chat.",
  accept: "press Accept.",
  signInTwo: "Sign in two friends",
  signInThree: "Sign in three friends",
  signInRest: "Sign in",
  phones: "Phones",
  two: "Two phones",
  three: "Three phones",
  absent: "This page needs the demo people of the embedded backend. This server has none.",
  home: "Open Parley",
  refused: "Couldn't change the network.",
};

export type DuoTexts = Record<keyof typeof en, string>;

const zh: DuoTexts = {
  left: "左边的手机",
  middle: "中间的手机",
  right: "右边的手机",
  network: "网络",
  online: "在线",
  slow: "网速慢",
  cut: "断网",
  comma: "、",
  colon: "：",
  everyPerson: "在每部手机上选择一个账号，或者",
  person: "选择一个账号，或者",
  call: "在聊天中点电话图标。",
  accept: "点“接听”。",
  signInTwo: "登录一对好友",
  signInThree: "登录三位好友",
  signInRest: "登录",
  phones: "手机",
  two: "两部手机",
  three: "三部手机",
  absent: "此页面需要内置后端的演示账号，这台服务器没有。",
  home: "打开 Parley",
  refused: "无法更改网络。",
};

export function duoTexts(language: Language): DuoTexts {
  return language === "zh" ? zh : en;
}
