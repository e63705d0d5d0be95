import type { Catalogue } from "../catalogue.ts";

/** Calls and meetings. */
export const calls: Pick<Catalogue, "rtc" | "meeting"> = {
  rtc: {
    call: "通话",
    accept: "接听",
    hangUp: "挂断",
    mute: "静音",
    unmute: "取消静音",
    cameraOn: "打开摄像头",
    cameraOff: "关闭摄像头",
    speaker: "扬声器",
    minimise: "最小化",
    returnToCall: "返回通话",
    connecting: "连接中",
    waiting: "等待接听",
    inCall: "通话中",
    reconnecting: "正在重新连接",
    incomingVoice: "邀请你语音通话",
    incomingVideo: "邀请你视频通话",
    noAnswer: "无人接听",
    busy: "对方忙线中",
    declined: "对方已拒绝",
    ended: "通话已结束",
    missed: "未接来电",
    invitationFailed: "发起通话失败",
  },

  meeting: {
    title: "会议",
    start: "发起会议",
    join: "加入会议",
    id: "会议号",
    copyID: "复制会议号",
    participants: "参会成员",
    leave: "离开会议",
    end: "结束会议",
    invitation: "会议邀请",
    speaking: "{{name}}正在发言",
    notFound: "没有找到该会议",
  },
};
