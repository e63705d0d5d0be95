import { oneLine, type PushedContent } from "./content.ts";
import type { Permit } from "./grants.ts";
import type { Subscription } from "./subscriptions.ts";

interface NoticeBase {
  conversationID: string;
  /** Names are of accounts and groups, never of the message. */
  sender: string;
  /** ms since epoch. */
  sendTime: number;
  /** Lets the worker act on the message, or decline the call. */
  permit?: Permit | undefined;
}

/** A message for the notification of one user. `group` is the group's name; null in a single chat. */
export interface PushedMessage extends NoticeBase {
  group: string | null;
  content: PushedContent;
  /** The call that it records: its notification replaces the ring. */
  roomID?: string | undefined;
}

/** A call that rings. */
export interface PushedCall extends NoticeBase {
  mediaType: "voice" | "video";
  roomID: string;
  /** The ring time from `sendTime`. */
  seconds: number;
}

type Settings = Pick<Subscription, "language" | "previews" | "sound">;

/** Characters of a name that a notification shows. */
const maxName = 64;
/** Each notice is padded to this many bytes, so that the length of a push does not reveal the length of the message. */
const block = 1024;

/** Returns what the service worker gets for a message. It has the text only if this device shows texts. */
export function messageNotice(device: Settings, { group, content, roomID, ...told }: PushedMessage): string {
  return filledUp({
    type: "message",
    ...common(device, told),
    group: group === null ? null : oneLine(group, maxName),
    content: device.previews ? content : null,
    roomID,
  });
}

/** Returns what the service worker gets for a call. */
export function callNotice(device: Settings, { mediaType, roomID, seconds, ...told }: PushedCall): string {
  return filledUp({ type: "call", ...common(device, told), mediaType, roomID, seconds });
}

function common({ language, sound }: Settings, { conversationID, sender, sendTime, permit }: NoticeBase) {
  return { conversationID, sender: oneLine(sender, maxName), language, isSilent: !sound, sendTime, permit };
}

function filledUp(notice: object): string {
  const text = JSON.stringify(notice);
  const bytes = Buffer.byteLength(text);
  return text + " ".repeat(Math.ceil(bytes / block) * block - bytes);
}
