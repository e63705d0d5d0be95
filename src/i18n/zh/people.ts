import type { Catalogue } from "../catalogue.ts";

export const people: Pick<
  Catalogue,
  "finding" | "person" | "asking" | "singleSetting" | "userCard" | "myGroups" | "blackList"
> = {
  finding: {
    friendHint: "ID、手机号、邮箱或昵称",
    groupHint: "群 ID",
    results: "搜索结果",
    userID: "用户 ID {{id}}",
    groupID: "群 ID {{id}}",
    nobody: "没有找到该用户",
    nobodyHint: "请检查输入，或换用 ID、手机号、邮箱、昵称再试。",
    noGroup: "没有找到该群聊",
    noGroupHint: "请输入完整的群 ID。",
  },

  person: {
    more: "更多",
    online: "在线",
    details: "详细资料",
    settings: "资料设置",
    add: "添加到通讯录",
    asked: "已发送申请，等待对方同意",
    answer: "处理申请",
    unknown: "没有这个用户",
    self: "这是你自己",
    nobody: "没有找到该用户",
    noContact: "只能给好友设置备注",
    goBack: "返回上一页",
    remark: "备注",
    save: "保存",
    count: "{{count}}/{{limit}}",
    picture: "头像",
    gender: "性别",
    female: "女",
    male: "男",
    birthday: "生日",
    phone: "手机号",
    email: "邮箱",
    block: "拉黑",
    blockHint: "对方将无法给你发消息或打电话。",
    delete: "删除好友",
    deleting: "正在删除好友",
    deleteTitle: "删除{{name}}？",
    deleteHint: "{{name}}和你设置的备注会从通讯录中移除，聊天记录会保留。",
  },

  asking: {
    greeting: "验证消息",
    placeholder: "介绍一下自己",
    send: "发送",
    join: "加入",
  },

  singleSetting: {
    title: "聊天详情",
    newGroup: "和{{name}}创建群聊",
    pin: "置顶聊天",
    mute: "消息免打扰",
    muteHint: "新消息不再发出提示音。",
    clear: "清空聊天记录",
    clearTitle: "清空与{{name}}的聊天记录？",
    clearHint: "所有消息会从你的全部设备上移除，{{name}}那边仍会保留。",
  },

  myGroups: {
    title: "我的群聊",
    which: "显示哪些群聊",
    created: "我创建的",
    joined: "我加入的",
    emptyCreated: "你还没有创建群聊",
    emptyJoined: "你还没有加入群聊",
    search: "搜索群聊",
  },

  blackList: {
    title: "黑名单",
    empty: "黑名单是空的",
    hint: "黑名单里的人不能给你发消息或打电话。",
    remove: "取消拉黑",
    removeHint: "对方将可以再次给你发消息、打电话。",
    removeNamed: "取消拉黑{{name}}",
  },

  userCard: {
    title: "个人资料",
    sendMessage: "发消息",
    voiceCall: "语音通话",
    videoCall: "视频通话",
    nickname: "昵称",
  },
};
