import type { Parts } from "./parts.ts";
import type { HeardPhone } from "./reading.ts";
import type { Recorder } from "./recorder.ts";
import type { ActorPicture, Picture, Recording } from "./recording.ts";
import type { ViewingContext, ViewingEvent } from "./viewing.ts";

/** What all panes of the inspector show: one moment of a recording, and one actor in it. */
export interface Shown {
  recorder: Recorder;
  recording: Recording;
  /** Changes with the recording, which stays the same object. */
  version: number;
  /** Number of messages before the moment. */
  until: number;
  isLive: boolean;
  /** The actors at the moment. */
  picture: Picture;
  phones: readonly HeardPhone[];
  chosen: ActorPicture | null;
  view: ViewingContext;
  send: (event: ViewingEvent) => void;
  /** Shows another moment, also in the playback beside the inspector. */
  lookBack: (moment: number) => void;
  parts: Parts;
}
