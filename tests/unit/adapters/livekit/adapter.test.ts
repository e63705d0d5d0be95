// @vitest-environment jsdom
import { DefaultReconnectPolicy, DisconnectReason } from "livekit-client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomEvent } from "../../../../machines/calls/media-room.ts";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { createMedia, type MediaDependencies } from "../../../../src/adapters/livekit/media.ts";
import { aMember, aNewcomer, FakeTrack, fakeLiveKit } from "../support/fake-livekit.ts";

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function setUp(options: Partial<MediaDependencies> = {}) {
  const fake = fakeLiveKit();
  const load = vi.fn(async () => fake.library);
  const media = createMedia({
    post: async ({ answer }) => {
      const { parse } = await import("valibot");
      return parse(answer, { serverUrl: "wss://media.test", token: "room-token" });
    },
    credentials: { mediaToken: () => "chat-token" },
    load,
    ...options,
  });
  return { fake, load, media };
}

/** A room on its way; `heard` is what it said. */
async function join(options: Partial<MediaDependencies> = {}) {
  const { fake, load, media } = setUp(options);
  const heard: RoomEvent[] = [];
  await media.requestAccess({ roomID: "r1", userID: "me" });
  const room = media.join({ roomID: "r1" }, (event) => heard.push(event));
  await vi.waitFor(() => expect(fake.rooms).toHaveLength(1));
  /** What was said since last asked, without the outputs every join reports. */
  const news = async () => {
    await settled();
    return heard.splice(0).filter(({ type }) => type !== "outputs.changed");
  };
  return { fake, load, media, heard, news, livekit: fake.room, ...room };
}

/** A room with Bob in it. */
async function joined(options: Partial<MediaDependencies> = {}) {
  const set = await join(options);
  const bob = aMember("bob", { isMicrophoneEnabled: true });
  set.livekit.arriveAt(bob);
  await set.news();
  return { ...set, bob };
}

/** The same on a clock that stands. */
async function newsNow(news: () => Promise<RoomEvent[]>): Promise<RoomEvent[]> {
  const heard = news();
  await vi.advanceTimersByTimeAsync(0);
  return heard;
}

/** Lets everything that is due happen. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

const named = (name: string) => Object.assign(new Error("secret text"), { name });

describe("the media library", () => {
  it("7-41 is loaded when a call needs it, once, and keeps its log to itself", async () => {
    const { media, load, fake } = setUp();
    expect(load).not.toHaveBeenCalled();
    await Promise.all([media.prepare(), media.prepare()]);
    await media.requestAccess({ roomID: "r1", userID: "me" });
    expect(load).toHaveBeenCalledTimes(1);
    expect(fake.logLevels).toEqual(["silent"]);
  });

  it("7-41 that could not be loaded is loaded at the next try", async () => {
    const { fake } = setUp();
    const load = vi.fn().mockRejectedValueOnce(new TypeError("offline")).mockResolvedValue(fake.library);
    const { media } = setUp({ load });
    expect(await media.prepare().catch(failureCode)).toBe("network");
    await media.prepare();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("8-29 that does not load ends the call instead of leaving it dead", async () => {
    const { media } = setUp({ load: () => Promise.reject(new TypeError("offline")) });
    const heard: RoomEvent[] = [];
    await media.requestAccess({ roomID: "r1", userID: "me" });
    media.join({ roomID: "r1" }, (event) => heard.push(event));
    await vi.waitFor(() => expect(heard).toEqual([{ type: "room.closed", cause: "lost" }]));
    expect(lines).toEqual(["media: not joined (network)"]);
  });

  it("8-29 a room nobody was let into is closed", async () => {
    const { media, fake } = setUp();
    const heard: RoomEvent[] = [];
    media.join({ roomID: "r1" }, (event) => heard.push(event));
    expect(heard).toEqual([]);
    await vi.waitFor(() => expect(heard).toEqual([{ type: "room.closed", cause: "lost" }]));
    expect(fake.rooms).toEqual([]);
  });
});

describe("the link", () => {
  it("7-41 one room a join, with its listeners on before it connects, and plain codecs", async () => {
    const { fake, livekit } = await joined();
    livekit.loseForAWhile();
    livekit.comeBack();
    expect(fake.rooms).toHaveLength(1);
    expect(livekit.connectedTo?.listeners).toBe(livekit.listenerCount);
    expect(livekit.listenerCount).toBeGreaterThan(0);
    expect(livekit.options).toMatchObject({
      adaptiveStream: false,
      dynacast: false,
      disconnectOnPageLeave: true,
      publishDefaults: { simulcast: false, videoCodec: "vp8", red: true },
    });
  });

  it("7-37 connected, it tells who is there and what they publish", async () => {
    const { livekit, heard } = await join();
    expect(heard).toEqual([]);
    livekit.arriveAt(aMember("bob", { isMicrophoneEnabled: true, isCameraEnabled: true }));
    expect(heard).toEqual([
      {
        type: "room.connected",
        members: [{ userID: "bob", microphone: true, camera: true, screen: false }],
      },
    ]);
  });

  it("8-28 8-29 refused, it is closed, with one line in the log", async () => {
    const { livekit, news } = await join();
    livekit.refuse(named("ConnectionError"), DisconnectReason.JOIN_FAILURE);
    expect(await news()).toEqual([{ type: "room.closed", cause: "lost" }]);
    expect(lines).toEqual(["media: not joined (JOIN_FAILURE)"]);
    expect(livekit.listenerCount).toBe(0);
  });

  it.each([
    [DisconnectReason.DUPLICATE_IDENTITY, "duplicate"],
    [DisconnectReason.SERVER_SHUTDOWN, "lost"],
    [undefined, "lost"],
  ])("4-89 ended by the server for reason %s it is closed: %s", async (reason, cause) => {
    const { livekit, news } = await joined();
    livekit.drop(reason);
    expect(await news()).toEqual([{ type: "room.closed", cause }]);
  });

  it("4-110 a signal that drops is told once, and that it is back", async () => {
    const { livekit, news, bob } = await joined();
    livekit.emit("signalReconnecting");
    livekit.emit("reconnecting");
    expect(await news()).toEqual([{ type: "room.reconnecting" }]);
    bob.isCameraEnabled = true;
    livekit.emit("reconnected");
    expect(await news()).toEqual([
      {
        type: "room.reconnected",
        members: [{ userID: "bob", microphone: true, camera: true, screen: false }],
      },
    ]);
  });

  it("R20 2-97 what the library leaves because the page goes is not told, unless the page stays", async () => {
    const { livekit, news } = await joined();
    vi.useFakeTimers();
    try {
      // as it does by itself before a reload
      livekit.exit("bob");
      await livekit.disconnect();
      await vi.advanceTimersByTimeAsync(1000);
      expect(await newsNow(news)).toEqual([]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await newsNow(news)).toEqual([{ type: "room.closed", cause: "lost" }]);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([0, 0.5, 0.999])(
    "4-110 R17 the server is tried twice in the last five seconds before a call is given up, with jitter of %d",
    async (jitter) => {
      const { livekit } = await joined();
      vi.spyOn(Math, "random").mockReturnValue(jitter);
      const policy = livekit.options.reconnectPolicy ?? new DefaultReconnectPolicy();
      const attempts: number[] = [];
      for (let at = 0; at < 30_000; ) {
        const pause = policy.nextRetryDelayInMs({ retryCount: attempts.length, elapsedMs: at });
        at += pause ?? Number.POSITIVE_INFINITY;
        attempts.push(at);
      }
      // the first one after a restart is refused: it asks for what the server has forgotten
      expect(attempts.filter((at) => at >= 25_000 && at < 30_000).length).toBeGreaterThanOrEqual(2);
      expect(attempts.length).toBeLessThan(30);
    },
  );

  it("4-110 a connection made anew is no departure of the others", async () => {
    const { livekit, news, bob } = await joined();
    livekit.loseForAWhile();
    expect(await news()).toEqual([{ type: "room.reconnecting" }]);
    livekit.comeBack(bob);
    expect(await news()).toEqual([
      {
        type: "room.reconnected",
        members: [{ userID: "bob", microphone: true, camera: false, screen: false }],
      },
    ]);
  });

  it("4-110 8-29 who comes back later is there and heard, though the library tells nobody", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const { livekit, news, media } = await joined();
      livekit.loseForAWhile();
      livekit.comeBack();
      await news();
      const bob = aMember("bob", { isMicrophoneEnabled: true, isCameraEnabled: true });
      livekit.enterUnheard(bob);
      const [picture, element] = [new FakeTrack("video"), document.createElement("video")];
      livekit.deliver(picture, "camera", "bob");
      media.show({ userID: "bob", source: "camera" }, element);
      vi.advanceTimersByTime(1000);
      const member = { userID: "bob", microphone: true, camera: true, screen: false };
      expect(await news()).toContainEqual({ type: "room.memberJoined", member });
      expect(picture.elements).toEqual([element]);
      vi.advanceTimersByTime(5000);
      expect(await news()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("4-110 who did not come back is not among the members any more", async () => {
    const { livekit, news } = await joined();
    livekit.loseForAWhile();
    livekit.comeBack();
    expect(await news()).toEqual([{ type: "room.reconnecting" }, { type: "room.reconnected", members: [] }]);
  });
});

describe("the others", () => {
  it("R16 are there once their media is connected, not when they only signal", async () => {
    const { livekit, news } = await joined();
    const [carol, dave] = [aNewcomer("carol"), aNewcomer("dave")];
    for (const newcomer of [carol, dave]) livekit.enter(newcomer);
    livekit.exit("dave");
    expect(await news()).toEqual([]);
    livekit.reach(carol);
    const member = { userID: "carol", microphone: false, camera: false, screen: false };
    expect(await news()).toEqual([{ type: "room.memberJoined", member }]);
    livekit.exit("carol");
    livekit.enter(aNewcomer("carol")); // R18: a client that reconnects in full is back at once
    expect(await news()).toEqual([
      { type: "room.memberLeft", userID: "carol", isDropped: true },
      { type: "room.memberJoined", member },
    ]);
  });

  it("4-99 arrive, leave, or are lost, in the order it happened", async () => {
    const { livekit, news, bob } = await joined();
    const carol = aMember("carol");
    livekit.enter(carol);
    livekit.exit("carol", DisconnectReason.CLIENT_INITIATED);
    livekit.exit("bob");
    livekit.enter(bob);
    livekit.exit("bob", DisconnectReason.CONNECTION_TIMEOUT);
    expect(await news()).toEqual([
      {
        type: "room.memberJoined",
        member: { userID: "carol", microphone: false, camera: false, screen: false },
      },
      { type: "room.memberLeft", userID: "carol", isDropped: false },
      { type: "room.memberLeft", userID: "bob", isDropped: true },
      {
        type: "room.memberJoined",
        member: { userID: "bob", microphone: true, camera: false, screen: false },
      },
      { type: "room.memberLeft", userID: "bob", isDropped: true },
    ]);
  });

  it.each(["trackPublished", "trackUnpublished", "trackMuted", "trackUnmuted"])(
    "4-112 %s tells what they publish now",
    async (name) => {
      const { livekit, news, bob } = await joined();
      bob.isCameraEnabled = true;
      livekit.emit(name, {}, bob);
      expect(await news()).toEqual([
        {
          type: "room.memberChanged",
          member: { userID: "bob", microphone: true, camera: true, screen: false },
        },
      ]);
    },
  );

  it("4-112 the own tracks are nobody else's", async () => {
    const { livekit, news } = await joined();
    livekit.emit("trackMuted", {}, aMember("me"));
    expect(await news()).toEqual([]);
  });
});

describe("what is heard and seen", () => {
  it("2-120 sound plays in an element of its own, which goes when the track goes", async () => {
    const { livekit } = await joined();
    const voice = new FakeTrack("audio");
    livekit.deliver(voice, "microphone", "bob");
    expect(document.querySelectorAll("audio")).toHaveLength(1);
    expect(voice.elements).toEqual([...document.querySelectorAll("audio")]);
    livekit.withdraw(voice);
    expect(document.querySelector("audio")).toBeNull();
    expect(voice.elements).toEqual([]);
  });

  it("2-121 a picture is drawn whichever comes first, it or the place for it", async () => {
    const { livekit, media } = await joined();
    const early = document.createElement("video");
    const late = document.createElement("video");
    const picture = new FakeTrack("video");
    media.show({ userID: "bob", source: "camera" }, early);
    livekit.deliver(picture, "camera", "bob");
    const stop = media.show({ userID: "bob", source: "camera" }, late);
    media.show({ userID: "bob", source: "screen" }, document.createElement("video"));
    media.show({ userID: "carol", source: "camera" }, document.createElement("video"));
    expect(picture.elements).toEqual([early, late]);
    stop();
    expect(picture.elements).toEqual([early]);
    livekit.withdraw(picture);
    expect(picture.elements).toEqual([]);
  });

  it("2-121 a newer picture takes the place of the old one, also after a reconnect", async () => {
    const { livekit, media } = await joined();
    const element = document.createElement("video");
    media.show({ userID: "bob", source: "camera" }, element);
    const before = new FakeTrack("video");
    const after = new FakeTrack("video");
    livekit.deliver(before, "camera", "bob");
    livekit.deliver(after, "camera", "bob");
    livekit.withdraw(before);
    expect([before.elements, after.elements]).toEqual([[], [element]]);
  });

  it("7-40 a shared screen is a picture of its own", async () => {
    const { livekit, media } = await joined();
    const element = document.createElement("video");
    media.show({ userID: "bob", source: "screen" }, element);
    const screen = new FakeTrack("video");
    livekit.deliver(screen, "screen_share", "bob");
    expect(screen.elements).toEqual([element]);
  });

  it("10-13 sound the browser holds back is reported, and let out within the tap", async () => {
    const { livekit, news, command } = await join();
    livekit.canPlaybackAudio = false;
    livekit.arriveAt();
    expect(await news()).toEqual([{ type: "room.connected", members: [] }, { type: "sound.blocked" }]);
    command({ type: "sound.start" });
    expect(livekit.startedAudio).toBe(1); // at once, or the tap is over
    expect(await news()).toEqual([{ type: "sound.playing" }]);
    livekit.canPlaybackAudio = false;
    livekit.emit("audioPlaybackChanged", false);
    expect(await news()).toEqual([{ type: "sound.blocked" }]);
  });
});

describe("outputs", () => {
  const device = (kind: string, deviceId: string, label = deviceId) => ({ kind, deviceId, label });
  const have = (...devices: object[]) =>
    vi.stubGlobal("navigator", { mediaDevices: { enumerateDevices: async () => devices } });
  const outputsIn = (heard: RoomEvent[]) =>
    heard.flatMap((event) => (event.type === "outputs.changed" ? [event.outputs] : []));

  beforeEach(() => void Object.assign(HTMLMediaElement.prototype, { setSinkId: async () => {} }));
  afterEach(() => void Reflect.deleteProperty(HTMLMediaElement.prototype, "setSinkId"));

  it("2-112 the real ones are told after joining and when one comes or goes, the browser's choice first", async () => {
    have(device("audiooutput", "default", "Standard"), device("audiooutput", "a"), device("audioinput", "m"));
    const { livekit, heard } = await join();
    livekit.arriveAt();
    await settled();
    expect(outputsIn(heard)).toEqual([[{ id: "a", label: "a" }]]);
    have(
      device("audiooutput", "default", "Standard"),
      device("audiooutput", "communications"),
      device("audiooutput", "a"),
      device("audiooutput", "b"),
    );
    livekit.emit("mediaDevicesChanged");
    await settled();
    expect(outputsIn(heard).at(-1)).toEqual([
      { id: "", label: "Standard" },
      { id: "a", label: "a" },
      { id: "b", label: "b" },
    ]);
  });

  it("2-112 are told again once the microphone is allowed, which is when they have names", async () => {
    have(device("audiooutput", "", ""));
    const { livekit, heard, command } = await join();
    livekit.arriveAt();
    await settled();
    have(device("audiooutput", "a", "Speaker"));
    command({ type: "device.set", source: "microphone", on: true });
    await settled();
    expect(outputsIn(heard)).toEqual([[], [{ id: "a", label: "Speaker" }]]);
  });

  it("2-112 there are none where the browser lets nobody choose, or refuses to tell", async () => {
    vi.stubGlobal("navigator", { mediaDevices: { enumerateDevices: () => Promise.reject(named("E")) } });
    const refused = await join();
    refused.livekit.arriveAt();
    await settled();
    expect(outputsIn(refused.heard)).toEqual([[]]);
    Reflect.deleteProperty(HTMLMediaElement.prototype, "setSinkId");
    have(device("audiooutput", "a"), device("audiooutput", "b"));
    const fixed = await join();
    fixed.livekit.arriveAt();
    await settled();
    expect(outputsIn(fixed.heard)).toEqual([[]]);
  });

  it("4-113 the chosen one is applied; the browser's own needs no change", async () => {
    const { livekit, command } = await joined();
    command({ type: "output.set", outputID: "" });
    command({ type: "output.set", outputID: "a" });
    command({ type: "output.set", outputID: "a" });
    command({ type: "output.set", outputID: "" });
    expect(livekit.outputs).toEqual(["a", ""]);
  });

  it("4-113 8-28 one that is gone is logged and may be tried again", async () => {
    have();
    const { livekit, command } = await joined();
    livekit.outputError = named("NotFoundError");
    command({ type: "output.set", outputID: "a" });
    await settled();
    expect(lines).toEqual(["media: the output was not switched (NotFoundError)"]);
    livekit.outputError = null;
    command({ type: "output.set", outputID: "a" });
    expect(livekit.outputs).toEqual(["a"]);
  });
});

describe("the own microphone", () => {
  it("7-38 4-111 is published, muted and heard again as one track", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "microphone", on: true });
    expect(await news()).toEqual([{ type: "device.on", source: "microphone" }]);
    expect(livekit.published).toEqual([livekit.ownTrack]);
    command({ type: "device.set", source: "microphone", on: false });
    expect(await news()).toEqual([{ type: "device.off", source: "microphone" }]);
    expect(livekit.ownTrack.isMuted).toBe(true);
    command({ type: "device.set", source: "microphone", on: true });
    expect(await news()).toEqual([{ type: "device.on", source: "microphone" }]);
    expect(livekit.ownTrack.isMuted).toBe(false);
    expect(livekit.published).toHaveLength(1);
  });

  it.each([
    ["NotAllowedError", "denied"],
    ["NotFoundError", "missing"],
    ["OverconstrainedError", "missing"],
    ["NotReadableError", "failed"],
  ])("4-92 refused with %s it is %s, and may be tried again", async (name, cause) => {
    const { livekit, command, news } = await joined();
    const { capture } = livekit;
    livekit.capture = () => Promise.reject(named(name));
    command({ type: "device.set", source: "microphone", on: true });
    expect(await news()).toEqual([{ type: "device.failed", source: "microphone", cause }]);
    expect(lines).toEqual([`media: microphone not switched (${name})`]);
    livekit.capture = capture;
    command({ type: "device.set", source: "microphone", on: true });
    expect(await news()).toEqual([{ type: "device.on", source: "microphone" }]);
  });

  it("4-92 captured but not published it is let go of", async () => {
    const { livekit, command, news } = await joined();
    livekit.publishError = named("PublishTrackError");
    command({ type: "device.set", source: "microphone", on: true });
    expect(await news()).toEqual([{ type: "device.failed", source: "microphone", cause: "failed" }]);
    expect(livekit.ownTrack.isStopped).toBe(true);
  });

  it("4-92 that goes away without a replacement is lost, and can be switched on again", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "microphone", on: true });
    await news();
    await livekit.ownTrack.mute(); // which LiveKit does when it finds no other device
    expect(await news()).toEqual([{ type: "device.lost", source: "microphone" }]);
    command({ type: "device.set", source: "microphone", on: true });
    expect(await news()).toEqual([{ type: "device.on", source: "microphone" }]);
  });

  it("4-111 that does not go off is tried once more, and off then", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "microphone", on: true });
    await news();
    vi.spyOn(livekit.ownTrack, "mute").mockRejectedValueOnce(named("AbortError"));
    command({ type: "device.set", source: "microphone", on: false });
    expect(await news()).toEqual([{ type: "device.off", source: "microphone" }]);
    expect(livekit.ownTrack.isMuted).toBe(true);
  });

  it("4-111 that does not go off at all is said to be on still, and may be lost later", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "microphone", on: true });
    await news();
    const refusing = vi.spyOn(livekit.ownTrack, "mute").mockRejectedValue(named("AbortError"));
    command({ type: "device.set", source: "microphone", on: false });
    expect(await news()).toEqual([{ type: "device.failed", source: "microphone", cause: "failed" }]);
    refusing.mockRestore();
    await livekit.ownTrack.mute(); // by LiveKit, as no device is left
    expect(await news()).toEqual([{ type: "device.lost", source: "microphone" }]);
  });

  it("4-92 does not wait for the camera's permission", async () => {
    const { livekit, command, news } = await joined();
    const { capture } = livekit;
    livekit.capture = () => new Promise(() => {});
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    await news();
    livekit.capture = capture;
    command({ type: "device.set", source: "microphone", on: true });
    expect(await news()).toEqual([{ type: "device.on", source: "microphone" }]);
  });
});

describe("the own camera", () => {
  it("7-39 4-112 2-121 is captured at 640x480, published and shown to oneself", async () => {
    const { livekit, command, news, media } = await joined();
    const element = document.createElement("video");
    media.show({ userID: "me", source: "camera" }, element);
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    expect(await news()).toEqual([{ type: "device.on", source: "camera", facing: "user" }]);
    expect(livekit.captured[0]?.options).toEqual({
      video: { facingMode: "user", resolution: { width: 640, height: 480, frameRate: 30 } },
    });
    expect(livekit.published).toEqual([livekit.ownTrack]);
    expect(livekit.ownTrack.elements).toEqual([element]);
  });

  it("4-112 4-116 switched off its light is off, and on again it is the same track", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    command({ type: "device.set", source: "camera", on: false, facing: "user" });
    expect(await news()).toEqual([
      { type: "device.on", source: "camera", facing: "user" },
      { type: "device.off", source: "camera" },
    ]);
    expect(livekit.ownTrack).toMatchObject({ isMuted: true, isStopped: true });
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    expect(await news()).toEqual([{ type: "device.on", source: "camera", facing: "user" }]);
    expect(livekit.ownTrack).toMatchObject({ isMuted: false, isStopped: false });
    expect(livekit.captured).toHaveLength(1);
  });

  it("2-122 turns to the other side, and says where it really looks", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    await news();
    command({ type: "device.set", source: "camera", on: true, facing: "environment" });
    expect(await news()).toEqual([{ type: "device.on", source: "camera", facing: "environment" }]);
    expect(livekit.ownTrack.restarts).toEqual([
      { facingMode: "environment", resolution: { width: 640, height: 480, frameRate: 30 } },
    ]);
    livekit.ownTrack.settings = { facingMode: "user" };
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    command({ type: "device.set", source: "camera", on: true, facing: "environment" });
    expect(await news()).toEqual([
      { type: "device.on", source: "camera", facing: "user" },
      { type: "device.on", source: "camera", facing: "user" },
    ]);
  });

  it("2-122 that cannot turn is off for the others, too, and on again looks where it is told to", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    await news();
    livekit.ownTrack.restartError = named("NotReadableError");
    command({ type: "device.set", source: "camera", on: true, facing: "environment" });
    expect(await news()).toEqual([{ type: "device.failed", source: "camera", cause: "failed" }]);
    expect(livekit.ownTrack).toMatchObject({ isMuted: true, isStopped: true });
    livekit.ownTrack.restartError = null;
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    expect(await news()).toEqual([{ type: "device.on", source: "camera", facing: "user" }]);
  });

  it("4-92 that goes away without a replacement is lost", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    await news();
    await livekit.ownTrack.mute();
    expect(await news()).toEqual([{ type: "device.lost", source: "camera" }]);
  });

  it("4-116 a replacement found after it was switched off stays dark", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    command({ type: "device.set", source: "camera", on: false, facing: "user" });
    await news();
    await livekit.ownTrack.restartTrack();
    expect(livekit.ownTrack.isStopped).toBe(true);
    expect(await news()).toEqual([]);
  });
});

describe("the own screen", () => {
  it("7-40 is published where the configuration says so, and goes when sharing is stopped", async () => {
    const { livekit, media } = await joined({ sources: ["microphone", "screen"] });
    const element = document.createElement("video");
    media.show({ userID: "me", source: "screen" }, element);
    expect(livekit.published.map(({ kind }) => kind).sort()).toEqual(["audio", "video"]);
    expect(livekit.ownTrack.elements).toEqual([element]);
    livekit.ownTrack.emit("ended");
    expect(livekit.ownTrack.elements).toEqual([]);
  });

  it("7-38 7-39 7-40 nothing is published unless it is asked for", async () => {
    const { livekit } = await joined();
    expect(livekit.captured).toEqual([]);
  });

  it("8-28 one that nobody picked is logged", async () => {
    const { livekit, news } = await join({ sources: ["screen"] });
    livekit.capture = () => Promise.reject(named("NotAllowedError"));
    livekit.arriveAt();
    expect(await news()).toEqual([{ type: "room.connected", members: [] }]);
    expect(lines).toEqual(["media: screen not published (NotAllowedError)"]);
  });
});

describe("leaving", () => {
  it("4-116 stops every track, takes every element and listener away, and says nothing more", async () => {
    const { livekit, command, news, leave, media } = await joined();
    const element = document.createElement("video");
    media.show({ userID: "me", source: "camera" }, element);
    media.show({ userID: "bob", source: "camera" }, element);
    command({ type: "device.set", source: "microphone", on: true });
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    const voice = new FakeTrack("audio");
    const picture = new FakeTrack("video");
    livekit.deliver(voice, "microphone", "bob");
    livekit.deliver(picture, "camera", "bob");
    await news();
    livekit.enter(aMember("carol"));
    leave();
    expect(livekit.captured.flatMap(({ tracks }) => tracks.map(({ isStopped }) => isStopped))).toEqual([
      true,
      true,
    ]);
    expect(document.querySelector("audio")).toBeNull();
    expect([...voice.elements, ...picture.elements, ...livekit.ownTrack.elements]).toEqual([]);
    expect(livekit).toMatchObject({ listenerCount: 0, isDisconnected: true });
    leave();
    command({ type: "device.set", source: "microphone", on: false });
    expect(await news()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("4-116 while it is still connecting", async () => {
    const { livekit, leave, news } = await join();
    leave();
    // Earlier, livekit-client would leave a peer connection behind.
    expect(livekit).toMatchObject({ listenerCount: 0, isDisconnected: false });
    livekit.arriveAt(aMember("bob"));
    await settled();
    expect(livekit).toMatchObject({ listenerCount: 0, isDisconnected: true });
    expect(await news()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("4-116 while it is still connecting, and then it cannot", async () => {
    const { livekit, leave, news } = await join();
    leave();
    livekit.refuse(new Error("refused"), DisconnectReason.JOIN_FAILURE);
    await settled();
    expect(await news()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("4-110 4-116 hears of tracks the room keeps back after a full reconnect", async () => {
    const { livekit, news, media } = await join();
    livekit.arriveAt(aMember("bob"));
    livekit.loseForAWhile();
    const bob = aMember("bob", { isCameraEnabled: true });
    livekit.comeBack(bob);
    const element = document.createElement("video");
    const picture = new FakeTrack("video");
    livekit.deliver(picture, "camera", "bob");
    expect(picture.elements).toEqual([]);
    media.show({ userID: "bob", source: "camera" }, element);
    expect(picture.elements).toEqual([element]);
    expect((await news()).at(-1)).toMatchObject({ type: "room.memberChanged" });
  });

  it("4-116 while the library is still loading, no room is made", async () => {
    const { fake } = setUp();
    let arrive = () => {};
    const load = () =>
      new Promise<typeof fake.library>((resolve) => {
        arrive = () => resolve(fake.library);
      });
    const { media } = setUp({ load });
    await media.requestAccess({ roomID: "r1", userID: "me" });
    const heard: RoomEvent[] = [];
    media.join({ roomID: "r1" }, (event) => heard.push(event)).leave();
    arrive();
    await settled();
    expect(fake.rooms).toEqual([]);
    expect(heard).toEqual([]);
  });

  it("4-116 a camera that is allowed only afterwards goes dark at once", async () => {
    const { livekit, command, leave, news } = await joined();
    let allow = () => {};
    livekit.capture = (tracks) =>
      new Promise((resolve) => {
        allow = () => resolve(tracks);
      });
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    await news();
    leave();
    allow();
    expect(await news()).toEqual([]);
    expect(livekit.ownTrack.isStopped).toBe(true);
    expect(livekit.published).toEqual([]);
  });

  it("4-116 twenty calls in a row leave nothing behind", async () => {
    const { fake, media } = setUp();
    const element = document.createElement("video");
    media.show({ userID: "me", source: "camera" }, element);
    const voices: FakeTrack[] = [];
    for (let call = 1; call <= 20; call++) {
      await media.requestAccess({ roomID: `r${call}`, userID: "me" });
      const room = media.join({ roomID: `r${call}` }, () => {});
      await vi.waitFor(() => expect(fake.rooms).toHaveLength(call));
      fake.room.arriveAt(aMember("bob"));
      room.command({ type: "device.set", source: "microphone", on: true });
      room.command({ type: "device.set", source: "camera", on: true, facing: "user" });
      const voice = new FakeTrack("audio");
      voices.push(voice);
      fake.room.deliver(voice, "microphone", "bob");
      await settled();
      expect(fake.room.ownTrack.elements).toEqual([element]);
      room.leave();
    }
    const own = fake.rooms.flatMap(({ captured }) => captured.flatMap(({ tracks }) => tracks));
    expect(own).toHaveLength(40);
    expect(own.filter(({ isStopped, elements }) => !isStopped || elements.length > 0)).toEqual([]);
    expect(voices.filter(({ elements }) => elements.length > 0)).toEqual([]);
    expect(document.querySelectorAll("audio, video")).toHaveLength(0);
    expect(
      fake.rooms.filter(({ listenerCount, isDisconnected }) => listenerCount > 0 || !isDisconnected),
    ).toEqual([]);
  });
});
