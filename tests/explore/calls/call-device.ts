/** A user's device: the charts of calls, connected to the relay and the media server. Nothing else of the app runs. */
import { type ActorRefFrom, createActor, type InspectionEvent } from "xstate";
import type { KeptCall, LeftCall } from "../../../machines/calls/call-rules.ts";
import type { RoomEvent } from "../../../machines/calls/media-room.ts";
import type { CallRecord, SignalEvent } from "../../../machines/domain/call.ts";
import { NOON } from "../../fakes/world.ts";
import { type CallSide, type ScreenExpectation, USER_IDS } from "../../pair/device.ts";
import type { MediaServer, Membership } from "../../pair/media-server.ts";
import { type Endpoint, type Relay, short } from "../../pair/relay.ts";
import type { Scene } from "../../pair/scene.ts";
import type { Person } from "../../pair/styles.ts";
import type { ExploredTime } from "../common/explored-time.ts";
import type { CallCharts, Outside } from "./call-charts.ts";

/** A signal that arrived, and what the device did when it came. */
export interface Heard {
  readonly kind: "invite" | "accept" | "reject" | "cancel" | "hungup";
  readonly roomID: string;
  readonly acceptedBy: string | null;
  readonly before: ScreenExpectation;
  /** The room of the call at that moment; null for none. */
  readonly inRoom: string | null;
}

export interface CallDevice extends Endpoint {
  readonly person: Person;
  readonly peer: Person;
  readonly sides: readonly CallSide[];
  /** The side of the call that is not over. */
  readonly side: CallSide | undefined;
  readonly records: readonly CallRecord[];
  readonly log: readonly string[];
  readonly errors: readonly unknown[];
  readonly expectation: ScreenExpectation;
  readonly membership: Membership | undefined;
  /** When the last signal of the peer in this call was sent; milliseconds since the epoch. */
  readonly heardAt: number;
  /** Rooms, sounds and wake locks. */
  readonly held: readonly string[];
  /** Rooms of calls that the user declined or hung up. */
  readonly hungUp: ReadonlySet<string>;
  /** The signals that arrived, without repeated copies. */
  readonly heard: readonly Heard[];
  open(): void;
  /** `isOrderly`: the browser reports the close in advance. Without it no signal is sent any more. */
  close(isOrderly: boolean): void;
  call(): void;
  accept(): void;
  hangUp(): void;
  /** All that the future of this device depends on. */
  state(): unknown;
}

interface Page {
  app: ActorRefFrom<CallCharts["page"]> | null;
  memberships: Set<Membership>;
  closing: Set<() => void>;
  hear: ((signal: SignalEvent) => void) | null;
  isGone: boolean;
}

export function createCallDevice(
  { time, trace }: Omit<Scene, "time"> & { time: ExploredTime },
  { name, person, peer, newID }: { name: string; person: Person; peer: Person; newID: () => string },
  charts: CallCharts,
  server: { relay(): Relay; media: MediaServer; inspect?: ((event: InspectionEvent) => void) | undefined },
): CallDevice {
  const userID = USER_IDS[person];
  const sides: CallSide[] = [];
  const records: CallRecord[] = [];
  const log: string[] = [];
  const errors: unknown[] = [];
  const holding = new Set<{ what: string }>();
  const heard: Heard[] = [];
  const hungUp = new Set<string>();
  let kept: KeptCall | null = null;
  let left: LeftCall | null = null;
  let page: Page | null = null;

  const now = () => NOON + time.now();
  const manager = () => page?.app?.getSnapshot().children.callManager;
  const call = () => manager()?.getSnapshot().children.call;

  const outsideOf = (here: Page): Outside => ({
    sendSignal: (outgoing) =>
      here.isGone ? new Promise(() => {}) : server.relay().sendSignal(device, outgoing),
    requestAccess: () =>
      time.pass(0, {
        says: `The server lets ${name} into the room.`,
        line: `tokens of ${name}`,
        act: { kind: "media", device: name },
      }),
    join(roomID, send) {
      const hear = (event: RoomEvent) => {
        if (!here.isGone) send(event);
      };
      const membership = server.media.join({ name, userID }, roomID, hear);
      here.memberships.add(membership);
      return {
        command(command) {
          if (command.type === "device.set")
            hear({ type: command.on ? "device.on" : "device.off", source: command.source });
        },
        leave() {
          here.memberships.delete(membership);
          if (!here.isGone) membership.leave();
        },
      };
    },
    ring: (kind) => hold(kind),
    keepAwake: () => hold("awake"),
    listen(hear) {
      here.hear = hear;
      return () => {};
    },
    onClosing(callback) {
      here.closing.add(callback);
      return () => here.closing.delete(callback);
    },
    keepCall(call) {
      kept = call;
    },
    dropCall() {
      kept = null;
      left = null;
    },
    leaveCall() {
      if (kept) left = { ...kept, leftAt: now() };
      kept = null;
    },
    keepRecord: (record) => void records.push(record),
    takeCall() {
      const taken = left;
      left = null;
      return taken;
    },
  });
  const hold = (what: string) => {
    const one = { what };
    holding.add(one);
    return () => void holding.delete(one);
  };

  const known = new WeakSet<object>();
  const look = () => {
    const { children: { call: current } = {}, context } = manager()?.getSnapshot() ?? {};
    if (!current || !context?.call || known.has(current)) return;
    known.add(current);
    const { invitation, participant } = context.call;
    const { isJoin } = current.getSnapshot().context;
    const side: CallSide = {
      device: name,
      role: isJoin ? "callee" : "caller",
      roomID: invitation.roomID,
      userID,
      peerID: participant.userInfo.userID,
      begunAt: time.now(),
      connectedAt: null,
      endedAt: null,
      reason: null,
    };
    sides.push(side);
    trace(`${name} ${isJoin ? "is called" : "calls"}, room ${short(side.roomID)}`);
    current.subscribe({
      next({ context: { startedAt } }) {
        if (side.connectedAt !== null || startedAt === null) return;
        side.connectedAt = time.now();
        trace(`${name} is connected, room ${short(side.roomID)}`);
      },
      complete() {
        side.endedAt = time.now();
        side.reason = current.getSnapshot().output?.reason ?? null;
        trace(`${name} ends room ${short(side.roomID)}: ${side.reason ?? "torn down"}`);
      },
    });
  };

  const device: CallDevice = {
    name,
    person,
    peer,
    userID,
    nickname: person,
    sides,
    records,
    log,
    errors,
    heard,
    hungUp,
    get isReachable() {
      return page !== null;
    },
    get side() {
      return sides.findLast(({ endedAt }) => endedAt === null);
    },
    get expectation() {
      const line = manager()?.getSnapshot();
      if (!line) return "away";
      if (!line.hasTag("engaged")) return "free";
      if (device.side?.connectedAt != null) return "talking";
      const current = line.children.call?.getSnapshot();
      if (!current?.context.isJoin) return "calling";
      return current.value === "ringing" ? "ringing" : "joining";
    },
    get membership() {
      return [...(page?.memberships ?? [])].at(-1);
    },
    get heardAt() {
      return manager()?.getSnapshot().context.heardAt ?? 0;
    },
    get held() {
      const rooms = [...(page?.memberships ?? [])].map(({ roomID }) => `room ${short(roomID)}`);
      return [...rooms, ...[...holding].map(({ what }) => what)];
    },
    receiveSignal(signal: SignalEvent) {
      const one: Heard = {
        kind: KINDS[signal.type],
        roomID: signal.invitation.roomID,
        acceptedBy: signal.type === "signal.cancel" ? signal.acceptedBy : null,
        before: device.expectation,
        inRoom: device.side?.roomID ?? null,
      };
      if (!heard.some((other) => wordsOf(other) === wordsOf(one))) heard.push(one);
      page?.hear?.(signal);
    },
    receiveMessage() {},
    open() {
      const here: Page = {
        app: null,
        memberships: new Set(),
        closing: new Set(),
        hear: null,
        isGone: false,
      };
      page = here;
      charts.plug(outsideOf(here));
      const app = createActor(charts.page, {
        input: { clock: { newID, now }, userID },
        clock: time.clockOf(name),
        logger: (...words: unknown[]) => {
          trace(`${name} logs "${words.join(" ")}"`);
          log.push(words.join(" "));
        },
        ...(server.inspect ? { inspect: server.inspect } : {}),
      });
      here.app = app;
      app.subscribe({ error: (error) => errors.push(error) });
      app.start();
      manager()?.subscribe(look);
    },
    close(isOrderly) {
      if (!page) return;
      if (isOrderly) for (const callback of page.closing) callback();
      page.isGone = true;
      for (const membership of page.memberships)
        if (isOrderly) membership.leave();
        else membership.vanish();
      page.app?.stop();
      page = null;
      for (const side of sides) side.endedAt ??= time.now();
    },
    call() {
      const userInfo = { userID: USER_IDS[peer], nickname: peer, faceURL: "", ex: "" };
      manager()?.send({ type: "user.call", participant: { userInfo }, mediaType: "voice" });
    },
    accept: () => call()?.send({ type: "user.accept" }),
    hangUp() {
      if (device.side) hungUp.add(device.side.roomID);
      call()?.send({ type: "user.hangUp" });
    },
    state: () => [
      page?.app?.getPersistedSnapshot() ?? null,
      sides.map(({ role, roomID, connectedAt, reason, endedAt }) =>
        [role, roomID, connectedAt !== null, reason, endedAt === null].join(" "),
      ),
      records.map(({ roomID, result, isByCallee }) => [roomID, result, isByCallee].join(" ")),
      heard.map(wordsOf).sort(),
      kept,
      left,
    ],
  };
  return device;
}

const KINDS = {
  "signal.invite": "invite",
  "signal.accept": "accept",
  "signal.reject": "reject",
  "signal.cancel": "cancel",
  "signal.hungup": "hungup",
} as const;

function wordsOf({ kind, roomID, acceptedBy, before, inRoom }: Heard): string {
  return [kind, short(roomID), acceptedBy, before, inRoom && short(inRoom)].join(" ");
}
