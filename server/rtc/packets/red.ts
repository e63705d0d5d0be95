/** Redundant audio (RFC 2198): a packet repeats earlier blocks before its own. */

interface Block {
  /** Offset of the block's header, whose first byte has the payload type. */
  headerAt: number;
  start: number;
  end: number;
}

/** The blocks of a payload, the packet's own last; undefined when malformed. */
function blocksOf(payload: Buffer): [...Block[], Block] | undefined {
  const lengths: number[] = [];
  let at = 0;
  for (; ((payload[at] ?? 0) & 0x80) !== 0; at += 4) {
    if (at + 4 > payload.length) return undefined;
    lengths.push(payload.readUInt16BE(at + 2) & 0x3ff);
  }
  if (at >= payload.length) return undefined;
  const ownHeaderAt = at;
  let start = at + 1;
  const repeated = lengths.map((length, i) => {
    const block = { headerAt: 4 * i, start, end: start + length };
    start = block.end;
    return block;
  });
  return start > payload.length
    ? undefined
    : [...repeated, { headerAt: ownHeaderAt, start, end: payload.length }];
}

/** The packet's own block, for a receiver without RED; undefined when malformed. */
export function withoutRedundancy(payload: Buffer): Buffer | undefined {
  const own = blocksOf(payload)?.at(-1);
  return own && payload.subarray(own.start, own.end);
}

/** The payload with another payload type for its codec, as peers differ. Undefined when malformed. */
export function renumberRedundancy(payload: Buffer, payloadType: number): Buffer | undefined {
  const blocks = blocksOf(payload);
  if (blocks === undefined) return undefined;
  const renumbered = Buffer.from(payload);
  for (const { headerAt } of blocks) {
    renumbered.writeUInt8((renumbered.readUInt8(headerAt) & 0x80) | payloadType, headerAt);
  }
  return renumbered;
}
