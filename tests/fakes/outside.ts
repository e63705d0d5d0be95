import { createSources } from "../../src/adapters/media/sources.ts";
import type { Outside } from "../../src/shell/outside.tsx";
import type { FakePorts } from "./ports.ts";
import { STORAGE } from "./world.ts";

/** What views use without a chart. */
export function outsideOf(ports: FakePorts): Outside {
  return {
    showVideo: ports.media.show,
    showScan: ports.scanner.show,
    showPreview: ports.media.preview,
    watchMicrophone: ports.media.watchMicrophone,
    watchBlur: ports.media.watchBlur,
    setBlur: ports.media.setBlur,
    canShareScreen: ports.media.canShareScreen,
    meetingLink: ports.meetingKeys.linkOf,
    takeMeetingKey: ports.meetingKeys.take,
    watchCameras: ports.media.watchCameras,
    signInDrawn: () => {},
    unlockSound: ports.platform.unlockSound,
    whenIdle: ports.platform.whenIdle,
    sources: createSources(() => STORAGE, location),
  };
}
