import type { LocalTrack, Room, VideoCaptureOptions } from "livekit-client";
import type {
  CameraFacing,
  DeviceCommand,
  DeviceEvent,
  DeviceFailure,
  DeviceSource,
} from "../../../machines/calls/media-room.ts";
import type { Blur } from "./blur.ts";
import { type CapturedSource, watchNewDevices } from "./new-devices.ts";
import { createOwnScreen } from "./own-screen.ts";
import type { PictureSource } from "./pictures.ts";
import { codeOf, logMedia } from "./report.ts";

export interface OwnDevices {
  /**
   * Reports exactly one `on`, `off` or `failed`, unless `close` comes first. A device that failed to turn on is off;
   * a device that failed to turn off is on.
   */
  obey(command: DeviceCommand): void;
  /** Stops every track, also one that the browser delivers later. Nothing is reported afterwards. */
  close(): void;
}

export interface OwnDevicesDependencies {
  localParticipant: Pick<
    Room["localParticipant"],
    "createTracks" | "createScreenTracks" | "publishTrack" | "unpublishTrack"
  >;
  /** Captures the camera in the size that its largest layer needs. */
  isMany: boolean;
  /** Whether the configuration allows to share the screen (7-40). */
  isScreenAllowed: boolean;
  /** Null in a call of two. */
  blur: Blur | null;
  report(event: DeviceEvent): void;
  onPicture(source: PictureSource, track: LocalTrack): void;
  onPictureGone(track: LocalTrack): void;
}

/** Captured once, then muted and unmuted. A screen is captured again each time. */
type Source = CapturedSource;

interface DeviceState {
  track: LocalTrack | null;
  isWanted: boolean;
  facing: CameraFacing;
}

const RESOLUTION = { width: 640, height: 480, frameRate: 30 };
/** livekit-client publishes three layers only for pictures of at least 960 pixels. */
const RESOLUTION_OF_MANY = { width: 960, height: 540, frameRate: 30 };

const CAUSES: ReadonlyMap<string, DeviceFailure> = new Map([
  ["NotAllowedError", "denied"],
  ["NotFoundError", "missing"],
  ["OverconstrainedError", "missing"],
]);

/**
 * The user's own microphone, camera and screen. A track is captured before it is published, so that a track which
 * arrives after the end of the call is stopped at once and the camera light goes off (4-116).
 */
export function createOwnDevices(dependencies: OwnDevicesDependencies): OwnDevices {
  const { localParticipant, isMany, blur, report, onPicture, onPictureGone } = dependencies;
  const tracks = new Set<LocalTrack>();
  /** What ends the blur of a camera. */
  const blurs = new Map<LocalTrack, () => void>();
  const devices: Record<Source, DeviceState> = { microphone: newDevice(), camera: newDevice() };
  const queues = new Map<DeviceSource, Promise<void>>();
  let isClosed = false;

  const newDevices = watchNewDevices((news, source) => report({ type: `device.${news}`, source }));

  const screen = createOwnScreen({
    localParticipant,
    report,
    onPicture: (track) => onPicture("screen", track),
    onPictureGone,
    isAllowed: dependencies.isScreenAllowed,
  });

  const cameraFacing = (facing: CameraFacing): VideoCaptureOptions => ({
    facingMode: facing,
    resolution: isMany ? RESOLUTION_OF_MANY : RESOLUTION,
    ...blur?.constraints(),
  });

  const capture = (source: Source, facing: CameraFacing): Promise<LocalTrack[]> =>
    localParticipant.createTracks(
      source === "microphone" ? { audio: true } : { video: cameraFacing(facing) },
    );

  const hold = (source: Source, track: LocalTrack) => {
    tracks.add(track);
    watch(source, track);
    if (source !== "camera") return;
    onPicture(source, track);
    takeToBlur(track);
  };

  /** livekit-client captures again with these constraints, and sends nothing before the camera has them. */
  const takeToBlur = (track: LocalTrack) => {
    if (blur) blurs.set(track, blur.take(track.mediaStreamTrack, track.constraints));
  };

  /** LiveKit looks for another device if one disappears. If it finds none, it mutes the track without a command. */
  const watch = (source: Source, track: LocalTrack) => {
    const device = devices[source];
    device.track = track;
    track.on("muted", () => {
      if (!device.isWanted || isClosed) return;
      device.isWanted = false;
      // A microphone that still works was muted by the host of the room (11-41).
      const isMutedByHost = source === "microphone" && track.mediaStreamTrack.readyState === "live";
      if (isMutedByHost) report({ type: "device.off", source });
      else void tellLoss(source);
    });
    // LiveKit found a replacement after the device was switched off, or reconnects while a bye is delivered.
    track.on("restarted", () => {
      if (!device.isWanted || isClosed) track.mediaStreamTrack.stop();
      // It is another camera now.
      if (!blurs.has(track)) return;
      blurs.get(track)?.();
      takeToBlur(track);
    });
  };

  /**
   * A device may be there again after LiveKit has looked for one, as with a loose plug: it is tried once more, and says
   * if it does not start.
   */
  const tellLoss = async (source: Source) => {
    const isDenied = await newDevices.isDenied(source);
    const isThere = !isDenied && (await newDevices.isThere(source));
    // The user may have switched it on again meanwhile.
    if (isClosed || devices[source].isWanted) return;
    report({ type: "device.lost", source, ...(isDenied && { cause: "denied" as const }) });
    if (isThere) report({ type: "device.found", source });
  };

  const release = (track: LocalTrack) => {
    tracks.delete(track);
    for (const device of Object.values(devices)) if (device.track === track) device.track = null;
    blurs.get(track)?.();
    blurs.delete(track);
    onPictureGone(track);
    track.stop();
  };

  const send = async (source: Source, facing: CameraFacing) => {
    const captured = await capture(source, facing);
    if (isClosed) {
      for (const track of captured) track.stop();
      return;
    }
    for (const track of captured) hold(source, track);
    try {
      for (const track of captured) await blur?.ready(track.mediaStreamTrack);
      if (isClosed) return;
      await Promise.all(captured.map((track) => localParticipant.publishTrack(track)));
    } catch (error) {
      captured.forEach(release);
      throw error;
    }
  };

  const switchOn = async (source: Source, facing: CameraFacing) => {
    const device = devices[source];
    device.isWanted = true;
    if (device.track === null) await send(source, facing);
    else {
      if (device.facing !== facing) await device.track.restartTrack(cameraFacing(facing));
      await device.track.unmute();
    }
    device.facing = facing;
  };

  const switchOff = async (source: Source) => {
    const device = devices[source];
    device.isWanted = false;
    await device.track?.mute();
  };

  const carryOut = async (command: DeviceCommand): Promise<DeviceEvent> => {
    const { source } = command;
    if (source === "screen") return screen.set(command.on);
    const facing = command.facing ?? devices[source].facing;
    try {
      if (!command.on) {
        await switchOff(source);
        return { type: "device.off", source };
      }
      await switchOn(source, facing);
      if (source === "microphone") return { type: "device.on", source };
      return { type: "device.on", source, facing: facingOf(devices.camera.track) ?? facing };
    } catch (error) {
      if (!isClosed) logMedia(`${source} not switched`, codeOf(error));
      const isOff = await isSwitchedOff(source); // otherwise other users wait for a track that never arrives
      if (isOff && !command.on) return { type: "device.off", source };
      return { type: "device.failed", source, cause: CAUSES.get(codeOf(error)) ?? "failed" };
    }
  };

  /** Tries to switch the device off. If that fails, the device counts as on, so that a later loss is reported. */
  const isSwitchedOff = async (source: Source): Promise<boolean> => {
    try {
      await switchOff(source);
      return true;
    } catch {
      devices[source].isWanted = true;
      return false;
    }
  };

  return {
    obey(command) {
      const before = queues.get(command.source) ?? Promise.resolve();
      const change = before.then(async () => {
        if (isClosed) return;
        const answer = await carryOut(command);
        if (!isClosed) report(answer);
      });
      queues.set(command.source, change);
    },
    close() {
      isClosed = true;
      newDevices.close();
      screen.close();
      for (const track of [...tracks]) release(track);
    },
  };
}

function newDevice(): DeviceState {
  return { track: null, isWanted: false, facing: "user" };
}

/** Returns the camera's actual direction, or null if the browser does not report it. */
function facingOf(track: LocalTrack | null): CameraFacing | null {
  const facing = track?.mediaStreamTrack.getSettings().facingMode;
  return facing === "user" || facing === "environment" ? facing : null;
}
