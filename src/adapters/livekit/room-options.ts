import type { ReconnectPolicy, RoomOptions } from "livekit-client";
import type { Encryption } from "./encryption.ts";
import type { LiveKit } from "./library.ts";

/** Milliseconds before the first attempts to reconnect to the media server, and before each later attempt. */
const RETRY_PAUSES = [0, 300, 1000];
const LONGEST_RETRY_PAUSE = 2000;
/**
 * Spreads clients that lost the server at the same time: a fraction of each pause, and the maximum milliseconds
 * before the first attempt.
 */
const JITTER = { part: 0.25, first: 500 };

/**
 * The library's own pauses grow to ten seconds. A restarted server refuses the first attempt, which tries to resume,
 * and a call ends after thirty seconds (R17). If the server needs more than ten seconds to start, the library's
 * second attempt would come too late.
 */
const reconnectPolicy: ReconnectPolicy = {
  nextRetryDelayInMs({ retryCount }) {
    const pause = RETRY_PAUSES[retryCount] ?? LONGEST_RETRY_PAUSE;
    if (pause === 0) return Math.random() * JITTER.first;
    return pause * (1 + JITTER.part * (2 * Math.random() - 1));
  },
};

/**
 * One VP8 layer, which every LiveKit-compatible server forwards, and redundant audio: with 5 % packet loss, 0.8 % of
 * the sound is missing instead of 10.6 %.
 */
const OPTIONS: RoomOptions = {
  adaptiveStream: false,
  dynacast: false,
  disconnectOnPageLeave: true,
  publishDefaults: { simulcast: false, videoCodec: "vp8", red: true },
  reconnectPolicy,
};

/**
 * Three VP8 layers for each camera, so that the server gives each viewer what its tile needs. The library asks for
 * no picture that is not on the screen, and stops layers that no subscriber wants.
 */
const optionsOfMany = ({ VideoPreset }: LiveKit): RoomOptions => ({
  ...OPTIONS,
  adaptiveStream: true,
  dynacast: true,
  publishDefaults: {
    ...OPTIONS.publishDefaults,
    simulcast: true,
    videoEncoding: { maxBitrate: 900_000, maxFramerate: 30 },
    videoSimulcastLayers: [new VideoPreset(240, 135, 100_000, 15), new VideoPreset(480, 270, 300_000, 24)],
  },
});

/** The library's options for a room. `encryption`: null in a room that is not encrypted. */
export function roomOptions(
  liveKit: LiveKit,
  { isMany, encryption }: { isMany: boolean; encryption: Encryption | null },
): RoomOptions {
  return {
    ...(isMany ? optionsOfMany(liveKit) : OPTIONS),
    // `encryption` would encrypt data messages, too, but sends those for one member to everybody (2.23).
    ...(encryption && { e2ee: encryption.options }),
  };
}
