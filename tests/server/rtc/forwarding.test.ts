import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renumberRedundancy, withoutRedundancy } from "../../../server/rtc/packets/red.ts";
import { type RtpPacket, writeRtpHeader } from "../../../server/rtc/packets/rtp.ts";
import { createForwardBudget } from "../../../server/rtc/rooms/forward-budget.ts";
import { createSpeakerMeter } from "../../../server/rtc/rooms/speakers.ts";
import { fullView } from "../../../server/rtc/streams/layers.ts";
import type { Layer, Publication } from "../../../server/rtc/streams/publication.ts";
import { Subscription } from "../../../server/rtc/streams/subscription.ts";
import { createUpstream } from "../../../server/rtc/streams/upstream.ts";
import { keyFrame, otherFrame, packet, publish, recordingTransport, vp8 } from "./streams.ts";

describe("forwarding", () => {
  let publication: Publication;
  let layer: Layer;
  let out: ReturnType<typeof recordingTransport>;
  let subscription: Subscription;
  const asked: number[] = [];
  beforeEach(() => {
    asked.length = 0;
    publication = publish({}, (ssrc) => asked.push(ssrc));
    layer = publication.layerOf(1, "");
    out = recordingTransport();
    subscription = new Subscription(publication, out.transport);
    subscription.start({
      mid: "3",
      codec: { ...vp8, payloadType: 100, rtxPayloadType: 101 },
      extensions: new Map([
        ["mid", 9],
        ["videoOrientation", 5],
      ]),
    });
  });
  const receive = (...packets: RtpPacket[]) => {
    for (const each of packets) publication.receive(each, layer, 1000);
  };

  it("7-09 starts at a key frame and uses the subscriber's numbers", () => {
    receive(packet(10, otherFrame), packet(11, keyFrame), packet(12, otherFrame), packet(12, otherFrame));
    expect(out.rtp.map(({ payload }) => payload)).toEqual([keyFrame, otherFrame]);
    const [first, second] = out.rtp;
    expect(first).toMatchObject({
      ssrc: subscription.ssrc,
      payloadType: 100,
      marker: true,
      timestamp: 33_000,
    });
    expect(first?.extensions).toEqual(
      new Map([
        [9, Buffer.from("3")],
        [5, Buffer.from([1])],
      ]),
    );
    expect((second?.sequenceNumber ?? 0) - (first?.sequenceNumber ?? 0)).toBe(1);
  });

  it("7-09 leaves a gap for a missing packet, and fills it when the packet comes", () => {
    receive(packet(11, keyFrame), packet(13, otherFrame), packet(12, otherFrame));
    const start = out.rtp[0]?.sequenceNumber ?? 0;
    expect(out.rtp.map(({ sequenceNumber }) => sequenceNumber - start)).toEqual([0, 2, 1]);
  });

  it("7-09 sends lost packets again on the retransmission stream", () => {
    receive(packet(11, keyFrame), packet(12, otherFrame));
    const lost = out.rtp[1];
    if (lost === undefined) throw new Error("nothing sent");
    subscription.resend([lost.sequenceNumber, 5], 2000);
    subscription.resend([lost.sequenceNumber], 2001);
    const again = out.rtp.slice(2);
    expect(again).toHaveLength(1);
    expect(again[0]).toMatchObject({
      ssrc: subscription.rtxSsrc,
      payloadType: 101,
      timestamp: lost.timestamp,
    });
    expect(again[0]?.payload.readUInt16BE(0)).toBe(lost.sequenceNumber);
    expect(again[0]?.payload.subarray(2)).toEqual(otherFrame);
  });

  it("7-09 sends one packet again four times at most, however often it is asked for", () => {
    receive(packet(11, keyFrame), packet(12, otherFrame));
    const lost = out.rtp.map(({ sequenceNumber }) => sequenceNumber);
    for (let asked = 0; asked < 20; asked += 1) subscription.resend(lost, 2000 + asked * 30);
    const resent = out.rtp.slice(2).map(({ payload }) => payload.readUInt16BE(0));
    expect(resent).toEqual([...lost, ...lost, ...lost, ...lost]);
  });

  it("7-09 pauses when the subscriber asks, and continues without a gap at a requested key frame", () => {
    receive(packet(11, keyFrame));
    subscription.setView({ ...fullView, isDisabled: true });
    receive(packet(12, otherFrame), packet(13, otherFrame));
    subscription.setView(fullView);
    expect(asked).toEqual([1]);
    receive(packet(14, otherFrame), packet(15, keyFrame));
    expect(out.rtp.map(({ payload }) => payload)).toEqual([keyFrame, keyFrame]);
    expect((out.rtp[1]?.sequenceNumber ?? 0) - (out.rtp[0]?.sequenceNumber ?? 0)).toBe(1);
  });

  it("7-09 limits its key frame requests", () => {
    vi.useFakeTimers();
    for (let i = 0; i < 5; i += 1) subscription.requestKeyFrame();
    expect(asked).toEqual([1]);
    vi.advanceTimersByTime(600);
    expect(asked).toEqual([1, 1]);
    publication.close();
    vi.useRealTimers();
  });

  it("7-09 loses packets of a user who sends more to all receivers than the thread can send to others", () => {
    let now = 0;
    const forwards = createForwardBudget(() => now);
    const camera = publish({}, undefined, undefined, {}, undefined, forwards);
    const outs = Array.from({ length: 15 }, () => {
      const { transport, rtp } = recordingTransport();
      new Subscription(camera, transport).start({ mid: "3", codec: vp8, extensions: new Map() });
      return rtp;
    });
    const own = camera.layerOf(1, "");
    const sentIn = (seconds: number, perSecond: number) => {
      for (const rtp of outs) rtp.length = 0;
      for (let i = 0; i < seconds * perSecond; i += 1) {
        now += 1000 / perSecond;
        camera.receive(packet(sequence++ & 0xffff, keyFrame), own, now);
      }
      return outs.reduce((sum, { length }) => sum + length, 0);
    };
    let sequence = 0;
    // A camera in a good quality, a screen and sound.
    expect(sentIn(10, 650)).toBe(10 * 650 * 15);
    const flood = sentIn(10, 3000);
    expect(flood).toBeGreaterThan(10 * 650 * 15);
    expect(flood).toBeLessThan(10 * 1000 * 15);
    // The others of the room may still send.
    expect(forwards.mayForward("u2")).toBe(true);
  });

  it("7-09 forwards the publisher's clock with its own counters of sent packets", () => {
    receive(packet(11, keyFrame), packet(12, otherFrame));
    const report = { ntpSeconds: 7, ntpFraction: 8, rtpTimestamp: 36_000 };
    publication.noteSenderReport(
      { kind: "sender-report", ssrc: 1, ...report, packetCount: 99, octetCount: 99, reports: [] },
      layer,
      1000,
    );
    expect(out.rtcp).toMatchObject([{ ...report, ssrc: subscription.ssrc, packetCount: 2, octetCount: 6 }]);
  });
});

describe("sound with redundancy", () => {
  const opus = { name: "opus" as const, payloadType: 111, clockRate: 48_000, parameters: "" };
  const own = Buffer.from([9, 9, 9]);
  /** Two earlier packets of 2 bytes and 1 byte before the packet's own sound. */
  const redundant = Buffer.from([0xef, 0x1e, 0x00, 2, 0xef, 0x0f, 0x00, 1, 0x6f, 1, 1, 2, ...own]);

  const forward = (
    subscriber: typeof opus & { redPayloadType?: number },
    ...payloads: [number, Buffer][]
  ) => {
    const publication = publish({
      codec: { ...opus, redPayloadType: 63 },
      extensions: new Map([["mid", 4]]),
    });
    const out = recordingTransport();
    const subscription = new Subscription(publication, out.transport);
    subscription.start({ mid: "3", codec: subscriber, extensions: new Map() });
    const { transport } = recordingTransport();
    const upstream = createUpstream({ transport, publications: () => [publication], onAudioLevel: () => {} });
    const extensions = new Map([[4, Buffer.from("7")]]);
    for (const [i, [payloadType, payload]] of payloads.entries()) {
      const each = packet(10 + i, payload, { payloadType, extensions });
      upstream.onRtp(Buffer.concat([writeRtpHeader(each), payload]));
    }
    return out.rtp.map((each) => [each.payloadType, each.payload]);
  };

  it("7-09 keeps the redundancy, in the numbers of a subscriber that supports it", () => {
    const renumbered = Buffer.from(redundant);
    for (const at of [0, 4]) renumbered[at] = 0x80 | 96;
    renumbered[8] = 96;
    expect(forward({ ...opus, payloadType: 96, redPayloadType: 97 }, [63, redundant], [111, own])).toEqual([
      [97, renumbered],
      [96, own],
    ]);
  });

  it("7-09 loses the redundancy for a subscriber that does not support it", () => {
    expect(forward({ ...opus, payloadType: 109 }, [63, redundant], [111, own])).toEqual([
      [109, own],
      [109, own],
    ]);
  });

  it("7-09 survives malformed redundancy, and skips other sound on the stream", () => {
    expect(
      forward(opus, [63, redundant.subarray(0, 7)], [63, Buffer.alloc(0)], [13, own], [63, redundant]),
    ).toEqual([[111, own]]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(127), (noise, payloadType) => {
        const payload = Buffer.from(noise);
        const alone = withoutRedundancy(payload);
        if (alone !== undefined) expect(payload.subarray(payload.length - alone.length)).toEqual(alone);
        expect(renumberRedundancy(payload, payloadType)?.length).toBe(alone && payload.length);
      }),
    );
  });
});

describe("simulcast", () => {
  it("7-09 forwards the best layer that is sent, with continuous numbers at every switch", () => {
    const asked: number[] = [];
    const publication = publish({ rids: ["q", "h"] }, (ssrc) => asked.push(ssrc));
    const [low, high] = [publication.layerOf(1, "q"), publication.layerOf(2, "h")];
    const out = recordingTransport();
    const subscription = new Subscription(publication, out.transport);
    subscription.start({ mid: "3", codec: vp8, extensions: new Map() });
    publication.receive(packet(10, keyFrame), low, 1000);
    publication.receive(packet(500, otherFrame, { ssrc: 2, timestamp: 5 }), high, 1040);
    expect(asked).toContain(2);
    publication.receive(packet(11, otherFrame), low, 1050);
    publication.receive(packet(501, keyFrame, { ssrc: 2, timestamp: 3005 }), high, 1100);
    publication.receive(packet(12, otherFrame), low, 1110);
    // The high layer stops: back to the low layer.
    publication.receive(packet(30, keyFrame), low, 2500);
    const start = out.rtp[0]?.sequenceNumber ?? 0;
    expect(out.rtp.map(({ payload, sequenceNumber }) => [payload, sequenceNumber - start])).toEqual([
      [keyFrame, 0],
      [otherFrame, 1],
      [keyFrame, 2],
      [keyFrame, 3],
    ]);
    const times = out.rtp.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    publication.close();
  });
});

describe("what a participant sends", () => {
  const bytesOf = (each: RtpPacket) => Buffer.concat([writeRtpHeader(each), each.payload]);

  it("7-09 finds its track by mid, requests lost packets, and unwraps retransmissions", () => {
    const { transport, rtcp } = recordingTransport();
    const publication = publish();
    const upstream = createUpstream({ transport, publications: () => [publication], onAudioLevel: () => {} });
    const got: number[] = [];
    publication.addSink({
      demand: 0,
      onPacket: ({ sequenceNumber }) => got.push(sequenceNumber) > 0,
      onSenderReport: () => {},
      onSkipped: () => {},
    });
    const mid = new Map([[4, Buffer.from("7")]]);
    upstream.onRtp(bytesOf(packet(10, keyFrame, { extensions: mid })));
    upstream.onRtp(bytesOf(packet(10, keyFrame, { extensions: new Map([[4, Buffer.from("8")]]), ssrc: 9 })));
    upstream.onRtp(bytesOf(packet(12, otherFrame)));
    expect(rtcp).toEqual([{ kind: "nack", mediaSsrc: 1, sequenceNumbers: [11] }]);
    const rtx = { payloadType: 97, ssrc: 2, extensions: mid };
    upstream.onRtp(bytesOf(packet(1, Buffer.from([0, 11, ...otherFrame]), rtx)));
    // A repeated packet, a packet that was never missing, and padding: none of them is new.
    upstream.onRtp(bytesOf(packet(2, Buffer.from([0, 11, ...otherFrame]), rtx)));
    upstream.onRtp(bytesOf(packet(3, Buffer.from([0, 12, ...otherFrame]), rtx)));
    upstream.onRtp(bytesOf(packet(4, Buffer.alloc(0), rtx)));
    expect(got).toEqual([10, 12, 11]);
    expect(upstream.sendReports()).toBe(0);
    expect(rtcp.at(-1)).toMatchObject({ kind: "receiver-report", reports: [{ ssrc: 1, cumulativeLost: 0 }] });
  });

  /** A meter that has heard these levels, of 20 packets each. */
  const heard = (meter: ReturnType<typeof createSpeakerMeter>, sid: string, level: number, packets = 20) => {
    for (let i = 0; i < packets; i += 1) meter.note(sid, level);
  };

  it("7-09 lists loud participants as speakers until they are quiet", () => {
    const meter = createSpeakerMeter();
    heard(meter, "PA_loud", 20);
    heard(meter, "PA_quiet", 100);
    // LiveKit rounds levels up to eighths.
    expect(meter.take()).toEqual([{ sid: "PA_loud", level: 0.125, active: true }]);
    heard(meter, "PA_loud", 127);
    expect(meter.take()).toEqual([{ sid: "PA_loud", level: 0, active: false }]);
    expect(meter.take()).toEqual([]);
  });

  it("7-09 reports a speaker again only when the voice gets louder or softer", () => {
    const meter = createSpeakerMeter();
    heard(meter, "PA_1", 20);
    meter.take();
    heard(meter, "PA_1", 21);
    expect(meter.take()).toEqual([]);
    expect(meter.stateOf("PA_1")).toEqual({ sid: "PA_1", level: 0.125, active: true });
    heard(meter, "PA_1", 3);
    expect(meter.take()).toEqual([{ sid: "PA_1", level: 0.75, active: true }]);
    meter.take();
    expect(meter.stateOf("PA_1")).toEqual({ sid: "PA_1", level: 0, active: false });
  });

  // LiveKit: 40 % of 400 ms, louder than -35 dBov (pkg/sfu/audio/audiolevel.go).
  it("7-09 takes no short sound for speech, however few packets come with it", () => {
    const meter = createSpeakerMeter();
    heard(meter, "PA_beep", 20, 3);
    expect([meter.take(), meter.take()]).toEqual([[], []]);
    heard(meter, "PA_beep", 20, 7);
    heard(meter, "PA_beep", 127, 13);
    expect(meter.take()).toEqual([]);
    heard(meter, "PA_soft", 36);
    expect(meter.take()).toEqual([]);
  });

  it("7-09 goes on with a speaker whose packets come late", () => {
    const meter = createSpeakerMeter();
    heard(meter, "PA_1", 20);
    meter.take();
    heard(meter, "PA_1", 20, 4);
    expect(meter.take()).toEqual([]);
    heard(meter, "PA_1", 20, 36);
    expect(meter.take()).toEqual([]);
    expect(meter.stateOf("PA_1").active).toBe(true);
  });

  it("7-09 reports the arrival of all packets ten times a second", () => {
    vi.useFakeTimers();
    const { transport } = recordingTransport();
    const feedback = vi.spyOn(transport, "sendRtcp");
    const publication = publish({
      extensions: new Map([
        ["mid", 4],
        ["transportCc", 3],
      ]),
    });
    const upstream = createUpstream({ transport, publications: () => [publication], onAudioLevel: () => {} });
    for (let i = 0; i < 100; i += 1) {
      const number = Buffer.alloc(2);
      number.writeUInt16BE(i);
      const extensions = new Map([
        [4, Buffer.from("7")],
        [3, number],
      ]);
      upstream.onRtp(bytesOf(packet(i, otherFrame, { extensions })));
      vi.advanceTimersByTime(10);
      upstream.sendFeedback();
    }
    vi.advanceTimersByTime(100);
    upstream.sendFeedback();
    // Bytes 14 and 15 of a report count the packets it is about (draft-holmer-rmcat section 3.1).
    const reported = feedback.mock.calls.map(([report]) => report.readUInt16BE(14));
    expect(reported.reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(reported.length).toBeLessThanOrEqual(11);
    vi.useRealTimers();
  });
});
