import type { Catalogue } from "../catalogue.ts";

type Groups = Pick<
  Catalogue,
  | "blocked"
  | "group"
  | "groupManage"
  | "groupMembers"
  | "groupCard"
  | "changeName"
  | "choosing"
  | "membership"
>;

export const groups: Groups = {
  group: {
    settings: "群聊信息",
    loadFailed: "群聊信息加载失败",
    missing: "该群聊不存在",
    groupID: "群 ID",
    copyID: "复制群 ID",
    picture: "群头像",
    name: "群名称",
    announcement: "群公告",
    noAnnouncement: "暂无",
    myName: "我在本群的昵称",
    members: "群成员",
    add: "添加成员",
    remove: "移除成员",
    pin: "置顶聊天",
    mute: "消息免打扰",
    manage: "群管理",
    clearHint: "所有消息会从你的全部设备上移除，其他成员那边仍会保留。",
    leave: "退出群聊",
    leaveTitle: "退出“{{name}}”？",
    leaveHint: "退出后不再接收该群聊的消息，本设备上的聊天记录会保留。",
    dismiss: "解散群聊",
    dismissTitle: "解散“{{name}}”？",
    dismissHint: "解散后所有成员都会离开该群聊，任何人都无法再发言。",
    owner: "群主",
    admin: "管理员",
  },

  groupManage: {
    title: "群管理",
    speaking: "发言",
    muteAll: "全员禁言",
    muteAllHint: "开启后只有群主和管理员可以发言。",
    permissions: "成员权限",
    lookMemberInfo: "可以查看其他成员资料",
    applyMemberFriend: "可以添加其他成员为好友",
    verification: "入群方式",
    verify0: "受邀者直接入群，其他人需审核",
    verify1: "所有人入群都需审核",
    verify2: "任何人可直接入群",
    roles: "角色",
    admins: "管理员",
    adminsHint: "在成员资料页中设置",
    transfer: "转让群主",
    notForYou: "只有群主和管理员可以管理群聊",
  },

  groupMembers: {
    title: "群成员",
    removeTitle: "移除成员",
    transferTitle: "选择新群主",
    empty: "没有找到成员",
    loadFailed: "群成员加载失败",
    notForYou: "只有群成员可以查看成员列表",
    removeSome: ({ count }) => (count === 0 ? "移除" : `移除（${count}）`),
    removeAsk: ({ count }) => `移除 ${count} 位成员？`,
    removeHint: "移除后对方将不再接收该群聊的消息。",
    removeAction: "移除",
    transferAsk: "将群主转让给{{name}}？",
    transferHint: "转让后你将成为普通成员，且无法撤销。",
    transferAction: "转让",
  },

  groupCard: {
    title: "群聊",
    created: "创建于 {{date}}",
    sendMessage: "发消息",
    apply: "申请加入",
    asked: "等待审核",
    dismissed: "该群聊已解散",
  },

  changeName: {
    groupName: "群名称",
    nickname: "我在本群的昵称",
    announcement: "群公告",
    save: "保存",
    lettersLeft: "{{count}}/{{limit}}",
    nothing: "这里没有可修改的内容",
  },

  choosing: {
    createTitle: "创建群聊",
    inviteTitle: "添加成员",
    name: "群名称",
    create: ({ count }) => (count === 0 ? "创建" : `创建（${count}）`),
    invite: ({ count }) => (count === 0 ? "邀请" : `邀请（${count}）`),
    friends: "好友",
    picked: "已选择的人",
    unpick: "取消选择{{name}}",
    inGroup: "已在群聊中",
    empty: "还没有好友",
    notFound: "没有找到好友",
    nothing: "这里没有可选择的人",
  },

  membership: {
    title: "群内信息",
    role: "身份",
    member: "成员",
    joined: "入群时间",
    admin: "管理员",
    mute: "禁言",
    mutedUntil: "至 {{time}}",
    unmuted: "未禁言",
    muteTitle: "禁言{{name}}",
    unmute: "解除禁言",
  },

  /** Why the user cannot write in a chat. */
  blocked: {
    left: "你已不在该群聊中",
    dismissed: "该群聊已解散",
    banned: "该群聊已被封禁",
    muted: "你已被禁言",
    mutedUntil: "你已被禁言至 {{time}}",
    groupMuted: "只有群主和管理员可以发言",
    copyDraft: "复制草稿",
    unblock: "取消拉黑",
    blackList: "你已将对方拉黑",
  },
};
