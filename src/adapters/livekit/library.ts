import { Failure } from "../../../machines/domain/failure.ts";

/** The media library. It is loaded as a whole and never with the page (7-41). */
export type LiveKit = typeof import("livekit-client");

/** Loads the library once. After a failure the next call tries again. Rejects with `Failure("network")`. */
export function createLibrary(load: () => Promise<LiveKit>): () => Promise<LiveKit> {
  let loading: Promise<LiveKit> | null = null;
  return () => {
    loading ??= load().then(
      (liveKit) => {
        liveKit.setLogLevel("silent"); // its log contains addresses; this adapter logs error codes
        return liveKit;
      },
      () => {
        loading = null;
        throw new Failure("network");
      },
    );
    return loading;
  };
}
