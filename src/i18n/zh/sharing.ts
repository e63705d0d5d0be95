import type { Catalogue } from "../catalogue.ts";

export const sharing: Pick<Catalogue, "sharing"> = {
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
};
