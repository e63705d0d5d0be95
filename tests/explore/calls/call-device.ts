/** A user's device: the charts of calls, connected to the relay and the media server. Nothing else of the app runs. */
import type { InspectionEvent } from "xstate";
import type { CallRecord, SignalEvent } from "../../../machines/domain/call.ts";
import { type CallSide, type ScreenExpectation, USER_IDS } from "../../pair/device.ts";
import type { MediaServer } from "../../pair/media-server.ts";
import { type Endpoint, type Relay, short } from "../../pair/relay.ts";
import type { Person } from "../../pair/styles.ts";
import type { CallCharts } from "../common/call-charts.ts";
import { createCallPages, SIGNAL_KINDS } from "../common/call-page.ts";
import type { ExploredScene } from "../common/explored-scene.ts";

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

export function createCallDevice(
  scene: ExploredScene,
  { name, person, peer, newID }: { name: string; person: Person; peer: Person; newID: () => string },
  charts: CallCharts,
  server: { relay(): Relay; media: MediaServer; inspect?: ((event: InspectionEvent) => void) | undefined },
): CallDevice {
  const { time, trace } = scene;
  const userID = USER_IDS[person];
  const sides: CallSide[] = [];
  const heard: Heard[] = [];
  const hungUp = new Set<string>();

  const manager = () => pages.manager();
  const call = () => manager()?.getSnapshot().children.call;

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
    get records() {
      return pages.records;
    },
    get log() {
      return pages.log;
    },
    get errors() {
      return pages.errors;
    },
    heard,
    hungUp,
    get isReachable() {
      return pages.isOpen;
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
    get heardAt() {
      return manager()?.getSnapshot().context.heardAt ?? 0;
    },
    get held() {
      return pages.held;
    },
    receiveSignal(signal: SignalEvent) {
      const one: Heard = {
        kind: SIGNAL_KINDS[signal.type],
        roomID: signal.invitation.roomID,
        acceptedBy: signal.type === "signal.cancel" ? signal.acceptedBy : null,
        before: device.expectation,
        inRoom: device.side?.roomID ?? null,
      };
      if (!heard.some((other) => wordsOf(other) === wordsOf(one))) heard.push(one);
      pages.hear(signal);
    },
    receiveMessage() {},
    open: () => pages.open(),
    close(isOrderly) {
      if (!pages.isOpen) return;
      pages.close(isOrderly);
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
      sides.map(({ role, roomID, connectedAt, reason, endedAt }) =>
        [role, roomID, connectedAt !== null, reason, endedAt === null].join(" "),
      ),
      pages.records.map(({ roomID, result, isByCallee }) => [roomID, result, isByCallee].join(" ")),
      heard.map(wordsOf).sort(),
      pages.state(),
    ],
  };
  const pages = createCallPages(
    scene,
    { endpoint: device, newID },
    charts,
    {
      relay: server.relay,
      inspect: server.inspect,
      join(roomID, send) {
        const membership = server.media.join({ name, userID }, roomID, send);
        return { ...membership, roomID, close: membership.leave };
      },
    },
    (opened) => opened.subscribe(look),
  );
  return device;
}

function wordsOf({ kind, roomID, acceptedBy, before, inRoom }: Heard): string {
  return [kind, short(roomID), acceptedBy, before, inRoom && short(inRoom)].join(" ");
}
