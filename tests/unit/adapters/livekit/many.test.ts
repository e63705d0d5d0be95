// @vitest-environment jsdom
/** A media room of more than two: several sizes of each picture, speakers, quality, and packets between members. */
import { ConnectionQuality, DisconnectReason } from "livekit-client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomPacket } from "../../../../machines/calls/media-room.ts";
import { readPacket, writePacket } from "../../../../src/adapters/livekit/packets.ts";
import { aMember, aNewcomer, FakeTrack, joinFake } from "../support/fake-livekit.ts";

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => document.body.replaceChildren());

/** A room with Bob and Carol in it. */
async function joined(isMany = true) {
  const { media, room, livekit, news } = await joinFake({}, isMany);
  const bob = aMember("bob");
  const carol = aMember("carol");
  livekit.arriveAt(bob, carol);
  await news();
  return { media, room, livekit, bob, carol, news };
}

const chat = (text: string) => ({ kind: "chat", id: "c1", text, at: 5 }) as const satisfies RoomPacket;

describe("a room of many", () => {
  it("11-40 publishes three layers of VP8 and asks only for pictures on the screen", async () => {
    const { livekit } = await joined();
    expect(livekit.options).toMatchObject({
      adaptiveStream: true,
      dynacast: true,
      publishDefaults: { simulcast: true, videoCodec: "vp8", red: true },
    });
    const { videoSimulcastLayers = [] } = livekit.options.publishDefaults ?? {};
    expect(videoSimulcastLayers.map(({ width, height }) => [width, height])).toEqual([
      [240, 135],
      [480, 270],
    ]);
  });

  it("11-40 captures the camera as large as three layers need, also after a flip", async () => {
    const { livekit, room, news } = await joined();
    room.command({ type: "device.set", source: "camera", on: true, facing: "user" });
    await news();
    room.command({ type: "device.set", source: "camera", on: true, facing: "environment" });
    await news();
    const resolution = { width: 960, height: 540, frameRate: 30 };
    expect(livekit.captured).toMatchObject([{ options: { video: { facingMode: "user", resolution } } }]);
    expect(livekit.ownTrack.restarts).toEqual([{ facingMode: "environment", resolution }]);
  });

  it("11-49 sends no frame before it is blurred, also when the camera starts again", async () => {
    const { livekit, media, room, news } = await joined();
    media.setBlur(true);
    livekit.capture = async (tracks) => {
      for (const track of tracks) track.canBlur = true;
      return tracks;
    };
    const turn = async (on: boolean, facing: "user" | "environment" = "user") => {
      room.command({ type: "device.set", source: "camera", on, facing });
      await vi.waitFor(async () =>
        expect((await news()).map(({ type }) => type)).toEqual([`device.${on ? "on" : "off"}`]),
      );
    };
    await turn(true);
    await turn(false);
    await turn(true);
    await turn(true, "environment");
    await livekit.ownTrack.restartTrack(); // as the library does when another device takes over
    expect(livekit.ownTrack.sentBlurred).toEqual([true, true, true, true]);
    await turn(false, "environment");
    media.setBlur(false);
    await turn(true, "environment");
    await turn(false, "environment");
    media.setBlur(true);
    await turn(true, "environment");
    expect(livekit.ownTrack.sentBlurred.slice(4)).toEqual([false, true]);
  });

  it("11-49 does not blur a camera if the user switched it off while the camera started", async () => {
    const { livekit, media, room, news } = await joined();
    media.setBlur(true);
    livekit.capture = async (tracks) => {
      for (const track of tracks) {
        track.canBlur = true;
        await track.mediaStreamTrack.applyConstraints({ backgroundBlur: true });
      }
      media.setBlur(false);
      return tracks;
    };
    room.command({ type: "device.set", source: "camera", on: true, facing: "user" });
    await vi.waitFor(async () => expect((await news()).map(({ type }) => type)).toEqual(["device.on"]));
    expect(livekit.ownTrack.sentBlurred).toEqual([false]);
  });

  it("11-40 shows each member's picture in the element that the library watches", async () => {
    const { livekit, media } = await joined();
    const tiles = ["bob", "carol"].map((userID) => {
      const element = document.createElement("video");
      const track = new FakeTrack("video");
      livekit.deliver(track, "camera", userID);
      media.show({ userID, source: "camera" }, element);
      return { element, track };
    });
    for (const { element, track } of tiles) expect(track.elements).toEqual([element]);
  });

  it("11-40 reports at most sixteen speakers, the loudest first, this user included", async () => {
    const { livekit, news } = await joined();
    const crowd = Array.from({ length: 30 }, (_, index) => aMember(`m${index}`));
    livekit.emit("activeSpeakersChanged", [aMember("me"), ...crowd]);
    livekit.emit("activeSpeakersChanged", []);
    const [many, nobody] = await news();
    expect(many).toEqual({
      type: "room.speakers",
      userIDs: ["me", ...crowd.slice(0, 15).map(({ identity }) => identity)],
    });
    expect(nobody).toEqual({ type: "room.speakers", userIDs: [] });
  });

  it.each([
    [ConnectionQuality.Excellent, "good"],
    [ConnectionQuality.Good, "good"],
    [ConnectionQuality.Poor, "poor"],
    [ConnectionQuality.Lost, "lost"],
    [ConnectionQuality.Unknown, "unknown"],
  ])("11-40 reports the server's %s as the quality %s", async (connectionQuality, quality) => {
    const { livekit, bob, news } = await joined();
    const { Good, Unknown } = ConnectionQuality;
    for (const next of [connectionQuality === Unknown ? Good : Unknown, connectionQuality]) {
      await news();
      bob.connectionQuality = next;
      livekit.emit("connectionQualityChanged", next, bob);
    }
    expect(await news()).toMatchObject([{ type: "room.memberChanged", member: { userID: "bob", quality } }]);
  });

  it("11-40 reports each change of a member once, however many events the library has for it", async () => {
    const { livekit, bob, news } = await joined();
    bob.isScreenShareEnabled = true;
    for (const name of ["trackPublished", "trackUnmuted", "trackPublished"]) livekit.emit(name, {}, bob);
    expect(await news()).toMatchObject([{ type: "room.memberChanged", member: { screen: true } }]);
  });

  it("11-41 reports a microphone that the host muted as off, and a lost one as lost", async () => {
    const { livekit, room, news } = await joined();
    const on = { type: "device.set", source: "microphone", on: true } as const;
    room.command(on);
    await news();
    livekit.ownTrack.mediaStreamTrack.readyState = "live";
    await livekit.ownTrack.mute();
    expect(await news()).toEqual([{ type: "device.off", source: "microphone" }]);
    room.command(on);
    expect(await news()).toEqual([{ type: "device.on", source: "microphone" }]);
    livekit.ownTrack.mediaStreamTrack.readyState = "ended";
    await livekit.ownTrack.mute();
    expect(await news()).toEqual([{ type: "device.lost", source: "microphone" }]);
  });

  it("11-40 does not report the quality of this user as a member", async () => {
    const { livekit, news } = await joined();
    livekit.emit("connectionQualityChanged", ConnectionQuality.Poor, aMember("me"));
    expect(await news()).toEqual([]);
  });

  it.each([
    [DisconnectReason.PARTICIPANT_REMOVED, "removed"],
    [DisconnectReason.ROOM_DELETED, "removed"],
    [DisconnectReason.DUPLICATE_IDENTITY, "duplicate"],
    [DisconnectReason.SERVER_SHUTDOWN, "lost"],
  ])("11-41 that ends for the reason %s is %s", async (reason, cause) => {
    const { livekit, news } = await joined();
    livekit.drop(reason);
    expect(await news()).toEqual([{ type: "room.closed", cause }]);
  });

  it("R21 counts a member as silent only by the server's word: it sends only what is on the screen", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { livekit, bob, news } = await joined();
    const picture = new FakeTrack("video");
    livekit.deliver(picture, "camera", "bob");
    for (let second = 0; second < 10; second++) {
      picture.link.bytesReceived += 9000;
      await vi.advanceTimersByTimeAsync(1000);
    }
    const silences = async () =>
      (await news()).filter(({ type }) => type === "room.memberSilent" || type === "room.memberHeard");
    expect(await silences()).toEqual([]);
    bob.connectionQuality = ConnectionQuality.Lost;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await silences()).toEqual([{ type: "room.memberSilent", userID: "bob" }]);
    bob.connectionQuality = ConnectionQuality.Good;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await silences()).toEqual([{ type: "room.memberHeard", userID: "bob" }]);
  });
});

describe("a packet", () => {
  const packets: RoomPacket[] = [
    { kind: "hello" },
    { kind: "state", hand: null, since: null },
    { kind: "state", hand: 1_700_000_000_000, since: 1_600_000_000_000 },
    { kind: "reaction", emoji: "👏" },
    chat("Hello"),
    { kind: "ask", what: "mute" },
    { kind: "ask", what: "leave" },
    { kind: "end" },
  ];

  it.each(packets)("11-40 of %j arrives as it was sent", async (packet) => {
    const { livekit, room, news } = await joined();
    room.command({ type: "packet.send", packet, to: ["bob"] });
    const [sent] = livekit.sent;
    expect(sent?.options).toEqual({ reliable: true, topic: "parley", destinationIdentities: ["bob"] });
    livekit.say("carol", sent?.text ?? "");
    expect(await news()).toEqual([{ type: "room.packet", userID: "carol", packet }]);
  });

  it("11-40 goes to all members if it names no receiver", async () => {
    const { livekit, room } = await joined();
    room.command({ type: "packet.send", packet: { kind: "hello" }, to: [] });
    expect(livekit.sent).toMatchObject([{ options: { destinationIdentities: [] } }]);
  });

  it("11-40 loses the fields that it does not know", async () => {
    const { livekit, news } = await joined();
    livekit.say("bob", '{"kind":"state","hand":1}');
    livekit.say("bob", '{"kind":"reaction","emoji":"🎉","nickname":"The host","__proto__":{"a":1}}');
    expect(await news()).toEqual([
      { type: "room.packet", userID: "bob", packet: { kind: "state", hand: 1, since: null } },
      { type: "room.packet", userID: "bob", packet: { kind: "reaction", emoji: "🎉" } },
    ]);
  });

  it.each([
    "",
    "hello",
    "null",
    "[]",
    "{}",
    '{"kind":"kick"}',
    '{"kind":["hello"]}',
    '{"kind":"state"}',
    '{"kind":"state","hand":"up"}',
    '{"kind":"state","hand":-1}',
    '{"kind":"state","hand":1e300}',
    '{"kind":"reaction","emoji":""}',
    '{"kind":"reaction","emoji":"buy this"}',
    '{"kind":"reaction","emoji":"🍕"}',
    '{"kind":"state","hand":null,"since":"noon"}',
    '{"kind":"chat","id":"c1","text":"","at":5}',
    '{"kind":"chat","id":"","text":"a","at":5}',
    '{"kind":"chat","id":"c1","text":"a"}',
    '{"kind":"chat","id":"c1","text":{"a":1},"at":5}',
    JSON.stringify(chat("x".repeat(2001))),
    JSON.stringify({ ...chat("x"), id: "x".repeat(65) }),
    JSON.stringify({ ...chat("x"), padding: "x".repeat(20_000) }),
    '{"kind":"ask","what":"format"}',
    `${"[".repeat(5000)}${"]".repeat(5000)}`,
    "\u0000\ufffd",
  ])("11-40 is dropped without a word if it is broken: %s", async (text) => {
    const { livekit, news } = await joined();
    livekit.say("bob", text);
    expect(await news()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("11-40 is dropped if its bytes are not UTF-8, and the next one counts", async () => {
    const { livekit, news } = await joined();
    livekit.say("bob", new Uint8Array([0xff, 0xfe, 0, 1]));
    livekit.say("bob", '{"kind":"hello"}');
    expect(await news()).toMatchObject([{ type: "room.packet" }]);
  });

  it("11-40 of another topic or of the server itself does not count", async () => {
    const { livekit, news } = await joined();
    livekit.say("bob", '{"kind":"hello"}', "other");
    livekit.say(null, '{"kind":"end"}');
    expect(await news()).toEqual([]);
  });

  it("11-40 in a room of two neither arrives nor leaves", async () => {
    const { livekit, room, news } = await joined(false);
    livekit.say("bob", '{"kind":"hello"}');
    room.command({ type: "packet.send", packet: { kind: "hello" }, to: [] });
    expect([await news(), livekit.sent]).toEqual([[], []]);
  });

  it("11-40 of a new member comes after the news of that member", async () => {
    const { livekit, news } = await joined();
    livekit.enter(aNewcomer("dora"));
    expect(await news()).toEqual([]);
    livekit.say("dora", '{"kind":"hello"}');
    expect(await news()).toMatchObject([
      { type: "room.memberJoined", member: { userID: "dora" } },
      { type: "room.packet", userID: "dora" },
    ]);
  });

  it.each([chat("x".repeat(2001)), { kind: "reaction", emoji: "x" } as const])(
    "11-40 over the limit is not sent",
    async (packet) => {
      const { livekit, room } = await joined();
      room.command({ type: "packet.send", packet, to: [] });
      expect(livekit.sent).toEqual([]);
    },
  );

  it("11-40 of the longest text fits into one message, in any script", () => {
    for (const character of ["a", "ß", "漢", "\u0001", '"', "\ud800"]) {
      const packet = chat(character.repeat(2000));
      const bytes = writePacket(packet);
      expect(bytes?.length).toBeLessThan(15_000);
      expect(readPacket(bytes ?? new Uint8Array())).toMatchObject({ kind: "chat", id: "c1" });
    }
  });

  it("11-40 is not sent while the connection is down, and a failure is one log line", async () => {
    const { livekit, room, news } = await joined();
    livekit.emit("reconnecting");
    room.command({ type: "packet.send", packet: { kind: "hello" }, to: [] });
    livekit.comeBack();
    livekit.publishError = Object.assign(new Error("secret"), { name: "UnexpectedConnectionState" });
    room.command({ type: "packet.send", packet: { kind: "hello" }, to: [] });
    await news();
    expect(livekit.sent).toEqual([]);
    expect(lines).toEqual(["media: packet not sent (UnexpectedConnectionState)"]);
  });
});

describe("a flood of packets", () => {
  const end = '{"kind":"end"}';

  it("R22 passes a burst and then ten a second of one member, and does not touch the others", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const { livekit, news } = await joined();
    const flood = async (count: number) => {
      for (let index = 0; index < count; index++) livekit.say("bob", end);
      return (await news()).length;
    };
    expect(await flood(5000)).toBe(200);
    now = 1000;
    expect(await flood(5000)).toBe(10);
    livekit.say("carol", end);
    expect(await news()).toMatchObject([{ userID: "carol" }]);
    now = 60_000;
    expect(await flood(5000)).toBe(200);
  });

  it("R22 passes few of the packets that every member answers", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const { livekit, news } = await joined();
    const flood = async () => {
      for (let index = 0; index < 100; index++) livekit.say("bob", '{"kind":"hello"}');
      return (await news()).length;
    };
    expect(await flood()).toBe(5);
    now = 10_000;
    expect(await flood()).toBe(2);
  });

  it("R22 does not start again for a member who leaves and comes back", async () => {
    vi.spyOn(performance, "now").mockReturnValue(0);
    const { livekit, bob, news } = await joined();
    for (let index = 0; index < 200; index++) livekit.say("bob", end);
    livekit.exit("bob");
    livekit.enter(bob);
    await news();
    livekit.say("bob", end);
    expect(await news()).toEqual([]);
  });

  it("R22 of broken packets leaves no log line for each", async () => {
    const { livekit, news } = await joined();
    for (let index = 0; index < 1000; index++) livekit.say("bob", "{".repeat(14_000));
    expect(await news()).toEqual([]);
    expect(lines).toEqual([]);
  });
});
