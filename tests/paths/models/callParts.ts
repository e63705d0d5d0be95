/** What the models of caller, callee, room and phone share. */
import type { AnyActorRef } from "xstate";
import type { Letter } from "../../../machines/calls.ts";
import type { Invitation, RoomMember, Signal, Words } from "../../../machines/events.ts";
import type { App } from "../../../src/wiring/index.ts";
import type { FakePorts } from "../../fakes/ports.ts";
import { aRoomMember } from "../../fakes/signals.ts";
import type { Wire } from "../model.ts";
import { childOf, type Stage } from "../stage.ts";

/** The phone, or something below it, e.g. `phoneOf(app, "caller", "room")`. */
export function phoneOf(app: App, ...below: readonly string[]): AnyActorRef | undefined {
  return childOf(app, "session", "messenger", "phone", ...below);
}

export function letterTo(to: string, words: Words, invitation: Invitation): Letter {
  return { to, signal: { ...words, invitation } };
}

/** A signal on the wire. */
export function said(to: string, words: Words, invitation: Invitation): Wire {
  return ["im.sendSignal", letterTo(to, words, invitation)];
}

/** Whether what went over the wire names that room. */
export function isAbout(input: unknown, roomID: string): boolean {
  return JSON.stringify(input)?.includes(roomID) ?? false;
}

/** Everything gets the same id: rooms of one's own calls, and this device. Paths need ids they can foretell. */
export function nameEverything(ports: FakePorts, id: string): void {
  ports.platform.newID = () => id;
}

/** Signals of these kinds wait for the test; the others arrive at once. */
export function holdSignals(ports: FakePorts, ...kinds: readonly Signal["kind"][]): void {
  const { sendSignal } = ports.im;
  ports.im.sendSignal = (input) => {
    if (kinds.includes(input.signal.kind)) return sendSignal(input);
    ports.note("im.sendSignal", input);
    return Promise.resolve();
  };
}

/** The media room is reached, for the first time or again. */
export function linkUp({ app, ports }: Stage, call: "caller" | "callee", members: RoomMember[]): void {
  const isFirst = phoneOf(app, call, "room")?.getSnapshot().value === "connecting";
  ports.emit.room({ type: isFirst ? "room.connected" : "room.reconnected", members });
}

/** Somebody looks into the media room and leaves. */
export function comeAndGo(ports: FakePorts, userID: string): void {
  ports.emit.room({ type: "room.memberJoined", member: aRoomMember({ userID }) });
  ports.emit.room({ type: "room.memberLeft", userID, isDropped: false });
}
