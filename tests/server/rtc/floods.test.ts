import { JoinRequest, SignalRequest, SignalResponse, TrackType } from "@livekit/protocol";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createDtlsGuard } from "../../../server/rtc/network/dtls-guard.ts";
import type { MediaSocket, Receiver } from "../../../server/rtc/network/socket.ts";
import { createPeerTransport, localFingerprint } from "../../../server/rtc/network/transport.ts";
import { createRooms } from "../../../server/rtc/rooms/rooms.ts";
import { placeholders, videoSection, writeOffer } from "./offers.ts";

const here = { address: "127.0.0.1", port: 9 };

/** A media socket whose packets are given by hand. */
function fakeSocket() {
  const ends: { fragment: string; receiver: Receiver }[] = [];
  const sent: Buffer[] = [];
  const socket: MediaSocket = {
    port: 1,
    addFragment: (fragment, receiver) => ends.push({ fragment, receiver }),
    remove: () => {},
    send: (packet) => sent.push(packet),
    close: async () => {},
  };
  return { socket, ends, sent };
}

describe("packets of a participant above a rate", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("are lost, in all rooms of the user together, and those of others are not", () => {
    const sockets = new Map([
      ["mallory", fakeSocket()],
      ["alice", fakeSocket()],
    ]);
    const rooms = createRooms({
      socketOf: (identity) => {
        const found = sockets.get(identity);
        if (found === undefined) throw new Error(`no socket for ${identity}`);
        return found.socket;
      },
      endpoint: { addresses: () => ["127.0.0.1"], port: 1, fingerprint: "sha-256 AA" },
      renewToken: async () => "token",
    });
    const rights = { canPublish: true, canSubscribe: true, canPublishData: true, canPublishSources: [] };
    const enter = (identity: string, room: string) =>
      rooms.open(
        { backlog: 0, send: () => {}, close: () => {} },
        { room, identity, name: "", metadata: "", attributes: {}, expiresAt: 0, ...rights },
        new JoinRequest({}),
      );
    enter("mallory", "tea");
    enter("mallory", "coffee");
    enter("alice", "tea");
    /** How many of these checks in each room are answered. */
    const check = (identity: string, count: number) => {
      let answered = 0;
      for (const { fragment, receiver } of sockets.get(identity)?.ends ?? [])
        for (let i = 0; i < count; i += 1) if (receiver.passwordOf(fragment) !== undefined) answered += 1;
      return answered;
    };

    const answered = check("mallory", 20_000);
    expect(answered).toBeGreaterThan(3000);
    expect(answered).toBeLessThan(10_000);
    expect(check("mallory", 1)).toBe(0);
    expect(check("alice", 1)).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(check("mallory", 1)).toBe(2);
    rooms.shutDown();
  });
});

describe("a participant who publishes, withdraws and hides a track again and again", () => {
  beforeAll(() => localFingerprint());
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("makes the others negotiate a few times in a second, and the last state reaches them", () => {
    const rooms = createRooms({
      socketOf: () => fakeSocket().socket,
      endpoint: { addresses: () => ["127.0.0.1"], port: 1, fingerprint: "sha-256 AA" },
      renewToken: async () => "token",
    });
    const rights = { canPublish: true, canSubscribe: true, canPublishData: true, canPublishSources: [] };
    const enter = (identity: string, onMessage: (message: SignalResponse["message"]) => void = () => {}) => {
      const session = rooms.open(
        { backlog: 0, send: (frame) => onMessage(SignalResponse.fromBinary(frame).message), close: () => {} },
        { room: "tea", identity, name: "", metadata: "", attributes: {}, expiresAt: 0, ...rights },
        new JoinRequest({ connectionSettings: { autoSubscribe: true } }),
      );
      const send = (message: ConstructorParameters<typeof SignalRequest>[0]) =>
        session.onFrame(new SignalRequest(message).toBinary());
      const offer = (sections: string[][]) =>
        send({ message: { case: "offer", value: { type: "offer", id: 1, sdp: writeOffer({ sections }) } } });
      return { send, offer };
    };
    let requests = 0;
    let received: string[] = [];
    const permissions: boolean[] = [];
    const alice = enter("alice", (message) => {
      if (message.case === "subscriptionPermissionUpdate") permissions.push(message.value.allowed);
      if (message.case === "answer") received = Object.values(message.value.midToTrackId);
      if (message.case !== "mediaSectionsRequirement") return;
      requests += 1;
      // The client's offer comes with a later message.
      setTimeout(() => alice.offer(placeholders()), 10);
    });
    alice.offer(placeholders());
    const published: string[] = [];
    const mallory = enter("mallory", (message) => {
      if (message.case === "trackPublished") published.push(message.value.track?.sid ?? "");
    });
    mallory.offer([videoSection("0", "recvonly")]);
    const publish = () => {
      mallory.send({ message: { case: "addTrack", value: { cid: "cam-1", type: TrackType.VIDEO } } });
      mallory.offer([videoSection("0", "sendonly")]);
    };
    for (let i = 0; i < 150; i += 1) {
      publish();
      vi.advanceTimersByTime(10);
      mallory.offer([videoSection("0", "inactive")]);
      vi.advanceTimersByTime(10);
    }
    expect(requests).toBeLessThan(80);
    publish();
    vi.advanceTimersByTime(2000);
    expect(received).toEqual([published.at(-1)]);

    const permit = (allParticipants: boolean) =>
      mallory.send({ message: { case: "subscriptionPermission", value: { allParticipants } } });
    for (let i = 0; i < 1000; i += 1) {
      permit(i % 2 === 1);
      vi.advanceTimersByTime(1);
    }
    expect(permissions.length).toBeLessThan(50);
    for (const isAllowed of [false, true, false]) permit(isAllowed);
    vi.advanceTimersByTime(2000);
    expect([permissions.at(-1), received]).toEqual([false, []]);
    permit(true);
    vi.advanceTimersByTime(2000);
    expect([permissions.at(-1), received]).toEqual([true, [published.at(-1)]]);
    rooms.shutDown();
  });
});

describe("a handshake that never ends", () => {
  // The certificate is made at the first use.
  beforeAll(() => localFingerprint());

  const record = (type: number, epoch: number, content: Buffer) => {
    const header = Buffer.alloc(13);
    header.writeUInt8(type, 0);
    header.writeUInt16BE(0xfefd, 1);
    header.writeUInt16BE(epoch, 3);
    header.writeUInt16BE(content.length, 11);
    return Buffer.concat([header, content]);
  };
  const message = (type: number, body: Buffer, { length = body.length } = {}) => {
    const header = Buffer.alloc(12);
    header.writeUInt8(type, 0);
    header.writeUIntBE(length, 1, 3);
    header.writeUIntBE(body.length, 9, 3);
    return Buffer.concat([header, body]);
  };
  /** A ClientHello without a cookie (RFC 6347 section 4.2): one cipher suite, and the curve x25519. */
  const greeting = message(
    1,
    Buffer.concat([
      Buffer.from("fefd", "hex"),
      Buffer.alloc(32),
      Buffer.from("00000002c02b0100", "hex"),
      Buffer.from("0008000a00040002001d", "hex"),
    ]),
  );

  const start = () => {
    const { socket, ends, sent } = fakeSocket();
    const transport = createPeerTransport(socket, {
      onConnected: () => {},
      onRtp: () => {},
      onRtcp: () => {},
      onData: () => {},
      mayTakePacket: () => true,
      mayTakeData: () => true,
      onClosed: () => {},
    });
    transport.start([{ algorithm: "sha-256", value: "AA" }]);
    const receiver = ends[0]?.receiver;
    receiver?.onAddress(here, true);
    return { sent, send: (packet: Buffer) => receiver?.onDtls(packet), close: transport.close };
  };
  it.each([
    ["each in a packet", Array<Buffer>(400).fill(record(22, 0, greeting))],
    ["many in a packet", Array<Buffer>(40).fill(record(22, 0, Buffer.concat(Array(10).fill(greeting))))],
  ])("gets a limited number of answers to greetings, %s", async (_, packets) => {
    const { sent, send, close } = start();
    await vi.waitFor(() => {
      send(record(22, 0, greeting));
      expect(sent.length).toBeGreaterThan(0);
    });
    for (const packet of packets) send(packet);
    await new Promise(setImmediate);
    expect(sent.length).toBeLessThan(200);
    close();
  });

  it("is lost after many parts or encrypted messages, and data goes on", () => {
    const part = record(22, 0, message(11, Buffer.alloc(100), { length: 2000 }));
    const encrypted = record(22, 1, Buffer.alloc(1400));
    for (const packet of [part, encrypted]) {
      const isTaken = createDtlsGuard(() => false);
      const taken = Array.from({ length: 1000 }, () => isTaken(packet)).filter((is) => is);
      expect(taken.length).toBeGreaterThan(4);
      expect(taken.length).toBeLessThan(200);
      expect(isTaken(record(23, 1, Buffer.alloc(1200)))).toBe(true);
    }
    const isTaken = createDtlsGuard(() => false);
    expect(isTaken(Buffer.concat(Array(100).fill(record(23, 1, Buffer.alloc(0)))))).toBe(false);
    expect(isTaken(Buffer.alloc(7, 22))).toBe(false);
  });
});
