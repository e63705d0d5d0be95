import type { RemoteTrack, Room } from "livekit-client";
import type { AudioOutput, RoomEvent } from "../../../machines/calls/media-room.ts";
import { codeOf, logMedia } from "./report.ts";
import type { RoomListeners } from "./room-listeners.ts";

/** The sound of a room. It plays in its own elements, so that it continues on every screen. */
export interface Sound {
  play(track: RemoteTrack): void;
  silence(track: RemoteTrack): void;
  /** Reports blocked sound, and the outputs. */
  join(): void;
  /** Reports the output devices, or an empty list if the browser allows no choice. */
  tellOutputs(): Promise<void>;
  /** Plays blocked sound. Call it inside the tap handler, which the browser requires. */
  start(): void;
  /** Selects an output. An empty id selects the browser's default. */
  choose(outputID: string): void;
  close(): void;
}

/** Chromium lists these in addition to the real devices. */
const DEFAULT = "default";
const COMMUNICATIONS = "communications";

export interface SoundDependencies {
  room: Pick<Room, "switchActiveDevice" | "startAudio" | "canPlaybackAudio">;
  listeners: RoomListeners;
  report(event: RoomEvent): void;
}

export function createSound({ room, listeners, report }: SoundDependencies): Sound {
  const elements = new Map<RemoteTrack, HTMLMediaElement>();
  /** What the user chose, and what the library plays on; null if that is gone. */
  let wanted = "";
  let chosen: string | null = "";
  /** Outputs are switched one after another: the library goes back to the earlier one after a failure. */
  let switching: Promise<void> = Promise.resolve();

  const silence = (track: RemoteTrack) => {
    const element = elements.get(track);
    if (!element) return;
    elements.delete(track);
    track.detach(element);
    element.remove();
  };

  const tellSound = () => report({ type: room.canPlaybackAudio ? "sound.playing" : "sound.blocked" });
  const tellOutputs = async () => {
    const found = await outputs();
    report({ type: "outputs.changed", outputs: found });
    return found;
  };
  const apply = (outputID: string) => {
    switching = switching.then(async () => {
      if (outputID === chosen) return;
      try {
        await room.switchActiveDevice("audiooutput", outputID);
        chosen = outputID;
      } catch (error) {
        logMedia("the output was not switched", codeOf(error));
      }
    });
  };
  /** The library switches to the default if the chosen output is unplugged, and does not come back to it. */
  const followChoice = async () => {
    const found = await tellOutputs();
    if (wanted === "") return;
    if (found.some(({ id }) => id === wanted)) return apply(wanted);
    switching = switching.then(() => {
      chosen = null;
    });
  };

  listeners.on("audioPlaybackChanged", tellSound);
  listeners.on("mediaDevicesChanged", () => void followChoice());

  return {
    play(track) {
      silence(track);
      const element = track.attach();
      elements.set(track, element);
      document.body.append(element); // some browsers play only elements in the document
    },
    silence,
    join() {
      if (!room.canPlaybackAudio) tellSound();
      void tellOutputs();
    },
    tellOutputs: async () => void (await tellOutputs()),
    start() {
      room.startAudio().then(tellSound, (error: unknown) => logMedia("no sound", codeOf(error)));
    },
    choose(outputID) {
      wanted = outputID;
      apply(outputID);
    },
    close() {
      for (const track of [...elements.keys()]) silence(track);
    },
  };
}

async function outputs(): Promise<AudioOutput[]> {
  if (!("setSinkId" in HTMLMediaElement.prototype)) return [];
  try {
    return outputsAmong(await navigator.mediaDevices.enumerateDevices());
  } catch (error) {
    logMedia("no list of devices", codeOf(error));
    return [];
  }
}

/** Returns the real devices. If there is a choice, the browser's default comes first. */
function outputsAmong(devices: readonly MediaDeviceInfo[]): AudioOutput[] {
  const all = devices.filter(({ kind, deviceId }) => kind === "audiooutput" && deviceId !== "");
  const real = all
    .filter(({ deviceId }) => deviceId !== DEFAULT && deviceId !== COMMUNICATIONS)
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
  const standard = all.find(({ deviceId }) => deviceId === DEFAULT);
  return standard && real.length > 1 ? [{ id: "", label: standard.label }, ...real] : real;
}
