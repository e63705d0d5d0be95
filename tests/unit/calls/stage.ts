/** A user of the whole app without a screen; the test plays the peer. */
import type { AnyActorRef } from "xstate";
import type { RoomEvent, RoomMember } from "../../../machines/calls/media-room.ts";
import type { CallMedia, Invitation, SignalEvent } from "../../../machines/domain/call.ts";
import type { FakePorts } from "../../fakes/ports.ts";
import { aRoomMember } from "../../fakes/signals.ts";
import { ANNA, aParticipant, aWorld } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";

export interface Person {
  readonly stage: Stage;
  readonly ports: FakePorts;
  /** The call manager actor, or a child of it. */
  part(...below: readonly string[]): AnyActorRef | undefined;
  /** The media session of the call, or a child of it. */
  roomPart(...below: readonly string[]): AnyActorRef | undefined;
  /** "free", "incoming", "calling" or "talking"; "gone" without a call manager. */
  readonly line: string;
  /** The state of the call chart; null without a call. */
  readonly call: unknown;
  /** The state of the call room chart; null without a room. */
  readonly talk: unknown;
  readonly invitation: Invitation;
  /** The kinds of the signals the user sent, oldest first, for example "cancel" or "reject (busy)". */
  readonly said: readonly string[];
  /** The user ids that got signals, except Anna's. */
  readonly saidTo: readonly string[];
  readonly toasts: readonly unknown[];
  /** The call records the user sent. */
  readonly records: readonly unknown[];
  /** The commands to the media room, for example "device.set microphone true". */
  readonly commands: readonly string[];
  readonly logged: readonly string[];
  dial(mediaType?: CallMedia): Promise<void>;
  /** Reports that the media room is connected. */
  reach(...members: RoomMember[]): Promise<void>;
  room(event: RoomEvent): Promise<void>;
  hear(...signals: SignalEvent[]): Promise<void>;
  accept(): Promise<void>;
  hangUp(): Promise<void>;
  wait(milliseconds: number): Promise<void>;
}

const opened: Stage[] = [];

/** Stops all opened apps; call it after each test. */
export function closeAll(): void {
  for (const stage of opened.splice(0)) stage.stop();
}

export async function openDevice(prepare?: (ports: FakePorts) => void): Promise<Person> {
  const stage = await openHeadless({ world: aWorld() }, prepare);
  opened.push(stage);
  const { app, ports } = stage;
  const part = (...below: readonly string[]) => childOf(app, "session", "signedIn", "callManager", ...below);
  const side = () => part("call");
  const onWire = (call: string) => ports.wire.filter((entry) => entry.call === call);
  return {
    stage,
    ports,
    part,
    roomPart: (...below) => part("call", "callRoom", "mediaSession", ...below),
    get line() {
      const { value } = part()?.getSnapshot() ?? { value: "gone" };
      if (typeof value === "string") return value;
      const { line } = value.engaged;
      return typeof line === "string" ? line : line.outgoing;
    },
    get call() {
      return side()?.getSnapshot().value ?? null;
    },
    get talk() {
      return part("call", "callRoom")?.getSnapshot().value ?? null;
    },
    get invitation() {
      return part()?.getSnapshot().context.call.invitation;
    },
    get said() {
      return ports.sent("im.sendSignal").map(({ signal }) => {
        if (signal.kind === "reject" && signal.isBusy) return "reject (busy)";
        return signal.kind === "cancel" && signal.acceptedBy ? "cancel (taken)" : signal.kind;
      });
    },
    get saidTo() {
      return ports.sent("im.sendSignal").flatMap(({ to }) => (to === ANNA ? [] : [to]));
    },
    get toasts() {
      return childOf(app, "toasts")?.getSnapshot().context.queue ?? [];
    },
    get records() {
      return ports.sent("im.createMessage").flatMap(({ call }) => (call ? [call] : []));
    },
    get commands() {
      return onWire("media.command").map(({ input }) => Object.values(input as object).join(" "));
    },
    get logged() {
      return onWire("log").map(({ input }) => String(input));
    },
    dial: (mediaType = "voice") =>
      stage.act(() => part()?.send({ type: "user.call", participant: aParticipant(), mediaType })),
    reach: (...members) => stage.act(() => ports.emit.room({ type: "room.connected", members })),
    room: (event) => stage.act(() => ports.emit.room(event)),
    hear: (...signals) =>
      stage.act(() => {
        for (const signal of signals) ports.emit.signals(signal);
      }),
    accept: () => stage.act(() => side()?.send({ type: "user.accept" })),
    hangUp: () => stage.act(() => side()?.send({ type: "user.hangUp" })),
    wait: (milliseconds) => stage.advance(milliseconds),
  };
}

/** The user called Anna and her device rings. */
export async function ringing(mediaType?: CallMedia): Promise<Person> {
  const me = await openDevice();
  await me.dial(mediaType);
  await me.reach();
  return me;
}

/** Reports that Anna joined the media room. */
export function arrive(me: Person): Promise<void> {
  return me.room({ type: "room.memberJoined", member: aRoomMember() });
}
