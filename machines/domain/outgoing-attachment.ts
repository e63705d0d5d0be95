/** Outgoing attachments, as stored across a reload. Pure functions. */

import type { ContactCard, MapPoint } from "./attachment.ts";
import type { MeetingCard } from "./call.ts";
import type { FailureCode } from "./failure.ts";
import type { MessageContent, MessageKey } from "./message.ts";
import type { Sticker } from "./sticker.ts";

/** Bytes stored on the device under the message's id until they are uploaded. */
interface Kept {
  /** Type from the browser, e.g. "image/jpeg"; "" if unknown. */
  mime: string;
  bytes: number;
  /** A `blob:` URL of the bytes for this page; "" if there is none yet. */
  preview: string;
}

export interface OwnPicture extends Kept {
  type: "picture";
  name: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** Its first frame is stored beside it. */
export interface OwnVideo extends Kept {
  type: "video";
  name: string;
  width: number;
  height: number;
  seconds: number;
  /** A `blob:` URL of its first frame; "" if there is none. */
  poster: string;
}

export interface OwnVoice extends Kept {
  type: "voice";
  /** Whole seconds, at least 1. */
  seconds: number;
  /** Waveform: loudness from 0 to 1, evenly spaced; empty if not measured. */
  levels: readonly number[];
}

export interface OwnFile extends Kept {
  type: "file";
  name: string;
}

/** An attachment that must be uploaded before sending. */
export type FileAttachment = OwnPicture | OwnVideo | OwnVoice | OwnFile;

export type OutgoingAttachment =
  | FileAttachment
  | { type: "card"; card: ContactCard }
  | { type: "location"; name: string; address: string; point: MapPoint }
  | { type: "face"; sticker: Sticker }
  | { type: "meeting"; meeting: MeetingCard }
  /** `from` is the name of the message's first author, if known. */
  | { type: "forward"; source: MessageKey; from?: string }
  /** Several messages forwarded as one, with the chat's name and their first lines as a preview. */
  | { type: "merged"; title: string; lines: readonly string[]; sources: readonly MessageKey[] };

/** An attachment of a message. `content` is shown until the SDK has created the message. */
export interface NewAttachment {
  clientMsgID: string;
  enclosure: OutgoingAttachment;
  content?: MessageContent;
}

export interface Addresses {
  url: string;
  poster?: string;
}

export type UploadEvent =
  /** `share`: the uploaded part, from 0 to 1. */
  | { type: "upload.progress"; share: number }
  | { type: "upload.done"; addresses: Addresses }
  | { type: "upload.failed"; failure: FailureCode };

/** Maximum file size in bytes; the embedded server's default. */
export const FILE_LIMIT = 200 * 1024 * 1024;

/** Most files picked at once. */
export const PICK_LIMIT = 100;

export function isFileAttachment(enclosure: OutgoingAttachment): enclosure is FileAttachment {
  return "bytes" in enclosure;
}

export function contentsOf(attachments: readonly NewAttachment[]): Record<string, MessageContent> {
  return Object.fromEntries(
    attachments.flatMap(({ clientMsgID, content }) => (content ? [[clientMsgID, content]] : [])),
  );
}

/** Returns OpenIM's content type and the content to show (protocol section 3.3). */
export function attachmentContent(enclosure: OutgoingAttachment): {
  contentType: number;
  content: MessageContent;
} {
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
    case "meeting":
      return { contentType: 110, content: { type: "meeting", meeting: enclosure.meeting } };
    case "merged": {
      const { title, lines } = enclosure;
      return { contentType: 107, content: { type: "merge", merged: { title, lines, messages: [] } } };
    }
    case "forward":
      // The SDK reports the real type after it creates the message.
      return { contentType: 0, content: { type: "unsupported" } };
  }
}
