/** What messages carry besides words. Addresses and measures are parsed at the adapter; 0 and "" say "not known". */

import type { MessageContent } from "./message.ts";
import type { Sticker } from "./sticker.ts";

export interface Picture {
  /** The picture itself. */
  url: string;
  /** A smaller one of it; the picture itself where there is none, or where a still one would lose its movement. */
  thumbnail: string;
  /** Pixels, both or neither. */
  width: number;
  height: number;
}

export interface Video {
  url: string;
  poster: string;
  /** Pixels, both or neither. */
  width: number;
  height: number;
  seconds: number;
}

export interface Voice {
  url: string;
  seconds: number;
  /** How loud it is, from 0 to 1, evenly over its length; absent where who sent it did not say. */
  levels?: readonly number[];
}

export interface StoredFile {
  url: string;
  bytes: number;
}

/** Somebody's card, as who sent it tells of them. */
export interface ContactCard {
  userID: string;
  nickname: string;
  faceURL: string;
}

/** A sticker: a picture without a frame, or one of the product's own. */
export type Face = { url: string } | { sticker: Sticker };

/** A place on the map, in degrees. */
export interface MapPoint {
  latitude: number;
  longitude: number;
}

/** Where somebody is, as well as their device can tell. */
export interface Spot {
  point: MapPoint;
  /** How many metres it may be wrong; 0 where nobody knows. */
  accuracy: number;
}

/** A piece of another conversation, as who forwarded it tells of it. */
export interface MergedHistory {
  title: string;
  /** Its first messages in words. */
  lines: readonly string[];
  messages: readonly MergedMessage[];
}

export interface MergedMessage {
  clientMsgID: string;
  sendID: string;
  senderNickname: string;
  /** Milliseconds since the epoch. */
  sendTime: number;
  content: MessageContent;
}
