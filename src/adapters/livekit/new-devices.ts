import type { DeviceSource } from "../../../machines/calls/media-room.ts";
import { codeOf, logMedia } from "./report.ts";

/** Devices that the browser captures. A screen has no list and no lasting permission. */
export type CapturedSource = Exclude<DeviceSource, "screen">;

export interface NewDevices {
  /** Whether the user forbids the device in the browser. False if the browser does not say. */
  isDenied(source: CapturedSource): Promise<boolean>;
  /** Whether there is such a device now. */
  isThere(source: CapturedSource): Promise<boolean>;
  /** Nothing is reported afterwards. */
  close(): void;
}

const KINDS: Readonly<Record<CapturedSource, MediaDeviceKind>> = {
  microphone: "audioinput",
  camera: "videoinput",
};
const SOURCES = ["microphone", "camera"] as const satisfies readonly CapturedSource[];

type Inputs = readonly Pick<MediaDeviceInfo, "kind" | "deviceId">[];

/**
 * Reports "found" for each source that has a new device, and "allowed" when the user allows the source in the browser.
 * The browser reports a permission only where it has `navigator.permissions`.
 */
export function watchNewDevices(
  report: (news: "found" | "allowed", source: CapturedSource) => void,
): NewDevices {
  // Insecure pages have no devices.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  const stops: (() => void)[] = [];
  let isOver = false;

  const list = async (before: Inputs): Promise<Inputs> => {
    try {
      return (await devices?.enumerateDevices?.()) ?? before;
    } catch (error) {
      logMedia("no list of devices", codeOf(error));
      return before;
    }
  };
  /** Lists are compared in the order of the changes. */
  let known = list([]);
  const look = () => {
    known = known.then(async (before) => {
      const now = await list(before);
      if (!isOver)
        for (const source of SOURCES) if (hasNew(KINDS[source], before, now)) report("found", source);
      return now;
    });
  };
  devices?.addEventListener?.("devicechange", look);
  stops.push(() => devices?.removeEventListener?.("devicechange", look));

  const watchPermission = async (source: CapturedSource) => {
    const permission = await permissionOf(source);
    if (!permission || isOver) return;
    const tell = () => {
      if (permission.state === "granted") report("allowed", source);
    };
    permission.addEventListener("change", tell);
    stops.push(() => permission.removeEventListener("change", tell));
  };
  for (const source of SOURCES) void watchPermission(source);

  return {
    isDenied: async (source) => (await permissionOf(source))?.state === "denied",
    isThere: async (source) => (await list([])).some(({ kind }) => kind === KINDS[source]),
    close() {
      isOver = true;
      for (const stop of stops) stop();
    },
  };
}

/** Devices have no ids before the user allows one. */
function hasNew(kind: MediaDeviceKind, before: Inputs, now: Inputs): boolean {
  const idsIn = (all: Inputs) => all.filter((one) => one.kind === kind).map(({ deviceId }) => deviceId);
  const old = idsIn(before);
  const all = idsIn(now);
  return all.length > old.length || all.some((id) => id !== "" && !old.includes(id));
}

/** Null if the browser does not know this permission. */
async function permissionOf(name: CapturedSource): Promise<PermissionStatus | null> {
  const permissions: Permissions | undefined = navigator.permissions;
  try {
    return (await permissions?.query({ name })) ?? null;
  } catch {
    return null;
  }
}
