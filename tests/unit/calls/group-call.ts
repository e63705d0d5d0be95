import { expect } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import { ANNA, aBlack, aGroup, aMember, BEN, ME, NOON, TEAM } from "../../fakes/world.ts";
import type { PlainTests } from "../plain-tests.ts";
import {
  aCancel,
  accepted,
  aHungup,
  anAccept,
  anInvite,
  answerOf,
  aReject,
  ben,
  CARA,
  cara,
  GROUP,
  groupInvitation,
  groupInvite,
  LARGER_ROOM,
  MY_ROOM,
  openTeam,
  rung,
  SMALLER_ROOM,
  STRANGER,
  started,
  team,
} from "./many-stage.ts";

const anna = (changes = {}) => ({ invitation: groupInvitation(changes) });

/** Joins Cara's call by its row. */
const joinOf = (roomID: string) => ({
  type: "user.joinCall",
  group: GROUP,
  roomID,
  mediaType: "voice",
  inviter: cara.userInfo,
  startedAt: NOON,
});

/** Cara calls from another group. */
const OF_CARA = { inviterUserID: CARA, groupID: "another", roomID: LARGER_ROOM };

export const groupCallTests: PlainTests = {
  open: openTeam,
  tests: {
    "11-40 rings the chosen members once this user is in the room, and tells the group": async (stage) => {
      const me = team(stage);
      await me.toManager({
        type: "user.callGroup",
        group: GROUP,
        people: [cara, cara],
        mediaType: "video",
      });
      expect([me.is, me.sent()]).toEqual(["busy", []]);
      await me.linkUp();
      expect([me.is, me.sent(), me.people]).toEqual(["calling", ["invite to Cara"], { Cara: "ringing" }]);
      expect(stage.ports.held).toMatchObject({ rooms: [MY_ROOM], ringing: ["ringback"] });
      const { sessionType, groupID, inviterUserID, inviteeUserIDList } = me.lastInvitation(CARA);
      expect({ sessionType, groupID, inviterUserID, inviteeUserIDList }).toEqual({
        sessionType: "group",
        groupID: TEAM,
        inviterUserID: ME,
        inviteeUserIDList: [CARA],
      });
      expect(me.notices).toEqual([
        { groupID: TEAM, notice: { roomID: MY_ROOM, mediaType: "video", state: "on", invited: 1 } },
      ]);
    },
    "11-40 needs at least one other user": async (stage) => {
      const me = team(stage);
      await me.toManager({ type: "user.callGroup", group: GROUP, people: [], mediaType: "voice" });
      expect(me.is).toBe("free");
    },
    "11-40 ends the ring of each invited user by what this user does": async (stage) => {
      const me = await started(stage);
      await me.hear(aReject(answerOf(me, ANNA)), anAccept({ ...answerOf(me, BEN), deviceID: "phone" }));
      expect([me.is, me.people]).toEqual(["calling", { Anna: "declined", Ben: "ringing" }]);
      await me.comes(BEN);
      expect([me.is, me.people]).toEqual(["connected", { Anna: "declined", Ben: "joined" }]);
      expect(me.sent()).toEqual([
        "invite to Anna",
        "invite to Ben",
        "cancel to Anna",
        "cancel (phone) to Ben",
      ]);
      expect(me.call.context.startedAt).toBe(NOON);
      expect(stage.ports.held).toMatchObject({ ringing: [], awake: 1 });
    },
    "R12 cancels a ring after 30 seconds": async (stage) => {
      const me = await started(stage);
      await me.hear(aReject({ ...answerOf(me, ANNA), isBusy: true }));
      await me.wait(30_000);
      expect(me.people).toEqual({ Anna: "busy", Ben: "noAnswer" });
      expect(me.sent().filter((one) => one.startsWith("cancel"))).toEqual([
        "cancel to Anna",
        "cancel to Ben",
      ]);
    },
    "R23 the call goes on when the inviter leaves, and tells the group when the last user leaves": async (
      stage,
    ) => {
      const me = await accepted(stage);
      await me.comes(BEN);
      await me.goes(ANNA);
      await me.hear(aHungup(anna()));
      expect([me.is, me.people]).toEqual(["connected", { Anna: "left", Ben: "joined" }]);
      await me.wait(10_000);
      await me.goes(BEN);
      expect([me.is, me.notices]).toEqual(["connected", []]);
      await me.press({ type: "user.hangUp" });
      expect(me.is).toBe("free");
      expect(me.notices.map(({ notice }) => notice)).toEqual([
        { roomID: SMALLER_ROOM, mediaType: "voice", state: "over", durationSeconds: 10 },
      ]);
      expect(stage.ports.held.rooms).toEqual([]);
    },
    "11-40 R23 the length of a call counts from its start, not from the arrival of the last member": async (
      stage,
    ) => {
      const me = team(stage);
      await me.hear(groupInvite(ANNA, { extra: { initiateTime: NOON, startTime: NOON - 150_000 } }));
      await me.press({ type: "user.accept" });
      await me.linkUp(ANNA);
      await me.packet(ANNA, { kind: "state", hand: null, since: NOON - 100_000 });
      await me.packet(ANNA, { kind: "state", hand: null, since: NOON + 50_000 });
      await me.packet(ANNA, { kind: "state", hand: null, since: NOON - 25 * 3_600_000 });
      await me.press({ type: "user.invite", people: [ben] });
      expect(me.lastInvitation(BEN).extra).toMatchObject({ initiateTime: NOON, startTime: NOON - 150_000 });
      await me.hear(aReject(answerOf(me, BEN)));
      await me.wait(10_000);
      await me.goes(ANNA);
      await me.press({ type: "user.hangUp" });
      expect(me.notices.map(({ notice }) => notice)).toMatchObject([{ state: "over", durationSeconds: 110 }]);
    },
    "11-40 R29 the length of a call leaves out the time at its end in which the last user was alone": async (
      stage,
    ) => {
      const me = await accepted(stage);
      await me.wait(5000);
      await me.goes(ANNA);
      await me.wait(20_000);
      await me.comes(BEN);
      await me.wait(5000);
      await me.room({ type: "room.memberSilent", userID: BEN });
      await me.wait(1000);
      await me.goes(BEN, true);
      await me.wait(58_999);
      expect([me.is, me.notices]).toEqual(["connected", []]);
      await me.wait(1);
      expect(me.notices.map(({ notice }) => notice)).toMatchObject([{ state: "over", durationSeconds: 30 }]);
    },
    "11-40 R29 a user who joined a call and was left by the others tells its length until then": async (
      stage,
    ) => {
      const me = await accepted(stage);
      await me.wait(7000);
      await me.goes(ANNA);
      await me.wait(30_000);
      await me.press({ type: "user.hangUp" });
      expect(me.notices.map(({ notice }) => notice)).toMatchObject([{ state: "over", durationSeconds: 7 }]);
    },
    "11-40 R23 no member makes a call longer than it is by its invitation": async (stage) => {
      const me = await accepted(stage);
      await me.packet(ANNA, { kind: "state", hand: null, since: NOON - 23 * 3_600_000 });
      await me.wait(10_000);
      await me.goes(ANNA);
      await me.press({ type: "user.hangUp" });
      expect(me.notices.map(({ notice }) => notice)).toMatchObject([{ state: "over", durationSeconds: 10 }]);
    },
    "11-40 R23 no member makes a call longer than it is by its row": async (stage) => {
      const me = team(stage);
      await me.toManager({ ...joinOf(LARGER_ROOM), startedAt: NOON - 60_000 });
      await me.linkUp(CARA);
      await me.packet(CARA, { kind: "state", hand: null, since: NOON - 23 * 3_600_000 });
      await me.goes(CARA);
      await me.press({ type: "user.hangUp" });
      expect(me.notices.map(({ notice }) => notice)).toMatchObject([{ state: "over", durationSeconds: 60 }]);
    },
    "11-40 R23 no member makes a call longer than its starter knows": async (stage) => {
      const me = await started(stage);
      expect(me.lastInvitation(ANNA).extra).toMatchObject({ startTime: NOON });
      await me.comes(BEN);
      await me.packet(BEN, { kind: "state", hand: null, since: NOON - 23 * 3_600_000 });
      await me.goes(BEN);
      await me.press({ type: "user.hangUp" });
      expect(me.notices.at(-1)?.notice).toMatchObject({ state: "over", durationSeconds: 0 });
    },
    "11-40 R23 a call is over when the last user leaves, also if a member crashed in it": async (stage) => {
      const me = await accepted(stage);
      await me.room({ type: "room.memberSilent", userID: ANNA });
      expect(me.people).toMatchObject({ Anna: "left" });
      await me.press({ type: "user.hangUp" });
      expect([me.is, me.notices.length]).toEqual(["free", 1]);
      await me.hear(groupInvite(ANNA, { extra: { initiateTime: NOON + 1 } }));
      await me.press({ type: "user.accept" });
      await me.linkUp(ANNA);
      await me.room({ type: "room.memberSilent", userID: ANNA });
      await me.goes(ANNA, true);
      await me.press({ type: "user.hangUp" });
      expect(me.notices.map(({ notice }) => notice.state)).toEqual(["over", "over"]);
    },
    "11-40 R23 a user who leaves does not end the call while the server still counts another member": async (
      stage,
    ) => {
      const me = await accepted(stage);
      stage.ports.hold("media.wasLast");
      await me.press({ type: "user.hangUp" });
      expect([me.is, me.notices]).toEqual(["free", []]);
      await stage.act(() => stage.ports.resolve("media.wasLast", false));
      expect([me.is, me.notices, me.toasts]).toEqual(["free", [], []]);
    },
    "11-40 R23 of users who leave at the same time, the last tells that the call is over": async (stage) => {
      const me = await accepted(stage);
      stage.ports.hold("media.wasLast");
      await me.wait(10_000);
      await me.press({ type: "user.hangUp" });
      expect([me.is, me.notices]).toEqual(["free", []]);
      expect(stage.ports.sent("media.wasLast")).toEqual([{ roomID: SMALLER_ROOM }]);
      await me.wait(1000);
      await stage.act(() => stage.ports.resolve("media.wasLast", true));
      expect(me.notices.map(({ notice }) => notice)).toEqual([
        { roomID: SMALLER_ROOM, mediaType: "voice", state: "over", durationSeconds: 10 },
      ]);
    },
    "11-40 R23 a lost connection tells nothing about others": async (stage) => {
      const me = await accepted(stage);
      await me.room({ type: "room.closed", cause: "lost" });
      expect([me.is, me.notices, stage.ports.sent("media.wasLast")]).toEqual(["free", [], []]);
    },
    "11-40 R23 a member who comes back alone leaves after a minute, and the call is over again": async (
      stage,
    ) => {
      const me = await accepted(stage);
      await me.room({ type: "room.reconnecting" });
      await me.room({ type: "room.reconnected", members: [] });
      await me.wait(60_000);
      expect([me.is, me.notices.map(({ notice }) => notice.state)]).toEqual(["free", ["over"]]);
    },
    "R23 a user who leaves while others are in says nothing to the group, and cancels the own rings": async (
      stage,
    ) => {
      const me = await started(stage);
      await me.hear(anAccept(answerOf(me, BEN)));
      await me.comes(BEN);
      await me.press({ type: "user.hangUp" });
      expect([me.is, me.notices.length]).toEqual(["free", 1]);
      expect(me.sent().at(-1)).toBe("cancel to Anna");
    },
    "11-45 R29 a user who is alone leaves after a minute": async (stage) => {
      const me = await accepted(stage);
      await me.goes(ANNA);
      await me.wait(59_000);
      await me.comes(BEN);
      await me.goes(BEN);
      await me.wait(59_000);
      expect(me.is).toBe("connected");
      await me.wait(1000);
      expect(me.is).toBe("free");
    },
    "R29 a minute alone counts from the last ring": async (stage) => {
      const me = await started(stage);
      await me.wait(30_000);
      await me.wait(59_000);
      expect(me.is).toBe("calling");
      await me.wait(1000);
      expect([me.is, me.toasts]).toEqual(["free", ["callNoAnswer"]]);
      expect(me.notices.map(({ notice }) => notice.state)).toEqual(["on", "over"]);
    },
    "R26 a user who declined can be invited again and rings": async (stage) => {
      const me = await started(stage);
      await me.hear(aReject(answerOf(me, ANNA)));
      await me.wait(5000);
      const before = answerOf(me, ANNA);
      await me.press({ type: "user.invite", people: [{ userInfo: me.call.context.people[0].user }] });
      expect(me.people).toEqual({ Anna: "ringing", Ben: "ringing" });
      await me.hear(aHungup(before), aReject(before), anAccept({ ...before, deviceID: "phone" }));
      expect(me.people).toMatchObject({ Anna: "ringing" });
      await me.hear(aReject(answerOf(me, ANNA)));
      expect(me.people).toMatchObject({ Anna: "declined" });
    },
    "R26 rings again for a later invitation, not for a repeated one": async (stage) => {
      const me = await rung(stage);
      await me.press({ type: "user.hangUp" });
      expect([me.is, me.sent()]).toEqual(["free", ["reject to Anna"]]);
      await me.hear(groupInvite());
      expect(me.is).toBe("free");
      await me.hear(groupInvite(ANNA, { extra: { initiateTime: NOON + 1 } }));
      expect(me.is).toBe("ringing");
    },
    "11-40 an invited user rings, accepts and joins": async (stage) => {
      const me = await rung(stage);
      expect([me.is, me.people]).toEqual(["ringing", { Anna: "joined", Ben: "ringing" }]);
      expect(me.call.context.group.name).toBe("Team");
      expect(me.call.context.people[1].user.nickname).toBe("Ben");
      expect(stage.ports.held.ringing).toEqual(["ringtone"]);
      await me.press({ type: "user.accept" });
      await me.linkUp(ANNA);
      expect([me.is, me.sent(), me.notices]).toEqual(["connected", ["accept to Anna"], []]);
      await me.wait(30_000);
      expect(me.people).toEqual({ Anna: "joined", Ben: "noAnswer" });
    },
    "11-46 the ring names the inviter as the group knows the user, not as the signal does": async (stage) => {
      const me = team(stage);
      const sender = { userID: ANNA, nickname: "The boss", faceURL: "http://elsewhere/boss.png", ex: "" };
      await me.hear({ ...groupInvite(), sender });
      expect(me.call.context.inviter).toMatchObject({ nickname: "Anna", faceURL: "" });
      const names = me.call.context.people.map(({ user }: { user: { nickname: string } }) => user.nickname);
      expect(names).toEqual(["Anna", "Ben"]);
    },
    "11-46 nothing rings while the inviter cannot be looked up": async (stage) => {
      let isAway = true;
      stage.ports.answer("im.loadMembersByID", () => {
        if (isAway) throw new Failure("network");
        return [aMember({ userID: ANNA, nickname: "Anna" })];
      });
      const me = await rung(stage);
      await me.wait(2500);
      expect([me.is, stage.ports.held.ringing]).toEqual(["free", []]);
      isAway = false;
      await me.wait(1000);
      expect([me.is, stage.ports.held.ringing]).toEqual(["ringing", ["ringtone"]]);
    },
    "11-46 R28 a group that cannot be looked up does not delay the call of another group": async (stage) => {
      stage.ports.answer("im.loadMembersByID", ({ groupID }) => {
        if (groupID !== TEAM) throw new Failure("unknown");
        return [aMember({ userID: ANNA })];
      });
      const me = team(stage);
      await me.hear(groupInvite(STRANGER, { groupID: "another" }));
      await me.hear(groupInvite());
      await me.wait(1000);
      expect(me.is).toBe("free");
      await me.wait(1000);
      expect([me.is, me.call.context.invitation.groupID]).toEqual(["ringing", TEAM]);
    },
    "11-46 R28 a member of one group does not ring for another group with the same room": async (stage) => {
      stage.ports.hold("im.loadMembersByID");
      const me = team(stage);
      await me.hear(groupInvite());
      await me.hear(groupInvite(ANNA, { groupID: "another" }));
      await stage.act(() => stage.ports.resolve("im.loadMembersByID", [aMember({ userID: ANNA })]));
      expect([me.is, me.call.context.invitation.groupID]).toEqual(["ringing", TEAM]);
    },
    "11-46 R28 the user can call while the inviter is looked up, and the inviter then gets the busy reject":
      async (stage) => {
        stage.ports.hold("im.loadMembersByID");
        const me = await rung(stage);
        await me.toManager({ type: "user.callGroup", group: GROUP, people: [cara], mediaType: "voice" });
        await me.linkUp();
        expect([me.is, me.sent()]).toEqual(["calling", ["invite to Cara"]]);
        await me.hear(groupInvite(BEN, { groupID: "another" }));
        await me.toManager({ type: "user.minimise" });
        await me.press({ type: "user.hangUp" });
        await me.toManager({ type: "user.call", participant: ben, mediaType: "voice" });
        await stage.act(() => stage.ports.resolve("im.loadMembersByID", [aMember({ userID: ANNA })]));
        expect([me.is, me.sent().at(-1)]).toEqual(["single", "reject (busy) to Anna"]);
      },
    "R4 R28 an inviter who cancels while being looked up does not ring": async (stage) => {
      stage.ports.hold("im.loadMembersByID");
      const me = await rung(stage);
      await me.hear(aCancel(anna()));
      await stage.act(() => stage.ports.resolve("im.loadMembersByID", [aMember({ userID: ANNA })]));
      expect([me.is, me.sent()]).toEqual(["free", []]);
    },
    "11-46 R28 a call of the same group that began meanwhile takes the inviter in": async (stage) => {
      stage.ports.hold("im.loadMembersByID");
      const me = team(stage);
      await me.hear(groupInvite(ANNA, { roomID: LARGER_ROOM }));
      await me.toManager({ type: "user.callGroup", group: GROUP, people: [ben], mediaType: "voice" });
      await me.linkUp();
      const found = [aMember({ userID: ANNA, nickname: "Anna" })];
      await stage.act(() => stage.ports.resolve("im.loadMembersByID", found));
      await stage.act(() => stage.ports.resolve("im.loadMembersByID", found));
      expect([me.is, me.sent()]).toEqual(["calling", ["invite to Ben", "invite to Anna"]]);
    },
    "3-13 3-15 3-16 3-17 3-18 3-20 an answer carries the whole invitation, also what other clients add":
      async (stage) => {
        const sentWith = (initiateTime: number) =>
          groupInvitation({ extra: { initiateTime, platformID: 5, theme: { colours: ["red"] } } });
        const signals = () => stage.ports.sent("im.sendSignal").map(({ signal }) => signal);
        const me = team(stage);
        await me.hear({ ...groupInvite(), invitation: sentWith(NOON) });
        expect(me.call.context.invitation).toEqual(sentWith(NOON));
        await me.press({ type: "user.hangUp" });
        await me.hear({ ...groupInvite(), invitation: sentWith(NOON + 1) });
        await me.press({ type: "user.accept" });
        await me.linkUp(ANNA);
        await me.hear({ ...groupInvite(CARA), invitation: { ...sentWith(NOON), ...OF_CARA } });
        await stage.act(() => stage.ports.emit.groups({ type: "im.groupLeft", groupID: TEAM }));
        expect(signals()).toEqual([
          { kind: "reject", isBusy: false, invitation: sentWith(NOON) },
          { kind: "accept", deviceID: MY_ROOM, invitation: sentWith(NOON + 1) },
          { kind: "reject", isBusy: true, invitation: { ...sentWith(NOON), ...OF_CARA } },
          { kind: "hungup", invitation: sentWith(NOON + 1) },
        ]);
      },
    "11-40 a user with the id of an object's own member is a user as any other": async (stage) => {
      const me = await started(stage);
      await me.hear(aReject({ ...answerOf(me, ANNA), from: "constructor" }));
      await me.comes("toString");
      expect([me.is, me.people.Anna]).toEqual(["connected", "ringing"]);
    },
    "3-14 3-16 a cancel carries the invitation that it cancels": async (stage) => {
      const me = await started(stage);
      const sent = me.lastInvitation(ANNA);
      await me.wait(2000);
      await me.press({ type: "user.hangUp" });
      expect(stage.ports.sent("im.sendSignal").findLast(({ to }) => to === ANNA)?.signal).toEqual({
        kind: "cancel",
        acceptedBy: null,
        invitation: sent,
      });
    },
    "R12 stops ringing five seconds after the inviter should have cancelled": async (stage) => {
      const me = await rung(stage);
      await me.wait(34_999);
      expect(me.is).toBe("ringing");
      await me.wait(1);
      expect([me.is, me.sent()]).toEqual(["free", []]);
    },
    "R9 a cancel ends the ring, and R10 names the device that took it": async (stage) => {
      const me = await rung(stage);
      await me.hear(aCancel({ from: BEN, ...anna() }));
      expect(me.is).toBe("ringing");
      await me.hear(aCancel(anna()));
      expect([me.is, me.toasts]).toEqual(["free", []]);
      await me.hear(groupInvite(ANNA, { extra: { initiateTime: NOON + 1 } }));
      await me.hear(aCancel({ ...anna(), acceptedBy: "tablet" }));
      expect([me.is, me.toasts]).toEqual(["free", ["callAnsweredElsewhere"]]);
    },
    "R25 rings once for two inviters, until the last of them cancels": async (stage) => {
      const me = await rung(stage);
      await me.hear(groupInvite(BEN));
      await me.hear(aCancel(anna()));
      expect(me.is).toBe("ringing");
      await me.hear(aHungup({ from: BEN, ...anna({ inviterUserID: BEN }) }));
      expect(me.is).toBe("free");
    },
    "R11 R25 6-09 rings until the last inviter is blocked, perhaps on another device": async (stage) => {
      const me = await rung(stage);
      const block = (userID: string) =>
        stage.act(() => stage.ports.emit.contacts({ type: "im.blackChanged", person: aBlack({ userID }) }));
      await me.hear(groupInvite(BEN));
      await block(CARA);
      await block(ANNA);
      expect([me.is, me.sent()]).toEqual(["ringing", []]);
      await block(BEN);
      expect([me.is, me.sent(), me.toasts]).toEqual(["free", ["reject to Ben"], []]);
    },
    "R25 does not ring longer for an inviter who left the room before the other cancels": async (stage) => {
      const me = await rung(stage);
      await me.hear(groupInvite(BEN));
      await me.hear(aHungup({ from: BEN, ...anna({ inviterUserID: BEN }) }));
      expect(me.is).toBe("ringing");
      await me.hear(aCancel(anna()));
      expect(me.is).toBe("free");
    },
    "R2 R25 an invitation that is too old does not let it ring longer": async (stage) => {
      const me = await rung(stage);
      await me.hear(groupInvite(BEN, {}, NOON - 60_000));
      await me.hear(aCancel(anna()));
      expect(me.is).toBe("free");
    },
    "R25 a reject goes to every inviter, and none of them rings again": async (stage) => {
      const me = await rung(stage);
      await me.hear(groupInvite(BEN));
      await me.press({ type: "user.hangUp" });
      expect(me.sent()).toEqual(["reject to Anna", "reject to Ben"]);
      await me.hear(groupInvite(BEN), groupInvite());
      expect(me.is).toBe("free");
    },
    "R6 other invitations get the busy reject during a group call": async (stage) => {
      const me = await accepted(stage);
      await me.hear(anInvite({ from: BEN, invitation: { roomID: LARGER_ROOM, inviterUserID: BEN } }));
      await me.hear(groupInvite(CARA, { roomID: LARGER_ROOM, groupID: "another" }));
      expect([me.is, me.sent()]).toEqual([
        "connected",
        ["accept to Anna", "reject (busy) to Ben", "reject (busy) to Cara"],
      ]);
    },
    "R6 a group invitation during a single call gets the busy reject, also from the peer": async (stage) => {
      const me = team(stage);
      await me.hear(anInvite());
      await me.hear(groupInvite(ANNA, {}, NOON + 1));
      expect([me.is, me.sent()]).toEqual(["single", ["reject (busy) to Anna"]]);
    },
    "11-45 R24 moves to the smaller room without ringing, and takes the others along": async (stage) => {
      const me = await started(stage);
      await me.hear(anAccept(answerOf(me, ANNA)));
      await me.comes(ANNA);
      await me.hear(groupInvite(CARA));
      expect(me.sent().slice(2)).toEqual(["cancel (another) to Anna", "cancel to Ben", "accept to Cara"]);
      await me.linkUp(CARA);
      expect(me.is).toBe("connected");
      expect(me.call.context.invitation.roomID).toBe(SMALLER_ROOM);
      expect(stage.ports.held.rooms).toEqual([SMALLER_ROOM]);
      expect(me.sent().slice(-2)).toEqual(["invite to Anna", "invite to Ben"]);
      await me.press({ type: "user.hangUp" });
      expect([me.is, stage.ports.held.rooms]).toEqual(["free", []]);
    },
    "R24 a member who makes others move switches on neither their microphone nor their camera": async (
      stage,
    ) => {
      const me = await started(stage);
      await me.comes(ANNA);
      await me.hear(groupInvite(CARA, { mediaType: "video" }));
      await me.linkUp(CARA);
      expect(me.roomContext()).toMatchObject({ roomID: SMALLER_ROOM, microphone: false, camera: false });
    },
    "R24 of two calls that just start, the one that survives keeps the microphone on": async (stage) => {
      const me = await started(stage);
      await me.hear(groupInvite(CARA, { mediaType: "video" }));
      await me.linkUp(CARA);
      expect(me.roomContext()).toMatchObject({ roomID: SMALLER_ROOM, microphone: true, camera: false });
    },
    "R24 in the smaller room it invites who calls for the larger one": async (stage) => {
      const me = await accepted(stage);
      await me.hear(groupInvite(CARA, { roomID: LARGER_ROOM }), groupInvite(CARA, { roomID: LARGER_ROOM }));
      expect([me.is, me.sent()]).toEqual(["connected", ["accept to Anna", "invite to Cara"]]);
      expect(me.lastInvitation(CARA).roomID).toBe(SMALLER_ROOM);
    },
    "R3 R24 a late copy of the invitation to this room rings nobody": async (stage) => {
      const me = await accepted(stage);
      await me.goes(ANNA);
      await me.hear(groupInvite());
      expect([me.is, me.people, me.sent()]).toEqual([
        "connected",
        { Anna: "left", Ben: "ringing" },
        ["accept to Anna"],
      ]);
    },
    "11-46 R24 an invitation from outside the group does not move the call, and the sender is not invited":
      async (stage) => {
        const me = await started(stage);
        await me.hear(groupInvite(STRANGER));
        await me.hear(groupInvite(STRANGER, { roomID: LARGER_ROOM }));
        expect([me.is, me.sent()]).toEqual(["calling", ["invite to Anna", "invite to Ben"]]);
        expect(me.call.context.invitation.roomID).toBe(MY_ROOM);
      },
    "R24 a ring for another room of the group waits": async (stage) => {
      const me = await rung(stage);
      await me.hear(groupInvite(BEN, { roomID: "0".repeat(32) }));
      expect([me.is, me.sent()]).toEqual(["ringing", []]);
      expect(me.call.context.invitation.roomID).toBe(SMALLER_ROOM);
    },
    "R27 the same inviter calls again: the new room rings": async (stage) => {
      const me = await rung(stage);
      await me.hear(groupInvite(ANNA, { roomID: LARGER_ROOM }, NOON + 1));
      expect([me.is, me.sent()]).toEqual(["ringing", []]);
      expect(me.call.context.invitation.roomID).toBe(LARGER_ROOM);
      await me.hear(groupInvite());
      expect(me.call.context.invitation.roomID).toBe(LARGER_ROOM);
      await me.press({ type: "user.accept" });
      await me.linkUp(ANNA);
      await me.hear(groupInvite());
      expect([me.is, me.call.context.invitation.roomID]).toEqual(["connected", LARGER_ROOM]);
    },
    "11-45 R28 leaves the call when removed from the group": async (stage) => {
      const me = await accepted(stage);
      await stage.act(() => stage.ports.emit.groups({ type: "im.groupLeft", groupID: "another" }));
      expect(me.is).toBe("connected");
      await stage.act(() => stage.ports.emit.groups({ type: "im.groupLeft", groupID: TEAM }));
      expect([me.is, stage.ports.held.rooms, me.sent().at(-1)]).toEqual(["free", [], "hungup to Anna"]);
      // The page in front may be another one than the group's chat.
      expect(me.toasts).toEqual(["callOver"]);
    },
    "R28 a call that was started from outside the group ends, and stops ringing the others": async (
      stage,
    ) => {
      stage.ports.hold("im.lookUpGroup");
      const me = await started(stage);
      await stage.act(() => stage.ports.resolve("im.lookUpGroup", { group: aGroup(), me: null }));
      expect([me.is, me.sent().slice(2)]).toEqual(["free", ["cancel to Anna", "cancel to Ben"]]);
    },
    "11-40 R28 an invited user who is not in the group any more is not shown as declined": async (stage) => {
      const me = await started(stage);
      await me.hear(aReject({ ...answerOf(me, ANNA), isOutside: true }));
      expect(me.people).toEqual({ Anna: "outside", Ben: "ringing" });
      expect(me.sent()).toContain("cancel to Anna");
    },
    "11-40 R28 a user who is removed from the group tells the inviter why it stops ringing": async (
      stage,
    ) => {
      const me = await rung(stage);
      await stage.act(() => stage.ports.emit.groups({ type: "im.groupLeft", groupID: TEAM }));
      expect(stage.ports.sent("im.sendSignal").map(({ signal }) => signal)).toMatchObject([
        { kind: "reject", isOutside: true },
      ]);
      expect(me.toasts).toEqual(["callOver"]);
    },
    "R28 a dismissed group ends the ring with a reject": async (stage) => {
      const me = await rung(stage);
      await stage.act(() => stage.ports.emit.groups({ type: "im.groupDismissed", groupID: TEAM }));
      expect([me.is, me.sent()]).toEqual(["free", ["reject to Anna"]]);
    },
    "11-46 R28 an inviter outside the group, and a group this user is not in, do not ring": async (stage) => {
      const me = team(stage);
      await me.hear(groupInvite(STRANGER));
      await me.hear(groupInvite(STRANGER));
      expect([me.is, me.sent(), stage.ports.sent("im.loadMembersByID").length]).toEqual(["free", [], 1]);
      await me.hear(groupInvite(ANNA, { groupID: "another" }));
      expect([me.is, me.sent()]).toEqual(["free", []]);
    },
    "R32 a cancel after the accept ends the call only if nobody is in": async (stage) => {
      const me = await rung(stage);
      stage.ports.hold("media.requestAccess");
      await me.press({ type: "user.accept" });
      await me.hear(aCancel(anna()));
      await stage.act(() => stage.ports.resolve("media.requestAccess"));
      await me.linkUp(BEN);
      expect(me.is).toBe("connected");
      await me.press({ type: "user.hangUp" });
      await me.hear(groupInvite(ANNA, { extra: { initiateTime: NOON + 1 } }));
      await me.press({ type: "user.accept" });
      await me.hear(aHungup(anna()));
      await stage.act(() => stage.ports.resolve("media.requestAccess"));
      await me.linkUp();
      expect([me.is, me.toasts]).toEqual(["free", []]);
    },
    "R10 a device that accepted gives way to the one that is named, until it is in the room": async (
      stage,
    ) => {
      const me = await rung(stage);
      stage.ports.hold("media.requestAccess");
      await me.press({ type: "user.accept" });
      await me.hear(aCancel({ ...anna(), acceptedBy: MY_ROOM }));
      expect(me.is).toBe("busy");
      await me.hear(aCancel({ ...anna(), acceptedBy: "tablet" }));
      expect([me.is, me.toasts]).toEqual(["free", ["callAnsweredElsewhere"]]);
    },
    "R10 a second device in the room ends the call here, and the accept stands": async (stage) => {
      const me = await accepted(stage);
      await me.hear(aCancel({ ...anna(), acceptedBy: "tablet" }));
      expect(me.is).toBe("connected");
      await me.room({ type: "room.closed", cause: "duplicate" });
      expect([me.is, me.sent(), me.toasts]).toEqual(["free", ["accept to Anna"], ["callAnsweredElsewhere"]]);
    },
    "R10 a second device of the starter in the room cancels the rings of the first": async (stage) => {
      const me = await started(stage);
      await me.room({ type: "room.closed", cause: "duplicate" });
      expect([me.is, me.sent().slice(2)]).toEqual(["free", ["cancel to Anna", "cancel to Ben"]]);
    },
    "R13 an accept that did not reach the server is sent again a second later, and when the connection is back":
      async (stage) => {
        const me = await rung(stage);
        stage.ports.hold("im.sendSignal");
        await me.press({ type: "user.accept" });
        const fails = () => stage.act(() => stage.ports.reject("im.sendSignal", "network"));
        const isBack = () => stage.act(() => stage.ports.emit.connection({ type: "im.connected" }));
        await fails();
        expect([me.is, me.sent().length, me.toasts]).toEqual(["busy", 1, []]);
        await me.wait(1000);
        expect(me.sent().length).toBe(2);
        await isBack();
        expect(me.sent().length).toBe(3);
        await fails();
        await me.wait(1000);
        expect(me.sent()).toEqual(Array.from({ length: 4 }, () => "accept to Anna"));
        await stage.act(() => stage.ports.resolve("im.sendSignal"));
        await me.linkUp(ANNA);
        expect(me.is).toBe("connected");
      },
    "R13 gives an accept up when the ring is over, and says so": async (stage) => {
      const me = await rung(stage);
      stage.ports.hold("im.sendSignal");
      await me.wait(28_500);
      await me.press({ type: "user.accept" });
      for (const _ of [1, 2]) {
        await stage.act(() => stage.ports.reject("im.sendSignal", "timeout"));
        expect([me.is, me.toasts]).toEqual(["busy", []]);
        await me.wait(1000);
      }
      await stage.act(() => stage.ports.reject("im.sendSignal", "timeout"));
      expect([me.is, me.toasts, me.sent().at(-1)]).toEqual(["free", ["callFailed"], "hungup to Anna"]);
    },
    "R16 a room that is not reached ends the call": async (stage) => {
      const me = await rung(stage);
      await me.press({ type: "user.accept" });
      await me.wait(15_000);
      expect([me.is, me.toasts, me.sent().at(-1)]).toEqual(["free", ["callFailed"], "hungup to Anna"]);
    },
    "R13 an accept that the server refuses, and access that is refused, end the call": async (stage) => {
      const me = await rung(stage);
      stage.ports.hold("im.sendSignal", "media.requestAccess");
      await me.press({ type: "user.accept" });
      await stage.act(() => stage.ports.reject("im.sendSignal", "blockedByPeer"));
      expect([me.is, me.toasts]).toEqual(["free", ["callFailed"]]);
      await me.toManager({ type: "user.callGroup", group: GROUP, people: [cara], mediaType: "voice" });
      await stage.act(() => stage.ports.reject("media.requestAccess", "network"));
      expect([me.is, me.toasts]).toEqual(["free", ["callFailed", "rtc.invitationFailed"]]);
    },
    "R17 a lost connection ends the call": async (stage) => {
      const me = await accepted(stage);
      await me.room({ type: "room.closed", cause: "lost" });
      expect([me.is, me.toasts]).toEqual(["free", ["callLost"]]);
    },
    "R5 a late accept after the call is answered once": async (stage) => {
      const me = await started(stage);
      const late = anAccept(answerOf(me, ANNA));
      await me.press({ type: "user.hangUp" });
      await me.hear(late, late);
      expect(me.sent().filter((one) => one.startsWith("hungup"))).toEqual(["hungup to Anna"]);
    },
    "R20 a closing page cancels every ring": async (stage) => {
      const me = await started(stage);
      await stage.act(() => stage.ports.closePage());
      expect(me.sent().slice(2)).toEqual(["cancel to Anna", "cancel to Ben"]);
    },
    "R20 a page that closes after the call says nothing": async (stage) => {
      const me = await accepted(stage);
      await me.press({ type: "user.hangUp" });
      const count = me.sent().length;
      await stage.act(() => stage.ports.closePage());
      expect([me.is, me.sent().length]).toEqual(["free", count]);
    },
    "11-40 a late join by the row rings no member and writes no notice": async (stage) => {
      const me = team(stage);
      const join = joinOf(LARGER_ROOM);
      await me.toManager(join);
      await me.linkUp(CARA, BEN);
      expect([me.is, me.people]).toEqual(["connected", { Cara: "joined", Ben: "joined" }]);
      expect([me.sent(), me.notices]).toEqual([[], []]);
      await me.toManager({ type: "user.minimise" });
      await me.toManager({ ...join, roomID: SMALLER_ROOM });
      expect([me.manager.hasTag("minimised"), me.toasts]).toEqual([true, ["alreadyInCall"]]);
      await me.toManager(join);
      expect(me.manager.value.engaged.window).toBe("full");
    },
    "11-40 the group's own call comes to the front, and a call to another group is refused": async (
      stage,
    ) => {
      const me = await accepted(stage);
      await me.toManager({ type: "user.minimise" });
      const call = { type: "user.callGroup", people: [cara], mediaType: "voice" };
      await me.toManager({ ...call, group: { ...GROUP, groupID: "another" } });
      expect([me.manager.hasTag("minimised"), me.toasts]).toEqual([true, ["alreadyInCall"]]);
      await me.toManager({ ...call, group: GROUP });
      expect(me.manager.value.engaged.window).toBe("full");
    },
    "11-40 the row of a call that this user left does not show the single call after it": async (stage) => {
      const me = team(stage);
      await me.toManager(joinOf(LARGER_ROOM));
      await me.linkUp(CARA);
      await me.press({ type: "user.hangUp" });
      await me.toManager({ type: "user.call", participant: ben, mediaType: "voice" });
      await me.toManager({ type: "user.minimise" });
      await me.toManager(joinOf(LARGER_ROOM));
      expect([me.is, me.manager.hasTag("minimised"), me.toasts]).toEqual(["single", true, ["alreadyInCall"]]);
    },
    "11-40 a call that is joined by its row keeps the camera off, and ends soon if no member is in it":
      async (stage) => {
        const me = team(stage);
        await me.toManager({ ...joinOf(LARGER_ROOM), mediaType: "video" });
        await me.linkUp();
        expect(me.roomContext()).toMatchObject({ camera: false });
        await me.wait(9999);
        expect(me.is).toBe("calling");
        await me.wait(1);
        expect([me.is, me.notices.map(({ notice }) => notice.state), me.toasts]).toEqual([
          "free",
          ["over"],
          ["callOver"],
        ]);
      },
    "11-40 a user who finds no member may start the call again": async (stage) => {
      const me = team(stage);
      await me.toManager(joinOf(LARGER_ROOM));
      await me.linkUp();
      await me.press({ type: "user.invite", people: [ben] });
      await me.wait(30_000);
      await me.wait(60_000);
      expect([me.is, [...new Set(me.sent())], me.toasts]).toEqual([
        "free",
        ["invite to Ben", "cancel to Ben"],
        ["callNoAnswer"],
      ]);
    },
    "11-40 a new member's name comes from the group": async (stage) => {
      const me = await accepted(stage);
      await me.comes(CARA);
      await me.comes(STRANGER);
      const names = me.call.context.people.map(({ user }: { user: { nickname: string } }) => user.nickname);
      expect(names).toEqual(["Anna", "Ben", "Cara", STRANGER]);
    },
    "11-40 a name that could not be loaded comes after a pause": async (stage) => {
      const me = await accepted(stage);
      const namesNow = () =>
        me.call.context.people.map(({ user }: { user: { nickname: string } }) => user.nickname);
      stage.ports.hold("im.loadMembersByID");
      await me.comes(CARA);
      await stage.act(() => stage.ports.reject("im.loadMembersByID", "network"));
      expect(namesNow()).toEqual(["Anna", "Ben", ""]);
      stage.ports.answer("im.loadMembersByID", () => [aMember({ userID: CARA, nickname: "Cara" })]);
      await me.wait(5000);
      expect(namesNow()).toEqual(["Anna", "Ben", "Cara"]);
    },
    "11-40 a member may invite more, at most fifteen at a time": async (stage) => {
      const me = await accepted(stage);
      const many = Array.from({ length: 20 }, (_, index) => ({
        userInfo: { ...cara.userInfo, userID: `u${index}` },
      }));
      await me.press({ type: "user.invite", people: many });
      expect(me.sent().filter((one) => one.startsWith("invite"))).toHaveLength(15);
      await me.press({ type: "user.invite", people: [cara] });
      expect(me.sent().filter((one) => one.startsWith("invite"))).toHaveLength(15);
    },
    "4-113 keeps the chosen audio output": async (stage) => {
      const me = await accepted(stage);
      await stage.act(() =>
        me
          .part("groupCall", "groupRoom", "mediaSession")
          ?.send({ type: "user.chooseOutput", outputID: "headset" }),
      );
      expect(me.manager.context.outputID).toBe("headset");
    },
  },
};
