/** Attachments of messages. The adapter parses addresses and sizes; 0 and "" mean unknown. */

import type { Sticker } from "./sticker.ts";

export interface Picture {
  url: string;
  /** Smaller version; same as `url` if there is none, or if a still image would lose an animation. */
  thumbnail: string;
  /** Pixels; both known or both 0. */
  width: number;
  height: number;
}

export interface Video {
  url: string;
  poster: string;
  /** Pixels; both known or both 0. */
  width: number;
  height: number;
  seconds: number;
}

export interface Voice {
  url: string;
  seconds: number;
  /** Waveform: loudness from 0 to 1, evenly spaced; absent if the sender gave none. */
  levels?: readonly number[];
}

export interface StoredFile {
  url: string;
  bytes: number;
}

/** A contact card, with the data its sender gave. */
export interface ContactCard {
  userID: string;
  nickname: string;
  faceURL: string;
}

/** A sticker: a picture, or one of Parley's own. */
export type Face = { url: string } | { sticker: Sticker };

/** A map position, in degrees. */
export interface MapPoint {
  latitude: number;
  longitude: number;
}

/** A device's position. */
export interface Spot {
  point: MapPoint;
  /** Accuracy in metres; 0 if unknown. */
  accuracy: number;
}
