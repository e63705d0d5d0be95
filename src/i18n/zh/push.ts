import type { push as english } from "../en/push.ts";

export const push: typeof english = {
  newMessages: (count) => `${count} 条新消息`,
  sender: (sender, text) => `${sender}：${text}`,
  everyone: "所有人",
  message: "1 条新消息",
  picture: "[图片]",
  voice: "[语音]",
  video: "[视频]",
  file: "[文件]",
  merge: "[聊天记录]",
  card: "[名片]",
  location: "[位置]",
  face: "[表情]",
  voiceCall: "[语音通话]",
  videoCall: "[视频通话]",
  missedVoiceCall: "未接语音通话",
  missedVideoCall: "未接视频通话",
  groupCall: "[群通话] 正在进行",
  meeting: "[会议]",
  incomingVoice: "邀请你语音通话",
  incomingVideo: "邀请你视频通话",
};
