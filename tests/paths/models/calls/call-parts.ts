import type { AnyActorRef } from "xstate";
import type { CallRoomOutput } from "../../../../machines/calls/call-room.ts";
import type { OutgoingSignal } from "../../../../machines/calls/call-rules.ts";
import type { RoomMember } from "../../../../machines/calls/media-room.ts";
import type { Invitation, Signal, SignalContent } from "../../../../machines/domain/call.ts";
import type { App } from "../../../../src/wiring/index.ts";
import type { FakePorts } from "../../../fakes/ports.ts";
import { aRoomMember } from "../../../fakes/signals.ts";
import { ANNA } from "../../../fakes/world.ts";
import type { Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";

/** The call manager or an actor below it, e.g. `callManagerOf(app, "call", "callRoom")`. */
export function callManagerOf(app: App, ...below: readonly string[]): AnyActorRef | undefined {
  return childOf(app, "session", "signedIn", "callManager", ...below);
}

export function signalTo(to: string, content: SignalContent, invitation: Invitation): OutgoingSignal {
  return { to, signal: { ...content, invitation } };
}

export function sendsSignal(to: string, content: SignalContent, invitation: Invitation): Wire {
  return ["im.sendSignal", signalTo(to, content, invitation)];
}

export function isAbout(input: unknown, roomID: string): boolean {
  return JSON.stringify(input)?.includes(roomID) ?? false;
}

/** Gives the same id to the rooms of the user's calls and to this device, because paths need predictable ids. */
export function nameEverything(ports: FakePorts, id: string): void {
  ports.platform.newID = () => id;
}

/** Holds signals of these kinds for the test; other signals arrive at once. */
export function holdSignals(ports: FakePorts, ...kinds: readonly Signal["kind"][]): void {
  const { sendSignal } = ports.im;
  ports.im.sendSignal = (input) => {
    if (kinds.includes(input.signal.kind)) return sendSignal(input);
    ports.note("im.sendSignal", input);
    return Promise.resolve();
  };
}

export function callOf(app: App, chart: "caller" | "callee"): AnyActorRef | undefined {
  const call = callManagerOf(app, "call");
  return call?.getSnapshot().machine.id === chart ? call : undefined;
}

export function roomOf(app: App, ...below: readonly string[]): AnyActorRef | undefined {
  return callManagerOf(app, "call", "callRoom", "mediaSession", ...below);
}

export function linkUp({ app, ports }: Stage, ...members: RoomMember[]): void {
  const isFirst = roomOf(app)?.getSnapshot().value === "connecting";
  ports.emit.room({ type: isFirst ? "room.connected" : "room.reconnected", members });
}

/** The media server ends the connection. */
export function closes(cause: "lost" | "duplicate" | "removed"): (stage: Stage) => void {
  return ({ ports }) => ports.emit.room({ type: "room.closed", cause });
}

export function isOver({ status }: { status: string }): boolean {
  return status === "done";
}

export function linkDown({ ports }: Stage): void {
  ports.emit.room({ type: "room.reconnecting" });
}

export function arrive({ ports }: Stage): void {
  ports.emit.room({ type: "room.memberJoined", member: aRoomMember() });
}

export function depart({ ports }: Stage, isDropped: boolean): void {
  ports.emit.room({ type: "room.memberLeft", userID: ANNA, isDropped });
}

export const TALK_ENDS: Readonly<Record<CallRoomOutput["end"], (stage: Stage) => void | Promise<void>>> = {
  async left(stage) {
    depart(stage, false);
    await stage.advance(3000);
  },
  async peerLost(stage) {
    depart(stage, true);
    await stage.advance(30_000);
  },
  lost: ({ ports }) => ports.emit.room({ type: "room.closed", cause: "lost" }),
  duplicate: ({ ports }) => ports.emit.room({ type: "room.closed", cause: "duplicate" }),
};

export function comeAndGo(ports: FakePorts, userID: string): void {
  ports.emit.room({ type: "room.memberJoined", member: aRoomMember({ userID }) });
  ports.emit.room({ type: "room.memberLeft", userID, isDropped: false });
}
