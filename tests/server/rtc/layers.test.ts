import { TrackSource, VideoLayer } from "@livekit/protocol";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseRtcp, writeReceiverReport } from "../../../server/rtc/packets/rtcp.ts";
import { movePictureNumbers, readPictureNumbers } from "../../../server/rtc/packets/vp8.ts";
import { handleRtcp } from "../../../server/rtc/rooms/feedback.ts";
import { createDemand } from "../../../server/rtc/streams/demand.ts";
import { createDownstream } from "../../../server/rtc/streams/downstream.ts";
import { allocate, fullView, rankFor } from "../../../server/rtc/streams/layers.ts";
import { createLine } from "../../../server/rtc/streams/line.ts";
import type { Publication } from "../../../server/rtc/streams/publication.ts";
import { Subscription } from "../../../server/rtc/streams/subscription.ts";
import { createUpstream } from "../../../server/rtc/streams/upstream.ts";
import { packet, publish, recordingTransport, remb, vp8 } from "./streams.ts";

const heights = [180, 360, 720];
const layers = heights.map(
  (height, quality) => new VideoLayer({ quality, width: (height * 16) / 9, height, bitrate: 1 }),
);
const tile = (height: number) => ({ ...fullView, width: (height * 16) / 9, height });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A VP8 packet with all running numbers, as libwebrtc writes them. */
const vp8Payload = (picture: number, isKey: boolean, size: number) =>
  Buffer.concat([
    Buffer.from([0x90, 0xf0, 0x80 | (picture >> 8), picture & 0xff, picture & 0xff, picture & 0x1f]),
    Buffer.from([isKey ? 0 : 1]),
    Buffer.alloc(size),
  ]);

/** Bytes of a frame in each layer: about 80, 240 and 800 kb/s. */
const [low, middle, high] = [1000, 3000, 10_000];
const sizes = [low, middle, high];

/** A camera in three layers with ten frames a second, for any number of viewers. */
function startCamera() {
  /** Layers that were asked for a key frame, and those that will send one. */
  const asked: number[] = [];
  const due = new Set<number>();
  const demands: number[] = [];
  const publication = publish(
    { rids: ["q", "h", "f"] },
    (ssrc) => {
      asked.push(ssrc);
      if (!camera.isDeaf) due.add(ssrc);
    },
    (rank) => demands.push(rank),
    { layers },
  );
  const streams = ["q", "h", "f"].map((rid, rank) => ({
    layer: publication.layerOf(rank + 1, rid),
    size: sizes[rank] ?? 0,
    sequence: 1000 * rank,
    picture: 100 * rank,
    isOn: true,
  }));
  const camera = {
    publication,
    asked,
    /** Whether requests for key frames are lost. */
    isDeaf: false,
    demands,
    streams,
    /** Sends frames. A layer sends a key frame when it was asked for one. */
    run: (frames: number) => {
      for (let i = 0; i < frames; i += 1) {
        vi.advanceTimersByTime(100);
        for (const stream of streams) {
          if (!stream.isOn) continue;
          stream.sequence += 1;
          stream.picture += 1;
          const ssrc = stream.layer.receiver.ssrc;
          const payload = vp8Payload(stream.picture, due.delete(ssrc), stream.size);
          const timestamp = (Date.now() * 90 + 77 * ssrc) >>> 0;
          publication.receive(
            packet(stream.sequence, payload, { ssrc, timestamp }),
            stream.layer,
            Date.now(),
          );
        }
      }
    },
  };
  return camera;
}

function watch(publication: Publication) {
  const out = recordingTransport();
  const subscription = new Subscription(publication, out.transport);
  subscription.start({ mid: "3", codec: vp8, extensions: new Map([["absSendTime", 2]]) });
  /** The bytes of each frame since the last call, of which the first may belong to the layer before. */
  const sizes = () => out.rtp.splice(0).map(({ payload }) => payload.length - 7);
  return { ...out, subscription, sizes };
}

describe("the layer for a viewer", () => {
  it("7-09 is the smallest that fills the tile", () => {
    const ranks = [90, 180, 200, 210, 360, 400, 401, 720, 2000].map((height) =>
      rankFor(tile(height), { layers }, 3),
    );
    expect(ranks).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
    expect([0, 1, 2, 7].map((quality) => rankFor({ ...fullView, quality }, { layers: [] }, 3))).toEqual([
      0, 1, 2, 2,
    ]);
    expect(rankFor(fullView, { layers: [] }, 0)).toBe(0);
    // Native clients list their layers from the highest, and small cameras have layers of one size.
    expect(rankFor(tile(360), { layers: layers.toReversed() }, 3)).toBe(1);
    const [, same] = layers;
    expect(rankFor(tile(90), { layers: same === undefined ? [] : [same, same] }, 2)).toBe(1);
  });

  it("7-09 changes when a tile shrinks or grows, and what is not shown is not sent", () => {
    const camera = startCamera();
    const large = watch(camera.publication);
    const small = watch(camera.publication);
    small.subscription.setView(tile(180));
    camera.run(20);
    large.sizes();
    small.sizes();
    camera.run(10);
    expect([large.sizes(), small.sizes()]).toEqual([Array(10).fill(high), Array(10).fill(low)]);
    large.subscription.setView(tile(360));
    camera.run(10);
    large.sizes();
    camera.run(10);
    expect(large.sizes()).toEqual(Array(10).fill(middle));
    large.subscription.setView({ ...fullView, isDisabled: true });
    large.rtcp.splice(0);
    camera.run(10);
    expect([large.sizes(), large.rtcp]).toEqual([[], []]);
    large.subscription.setView(fullView);
    camera.run(10);
    expect(large.sizes().at(-1)).toBe(high);
    camera.publication.close();
  });

  it("7-09 switches with continuous sequence numbers, pictures and growing timestamps", () => {
    const camera = startCamera();
    const viewer = watch(camera.publication);
    for (const height of [720, 180, 360, 90, 720]) {
      viewer.subscription.setView(tile(height));
      camera.run(10);
      // A pause, and the next key frame.
      viewer.subscription.setView({ ...fullView, isDisabled: true });
      camera.run(3);
    }
    const numbers = viewer.rtp.map(({ sequenceNumber, timestamp, payload }) => ({
      sequenceNumber,
      timestamp,
      ...readPictureNumbers(payload),
    }));
    expect(new Set(viewer.rtp.map(({ payload }) => payload.length)).size).toBe(3);
    for (const [i, { sequenceNumber, timestamp, picture, base, key }] of numbers.entries()) {
      const before = numbers[i - 1];
      if (before === undefined) continue;
      expect(sequenceNumber).toBe((before.sequenceNumber + 1) & 0xffff);
      expect(timestamp).toBeGreaterThan(before.timestamp);
      expect([picture, base, key]).toEqual([
        (before.picture + 1) & 0x7fff,
        (before.base + 1) & 0xff,
        (before.key + 1) & 0x1f,
      ]);
    }
    camera.publication.close();
  });

  it("7-09 asks again for a key frame that did not come, at most every half second", () => {
    const camera = startCamera();
    const viewers = Array.from({ length: 15 }, () => watch(camera.publication));
    camera.run(10);
    for (const { subscription } of viewers) subscription.setView(tile(180));
    camera.isDeaf = true;
    camera.asked.splice(0);
    camera.run(20);
    expect(camera.asked).toEqual([1, 1, 1, 1]);
    camera.isDeaf = false;
    camera.run(10);
    for (const viewer of viewers) expect(viewer.sizes().at(-1)).toBe(low);
    // Nothing is asked for when all have what they want.
    camera.asked.splice(0);
    camera.run(20);
    expect(camera.asked).toEqual([]);
    camera.publication.close();
  });

  it("7-09 falls back when the publisher stops a layer, and returns with it", () => {
    const camera = startCamera();
    const viewer = watch(camera.publication);
    camera.run(10);
    const full = camera.streams[2];
    if (full === undefined) throw new Error("no layer");
    full.isOn = false;
    camera.run(20);
    expect(viewer.sizes().at(-1)).toBe(middle);
    full.isOn = true;
    camera.run(10);
    expect(viewer.sizes().at(-1)).toBe(high);
    camera.publication.close();
  });
});

describe("the demand that a publisher gets", () => {
  it("7-09 is the highest layer that a viewer wants: more at once, less after a while", () => {
    const { publication, demands } = startCamera();
    const [one, two] = [watch(publication), watch(publication)];
    vi.advanceTimersByTime(10_000);
    expect(demands).toEqual([]);
    one.subscription.setView(tile(180));
    two.subscription.setView(tile(360));
    vi.advanceTimersByTime(4000);
    expect(demands).toEqual([]);
    vi.advanceTimersByTime(2000);
    expect(demands).toEqual([1]);
    two.subscription.stop();
    one.subscription.setView({ ...fullView, isDisabled: true });
    vi.advanceTimersByTime(6000);
    expect(demands).toEqual([1, -1]);
    one.subscription.setView(fullView);
    expect(demands).toEqual([1, -1, 2]);
    publication.close();
  });

  it("7-09 does not change when a viewer comes back soon", () => {
    const told: number[] = [];
    const demand = createDemand(2, (rank) => told.push(rank));
    demand.want(-1);
    vi.advanceTimersByTime(3000);
    demand.want(2);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
    demand.want(0);
    demand.close();
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
  });
});

/** A client that reports on what it receives. */
function receiver(downstream: ReturnType<typeof createDownstream>) {
  const { transport } = recordingTransport();
  const upstream = createUpstream({ transport, publications: () => [], onAudioLevel: () => {} });
  const participant = { downstream, upstream, loss: { up: 0, down: 0 } };
  return {
    loss: participant.loss,
    estimate: (bitrate: number) => handleRtcp(participant, remb(bitrate)),
    /** @param lost share of the packets since the last report, in 256ths */
    reportLoss: (lost: number, ...viewers: { subscription: Subscription }[]) => {
      const blocks = viewers.map(({ subscription: { ssrc } }) => ({
        ssrc,
        fractionLost: lost,
        cumulativeLost: 0,
        highestSequence: 0,
        jitter: 0,
        lastReport: 0,
        delaySinceLastReport: 0,
      }));
      handleRtcp(participant, writeReceiverReport(1, blocks));
    },
  };
}

describe("a slow line", () => {
  const start = (count: number) => {
    const cameras = Array.from({ length: count }, startCamera);
    const subscribe = () => {
      const viewers = cameras.map(({ publication }) => watch(publication));
      const subscriptions = new Map(viewers.map(({ subscription }, i) => [`${i}`, subscription]));
      const held: boolean[] = [];
      const downstream = createDownstream(subscriptions, ({ isHeld }) => held.push(isHeld));
      return { viewers, downstream, held, ...receiver(downstream) };
    };
    return {
      cameras,
      subscribe,
      run: (seconds: number, ...people: ReturnType<typeof subscribe>[]) => {
        for (let i = 0; i < seconds; i += 1) {
          for (const camera of cameras) {
            // All cameras run in the same time.
            const now = Date.now();
            camera.run(10);
            vi.setSystemTime(now);
          }
          vi.setSystemTime(Date.now() + 1000);
          for (const { downstream } of people) downstream.review(Date.now());
        }
      },
    };
  };
  const sizesOf = ({ viewers }: { viewers: ReturnType<typeof watch>[] }) =>
    viewers.map((viewer) => viewer.sizes().at(-1));

  it("7-09 gets lower layers when its receiver's estimate falls, and other subscribers do not", () => {
    const room = start(1);
    const [slow, fast] = [room.subscribe(), room.subscribe()];
    room.run(3, slow, fast);
    expect([sizesOf(slow), sizesOf(fast)]).toEqual([[high], [high]]);
    slow.estimate(9_000_000);
    slow.estimate(5_000_000);
    // The estimate is far above what is sent, so it limits nothing.
    room.run(1, slow, fast);
    expect(sizesOf(slow)).toEqual([high]);
    slow.estimate(300_000);
    room.run(2, slow, fast);
    expect(sizesOf(slow)).toEqual([middle]);
    fast.viewers[0]?.sizes();
    room.run(2, slow, fast);
    expect(fast.viewers[0]?.sizes()).toEqual(Array(20).fill(high));
    expect(room.cameras[0]?.demands).toEqual([]);
    for (const { publication } of room.cameras) publication.close();
  });

  it("7-09 distributes what there is: the lowest layer for each, then more for the first", () => {
    const rates = [100, 300, 1000];
    const streams = [2, 2, 1, 0].map((wanted) => ({ wanted, rates }));
    const ranks = [Number.POSITIVE_INFINITY, 2000, 900, 400, 250, 10].map((budget) =>
      allocate(budget, streams),
    );
    expect(ranks).toEqual([
      [2, 2, 1, 0],
      [2, 1, 1, 0],
      [1, 1, 0, 0],
      [0, 0, 0, 0],
      [0, 0, -1, -1],
      [0, -1, -1, -1],
    ]);
    // A layer that is not sent is passed over.
    expect(allocate(500, [{ wanted: 2, rates: [0, 300, 0] }])).toEqual([1]);
    fc.assert(
      fc.property(
        fc.nat(5000),
        fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 20 }),
        (budget, wishes) => {
          const all = wishes.map((wanted) => ({ wanted, rates }));
          const given = allocate(budget, all);
          const cost = given.reduce((sum, rank) => sum + (rates[rank] ?? 0), 0);
          expect(cost).toBeLessThanOrEqual(Math.max(budget, 100));
          for (const [i, rank] of given.entries()) expect(rank).toBeLessThanOrEqual(wishes[i] ?? 0);
        },
      ),
    );
  });

  it("7-09 is not planned again for each of thousands of reports in one second", () => {
    const room = start(4);
    const person = room.subscribe();
    const { viewers, reportLoss, estimate } = person;
    room.run(3, person);
    const looks = room.cameras.map(({ publication }) => vi.spyOn(publication, "rates"));
    for (let i = 0; i < 1000; i += 1) {
      for (const lost of [0, 20, 255]) reportLoss(lost, ...viewers);
      for (const bitrate of [3_000_000, 200_000]) estimate(bitrate);
    }
    for (const look of looks) expect(look.mock.calls.length).toBeLessThan(20);
    for (const { publication } of room.cameras) publication.close();
  });

  it("7-09 is tried again with more, each time later", () => {
    const line = createLine();
    const rates = { sent: 1_000_000, least: 100_000 };
    line.noteLoss(0.05, () => rates, 0);
    expect(line.budget).toBe(Number.POSITIVE_INFINITY);
    const triesUntilHigh = (from: number) => {
      let now = from;
      line.noteLoss(0.5, () => rates, now);
      line.noteLoss(0.5, () => rates, now);
      const low = line.budget;
      while (line.budget === low) {
        now += 1000;
        line.raise(1_000_000, now);
      }
      return now - from;
    };
    const waits = [triesUntilHigh(10_000), triesUntilHigh(100_000), triesUntilHigh(200_000)];
    expect(waits).toEqual([5000, 10_000, 20_000]);
    for (let now = 300_000; now < 330_000; now += 1000) line.raise(1_000_000, now);
    expect(line.budget).toBe(Number.POSITIVE_INFINITY);
  });

  it("7-09 does not lose its videos to one that only announces high rates", () => {
    const room = start(2);
    const boast = [0, 1, 2].map((quality) => new VideoLayer({ quality, height: 720, bitrate: 4e9 }));
    for (const rids of [[], ["q", "h", "f"]]) {
      const info = { source: TrackSource.SCREEN_SHARE, layers: boast };
      const silent = publish({ rids }, undefined, undefined, info);
      const viewers = [silent, ...room.cameras.map(({ publication }) => publication)].map(watch);
      const subscriptions = new Map(viewers.map(({ subscription }, i) => [`${i}`, subscription]));
      const downstream = createDownstream(subscriptions, () => {});
      const slow = { viewers, downstream, held: [], ...receiver(downstream) };
      room.run(3, slow);
      for (const bitrate of [9_000_000, 500_000]) slow.estimate(bitrate);
      room.run(2, slow);
      expect(viewers.slice(1).map(({ subscription }) => subscription.isHeld)).toEqual([false, false]);
      silent.close();
    }
    for (const { publication } of room.cameras) publication.close();
  });

  it("7-09 keeps the lowest layers while it only loses packets", () => {
    const room = start(3);
    const slow = room.subscribe();
    room.run(3, slow);
    for (let i = 0; i < 10; i += 1) {
      slow.reportLoss(120, ...slow.viewers);
      room.run(1, slow);
    }
    expect(slow.loss.down).toBe(120 / 256);
    expect(slow.held).toEqual([]);
    expect(sizesOf(slow)).toEqual([low, low, low]);
    for (const { publication } of room.cameras) publication.close();
  });
});

describe("packets about layers", () => {
  it("7-09 carry the receiver's estimate", () => {
    const remb = Buffer.from("8fce0005000000010000000052454d42010b5e6a00000001", "hex");
    expect(parseRtcp(remb)).toEqual([{ kind: "bandwidth-estimate", bitrate: 0x35e6a * 2 ** 2 }]);
    expect(parseRtcp(Buffer.from("8fce0002000000010000000052454d42", "hex"))).toEqual([]);
  });

  it("7-09 keep all else when their picture numbers move, whatever they contain", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(0x7fff), (noise, by) => {
        const payload = Buffer.from(noise);
        const there = movePictureNumbers(payload, { picture: by, base: by, key: by });
        expect(there).toHaveLength(payload.length);
        expect(movePictureNumbers(there, { picture: -by, base: -by, key: -by })).toEqual(payload);
      }),
    );
  });

  it("7-09 carry the time of sending, also when they are sent again", () => {
    const camera = startCamera();
    const viewer = watch(camera.publication);
    camera.run(2);
    const [sent] = viewer.rtp;
    vi.advanceTimersByTime(500);
    viewer.subscription.resend([sent?.sequenceNumber ?? 0], Date.now());
    const times = [sent, viewer.rtp.at(-1)].map((each) => each?.extensions.get(2)?.readUIntBE(0, 3) ?? 0);
    expect(((times[1] ?? 0) - (times[0] ?? 0)) / 262_144).toBeGreaterThanOrEqual(0.5);
    camera.publication.close();
  });
});
