import { afterEach, describe, expect, it } from "vitest";
import {
  aCancel,
  aHungup,
  anAccept,
  anInvitation,
  anInvite,
  aReject,
  aRoomMember,
} from "../../fakes/signals.ts";
import { ANNA, aFriend, aWorld, BEN, ME, NOON, singleChatID } from "../../fakes/world.ts";
import { openHeadless } from "../../paths/stage.ts";
import { arrive, closeAll, openDevice, type Person, ringing } from "./stage.ts";

afterEach(closeAll);

const about = (me: Person) => ({ invitation: me.invitation });
const NOTHING_HELD = { rooms: [], ringing: [], awake: 0 };

/** The port calls that start a call, in order. */
function steps({ ports }: Person): string[] {
  const calls = ["media.requestAccess", "media.join", "im.sendSignal"];
  return ports.wire.map(({ call }) => call).filter((call) => calls.includes(call));
}

describe("the ringtone", () => {
  it("4-90 sounds at the callee, and names the caller and the call type until it stops", async () => {
    const me = await openDevice();
    const rings = () => me.ports.wire.filter(({ call }) => call.startsWith("platform.ring"));
    await me.hear(anInvite());
    const input = { kind: "ringtone", title: "Anna", body: "Incoming voice call" };
    expect(rings()).toEqual([{ call: "platform.ring", input }]);
    await me.hear(aCancel());
    expect(rings().at(-1)?.call).toBe("platform.ring.stop");
  });

  it("4-90 is a ring-back at the caller until the peer answers", async () => {
    const me = await ringing();
    const rings = () => me.ports.wire.filter(({ call }) => call.startsWith("platform.ring"));
    expect(rings()).toMatchObject([{ call: "platform.ring", input: { kind: "ringback" } }]);
    await me.hear(anAccept(about(me)));
    expect(rings().at(-1)?.call).toBe("platform.ring.stop");
    expect(me.ports.held.ringing).toEqual([]);
  });
});

describe("the caller", () => {
  it("0-01 4-66 asks for a token for a new room, and invites into that room", async () => {
    const me = await ringing();
    const [access] = me.ports.sent("media.requestAccess");
    expect(access).toEqual({ roomID: me.invitation.roomID, userID: ME });
    expect(me.ports.sent("im.sendSignal")[0]?.signal.invitation.roomID).toBe(access?.roomID);
    expect(me.ports.held.rooms).toEqual([access?.roomID]);
    const first = me.invitation.roomID;
    await me.hangUp();
    await me.dial();
    expect(me.invitation.roomID).not.toBe(first);
  });

  it("4-67 4-68 gets the token, then joins the room, then invites", async () => {
    const me = await openDevice((ports) => ports.hold("media.requestAccess"));
    await me.dial();
    expect(steps(me)).toEqual(["media.requestAccess"]);
    await me.stage.act(() => me.ports.resolve("media.requestAccess"));
    expect(steps(me)).toEqual(["media.requestAccess", "media.join"]);
    await me.reach();
    expect(steps(me)).toEqual(["media.requestAccess", "media.join", "im.sendSignal"]);
    expect([me.said, me.saidTo]).toEqual([["invite"], []]);
  });

  it("0-07 9-12 invites with a timeout of thirty seconds", async () => {
    const me = await ringing("video");
    expect(me.ports.sent("im.sendSignal")).toEqual([
      {
        to: ANNA,
        signal: {
          kind: "invite",
          invitation: anInvitation({
            roomID: me.invitation.roomID,
            inviterUserID: ME,
            inviteeUserIDList: [ANNA],
            mediaType: "video",
          }),
        },
      },
    ]);
  });

  it.each([10, 30, 60])(
    "9-12 a received call rings for the %i s of its invitation, and 5 s more",
    async (timeout) => {
      const me = await openDevice();
      await me.hear(anInvite({ invitation: { timeout } }));
      await me.wait((timeout + 5) * 1000 - 1);
      expect(me.line).toBe("incoming");
      await me.wait(1);
      expect(me.line).toBe("free");
    },
  );

  it("4-69 starts the ring timeout when the invitation has been sent", async () => {
    const me = await openDevice((ports) => ports.hold("im.sendSignal"));
    await me.dial();
    await me.reach();
    await me.wait(10_000);
    await me.stage.act(() => me.ports.resolve("im.sendSignal"));
    await me.wait(29_999);
    expect(me.line).toBe("calling");
    await me.wait(1);
    expect(me.line).toBe("free");
  });

  it.each([
    ["an accept", async (me: Person) => me.hear(anAccept(about(me))).then(() => arrive(me))],
    ["a reject", (me: Person) => me.hear(aReject(about(me)))],
    ["a hangup", (me: Person) => me.hangUp()],
  ])("4-71 sends no late cancel after %s", async (_, end) => {
    const me = await ringing();
    await end(me);
    const before = me.said;
    await me.wait(120_000);
    expect(me.said).toEqual(before);
  });

  it("4-72 8-26 ends the call with a toast when there is no token", async () => {
    const me = await openDevice((ports) => ports.hold("media.requestAccess"));
    await me.dial();
    await me.stage.act(() => me.ports.reject("media.requestAccess", "network"));
    expect(me.line).toBe("free");
    expect(me.toasts).toEqual([{ tone: "error", key: "rtc.invitationFailed", failure: "network" }]);
    expect([me.said, me.records]).toEqual([[], []]);
  });

  it("4-74 sends nothing when the user hangs up before the invitation", async () => {
    const me = await openDevice((ports) => ports.hold("media.requestAccess"));
    await me.dial();
    await me.hangUp();
    await me.stage.act(() => me.ports.resolve("media.requestAccess"));
    await me.dial();
    await me.stage.act(() => me.ports.resolve("media.requestAccess"));
    await me.hangUp();
    await me.wait(60_000);
    expect([me.said, me.records, me.toasts]).toEqual([[], [], []]);
    expect(me.ports.held).toMatchObject(NOTHING_HELD);
  });

  it("10-14 keeps the screen on from the accept to the end of the call", async () => {
    const me = await ringing("video");
    expect(me.ports.held.awake).toBe(0);
    await me.hear(anAccept(about(me)));
    await arrive(me);
    expect(me.ports.held.awake).toBe(1);
    await me.hangUp();
    expect(me.ports.held.awake).toBe(0);
  });

  it("0-03 4-93 is connected when the peer accepted and is in the room", async () => {
    const me = await ringing();
    expect(me.part("call")?.getSnapshot().context.startedAt).toBeNull();
    await me.wait(5000);
    await me.hear(anAccept(about(me)));
    expect(me.line).toBe("talking");
    expect(me.part("call")?.getSnapshot().context.startedAt).toBeNull();
    expect(me.ports.held).toMatchObject({ ringing: [], awake: 1 });
    await me.wait(2000);
    await arrive(me);
    expect(me.part("call")?.getSnapshot().context.startedAt).toBe(NOON + 7000);
    await me.wait(4000);
    await me.hangUp();
    expect(me.records).toMatchObject([{ result: "completed", durationSeconds: 4 }]);
  });

  it("0-04 keeps an accept that arrives before the room is connected", async () => {
    const me = await openDevice();
    await me.dial();
    await me.hear(anAccept(about(me)));
    await me.wait(2000);
    await me.reach(aRoomMember());
    expect(me.talk).toEqual({ talking: "together" });
    expect(me.part("call")?.getSnapshot().context.startedAt).toBe(NOON + 2000);
    expect(me.said).not.toContain("invite");
  });

  it("0-04 keeps an accept that arrives while the media connection is down", async () => {
    const me = await ringing();
    await me.room({ type: "room.reconnecting" });
    await me.hear(anAccept(about(me)));
    expect(me.line).toBe("calling");
    expect(me.ports.held.ringing).toEqual([]);
    await me.wait(2000);
    await me.room({ type: "room.reconnected", members: [aRoomMember()] });
    expect(me.talk).toEqual({ talking: "together" });
    expect(me.part("call")?.getSnapshot().context.startedAt).toBe(NOON + 2000);
  });

  it("4-83 4-84 sends cancel while waiting and hungup when connected", async () => {
    const waits = await ringing();
    await waits.hangUp();
    expect(waits.said).toEqual(["invite", "cancel"]);
    expect(waits.records).toMatchObject([{ result: "cancelled" }]);
    const talks = await ringing();
    await talks.hear(anAccept(about(talks)));
    await talks.hangUp();
    expect(talks.said).toEqual(["invite", "hungup"]);
  });

  it("does not call their own user id", async () => {
    const me = await openDevice();
    const userInfo = { userID: ME, nickname: "Mia", faceURL: "", ex: "" };
    await me.stage.act(() =>
      me.part()?.send({ type: "user.call", participant: { userInfo }, mediaType: "voice" }),
    );
    expect([me.line, steps(me)]).toEqual(["free", []]);
  });
});

describe("the callee", () => {
  it("4-75 3-20 rings with all data that the overlay needs", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    const { invitation, participant, isJoin } = me.part("call")?.getSnapshot().context ?? {};
    expect({ invitation, participant, isJoin }).toEqual({
      invitation: anInvitation(),
      participant: { userInfo: { userID: ANNA, nickname: "Anna", faceURL: "", ex: "" } },
      isJoin: true,
    });
    await me.hangUp();
    await me.dial();
    expect(me.part("call")?.getSnapshot().context).toMatchObject({
      isJoin: false,
      participant: { userInfo: { userID: ANNA } },
      invitation: { inviterUserID: ME },
    });
  });

  it("4-91 rings with the data of the invitation when the inviter's profile fails to load", async () => {
    const me = await openDevice((ports) => ports.hold("im.loadUser"));
    await me.hear(anInvite());
    await me.stage.act(() => me.ports.reject("im.loadUser", "network"));
    expect(me.call).toBe("ringing");
    expect(me.part("call")?.getSnapshot().context.participant.userInfo.nickname).toBe("Anna");
  });

  it("4-91 adds the inviter's profile to the ringing call", async () => {
    const stage = await openHeadless({ world: aWorld({ friends: [aFriend({ faceURL: "anna.png" })] }) });
    await stage.act(() => stage.ports.emit.signals(anInvite()));
    expect(stage.ports.sent("im.loadUser")).toEqual([{ userID: ANNA }]);
    stage.stop();
    const me = await openDevice((ports) => ports.hold("im.loadUser"));
    await me.hear(anInvite());
    const card = { userID: ANNA, nickname: "Anna Maria", faceURL: "anna.png", ex: "" };
    await me.stage.act(() => me.ports.resolve("im.loadUser", card));
    expect(me.part("call")?.getSnapshot().context.participant).toEqual({ userInfo: card });
  });

  it.each([
    ["not sent by the inviter", anInvite({ from: BEN })],
    ["not for me", anInvite({ invitation: { inviteeUserIDList: [BEN] } })],
    ["from another device of the user", anInvite({ from: ME, invitation: { inviterUserID: ME } })],
  ])("4-86 an invitation that is %s does not ring", async (_, invite) => {
    const me = await openDevice();
    await me.hear(invite);
    expect([me.line, me.said]).toEqual(["free", []]);
  });

  it("4-77 4-78 4-79 sends accept, then gets the token of that room, then joins", async () => {
    const me = await openDevice((ports) => ports.hold("im.sendSignal", "media.requestAccess"));
    await me.hear(anInvite());
    await me.accept();
    expect(steps(me)).toEqual(["im.sendSignal"]);
    expect([me.said, me.saidTo]).toEqual([["accept"], []]);
    await me.stage.act(() => me.ports.resolve("im.sendSignal"));
    expect(me.ports.sent("media.requestAccess")).toEqual([{ roomID: me.invitation.roomID, userID: ME }]);
    expect(me.ports.held.rooms).toEqual([]);
    await me.stage.act(() => me.ports.resolve("media.requestAccess"));
    expect(me.ports.held.rooms).toEqual([me.invitation.roomID]);
  });

  it("4-82 sends reject while it rings", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    await me.hangUp();
    expect([me.said, me.saidTo, me.line, me.records]).toEqual([["reject"], [], "free", []]);
    expect(me.ports.held).toMatchObject(NOTHING_HELD);
  });

  it("4-85 sends one accept for several taps", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    const callee = me.part("call");
    await me.stage.act(() => {
      callee?.send({ type: "user.accept" });
      callee?.send({ type: "user.accept" });
    });
    expect(me.said).toEqual(["accept"]);
  });

  it("4-95 the caller leaves the room and closes after a hungup", async () => {
    const me = await ringing();
    await me.hear(anAccept(about(me)));
    await arrive(me);
    await me.hear(aHungup(about(me)));
    expect([me.line, me.said]).toEqual(["free", ["invite"]]);
    expect(me.ports.held).toMatchObject(NOTHING_HELD);
  });

  it("4-95 leaves the room and closes after a hungup", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    await me.accept();
    await me.reach(aRoomMember());
    await me.hear(aHungup());
    expect(me.line).toBe("free");
    expect(me.ports.held).toMatchObject(NOTHING_HELD);
  });

  it("4-101 handles every signal of a batch in order", async () => {
    const me = await openDevice();
    const second = { invitation: { roomID: "e".repeat(32) } };
    await me.hear(anInvite(), aCancel(), anInvite(second));
    expect(me.invitation.roomID).toBe("e".repeat(32));
    expect(me.line).toBe("incoming");
  });
});

describe("the media room", () => {
  it("4-114 4-115 starts with the microphone on, and with the camera on only in a video call", async () => {
    const voice = await ringing("voice");
    expect(voice.commands).toEqual(["output.set ", "device.set microphone true"]);
    const video = await ringing("video");
    expect([...video.commands].sort()).toEqual([
      "device.set camera true user",
      "device.set microphone true",
      "output.set ",
    ]);
  });

  it("4-113 keeps the chosen output for the next call", async () => {
    const me = await ringing();
    await me.stage.act(() => me.roomPart()?.send({ type: "user.chooseOutput", outputID: "headset" }));
    await me.hangUp();
    await me.hear(anInvite());
    await me.accept();
    await me.reach(aRoomMember());
    expect(me.commands.filter((command) => command.startsWith("output"))).toEqual([
      "output.set ",
      "output.set headset",
      "output.set headset",
    ]);
  });

  it("8-28 shows a toast when the room is lost, and throws nothing", async () => {
    const me = await ringing();
    await me.room({ type: "room.closed", cause: "lost" });
    expect([me.line, me.said]).toEqual(["free", ["invite", "cancel"]]);
    expect(me.toasts).toEqual([{ tone: "error", key: "callFailed" }]);
    expect(me.stage.app.getSnapshot().hasTag("broken")).toBe(false);
  });

  it("8-28 8-29 logs a media library that fails to load and ends the call", async () => {
    const me = await openDevice((ports) => {
      ports.answer("media.prepare", () => new Promise(() => {}));
      ports.media.join = () => {
        throw new Error("no library");
      };
    });
    await me.dial();
    expect(me.line).toBe("free");
    expect(me.logged.some((line) => line.startsWith("mediaSession:"))).toBe(true);
  });

  it("7-41 loads the media library when a call starts", async () => {
    const me = await openDevice();
    expect(me.ports.sent("media.prepare")).toHaveLength(0);
    await me.hear(anInvite());
    expect(me.ports.sent("media.prepare")).toHaveLength(1);
  });
});

describe("after the call", () => {
  it("4-109 resets everything, so that the next call starts clean", async () => {
    const me = await ringing();
    await me.stage.act(() => me.part()?.send({ type: "user.minimise" }));
    await me.hear(anAccept(about(me)));
    await arrive(me);
    await me.hear(aHungup(about(me)));
    expect(me.part()?.getSnapshot()).toMatchObject({
      value: "free",
      context: { call: null, next: null },
    });
    await me.dial();
    expect(me.call).toEqual({ inRoom: "joining" });
  });

  it("2-118 blocks a second call while the call is minimised, and reopens it when the user calls the same peer", async () => {
    const me = await ringing();
    const windowOf = () => me.part()?.getSnapshot().value.engaged.window;
    const userInfo = { userID: BEN, nickname: "Ben", faceURL: "", ex: "" };
    await me.stage.act(() => me.part()?.send({ type: "user.minimise" }));
    await me.stage.act(() =>
      me.part()?.send({ type: "user.call", participant: { userInfo }, mediaType: "voice" }),
    );
    expect([windowOf(), me.said]).toEqual([{ aside: "minimised" }, ["invite"]]);
    expect(me.toasts).toEqual([{ tone: "info", key: "alreadyInCall" }]);
    await me.dial();
    expect([windowOf(), me.said]).toEqual(["full", ["invite"]]);
  });

  it("ignores a late minimise tap for the next call", async () => {
    const me = await openDevice();
    await me.stage.act(() => me.part()?.send({ type: "user.minimise" }));
    await me.hear(anInvite());
    expect(me.part()?.getSnapshot().value.engaged.window).toEqual({ aside: "unchosen" });
  });

  it("2-97 sends the caller's call record to the chat with the peer", async () => {
    const me = await ringing("video");
    const { roomID } = me.invitation;
    await me.hear(anAccept(about(me)));
    await arrive(me);
    await me.wait(151_499);
    await me.hangUp();
    expect(me.ports.sent("im.createMessage")).toMatchObject([
      {
        conversationID: singleChatID(ANNA),
        call: { roomID, mediaType: "video", result: "completed", durationSeconds: 151 },
      },
    ]);
    expect(me.ports.sent("im.sendMessage")).toHaveLength(1);
  });

  it("4-116 releases all resources after twenty calls in a row", async () => {
    const me = await openDevice();
    const before = [me.ports.held, Object.keys(me.part()?.getSnapshot().children ?? {}).sort()];
    for (let index = 0; index < 10; index += 1) {
      await me.dial("video");
      await me.reach();
      await me.hear(anAccept(about(me)));
      await arrive(me);
      await (index % 2 === 0 ? me.hangUp() : me.hear(aHungup(about(me))));
      const roomID = String(index).padStart(32, "e");
      await me.hear(anInvite({ invitation: { roomID } }));
      await me.accept();
      await me.reach(aRoomMember());
      await (index % 2 === 0 ? me.hear(aHungup({ invitation: { roomID } })) : me.hangUp());
    }
    const children = Object.keys(me.part()?.getSnapshot().children ?? {}).sort();
    expect([me.ports.held, children]).toEqual(before);
    expect(me.records).toHaveLength(10);
    const made = me.ports.wire.filter(({ call }) => call === "media.join");
    const left = me.ports.wire.filter(({ call }) => call === "media.leave");
    expect([made.length, left.length]).toEqual([20, 20]);
  });
});
