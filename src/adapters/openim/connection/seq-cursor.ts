/** The place of a seq in a chat, with a send time that is not before those of lower seqs. */
export interface SeqPlace {
  seq: number;
  sendTime: number;
}

/**
 * A start of a history read that is no message: the worker gives the SDK a message at this place
 * (worker/quirks.ts).
 */
export function seqCursor({ seq, sendTime }: SeqPlace): string {
  return `@${seq}@${sendTime}`;
}

/** Returns null for the id of a message. */
export function seqPlaceIn(cursor: unknown): SeqPlace | null {
  const [, seq, sendTime] = /^@(\d+)@(\d+)$/.exec(String(cursor)) ?? [];
  return seq && sendTime ? { seq: Number(seq), sendTime: Number(sendTime) } : null;
}
