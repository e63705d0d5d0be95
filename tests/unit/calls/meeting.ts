import { expect } from "vitest";
import { Failure, type FailureCode } from "../../../machines/domain/failure.ts";
import { inspected } from "../../fakes/inspected.ts";
import { aRoomMember } from "../../fakes/signals.ts";
import { ANNA, aMember, BEN, ME, NOON } from "../../fakes/world.ts";
import type { Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";
import {
  aCancel,
  anInvite,
  groupInvite,
  MEETING,
  MY_ROOM,
  openTeam,
  STRANGER,
  type Team,
  team,
} from "./many-stage.ts";

const WHOLE_LINK = `https://parley.example/meeting?roomID=${MEETING}#${"k".repeat(22)}`;

async function inLobby(stage: Stage): Promise<Team> {
  const me = team(stage);
  await me.toManager({ type: "user.openMeeting", roomID: MEETING });
  return me;
}

async function inMeeting(stage: Stage, madeBy: string | null = null): Promise<Team> {
  const me = await inLobby(stage);
  stage.ports.hold("media.roomInfo");
  await me.press({ type: "user.join" });
  await me.linkUp(ANNA);
  await stage.act(() => stage.ports.resolve("media.roomInfo", { madeBy }));
  return me;
}

function failModeration({ ports }: Stage, code: FailureCode) {
  ports.answer("media.moderate", () => {
    throw new Failure(code);
  });
}

export const meetingTests: PlainTests = {
  open: openTeam,
  tests: {
    "11-41 the meeting that the user is in is stored until the user leaves it": async (stage) => {
      const me = await inLobby(stage);
      const kept = () => stage.ports.storage.leftMeeting({ userID: ME });
      expect(kept()).toBeNull();
      await me.press({ type: "user.join" });
      await me.linkUp(ANNA);
      expect(kept()).toBe(MEETING);
      await me.press({ type: "user.hangUp" });
      expect([me.is, kept()]).toEqual(["free", null]);
    },
    "11-41 the meeting that the user was in is dropped when the session ends": async (stage) => {
      await inMeeting(stage);
      const { storage } = stage.ports;
      await stage.act(() => stage.app.stop());
      expect(storage.leftMeeting({ userID: ME })).toBeNull();
    },
    "11-41 a new meeting gets a random id": async (stage) => {
      const me = team(stage);
      await me.toManager({ type: "user.openMeeting", roomID: null });
      expect([me.is, me.call.context.roomID]).toEqual(["lobby", MY_ROOM]);
    },
    "11-41 an id that is not 32 hex digits opens nothing": async (stage) => {
      const me = team(stage);
      await me.toManager({ type: "user.openMeeting", roomID: "../x" });
      expect(me.is).toBe("free");
    },
    "11-41 11-47 the lobby sends nothing, and its choices hold in the meeting": async (stage) => {
      const me = await inLobby(stage);
      expect([me.is, stage.ports.held.rooms, stage.ports.sent("media.requestAccess")]).toEqual([
        "lobby",
        [],
        [],
      ]);
      await me.press({ type: "user.setDevice", source: "camera", on: true });
      await me.press({ type: "user.setDevice", source: "microphone", on: false });
      await me.press({ type: "user.join" });
      expect(me.is).toBe("connecting");
      await me.linkUp(ANNA);
      expect([me.is, me.call.context.startedAt, stage.ports.held.awake]).toEqual(["connected", NOON, 1]);
      const wanted = (device: string) =>
        me.part("meeting", "groupRoom", "mediaSession", device)?.getSnapshot().context.isWanted;
      expect([wanted("camera"), wanted("microphone"), wanted("screen")]).toEqual([true, false, false]);
    },
    "11-44 a new meeting is encrypted if the user switches it on, until then not": async (stage) => {
      const me = team(stage);
      const shown = inspected(stage.app);
      await me.toManager({ type: "user.openMeeting", roomID: null });
      expect(me.call.context.isEncrypted).toBe(false);
      await me.press({ type: "user.setEncryption", on: true });
      const link = stage.ports.meetingKeys.linkOf(MY_ROOM);
      expect(link).toMatch(/#[\w-]{22}$/);
      expect(me.call.context.isEncrypted).toBe(true);
      await me.press({ type: "user.join" });
      expect(stage.ports.wire.filter(({ call }) => call === "media.join")).toEqual([
        { call: "media.join", input: { roomID: MY_ROOM, isMany: true, isEncrypted: true } },
      ]);
      expect(stage.ports.meetingKeys.linkOf(MY_ROOM)).toBe(link);
      await me.linkUp();
      await me.press({ type: "user.setEncryption", on: false });
      expect(stage.ports.meetingKeys.linkOf(MY_ROOM)).toBe(link);
      const key = link.split("#")[1] ?? "";
      expect(shown()).toContain("meetingKey.changed");
      expect(`${shown()} ${JSON.stringify(stage.ports.wire)}`).not.toContain(key);
    },
    "11-44 encryption can be switched off again before the meeting": async (stage) => {
      const me = team(stage);
      await me.toManager({ type: "user.openMeeting", roomID: null });
      await me.press({ type: "user.setEncryption", on: true });
      await me.press({ type: "user.setEncryption", on: false });
      expect(stage.ports.meetingKeys.linkOf(MY_ROOM)).not.toContain("#");
      await me.press({ type: "user.join" });
      expect(stage.ports.wire.findLast(({ call }) => call === "media.join")?.input).toEqual({
        roomID: MY_ROOM,
        isMany: true,
      });
    },
    "11-44 a meeting of others is encrypted if its link has a key, and no user can change that": async (
      stage,
    ) => {
      const me = await inLobby(stage);
      await me.press({ type: "user.setEncryption", on: true });
      expect(me.call.context.isEncrypted).toBe(false);
      await stage.act(() => void stage.ports.meetingKeys.take(WHOLE_LINK));
      expect(me.call.context.isEncrypted).toBe(true);
      await me.press({ type: "user.setEncryption", on: false });
      expect([me.call.context.isEncrypted, stage.ports.meetingKeys.linkOf(MEETING)]).toEqual([
        true,
        WHOLE_LINK,
      ]);
    },
    "11-44 is left when the user opens the whole link of a meeting joined without its key": async (stage) => {
      const me = await inMeeting(stage);
      await stage.act(() => void stage.ports.meetingKeys.take(WHOLE_LINK));
      expect([me.is, me.toasts]).toEqual(["free", []]);
      await me.toManager({ type: "user.openMeeting", roomID: MEETING });
      expect(me.call.context.isEncrypted).toBe(true);
    },
    "11-44 a meeting whose key was dropped at a sign-out is not joined without encryption": async (stage) => {
      const { meetingKeys } = stage.ports;
      meetingKeys.make({ roomID: MEETING });
      meetingKeys.forget();
      const me = await inLobby(stage);
      await me.press({ type: "user.join" });
      expect([me.is, stage.ports.sent("media.requestAccess")]).toEqual(["lobby", []]);
      await stage.act(() => void meetingKeys.take(WHOLE_LINK));
      await me.press({ type: "user.join" });
      expect(stage.ports.sent("media.requestAccess")).toHaveLength(1);
    },
    "11-44 an encrypted meeting goes on when its link is opened again": async (stage) => {
      stage.ports.meetingKeys.take(WHOLE_LINK);
      const me = await inMeeting(stage);
      await stage.act(() => void stage.ports.meetingKeys.take(WHOLE_LINK));
      await stage.act(() => stage.ports.meetingKeys.drop({ roomID: MEETING }));
      expect(me.is).toBe("connected");
    },
    "11-44 a browser that cannot encrypt makes and joins no encrypted meeting": async (stage) => {
      stage.ports.media.canEncrypt = () => false;
      const me = team(stage);
      await me.toManager({ type: "user.openMeeting", roomID: null });
      await me.press({ type: "user.setEncryption", on: true });
      expect(me.call.context.isEncrypted).toBe(false);
      await me.press({ type: "user.hangUp" });
      stage.ports.meetingKeys.take(WHOLE_LINK);
      await me.toManager({ type: "user.openMeeting", roomID: MEETING });
      await me.press({ type: "user.join" });
      expect([me.is, stage.ports.sent("media.requestAccess")]).toEqual(["lobby", []]);
    },
    "11-41 leaves without a signal": async (stage) => {
      const me = await inMeeting(stage);
      await me.press({ type: "user.hangUp" });
      expect([me.is, stage.ports.held.rooms, me.sent(), me.toasts]).toEqual(["free", [], [], []]);
      expect(me.manager.context).toMatchObject({ meetingID: null });
    },
    "11-41 the lobby and the way in can be left": async (stage) => {
      const me = await inLobby(stage);
      await me.press({ type: "user.hangUp" });
      expect(me.is).toBe("free");
      stage.ports.hold("media.requestAccess");
      await me.toManager({ type: "user.openMeeting", roomID: MEETING });
      await me.press({ type: "user.join" });
      await me.press({ type: "user.hangUp" });
      expect(me.is).toBe("free");
      await stage.act(() => stage.ports.resolve("media.requestAccess"));
      await me.toManager({ type: "user.openMeeting", roomID: MEETING });
      stage.ports.hold("media.requestAccess");
      await me.press({ type: "user.join" });
      await stage.act(() => stage.ports.resolve("media.requestAccess"));
      expect(stage.ports.held.rooms).toEqual([MEETING]);
      await me.press({ type: "user.hangUp" });
      expect([me.is, stage.ports.held.rooms]).toEqual(["free", []]);
    },
    "R31 a user who is alone stays": async (stage) => {
      const me = await inMeeting(stage);
      await me.goes(ANNA);
      await me.wait(600_000);
      expect(me.is).toBe("connected");
    },
    "11-47 R31 a call rings in the lobby and gets the busy reject in the meeting": async (stage) => {
      const me = await inLobby(stage);
      await me.hear(anInvite());
      expect([me.is, me.sent(), me.manager.context.meetingID]).toEqual(["single", [], null]);
      await stage.act(() => me.part("call")?.send({ type: "user.hangUp" }));
      await inMeeting(stage);
      await me.hear(groupInvite());
      expect([me.is, me.sent()]).toEqual(["connected", ["reject to Anna", "reject (busy) to Anna"]]);
    },
    "R28 R31 a group call of a member rings in the lobby": async (stage) => {
      const me = await inLobby(stage);
      await me.hear(groupInvite(ANNA, { inviteeUserIDList: [] }));
      expect(me.is).toBe("lobby");
      await me.hear(groupInvite(STRANGER));
      expect([me.is, me.manager.context.meetingID]).toEqual(["lobby", MEETING]);
      await me.hear(groupInvite());
      expect([me.is, me.manager.context.meetingID]).toEqual(["ringing", null]);
    },
    "R4 R31 an inviter who cancels while being looked up does not replace the lobby": async (stage) => {
      const me = await inLobby(stage);
      stage.ports.hold("im.loadMembersByID");
      await me.hear(groupInvite(), aCancel({ invitation: groupInvite().invitation }));
      await stage.act(() => stage.ports.resolve("im.loadMembersByID", [aMember({ userID: ANNA })]));
      expect(me.is).toBe("lobby");
    },
    "11-43 R30 the host ends the meeting for all, and the server removes members who stay": async (stage) => {
      const me = await inMeeting(stage, ME);
      await me.comes(BEN);
      await me.toRoom({ type: "user.endForAll" });
      expect(me.packets.at(-1)).toEqual({ packet: { kind: "end" }, to: [] });
      await me.goes(BEN);
      await me.wait(499);
      expect([me.is, stage.ports.sent("media.moderate")]).toEqual(["connected", []]);
      stage.ports.hold("media.moderate");
      await me.wait(1);
      expect([me.is, stage.ports.sent("media.moderate")]).toEqual([
        "connected",
        [{ roomID: MEETING, userID: ANNA, what: "remove" }],
      ]);
      await stage.act(() => stage.ports.resolve("media.moderate"));
      expect([me.is, me.toasts, stage.ports.held.rooms]).toEqual(["free", [], []]);
    },
    "11-43 R30 the server also removes a member whose line was bad when the host ended it": async (stage) => {
      const me = await inMeeting(stage, ME);
      await me.room({ type: "room.memberSilent", userID: ANNA });
      await me.toRoom({ type: "user.endForAll" });
      await me.wait(500);
      expect(stage.ports.sent("media.moderate")).toEqual([{ roomID: MEETING, userID: ANNA, what: "remove" }]);
    },
    "11-43 R30 the end for all waits for the connection": async (stage) => {
      const me = await inMeeting(stage, ME);
      const ends = () => me.packets.filter(({ packet }) => packet.kind === "end").length;
      await me.room({ type: "room.reconnecting" });
      await me.toRoom({ type: "user.endForAll" });
      await me.wait(5000);
      expect([me.is, ends()]).toEqual(["connected", 0]);
      await me.room({ type: "room.reconnected", members: [aRoomMember()] });
      expect([me.is, ends()]).toEqual(["connected", 1]);
      await me.room({ type: "room.reconnecting" });
      await me.wait(1000);
      await me.room({ type: "room.reconnected", members: [aRoomMember()] });
      expect([me.is, ends()]).toEqual(["connected", 2]);
      await me.wait(500);
      expect(me.is).toBe("free");
    },
    "11-43 R30 without a connection the server removes the others, and the host leaves": async (stage) => {
      const me = await inMeeting(stage, ME);
      await me.comes(BEN);
      await me.room({ type: "room.memberSilent", userID: BEN });
      await me.room({ type: "room.reconnecting" });
      await me.toRoom({ type: "user.endForAll" });
      await me.wait(10_000);
      expect(stage.ports.sent("media.moderate").map(({ userID }) => userID)).toEqual([ANNA, BEN]);
      expect([me.is, me.toasts]).toEqual(["free", []]);
    },
    "11-43 R30 a host who reached no member reads that the meeting may continue": async (stage) => {
      const me = await inMeeting(stage, ME);
      failModeration(stage, "network");
      await me.room({ type: "room.reconnecting" });
      await me.toRoom({ type: "user.endForAll" });
      await me.wait(10_000);
      await me.wait(1999);
      expect([me.is, me.toasts]).toEqual(["connected", []]);
      await me.wait(1);
      expect([me.is, me.toasts]).toEqual(["free", ["meeting.stillOn"]]);
    },
    "11-43 R30 a server that does not answer ends nothing, and the host reads it": async (stage) => {
      const me = await inMeeting(stage, ME);
      await me.room({ type: "room.reconnecting" });
      stage.ports.hold("media.moderate");
      await me.toRoom({ type: "user.endForAll" });
      await me.wait(14_999);
      expect(me.is).toBe("connected");
      await me.wait(1);
      expect([me.is, me.toasts]).toEqual(["free", ["meeting.stillOn"]]);
    },
    "11-43 R30 members have a moment to leave after the request, if the server cannot remove them": async (
      stage,
    ) => {
      const me = await inMeeting(stage, ME);
      failModeration(stage, "unknown");
      await me.comes(BEN);
      await me.toRoom({ type: "user.endForAll" });
      await me.wait(1000);
      await me.goes(BEN);
      await me.wait(1000);
      expect(me.is).toBe("connected");
      await me.goes(ANNA);
      expect([me.is, me.toasts]).toEqual(["free", []]);
    },
    "R17 the host who ends the meeting may also just leave": async (stage) => {
      const me = await inMeeting(stage, ME);
      await me.room({ type: "room.reconnecting" });
      await me.toRoom({ type: "user.endForAll" });
      await me.press({ type: "user.hangUp" });
      expect(me.is).toBe("free");
    },
    "R30 a host whom the server does not name at first can end it later": async (stage) => {
      const me = await inLobby(stage);
      stage.ports.hold("media.roomInfo");
      await me.press({ type: "user.join" });
      await me.linkUp(ANNA);
      await stage.act(() => stage.ports.reject("media.roomInfo", "network"));
      await me.toRoom({ type: "user.endForAll" });
      expect(me.packets.some(({ packet }) => packet.kind === "end")).toBe(false);
      await me.wait(5000);
      await stage.act(() => stage.ports.resolve("media.roomInfo", { madeBy: ME }));
      await me.toRoom({ type: "user.endForAll" });
      expect(me.packets.at(-1)).toEqual({ packet: { kind: "end" }, to: [] });
    },
    "R30 a server without hosts is asked once": async (stage) => {
      const me = await inLobby(stage);
      stage.ports.hold("media.roomInfo");
      await me.press({ type: "user.join" });
      await me.linkUp(ANNA);
      await stage.act(() => stage.ports.reject("media.roomInfo", "unknown"));
      await me.wait(60_000);
      expect(stage.ports.sent("media.roomInfo")).toHaveLength(1);
    },
    "R30 other users cannot end it": async (stage) => {
      const me = await inMeeting(stage, ANNA);
      await me.toRoom({ type: "user.endForAll" });
      expect([me.is, me.packets.filter(({ packet }) => packet.kind === "end")]).toEqual(["connected", []]);
      await me.packet(ANNA, { kind: "end" });
      expect([me.is, me.toasts]).toEqual(["free", ["meeting.endedByHost"]]);
    },
    "R30 a removed user is out, and reads it": async (stage) => {
      const me = await inMeeting(stage);
      await me.room({ type: "room.closed", cause: "removed" });
      expect([me.is, me.toasts]).toEqual(["free", ["meeting.removed"]]);
    },
    "11-43 R30 a meeting that the host ended is over for members and host until it is opened again": async (
      stage,
    ) => {
      const me = await inMeeting(stage, ANNA);
      await me.packet(ANNA, { kind: "end" });
      expect(me.manager.context.overMeetingID).toBe(MEETING);
      await me.toManager({ type: "user.openMeeting", roomID: MEETING });
      expect(me.manager.context.overMeetingID).toBeNull();
      await me.press({ type: "user.join" });
      await me.linkUp(ANNA);
      await me.room({ type: "room.closed", cause: "removed" });
      expect(me.manager.context.overMeetingID).toBeNull();
    },
    "11-43 R30 a meeting that the user ended for all is over": async (stage) => {
      const me = await inMeeting(stage, ME);
      await me.toRoom({ type: "user.endForAll" });
      await me.wait(500);
      expect([me.is, me.manager.context.overMeetingID]).toEqual(["free", MEETING]);
    },
    "R10 another device takes the meeting": async (stage) => {
      const me = await inMeeting(stage);
      await me.room({ type: "room.closed", cause: "duplicate" });
      expect([me.is, me.toasts]).toEqual(["free", ["meeting.takenOver"]]);
    },
    "R17 a lost connection ends the meeting here": async (stage) => {
      const me = await inMeeting(stage);
      await me.room({ type: "room.closed", cause: "lost" });
      expect([me.is, me.toasts]).toEqual(["free", ["callLost"]]);
    },
    "R16 a room that is not reached says so": async (stage) => {
      const me = await inLobby(stage);
      await me.press({ type: "user.join" });
      await me.wait(15_000);
      expect([me.is, me.toasts]).toEqual(["free", ["meeting.joinFailed"]]);
      await me.toManager({ type: "user.openMeeting", roomID: MEETING });
      await me.press({ type: "user.join" });
      await me.room({ type: "room.closed", cause: "lost" });
      expect([me.is, me.toasts]).toEqual(["free", ["meeting.joinFailed"]]);
    },
    "8-26 access that is refused says why": async (stage) => {
      const me = await inLobby(stage);
      stage.ports.hold("media.requestAccess");
      await me.press({ type: "user.join" });
      await stage.act(() => stage.ports.reject("media.requestAccess", "network"));
      expect([me.is, me.toasts]).toEqual(["free", ["meeting.joinFailed"]]);
    },
    "11-41 a second meeting behind the badge is refused, the same one comes to the front": async (stage) => {
      const me = await inMeeting(stage);
      await me.toManager({ type: "user.minimise" });
      await me.toManager({ type: "user.openMeeting", roomID: null });
      expect([me.manager.hasTag("minimised"), me.toasts]).toEqual([true, ["alreadyInCall"]]);
      await me.toManager({ type: "user.openMeeting", roomID: MY_ROOM });
      expect(me.manager.hasTag("minimised")).toBe(true);
      await me.toManager({ type: "user.openMeeting", roomID: MEETING });
      expect(me.manager.value.engaged.window).toBe("full");
    },
    "4-113 keeps the chosen audio output": async (stage) => {
      const me = await inMeeting(stage);
      await stage.act(() =>
        me
          .part("meeting", "groupRoom", "mediaSession")
          ?.send({ type: "user.chooseOutput", outputID: "headset" }),
      );
      expect(me.manager.context.outputID).toBe("headset");
    },
  },
};
