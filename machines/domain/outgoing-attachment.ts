/** What a message about to be sent takes along besides words, as it is kept over a reload. Pure functions. */

import type { ContactCard, MapPoint } from "./attachment.ts";
import type { FailureCode } from "./failure.ts";
import type { MessageContent, MessageKey } from "./message.ts";
import type { Sticker } from "./sticker.ts";

/** Bytes of the person's own, kept on the device under the message's id until a server has them. */
interface Kept {
  /** What the browser says they are, as "image/jpeg"; "" where it does not know. */
  mime: string;
  bytes: number;
  /** A `blob:` address they can be shown from in this visit; "" where there is none (yet). */
  preview: string;
}

export interface OwnPicture extends Kept {
  type: "picture";
  /** File name with its ending. */
  name: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** Its first picture is kept beside it; see `POSTER`. */
export interface OwnVideo extends Kept {
  type: "video";
  name: string;
  width: number;
  height: number;
  seconds: number;
  /** A `blob:` address of its first picture; "" where there is none. */
  poster: string;
}

export interface OwnVoice extends Kept {
  type: "voice";
  /** Whole ones, at least 1. */
  seconds: number;
  /** How loud it was, from 0 to 1, evenly over its length; empty where nobody listened. */
  levels: readonly number[];
}

export interface OwnFile extends Kept {
  type: "file";
  name: string;
}

/** What has to be uploaded before it can be sent. */
export type Parcel = OwnPicture | OwnVideo | OwnVoice | OwnFile;

export type Enclosure =
  | Parcel
  | { type: "card"; card: ContactCard }
  | { type: "location"; name: string; address: string; point: MapPoint }
  | { type: "face"; sticker: Sticker }
  /** Somebody's message once more. */
  | { type: "forward"; source: MessageKey }
  /** Several of them as one: who reads the chat's name and their first lines sees what it is about. */
  | { type: "merged"; title: string; lines: readonly string[]; sources: readonly MessageKey[] };

/** One enclosure on its way into a chat. `content` is how it looks until the SDK has made it a message. */
export interface Enclosed {
  clientMsgID: string;
  enclosure: Enclosure;
  content?: MessageContent;
}

/** Where an upload has come to lie, by what it is of. */
export interface Addresses {
  url: string;
  /** Of a video's first picture. */
  poster?: string;
}

/** What is told of one upload. */
export type UploadEvent =
  /** `share` of it, from 0 to 1, has got there. */
  | { type: "upload.progress"; share: number }
  | { type: "upload.done"; addresses: Addresses }
  | { type: "upload.failed"; failure: FailureCode };

/** How large one file may be, in bytes: what the embedded server takes unless told otherwise. */
export const FILE_LIMIT = 200 * 1024 * 1024;

export function isParcel(enclosure: Enclosure): enclosure is Parcel {
  return "bytes" in enclosure;
}

/** How those look that say so, by their message's id. */
export function contentsOf(enclosed: readonly Enclosed[]): Record<string, MessageContent> {
  return Object.fromEntries(
    enclosed.flatMap(({ clientMsgID, content }) => (content ? [[clientMsgID, content]] : [])),
  );
}

/** OpenIM's number of the message and what it shows (protocol section 3.3). */
export function enclosedContent(enclosure: Enclosure): { contentType: number; content: MessageContent } {
  switch (enclosure.type) {
    case "picture": {
      const { preview: url, width, height } = enclosure;
      return {
        contentType: 102,
        content: { type: "picture", picture: { url, thumbnail: url, width, height } },
      };
    }
    case "video": {
      const { preview: url, poster, width, height, seconds } = enclosure;
      return { contentType: 104, content: { type: "video", video: { url, poster, width, height, seconds } } };
    }
    case "voice": {
      const { preview: url, seconds, levels } = enclosure;
      const voice = levels.length > 0 ? { url, seconds, levels } : { url, seconds };
      return { contentType: 103, content: { type: "voice", voice } };
    }
    case "file": {
      const { preview: url, bytes, name } = enclosure;
      return { contentType: 105, content: { type: "file", fileName: name, file: { url, bytes } } };
    }
    case "card":
      return { contentType: 108, content: { type: "card", card: enclosure.card } };
    case "location": {
      const { name, address, point } = enclosure;
      return { contentType: 109, content: { type: "location", name, address, point } };
    }
    case "face":
      return { contentType: 115, content: { type: "face", face: { sticker: enclosure.sticker } } };
    case "merged": {
      const { title, lines } = enclosure;
      return { contentType: 107, content: { type: "merge", merged: { title, lines, messages: [] } } };
    }
    case "forward":
      // which kind it is, the SDK says in a moment
      return { contentType: 0, content: { type: "unsupported" } };
  }
}
