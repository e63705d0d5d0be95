// @vitest-environment jsdom
/** An encrypted meeting: what is sent, what is played, and what the user is told about the key. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomEvent, RoomPacket } from "../../../../machines/calls/media-room.ts";
import { Secret } from "../../../../machines/domain/secret.ts";
import { canEncrypt } from "../../../../src/adapters/livekit/can-encrypt.ts";
import { createEncryption, type Encryption } from "../../../../src/adapters/livekit/encryption.ts";
import { createMedia } from "../../../../src/adapters/livekit/media.ts";
import { aMember, FakeTrack, fakeLiveKit } from "../support/fake-livekit.ts";

const KEY = "A-z_09A-z_09A-z_09A-z_";

class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  readonly posted: unknown[] = [];
  isOver = false;

  constructor() {
    super();
    FakeWorker.made.push(this);
  }

  postMessage(message: unknown): void {
    this.posted.push(message);
  }

  terminate(): void {
    this.isOver = true;
  }
}

let lines: string[];
beforeEach(() => {
  lines = [];
  FakeWorker.made = [];
  vi.stubGlobal("Worker", FakeWorker);
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => document.body.replaceChildren());

async function join({ key, isEncrypted }: { key: string | null; isEncrypted: boolean }) {
  const fake = fakeLiveKit();
  const media = createMedia({
    post: async ({ answer }) => {
      const { parse } = await import("valibot");
      return parse(answer, { serverUrl: "wss://media.test", token: "room-token" });
    },
    credentials: { mediaToken: () => "chat-token" },
    keyOf: () => (key === null ? null : new Secret(key)),
    load: async () => fake.library,
  });
  const heard: RoomEvent[] = [];
  await media.requestAccess({ roomID: "r1", userID: "me" });
  const room = media.join({ roomID: "r1", isMany: true, isEncrypted }, (event) => heard.push(event));
  return { fake, media, room, heard };
}

/** A room with Bob in it. */
async function joined({ key = KEY, isEncrypted = true } = {}) {
  const { fake, media, room, heard } = await join({ key, isEncrypted });
  await vi.waitFor(() => expect(fake.rooms.at(-1)?.connectedTo).toBeTruthy());
  const bob = aMember("bob", { isCameraEnabled: true });
  fake.room.arriveAt(bob);
  const news = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return heard.splice(0).filter(({ type }) => type !== "outputs.changed");
  };
  await news();
  return { media, room, livekit: fake.room, bob, news };
}

/** Another member's encryption. */
function encryptionOf(key: string): Promise<Encryption> {
  return createEncryption(fakeLiveKit().library, new Secret(key));
}

const bytesOf = (packet: RoomPacket) => new TextEncoder().encode(JSON.stringify(packet));
const HELLO: RoomPacket = { kind: "hello" };

describe("an encrypted meeting", () => {
  it("11-44 is joined with encryption on, and not at all without its key", async () => {
    const { livekit } = await joined();
    expect([livekit.isEncrypted, livekit.options.e2ee !== undefined]).toEqual([true, true]);
    const { fake, heard } = await join({ key: null, isEncrypted: true });
    await vi.waitFor(() => expect(heard).toEqual([{ type: "room.closed", cause: "lost" }]));
    expect(fake.rooms).toEqual([]);
    const plain = await joined({ isEncrypted: false });
    expect([plain.livekit.isEncrypted, plain.livekit.options.e2ee]).toEqual([false, undefined]);
  });

  it("11-44 ends the worker with the room", async () => {
    const { room } = await joined();
    expect(FakeWorker.made.map(({ isOver }) => isOver)).toEqual([false]);
    room.leave();
    await vi.waitFor(() => expect(FakeWorker.made.map(({ isOver }) => isOver)).toEqual([true]));
  });

  it("11-44 is lost when its worker fails, during the join or later", async () => {
    const { livekit, news } = await joined();
    FakeWorker.made[0]?.dispatchEvent(new Event("error"));
    livekit.emit("encryptionError", undefined, undefined);
    expect(await news()).toEqual([{ type: "room.closed", cause: "lost" }]);
    await vi.waitFor(() => expect(FakeWorker.made[0]?.isOver).toBe(true));
    expect(lines).toEqual(["media: the connection ended (the encryption failed)"]);
    const { heard } = await join({ key: KEY, isEncrypted: true });
    await vi.waitFor(() => expect(FakeWorker.made).toHaveLength(2));
    FakeWorker.made[1]?.dispatchEvent(new Event("messageerror"));
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ type: "room.closed", cause: "lost" }));
  });

  it("11-44 never passes frames on undecrypted, whatever the server says of a member", async () => {
    const { livekit } = await joined();
    const { e2ee } = livekit.options;
    if (!e2ee || !("worker" in e2ee)) throw new Error("There is no worker");
    e2ee.worker.postMessage({ kind: "enable", data: { enabled: false, participantIdentity: "bob" } });
    e2ee.worker.postMessage({ kind: "setKey", data: {} });
    expect(FakeWorker.made[0]?.posted).toEqual([
      { kind: "enable", data: { enabled: true, participantIdentity: "bob" } },
      { kind: "setKey", data: {} },
    ]);
  });

  it("11-44 sends packets in order to their receivers, and only members with the key can read them", async () => {
    const { room, livekit } = await joined();
    const said = ["one", "two", "three"].map((text): RoomPacket => ({ kind: "chat", id: text, text, at: 5 }));
    for (const packet of said) room.command({ type: "packet.send", packet, to: ["bob"] });
    await vi.waitFor(() => expect(livekit.sent).toHaveLength(3));
    expect(livekit.sent.map(({ text }) => text).join()).not.toMatch(/one|chat|kind/);
    expect(livekit.sent[0]?.options).toMatchObject({ reliable: true, destinationIdentities: ["bob"] });
    const [bobs, eves] = await Promise.all([encryptionOf(KEY), encryptionOf("k".repeat(22))]);
    const opened = await Promise.all(livekit.sent.map(({ bytes }) => bobs.open(bytes, "me")));
    expect(opened.map((bytes) => JSON.parse(new TextDecoder().decode(bytes ?? undefined)))).toEqual(said);
    expect(await eves.open(livekit.sent[0]?.bytes ?? new Uint8Array(), "me")).toBeNull();
  });

  it("11-44 does not bring back a member who left while a packet was decrypted", async () => {
    const { livekit, news } = await joined();
    livekit.say("bob", await (await encryptionOf(KEY)).seal(bytesOf(HELLO), "bob"));
    livekit.exit("bob");
    expect(await news()).toMatchObject([{ type: "room.memberLeft", userID: "bob" }]);
  });

  it("11-44 R22 decrypts only so many packets of one member", async () => {
    const { livekit, news } = await joined();
    const decrypt = vi.spyOn(crypto.subtle, "decrypt");
    const foreign = await (await encryptionOf("k".repeat(22))).seal(bytesOf(HELLO), "bob");
    for (let index = 0; index < 1000; index++) livekit.say("bob", foreign);
    await news();
    await vi.waitFor(() => expect(decrypt.mock.calls.length).toBeGreaterThanOrEqual(200));
    expect(decrypt.mock.calls.length).toBeLessThan(220);
    decrypt.mockRestore();
  });

  it("11-44 takes no packet that is plain, of another key, or put into another member's name", async () => {
    const { livekit, news } = await joined();
    const [bobs, eves] = await Promise.all([encryptionOf(KEY), encryptionOf("k".repeat(22))]);
    livekit.say("bob", bytesOf(HELLO));
    livekit.say("bob", await eves.seal(bytesOf(HELLO), "bob"));
    livekit.say("bob", await bobs.seal(bytesOf(HELLO), "carol"));
    livekit.say("bob", new Uint8Array(3));
    livekit.say("bob", await bobs.seal(bytesOf({ kind: "state", hand: 5, since: null }), "bob"));
    await vi.waitFor(async () =>
      expect(await news()).toEqual([
        { type: "room.packet", userID: "bob", packet: { kind: "state", hand: 5, since: null } },
      ]),
    );
  });

  it("11-44 shows and plays only encrypted media", async () => {
    const { media, livekit, bob, news } = await joined();
    const element = document.createElement("video");
    media.show({ userID: "bob", source: "camera" }, element);
    const [plain, sealed] = [new FakeTrack("video"), new FakeTrack("video")];
    livekit.deliver(plain, "camera", "bob");
    expect(await news()).toEqual([]);
    livekit.emit("trackUnmuted", {}, bob);
    expect(await news()).toMatchObject([{ member: { userID: "bob", camera: false } }]);
    expect(plain.elements).toEqual([]);
    livekit.deliver(sealed, "camera", "bob", true);
    expect(await news()).toMatchObject([{ member: { userID: "bob", camera: true } }]);
    expect(sealed.elements).toEqual([element]);
  });
});

it.each([
  ["Chrome/140", ["streams", "transform"], true],
  ["Chrome/80", [], false],
  // livekit-client uses no script transform in Chromium, and would send plain media.
  ["Chrome/999", ["transform"], false],
  ["Firefox/140", ["transform"], true],
  ["Firefox/110", [], false],
  ["Version/17.0 Safari/605", ["transform"], true],
  ["CriOS/140 Mobile/15 Safari/604", ["transform"], true],
] as const)("11-44 %s with %j can encrypt: %s", (userAgent, offers, expected) => {
  const has = (one: "streams" | "transform") => offers.some((offer) => offer === one);
  vi.stubGlobal("navigator", { userAgent });
  vi.stubGlobal("RTCRtpSender", { prototype: has("streams") ? { createEncodedStreams() {} } : {} });
  if (has("transform")) vi.stubGlobal("RTCRtpScriptTransform", class {});
  expect(canEncrypt()).toBe(expected);
  vi.stubGlobal("crypto", {});
  expect(canEncrypt()).toBe(false);
});

describe("the line about a missing or wrong key", () => {
  it("11-44 comes without the key when others encrypt, and goes with them", async () => {
    const { media, livekit, news } = await joined({ isEncrypted: false });
    const element = document.createElement("video");
    media.show({ userID: "bob", source: "camera" }, element);
    const track = new FakeTrack("video");
    livekit.deliver(track, "camera", "bob", true);
    livekit.emit("trackPublished", {}, livekit.remoteParticipants.get("bob"));
    const heard = await news();
    expect(heard).toContainEqual({ type: "room.unreadable" });
    expect(heard).toContainEqual(
      expect.objectContaining({ member: expect.objectContaining({ userID: "bob", camera: false }) }),
    );
    expect(track.elements).toEqual([]);
    livekit.exit("bob");
    await vi.waitFor(async () => expect(await news()).toContainEqual({ type: "room.readable" }));
  });

  it("11-44 comes once with a wrong key, not for errors of other kinds or of members who do not encrypt", async () => {
    const { livekit, bob, news } = await joined();
    const wrong = new Error("InvalidKey: Decryption failed");
    livekit.deliver(new FakeTrack("audio"), "microphone", "bob", false);
    livekit.emit("encryptionError", wrong, bob);
    livekit.deliver(new FakeTrack("audio"), "microphone", "bob", true);
    await news();
    livekit.emit("encryptionError", new Error("InternalError: encryption state unknown"), bob);
    livekit.emit("encryptionError", wrong, undefined);
    expect(await news()).toEqual([]);
    for (let time = 0; time < 5; time++) livekit.emit("encryptionError", wrong, bob);
    expect(await news()).toEqual([{ type: "room.unreadable" }]);
    expect(lines).toEqual([]);
  });

  it("11-44 does not come for a user whose key is the right one", async () => {
    const { livekit, bob, news } = await joined();
    const carol = aMember("carol");
    livekit.enter(carol);
    livekit.deliver(new FakeTrack("audio"), "microphone", "bob", true);
    livekit.emit("encryptionError", new Error("InvalidKey: Decryption failed"), bob);
    expect(await news()).toContainEqual({ type: "room.unreadable" });
    livekit.say("carol", await (await encryptionOf(KEY)).seal(bytesOf(HELLO), "carol"));
    await vi.waitFor(async () => expect(await news()).toContainEqual({ type: "room.readable" }));
    livekit.emit("encryptionError", new Error("InvalidKey: Decryption failed"), bob);
    expect(await news()).toEqual([]);
  });
});
