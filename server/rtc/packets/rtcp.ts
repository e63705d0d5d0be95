/** A report about one received stream (RFC 3550 section 6.4.1). */
export interface ReportBlock {
  ssrc: number;
  /** Packets lost since the last report, in 256ths. */
  fractionLost: number;
  cumulativeLost: number;
  /** Extended by the number of wraps. */
  highestSequence: number;
  /** In units of the stream's clock. */
  jitter: number;
  /** Middle 32 bits of the NTP time of the last sender report; 0 when there was none. */
  lastReport: number;
  /** Time since that report, in 65536ths of a second. */
  delaySinceLastReport: number;
}

export interface SenderReport {
  kind: "sender-report";
  ssrc: number;
  ntpSeconds: number;
  ntpFraction: number;
  rtpTimestamp: number;
  packetCount: number;
  octetCount: number;
  reports: ReportBlock[];
}

export type RtcpMessage =
  | SenderReport
  | { kind: "receiver-report"; reports: ReportBlock[] }
  /** Generic NACK (RFC 4585 section 6.2.1). */
  | { kind: "nack"; mediaSsrc: number; sequenceNumbers: number[] }
  /** Picture loss indication (RFC 4585) or full intra request (RFC 5104). */
  | { kind: "key-frame-request"; mediaSsrc: number }
  /** The receiver's estimate of its line in bits per second (REMB, draft-alvestrand-rmcat-remb-03). */
  | { kind: "bandwidth-estimate"; bitrate: number };

const types = {
  senderReport: 200,
  receiverReport: 201,
  transportFeedback: 205,
  payloadFeedback: 206,
} as const;
const formats = { nack: 1, transportCc: 15, pictureLoss: 1, fullIntra: 4, application: 15 } as const;
const reportLength = 24;

/** Parses a compound packet up to the first malformed part. Unknown messages are left out. */
export function parseRtcp(packet: Buffer): RtcpMessage[] {
  const messages: RtcpMessage[] = [];
  for (let at = 0; at + 8 <= packet.length; ) {
    const first = packet.readUInt8(at);
    const end = at + 4 + 4 * packet.readUInt16BE(at + 2);
    if (first >> 6 !== 2 || end > packet.length) break;
    messages.push(...parseMessage(packet.readUInt8(at + 1), first & 0x1f, packet.subarray(at + 4, end)));
    at = end;
  }
  return messages;
}

function parseMessage(type: number, count: number, body: Buffer): RtcpMessage[] {
  switch (type) {
    case types.senderReport:
      if (body.length < 24) return [];
      return [
        {
          kind: "sender-report",
          ssrc: body.readUInt32BE(0),
          ntpSeconds: body.readUInt32BE(4),
          ntpFraction: body.readUInt32BE(8),
          rtpTimestamp: body.readUInt32BE(12),
          packetCount: body.readUInt32BE(16),
          octetCount: body.readUInt32BE(20),
          reports: parseReports(body.subarray(24), count),
        },
      ];
    case types.receiverReport:
      return body.length < 4
        ? []
        : [{ kind: "receiver-report", reports: parseReports(body.subarray(4), count) }];
    case types.transportFeedback:
      if (count !== formats.nack || body.length < 8) return [];
      return [
        {
          kind: "nack",
          mediaSsrc: body.readUInt32BE(4),
          sequenceNumbers: parseNacks(body.subarray(8)),
        },
      ];
    case types.payloadFeedback:
      if (body.length < 8) return [];
      if (count === formats.pictureLoss) {
        return [{ kind: "key-frame-request", mediaSsrc: body.readUInt32BE(4) }];
      }
      if (count === formats.application) return parseEstimate(body.subarray(8));
      return count === formats.fullIntra ? parseFullIntra(body.subarray(8)) : [];
    default:
      return [];
  }
}

function parseReports(body: Buffer, count: number): ReportBlock[] {
  const reports: ReportBlock[] = [];
  for (let at = 0; reports.length < count && at + reportLength <= body.length; at += reportLength) {
    reports.push({
      ssrc: body.readUInt32BE(at),
      fractionLost: body.readUInt8(at + 4),
      cumulativeLost: body.readIntBE(at + 5, 3),
      highestSequence: body.readUInt32BE(at + 8),
      jitter: body.readUInt32BE(at + 12),
      lastReport: body.readUInt32BE(at + 16),
      delaySinceLastReport: body.readUInt32BE(at + 20),
    });
  }
  return reports;
}

function parseNacks(body: Buffer): number[] {
  const lost: number[] = [];
  for (let at = 0; at + 4 <= body.length; at += 4) {
    const first = body.readUInt16BE(at);
    const following = body.readUInt16BE(at + 2);
    lost.push(first);
    for (let bit = 0; bit < 16; bit += 1) {
      if (following & (1 << bit)) lost.push((first + bit + 1) & 0xffff);
    }
  }
  return lost;
}

function parseEstimate(body: Buffer): RtcpMessage[] {
  if (body.length < 8 || body.toString("latin1", 0, 4) !== "REMB") return [];
  const bits = body.readUIntBE(5, 3);
  return [{ kind: "bandwidth-estimate", bitrate: (bits & 0x3ffff) * 2 ** (bits >>> 18) }];
}

function parseFullIntra(body: Buffer): RtcpMessage[] {
  const requests: RtcpMessage[] = [];
  for (let at = 0; at + 8 <= body.length; at += 8) {
    requests.push({ kind: "key-frame-request", mediaSsrc: body.readUInt32BE(at) });
  }
  return requests;
}

export function writeSenderReport(report: Omit<SenderReport, "kind" | "reports">): Buffer {
  const packet = message(types.senderReport, 0, 24);
  packet.writeUInt32BE(report.ssrc, 4);
  packet.writeUInt32BE(report.ntpSeconds, 8);
  packet.writeUInt32BE(report.ntpFraction, 12);
  packet.writeUInt32BE(report.rtpTimestamp, 16);
  packet.writeUInt32BE(report.packetCount >>> 0, 20);
  packet.writeUInt32BE(report.octetCount >>> 0, 24);
  return packet;
}

/** A receiver report with at most 31 blocks. */
export function writeReceiverReport(senderSsrc: number, reports: readonly ReportBlock[]): Buffer {
  const blocks = reports.slice(0, 31);
  const packet = message(types.receiverReport, blocks.length, 4 + reportLength * blocks.length);
  packet.writeUInt32BE(senderSsrc, 4);
  blocks.forEach((block, i) => {
    const at = 8 + reportLength * i;
    packet.writeUInt32BE(block.ssrc, at);
    packet.writeUInt8(block.fractionLost, at + 4);
    packet.writeIntBE(Math.max(-0x800000, Math.min(block.cumulativeLost, 0x7fffff)), at + 5, 3);
    packet.writeUInt32BE(block.highestSequence >>> 0, at + 8);
    packet.writeUInt32BE(block.jitter >>> 0, at + 12);
    packet.writeUInt32BE(block.lastReport >>> 0, at + 16);
    packet.writeUInt32BE(block.delaySinceLastReport >>> 0, at + 20);
  });
  return packet;
}

/** Requests packets again. Sequence numbers must be in ascending order. */
export function writeNack(senderSsrc: number, mediaSsrc: number, sequenceNumbers: readonly number[]): Buffer {
  const entries: { first: number; following: number }[] = [];
  for (const lost of sequenceNumbers) {
    const last = entries.at(-1);
    const distance = last === undefined ? 0 : (lost - last.first) & 0xffff;
    if (last !== undefined && distance >= 1 && distance <= 16) last.following |= 1 << (distance - 1);
    else entries.push({ first: lost, following: 0 });
  }
  const packet = feedback(types.transportFeedback, formats.nack, senderSsrc, mediaSsrc, 4 * entries.length);
  entries.forEach(({ first, following }, i) => {
    packet.writeUInt16BE(first, 12 + 4 * i);
    packet.writeUInt16BE(following, 14 + 4 * i);
  });
  return packet;
}

export function writePictureLoss(senderSsrc: number, mediaSsrc: number): Buffer {
  return feedback(types.payloadFeedback, formats.pictureLoss, senderSsrc, mediaSsrc, 0);
}

/** Wraps the body of transport-wide congestion control feedback, padded to whole words. */
export function writeTransportFeedback(senderSsrc: number, mediaSsrc: number, body: Buffer): Buffer {
  const padding = (4 - (body.length % 4)) % 4;
  const packet = feedback(
    types.transportFeedback,
    formats.transportCc,
    senderSsrc,
    mediaSsrc,
    body.length + padding,
  );
  body.copy(packet, 12);
  if (padding > 0) {
    packet.writeUInt8(packet.readUInt8(0) | 0x20, 0);
    packet.writeUInt8(padding, packet.length - 1);
  }
  return packet;
}

function feedback(
  type: number,
  format: number,
  senderSsrc: number,
  mediaSsrc: number,
  length: number,
): Buffer {
  const packet = message(type, format, 8 + length);
  packet.writeUInt32BE(senderSsrc, 4);
  packet.writeUInt32BE(mediaSsrc, 8);
  return packet;
}

function message(type: number, count: number, length: number): Buffer {
  const packet = Buffer.alloc(4 + length);
  packet.writeUInt8(0x80 | count, 0);
  packet.writeUInt8(type, 1);
  packet.writeUInt16BE(length / 4, 2);
  return packet;
}
