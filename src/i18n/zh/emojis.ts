import type { Catalogue } from "../catalogue.ts";

/** What helps while one writes: the emoji panel, and choosing whom a message speaks to. */
export const emojis: Pick<Catalogue, "emojis" | "mentions"> = {
  emojis: {
    open: "表情",
    panel: "表情面板",
    search: "搜索表情",
    found: "搜到的表情",
    none: "没有找到表情",
    groups: "表情分类",
    erase: "删除一个字符",
    loading: "正在加载表情",
    loadFailed: "表情加载失败",
    recent: "最近使用",
    smileys: "笑脸与情感",
    people: "人物与身体",
    nature: "动物与自然",
    food: "食物与饮料",
    travel: "旅行与地点",
    activities: "活动",
    objects: "物品",
    symbols: "符号",
    flags: "旗帜",
    tones: "肤色",
    tone0: "默认肤色",
    tone1: "浅肤色",
    tone2: "中等偏浅肤色",
    tone3: "中等肤色",
    tone4: "中等偏深肤色",
    tone5: "深肤色",
  },

  mentions: {
    people: "选择要提醒的人",
    everyone: "所有人",
    everyoneHint: "提醒全体成员",
    tooMany: "一条消息最多提醒 {{count}} 人",
    loading: "正在加载成员",
    loadFailed: "成员加载失败",
  },
};
