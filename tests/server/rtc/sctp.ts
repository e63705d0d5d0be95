import { crc32c } from "werift";

/** A chunk or a parameter of an SCTP packet. `length` differs from the true one in malformed ones. */
export function field(head: readonly [number, number], value: Buffer, length = value.length + 4): Buffer {
  const header = Buffer.from([...head, length >> 8, length & 255]);
  return Buffer.concat([header, value, Buffer.alloc(-value.length & 3)]);
}

/** One message, or a part of one. Both flags: 3. */
export function dataChunk(tsn: number, text = "x", flags = 3): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(tsn, 0);
  head.writeUInt32BE(53, 8);
  return field([0, flags], Buffer.concat([head, Buffer.from(text)]));
}

/** An acknowledgement with gap blocks. */
export function sack(blocks: readonly (readonly [number, number])[], count = blocks.length): Buffer {
  const value = Buffer.alloc(12 + 4 * blocks.length);
  value.writeUInt16BE(count, 8);
  for (const [i, [start, end]] of blocks.entries()) {
    value.writeUInt16BE(start, 12 + 4 * i);
    value.writeUInt16BE(end, 14 + 4 * i);
  }
  return field([3, 0], value);
}

/** A packet of these chunks with a right checksum. */
export function sctpPacket(...chunks: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(5000, 0);
  header.writeUInt16BE(5000, 2);
  const packet = Buffer.concat([header, ...chunks]);
  packet.writeUInt32LE(crc32c(packet), 8);
  return packet;
}
