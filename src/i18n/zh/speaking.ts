import type { Catalogue } from "../catalogue.ts";

export const speaking: Pick<Catalogue, "speaking"> = {
  speaking: {
    record: "录音",
    bar: "语音消息",
    asking: "正在打开麦克风",
    recording: "正在录音",
    locked: "正在录音，无需按住",
    stopped: "录音已完成，可发送或删除",
    time: "已录时长",
    slide: "左滑取消",
    lock: "上滑锁定录音",
    left: "还可录 {{count}} 秒",
    discard: "删除录音",
    stop: "停止录音",
    tooShort: "录音时间太短",
    holdHint: "按住说话，松开发送。",
    dismiss: "知道了",
    denied: "Parley 没有麦克风权限，请在浏览器中允许后重试。",
    missing: "没有找到麦克风，请连接后重试。",
    inCall: "通话正在使用麦克风，结束后才能录音。",
    failing: "麦克风无法启动，可能正被其他应用占用，请重试。",
  },
};
