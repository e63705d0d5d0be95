import { startsVp8KeyFrame } from "./vp8.ts";

/** An RTP packet (RFC 3550 section 5.1). The buffers are views into the received packet. */
export interface RtpPacket {
  payloadType: number;
  marker: boolean;
  /** 16 bits. */
  sequenceNumber: number;
  /** 32 bits, in units of the codec's clock. */
  timestamp: number;
  ssrc: number;
  /** Header extensions by id (RFC 8285). The sender's offer defines the ids. */
  extensions: ReadonlyMap<number, Buffer>;
  /** Without padding. */
  payload: Buffer;
}

const oneByteProfile = 0xbede;
const twoByteProfile = 0x1000;
const noExtensions: ReadonlyMap<number, Buffer> = new Map();

/** Parses a packet; undefined when malformed. */
export function parseRtp(packet: Buffer): RtpPacket | undefined {
  if (packet.length < 12 || packet.readUInt8(0) >> 6 !== 2) return undefined;
  const first = packet.readUInt8(0);
  const second = packet.readUInt8(1);
  let at = 12 + 4 * (first & 0x0f);
  let extensions = noExtensions;
  if (first & 0x10) {
    if (at + 4 > packet.length) return undefined;
    const end = at + 4 + 4 * packet.readUInt16BE(at + 2);
    if (end > packet.length) return undefined;
    extensions = parseExtensions(packet.readUInt16BE(at), packet.subarray(at + 4, end));
    at = end;
  }
  const padding = first & 0x20 ? packet.readUInt8(packet.length - 1) : 0;
  const end = packet.length - padding;
  if (end < at) return undefined;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequenceNumber: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    extensions,
    payload: packet.subarray(at, end),
  };
}

function parseExtensions(profile: number, block: Buffer): ReadonlyMap<number, Buffer> {
  const isOneByte = profile === oneByteProfile;
  if (!isOneByte && (profile & 0xfff0) !== twoByteProfile) return noExtensions;
  const extensions = new Map<number, Buffer>();
  for (let at = 0; at < block.length; ) {
    const head = block.readUInt8(at);
    if (head === 0) {
      at += 1;
      continue;
    }
    const id = isOneByte ? head >> 4 : head;
    if (isOneByte && id === 15) break;
    if (!isOneByte && at + 1 >= block.length) break;
    const start = isOneByte ? at + 1 : at + 2;
    const end = start + (isOneByte ? (head & 0x0f) + 1 : block.readUInt8(at + 1));
    if (end > block.length) break;
    extensions.set(id, block.subarray(start, end));
    at = end;
  }
  return extensions;
}

/** Writes a packet's header. Extensions have 1 to 16 bytes and ids 1 to 14 (one-byte form). */
export function writeRtpHeader(packet: Omit<RtpPacket, "payload">): Buffer<ArrayBuffer> {
  let length = 0;
  for (const value of packet.extensions.values()) length += 1 + value.length;
  const words = Math.ceil(length / 4);
  const header = Buffer.alloc(12 + (words === 0 ? 0 : 4 + 4 * words));
  header.writeUInt8(words === 0 ? 0x80 : 0x90, 0);
  header.writeUInt8((packet.marker ? 0x80 : 0) | packet.payloadType, 1);
  header.writeUInt16BE(packet.sequenceNumber, 2);
  header.writeUInt32BE(packet.timestamp, 4);
  header.writeUInt32BE(packet.ssrc, 8);
  if (words === 0) return header;
  header.writeUInt16BE(oneByteProfile, 12);
  header.writeUInt16BE(words, 14);
  let at = 16;
  for (const [id, value] of packet.extensions) {
    header.writeUInt8((id << 4) | (value.length - 1), at);
    value.copy(header, at + 1);
    at += 1 + value.length;
  }
  return header;
}

/** Signed 16-bit distance; negative when `later` is behind. */
export function sequenceDistance(later: number, earlier: number): number {
  return ((later - earlier) << 16) >> 16;
}

/** Whether the payload begins a picture that needs no earlier ones. */
export function startsKeyFrame(codec: "VP8" | "H264", payload: Buffer): boolean {
  return codec === "VP8" ? startsVp8KeyFrame(payload) : startsH264KeyFrame(payload);
}

/** RFC 6184: an IDR slice or its parameter sets, alone, aggregated (STAP-A) or fragmented (FU-A). */
function startsH264KeyFrame(payload: Buffer): boolean {
  const type = (payload[0] ?? 0) & 0x1f;
  if (type === 5 || type === 7) return true;
  if (type === 28) {
    const fragment = payload[1] ?? 0;
    return (fragment & 0x80) !== 0 && (fragment & 0x1f) === 5;
  }
  if (type !== 24) return false;
  for (let at = 1; at + 2 < payload.length; at += 2 + payload.readUInt16BE(at)) {
    const inner = payload.readUInt8(at + 2) & 0x1f;
    if (inner === 5 || inner === 7) return true;
  }
  return false;
}
