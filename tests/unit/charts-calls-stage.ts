/** Somebody with a phone, on the whole app without a screen; the other side is the test. */
import type { AnyActorRef } from "xstate";
import type { CallMedia, Invitation, RoomEvent, RoomMember, SignalEvent } from "../../machines/events.ts";
import type { FakePorts } from "../fakes/ports.ts";
import { aRoomMember } from "../fakes/signals.ts";
import { ANNA, aParticipant, aWorld } from "../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../paths/stage.ts";

export interface Person {
  readonly stage: Stage;
  readonly ports: FakePorts;
  /** The phone, or something below it. */
  part(...below: readonly string[]): AnyActorRef | undefined;
  /** "free", "incoming", "calling" or "talking". */
  readonly line: string;
  /** The state of the caller or of the callee, if there is one. */
  readonly call: unknown;
  readonly invitation: Invitation;
  /** What was said, oldest first, e.g. "cancel" or "reject (busy)". */
  readonly said: readonly string[];
  /** What was said to somebody else than Anna, by user id. */
  readonly saidTo: readonly string[];
  readonly notices: readonly unknown[];
  /** What was written down. */
  readonly records: readonly unknown[];
  /** What the room was asked for, e.g. "device.set microphone true". */
  readonly commands: readonly string[];
  readonly logged: readonly string[];
  dial(mediaType?: CallMedia): Promise<void>;
  /** The media room is reached. */
  reach(...members: RoomMember[]): Promise<void>;
  room(event: RoomEvent): Promise<void>;
  hear(...signals: SignalEvent[]): Promise<void>;
  accept(): Promise<void>;
  hangUp(): Promise<void>;
  wait(milliseconds: number): Promise<void>;
}

const opened: Stage[] = [];

/** To be called after each test. */
export function closeAll(): void {
  for (const stage of opened.splice(0)) stage.stop();
}

export async function openPhone(prepare?: (ports: FakePorts) => void): Promise<Person> {
  const stage = await openHeadless({ world: aWorld() }, prepare);
  opened.push(stage);
  const { app, ports } = stage;
  const part = (...below: readonly string[]) => childOf(app, "session", "messenger", "phone", ...below);
  const side = () => part("caller") ?? part("callee");
  const onWire = (call: string) => ports.wire.filter((entry) => entry.call === call);
  return {
    stage,
    ports,
    part,
    get line() {
      const { line } = part()?.getSnapshot().value ?? { line: "gone" };
      if (typeof line === "string") return line;
      return typeof line.engaged === "string" ? line.engaged : line.engaged.outgoing;
    },
    get call() {
      const { value } = side()?.getSnapshot() ?? { value: null };
      return value?.on ? value.on.call : value;
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
    get notices() {
      return childOf(app, "notices")?.getSnapshot().context.queue ?? [];
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

/** My call rings at Anna's. */
export async function ringing(mediaType?: CallMedia): Promise<Person> {
  const me = await openPhone();
  await me.dial(mediaType);
  await me.reach();
  return me;
}

/** Anna comes into the room. */
export function arrive(me: Person): Promise<void> {
  return me.room({ type: "room.memberJoined", member: aRoomMember() });
}
