import { ConnectionQuality, DisconnectReason, SignalResponse } from "@livekit/protocol";
import { decodeJwt } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renewToken } from "../../../server/rtc/access/access.ts";
import type { MediaSocket, Receiver } from "../../../server/rtc/network/socket.ts";
import { Room } from "../../../server/rtc/rooms/room.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const key = { apiKey: "parley", secret: new TextEncoder().encode("a secret of this test") };

function startRoom() {
  const receivers: Receiver[] = [];
  const socket: MediaSocket = {
    port: 1,
    addFragment: (_, receiver) => receivers.push(receiver),
    remove: () => {},
    send: () => {},
    close: async () => {},
  };
  const endpoint = { addresses: () => ["127.0.0.1"], port: 1, fingerprint: "sha-256 AA" };
  const room = new Room({
    name: "tea",
    socketOf: () => socket,
    endpoint,
    renewToken: (grant) => renewToken(grant, key),
    mayTakePacket: () => true,
    mayTakeData: () => true,
    forwards: { mayForward: () => true, noteForwarded: () => {} },
    onEmpty: () => {},
  });

  return (identity: string) => {
    const rights = { canPublish: true, canSubscribe: true, canPublishData: true, canPublishSources: [] };
    const grant = { room: "tea", identity, name: "", metadata: "", attributes: {}, expiresAt: 0, ...rights };
    const participant = room.add(grant, true);
    const receiver = receivers.at(-1);
    const heard: SignalResponse["message"][] = [];
    participant.attach({
      backlog: 0,
      send: (frame) => heard.push(SignalResponse.fromBinary(frame).message),
      close: () => {},
    });
    let pauses = [100];
    const beat = () => {
      receiver?.onAddress({ address: "127.0.0.1", port: 9 }, true);
      wait();
    };
    const wait = () => {
      const [pause = 0, ...rest] = pauses;
      pauses = [...rest, pause];
      timer = setTimeout(beat, pause);
    };
    let timer: NodeJS.Timeout;
    wait();
    return {
      participant,
      /** The reported connection quality of a participant since the last call. */
      qualityOf: ({ participant: { sid } }: { participant: { sid: string } }) =>
        heard
          .splice(0)
          .flatMap((message) => (message.case === "connectionQuality" ? message.value.updates : []))
          .filter(({ participantSid }) => participantSid === sid)
          .map(({ quality }) => quality),
      /** The decoded tokens that this participant received. */
      tokens: () =>
        heard.flatMap(({ case: kind, value }) => (kind === "refreshToken" ? [decodeJwt(value)] : [])),
      /** The reason of a reported leave; undefined if none was reported. */
      leftBecause: () =>
        heard
          .flatMap((message) => (message.case === "update" ? message.value.participants : []))
          .map(({ disconnectReason }) => disconnectReason)
          .find((reason) => reason !== DisconnectReason.UNKNOWN_REASON),
      /** Sends packets with these pauses in ms from now on, repeatedly. */
      sendEvery: (...ms: number[]) => {
        pauses = ms;
        clearTimeout(timer);
        wait();
      },
      die: () => clearTimeout(timer),
    };
  };
}

describe("a participant without packets", () => {
  it("R21 is reported as lost within three seconds, to the others only, and as back with the first packet", () => {
    const enter = startRoom();
    const [alice, bob, carol] = [enter("alice"), enter("bob"), enter("carol")];
    vi.advanceTimersByTime(10_000);
    for (const person of [bob, carol])
      expect(new Set(person.qualityOf(alice))).toEqual(new Set([ConnectionQuality.EXCELLENT]));

    alice.die();
    vi.advanceTimersByTime(3000);
    alice.qualityOf(alice);
    for (const person of [bob, carol]) expect(person.qualityOf(alice).at(-1)).toBe(ConnectionQuality.LOST);
    vi.advanceTimersByTime(5000);
    expect(new Set(bob.qualityOf(alice))).toEqual(new Set([ConnectionQuality.LOST]));
    expect(alice.qualityOf(alice)).toEqual([]);

    alice.sendEvery(100);
    vi.advanceTimersByTime(600);
    for (const person of [bob, carol])
      expect(person.qualityOf(alice).at(-1)).toBe(ConnectionQuality.EXCELLENT);
    expect(alice.qualityOf(bob)).not.toContain(ConnectionQuality.LOST);
  });

  it("R21 is removed after fifteen seconds", () => {
    const enter = startRoom();
    const [alice, bob] = [enter("alice"), enter("bob")];
    vi.advanceTimersByTime(5000);
    alice.die();
    vi.advanceTimersByTime(14_000);
    expect(bob.leftBecause()).toBeUndefined();
    vi.advanceTimersByTime(3000);
    expect(bob.leftBecause()).toBe(DisconnectReason.CONNECTION_TIMEOUT);
  });

  it("R21 is not lost while it only listens and sends consent every 4 to 6 seconds", () => {
    const enter = startRoom();
    const [alice, bob] = [enter("alice"), enter("bob")];
    alice.sendEvery(5000, 4000, 6000, 100, 4000, 5900);
    vi.advanceTimersByTime(120_000);
    expect(bob.leftBecause()).toBeUndefined();
    expect(bob.qualityOf(alice)).not.toContain(ConnectionQuality.LOST);
  });
});

describe("a participant who stays longer than the token is valid", () => {
  it("gets a fresh token in time to come back with", async () => {
    const alice = startRoom()("alice");
    for (let told = 1; told <= 4; told += 1) {
      vi.advanceTimersByTime(5 * 60_000);
      await vi.waitFor(() => expect(alice.tokens()).toHaveLength(told));
      const fresh = alice.tokens().at(-1);
      expect(fresh).toMatchObject({ sub: "alice", video: { roomJoin: true, room: "tea" } });
      // Valid until after the next token.
      expect((fresh?.exp ?? 0) - Date.now() / 1000).toBeGreaterThan(9 * 60);
    }
  });
});
