import type { RemoteTrack, Room } from "livekit-client";
import type { AudioOutput } from "../../../machines/calls/media-room.ts";
import { codeOf, logMedia } from "./report.ts";

/** The sound of a room. It plays in its own elements, so that it continues on every screen. */
export interface Sound {
  play(track: RemoteTrack): void;
  silence(track: RemoteTrack): void;
  /** Returns the output devices, or an empty list if the browser allows no choice. */
  outputs(): Promise<AudioOutput[]>;
  /** Selects an output. An empty id selects the browser's default. */
  choose(outputID: string): void;
  close(): void;
}

/** Chromium lists these in addition to the real devices. */
const DEFAULT = "default";
const COMMUNICATIONS = "communications";

export function createSound(room: Pick<Room, "switchActiveDevice">): Sound {
  const elements = new Map<RemoteTrack, HTMLMediaElement>();
  let chosen = "";

  const silence = (track: RemoteTrack) => {
    const element = elements.get(track);
    if (!element) return;
    elements.delete(track);
    track.detach(element);
    element.remove();
  };

  return {
    play(track) {
      silence(track);
      const element = track.attach();
      elements.set(track, element);
      document.body.append(element); // some browsers play only elements in the document
    },
    silence,
    async outputs() {
      if (!("setSinkId" in HTMLMediaElement.prototype)) return [];
      try {
        return outputsAmong(await navigator.mediaDevices.enumerateDevices());
      } catch (error) {
        logMedia("no list of devices", codeOf(error));
        return [];
      }
    },
    choose(outputID) {
      if (outputID === chosen) return;
      const before = chosen;
      chosen = outputID;
      room.switchActiveDevice("audiooutput", outputID).catch((error: unknown) => {
        chosen = before;
        logMedia("the output was not switched", codeOf(error));
      });
    },
    close() {
      for (const track of [...elements.keys()]) silence(track);
    },
  };
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
