import type { MediaPort } from "../../../machines/ports/media.ts";
import { codeOf, logMedia } from "./report.ts";

export const watchCameras: MediaPort["watchCameras"] = (report) => {
  // Insecure pages have no devices.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices?.enumerateDevices) return () => {};
  let isOver = false;
  const look = async () => {
    try {
      const all = await devices.enumerateDevices();
      if (!isOver) report(all.filter(({ kind }) => kind === "videoinput").length);
    } catch (error) {
      logMedia("no list of cameras", codeOf(error));
    }
  };
  void look();
  devices.addEventListener?.("devicechange", look);
  return () => {
    isOver = true;
    devices.removeEventListener?.("devicechange", look);
  };
};
