import { ConnectionQuality } from "@livekit/protocol";

/**
 * How good a connection is, from the packets lost in either direction. LOST is not among it: see `lost`.
 */
export function qualityOf(loss: { up: number; down: number }): { quality: ConnectionQuality; score: number } {
  const worst = Math.max(loss.up, loss.down);
  const score = Math.max(1, 5 - 30 * worst);
  if (worst < 0.03) return { quality: ConnectionQuality.EXCELLENT, score };
  return { quality: worst < 0.1 ? ConnectionQuality.GOOD : ConnectionQuality.POOR, score };
}

/**
 * No packet of any kind comes from somebody. Said to the others only: a client that hears it about itself reconnects
 * from scratch.
 */
export const lost = { quality: ConnectionQuality.LOST, score: 0 };
