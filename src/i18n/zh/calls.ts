import type { Catalogue } from "../catalogue.ts";

export const calls: Pick<Catalogue, "rtc" | "microphone" | "camera" | "callRecord" | "userCard" | "meeting"> =
  {
    rtc: {
      accept: "接听",
      mute: "静音",
      unmute: "取消静音",
      cameraOn: "打开摄像头",
      cameraOff: "关闭摄像头",
      flipCamera: "翻转镜头",
      swapPictures: "切换画面",
      ownPicture: "我的画面",
      pictureOf: "{{name}}的画面",
      speaker: "扬声器",
      soundOutput: "声音输出",
      output: "扬声器 {{number}}",
      minimise: "最小化",
      returnToCall: "返回通话",
      connecting: "连接中",
      calling: "等待对方接听",
      waiting: "等待接听",
      inCall: "通话中",
      reconnecting: "正在重新连接",
      peerAway: "{{name}}的网络不稳定",
      trouble: "网络不稳定",
      hideHint: "隐藏提示",
      peerMuted: "{{name}}已静音",
      incomingVoice: "邀请你语音通话",
      incomingVideo: "邀请你视频通话",
      enableSound: "点击播放声音",
      invitationFailed: "无法发起通话：{{failure}}",
    },

    microphone: {
      denied: "Parley 没有麦克风权限，对方听不到你。请在浏览器中允许。",
      missing: "没有找到麦克风。你能听到对方，但对方听不到你。",
      failing: "麦克风无法启动，可能正被其他应用占用。对方听不到你。",
    },

    camera: {
      denied: "Parley 没有摄像头权限，对方看不到你的画面。请在浏览器中允许。",
      missing: "没有找到摄像头，对方看不到你的画面。",
      failing: "摄像头无法启动，可能正被其他应用占用。对方看不到你的画面。",
    },

    callRecord: {
      all: "全部",
      missed: "未接",
      completedVoice: "语音通话 {{duration}}",
      completedVideo: "视频通话 {{duration}}",
      missedVoice: "未接语音通话",
      missedVideo: "未接视频通话",
      cancelled: "已取消",
      declined: "已拒绝",
      noAnswer: "无人接听",
      busy: "对方忙线中",
      failed: "未接通",
      outgoingVoice: "拨出的语音通话",
      outgoingVideo: "拨出的视频通话",
      incomingVoice: "打来的语音通话",
      incomingVideo: "打来的视频通话",
      tapToCall: "点击回拨",
      detail: "{{direction}} · {{result}}",
      callBack: "{{record}}，点击回拨",
      empty: "还没有通话记录",
      emptyHint: "在聊天中可以发起语音或视频通话",
      emptyMissed: "没有未接来电",
      loadFailed: "通话记录加载失败",
    },

    userCard: {
      title: "个人资料",
      sendMessage: "发消息",
      voiceCall: "语音通话",
      videoCall: "视频通话",
      nickname: "昵称",
    },

    meeting: {
      title: "会议",
    },
  };
