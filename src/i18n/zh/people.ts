import type { Catalogue } from "../catalogue.ts";

/** Finding people, who they are to oneself, and asking them to become friends. */
export const people: Pick<Catalogue, "finding"> = {
  finding: {
    friend: "添加好友",
    group: "加入群聊",
    search: "搜索",
    friendHint: "ID、手机号、邮箱或昵称",
    groupHint: "群 ID",
    results: "搜索结果",
    userID: "用户 ID {{id}}",
    groupID: "群 ID {{id}}",
    nobody: "没有找到该用户",
    nobodyHint: "请检查输入，或换用 ID、手机号、邮箱、昵称再试。",
    noGroup: "没有找到该群",
    noGroupHint: "请输入完整的群 ID。",
  },
};
