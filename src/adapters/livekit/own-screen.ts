import type { LocalTrack, Room } from "livekit-client";
import type { DeviceEvent } from "../../../machines/calls/media-room.ts";
import { codeOf, logMedia } from "./report.ts";

/** The user's shared screen (7-40): a picture, and the sound of a shared tab where the browser offers it. */
export interface OwnScreen {
  /** Returns `device.on` or `device.off`; `device.failed` if sharing does not work. */
  set(on: boolean): Promise<DeviceEvent>;
  /** Stops sharing. Nothing is reported afterwards. */
  close(): void;
}

export interface OwnScreenDependencies {
  localParticipant: Pick<Room["localParticipant"], "createScreenTracks" | "publishTrack" | "unpublishTrack">;
  /** Receives `device.off` if the user stops sharing in the browser's own bar. */
  report(event: DeviceEvent): void;
  onPicture(track: LocalTrack): void;
  onPictureGone(track: LocalTrack): void;
  isAllowed: boolean;
}

const OFF: DeviceEvent = { type: "device.off", source: "screen" };
/** What `getDisplayMedia` throws if the user chooses no screen. Some browsers do the same if the system forbids it. */
const REFUSAL = "NotAllowedError";

export function createOwnScreen(dependencies: OwnScreenDependencies): OwnScreen {
  const { localParticipant, report, onPicture, onPictureGone, isAllowed } = dependencies;
  let tracks: readonly LocalTrack[] = [];
  let isStarting = false;
  let isClosed = false;

  const drop = () => {
    const dropped = tracks;
    tracks = [];
    for (const track of dropped) {
      onPictureGone(track);
      track.stop();
    }
    return dropped;
  };

  const withdraw = (dropped: readonly LocalTrack[]) =>
    Promise.all(
      dropped.map((track) =>
        localParticipant
          .unpublishTrack(track)
          .catch((error: unknown) => logMedia("screen not withdrawn", codeOf(error))),
      ),
    );

  /** LiveKit withdraws the track that ended, but not the sound beside it. */
  const stopByBrowser = (ended: LocalTrack) => {
    if (isClosed || !tracks.includes(ended)) return;
    const others = drop().filter((track) => track !== ended);
    if (isStarting) return; // `start` withdraws what it publishes, and answers
    void withdraw(others);
    report(OFF);
  };

  const start = async (): Promise<DeviceEvent> => {
    const captured = await localParticipant.createScreenTracks({
      audio: true,
      selfBrowserSurface: "exclude",
      surfaceSwitching: "include",
    });
    if (isClosed) {
      for (const track of captured) track.stop();
      return OFF;
    }
    tracks = captured;
    isStarting = true;
    for (const track of captured) {
      track.on("ended", () => {
        if (track.kind === "video") stopByBrowser(track);
      });
      if (track.kind === "video") onPicture(track);
    }
    await Promise.all(captured.map((track) => localParticipant.publishTrack(track)));
    isStarting = false;
    if (tracks.length > 0) return { type: "device.on", source: "screen" };
    await withdraw(captured);
    return OFF;
  };

  return {
    async set(on) {
      if (!on) {
        await withdraw(drop());
        return OFF;
      }
      if (!isAllowed) return OFF;
      if (tracks.length > 0) return { type: "device.on", source: "screen" };
      try {
        return await start();
      } catch (error) {
        isStarting = false;
        await withdraw(drop());
        if (codeOf(error) === REFUSAL) return OFF;
        if (!isClosed) logMedia("screen not shared", codeOf(error));
        return { type: "device.failed", source: "screen", cause: "failed" };
      }
    },
    close() {
      isClosed = true;
      drop();
    },
  };
}

/** Whether the browser can share a screen. Phones cannot. */
export function canCaptureScreen(): boolean {
  const devices: Partial<MediaDevices> | undefined = navigator.mediaDevices;
  return typeof devices?.getDisplayMedia === "function";
}
