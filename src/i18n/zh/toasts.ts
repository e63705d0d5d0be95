import type { Catalogue } from "../catalogue.ts";
import { failures } from "./failures.ts";

export const toasts: Pick<Catalogue, "messageTip" | "change"> = {
  messageTip: {
    ...failures.messageTip,
    getHistoryFailed: "获取历史消息失败",
    copyFailed: "复制失败",
    copied: "已复制",
    chatsCleared: "聊天记录已全部清空",
    groupLeft: "你已退出群聊",
    groupDismissed: "群聊已解散",
    invited: "邀请已发送",
    tooManyChosen: "最多可选择 100 条消息",
    forwarded: "已转发",
    recalled: "消息已被撤回",
    applicationSent: "申请已发送",
    groupJoined: "已加入群聊",
    callNoAnswer: "对方无应答",
    alreadyInCall: "你已在通话中",
    callBusy: "对方忙线中",
    callDeclined: "对方已拒绝",
    callFailed: "通话未能接通，请检查网络后重试",
    callLost: "通话连接已中断",
    callOver: "通话已结束",
    callAnsweredElsewhere: "已在其他设备接听",
    codeUnknown: "不是 Parley 的二维码",
    codeMissing: "这张图片里没有找到二维码",
  },

  change: {
    failed: "刚才的更改没有保存：{{failure}}",
    requestFailed: "申请没有发出：{{failure}}",
    groupFailed: "群聊没有创建：{{failure}}",
  },
};
