import { Failure } from "../../../machines/domain/failure.ts";

/** The media library as a whole: it is only ever loaded as such, and never with the page (7-41). */
export type LiveKit = typeof import("livekit-client");

/** Loads the library once; a load that failed is tried again at the next call. Rejects with `Failure("network")`. */
export function createLibrary(load: () => Promise<LiveKit>): () => Promise<LiveKit> {
  let loading: Promise<LiveKit> | null = null;
  return () => {
    loading ??= load().then(
      (liveKit) => {
        liveKit.setLogLevel("silent"); // its log names addresses; what matters is logged here, by code
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
