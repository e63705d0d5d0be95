// @vitest-environment jsdom
import { DefaultReconnectPolicy, DisconnectReason } from "livekit-client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomEvent } from "../../../../machines/calls/media-room.ts";
import { failureCode } from "../../../../machines/domain/failure.ts";
import type { MediaDependencies } from "../../../../src/adapters/livekit/media.ts";
import { aMember, aNewcomer, FakeTrack, fakeMedia, joinFake } from "../support/fake-livekit.ts";

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => document.body.replaceChildren());

async function join(options: Partial<MediaDependencies> = {}) {
  const { room, ...set } = await joinFake(options);
  return { ...set, ...room };
}

async function joined(options: Partial<MediaDependencies> = {}) {
  const set = await join(options);
  const bob = aMember("bob", { isMicrophoneEnabled: true });
  set.livekit.arriveAt(bob);
  await set.news();
  return { ...set, bob };
}

/** The same as `news()` with fake timers. */
async function newsNow(news: () => Promise<RoomEvent[]>): Promise<RoomEvent[]> {
  const heard = news();
  await vi.advanceTimersByTimeAsync(0);
  return heard;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

const named = (name: string) => Object.assign(new Error("secret text"), { name });

describe("the media library", () => {
  it("7-41 is loaded once, when a call needs it, with its log turned off", async () => {
    const { media, load, fake } = fakeMedia();
    expect(load).not.toHaveBeenCalled();
    await Promise.all([media.prepare(), media.prepare()]);
    await media.requestAccess({ roomID: "r1", userID: "me" });
    expect(load).toHaveBeenCalledTimes(1);
    expect(fake.logLevels).toEqual(["silent"]);
  });

  it("7-41 is loaded again after a failed load", async () => {
    const { fake } = fakeMedia();
    const load = vi.fn().mockRejectedValueOnce(new TypeError("offline")).mockResolvedValue(fake.library);
    const { media } = fakeMedia({ load });
    expect(await media.prepare().catch(failureCode)).toBe("network");
    await media.prepare();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("8-29 that fails to load closes the room", async () => {
    const { media } = fakeMedia({ load: () => Promise.reject(new TypeError("offline")) });
    const heard: RoomEvent[] = [];
    await media.requestAccess({ roomID: "r1", userID: "me" });
    media.join({ roomID: "r1", isMany: false, isEncrypted: false }, (event) => heard.push(event));
    await vi.waitFor(() => expect(heard).toEqual([{ type: "room.closed", cause: "lost" }]));
    expect(lines).toEqual(["media: not joined (network)"]);
  });

  it("8-29 closes a room that was joined without access", async () => {
    const { media, fake } = fakeMedia();
    const heard: RoomEvent[] = [];
    media.join({ roomID: "r1", isMany: false, isEncrypted: false }, (event) => heard.push(event));
    expect(heard).toEqual([]);
    await vi.waitFor(() => expect(heard).toEqual([{ type: "room.closed", cause: "lost" }]));
    expect(fake.rooms).toEqual([]);
  });
});

describe("the connection", () => {
  it("7-41 creates one room for each join, adds its listeners before it connects, and uses basic codecs", async () => {
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

  it("7-37 reports the members and their sources when it is connected", async () => {
    const { livekit, heard } = await join();
    expect(heard).toEqual([]);
    livekit.arriveAt(aMember("bob", { isMicrophoneEnabled: true, isCameraEnabled: true }));
    expect(heard).toEqual([
      {
        type: "room.connected",
        members: [{ userID: "bob", microphone: true, camera: true, screen: false, quality: "good" }],
      },
    ]);
  });

  it("8-28 8-29 is closed when it is refused, with one log line", async () => {
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
  ])("4-89 is closed when the server ends it for reason %s: %s", async (reason, cause) => {
    const { livekit, news } = await joined();
    livekit.drop(reason);
    expect(await news()).toEqual([{ type: "room.closed", cause }]);
  });

  it("4-110 reports a dropped signal connection once, and its return", async () => {
    const { livekit, news, bob } = await joined();
    livekit.emit("signalReconnecting");
    livekit.emit("reconnecting");
    expect(await news()).toEqual([{ type: "room.reconnecting" }]);
    bob.isCameraEnabled = true;
    livekit.emit("reconnected");
    expect(await news()).toEqual([
      {
        type: "room.reconnected",
        members: [{ userID: "bob", microphone: true, camera: true, screen: false, quality: "good" }],
      },
    ]);
  });

  it("R20 2-97 does not report a disconnect on page close, unless the page stays", async () => {
    const { livekit, news } = await joined();
    vi.useFakeTimers();
    // LiveKit does this itself before a reload.
    livekit.exit("bob");
    await livekit.disconnect();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await newsNow(news)).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await newsNow(news)).toEqual([{ type: "room.closed", cause: "lost" }]);
  });

  it.each([0, 0.5, 0.999])(
    "4-110 R17 retries at least twice in the last five seconds before the call ends, with jitter %d",
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
      // The first retry after a server restart is refused, because the server has lost its state.
      expect(attempts.filter((at) => at >= 25_000 && at < 30_000).length).toBeGreaterThanOrEqual(2);
      expect(attempts.length).toBeLessThan(30);
    },
  );

  it("4-110 does not report members as left when it is replaced", async () => {
    const { livekit, news, bob } = await joined();
    livekit.loseForAWhile();
    expect(await news()).toEqual([{ type: "room.reconnecting" }]);
    livekit.comeBack(bob);
    expect(await news()).toEqual([
      {
        type: "room.reconnected",
        members: [{ userID: "bob", microphone: true, camera: false, screen: false, quality: "good" }],
      },
    ]);
  });

  it("4-110 8-29 reports a member that returns later, although LiveKit emits no event", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
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
    const member = { userID: "bob", microphone: true, camera: true, screen: false, quality: "good" };
    expect(await news()).toContainEqual({ type: "room.memberJoined", member });
    expect(picture.elements).toEqual([element]);
    vi.advanceTimersByTime(5000);
    expect(await news()).toEqual([]);
  });

  it("4-110 does not list a member that did not return", async () => {
    const { livekit, news } = await joined();
    livekit.loseForAWhile();
    livekit.comeBack();
    expect(await news()).toEqual([{ type: "room.reconnecting" }, { type: "room.reconnected", members: [] }]);
  });
});

describe("remote members", () => {
  it("R16 are reported when their media is connected, not when they only signal", async () => {
    const { livekit, news } = await joined();
    const [carol, dave] = [aNewcomer("carol"), aNewcomer("dave")];
    for (const newcomer of [carol, dave]) livekit.enter(newcomer);
    livekit.exit("dave");
    expect(await news()).toEqual([]);
    livekit.reach(carol);
    const member = { userID: "carol", microphone: false, camera: false, screen: false, quality: "good" };
    expect(await news()).toEqual([{ type: "room.memberJoined", member }]);
    livekit.exit("carol");
    livekit.enter(aNewcomer("carol")); // R18: a client with a full reconnect returns at once
    expect(await news()).toEqual([
      { type: "room.memberLeft", userID: "carol", isDropped: true },
      { type: "room.memberJoined", member },
    ]);
  });

  it("4-99 are reported in order as joined, left or dropped", async () => {
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
        member: { userID: "carol", microphone: false, camera: false, screen: false, quality: "good" },
      },
      { type: "room.memberLeft", userID: "carol", isDropped: false },
      { type: "room.memberLeft", userID: "bob", isDropped: true },
      {
        type: "room.memberJoined",
        member: { userID: "bob", microphone: true, camera: false, screen: false, quality: "good" },
      },
      { type: "room.memberLeft", userID: "bob", isDropped: true },
    ]);
  });

  it.each(["trackPublished", "trackUnpublished", "trackMuted", "trackUnmuted"])(
    "4-112 report their current sources after %s",
    async (name) => {
      const { livekit, news, bob } = await joined();
      bob.isCameraEnabled = true;
      livekit.emit(name, {}, bob);
      expect(await news()).toEqual([
        {
          type: "room.memberChanged",
          member: { userID: "bob", microphone: true, camera: true, screen: false, quality: "good" },
        },
      ]);
    },
  );

  it("4-112 do not include the user's own tracks", async () => {
    const { livekit, news } = await joined();
    livekit.emit("trackMuted", {}, aMember("me"));
    expect(await news()).toEqual([]);
  });
});

describe("remote media", () => {
  it("2-120 plays sound in its own element, which is removed with the track", async () => {
    const { livekit } = await joined();
    const voice = new FakeTrack("audio");
    livekit.deliver(voice, "microphone", "bob");
    expect(document.querySelectorAll("audio")).toHaveLength(1);
    expect(voice.elements).toEqual([...document.querySelectorAll("audio")]);
    livekit.withdraw(voice);
    expect(document.querySelector("audio")).toBeNull();
    expect(voice.elements).toEqual([]);
  });

  it("2-121 shows a picture in its element, whichever comes first", async () => {
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

  it("2-121 replaces the old picture with a new one, also after a reconnect", async () => {
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

  it("7-40 shows a shared screen separately", async () => {
    const { livekit, media } = await joined();
    const element = document.createElement("video");
    media.show({ userID: "bob", source: "screen" }, element);
    const screen = new FakeTrack("video");
    livekit.deliver(screen, "screen_share", "bob");
    expect(screen.elements).toEqual([element]);
  });

  it("10-13 reports blocked sound, and starts it during a tap", async () => {
    const { livekit, news, command } = await join();
    livekit.canPlaybackAudio = false;
    livekit.arriveAt();
    expect(await news()).toEqual([{ type: "room.connected", members: [] }, { type: "sound.blocked" }]);
    command({ type: "sound.start" });
    expect(livekit.startedAudio).toBe(1); // synchronously: browsers allow it only during the tap
    expect(await news()).toEqual([{ type: "sound.playing" }]);
    livekit.canPlaybackAudio = false;
    livekit.emit("audioPlaybackChanged", false);
    expect(await news()).toEqual([{ type: "sound.blocked" }]);
  });
});

describe("cameras", () => {
  const camera = { kind: "videoinput" };
  const counts = async (mediaDevices: object | undefined) => {
    vi.stubGlobal("navigator", { mediaDevices });
    const reported: number[] = [];
    const stop = fakeMedia().media.watchCameras((cameras) => reported.push(cameras));
    await settled();
    return { reported, stop };
  };

  it("2-122 are counted at first and after each change, until the caller stops", async () => {
    const all = [camera, { kind: "audioinput" }];
    const devices = Object.assign(new EventTarget(), { enumerateDevices: async () => all });
    const { reported, stop } = await counts(devices);
    all.push(camera);
    devices.dispatchEvent(new Event("devicechange"));
    await settled();
    expect(reported).toEqual([1, 2]);
    stop();
    all.push(camera);
    devices.dispatchEvent(new Event("devicechange"));
    await settled();
    expect(reported).toEqual([1, 2]);
  });

  it("2-122 are not reported if the browser has no list of devices or refuses it", async () => {
    const refusing = { enumerateDevices: () => Promise.reject(named("NotAllowedError")) };
    for (const devices of [undefined, {}, refusing]) expect((await counts(devices)).reported).toEqual([]);
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

  it("2-112 are reported after a join and after a change, with the browser's default first", async () => {
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

  it("2-112 are reported again after the microphone is allowed, because only then they have names", async () => {
    have(device("audiooutput", "", ""));
    const { livekit, heard, command } = await join();
    livekit.arriveAt();
    await settled();
    have(device("audiooutput", "a", "Speaker"));
    command({ type: "device.set", source: "microphone", on: true });
    await settled();
    expect(outputsIn(heard)).toEqual([[], [{ id: "a", label: "Speaker" }]]);
  });

  it("2-112 are empty if the browser has no output selection or refuses the list", async () => {
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

  it("4-113 are switched, but not for an unchanged choice", async () => {
    const { livekit, command } = await joined();
    command({ type: "output.set", outputID: "" });
    command({ type: "output.set", outputID: "a" });
    command({ type: "output.set", outputID: "a" });
    command({ type: "output.set", outputID: "" });
    await settled();
    expect(livekit.outputs).toEqual(["a", ""]);
  });

  it("4-113 are switched one after another, so that a late failure undoes no later choice", async () => {
    have();
    const { livekit, command } = await joined();
    let fail = () => {};
    livekit.switching = () => new Promise((_, reject) => (fail = () => reject(named("AbortError"))));
    command({ type: "output.set", outputID: "a" });
    await settled();
    livekit.switching = () => Promise.resolve();
    command({ type: "output.set", outputID: "b" });
    fail();
    await settled();
    command({ type: "output.set", outputID: "" });
    await settled();
    expect(livekit.outputs).toEqual(["b", ""]);
  });

  it("4-113 that the user chose play again when they are plugged in again", async () => {
    const standard = device("audiooutput", "default");
    const both = [standard, device("audiooutput", "a"), device("audiooutput", "b")];
    have(...both);
    const { livekit, command } = await joined();
    command({ type: "output.set", outputID: "b" });
    await settled();
    have(standard, device("audiooutput", "a"));
    livekit.emit("mediaDevicesChanged"); // LiveKit has switched to the default
    await settled();
    have(...both);
    livekit.emit("mediaDevicesChanged");
    await settled();
    expect(livekit.outputs).toEqual(["b", "b"]);
    livekit.emit("mediaDevicesChanged");
    await settled();
    expect(livekit.outputs).toEqual(["b", "b"]);
  });

  it("4-113 8-28 that are missing are logged, and the user can retry", async () => {
    have();
    const { livekit, command } = await joined();
    livekit.outputError = named("NotFoundError");
    command({ type: "output.set", outputID: "a" });
    await settled();
    expect(lines).toEqual(["media: the output was not switched (NotFoundError)"]);
    livekit.outputError = null;
    command({ type: "output.set", outputID: "a" });
    await settled();
    expect(livekit.outputs).toEqual(["a"]);
  });
});

describe("the user's microphone", () => {
  it("7-38 4-111 is published, muted and unmuted as one track", async () => {
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
  ])("4-92 fails after %s as %s, and the user can retry", async (name, cause) => {
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

  it("4-92 is stopped if it is captured but not published", async () => {
    const { livekit, command, news } = await joined();
    livekit.publishError = named("PublishTrackError");
    command({ type: "device.set", source: "microphone", on: true });
    expect(await news()).toEqual([{ type: "device.failed", source: "microphone", cause: "failed" }]);
    expect(livekit.ownTrack.isStopped).toBe(true);
  });

  it("4-92 is lost without a replacement, and can be switched on again", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "microphone", on: true });
    await news();
    await livekit.ownTrack.mute(); // LiveKit does this when it finds no other device
    expect(await news()).toEqual([{ type: "device.lost", source: "microphone" }]);
    command({ type: "device.set", source: "microphone", on: true });
    expect(await news()).toEqual([{ type: "device.on", source: "microphone" }]);
  });

  it("4-111 is muted at the second try if the first fails", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "microphone", on: true });
    await news();
    vi.spyOn(livekit.ownTrack, "mute").mockRejectedValueOnce(named("AbortError"));
    command({ type: "device.set", source: "microphone", on: false });
    expect(await news()).toEqual([{ type: "device.off", source: "microphone" }]);
    expect(livekit.ownTrack.isMuted).toBe(true);
  });

  it("4-111 is reported as still on if it cannot be muted, and can be lost later", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "microphone", on: true });
    await news();
    const refusing = vi.spyOn(livekit.ownTrack, "mute").mockRejectedValue(named("AbortError"));
    command({ type: "device.set", source: "microphone", on: false });
    expect(await news()).toEqual([{ type: "device.failed", source: "microphone", cause: "failed" }]);
    refusing.mockRestore();
    await livekit.ownTrack.mute(); // LiveKit does this when no device is left
    expect(await news()).toEqual([{ type: "device.lost", source: "microphone" }]);
  });

  it("4-92 does not wait for the camera permission", async () => {
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

describe("a device that is plugged in or allowed during the call", () => {
  const device = (kind: string, deviceId: string) => ({ kind, deviceId, label: "" });
  const share = { type: "device.set", source: "microphone", on: true } as const;

  /** A browser whose devices and permissions change. */
  async function browser(...plugged: object[]) {
    const mediaDevices = Object.assign(new EventTarget(), { enumerateDevices: async () => [...plugged] });
    const status = { microphone: permission(), camera: permission() };
    const permissions = { query: async ({ name }: { name: "microphone" | "camera" }) => status[name] };
    vi.stubGlobal("navigator", { mediaDevices, permissions });
    const room = await joined();
    await settled();
    const change = (...now: object[]) => {
      plugged.splice(0, plugged.length, ...now);
      mediaDevices.dispatchEvent(new Event("devicechange"));
    };
    const set = (source: "microphone" | "camera", state: string) => {
      status[source].state = state;
      status[source].dispatchEvent(new Event("change"));
    };
    await room.news();
    return { ...room, change, set };
  }
  const permission = () => Object.assign(new EventTarget(), { state: "granted" });
  const own = (heard: RoomEvent[]) => heard.filter(({ type }) => type.startsWith("device."));

  it("R15 is reported once, by its kind, and not if a device is only unplugged", async () => {
    const { change, news } = await browser(device("audioinput", "a"), device("videoinput", "c"));
    change(device("audioinput", "a"));
    change(device("audioinput", "a"), device("audiooutput", "h"));
    expect(own(await news())).toEqual([]);
    change(device("audioinput", "a"), device("videoinput", "c"));
    expect(own(await news())).toEqual([{ type: "device.found", source: "camera" }]);
    change(device("audioinput", "b"));
    expect(own(await news())).toEqual([{ type: "device.found", source: "microphone" }]);
  });

  it("R15 is reported before the browser names devices", async () => {
    const { change, news } = await browser();
    change(device("audioinput", ""));
    change(device("audioinput", ""));
    expect(own(await news())).toEqual([{ type: "device.found", source: "microphone" }]);
  });

  it("R15 is reported when the user allows it", async () => {
    const { set, news } = await browser();
    set("microphone", "denied");
    set("camera", "prompt");
    expect(own(await news())).toEqual([]);
    set("microphone", "granted");
    expect(own(await news())).toEqual([{ type: "device.allowed", source: "microphone" }]);
  });

  it("R15 says why a microphone is lost: forbidden, missing, or there again", async () => {
    const { livekit, command, set, change, news } = await browser(device("audioinput", "a"));
    const lose = async () => {
      command(share);
      await news();
      await livekit.ownTrack.mute(); // LiveKit does this when it finds no other device
      return own(await news());
    };
    set("microphone", "denied");
    expect(await lose()).toEqual([{ type: "device.lost", source: "microphone", cause: "denied" }]);
    set("microphone", "granted");
    change();
    await news();
    expect(await lose()).toEqual([{ type: "device.lost", source: "microphone" }]);
    change(device("audioinput", "a"));
    await news();
    expect(await lose()).toEqual([
      { type: "device.lost", source: "microphone" },
      { type: "device.found", source: "microphone" },
    ]);
  });

  it("4-116 is not reported after the call, nor by a browser without lists and permissions", async () => {
    const { change, set, leave, news } = await browser();
    leave();
    change(device("audioinput", "a"));
    set("camera", "granted");
    expect(own(await news())).toEqual([]);
    const refusing = { query: () => Promise.reject(named("TypeError")) };
    vi.stubGlobal("navigator", { mediaDevices: {}, permissions: refusing });
    const room = await joined();
    room.command(share);
    expect(own(await room.news())).toEqual([{ type: "device.on", source: "microphone" }]);
    await room.livekit.ownTrack.mute();
    expect(own(await room.news())).toEqual([{ type: "device.lost", source: "microphone" }]);
  });
});

describe("the user's camera", () => {
  it("7-39 4-112 2-121 is captured at 640x480, published and shown to the user", async () => {
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

  it("4-112 4-116 stops its capture when it is off, and uses the same track when it is on again", async () => {
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

  it("2-122 flips and reports the facing it really has", async () => {
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

  it("2-122 is muted after a failed flip, and starts with the requested facing again", async () => {
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

  it("4-92 is lost without a replacement", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    await news();
    await livekit.ownTrack.mute();
    expect(await news()).toEqual([{ type: "device.lost", source: "camera" }]);
  });

  it("4-116 stays off when a replacement device appears", async () => {
    const { livekit, command, news } = await joined();
    command({ type: "device.set", source: "camera", on: true, facing: "user" });
    command({ type: "device.set", source: "camera", on: false, facing: "user" });
    await news();
    await livekit.ownTrack.restartTrack();
    expect(livekit.ownTrack.isStopped).toBe(true);
    expect(await news()).toEqual([]);
  });
});

describe("the user's screen", () => {
  const share = { type: "device.set", source: "screen", on: true } as const;
  const stop = { ...share, on: false } as const;

  it("7-40 11-42 is captured, published and shown, and withdrawn when the user stops", async () => {
    const { livekit, media, news, command } = await joined();
    const element = document.createElement("video");
    media.show({ userID: "me", source: "screen" }, element);
    command(share);
    expect(await news()).toEqual([{ type: "device.on", source: "screen" }]);
    expect(livekit.published).toEqual([livekit.ownTrack]);
    expect(livekit.ownTrack.elements).toEqual([element]);
    command(stop);
    expect(await news()).toEqual([{ type: "device.off", source: "screen" }]);
    expect(livekit.published).toEqual([]);
    expect(livekit.ownTrack).toMatchObject({ elements: [], isStopped: true });
  });

  it("7-40 is off without a command when the user stops it in the browser's bar, and can be shared again", async () => {
    const { livekit, news, command } = await joined();
    const sound = new FakeTrack("audio");
    livekit.capture = async (tracks) => [...tracks, sound];
    command(share);
    await news();
    livekit.ownTrack.emit("ended");
    expect(await news()).toEqual([{ type: "device.off", source: "screen" }]);
    expect(livekit.published).not.toContain(sound);
    expect(sound.isStopped).toBe(true);
    command(share);
    expect(await news()).toEqual([{ type: "device.on", source: "screen" }]);
    expect(livekit.captured).toHaveLength(2);
  });

  it("7-40 is off if it ends while it is published", async () => {
    const { livekit, news, command } = await joined();
    livekit.publishing = async () => livekit.ownTrack.emit("ended");
    command(share);
    expect(await news()).toEqual([{ type: "device.off", source: "screen" }]);
    expect(livekit.published).toEqual([]);
  });

  it("7-40 is off without a failure if the user chooses none", async () => {
    const { livekit, news, command } = await joined();
    livekit.capture = () => Promise.reject(named("NotAllowedError"));
    command(share);
    expect(await news()).toEqual([{ type: "device.off", source: "screen" }]);
    expect(lines).toEqual([]);
  });

  it("8-28 fails with one log line if it cannot be captured or published", async () => {
    const { livekit, news, command } = await joined();
    livekit.capture = () => Promise.reject(named("InvalidStateError"));
    command(share);
    const failed = { type: "device.failed", source: "screen", cause: "failed" };
    expect(await news()).toEqual([failed]);
    livekit.capture = (tracks) => Promise.resolve(tracks);
    livekit.publishError = named("PublishTrackError");
    command(share);
    expect(await news()).toEqual([failed]);
    expect(livekit.ownTrack.isStopped).toBe(true);
    expect(lines).toEqual([
      "media: screen not shared (InvalidStateError)",
      "media: screen not shared (PublishTrackError)",
    ]);
  });

  it("4-116 that the user chooses after the call is stopped at once", async () => {
    const { livekit, news, command, leave } = await joined();
    let choose = () => {};
    livekit.capture = (tracks) => new Promise((resolve) => (choose = () => resolve(tracks)));
    command(share);
    await news();
    leave();
    choose();
    expect(await news()).toEqual([]);
    expect(livekit.ownTrack.isStopped).toBe(true);
    expect(livekit.published).toEqual([]);
  });

  it("7-40 is neither offered nor captured if the configuration forbids it", async () => {
    vi.stubGlobal("navigator", { mediaDevices: { getDisplayMedia() {} } });
    const { livekit, media, news, command } = await joined({ isScreenAllowed: () => false });
    expect(media.canShareScreen()).toBe(false);
    command(share);
    expect(await news()).toEqual([{ type: "device.off", source: "screen" }]);
    expect(livekit.captured).toEqual([]);
  });

  it.each([
    ["a computer", { mediaDevices: { getDisplayMedia() {} } }, true],
    ["a phone", { mediaDevices: {} }, false],
    ["an insecure page", {}, false],
  ])("7-40 is offered by %s: %o", (_, navigator, isOffered) => {
    vi.stubGlobal("navigator", navigator);
    expect(fakeMedia().media.canShareScreen()).toBe(isOffered);
  });

  it("7-38 7-39 7-40 is not captured by default", async () => {
    const { livekit } = await joined();
    expect(livekit.captured).toEqual([]);
  });
});

describe("leave", () => {
  it("4-116 stops all tracks, removes all elements and listeners, and reports nothing more", async () => {
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

  it("4-116 keeps nothing of a member who left, and follows one who comes back", async () => {
    const { livekit, news } = await joined();
    const carol = aMember("carol");
    livekit.enter(carol);
    livekit.exit("carol", DisconnectReason.CLIENT_INITIATED);
    expect(carol.listenerCount).toBe(0);
    livekit.enter(carol);
    await news();
    carol.isMicrophoneEnabled = true;
    livekit.deliver(new FakeTrack("audio"), "microphone", "carol");
    expect(await news()).toMatchObject([{ type: "room.memberChanged", member: { microphone: true } }]);
    expect(document.querySelectorAll("audio")).toHaveLength(1);
  });

  it("4-116 disconnects after a pending connect", async () => {
    const { livekit, leave, news } = await join();
    leave();
    // An earlier disconnect makes livekit-client leak a peer connection.
    expect(livekit).toMatchObject({ listenerCount: 0, isDisconnected: false });
    livekit.arriveAt(aMember("bob"));
    await settled();
    expect(livekit).toMatchObject({ listenerCount: 0, isDisconnected: true });
    expect(await news()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("4-116 reports nothing when a pending connect fails", async () => {
    const { livekit, leave, news } = await join();
    leave();
    livekit.refuse(new Error("refused"), DisconnectReason.JOIN_FAILURE);
    await settled();
    expect(await news()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("4-110 4-116 reports tracks that the room delivers late after a full reconnect", async () => {
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
    expect((await news()).at(-1)).toMatchObject({ type: "room.reconnected", members: [{ camera: true }] });
  });

  it("4-116 creates no room if the library is still loading", async () => {
    const { fake } = fakeMedia();
    let arrive = () => {};
    const load = () =>
      new Promise<typeof fake.library>((resolve) => {
        arrive = () => resolve(fake.library);
      });
    const { media } = fakeMedia({ load });
    await media.requestAccess({ roomID: "r1", userID: "me" });
    const heard: RoomEvent[] = [];
    media.join({ roomID: "r1", isMany: false, isEncrypted: false }, (event) => heard.push(event)).leave();
    arrive();
    await settled();
    expect(fake.rooms).toEqual([]);
    expect(heard).toEqual([]);
  });

  it("4-116 stops a camera that is allowed afterwards", async () => {
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

  it("4-116 leaves nothing behind after twenty calls", async () => {
    const { fake, media } = fakeMedia();
    const element = document.createElement("video");
    media.show({ userID: "me", source: "camera" }, element);
    const voices: FakeTrack[] = [];
    for (let call = 1; call <= 20; call++) {
      await media.requestAccess({ roomID: `r${call}`, userID: "me" });
      const room = media.join({ roomID: `r${call}`, isMany: false, isEncrypted: false }, () => {});
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
