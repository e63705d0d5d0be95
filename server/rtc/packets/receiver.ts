import type { ReportBlock, SenderReport } from "./rtcp.ts";
import { type RtpPacket, sequenceDistance } from "./rtp.ts";

/** Tracks one received RTP stream: packets, losses and reports to the sender. */
export interface RtpReceiver {
  readonly ssrc: number;
  /** ms since epoch of the last packet; 0 before the first. */
  readonly lastPacketAt: number;
  readonly lastSenderReport: SenderReport | undefined;
  /** Counts a packet. False for a duplicate or a packet that is far too late. */
  receive(packet: RtpPacket, now: number): boolean;
  isMissing(sequenceNumber: number): boolean;
  takeNacks(now: number): number[];
  noteSenderReport(report: SenderReport, now: number): void;
  /** The report block since the last call. */
  takeReport(now: number): ReportBlock;
}

/** A larger jump is a restart of the stream. */
const maxJump = 3000;
const nackEveryMs = 30;
const nackForMs = 1500;
const maxNacks = 8;
/** Longer gaps are not requested: a key frame is faster. */
const maxMissing = 300;

interface Missing {
  since: number;
  askedAt: number;
  asked: number;
}

/** @param clockRate of the codec, in Hz */
export function createRtpReceiver(ssrc: number, clockRate: number): RtpReceiver {
  /** Extended sequence numbers: they continue after 16 bits wrap. */
  let base = 0;
  let highest: number | undefined;
  let received = 0;
  let expectedBefore = 0;
  let receivedBefore = 0;
  let jitter = 0;
  let lastTransit: number | undefined;
  let lastPacketAt = 0;
  let senderReport: SenderReport | undefined;
  let senderReportAt = 0;
  const missing = new Map<number, Missing>();

  const extend = (sequenceNumber: number, from: number) =>
    from + sequenceDistance(sequenceNumber, from & 0xffff);

  const start = (sequenceNumber: number) => {
    base = sequenceNumber + 0x10000;
    highest = base - 1;
    received = 0;
    expectedBefore = 0;
    receivedBefore = 0;
    lastTransit = undefined;
    missing.clear();
  };

  const noteJitter = (timestamp: number, now: number) => {
    const transit = (Math.round((now * clockRate) / 1000) - timestamp) | 0;
    if (lastTransit !== undefined) {
      jitter += (Math.abs((transit - lastTransit) | 0) - jitter) / 16;
    }
    lastTransit = transit;
  };

  const noteGap = (from: number, to: number, now: number) => {
    if (to - from > maxMissing) missing.clear();
    else for (let lost = from; lost < to; lost += 1) missing.set(lost, { since: now, askedAt: 0, asked: 0 });
    for (const lost of missing.keys()) {
      if (missing.size <= maxMissing) break;
      missing.delete(lost);
    }
  };

  return {
    ssrc,
    get lastPacketAt() {
      return lastPacketAt;
    },
    get lastSenderReport() {
      return senderReport;
    },
    receive: ({ sequenceNumber, timestamp }, now) => {
      if (highest === undefined) start(sequenceNumber);
      let extended = extend(sequenceNumber, highest ?? 0);
      if (Math.abs(extended - (highest ?? 0)) > maxJump) {
        start(sequenceNumber);
        extended = base;
      }
      if (extended > (highest ?? 0)) {
        noteGap((highest ?? 0) + 1, extended, now);
        highest = extended;
        noteJitter(timestamp, now);
      } else if (!missing.delete(extended)) {
        return false;
      }
      received += 1;
      lastPacketAt = now;
      return true;
    },
    isMissing: (sequenceNumber) => highest !== undefined && missing.has(extend(sequenceNumber, highest)),
    takeNacks: (now) => {
      const due: number[] = [];
      for (const [sequence, entry] of missing) {
        if (entry.asked >= maxNacks || now - entry.since > nackForMs) missing.delete(sequence);
        else if (now - entry.askedAt >= nackEveryMs) {
          entry.asked += 1;
          entry.askedAt = now;
          due.push(sequence & 0xffff);
        }
      }
      return due;
    },
    noteSenderReport: (report, now) => {
      senderReport = report;
      senderReportAt = now;
    },
    takeReport: (now) => {
      const expected = highest === undefined ? 0 : highest - base + 1;
      const expectedNow = expected - expectedBefore;
      const lostNow = expectedNow - (received - receivedBefore);
      expectedBefore = expected;
      receivedBefore = received;
      return {
        ssrc,
        fractionLost:
          expectedNow <= 0 || lostNow <= 0 ? 0 : Math.min(255, Math.floor((lostNow * 256) / expectedNow)),
        cumulativeLost: expected - received,
        highestSequence: highest ?? 0,
        jitter: Math.round(jitter),
        lastReport:
          senderReport === undefined
            ? 0
            : (((senderReport.ntpSeconds & 0xffff) << 16) | (senderReport.ntpFraction >>> 16)) >>> 0,
        delaySinceLastReport:
          senderReport === undefined ? 0 : Math.round(((now - senderReportAt) * 65_536) / 1000),
      };
    },
  };
}
