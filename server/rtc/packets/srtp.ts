import { createCipheriv, createDecipheriv } from "node:crypto";

/** The RTP half of SRTP: RTCP is rare and stays with the library. */
export interface RtpCipher {
  /** @param header from writeRtpHeader */
  encrypt(header: Buffer<ArrayBuffer>, payload: Buffer): Buffer;
  /** The packet in clear; undefined when it is damaged or not from the peer. */
  decrypt(packet: Buffer): Buffer | undefined;
}

/** Session keys of one direction (RFC 3711 section 4.3): 16 bytes of key, at least 12 of salt. */
export interface RtpKeys {
  key: Buffer;
  salt: Buffer;
}

interface Stream {
  rollovers: number;
  highest: number;
  /** Grows with each packet of a direction. */
  usedAt: number;
}

/** The streams of one direction, by SSRC. */
interface Streams {
  known: Map<number, Stream>;
  packets: number;
}

const algorithm = "aes-128-gcm";
const tagLength = 16;
const minHeader = 12;
/** More than the streams of all tracks in a full room. A track that is published again has new streams. */
export const maxStreams = 1024;

/** AEAD_AES_128_GCM (RFC 7714). Compared with the library it parses and copies no headers. */
export function createRtpCipher(local: RtpKeys, remote: RtpKeys): RtpCipher {
  const sent: Streams = { known: new Map(), packets: 0 };
  const received: Streams = { known: new Map(), packets: 0 };

  return {
    encrypt: (header, payload) => {
      const sequenceNumber = header.readUInt16BE(2);
      const ssrc = header.readUInt32BE(8);
      const rollovers = rolloversOf(sent.known.get(ssrc), sequenceNumber);
      note(sent, ssrc, sequenceNumber, rollovers);
      const cipher = createCipheriv(algorithm, local.key, nonce(local.salt, ssrc, rollovers, sequenceNumber));
      cipher.setAAD(header);
      const body = cipher.update(payload);
      cipher.final();
      return Buffer.concat([header, body, cipher.getAuthTag()], header.length + body.length + tagLength);
    },
    decrypt: (packet) => {
      const bodyAt = headerLength(packet);
      const bodyEnd = packet.length - tagLength;
      if (bodyAt === undefined || bodyAt > bodyEnd) return undefined;
      const sequenceNumber = packet.readUInt16BE(2);
      const ssrc = packet.readUInt32BE(8);
      const rollovers = rolloversOf(received.known.get(ssrc), sequenceNumber);
      if (rollovers < 0) return undefined;
      const decipher = createDecipheriv(
        algorithm,
        remote.key,
        nonce(remote.salt, ssrc, rollovers, sequenceNumber),
      );
      decipher.setAAD(packet.subarray(0, bodyAt));
      decipher.setAuthTag(packet.subarray(bodyEnd));
      const body = decipher.update(packet.subarray(bodyAt, bodyEnd));
      try {
        decipher.final();
      } catch {
        return undefined;
      }
      note(received, ssrc, sequenceNumber, rollovers);
      return Buffer.concat([packet.subarray(0, bodyAt), body], bodyEnd);
    },
  };
}

/** How often the number has passed 2^16, as guessed from the packets before (RFC 3711 section 3.3.1). */
function rolloversOf(stream: Stream | undefined, sequenceNumber: number): number {
  if (stream === undefined) return 0;
  const { rollovers, highest } = stream;
  if (highest < 0x8000) return sequenceNumber - highest > 0x8000 ? rollovers - 1 : rollovers;
  return highest - 0x8000 > sequenceNumber ? rollovers + 1 : rollovers;
}

/** Counts an authentic packet. Forgets the stream that is idle for the longest time when there are too many. */
function note(streams: Streams, ssrc: number, sequenceNumber: number, rollovers: number): void {
  const { known } = streams;
  streams.packets += 1;
  const usedAt = streams.packets;
  const stream = known.get(ssrc);
  if (stream === undefined) {
    if (known.size >= maxStreams) forgetIdle(known);
    known.set(ssrc, { rollovers, highest: sequenceNumber, usedAt });
    return;
  }
  stream.usedAt = usedAt;
  if (rollovers > stream.rollovers) {
    stream.rollovers = rollovers;
    stream.highest = sequenceNumber;
  } else if (rollovers === stream.rollovers && sequenceNumber > stream.highest) {
    stream.highest = sequenceNumber;
  }
}

function forgetIdle(known: Map<number, Stream>): void {
  let idle: number | undefined;
  let usedAt = Number.POSITIVE_INFINITY;
  for (const [ssrc, stream] of known) {
    if (stream.usedAt >= usedAt) continue;
    idle = ssrc;
    usedAt = stream.usedAt;
  }
  if (idle !== undefined) known.delete(idle);
}

/** RFC 7714 section 8.1. */
function nonce(salt: Buffer, ssrc: number, rollovers: number, sequenceNumber: number): Buffer {
  const value = Buffer.allocUnsafe(12);
  value.writeUInt16BE(salt.readUInt16BE(0), 0);
  value.writeUInt32BE((salt.readUInt32BE(2) ^ ssrc) >>> 0, 2);
  value.writeUInt32BE((salt.readUInt32BE(6) ^ rollovers) >>> 0, 6);
  value.writeUInt16BE(salt.readUInt16BE(10) ^ sequenceNumber, 10);
  return value;
}

/** The header with its extensions is authenticated, but not encrypted. Undefined when malformed. */
function headerLength(packet: Buffer): number | undefined {
  if (packet.length < minHeader + tagLength) return undefined;
  const first = packet.readUInt8(0);
  const length = minHeader + 4 * (first & 0x0f);
  if ((first & 0x10) === 0) return length;
  return length + 4 > packet.length ? undefined : length + 4 + 4 * packet.readUInt16BE(length + 2);
}
