/** A user of the whole app without a screen, in a group of four; the test plays the others and the media room. */
import type { AnyActorRef } from "xstate";
import type { RoomEvent, RoomMember, RoomPacket } from "../../../machines/calls/media-room.ts";
import type { Invitation, SignalEvent } from "../../../machines/domain/call.ts";
import type { FakePorts } from "../../fakes/ports.ts";
import {
  aCancel,
  aHungup,
  anAccept,
  anInvitation,
  anInvite,
  aReject,
  aRoomMember,
} from "../../fakes/signals.ts";
import { ANNA, aGroup, aMember, aParticipant, aWorld, BEN, ME, NOON, TEAM } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";

export const CARA = "1000000004";
export const STRANGER = "1000000009";
export const MY_ROOM = "7".repeat(32);
export const SMALLER_ROOM = "1".repeat(32);
export const LARGER_ROOM = "9".repeat(32);
export const GROUP = { groupID: TEAM, name: "Team", faceURL: "" };
export const MEETING = "a".repeat(32);

export const anna = aParticipant();
export const ben = aParticipant({ userID: BEN, nickname: "Ben" });
export const cara = aParticipant({ userID: CARA, nickname: "Cara" });

export function aTeamWorld() {
  const members = [
    aMember(),
    aMember({ userID: ANNA, nickname: "Anna" }),
    aMember({ userID: BEN, nickname: "Ben" }),
    aMember({ userID: CARA, nickname: "Cara" }),
  ];
  return aWorld({ groups: [aGroup()], members });
}

export function openTeam(): Promise<Stage> {
  const name = (ports: FakePorts) => {
    ports.platform.newID = () => MY_ROOM;
  };
  return openHeadless({ world: aTeamWorld(), answers: { "im.loginStatus": () => "loggedIn" } }, name);
}

export function groupInvitation(changes: Partial<Invitation> = {}): Invitation {
  return anInvitation({
    roomID: SMALLER_ROOM,
    inviteeUserIDList: [ME, BEN],
    sessionType: "group",
    groupID: TEAM,
    extra: { initiateTime: NOON },
    ...changes,
  });
}

/** Anna's invitation, or another member's. */
export function groupInvite(
  from: string = ANNA,
  changes: Partial<Invitation> = {},
  sentAt: number = NOON,
): SignalEvent {
  return anInvite({ from, sentAt, invitation: groupInvitation({ inviterUserID: from, ...changes }) });
}

export { aCancel, aHungup, anAccept, anInvite, aReject };

export function team(stage: Stage) {
  const { app, ports } = stage;
  const part = (...below: readonly string[]): AnyActorRef | undefined =>
    childOf(app, "session", "signedIn", "callManager", ...below);
  const call = () => part("groupCall") ?? part("meeting");
  const sent = () =>
    ports.sent("im.sendSignal").map(({ to, signal }) => {
      const detail =
        signal.kind === "reject" && signal.isBusy
          ? " (busy)"
          : signal.kind === "cancel" && signal.acceptedBy
            ? ` (${signal.acceptedBy})`
            : "";
      return `${signal.kind}${detail} to ${nameOf(to)}`;
    });
  return {
    part,
    sent,
    get manager() {
      return part()?.getSnapshot();
    },
    get call() {
      return call()?.getSnapshot();
    },
    /** The tag of the call, "free" without one, "busy" without a tag. */
    get is(): string {
      const snapshot = call()?.getSnapshot();
      if (!snapshot) return part("call") ? "single" : "free";
      return [...snapshot.tags][0] ?? "busy";
    },
    get people() {
      const people: readonly { user: { userID: string }; status: string }[] =
        call()?.getSnapshot().context.people ?? [];
      return Object.fromEntries(people.map(({ user, status }) => [nameOf(user.userID), status]));
    },
    get toasts() {
      const queue: readonly { key: string }[] = childOf(app, "toasts")?.getSnapshot().context.queue ?? [];
      return queue.map(({ key }) => key);
    },
    get notices() {
      return ports.sent("im.sendGroupCallNotice");
    },
    get packets() {
      return ports.wire
        .filter(
          (entry) => entry.call === "media.command" && JSON.stringify(entry.input).includes("packet.send"),
        )
        .map(({ input }) => {
          const { packet, to } = input as { packet: RoomPacket; to: readonly string[] };
          return { packet, to };
        });
    },
    lastInvitation: (to: string): Invitation => {
      const signal = ports.sent("im.sendSignal").findLast((one) => one.to === to)?.signal;
      if (!signal) throw new Error("Nothing was sent");
      return signal.invitation;
    },
    toManager: (event: { type: string; [key: string]: unknown }) => stage.act(() => part()?.send(event)),
    press: (event: { type: string; [key: string]: unknown }) => stage.act(() => call()?.send(event)),
    toRoom: (event: { type: string; [key: string]: unknown }) =>
      stage.act(() => part(part("meeting") ? "meeting" : "groupCall", "groupRoom")?.send(event)),
    roomContext: () => part(part("meeting") ? "meeting" : "groupCall", "groupRoom")?.getSnapshot().context,
    hear: (...signals: SignalEvent[]) =>
      stage.act(() => {
        for (const signal of signals) ports.emit.signals(signal);
      }),
    room: (event: RoomEvent) => stage.act(() => ports.emit.room(event)),
    linkUp: (...userIDs: readonly string[]) =>
      stage.act(() => ports.emit.room({ type: "room.connected", members: userIDs.map(member) })),
    comes: (userID: string) =>
      stage.act(() => ports.emit.room({ type: "room.memberJoined", member: member(userID) })),
    goes: (userID: string, isDropped = false) =>
      stage.act(() => ports.emit.room({ type: "room.memberLeft", userID, isDropped })),
    packet: (userID: string, packet: RoomPacket) =>
      stage.act(() => ports.emit.room({ type: "room.packet", userID, packet })),
    wait: (milliseconds: number) => stage.advance(milliseconds),
  };
}

export type Team = ReturnType<typeof team>;

/** Mia calls Anna and Ben, and is in the room. */
export async function started(stage: Stage): Promise<Team> {
  const me = team(stage);
  await me.toManager({ type: "user.callGroup", group: GROUP, people: [anna, ben], mediaType: "voice" });
  await me.linkUp();
  return me;
}

/** Anna's invitation rings here. */
export async function rung(stage: Stage): Promise<Team> {
  const me = team(stage);
  await me.hear(groupInvite());
  return me;
}

/** Mia accepted Anna's invitation, and both are in. */
export async function accepted(stage: Stage): Promise<Team> {
  const me = await rung(stage);
  await me.press({ type: "user.accept" });
  await me.linkUp(ANNA);
  return me;
}

export function answerOf(me: Team, from: string): { from: string; invitation: Invitation } {
  return { from, invitation: me.lastInvitation(from) };
}

function member(userID: string): RoomMember {
  return aRoomMember({ userID });
}

function nameOf(userID: string): string {
  const names: Readonly<Record<string, string>> = {
    [ANNA]: "Anna",
    [BEN]: "Ben",
    [CARA]: "Cara",
    [ME]: "me",
  };
  return names[userID] ?? userID;
}
