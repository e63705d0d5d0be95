import { createHmac, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RtpHeader, SrtpSession } from "werift";
import { createArrivalLog } from "../../../server/rtc/packets/congestion.ts";
import { createRtpReceiver } from "../../../server/rtc/packets/receiver.ts";
import {
  parseRtcp,
  writeNack,
  writePictureLoss,
  writeReceiverReport,
  writeSenderReport,
  writeTransportFeedback,
} from "../../../server/rtc/packets/rtcp.ts";
import {
  parseRtp,
  sequenceDistance,
  startsKeyFrame,
  writeRtpHeader,
} from "../../../server/rtc/packets/rtp.ts";
import { createSlowRtpCipher } from "../../../server/rtc/packets/slow-srtp.ts";
import { createRtpCipher } from "../../../server/rtc/packets/srtp.ts";
import { bindingResponse, parseBindingRequest } from "../../../server/rtc/packets/stun.ts";

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");
const anyBytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));

describe("STUN", () => {
  // RFC 5769 section 2.1, without SOFTWARE and PRIORITY, signed again.
  const password = "VOkJxbRl1RmTxUk/WvJxBt";
  const request = (attributes: string[], signWith = password) => {
    const body = attributes.map(bytes);
    const unsigned = Buffer.concat([bytes("0001 0000 2112a442 b7e7a701bc34d686fa87dfae"), ...body]);
    unsigned.writeUInt16BE(unsigned.length - 20 + 24, 2);
    const signature = createHmac("sha1", signWith).update(unsigned).digest();
    return Buffer.concat([unsigned, bytes("0008 0014"), signature]);
  };
  const username = "0006 0009 6576746a3a68367659 202020";

  it("7-09 reads a signed binding request, and accepts it only with the right password", () => {
    const parsed = parseBindingRequest(request([username, "0025 0000"]));
    expect(parsed).toMatchObject({ username: "evtj:h6vY", useCandidate: true });
    expect(parsed?.isSignedWith(password)).toBe(true);
    expect(parsed?.isSignedWith("another password")).toBe(false);
    expect(parseBindingRequest(request([username]))?.useCandidate).toBe(false);
  });

  it("7-09 ignores attributes after the signature", () => {
    const signed = request([username]);
    const extended = Buffer.concat([signed, bytes("0025 0000")]);
    extended.writeUInt16BE(extended.length - 20, 2);
    expect(parseBindingRequest(extended)).toMatchObject({ useCandidate: false });
  });

  it("7-09 sends a response with the sender's address, signature and checksum", () => {
    const parsed = parseBindingRequest(request([username]));
    if (parsed === undefined) throw new Error("not a request");
    // The address of RFC 5769 section 2.2.
    const response = bindingResponse(parsed, password, { address: "192.0.2.1", port: 32853 });
    expect(response.toString("hex")).toContain(bytes("0020 0008 0001 a147 e112a643").toString("hex"));
    expect(response.subarray(8, 20).toString("hex")).toBe("b7e7a701bc34d686fa87dfae");
    const unsigned = Buffer.from(response.subarray(0, response.length - 32));
    unsigned.writeUInt16BE(unsigned.length - 20 + 24, 2);
    const signature = createHmac("sha1", password).update(unsigned).digest();
    expect(response.subarray(-28, -8)).toEqual(signature);
    expect(response.readUInt32BE(response.length - 4)).toBe(
      (crc32(response.subarray(0, -8)) ^ 0x5354554e) >>> 0,
    );
  });

  it("7-09 ignores anything else", () => {
    expect(parseBindingRequest(request([]))).toBeUndefined();
    expect(parseBindingRequest(request([username]).subarray(0, -4))).toBeUndefined();
    fc.assert(
      fc.property(anyBytes, fc.nat(59), fc.nat(255), (noise, at, value) => {
        parseBindingRequest(noise);
        const damaged = request([username]);
        if (damaged[at] === value) return;
        damaged[at] = value;
        expect(parseBindingRequest(damaged)?.isSignedWith(password) ?? false).toBe(false);
      }),
    );
  });
});

describe("RTP", () => {
  const header = {
    payloadType: 96,
    marker: true,
    sequenceNumber: 65_535,
    timestamp: 4_000_000_000,
    ssrc: 0xdeadbeef,
    extensions: new Map([
      [4, Buffer.from("12")],
      [1, bytes("85")],
    ]),
  };

  it("7-09 reads what it writes", () => {
    const packet = Buffer.concat([writeRtpHeader(header), Buffer.from("payload")]);
    expect(parseRtp(packet)).toEqual({ ...header, payload: Buffer.from("payload") });
    expect(writeRtpHeader({ ...header, extensions: new Map() })).toHaveLength(12);
  });

  it("7-09 reads contributing sources, two-byte extensions and padding", () => {
    const packet = bytes("b1 60 0001 00000002 00000003 0000aaaa 1000 0002 0103 aabbcc 00 0500 ffee 000002");
    const parsed = parseRtp(packet);
    expect(parsed?.extensions.get(1)).toEqual(bytes("aabbcc"));
    expect(parsed?.extensions.get(5)).toHaveLength(0);
    expect(parsed?.payload).toEqual(bytes("ffee00"));
  });

  it("7-09 ignores damaged packets", () => {
    const packet = Buffer.concat([writeRtpHeader(header), Buffer.from("payload")]);
    expect(parseRtp(packet.subarray(0, 15))).toBeUndefined();
    expect(parseRtp(bytes("a0 60 0001 00000002 00000003 ff"))).toBeUndefined();
    fc.assert(
      fc.property(anyBytes, fc.nat(packet.length - 1), fc.nat(255), (noise, at, value) => {
        parseRtp(noise);
        const damaged = Buffer.from(packet);
        damaged[at] = value;
        parseRtp(damaged);
        startsKeyFrame("VP8", noise);
        startsKeyFrame("H264", noise);
      }),
    );
  });

  it("7-09 wraps sequence numbers", () => {
    expect(sequenceDistance(2, 65_534)).toBe(4);
    expect(sequenceDistance(65_534, 2)).toBe(-4);
  });

  it.each([
    ["VP8 without extensions", "VP8", "10 00", true],
    ["VP8 with a 15 bit picture id", "VP8", "90 80 8123 10", true],
    ["VP8 with all fields", "VP8", "90 f0 8123 05 60 10", true],
    ["a VP8 frame that needs others", "VP8", "90 80 8123 11", false],
    ["the middle of a VP8 frame", "VP8", "80 80 8123 10", false],
    ["H264 parameter sets", "H264", "67 42", true],
    ["an aggregate with parameter sets", "H264", "78 0002 6742 0002 68ce", true],
    ["the first part of a key frame", "H264", "7c 85", true],
    ["a later part of a key frame", "H264", "7c 05", false],
    ["an H264 frame that needs others", "H264", "61 e0", false],
  ] as const)("7-09 finds the start of a key frame: %s", (_, codec, payload, expected) => {
    expect(startsKeyFrame(codec, bytes(payload))).toBe(expected);
  });
});

describe("RTCP", () => {
  const block = {
    ssrc: 7,
    fractionLost: 12,
    cumulativeLost: -3,
    highestSequence: 0x10005,
    jitter: 99,
    lastReport: 0xaabbccdd,
    delaySinceLastReport: 65_536,
  };

  it("7-09 reads what it writes, several messages at once", () => {
    const report = {
      ssrc: 5,
      ntpSeconds: 1,
      ntpFraction: 2,
      rtpTimestamp: 3,
      packetCount: 4,
      octetCount: 5,
    };
    const compound = Buffer.concat([
      writeSenderReport(report),
      writeReceiverReport(1, [block]),
      writeNack(1, 7, [65_534, 65_535, 3, 40]),
      writePictureLoss(1, 8),
    ]);
    expect(parseRtcp(compound)).toEqual([
      { kind: "sender-report", ...report, reports: [] },
      { kind: "receiver-report", reports: [block] },
      { kind: "nack", mediaSsrc: 7, sequenceNumbers: [65_534, 65_535, 3, 40] },
      { kind: "key-frame-request", mediaSsrc: 8 },
    ]);
    // One entry covers 17 packets.
    expect(writeNack(1, 7, [65_534, 65_535, 3, 40])).toHaveLength(12 + 2 * 4);
  });

  it("7-09 names the streams of a full intra request in its entries", () => {
    expect(parseRtcp(bytes("84 ce 0004 00000001 00000000 00000009 01000000"))).toEqual([
      { kind: "key-frame-request", mediaSsrc: 9 },
    ]);
  });

  it("7-09 ignores damaged and unknown messages", () => {
    expect(parseRtcp(bytes("80 cc 0001 00000001 81 c9 ffff 00000001"))).toEqual([]);
    fc.assert(
      fc.property(anyBytes, (noise) => {
        parseRtcp(noise);
      }),
    );
  });
});

describe("the receiving end of a stream", () => {
  const packet = (sequenceNumber: number) => ({
    payloadType: 96,
    marker: false,
    sequenceNumber: sequenceNumber & 0xffff,
    timestamp: sequenceNumber * 3000,
    ssrc: 1,
    extensions: new Map(),
    payload: Buffer.alloc(1),
  });

  it("7-09 requests missing packets, across the wrap, until they come or are too late", () => {
    const receiver = createRtpReceiver(1, 90_000);
    receiver.receive(packet(65_533), 1000);
    receiver.receive(packet(65_537), 1010);
    expect(receiver.takeNacks(1010)).toEqual([65_534, 65_535, 0]);
    expect(receiver.takeNacks(1020)).toEqual([]);
    expect(receiver.isMissing(65_535)).toBe(true);
    expect(receiver.receive(packet(65_535), 1030)).toBe(true);
    expect(receiver.receive(packet(65_535), 1031)).toBe(false);
    expect(receiver.takeNacks(1045)).toEqual([65_534, 0]);
    expect(receiver.takeNacks(3000)).toEqual([]);
    expect(receiver.isMissing(0)).toBe(false);
  });

  it("7-09 reports the loss since the last report", () => {
    const receiver = createRtpReceiver(1, 90_000);
    for (const sequence of [10, 11, 12, 14]) receiver.receive(packet(sequence), 1000);
    receiver.noteSenderReport(
      {
        kind: "sender-report",
        ssrc: 1,
        ntpSeconds: 0x11112222,
        ntpFraction: 0x33334444,
        rtpTimestamp: 0,
        packetCount: 0,
        octetCount: 0,
        reports: [],
      },
      1000,
    );
    expect(receiver.takeReport(1500)).toMatchObject({
      fractionLost: Math.floor(256 / 5),
      cumulativeLost: 1,
      lastReport: 0x22223333,
      delaySinceLastReport: 32_768,
    });
    receiver.receive(packet(15), 1600);
    expect(receiver.takeReport(2500)).toMatchObject({ fractionLost: 0, cumulativeLost: 1 });
  });

  it("7-09 treats a large jump as a new start and not as a large loss", () => {
    const receiver = createRtpReceiver(1, 90_000);
    receiver.receive(packet(10), 1000);
    expect(receiver.receive(packet(30_000), 1010)).toBe(true);
    expect(receiver.takeNacks(1010)).toEqual([]);
    expect(receiver.takeReport(1100)).toMatchObject({ fractionLost: 0, cumulativeLost: 0 });
  });
});

describe("transport-wide feedback", () => {
  const read = (body: Buffer) => {
    const [base, count] = [body.readUInt16BE(0), body.readUInt16BE(2)];
    let time = body.readUIntBE(4, 3) * 64_000;
    const chunks = Math.ceil(count / 7);
    let at = 8 + 2 * chunks;
    const arrivals: Record<number, number> = {};
    for (let i = 0; i < count; i += 1) {
      const symbol = (body.readUInt16BE(8 + 2 * Math.floor(i / 7)) >> (12 - 2 * (i % 7))) & 3;
      if (symbol === 0) continue;
      time += 250 * (symbol === 1 ? body.readUInt8(at) : body.readInt16BE(at));
      at += symbol;
      arrivals[(base + i) & 0xffff] = time;
    }
    expect(at).toBe(body.length);
    return { arrivals, number: body.readUInt8(7) };
  };

  it("7-09 reports which packets came when: across the wrap, late and out of order", () => {
    const log = createArrivalLog();
    expect(log.takeFeedback()).toBeUndefined();
    log.record(65_534, 1_000_000);
    log.record(0, 1_001_000);
    log.record(65_535, 1_002_000);
    log.record(9, 1_500_000);
    const body = log.takeFeedback();
    expect(read(body ?? Buffer.alloc(8))).toEqual({
      arrivals: { 65534: 1_000_000, 65535: 1_002_000, 0: 1_001_000, 9: 1_500_000 },
      number: 0,
    });
    expect(log.takeFeedback()).toBeUndefined();
    log.record(11, 1_600_000);
    expect(read(log.takeFeedback() ?? Buffer.alloc(8))).toEqual({ arrivals: { 11: 1_600_000 }, number: 1 });
  });

  it("7-09 splits what does not fit into one message", () => {
    const log = createArrivalLog();
    log.record(1, 1_000_000);
    log.record(2, 60_000_000);
    expect(read(log.takeFeedback() ?? Buffer.alloc(8)).arrivals).toEqual({ 1: 1_000_000 });
    expect(read(log.takeFeedback() ?? Buffer.alloc(8)).arrivals).toEqual({ 2: 60_000_000 });
  });

  it("7-09 fills whole words, and writes the number of padding bytes", () => {
    const packet = writeTransportFeedback(1, 2, Buffer.alloc(9, 1));
    expect(packet).toHaveLength(24);
    expect(packet.readUInt16BE(2)).toBe(5);
    expect(packet.readUInt8(0) & 0x20).toBe(0x20);
    expect(packet.readUInt8(23)).toBe(3);
  });
});

describe("SRTP", () => {
  /** The server's cipher, and a peer with another implementation and the opposite keys. */
  const start = () => {
    const local = { key: randomBytes(16), salt: randomBytes(12) };
    const remote = { key: randomBytes(16), salt: randomBytes(12) };
    const keys = {
      localMasterKey: remote.key,
      localMasterSalt: remote.salt,
      remoteMasterKey: local.key,
      remoteMasterSalt: local.salt,
    };
    const peer = new SrtpSession({ keys, profile: 7 });
    const { remoteContext: ofServer, localContext: ofPeer } = peer;
    const cipher = createRtpCipher(
      { key: ofServer.srtpSessionKey, salt: ofServer.srtpSessionSalt },
      { key: ofPeer.srtpSessionKey, salt: ofPeer.srtpSessionSalt },
    );
    const fromPeer = (sequenceNumber: number, ssrc = 7, payload = Buffer.from(`p${sequenceNumber}`)) => {
      const header = new RtpHeader({
        sequenceNumber,
        ssrc,
        payloadType: 96,
        timestamp: 5,
        extension: true,
        extensionProfile: 0xbede,
        extensions: [{ id: 4, payload: Buffer.from("0") }],
      });
      return peer.encrypt(payload, header);
    };
    const fromServer = (sequenceNumber: number, payload = Buffer.from(`s${sequenceNumber}`), ssrc = 9) =>
      cipher.encrypt(
        writeRtpHeader({
          sequenceNumber,
          ssrc,
          payloadType: 96,
          marker: false,
          timestamp: 5,
          extensions: new Map([[4, Buffer.from("0")]]),
        }),
        payload,
      );
    return { cipher, peer, fromPeer, fromServer };
  };
  const payloadOf = (packet: Buffer | undefined) => packet && parseRtp(packet)?.payload.toString();

  it("7-09 is understood by another implementation, in both directions", () => {
    const { cipher, peer, fromPeer, fromServer } = start();
    expect(payloadOf(cipher.decrypt(fromPeer(1)))).toBe("p1");
    expect(payloadOf(peer.decrypt(fromServer(1)))).toBe("s1");
    expect(fromServer(2).includes("s2")).toBe(false);
  });

  it("7-09 continues when the sequence numbers start again, with late packets from before", () => {
    const { cipher, peer, fromPeer, fromServer } = start();
    const rounds = [0, 1, 2].flatMap((round) =>
      [65_500, 65_533, 65_535, 65_534, 0, 2, 65_532, 1, 3, 30_000, 40_000].map(
        (number) => `${round} ${number}`,
      ),
    );
    const numbers = rounds.map((each) => Number(each.split(" ")[1]));
    for (const number of numbers) expect(payloadOf(cipher.decrypt(fromPeer(number)))).toBe(`p${number}`);
    for (const number of numbers) expect(payloadOf(peer.decrypt(fromServer(number)))).toBe(`s${number}`);
  });

  it("7-09 drops damaged, short and foreign packets, and goes on with the next", () => {
    const { cipher, fromPeer } = start();
    expect(payloadOf(cipher.decrypt(fromPeer(65_535)))).toBe("p65535");
    const whole = fromPeer(0);
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0x10, at);
      expect(cipher.decrypt(damaged)).toBeUndefined();
      expect(cipher.decrypt(whole.subarray(0, at))).toBeUndefined();
    }
    expect(cipher.decrypt(start().fromPeer(1))).toBeUndefined();
    fc.assert(fc.property(anyBytes, (packet) => cipher.decrypt(packet) === undefined));
    expect(payloadOf(cipher.decrypt(whole))).toBe("p0");
  });

  it("7-09 continues a stream past the end of its numbers, however many streams were before it", () => {
    const { cipher, peer, fromPeer, fromServer } = start();
    const [last, afterLast] = [65_535, 0];
    for (let ssrc = 100; ssrc < 2000; ssrc += 1) fromServer(1, undefined, ssrc);
    for (const number of [last, afterLast])
      expect(payloadOf(peer.decrypt(fromServer(number)))).toBe(`s${number}`);
    for (let ssrc = 100; ssrc < 2000; ssrc += 1) cipher.decrypt(fromPeer(1, ssrc));
    for (const number of [last, afterLast])
      expect(payloadOf(cipher.decrypt(fromPeer(number)))).toBe(`p${number}`);
  });

  /** The same without GCM. */
  const startSlow = () => {
    const [local, remote] = [randomBytes(30), randomBytes(30)];
    const sessionOf = (own: Buffer, other: Buffer) =>
      new SrtpSession({
        keys: {
          localMasterKey: own.subarray(0, 16),
          localMasterSalt: own.subarray(16),
          remoteMasterKey: other.subarray(0, 16),
          remoteMasterSalt: other.subarray(16),
        },
        profile: 1,
      });
    const peer = sessionOf(remote, local);
    const fromPeer = (sequenceNumber: number, ssrc: number) =>
      peer.encrypt(Buffer.from("p"), new RtpHeader({ sequenceNumber, ssrc, payloadType: 96, timestamp: 5 }));
    return { cipher: createSlowRtpCipher(sessionOf(local, remote)), fromPeer };
  };

  it.each([
    ["with GCM", start],
    ["without GCM", startSlow],
  ])(
    "7-09 forgets the stream that is idle for the longest time, and still reads those in use, %s",
    (_, enter) => {
      const { cipher, fromPeer } = enter();
      const [idle, used] = [1, 2];
      for (const ssrc of [idle, used])
        for (const number of [65_535, 0]) expect(cipher.decrypt(fromPeer(number, ssrc))).toBeDefined();
      for (let ssrc = 100; ssrc < 2000; ssrc += 1) {
        cipher.decrypt(fromPeer(1, ssrc));
        expect(cipher.decrypt(fromPeer(ssrc, used))).toBeDefined();
      }
      expect(cipher.decrypt(fromPeer(1, idle))).toBeUndefined();
    },
  );
});
