import type { TrackInfo } from "@livekit/protocol";

/** The part of a track that a subscriber shows (UpdateTrackSettings). */
export interface View {
  isDisabled: boolean;
  /** Of the tile in pixels; 0 when only the quality is given. */
  width: number;
  height: number;
  /** VideoQuality: 0 low, 1 medium, 2 high. */
  quality: number;
}

export const fullView: View = { isDisabled: false, width: 0, height: 0, quality: 2 };

/** A tile a little larger than a layer still gets it, as on a real LiveKit. */
const tolerance = 0.9;

/**
 * The rank of the smallest layer that fills the view, by the heights that the publisher has announced. Ranks grow with
 * the size, as VideoQuality does.
 */
export function rankFor(view: View, info: Pick<TrackInfo, "layers">, layerCount: number): number {
  const top = Math.max(0, layerCount - 1);
  if (view.width === 0) return Math.min(Math.max(0, view.quality), top);
  const heights = info.layers.map(({ height }) => height).sort((a, b) => a - b);
  // Among layers of the same size the best layer is used, as on a real LiveKit.
  const found = heights.findIndex(
    (height, i) => height >= view.height * tolerance && height !== heights[i + 1],
  );
  return found === -1 ? top : Math.min(found, top);
}

/** A video track to one subscriber. */
export interface LayeredStream {
  /** The highest rank that the subscriber wants. */
  wanted: number;
  /** Bits per second of each layer, from the lowest; 0 when the layer is not sent. */
  rates: readonly number[];
}

/**
 * Distributes what a line carries. Every stream gets its lowest layer before one gets a higher; where not even these
 * fit, the last streams get none (-1).
 * @param budget bits per second
 * @returns the highest rank for each stream
 */
export function allocate(budget: number, streams: readonly LayeredStream[]): number[] {
  const ranks = streams.map(() => -1);
  let left = budget;
  const top = Math.max(-1, ...streams.map(({ wanted }) => wanted));
  for (let rank = 0; rank <= top; rank += 1) {
    streams.forEach(({ wanted, rates }, i) => {
      const rate = rates[rank] ?? 0;
      const present = rates[ranks[i] ?? -1] ?? 0;
      const isFirst = i === 0 && ranks[i] === -1;
      if (rank > wanted || rate === 0 || (rate - present > left && !isFirst)) return;
      // A stream that lost a lower layer to the budget gets no higher one.
      if (ranks[i] === -1 && rates.slice(0, rank).some((lower) => lower > 0)) return;
      left -= rate - present;
      ranks[i] = rank;
    });
  }
  return ranks;
}
