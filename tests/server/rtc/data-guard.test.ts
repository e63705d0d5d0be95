import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDataGuard } from "../../../server/rtc/network/data-guard.ts";
import { readSctp } from "../../../server/rtc/packets/sctp.ts";
import { dataChunk, field, sack, sctpPacket } from "./sctp.ts";

const empty = Buffer.alloc(0);

describe("a packet of data channels", () => {
  it("7-09 is read with the numbers of its messages and of its acknowledgement", () => {
    const packet = sctpPacket(
      sack([
        [2, 3],
        [7, 7],
      ]),
      dataChunk(4_000_000_000),
      dataChunk(4_000_000_001, "a long text"),
    );
    expect(readSctp(packet)).toMatchObject({ tsns: [4_000_000_000, 4_000_000_001], acknowledged: 3 });
    expect(readSctp(sctpPacket(field([4, 0], field([0, 1], Buffer.from("heart")))))).toMatchObject({
      tsns: [],
      acknowledged: 0,
    });
    expect(readSctp(sctpPacket(field([192, 0], Buffer.alloc(8)), field([11, 0], empty)))).toBeDefined();
  });

  it.each([
    ["without a chunk", sctpPacket()],
    ["with a chunk of length zero", sctpPacket(field([0, 3], empty, 0))],
    ["with a chunk that ends after it", sctpPacket(field([0, 3], Buffer.alloc(16), 4000))],
    ["with a message without bytes", sctpPacket(dataChunk(1, ""))],
    ["with an unknown chunk", sctpPacket(field([77, 0], Buffer.alloc(8)))],
    ["with a parameter of length zero", sctpPacket(field([4, 0], field([0, 1], empty, 0)))],
    ["with a greeting of a parameter of length zero", sctpPacket(field([1, 0], Buffer.alloc(20)))],
    ["with a reset of half a stream", sctpPacket(field([130, 0], field([0, 13], Buffer.alloc(13))))],
    ["with a skip of half a stream", sctpPacket(field([192, 0], Buffer.alloc(6)))],
    ["with two acknowledgements", sctpPacket(sack([]), sack([]))],
    ["with gap blocks that are missing", sctpPacket(sack([[2, 3]], 200))],
    [
      "with a gap block named twice",
      sctpPacket(
        sack([
          [1, 65_535],
          [1, 65_535],
        ]),
      ),
    ],
  ])("7-09 %s is refused", (_, packet) => {
    expect(readSctp(packet)).toBeUndefined();
  });

  it("7-09 that is damaged, or is no packet at all, is refused", () => {
    const packet = sctpPacket(dataChunk(1));
    packet[20] = (packet[20] ?? 0) ^ 1;
    expect(readSctp(packet)).toBeUndefined();
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => !readSctp(Buffer.from(bytes))));
    // With a right checksum it ends, whatever it holds.
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        readSctp(sctpPacket(Buffer.from(bytes)));
      }),
    );
  });
});

describe("the guard of data channels", () => {
  const association = (held: { rwnd?: number; after?: number; parts?: number; streams?: number } = {}) => ({
    advertisedRwnd: held.rwnd ?? 1_048_576,
    lastReceivedTsn: 9,
    sackMisOrdered: new Set(Array.from({ length: held.after ?? 0 }, (_, i) => 20 + i)),
    inboundStreams: Object.fromEntries(
      Array.from({ length: held.streams ?? 1 }, (_, i) => [
        String(i),
        { reassembly: Array.from({ length: i === 0 ? (held.parts ?? 0) : 0 }) },
      ]),
    ),
  });
  const isTaken = (held: object, packet: Buffer) => createDataGuard(held, () => true)(packet);

  it.each([
    ["the window is used up", { rwnd: 0 }],
    ["thousands of parts wait for the rest of a message", { parts: 2000 }],
    ["hundreds of parts wait for a missing one", { after: 256 }],
    ["there are more streams than channels", { streams: 65 }],
  ])("7-09 loses further messages when %s, and nothing else", (_, held) => {
    expect(isTaken(association(held), sctpPacket(dataChunk(50)))).toBe(false);
    expect(isTaken(association(held), sctpPacket(sack([[2, 3]])))).toBe(true);
    expect(isTaken(association(), sctpPacket(dataChunk(50)))).toBe(true);
  });

  it("7-09 takes the missing part when hundreds wait for it", () => {
    expect(isTaken(association({ after: 300, rwnd: 0 }), sctpPacket(dataChunk(10)))).toBe(true);
    const last = { ...association({ after: 300 }), lastReceivedTsn: 2 ** 32 - 1 };
    expect(isTaken(last, sctpPacket(dataChunk(0)))).toBe(true);
    // No part is missing.
    expect(isTaken(association({ parts: 2000 }), sctpPacket(dataChunk(10)))).toBe(false);
  });

  it("7-09 loses a packet that skips messages of more streams than there are channels", () => {
    const skip = (...streams: number[]) => {
      const value = Buffer.alloc(4 + 4 * streams.length);
      for (const [i, stream] of streams.entries()) value.writeUInt16BE(stream, 4 + 4 * i);
      return sctpPacket(field([192, 0], value));
    };
    expect(isTaken(association({ streams: 60 }), skip(0, 59, 60, 61))).toBe(true);
    expect(isTaken(association({ streams: 60 }), skip(60, 61, 62, 63, 64))).toBe(false);
  });

  it("7-09 counts each request of a packet at least as a message, because the library answers it", () => {
    const addStreams = field([0, 17], Buffer.alloc(8));
    const counted: number[] = [];
    const take = createDataGuard(association(), (parts) => counted.push(parts) > 0);
    take(sctpPacket(...Array<Buffer>(300).fill(field([4, 0], empty))));
    take(sctpPacket(...Array<Buffer>(150).fill(field([7, 0], Buffer.alloc(4)))));
    take(sctpPacket(field([130, 0], Buffer.concat(Array<Buffer>(100).fill(addStreams)))));
    expect([300, 150, 100].every((requests, i) => (counted[i] ?? 0) >= requests)).toBe(true);
  });

  it("7-09 counts each message of a packet, and long acknowledgements, and loses what may not be sent now", () => {
    const counted: number[] = [];
    const take = createDataGuard(association(), (parts) => counted.push(parts) < 3);
    expect(take(sctpPacket(dataChunk(10), dataChunk(11)))).toBe(true);
    expect(take(sctpPacket(sack([[2, 1026]])))).toBe(true);
    expect(take(sctpPacket(sack([[2, 3]])))).toBe(true);
    expect(take(sctpPacket(dataChunk(12)))).toBe(false);
    expect(counted).toEqual([2, 4, 1]);
  });
});
