import { sequenceDistance } from "./rtp.ts";

/**
 * Records arrival times of a peer's packets by transport-wide sequence number. The feedback lets the peer estimate
 * its bandwidth (draft-holmer-rmcat-transport-wide-cc-extensions-01).
 */
export interface ArrivalLog {
  /** @param arrival microseconds on any monotonic clock */
  record(sequenceNumber: number, arrival: number): void;
  /** The body of a feedback message about packets since the last one; undefined when there are none. */
  takeFeedback(): Buffer | undefined;
}

const deltaUnit = 250;
const referenceUnit = 64_000;
const maxPackets = 700;
const symbols = { missing: 0, smallDelta: 1, largeDelta: 2 } as const;

export function createArrivalLog(): ArrivalLog {
  // Sequence numbers are extended beyond 16 bits, so that they only grow.
  let highest: number | undefined;
  let firstUnreported = 0;
  let feedbackCount = 0;
  const arrivals = new Map<number, number>();

  return {
    record: (sequenceNumber, arrival) => {
      if (highest === undefined) {
        highest = sequenceNumber;
        firstUnreported = sequenceNumber;
      }
      const extended = highest + sequenceDistance(sequenceNumber, highest & 0xffff);
      if (extended < firstUnreported) return;
      highest = Math.max(highest, extended);
      arrivals.set(extended, arrival);
    },

    takeFeedback: () => {
      const [firstArrival] = arrivals.values();
      if (highest === undefined || firstArrival === undefined) return undefined;
      // The gap of a large jump is not reported.
      const from = Math.max(firstUnreported, highest - maxPackets + 1);
      const reference = Math.floor((arrivals.get(from) ?? firstArrival) / referenceUnit);
      const statuses: number[] = [];
      const deltas: number[] = [];
      let time = reference * referenceUnit;
      let next = from;
      for (; next <= highest; next += 1) {
        const arrival = arrivals.get(next);
        if (arrival === undefined) {
          statuses.push(symbols.missing);
          continue;
        }
        const delta = Math.round((arrival - time) / deltaUnit);
        // Too far apart for one message; the next one has the rest.
        if (delta < -0x8000 || delta > 0x7fff) break;
        statuses.push(delta >= 0 && delta <= 0xff ? symbols.smallDelta : symbols.largeDelta);
        deltas.push(delta);
        time += delta * deltaUnit;
      }
      if (deltas.length === 0) {
        arrivals.clear();
        firstUnreported = highest + 1;
        return undefined;
      }
      for (const sequence of arrivals.keys()) if (sequence < next) arrivals.delete(sequence);
      firstUnreported = next;
      const body = writeFeedback(from & 0xffff, reference, feedbackCount, statuses, deltas);
      feedbackCount = (feedbackCount + 1) & 0xff;
      return body;
    },
  };
}

/** Two-bit status vector chunks of 7 packets each, then the deltas. */
function writeFeedback(
  base: number,
  reference: number,
  feedbackCount: number,
  statuses: readonly number[],
  deltas: readonly number[],
): Buffer {
  const chunkCount = Math.ceil(statuses.length / 7);
  const body = Buffer.alloc(8 + 2 * chunkCount + 2 * deltas.length);
  body.writeUInt16BE(base, 0);
  body.writeUInt16BE(statuses.length, 2);
  body.writeUIntBE(reference & 0xffffff, 4, 3);
  body.writeUInt8(feedbackCount, 7);
  let at = 8;
  for (let chunk = 0; chunk < chunkCount; chunk += 1) {
    let bits = 0xc000;
    for (let i = 0; i < 7; i += 1) bits |= (statuses[chunk * 7 + i] ?? symbols.missing) << (12 - 2 * i);
    body.writeUInt16BE(bits, at);
    at += 2;
  }
  for (const delta of deltas) {
    if (delta >= 0 && delta <= 0xff) {
      body.writeUInt8(delta, at);
      at += 1;
    } else {
      body.writeInt16BE(delta, at);
      at += 2;
    }
  }
  return body.subarray(0, at);
}
