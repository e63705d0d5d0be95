import { createHmac, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * The part of STUN for an ICE-lite agent (RFC 8489, RFC 8445 section 2.5): it answers binding requests and sends
 * none.
 */
export interface BindingRequest {
  /** 12 bytes. */
  transactionId: Buffer;
  /** USERNAME: the receiver's fragment, a colon, the sender's fragment. */
  username: string;
  /** USE-CANDIDATE: the sender has chosen this address pair. */
  useCandidate: boolean;
  /** Whether MESSAGE-INTEGRITY was made with this password. */
  isSignedWith(password: string): boolean;
}

const magicCookie = 0x2112a442;
const headerLength = 20;
const integrityLength = 24;
const fingerprintLength = 8;
const bindingRequest = 0x0001;
const bindingSuccess = 0x0101;
const attributes = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  xorMappedAddress: 0x0020,
  useCandidate: 0x0025,
  fingerprint: 0x8028,
} as const;

/** Parses a binding request. Undefined for anything else, malformed or without USERNAME and MESSAGE-INTEGRITY. */
export function parseBindingRequest(packet: Buffer): BindingRequest | undefined {
  if (packet.length < headerLength || packet.length % 4 !== 0) return undefined;
  if (packet.readUInt16BE(0) !== bindingRequest || packet.readUInt32BE(4) !== magicCookie) return undefined;
  if (packet.readUInt16BE(2) !== packet.length - headerLength) return undefined;

  let username: string | undefined;
  let useCandidate = false;
  let integrityAt: number | undefined;
  for (let at = headerLength; at + 4 <= packet.length; ) {
    const type = packet.readUInt16BE(at);
    const length = packet.readUInt16BE(at + 2);
    const end = at + 4 + length;
    if (end > packet.length) return undefined;
    // Attributes after MESSAGE-INTEGRITY are not signed and are ignored (RFC 8489 section 14.5).
    if (integrityAt === undefined) {
      if (type === attributes.username) username = packet.toString("utf8", at + 4, end);
      if (type === attributes.useCandidate) useCandidate = true;
      if (type === attributes.messageIntegrity) {
        if (length !== integrityLength - 4) return undefined;
        integrityAt = at;
      }
    }
    at = end + ((4 - (length % 4)) % 4);
  }
  if (username === undefined || integrityAt === undefined) return undefined;

  const signed = integrityAt;
  return {
    transactionId: Buffer.from(packet.subarray(8, headerLength)),
    username,
    useCandidate,
    isSignedWith: (password) => {
      const given = packet.subarray(signed + 4, signed + integrityLength);
      return timingSafeEqual(given, integrity(packet.subarray(0, signed), password));
    },
  };
}

/** The signed answer to a binding request, with the source address. IPv4 only. */
export function bindingResponse(
  request: BindingRequest,
  password: string,
  from: { address: string; port: number },
): Buffer {
  const packet = Buffer.alloc(headerLength + 12 + integrityLength + fingerprintLength);
  packet.writeUInt16BE(bindingSuccess, 0);
  packet.writeUInt32BE(magicCookie, 4);
  request.transactionId.copy(packet, 8);

  let at = headerLength;
  packet.writeUInt16BE(attributes.xorMappedAddress, at);
  packet.writeUInt16BE(8, at + 2);
  packet.writeUInt8(1, at + 5);
  packet.writeUInt16BE(from.port ^ (magicCookie >>> 16), at + 6);
  const octets = from.address.split(".").map(Number);
  for (let i = 0; i < 4; i += 1) {
    packet.writeUInt8(((octets[i] ?? 0) ^ (magicCookie >>> (24 - 8 * i))) & 0xff, at + 8 + i);
  }
  at += 12;

  packet.writeUInt16BE(attributes.messageIntegrity, at);
  packet.writeUInt16BE(integrityLength - 4, at + 2);
  integrity(packet.subarray(0, at), password).copy(packet, at + 4);
  at += integrityLength;

  packet.writeUInt16BE(at + fingerprintLength - headerLength, 2);
  packet.writeUInt16BE(attributes.fingerprint, at);
  packet.writeUInt16BE(4, at + 2);
  packet.writeUInt32BE((crc32(packet.subarray(0, at)) ^ 0x5354554e) >>> 0, at + 4);
  return packet;
}

/** HMAC-SHA1 of the message so far. Its length field counts MESSAGE-INTEGRITY as the last attribute. */
function integrity(message: Buffer, password: string): Buffer {
  const header = Buffer.from(message.subarray(0, headerLength));
  header.writeUInt16BE(message.length - headerLength + integrityLength, 2);
  return createHmac("sha1", password).update(header).update(message.subarray(headerLength)).digest();
}
