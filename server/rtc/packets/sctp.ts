import { crc32c } from "werift";

/** An SCTP packet (RFC 9260), as far as this server checks it before the library reads it. */
interface SctpPacket {
  /** The numbers of its DATA chunks: messages, or parts of them. */
  tsns: readonly number[];
  /** How many numbers its SACK names as received after a gap. */
  acknowledged: number;
  /** Its other chunks, and the parameters in its RE-CONFIG chunks. The library answers most of them with a packet. */
  controls: number;
  /** The streams in its FORWARD-TSN chunks: some of their messages are left out. */
  skippedStreams: readonly number[];
}

const headerLength = 12;
const chunkHeader = 4;
const parameterHeader = 4;
const type = {
  data: 0,
  init: 1,
  initAck: 2,
  sack: 3,
  heartbeat: 4,
  heartbeatAck: 5,
  abort: 6,
  shutdown: 7,
  shutdownAck: 8,
  error: 9,
  cookieEcho: 10,
  cookieAck: 11,
  shutdownComplete: 14,
  reconfig: 130,
  forwardTsn: 192,
} as const;
const parameter = { outgoingReset: 13, response: 16, addStreams: 17 } as const;

/** Smallest length of a chunk's value, by type (sections 3.3 and RFC 3758, RFC 6525). Others are refused. */
const shortest = new Map<number, number>([
  [type.data, 13],
  [type.init, 16],
  [type.initAck, 16],
  [type.sack, 12],
  [type.heartbeat, 0],
  [type.heartbeatAck, 0],
  [type.abort, 0],
  [type.shutdown, 4],
  [type.shutdownAck, 0],
  [type.error, 0],
  [type.cookieEcho, 4],
  [type.cookieAck, 0],
  [type.shutdownComplete, 0],
  [type.reconfig, 0],
  [type.forwardTsn, 4],
]);
/** Where the parameters of a chunk begin in its value. */
const parametersAt = new Map<number, number>([
  [type.init, 16],
  [type.initAck, 16],
  [type.heartbeat, 0],
  [type.heartbeatAck, 0],
  [type.abort, 0],
  [type.error, 0],
  [type.reconfig, 0],
]);
const shortestParameter = new Map<number, number>([
  [parameter.outgoingReset, 12],
  [parameter.response, 8],
  [parameter.addStreams, 6],
]);

/**
 * Reads a packet and checks all lengths in it. Undefined for a packet that no client sends: the library would fail on
 * it, or never end with a chunk of length zero.
 */
export function readSctp(packet: Buffer): SctpPacket | undefined {
  if (packet.length < headerLength + chunkHeader || !hasChecksum(packet)) return undefined;
  const tsns: number[] = [];
  const skippedStreams: number[] = [];
  let controls = 0;
  let acknowledged: number | undefined;
  for (let at = headerLength; at < packet.length; ) {
    const chunk = readField(packet, at, chunkHeader);
    if (chunk === undefined) return undefined;
    const { value, next } = chunk;
    const kind = packet.readUInt8(at);
    if (!isWhole(kind, value)) return undefined;
    if (kind === type.data) tsns.push(value.readUInt32BE(0));
    else if (kind !== type.sack) controls += kind === type.reconfig ? 1 + countParameters(value) : 1;
    if (kind === type.forwardTsn) skippedStreams.push(...readSkips(value));
    if (kind === type.sack) {
      const numbers = readSack(value);
      if (numbers === undefined || acknowledged !== undefined) return undefined;
      acknowledged = numbers;
    }
    at = next;
  }
  return { tsns, acknowledged: acknowledged ?? 0, controls, skippedStreams };
}

function hasChecksum(packet: Buffer): boolean {
  const unsigned = Buffer.from(packet);
  unsigned.writeUInt32LE(0, 8);
  return crc32c(unsigned) === packet.readUInt32LE(8);
}

/** A chunk or a parameter: its length is in its third and fourth byte, and it ends at a multiple of four. */
function readField(bytes: Buffer, at: number, header: number): { value: Buffer; next: number } | undefined {
  if (at + header > bytes.length) return undefined;
  const length = bytes.readUInt16BE(at + 2);
  if (length < header || at + length > bytes.length) return undefined;
  return { value: bytes.subarray(at + header, at + length), next: at + length + (-length & 3) };
}

function isWhole(kind: number, value: Buffer): boolean {
  const least = shortest.get(kind);
  if (least === undefined || value.length < least) return false;
  if (kind === type.forwardTsn) return value.length % 4 === 0;
  const first = parametersAt.get(kind);
  return first === undefined || hasWholeParameters(kind, value, first);
}

function hasWholeParameters(kind: number, value: Buffer, first: number): boolean {
  for (let at = first; at < value.length; ) {
    const field = readField(value, at, parameterHeader);
    if (field === undefined) return false;
    const name = value.readUInt16BE(at);
    if (kind === type.reconfig && field.value.length < (shortestParameter.get(name) ?? 0)) return false;
    if (kind === type.reconfig && name === parameter.outgoingReset && field.value.length % 2 !== 0)
      return false;
    at = field.next;
  }
  return true;
}

function countParameters(value: Buffer): number {
  let count = 0;
  for (let at = 0; at < value.length; count += 1)
    at = readField(value, at, parameterHeader)?.next ?? value.length;
  return count;
}

/** The stream of each entry that follows the number (RFC 3758 section 3.2). */
function readSkips(value: Buffer): number[] {
  const streams: number[] = [];
  for (let at = 4; at < value.length; at += 4) streams.push(value.readUInt16BE(at));
  return streams;
}

/** The count of numbers in the gap blocks of a SACK. Undefined when blocks are missing, or do not follow each other. */
function readSack(value: Buffer): number | undefined {
  const [gaps, duplicates] = [value.readUInt16BE(8), value.readUInt16BE(10)];
  if (value.length < 12 + 4 * (gaps + duplicates)) return undefined;
  let [count, last] = [0, 0];
  for (let at = 12; at < 12 + 4 * gaps; at += 4) {
    const [start, end] = [value.readUInt16BE(at), value.readUInt16BE(at + 2)];
    if (start <= last || end < start) return undefined;
    count += end - start + 1;
    last = end;
  }
  return count;
}
