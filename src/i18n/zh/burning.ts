import type { Catalogue } from "../catalogue.ts";

export const burning: Pick<Catalogue, "burning"> = {
  burning: {
    title: "阅后即焚",
    hint: "开启后，双方的新消息在阅读后自动销毁，且无法复制或转发。",
    after: "我的消息阅读后保留",
    placeholder: "对方阅读 {{time}}后销毁",
    waits: "阅读 {{time}}后销毁",
    left: "{{time}}后销毁",
    seconds: "{{count}} 秒",
    minutes: "{{count}} 分钟",
    hours: "{{count}} 小时",
    days: "{{count}} 天",
    shortHours: "{{count}} 小时",
    shortDays: "{{count}} 天",
  },
};
