// @vitest-environment jsdom
/** Leaving a room of many: several users leave at about the same time, and the last is found (R23). */
import { ConnectionQuality, DisconnectReason } from "livekit-client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aMember, FakeMember, type FakeRoom, fakeMedia, joinFake } from "../support/fake-livekit.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ROOM = { roomID: "r1", isMany: true, isEncrypted: false };
const bye = (...heard: string[]) => JSON.stringify({ kind: "bye", heard });
const isLeft = (userID: string) => ({ type: "room.memberLeft", userID, isDropped: false });

/** A room with Bob and Carol in it. */
async function joined(isMany = true) {
  const { media, room, livekit, heard, fake } = await joinFake({}, isMany);
  const bob = aMember("bob");
  const carol = aMember("carol");
  livekit.arriveAt(bob, carol);
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  await pass(0);
  heard.length = 0;
  let answer: boolean | null = null;
  return {
    media,
    room,
    livekit,
    bob,
    carol,
    fake,
    pass,
    async news() {
      await pass(0);
      return heard.splice(0).filter(({ type }) => type !== "outputs.changed");
    },
    /** Whether this user was the last; null while that is not known. */
    answer: () => answer,
    async leave() {
      media.wasLast({ roomID: "r1" }).then((isLast) => {
        answer = isLast;
      });
      room.leave();
      await pass(0);
    },
  };
}

describe("a member who says bye", () => {
  it("11-40 R23 counts as left at once, and the connection that still waits is not reported", async () => {
    const { livekit, bob, news } = await joined();
    livekit.say("bob", bye());
    expect(await news()).toEqual([isLeft("bob")]);
    livekit.emit("trackMuted", {}, bob);
    livekit.say("bob", '{"kind":"hello"}');
    livekit.say("bob", bye());
    livekit.exit("bob", DisconnectReason.CLIENT_INITIATED);
    expect(await news()).toEqual([]);
  });

  it("11-40 R23 arrives as usual when the user comes back", async () => {
    const { livekit, news } = await joined();
    livekit.say("bob", bye());
    livekit.exit("bob", DisconnectReason.DUPLICATE_IDENTITY);
    await news();
    livekit.enter(new FakeMember("bob", "PA_bob2"));
    expect(await news()).toMatchObject([{ type: "room.memberJoined", member: { userID: "bob" } }]);
  });

  it("11-40 R23 and stays in the room is shown again", async () => {
    const { livekit, news, pass } = await joined();
    livekit.say("bob", bye());
    await pass(9000);
    expect(await news()).toEqual([isLeft("bob")]);
    livekit.say("bob", bye());
    await pass(2000);
    expect(await news()).toMatchObject([{ type: "room.memberJoined", member: { userID: "bob" } }]);
    livekit.say("bob", bye());
    await pass(2000);
    expect(await news()).toEqual([]);
  });

  it("11-40 R23 with a broken list is not heard", async () => {
    const { livekit, news } = await joined();
    for (const heard of [undefined, "PA_me", [1], [""], ["x".repeat(65)], Array(101).fill("PA_x")])
      livekit.say("bob", JSON.stringify({ kind: "bye", heard }));
    expect(await news()).toEqual([]);
  });
});

describe("leaving a room of many", () => {
  it("11-40 R23 stops capture and news at once, and ends the connection six seconds later if others stay", async () => {
    const { livekit, room, news, leave, pass, answer } = await joined();
    room.command({ type: "device.set", source: "microphone", on: true });
    await news();
    await leave();
    expect(livekit.ownTrack.isStopped).toBe(true);
    expect(livekit.sent.map(({ text }) => text)).toEqual([bye()]);
    livekit.emit("activeSpeakersChanged", []);
    await pass(5999);
    expect([livekit.isDisconnected, answer(), await news()]).toEqual([false, null, []]);
    await pass(1);
    expect([livekit.isDisconnected, livekit.listenerCount, answer()]).toEqual([true, 0, false]);
  });

  it.each(["camera", "microphone"] as const)(
    "4-116 R23 keeps the %s off that the library starts again in a reconnect",
    async (source) => {
      const { livekit, room, pass, leave } = await joined();
      room.command({ type: "device.set", source, on: true });
      await pass(0);
      await leave();
      livekit.emit("reconnecting");
      await livekit.ownTrack.restartTrack();
      expect(livekit.ownTrack.isStopped).toBe(true);
    },
  );

  it("11-40 R23 says whose byes were heard", async () => {
    const { livekit, leave } = await joined();
    livekit.say("bob", bye());
    await leave();
    expect(livekit.sent.map(({ text }) => text)).toEqual([bye("PA_bob")]);
  });

  const both = (bob: string, carol: string) => (livekit: FakeRoom) => {
    livekit.say("bob", bob);
    livekit.say("carol", carol);
  };
  it.each<[string, (livekit: FakeRoom) => void, boolean]>([
    ["others with smaller ids leave at the same time", both(bye(), bye()), false],
    ["others leave at the same time, and a third heard them", both(bye(), bye("PA_bob")), false],
    ["others heard this user", both(bye("PA_me"), bye("PA_me")), false],
    ["only one leaves", (livekit) => livekit.say("bob", bye()), false],
    [
      "others go without a bye",
      (livekit) => {
        livekit.exit("bob", DisconnectReason.CLIENT_INITIATED);
        livekit.exit("carol");
      },
      true,
    ],
    [
      "one goes without a bye, and the other said it to another topic",
      (livekit) => {
        livekit.exit("bob");
        livekit.say("carol", bye(), "chat");
      },
      false,
    ],
    [
      "a user comes before the last one goes",
      (livekit) => {
        livekit.exit("bob");
        livekit.enter(aMember("dora"));
        livekit.exit("carol");
        livekit.exit("dora");
      },
      false,
    ],
    ["the connection starts again", (livekit) => livekit.loseForAWhile(), false],
    [
      "the connection was interrupted",
      (livekit) => {
        livekit.emit("signalReconnecting");
        livekit.exit("bob");
        livekit.exit("carol");
      },
      false,
    ],
    [
      "the server ends the connection",
      (livekit) => {
        livekit.drop(DisconnectReason.DUPLICATE_IDENTITY);
        livekit.exit("bob");
        livekit.exit("carol");
      },
      false,
    ],
  ])("11-40 R23 is the last or not: %s", async (_, act, isLast) => {
    const { livekit, leave, pass, answer } = await joined();
    await leave();
    act(livekit);
    await pass(6000);
    expect([answer(), livekit.isDisconnected, livekit.listenerCount]).toEqual([isLast, true, 0]);
  });

  it("11-40 R23 is the last if others leave at the same time with larger ids, and its bye is on its way", async () => {
    const { livekit, leave, pass, answer } = await joined();
    Object.assign(livekit.localParticipant, { sid: "PA_a" });
    await leave();
    both(bye(), bye())(livekit);
    await pass(2999);
    expect([answer(), livekit.isDisconnected]).toEqual([true, false]);
    await pass(1);
    expect(livekit.isDisconnected).toBe(true);
  });

  it("11-40 R23 is the last after all others, and lets their connections hear of it", async () => {
    const { livekit, leave, pass, answer } = await joined();
    both(bye(), bye())(livekit);
    await leave();
    expect([answer(), livekit.isDisconnected]).toEqual([true, false]);
    await pass(3000);
    expect(livekit.isDisconnected).toBe(true);
  });

  it("11-40 R23 does not wait for a member that the server lost", async () => {
    const { livekit, bob, leave, answer } = await joined();
    bob.connectionQuality = ConnectionQuality.Lost;
    livekit.exit("carol");
    await leave();
    expect(answer()).toBe(true);
  });

  it("11-40 R23 leaves also if the bye cannot be sent", async () => {
    const { livekit, leave, answer } = await joined();
    livekit.publishError = new Error("no data channel");
    await leave();
    expect([answer(), livekit.isDisconnected]).toEqual([false, true]);
  });

  it("11-40 R23 ends when the user joins again, who was then not the last", async () => {
    const { livekit, leave, answer, media, fake, pass } = await joined();
    await leave();
    await media.requestAccess({ roomID: "r1", userID: "me" });
    const again = media.join(ROOM, () => {});
    await pass(0);
    expect([answer(), livekit.isDisconnected, fake.rooms.length]).toEqual([false, true, 2]);
    fake.room.arriveAt();
    await pass(0);
    again.leave();
    expect(await media.wasLast({ roomID: "r1" })).toBe(true);
  });

  it.each<[string, (my: Awaited<ReturnType<typeof joined>>) => void]>([
    ["the connection is interrupted", ({ livekit }) => livekit.emit("reconnecting")],
    ["the connection was lost", ({ livekit }) => livekit.drop(DisconnectReason.SERVER_SHUTDOWN)],
  ])("11-40 R23 waits for nothing if %s", async (_, act) => {
    const my = await joined();
    act(my);
    await my.leave();
    expect([my.answer(), my.livekit.isDisconnected, my.livekit.sent]).toEqual([false, true, []]);
  });

  it("11-40 R23 waits for nothing in a call of two, and knows nothing of other rooms", async () => {
    const { livekit, leave, media, answer } = await joined(false);
    await leave();
    expect([livekit.isDisconnected, livekit.sent, answer()]).toEqual([true, [], false]);
    expect(await media.wasLast({ roomID: "r2" })).toBe(false);
  });

  it("11-40 R23 is answered also if the room was not joined yet", async () => {
    const { fake, media } = fakeMedia();
    await media.requestAccess({ roomID: "r1", userID: "me" });
    media.join(ROOM, () => {}).leave();
    expect([await media.wasLast({ roomID: "r1" }), fake.rooms]).toEqual([false, []]);
  });
});
