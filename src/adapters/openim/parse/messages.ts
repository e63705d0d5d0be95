import * as v from "valibot";
import type { Message, MessageStatus } from "../../../../machines/domain/message.ts";
import { isSignalType } from "../calls/call-signals.ts";
import { burnOf } from "../sync/disappearing-messages.ts";
import { readAlbum } from "./album.ts";
import { isTyping, parseContent } from "./content.ts";
import { readOrigin } from "./origin.ts";
import {
  id,
  optionalBoolean,
  optionalName,
  optionalNumber,
  optionalString,
  parseList,
  parseOrSkip,
} from "./parsing.ts";

/** Parses SDK messages into chart messages (protocol sections 3.3 and 11.1). */

const Envelope = v.object({
  clientMsgID: id,
  sendID: id,
  recvID: optionalString,
  groupID: optionalString,
  sessionType: optionalNumber,
  contentType: v.number(),
  senderNickname: optionalName,
  senderFaceUrl: optionalString,
  seq: optionalNumber,
  createTime: optionalNumber,
  sendTime: optionalNumber,
  status: v.number(),
  isRead: optionalBoolean,
  attachedInfoElem: v.optional(v.unknown()),
  localEx: v.optional(v.unknown()),
  ex: v.optional(v.unknown()),
});

const SESSION = { single: 1, group: 3, system: 4 } as const;

/** Statuses of visible messages. 4 is deleted, 5 is filtered out. */
const statuses: ReadonlyMap<number, MessageStatus> = new Map([
  [1, "sending"],
  [2, "sent"],
  [3, "failed"],
]);

/**
 * Parses an SDK message. Returns null for a deleted message, a typing signal, a call signal (4-59: it belongs to the
 * call manager, not to a chat), and malformed input, which is logged without its content. Without `conversationID`,
 * the id is derived from sender and receiver.
 */
export function parseMessage(raw: unknown, conversationID?: string): Message | null {
  const envelope = parseOrSkip(Envelope, raw, "message");
  if (!envelope) return null;
  const { sessionType, createTime, status: number, attachedInfoElem, localEx, ex, ...rest } = envelope;
  const status = statuses.get(number);
  if (status === undefined || isTyping(rest.contentType)) return null;
  const content = parseContent(rest.contentType, raw);
  if (content.type === "custom" && isSignalType(content.customType)) return null;
  const burn = sessionType === SESSION.single ? burnOf({ attachedInfoElem, localEx }, content) : null;
  return {
    ...rest,
    ...(burn ? { burn } : {}),
    ...readOrigin(ex),
    ...readAlbum(ex),
    conversationID: conversationID ?? conversationIDOf(envelope),
    content,
    sendTime: rest.sendTime || createTime,
    status,
  };
}

export function parseMessages(raws: unknown, conversationID?: string): Message[] {
  return parseList(raws, (raw) => parseMessage(raw, conversationID));
}

/** Parses a message from JSON text, such as a conversation's `latestMsg`. Returns null if there is none. */
export function parseMessageText(text: string, conversationID: string): Message | null {
  if (text === "") return null;
  const raw = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  return parseMessage(raw.success ? raw.output : undefined, conversationID);
}

/** Protocol section 2.1: the two ids are sorted as bytes. */
function conversationIDOf(message: v.InferOutput<typeof Envelope>): string {
  if (message.sessionType === SESSION.group) return `sg_${message.groupID || message.recvID}`;
  const pair = [message.sendID, message.recvID].sort((a, b) => (a < b ? -1 : 1)).join("_");
  return message.sessionType === SESSION.system ? `sn_${pair}` : `si_${pair}`;
}
