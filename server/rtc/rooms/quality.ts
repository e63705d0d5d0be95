import { ConnectionQuality, SubscribedQualityUpdate, VideoQuality } from "@livekit/protocol";

/** Connection quality from the packet loss in both directions. Never LOST: see `lost`. */
export function qualityOf(loss: { up: number; down: number }): { quality: ConnectionQuality; score: number } {
  const worst = Math.max(loss.up, loss.down);
  const score = Math.max(1, 5 - 30 * worst);
  if (worst < 0.03) return { quality: ConnectionQuality.EXCELLENT, score };
  return { quality: worst < 0.1 ? ConnectionQuality.GOOD : ConnectionQuality.POOR, score };
}

/**
 * No packets come from a participant. Only the others get this: a client that receives it about itself reconnects
 * completely.
 */
export const lost = { quality: ConnectionQuality.LOST, score: 0 };

/** Tells a publisher which layers to send, up to a rank; -1 for none. */
export function describeDemand(trackSid: string, codec: string, rank: number): SubscribedQualityUpdate {
  const qualities = [VideoQuality.LOW, VideoQuality.MEDIUM, VideoQuality.HIGH].map((quality) => ({
    quality,
    enabled: quality <= rank,
  }));
  return new SubscribedQualityUpdate({
    trackSid,
    // Older clients read this list.
    subscribedQualities: qualities,
    subscribedCodecs: [{ codec: codec.toLowerCase(), qualities }],
  });
}
