import type { Catalogue } from "../catalogue.ts";

export const devices: Pick<Catalogue, "microphone" | "camera" | "ownScreen"> = {
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

  ownScreen: {
    denied: "Parley 没有录屏权限，无法共享屏幕。请在系统设置中允许。",
    missing: "没有可共享的屏幕。",
    failing: "屏幕共享失败，其他人看不到你的屏幕。",
  },
};
