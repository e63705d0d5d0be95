import * as v from "valibot";
import { maxDataStreams, maxHeldParts, maxPartsAfterGap } from "../limits.ts";
import { readSctp } from "../packets/sctp.ts";

/** What the library holds of a peer's data until it can be delivered. These fields of it are private. */
const heldSchema = v.object({
  /** Bytes that the peer may still send. */
  advertisedRwnd: v.number(),
  /** The last number without a gap before it; undefined before the first packet. */
  lastReceivedTsn: v.optional(v.number()),
  /** Numbers after a gap. */
  sackMisOrdered: v.instance(Set),
  inboundStreams: v.record(v.string(), v.object({ reassembly: v.instance(Array) })),
});

/** Numbers in the gap blocks of an acknowledgement that cost as much as one part. */
const numbersOfPart = 256;
/** An answer of the library costs as much as this many parts. */
const partsOfControl = 8;

/**
 * Decides which packets of a peer's data channels the library gets. Others are lost, so a client slows down and sends
 * them again. The library itself has no limits: an endless message or a gap that is never filled costs it more with
 * each packet, it answers each of hundreds of requests in a packet, and a stream that is named once costs it time for
 * ever.
 * @param association the library's SCTP association
 * @param mayTake counts the parts of messages in a packet, and its requests, and says whether the peer may send them now
 */
export function createDataGuard(
  association: object,
  mayTake: (parts: number) => boolean,
): (packet: Buffer) => boolean {
  const hasRoom = (tsns: readonly number[]): boolean => {
    const held = v.parse(heldSchema, association);
    const streams = Object.values(held.inboundStreams);
    const parts = streams.reduce((sum, { reassembly }) => sum + reassembly.length, 0);
    const isFull =
      held.advertisedRwnd <= 0 ||
      streams.length > maxDataStreams ||
      parts >= maxHeldParts ||
      held.sackMisOrdered.size >= maxPartsAfterGap;
    if (!isFull) return true;
    // The missing part makes room.
    const { lastReceivedTsn } = held;
    return (
      held.sackMisOrdered.size > 0 &&
      lastReceivedTsn !== undefined &&
      tsns.includes((lastReceivedTsn + 1) >>> 0)
    );
  };

  const hasStreams = (named: readonly number[]): boolean => {
    const { inboundStreams } = v.parse(heldSchema, association);
    return new Set([...Object.keys(inboundStreams), ...named.map(String)]).size <= maxDataStreams;
  };

  return (packet) => {
    const read = readSctp(packet);
    if (read === undefined) return false;
    const { tsns, acknowledged, controls, skippedStreams } = read;
    if (tsns.length > 0 && !hasRoom(tsns)) return false;
    if (skippedStreams.length > 0 && !hasStreams(skippedStreams)) return false;
    const cost = tsns.length + partsOfControl * controls + Math.floor(acknowledged / numbersOfPart);
    return cost === 0 || mayTake(cost);
  };
}
