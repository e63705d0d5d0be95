/** The race rules R1 to R22 in the whole app: one test for each rule and side. */
import { afterEach, describe, expect, it } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import { aCancel, aHungup, anAccept, anInvite, aReject, aRoomMember } from "../../fakes/signals.ts";
import { ANNA, aBlack, BEN, NOON } from "../../fakes/world.ts";
import { childOf } from "../../paths/stage.ts";
import { arrive, closeAll, openDevice, type Person, ringing } from "./stage.ts";

afterEach(closeAll);

/** The invitations the user sent, with the remaining ring time of each. */
const invitationsOf = ({ ports }: Person) =>
  ports
    .sent("im.sendSignal")
    .flatMap(({ signal: { kind, invitation } }) => (kind === "invite" ? [invitation] : []));
/** Waits second by second, so that each signal can be answered before the next second. */
const waitSeconds = async (me: Person, seconds: number) => {
  for (let second = 0; second < seconds; second += 1) await me.wait(1000);
};
const isOnline = (me: Person, userID = ANNA) =>
  me.stage.act(() => me.ports.emit.presence({ type: "im.presence", userID, isOnline: true }));

/** Room ids that sort after and before every room id the user creates. */
const LARGER = "f".repeat(32);
const SMALLER = "0".repeat(32);
const BENS = anInvite({ from: BEN, invitation: { roomID: LARGER, inviterUserID: BEN } });

const about = (me: Person) => ({ invitation: me.invitation });

/** The user called Anna and both are connected. */
async function talking(): Promise<Person> {
  const me = await ringing();
  await me.hear(anAccept(about(me)));
  await arrive(me);
  return me;
}

/** Anna called the user and both are connected. */
async function talkingToCaller(): Promise<Person> {
  const me = await openDevice();
  await me.hear(anInvite());
  await me.accept();
  await me.reach(aRoomMember());
  return me;
}

describe("signal ownership", () => {
  it.each([
    ["another room", ANNA, LARGER],
    ["another user", BEN, null],
  ])("R1 4-98 4-101 ignores signals about this call from %s", async (_, from, room) => {
    const me = await ringing();
    const envelope = { from, invitation: { ...me.invitation, roomID: room ?? me.invitation.roomID } };
    await me.hear(anAccept(envelope), aReject(envelope), aCancel(envelope), aHungup(envelope));
    expect(me.call).toEqual({ inRoom: { calling: { waiting: "settled" } } });
    expect(me.said).toEqual(["invite"]);
  });

  it("R1 drops an invitation whose inviter is not its sender and logs one line", async () => {
    const me = await openDevice();
    await me.hear(anInvite({ from: BEN }));
    expect(me.line).toBe("free");
    expect(me.logged).toEqual(["callManager: dropped signal.invite"]);
  });

  it("R2 rings for an invitation with three seconds left, and not with less", async () => {
    const late = await openDevice();
    await late.hear(anInvite({ sentAt: NOON - 27_001 }));
    expect(late.line).toBe("free");
    const justInTime = await openDevice();
    await justInTime.hear(anInvite({ sentAt: NOON - 27_000 }));
    expect(justInTime.line).toBe("incoming");
  });

  it("R2 0-08 stops ringing five seconds after the remaining ring time", async () => {
    const me = await openDevice();
    await me.hear(anInvite({ sentAt: NOON - 20_000 }));
    await me.wait(14_999);
    expect(me.ports.held.ringing).toEqual(["ringtone"]);
    await me.wait(1);
    expect(me.ports.held.ringing).toEqual([]);
    expect(me.said).toEqual([]);
  });

  it.each([
    ["a minute ahead", NOON + 60_000],
    ["hours behind", NOON - 7_200_000],
  ])("R2 ignores a sender clock that is %s", async (_, sentAt) => {
    const me = await openDevice();
    await me.hear(anInvite({ sentAt }));
    await me.wait(34_999);
    expect(me.line).toBe("incoming");
    await me.wait(1);
    expect(me.line).toBe("free");
  });

  it("R3 does not restart the ring timer for a second invitation into the same room", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    await me.wait(20_000);
    await me.hear(anInvite({ sentAt: NOON + 20_000 }));
    await me.wait(15_000);
    expect(me.line).toBe("free");
    expect(me.said).toEqual([]);
  });

  it("R3 R2 repeats the invitation in growing pauses with the remaining time", async () => {
    const me = await ringing();
    const times: number[] = [];
    for (let second = 1; second < 30; second += 1) {
      const before = invitationsOf(me).length;
      await me.wait(1000);
      if (invitationsOf(me).length > before) times.push(second);
    }
    expect(times).toEqual([1, 3, 7, 15, 23]);
    const [first, ...repeats] = invitationsOf(me);
    expect(repeats).toEqual([29, 27, 23, 15, 7].map((timeout) => ({ ...first, timeout })));
    expect(me.saidTo).toEqual([]);
    await me.wait(1000);
    expect(me.said.at(-1)).toBe("cancel");
    await waitSeconds(me, 30);
    expect(me.said.at(-1)).toBe("cancel");
  });

  it("R3 restarts the pauses only when the peer comes online", async () => {
    const me = await ringing();
    await waitSeconds(me, 16);
    const before = invitationsOf(me).length;
    await isOnline(me, BEN);
    await me.stage.act(() => me.ports.emit.presence({ type: "im.presence", userID: ANNA, isOnline: false }));
    await me.wait(1000);
    expect(invitationsOf(me)).toHaveLength(before);
    await isOnline(me);
    await me.wait(1000);
    expect(invitationsOf(me)).toHaveLength(before + 1);
    expect(invitationsOf(me).at(-1)?.timeout).toBe(12);
  });

  it("R3 R13 keeps the call when a repeated invitation fails", async () => {
    const me = await ringing();
    me.ports.answer("im.sendSignal", () => {
      throw new Failure("network");
    });
    await waitSeconds(me, 4);
    expect(me.line).toBe("calling");
    expect(me.toasts).toEqual([]);
  });

  it.each([
    ["is accepted", (me: Person) => me.hear(anAccept(about(me)))],
    ["is declined", (me: Person) => me.hear(aReject(about(me)))],
    ["meets a busy line", (me: Person) => me.hear(aReject({ ...about(me), isBusy: true }))],
    ["is cancelled", (me: Person) => me.hangUp()],
  ])("R3 4-71 does not repeat an invitation that %s", async (_, end) => {
    const me = await ringing();
    await waitSeconds(me, 2);
    await end(me);
    const before = invitationsOf(me).length;
    await isOnline(me);
    await waitSeconds(me, 30);
    expect(invitationsOf(me)).toHaveLength(before);
  });

  it("R2 R3 0-08 stops ringing at the original end of the call when only a repeat arrived", async () => {
    const me = await openDevice();
    await me.hear(anInvite({ sentAt: NOON, invitation: { timeout: 15 } }));
    await me.wait(19_999);
    expect(me.ports.held.ringing).toEqual(["ringtone"]);
    await me.wait(1);
    expect(me.ports.held.ringing).toEqual([]);
    expect(me.records).toHaveLength(1);
    await me.hear(anInvite({ sentAt: NOON + 20_000, invitation: { timeout: 7 } }));
    expect(me.line).toBe("free");
    expect(me.records).toHaveLength(1);
  });

  it("R4 R6 rejects a repeated invitation again, because the caller may not know that this user declined or is busy", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    await me.hangUp();
    await me.hear(anInvite({ sentAt: NOON + 1000, invitation: { timeout: 29 } }));
    expect(me.line).toBe("free");
    await me.hear(anInvite({ invitation: { roomID: SMALLER } }), BENS);
    await me.hear({ ...BENS, sentAt: NOON + 1000 });
    expect(me.line).toBe("incoming");
    expect(me.said).toEqual(["reject", "reject", "reject (busy)", "reject (busy)"]);
  });

  it("R4 says nothing to an invitation that is too old, or to a call that this user did not reject", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    await me.hangUp();
    await me.hear(anInvite({ sentAt: NOON - 27_001 }), aCancel({ invitation: { roomID: SMALLER } }));
    await me.hear(anInvite({ invitation: { roomID: SMALLER } }));
    expect(me.line).toBe("free");
    expect(me.said).toEqual(["reject"]);
  });

  it.each([aReject, aCancel, aHungup])(
    "R4 never rings for an invitation that arrives after its end: %o",
    async (make) => {
      const me = await openDevice();
      await me.hear(make(), anInvite());
      expect(me.line).toBe("free");
      await me.hear(anInvite({ invitation: { roomID: LARGER } }));
      expect(me.line).toBe("incoming");
    },
  );

  it("R4 remembers an ended call for two minutes", async () => {
    const me = await openDevice();
    await me.hear(aCancel());
    await me.wait(119_999);
    await me.hear(anInvite({ sentAt: NOON + 119_999 }));
    expect(me.line).toBe("free");
    await me.wait(1);
    await me.hear(anInvite({ sentAt: NOON + 120_000 }));
    expect(me.line).toBe("incoming");
  });

  it("R5 answers a late accept once", async () => {
    const me = await ringing();
    const late = anAccept(about(me));
    await me.wait(30_000);
    const before = me.said;
    expect(before.at(-1)).toBe("cancel");
    await me.hear(late, late);
    expect(me.said).toEqual([...before, "hungup"]);
    await me.hear(aHungup({ invitation: late.invitation }), late);
    expect(me.said).toEqual([...before, "hungup"]);
  });
});

describe("two calls", () => {
  it.each([
    ["rings here", async () => openDevice().then((me) => me.hear(anInvite()).then(() => me))],
    ["rings at the peer", () => ringing()],
    ["is connected", talking],
  ])("R6 4-87 sends busy to a user who calls while a call %s", async (_, begin) => {
    const me = await begin();
    const [line, rings] = [me.line, me.ports.held.ringing];
    await me.hear(BENS);
    expect(me.saidTo).toEqual([BEN]);
    expect(me.said.at(-1)).toBe("reject (busy)");
    expect([me.line, me.ports.held.ringing]).toEqual([line, rings]);
  });

  it("R6 R22 4-87 sends busy to each call of the same user, and again after this user's call", async () => {
    const me = await talking();
    const bens = ["6", "7"].map((digit) =>
      anInvite({ from: BEN, invitation: { roomID: digit.repeat(32), inviterUserID: BEN } }),
    );
    await me.hear(...bens);
    expect(me.saidTo).toEqual([BEN, BEN]);
    const answers = me.ports.sent("im.sendSignal").slice(-2);
    expect(answers.map(({ signal }) => signal)).toEqual(
      bens.map(({ invitation }) => ({ kind: "reject", isBusy: true, invitation })),
    );
    await me.hangUp();
    await me.hear(...bens);
    expect(me.line).toBe("free");
    expect(me.saidTo.filter((to) => to === BEN)).toHaveLength(4);
  });

  it("R6 shows a toast and writes a record when the peer is busy", async () => {
    const me = await ringing();
    await me.hear(aReject({ ...about(me), isBusy: true }));
    expect(me.toasts).toEqual([{ tone: "info", key: "callBusy" }]);
    expect(me.records).toMatchObject([{ result: "busy", durationSeconds: 0 }]);
  });

  it("R7 4-88 keeps the smaller room when two calls cross: the user's own", async () => {
    const me = await ringing();
    await me.hear(anInvite({ invitation: { roomID: LARGER } }));
    expect(me.call).toEqual({ inRoom: { calling: { waiting: "settled" } } });
    expect(me.said).toEqual(["invite"]);
    await me.hear(anAccept(about(me)));
    expect(me.line).toBe("talking");
  });

  it.each([
    ["voice", "video", false],
    ["video", "voice", false],
    ["video", "video", true],
  ] as const)(
    "R7 4-88 keeps the smaller room when two calls cross: Anna's, with the camera on only if the user chose video (%s, %s)",
    async (mine, hers, camera) => {
      const me = await ringing(mine);
      await me.hear(anInvite({ invitation: { roomID: SMALLER, mediaType: hers } }));
      expect(me.said).toEqual(["invite", "cancel", "accept"]);
      expect(me.ports.held.rooms).toEqual([SMALLER]);
      await me.reach(aRoomMember());
      const isOn = (device: string) => me.roomPart(device)?.getSnapshot().context.isWanted;
      expect([isOn("microphone"), isOn("camera")]).toEqual([true, camera]);
      expect(me.ports.held.ringing).toEqual([]);
      expect([me.records, me.toasts]).toEqual([[], []]);
    },
  );

  it("R8 ends the old call silently and rings when the peer calls again", async () => {
    const me = await talkingToCaller();
    await me.hear(anInvite({ sentAt: NOON + 1, invitation: { roomID: LARGER } }));
    expect(me.call).toBe("ringing");
    expect(me.ports.held).toMatchObject({ rooms: [], ringing: ["ringtone"], awake: 0 });
    expect([me.said, me.toasts]).toEqual([["accept"], []]);
    expect(me.part()?.getSnapshot().value.engaged.window).toEqual({ aside: "unchosen" });
  });

  it("R8 ends the old call and rings when the peer calls again, also if the user was the caller", async () => {
    const me = await talking();
    await me.hear(anInvite({ sentAt: NOON + 1, invitation: { roomID: SMALLER } }));
    expect(me.call).toBe("ringing");
    expect(me.ports.held).toMatchObject({ rooms: [], ringing: ["ringtone"] });
    expect(me.said).toEqual(["invite"]);
  });

  it.each([
    ["I called", talking],
    ["Anna called", talkingToCaller],
  ])("R8 ignores an invitation sent before Anna's last signal about this call (%s)", async (_, begin) => {
    const me = await begin();
    await me.hear(anInvite({ sentAt: NOON - 1, invitation: { roomID: LARGER } }));
    expect(me.talk).toEqual({ talking: "together" });
  });

  it("R8 keeps the time of the newest signal when an older one arrives late", async () => {
    const me = await ringing();
    await me.hear(anAccept({ ...about(me), sentAt: NOON + 5000 }));
    await arrive(me);
    await me.hear(anAccept({ ...about(me), deviceID: "b".repeat(32), sentAt: NOON + 1000 }));
    await me.hear(anInvite({ sentAt: NOON + 3000, invitation: { roomID: LARGER } }));
    expect(me.talk).toEqual({ talking: "together" });
    expect(me.ports.held.ringing).toEqual([]);
  });
});

describe("accept, reject and cancel crossing", () => {
  it("R9 4-96 ends a call on cancel while it rings, is being accepted or is joining", async () => {
    const me = await openDevice((ports) => ports.hold("media.requestAccess"));
    await me.hear(anInvite(), aCancel());
    expect(me.line).toBe("free");
    await me.hear(anInvite({ invitation: { roomID: LARGER } }));
    await me.accept();
    await me.hear(aCancel({ invitation: { roomID: LARGER } }));
    expect(me.line).toBe("free");
    await me.hear(anInvite({ invitation: { roomID: SMALLER } }));
    await me.accept();
    await me.stage.act(() => me.ports.resolve("media.requestAccess"));
    expect(me.ports.held.rooms).toEqual([SMALLER]);
    await me.hear(aCancel({ invitation: { roomID: SMALLER } }));
    expect(me.line).toBe("free");
    expect(me.ports.held.rooms).toEqual([]);
  });

  it("R9 4-97 ignores a cancel after the call is connected", async () => {
    const me = await talkingToCaller();
    await me.hear(aCancel());
    expect(me.talk).toEqual({ talking: "together" });
    await me.hear(aHungup());
    expect(me.line).toBe("free");
  });

  it("R10 sends one cancel that names the first accepting device, after it joins the room", async () => {
    const me = await ringing();
    await me.hear(
      anAccept({ ...about(me), deviceID: "phone" }),
      anAccept({ ...about(me), deviceID: "tablet" }),
    );
    expect(me.said).toEqual(["invite"]);
    await arrive(me);
    await me.room({ type: "room.memberLeft", userID: ANNA, isDropped: true });
    await arrive(me);
    expect(me.said).toEqual(["invite", "cancel (taken)"]);
    expect(me.ports.sent("im.sendSignal")[1]?.signal).toMatchObject({ acceptedBy: "phone" });
  });

  it("R10 names a device that accepted while the room was reconnecting", async () => {
    const me = await ringing();
    await me.room({ type: "room.reconnecting" });
    await me.hear(anAccept({ ...about(me), deviceID: "phone" }));
    await me.room({ type: "room.reconnected", members: [aRoomMember()] });
    expect(me.said).toEqual(["invite", "cancel (taken)"]);
  });

  it("R10 4-89 stops ringing with a toast when the call was accepted on another device", async () => {
    const me = await openDevice();
    await me.hear(anInvite(), aCancel({ acceptedBy: "another device" }));
    expect(me.line).toBe("free");
    expect(me.ports.held.ringing).toEqual([]);
    expect(me.toasts).toEqual([{ tone: "info", key: "callAnsweredElsewhere" }]);
    expect(me.said).toEqual([]);
  });

  it("R10 keeps the call on the device that is named as accepting", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    await me.accept();
    const [accept] = me.ports.sent("im.sendSignal");
    const deviceID = accept?.signal.kind === "accept" ? accept.signal.deviceID : null;
    await me.hear(aCancel({ acceptedBy: deviceID }));
    await me.reach(aRoomMember());
    expect(me.talk).toEqual({ talking: "together" });
  });

  it("R10 keeps the call on the named device while it waits for the token", async () => {
    const me = await openDevice((ports) => ports.hold("media.requestAccess"));
    await me.hear(anInvite());
    await me.accept();
    const [accept] = me.ports.sent("im.sendSignal");
    const deviceID = accept?.signal.kind === "accept" ? accept.signal.deviceID : null;
    await me.hear(aCancel({ acceptedBy: deviceID }));
    await me.stage.act(() => me.ports.resolve("media.requestAccess"));
    await me.reach(aRoomMember());
    expect(me.talk).toEqual({ talking: "together" });
  });

  it("R10 sends no signal when the media server removes a duplicate device of the user", async () => {
    const me = await talkingToCaller();
    await me.room({ type: "room.closed", cause: "duplicate" });
    expect(me.line).toBe("free");
    expect([me.said, me.toasts]).toEqual([["accept"], [{ tone: "info", key: "callAnsweredElsewhere" }]]);
  });

  it("R11 4-94 ends the call at the first reject and cancels the other devices", async () => {
    const me = await ringing();
    await me.hear(aReject(about(me)));
    expect(me.line).toBe("free");
    expect(me.said).toEqual(["invite", "cancel"]);
    expect(me.toasts).toEqual([{ tone: "info", key: "callDeclined" }]);
    expect(me.records).toMatchObject([{ result: "declined" }]);
  });

  it("R11 6-09 declines a ringing call when its caller is blocked, perhaps on another device", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    await me.stage.act(() => me.ports.emit.contacts({ type: "im.blackChanged", person: aBlack() }));
    expect([me.call, me.said]).toEqual(["ringing", []]);
    const person = aBlack({ userID: ANNA });
    await me.stage.act(() => me.ports.emit.contacts({ type: "im.blackChanged", person }));
    expect([me.line, me.said, me.toasts, me.ports.held.ringing]).toEqual(["free", ["reject"], [], []]);
  });

  it("R12 0-06 4-70 cancels and closes an unanswered call with a toast", async () => {
    const me = await ringing();
    await me.wait(29_999);
    expect(me.line).toBe("calling");
    await me.wait(1);
    expect(me.line).toBe("free");
    expect(me.said.filter((kind) => kind !== "invite")).toEqual(["cancel"]);
    expect(me.saidTo).toEqual([]);
    expect(me.toasts).toEqual([{ tone: "info", key: "callNoAnswer" }]);
    expect(me.records).toMatchObject([{ result: "noAnswer" }]);
    expect(me.ports.held).toMatchObject({ rooms: [], ringing: [] });
  });

  it("R12 0-08 stops ringing at the callee without a signal and writes a missed call record", async () => {
    const me = await openDevice();
    await me.hear(anInvite({ invitation: { timeout: 60 } }));
    await me.wait(64_999);
    expect(me.line).toBe("incoming");
    await me.wait(1);
    expect([me.line, me.said]).toEqual(["free", []]);
    expect(me.records).toMatchObject([{ result: "noAnswer", isByCallee: true }]);
  });

  it("R19 writes one record and sends one hangup when both sides hang up", async () => {
    const me = await talking();
    const theirs = aHungup(about(me));
    await me.hangUp();
    await me.hear(theirs);
    expect(me.said).toEqual(["invite", "hungup"]);
    expect(me.records).toMatchObject([{ result: "completed" }]);
    expect([me.toasts, me.logged]).toEqual([[], []]);
  });
});

describe("failures", () => {
  it("R13 4-73 8-26 ends the call, cancels it and shows a toast when the invitation fails", async () => {
    const me = await openDevice((ports) => ports.hold("im.sendSignal"));
    await me.dial();
    await me.reach();
    await me.stage.act(() => me.ports.reject("im.sendSignal", "blockedByPeer"));
    expect(me.line).toBe("free");
    expect(me.said).toEqual(["invite", "cancel"]);
    expect(me.toasts).toEqual([{ tone: "error", key: "rtc.invitationFailed", failure: "blockedByPeer" }]);
    expect(me.records).toEqual([]);
    expect(me.ports.held).toMatchObject({ rooms: [], ringing: [] });
  });

  it("R13 retries a failed hangup signal once after a second", async () => {
    const me = await talking();
    me.ports.hold("im.sendSignal");
    await me.hangUp();
    expect(me.line).toBe("free");
    await me.stage.act(() => me.ports.reject("im.sendSignal", "network"));
    await me.wait(999);
    expect(me.said).toEqual(["invite", "hungup"]);
    await me.wait(1);
    await me.stage.act(() => me.ports.reject("im.sendSignal", "network"));
    await me.wait(10_000);
    expect(me.said).toEqual(["invite", "hungup", "hungup"]);
  });

  /** Anna's call rings here for 30 s, and was accepted after `after` milliseconds. Each signal waits for the test. */
  async function accepting(after = 0): Promise<Person> {
    const me = await openDevice((ports) => ports.hold("im.sendSignal"));
    await me.hear(anInvite());
    await me.wait(after);
    await me.accept();
    return me;
  }
  const signalFails = (me: Person, failure: "network" | "timeout" | "blockedByPeer") =>
    me.stage.act(() => me.ports.reject("im.sendSignal", failure));
  const isBack = (me: Person) => me.stage.act(() => me.ports.emit.connection({ type: "im.connected" }));

  it("R13 4-80 ends the call and sends a hangup when the server refuses the accept signal", async () => {
    const me = await accepting();
    await signalFails(me, "blockedByPeer");
    expect(me.line).toBe("free");
    expect(me.said).toEqual(["accept", "hungup"]);
    expect(me.ports.wire.some(({ call }) => call === "media.join")).toBe(false);
  });

  it("R13 sends an accept that did not reach the server again a second later", async () => {
    const me = await accepting();
    await me.wait(10_000);
    await signalFails(me, "timeout");
    expect([me.line, me.said, me.toasts]).toEqual(["incoming", ["accept"], []]);
    await me.wait(1000);
    expect(me.said).toEqual(["accept", "accept"]);
    await me.stage.act(() => me.ports.resolve("im.sendSignal"));
    await me.reach(aRoomMember());
    expect(me.talk).toEqual({ talking: "together" });
  });

  it("R13 sends the accept at once when the connection comes back, however long the first try takes", async () => {
    const me = await accepting();
    await me.wait(3000);
    await isBack(me);
    expect(me.said).toEqual(["accept", "accept"]);
    await me.stage.act(() => me.ports.resolve("im.sendSignal"));
    expect(me.ports.held.rooms).toEqual([me.invitation.roomID]);
  });

  it("R13 lets the user hang up while the accept cannot be sent", async () => {
    const me = await accepting();
    await signalFails(me, "network");
    await me.hangUp();
    await isBack(me);
    await me.wait(60_000);
    expect([me.line, me.said, me.toasts]).toEqual(["free", ["accept", "hungup"], []]);
  });

  it.each([
    ["is being sent", async () => {}],
    ["cannot be sent", (me: Person) => signalFails(me, "network")],
    ["was sent", (me: Person) => me.stage.act(() => me.ports.resolve("im.sendSignal"))],
  ])("R9 says that the call is over when the caller cancels while the accept %s", async (_, goOn) => {
    for (const end of [aCancel, aHungup]) {
      const me = await accepting();
      await goOn(me);
      await me.hear(end());
      expect([me.line, me.said, me.records]).toEqual(["free", ["accept"], []]);
      expect(me.toasts).toEqual([{ tone: "info", key: "callOver" }]);
    }
  });

  it("R14 4-81 8-27 tells the inviter and logs the error when there is no token after the accept", async () => {
    const me = await openDevice((ports) => ports.hold("media.requestAccess"));
    await me.hear(anInvite());
    await me.accept();
    await me.stage.act(() => me.ports.reject("media.requestAccess", "network"));
    expect(me.line).toBe("free");
    expect(me.said).toEqual(["accept", "hungup"]);
    expect(me.logged).toEqual(["callee: xstate.error.actor.requestAccess"]);
    expect(me.toasts).toEqual([{ tone: "error", key: "callFailed" }]);
  });

  it("R15 4-92 continues the call without a microphone and lets the user retry", async () => {
    const me = await talking();
    await me.room({ type: "device.failed", source: "microphone", cause: "denied" });
    const microphone = () => me.roomPart("microphone")?.getSnapshot();
    expect(microphone()?.value).toEqual({ unavailable: "denied" });
    expect(me.line).toBe("talking");
    await me.stage.act(() => me.roomPart("microphone")?.send({ type: "user.toggle" }));
    await me.room({ type: "device.on", source: "microphone" });
    expect(microphone()?.value).toBe("on");
    await me.room({ type: "device.lost", source: "microphone" });
    expect(microphone()?.value).toEqual({ unavailable: "missing" });
    expect(microphone()?.context.isWanted).toBe(false);
    expect(me.line).toBe("talking");
  });

  it("R15 takes a microphone that is plugged in during the call", async () => {
    const me = await talking();
    const microphone = () => me.roomPart("microphone")?.getSnapshot();
    await me.room({ type: "device.on", source: "microphone" });
    await me.room({ type: "device.lost", source: "microphone" });
    await me.room({ type: "device.found", source: "microphone" });
    expect(me.commands.at(-1)).toBe("device.set microphone true");
    await me.room({ type: "device.on", source: "microphone" });
    expect(microphone()).toMatchObject({ value: "on", context: { isWanted: true } });
  });

  it("R15 takes a device that the user allows in the browser during the call, and no other", async () => {
    const me = await talking();
    const microphone = () => me.roomPart("microphone")?.getSnapshot();
    await me.room({ type: "device.on", source: "microphone" });
    await me.room({ type: "device.lost", source: "microphone", cause: "denied" });
    expect(microphone()?.value).toEqual({ unavailable: "denied" });
    await me.room({ type: "device.found", source: "microphone" });
    await me.room({ type: "device.allowed", source: "camera" });
    expect(microphone()?.value).toEqual({ unavailable: "denied" });
    await me.room({ type: "device.allowed", source: "microphone" });
    expect(microphone()?.value).toBe("starting");
    expect(me.roomPart("camera")?.getSnapshot().value).toBe("off");
  });

  it("R15 takes no device by itself that the user switched off, or goes on without", async () => {
    const me = await talking();
    const microphone = me.roomPart("microphone");
    await me.room({ type: "device.failed", source: "microphone", cause: "missing" });
    await me.stage.act(() => microphone?.send({ type: "user.hideHint" }));
    expect(microphone?.getSnapshot().value).toBe("off");
    const before = me.commands.length;
    await me.room({ type: "device.found", source: "microphone" });
    await me.room({ type: "device.allowed", source: "microphone" });
    expect(microphone?.getSnapshot().value).toBe("off");
    expect(me.commands).toHaveLength(before);
  });

  it("R15 4-111 keeps the microphone on when switching it off fails, and lets the user retry", async () => {
    const me = await talking();
    await me.room({ type: "device.on", source: "microphone" });
    const microphone = me.roomPart("microphone");
    const toggle = () => me.stage.act(() => microphone?.send({ type: "user.toggle" }));
    await toggle();
    await me.room({ type: "device.failed", source: "microphone", cause: "failed" });
    expect(microphone?.getSnapshot()).toMatchObject({ value: "on", context: { isWanted: true } });
    expect(me.commands.slice(-1)).toEqual(["device.set microphone false"]);
    await toggle();
    await me.room({ type: "device.off", source: "microphone" });
    expect(microphone?.getSnapshot().value).toBe("off");
  });

  it("R15 4-92 reports why a device does not work", async () => {
    const me = await talking();
    for (const [cause, trouble] of [
      ["missing", "missing"],
      ["failed", "failing"],
      ["denied", "denied"],
    ] as const) {
      await me.room({ type: "device.failed", source: "microphone", cause });
      expect(me.roomPart("microphone")?.getSnapshot().value).toEqual({
        unavailable: trouble,
      });
      await me.stage.act(() => me.roomPart("microphone")?.send({ type: "user.toggle" }));
    }
  });

  it("R15 4-92 continues a video call as a voice call without a camera", async () => {
    const me = await ringing("video");
    await me.hear(anAccept(about(me)));
    await arrive(me);
    await me.room({ type: "device.failed", source: "camera", cause: "denied" });
    expect(me.roomPart("camera")?.getSnapshot().value).toEqual({
      unavailable: "denied",
    });
    expect(me.talk).toEqual({ talking: "together" });
  });

  it("R15 tries the front camera after the chosen camera is missing", async () => {
    const me = await ringing("video");
    await me.room({ type: "device.on", source: "camera", facing: "user" });
    const camera = me.roomPart("camera");
    await me.stage.act(() => camera?.send({ type: "user.flip" }));
    await me.room({ type: "device.failed", source: "camera", cause: "missing" });
    await me.stage.act(() => camera?.send({ type: "user.toggle" }));
    expect(me.commands.slice(-2)).toEqual([
      "device.set camera true environment",
      "device.set camera true user",
    ]);
  });

  it("R16 waits seventeen seconds for a peer that accepted, even if the user's own connection drops", async () => {
    const me = await ringing();
    await me.hear(anAccept(about(me)));
    await me.wait(10_000);
    await me.room({ type: "room.reconnecting" });
    await me.wait(1000);
    await me.room({ type: "room.reconnected", members: [] });
    await me.wait(5999);
    expect(me.line).toBe("talking");
    await me.wait(1);
    expect([me.line, me.said.at(-1)]).toEqual(["free", "hungup"]);
    expect(me.records).toMatchObject([{ result: "failed", durationSeconds: 0 }]);
    expect(me.toasts).toEqual([{ tone: "error", key: "callFailed" }]);
  });

  it("R16 ends the caller's call when the room is not reached within fifteen seconds", async () => {
    const me = await openDevice();
    await me.dial();
    await me.wait(14_999);
    expect(me.line).toBe("calling");
    await me.wait(1);
    expect([me.line, me.said, me.records]).toEqual(["free", [], []]);
    expect(me.toasts).toEqual([{ tone: "error", key: "callFailed" }]);
    expect(me.ports.held.rooms).toEqual([]);
  });

  it.each([
    ["the room is connected", (me: Person) => me.reach()],
    ["the room is not connected yet", async () => {}],
  ])(
    "R14 says that the call is over when the peer accepts and hangs up before both meet, and %s",
    async (_, reach) => {
      const me = await openDevice();
      await me.dial();
      await reach(me);
      await me.hear(anAccept(about(me)));
      await me.wait(5000);
      await me.hear(aHungup(about(me)));
      expect([me.line, me.ports.held.rooms]).toEqual(["free", []]);
      expect(me.toasts).toEqual([{ tone: "info", key: "callOver" }]);
      expect(me.records).toMatchObject([{ result: "declined", durationSeconds: 0 }]);
    },
  );

  it.each([
    ["hangs up", {}],
    ["cannot connect", { hasFailed: true }],
  ])(
    "R11 R14 stops the peer's other devices when the one that accepted %s before both meet",
    async (_, how) => {
      for (const reach of [(me: Person) => me.reach(), async () => {}]) {
        const me = await openDevice();
        await me.dial();
        await me.reach();
        await me.room({ type: "room.reconnecting" });
        await reach(me);
        await me.hear(anAccept(about(me)));
        await me.hear(aHungup({ ...about(me), ...how }));
        expect([me.line, me.said]).toEqual(["free", ["invite", "hungup"]]);
        expect(me.ports.sent("im.sendSignal").at(-1)?.to).toBe(ANNA);
      }
    },
  );

  it("R14 R16 records a failed call when the peer accepts and says that the room was not reached", async () => {
    const me = await openDevice();
    await me.dial();
    await me.reach();
    await me.hear(anAccept(about(me)));
    await me.wait(5000);
    await me.hear(aHungup({ ...about(me), hasFailed: true }));
    expect(me.line).toBe("free");
    expect(me.toasts).toEqual([{ tone: "error", key: "callFailed" }]);
    expect(me.records).toMatchObject([{ result: "failed", durationSeconds: 0 }]);
  });

  it("R14 keeps the call when another device of the peer, which had accepted too, says that it failed", async () => {
    const me = await talking();
    await me.hear(aHungup({ ...about(me), hasFailed: true }));
    expect([me.line, me.toasts, me.records]).toEqual(["talking", [], []]);
    await me.hear(aHungup(about(me)));
    expect([me.line, me.records]).toMatchObject(["free", [{ result: "completed" }]]);
  });

  it("R16 R21 records a cancelled call when the user hangs up before the peer joins", async () => {
    const me = await openDevice();
    await me.dial();
    await me.reach();
    await me.hear(anAccept(about(me)));
    await me.wait(5000);
    await me.hangUp();
    expect([me.line, me.said.at(-1), me.toasts]).toEqual(["free", "hungup", []]);
    expect(me.records).toMatchObject([{ result: "cancelled", durationSeconds: 0 }]);
  });

  it("R16 R21 records a failed call when the media server is lost before the peer joins", async () => {
    const me = await openDevice();
    await me.dial();
    await me.reach();
    await me.hear(anAccept(about(me)));
    await me.wait(5000);
    await me.room({ type: "room.closed", cause: "lost" });
    expect([me.line, me.said.at(-1)]).toEqual(["free", "hungup"]);
    expect(me.toasts).toEqual([{ tone: "error", key: "callFailed" }]);
    expect(me.records).toMatchObject([{ result: "failed", durationSeconds: 0 }]);
  });

  it("R16 ends the callee's call after fifteen seconds and tells the inviter", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    await me.accept();
    await me.wait(15_000);
    expect([me.line, me.said]).toEqual(["free", ["accept", "hungup"]]);
  });

  it("R16 ends the call after an accept if the callee does not join the room, two seconds after the callee's limit", async () => {
    const me = await ringing();
    await me.hear(anAccept(about(me)));
    await me.wait(16_999);
    expect(me.said).toEqual(["invite"]);
    await me.wait(1);
    expect([me.line, me.said]).toEqual(["free", ["invite", "hungup"]]);
    expect(me.records).toMatchObject([{ result: "failed", durationSeconds: 0 }]);
  });

  it("R17 4-110 8-28 8-29 shows a lost connection after one second and ends the call after thirty", async () => {
    const me = await talking();
    const link = () => me.roomPart()?.getSnapshot().value.joined.link;
    await me.room({ type: "room.reconnecting" });
    await me.wait(999);
    expect(link()).toEqual({ unstable: "brief" });
    await me.wait(1);
    expect(link()).toEqual({ unstable: "noticeable" });
    await me.wait(28_999);
    expect(me.line).toBe("talking");
    await me.wait(1);
    expect([me.line, me.said]).toEqual(["free", ["invite", "hungup"]]);
    expect(me.toasts).toEqual([{ tone: "error", key: "callLost" }]);
    // The half minute without Anna does not count as talk time (R21).
    expect(me.records).toMatchObject([{ result: "completed", durationSeconds: 0 }]);
  });

  it("R17 4-110 keeps the call after a reconnect, and hangs up while disconnected", async () => {
    const me = await talking();
    await me.room({ type: "room.reconnecting" });
    await me.wait(10_000);
    await me.room({ type: "room.reconnected", members: [aRoomMember()] });
    await me.wait(60_000);
    expect(me.talk).toEqual({ talking: "together" });
    await me.room({ type: "room.reconnecting" });
    await me.hangUp();
    expect([me.line, me.said]).toEqual(["free", ["invite", "hungup"]]);
  });

  it("R21 waits half a minute for a peer that the media server lost", async () => {
    const me = await talkingToCaller();
    await me.room({ type: "room.memberLeft", userID: ANNA, isDropped: true });
    await me.wait(29_999);
    await arrive(me);
    await me.wait(60_000);
    expect(me.talk).toEqual({ talking: "together" });
    await me.room({ type: "room.memberLeft", userID: ANNA, isDropped: true });
    await me.wait(30_000);
    expect([me.line, me.said]).toEqual(["free", ["accept", "hungup"]]);
  });

  it.each([
    ["I called", talking],
    ["Anna called", talkingToCaller],
  ])("R21 ends the call half a minute after the peer's media stops (%s)", async (_, begin) => {
    const me = await begin();
    await me.wait(5000);
    await me.room({ type: "room.memberSilent", userID: ANNA });
    await me.wait(20_000);
    await me.room({ type: "room.memberHeard", userID: ANNA });
    await me.wait(7000);
    await me.room({ type: "room.memberSilent", userID: ANNA });
    await me.wait(12_000);
    // The server also drops Anna: this does not prolong the wait.
    await me.room({ type: "room.memberLeft", userID: ANNA, isDropped: true });
    await me.wait(17_999);
    expect(me.line).not.toBe("free");
    await me.wait(1);
    expect(me.line).toBe("free");
    expect(me.said.at(-1)).toBe("hungup");
    expect(me.toasts).toEqual([{ tone: "error", key: "callLost" }]);
    expect(me.records).toMatchObject([{ result: "completed", durationSeconds: 12 }]);
  });

  it("R21 treats a silent peer that leaves properly as hung up", async () => {
    const me = await talking();
    await me.room({ type: "room.memberSilent", userID: ANNA });
    await me.room({ type: "room.memberLeft", userID: ANNA, isDropped: false });
    await me.wait(3000);
    expect([me.line, me.said, me.toasts]).toEqual(["free", ["invite"], []]);
  });

  it("R21 R12 writes a missed call record when the ring time ends, and none for a cancelled call", async () => {
    const me = await openDevice();
    await me.hear(anInvite(), aCancel());
    await me.hear(anInvite({ invitation: { roomID: LARGER } }));
    await me.wait(35_000);
    expect(me.records).toEqual([
      { roomID: LARGER, mediaType: "voice", result: "noAnswer", durationSeconds: 0, isByCallee: true },
    ]);
  });

  it("R21 R16 writes a record at the callee when the caller leaves before both meet", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    await me.accept();
    await me.reach();
    await me.wait(15_000);
    expect(me.toasts).toEqual([{ tone: "error", key: "callFailed" }]);
    expect(me.records).toMatchObject([{ result: "failed", isByCallee: true }]);
  });

  it("R17 does not prolong the wait when another member leaves", async () => {
    const me = await talkingToCaller();
    await me.room({ type: "room.memberLeft", userID: ANNA, isDropped: true });
    await me.wait(10_000);
    await me.room({ type: "room.memberLeft", userID: BEN, isDropped: false });
    await me.wait(20_000);
    expect(me.line).toBe("free");
  });

  it.each([
    ["I called", talking],
    ["Anna called", talkingToCaller],
  ])(
    "R18 4-99 4-100 ends the call when the peer leaves the room, but not when a third member does (%s)",
    async (_, begin) => {
      const me = await begin();
      const before = me.said;
      await me.room({ type: "room.memberJoined", member: aRoomMember({ userID: BEN }) });
      await me.room({ type: "room.memberLeft", userID: BEN, isDropped: false });
      expect(me.talk).toEqual({ talking: "together" });
      await me.room({ type: "room.memberLeft", userID: ANNA, isDropped: false });
      await me.wait(3000);
      expect([me.line, me.said, me.toasts]).toEqual(["free", before, []]);
    },
  );

  it.each([
    ["I called", talking],
    ["Anna called", talkingToCaller],
  ])("R18 continues the call when the peer is back within three seconds (%s)", async (_, begin) => {
    const me = await begin();
    await me.room({ type: "room.memberLeft", userID: ANNA, isDropped: false });
    await me.wait(2999);
    await arrive(me);
    await me.wait(60_000);
    expect(me.talk).toEqual({ talking: "together" });
    await me.hangUp();
    expect(me.said.at(-1)).toBe("hungup");
  });
});

describe("sign-out and page close", () => {
  const waitingCall = () => ringing();
  const ringingHere = async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    return me;
  };

  it.each([
    ["rings at the peer", "cancel", waitingCall],
    ["rings here", "reject", ringingHere],
    ["is connected", "hungup", talking],
    ["is connected, and that Anna started", "hungup", talkingToCaller],
  ])("R20 4-17 4-102 ends a call that %s with %s on sign-out and on page close", async (_, word, begin) => {
    const signsOut = await begin();
    const before = signsOut.said;
    await signsOut.stage.act(() => childOf(signsOut.stage.app, "session")?.send({ type: "user.signOut" }));
    expect(signsOut.said).toEqual([...before, word]);
    expect(signsOut.ports.held).toMatchObject({ rooms: [], ringing: [], awake: 0 });

    const leaves = await begin();
    await leaves.stage.act(() => leaves.ports.closePage());
    expect(leaves.said).toEqual([...before, word]);
  });

  it("R20 sends the signal before the SDK logs out", async () => {
    const me = await talking();
    await me.stage.act(() => childOf(me.stage.app, "session")?.send({ type: "user.signOut" }));
    const calls = me.ports.wire.map(({ call }) => call);
    expect(calls.lastIndexOf("im.sendSignal")).toBeLessThan(calls.indexOf("im.logout"));
  });

  it("R20 leaves the room when the user is kicked", async () => {
    const me = await talking();
    await me.stage.act(() => me.ports.emit.connection({ type: "im.kicked" }));
    expect(me.ports.held).toMatchObject({ rooms: [], ringing: [], awake: 0 });
  });

  it("R20 sends nothing on page close after the call ended", async () => {
    const me = await talking();
    await me.hangUp();
    const before = me.said;
    await me.stage.act(() => me.ports.closePage());
    expect(me.said).toEqual(before);
  });
});
