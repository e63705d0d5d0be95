/** A simulation: users on their devices, a network between them, a minute of calls, then silence. */
import type { Message } from "../../machines/domain/message.ts";
import { type CallSide, createDevice, type Device } from "./device.ts";
import { createMediaServer } from "./media-server.ts";
import { setInMotion } from "./people.ts";
import { createRandom } from "./random.ts";
import { createRelay, type RelayedSignal } from "./relay.ts";
import type { Scene } from "./scene.ts";
import { STYLES, type Style, styleOf } from "./styles.ts";
import { createVirtualTime } from "./virtual-time.ts";

/** Users act until this time, in milliseconds. Then one side of every call hangs up, and no user acts again. */
const ACTING = 60_000;
/** Longer than all timeouts of a call in sequence. */
const SILENCE = 150_000;

export interface Simulation {
  readonly seed: number;
  readonly style: Style;
  readonly devices: readonly Device[];
  readonly sides: readonly CallSide[];
  readonly stored: readonly Message[];
  readonly sent: readonly RelayedSignal[];
  readonly received: readonly RelayedSignal[];
  /** The longest time that a side was in a room without its peer, before and after they first met there. */
  readonly longestAlone: Readonly<Record<Separation, Span | null>>;
  readonly faults: number;
  readonly trace: readonly string[];
}

/** Without the peer before, or after, they first met. */
export type Separation = "unmet" | "parted";

interface Span {
  side: CallSide;
  milliseconds: number;
}

export async function simulate(seed: number, style: Style = STYLES[styleOf(seed)]): Promise<Simulation> {
  const choices = createRandom(seed);
  const time = createVirtualTime();
  const lines: string[] = [];
  const scene: Scene = {
    style,
    time,
    choices,
    faults: { count: 0 },
    trace: (line) => lines.push(`${(time.now() / 1000).toFixed(3).padStart(8)} ${line}`),
  };
  const media = createMediaServer(scene);
  const [first = "mia", second = "anna"] = style.cast;
  const devices = style.cast.map((person, index) => {
    const isSecond = style.cast.indexOf(person) !== index;
    const peer = person === first ? second : first;
    return createDevice(
      scene,
      { name: isSecond ? `${person}2` : person, person, peer },
      { relay: () => relay, media },
    );
  });
  const relay = createRelay(scene, () => devices);

  const separation = createSeparationWatch(scene, devices, (roomID) => media.members(roomID));
  for (const device of devices) device.open();
  const [one, ...more] = devices;
  if (one) setInMotion(scene, [one, ...more], ACTING);
  time.after(ACTING + 10_000, () => {
    for (const device of devices) if (isHangingUp(device.side)) device.hangUp();
  });
  await time.runUntil(ACTING + 10_000 + SILENCE, () => {
    for (const device of devices) device.watch();
    separation.look();
  });
  return {
    seed,
    style,
    devices,
    sides: devices.flatMap(({ sides }) => sides),
    stored: relay.stored,
    sent: relay.sent,
    received: relay.received,
    longestAlone: separation.longest,
    faults: scene.faults.count,
    trace: lines,
  };
}

/**
 * Chooses the side that ends a call which would never end. The room id makes it random, but exactly one side hangs up.
 */
function isHangingUp(side: CallSide | undefined): boolean {
  if (!side) return false;
  return (Number.parseInt(side.roomID.slice(0, 1), 16) % 2 === 0) === (side.role === "caller");
}

/** Measures how long each connected side waits in a room without its peer. */
function createSeparationWatch(
  scene: Scene,
  devices: readonly Device[],
  membersOf: (roomID: string) => readonly string[],
) {
  const since = new Map<CallSide, number>();
  const met = new WeakSet<CallSide>();
  const longest: Record<Separation, Span | null> = { unmet: null, parted: null };
  return {
    longest,
    look() {
      for (const { side, membership } of devices) {
        if (!side) continue;
        // the caller joins the room before the callee has accepted
        const isWaiting = side.role === "callee" || side.connectedAt !== null;
        const isPeerThere = membersOf(side.roomID).includes(side.peerID);
        if (!isWaiting || isPeerThere || membership?.isLinkUp !== true) {
          since.delete(side);
          if (isWaiting && isPeerThere && membership?.isLinkUp) met.add(side);
          continue;
        }
        const begin = since.get(side) ?? scene.time.now();
        since.set(side, begin);
        const milliseconds = scene.time.now() - begin;
        const kind = met.has(side) ? "parted" : "unmet";
        if (milliseconds > (longest[kind]?.milliseconds ?? 0)) longest[kind] = { side, milliseconds };
      }
    },
  };
}
