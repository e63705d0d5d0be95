import * as v from "valibot";
import type { Mention } from "../../../../machines/domain/mention.ts";
import type { MessageContent, QuotedMessage } from "../../../../machines/domain/message.ts";
import type { NoticePerson } from "../../../../machines/domain/people.ts";
import { CALL_RECORD, parseCallRecord } from "../calls/call-record.ts";
import { GROUP_CALL_NOTICE, parseGroupCallNotice } from "../calls/group-call-notice.ts";
import { MEETING_CARD, parseMeetingCard } from "../calls/meeting-card.ts";
import { CUSTOM_MESSAGE } from "../constants.ts";
import {
  cutFileName,
  cutLine,
  line,
  readCard,
  readFace,
  readFile,
  readPicture,
  readPoint,
  readVideo,
  readVoice,
} from "./attachments.ts";
import { parseGroupNotice } from "./group-notice.ts";
import { readMerged } from "./merged.ts";
import { id, optionalName, optionalNumber, optionalString, parseOrSkip } from "./parsing.ts";
import { readWave } from "./waveform.ts";

/** Parses message contents by `contentType` (protocol section 3.3). */

function json<Output>(schema: v.GenericSchema<unknown, Output>) {
  return v.pipe(v.string(), v.parseJson(), schema);
}

/** The payload of a notification: JSON in `notificationElem.detail`. */
function detail<Output>(schema: v.GenericSchema<unknown, Output>) {
  return v.object({ notificationElem: v.object({ detail: json(schema) }) });
}

/** OpenIM's session types of groups and of notification accounts. */
const GROUP_CHAT = 3;
const SYSTEM_CHAT = 4;

const Text = v.object({ textElem: v.object({ content: v.string() }) });
const AdvancedText = v.object({ advancedTextElem: v.object({ text: v.string() }) });
const Markdown = v.object({ markdownTextElem: v.object({ content: v.string() }) });
const AtText = v.object({
  atTextElem: v.object({
    text: v.string(),
    atUserList: v.nullish(v.array(v.string()), []),
    quoteMessage: v.optional(v.unknown()),
    atUsersInfo: v.nullish(v.array(v.object({ atUserID: v.string(), groupNickname: optionalName })), []),
  }),
});
const Quote = v.object({
  quoteElem: v.object({ text: v.string(), quoteMessage: v.optional(v.unknown()) }),
});
const Quoted = v.looseObject({
  clientMsgID: v.string(),
  sendID: v.string(),
  senderNickname: optionalName,
  contentType: v.number(),
});
const Location = v.object({ locationElem: v.looseObject({ description: optionalString }) });
const Place = json(v.object({ name: line, addr: line }));
const File = v.object({ fileElem: v.looseObject({ fileName: v.string() }) });
const Carried = v.object({
  pictureElem: v.optional(v.unknown()),
  soundElem: v.optional(v.unknown()),
  ex: v.optional(v.unknown()),
  videoElem: v.optional(v.unknown()),
  cardElem: v.optional(v.unknown()),
  mergeElem: v.optional(v.unknown()),
  faceElem: v.optional(v.unknown()),
});
const Custom = v.object({
  customElem: v.object({ data: json(v.object({ customType: v.number(), data: v.optional(v.unknown()) })) }),
});
const Revocation = v.object({
  revokerID: v.string(),
  revokerNickname: optionalName,
  sourceMessageSendID: v.string(),
  sourceMessageSenderNickname: optionalName,
});
/**
 * The revoked form of a message keeps the sender and the id of the message. Any user can send this type to a real
 * server, so both must agree with the detail, and in a single chat only the sender can revoke.
 */
const Recall = v.pipe(
  v.object({
    clientMsgID: v.string(),
    sendID: v.string(),
    sessionType: optionalNumber,
    ...detail(v.object({ ...Revocation.entries, clientMsgID: v.string() })).entries,
  }),
  v.check(({ clientMsgID, sendID, sessionType, notificationElem: { detail } }) => {
    const isAbout = detail.sourceMessageSendID === sendID && detail.clientMsgID === clientMsgID;
    return isAbout && (sessionType === GROUP_CHAT || detail.revokerID === sendID);
  }),
);
const Burning = v.object({ isPrivate: v.boolean() });
/** Only in a chat of the system: in others any user can send this type, and would speak in the name of the system. */
const Announcement = v.object({
  sessionType: v.literal(SYSTEM_CHAT),
  ...detail(v.object({ text: v.string() })).entries,
});
const GroupNotification = v.object({ sendID: id, ...detail(v.unknown()).entries });

const CONTENT = {
  text: 101,
  picture: 102,
  voice: 103,
  video: 104,
  file: 105,
  atText: 106,
  merge: 107,
  card: 108,
  location: 109,
  custom: CUSTOM_MESSAGE,
  typing: 113,
  quote: 114,
  face: 115,
  advancedText: 117,
  markdown: 118,
  friendAdded: 1201,
  oaNotification: 1400,
  groupCreated: 1501,
  burning: 1701,
  revoked: 2101,
} as const;

/** Content types with text to search. */
export const SEARCHED_TYPES: readonly number[] = [
  CONTENT.text,
  CONTENT.file,
  CONTENT.atText,
  CONTENT.location,
  CONTENT.quote,
  CONTENT.advancedText,
  CONTENT.markdown,
];

/** Mentioned users of one message that are read. Each "@" in the text is compared with all of them. */
const MOST_MENTIONED = 100;

const UNSUPPORTED: MessageContent = { type: "unsupported" };
const NOTIFICATION: MessageContent = { type: "notification" };

/** Typing signals belong to the state of a conversation and are not messages. */
export function isTyping(contentType: number): boolean {
  return contentType === CONTENT.typing;
}

/**
 * Parses the content of an SDK message. A broken payload becomes "unsupported", or "notification" for a notice.
 * Never throws.
 *
 * @param depth number of merged histories around the message
 */
export function parseContent(contentType: number, message: unknown, depth = 0): MessageContent {
  return readContent(contentType, message, depth) ?? unreadable(contentType);
}

function unreadable(contentType: number): MessageContent {
  if (contentType === CONTENT.groupCreated)
    return { type: "groupNotice", notice: { act: "created", by: null } };
  return isNotice(contentType) ? NOTIFICATION : UNSUPPORTED;
}

function readContent(contentType: number, message: unknown, depth: number): MessageContent | undefined {
  const read = <Output>(
    schema: v.GenericSchema<unknown, Output>,
    toContent: (payload: Output) => MessageContent | undefined,
  ) => {
    const payload = v.safeParse(schema, message);
    return payload.success ? toContent(payload.output) : undefined;
  };
  switch (contentType) {
    case CONTENT.text:
      return read(Text, ({ textElem }) => ({ type: "text", text: textElem.content }));
    case CONTENT.advancedText:
      return read(AdvancedText, ({ advancedTextElem }) => ({ type: "text", text: advancedTextElem.text }));
    case CONTENT.markdown:
      return read(Markdown, ({ markdownTextElem }) => ({ type: "text", text: markdownTextElem.content }));
    case CONTENT.atText:
      return read(AtText, ({ atTextElem: { text, atUserList, atUsersInfo, quoteMessage } }) => {
        const named = atUsersInfo.map(({ atUserID: userID, groupNickname: name }) => ({ userID, name }));
        const nameless = atUserList.map((userID) => ({ userID, name: "" }));
        const quoted = parseQuoted(quoteMessage, depth);
        return {
          type: "at",
          text,
          mentions: eachUserOnce([...named, ...nameless]).slice(0, MOST_MENTIONED),
          ...(quoted ? { quoted } : {}),
        };
      });
    case CONTENT.quote:
      return read(Quote, ({ quoteElem }) => ({
        type: "quote",
        text: quoteElem.text,
        quoted: parseQuoted(quoteElem.quoteMessage, depth),
      }));
    case CONTENT.location:
      return read(Location, ({ locationElem }) => ({
        type: "location",
        ...placeOf(locationElem.description),
        point: readPoint(locationElem),
      }));
    case CONTENT.file:
      return read(File, ({ fileElem }) => ({
        type: "file",
        fileName: cutFileName(fileElem.fileName),
        file: readFile(fileElem),
      }));
    case CONTENT.custom:
      return (
        read(Custom, ({ customElem }) => customContent(customElem.data)) ?? {
          type: "custom",
          customType: null,
        }
      );
    case CONTENT.revoked:
      return read(Recall, ({ notificationElem }) => ({
        type: "revoked",
        ...peopleOfRevocation(notificationElem.detail),
      }));
    case CONTENT.oaNotification:
      return read(Announcement, ({ notificationElem }) => ({
        type: "oaNotification",
        text: notificationElem.detail.text,
      }));
    case CONTENT.burning:
      return read(detail(Burning), ({ notificationElem }) => ({
        type: "burning",
        isOn: notificationElem.detail.isPrivate,
      }));
    case CONTENT.friendAdded:
      return { type: "friendAdded" };
    default:
      return (
        readCarried(contentType, message, depth) ??
        read(GroupNotification, ({ sendID, notificationElem }) =>
          parseGroupNotice(contentType, notificationElem.detail, sendID),
        )
      );
  }
}

/** Types whose element may be missing or broken. */
function readCarried(contentType: number, message: unknown, depth: number): MessageContent | undefined {
  const parsed = v.safeParse(Carried, message);
  const carried = parsed.success ? parsed.output : {};
  switch (contentType) {
    case CONTENT.picture:
      return { type: "picture", picture: readPicture(carried.pictureElem) };
    case CONTENT.voice: {
      const voice = readVoice(carried.soundElem);
      return { type: "voice", voice: voice && { ...voice, ...readWave(carried.ex) } };
    }
    case CONTENT.video:
      return { type: "video", video: readVideo(carried.videoElem) };
    case CONTENT.card:
      return { type: "card", card: readCard(carried.cardElem) };
    case CONTENT.face:
      return { type: "face", face: readFace(carried.faceElem) };
    case CONTENT.merge:
      return { type: "merge", merged: readMerged(carried.mergeElem, depth, parseContent) };
    default:
      return undefined;
  }
}

function customContent({ customType, data }: { customType: number; data?: unknown }): MessageContent {
  return knownCustomContent(customType, data) ?? { type: "custom", customType };
}

function knownCustomContent(customType: number, data: unknown): MessageContent | null {
  switch (customType) {
    case CALL_RECORD: {
      const record = parseCallRecord(data);
      return record && { type: "callRecord", record };
    }
    case GROUP_CALL_NOTICE: {
      const call = parseGroupCallNotice(data);
      return call && { type: "groupCall", call };
    }
    case MEETING_CARD: {
      const meeting = parseMeetingCard(data);
      return meeting && { type: "meeting", meeting };
    }
    default:
      return null;
  }
}

/** Parses OnNewRecvMessageRevoked. Returns null if the payload is malformed. */
export function parseRevocation(
  payload: unknown,
): { clientMsgID: string; revoker: NoticePerson; sender: NoticePerson } | null {
  const revocation = parseOrSkip(v.object({ ...Revocation.entries, clientMsgID: id }), payload, "revocation");
  return revocation && { clientMsgID: revocation.clientMsgID, ...peopleOfRevocation(revocation) };
}

function peopleOfRevocation(revocation: v.InferOutput<typeof Revocation>) {
  return {
    revoker: { userID: revocation.revokerID, nickname: revocation.revokerNickname },
    sender: { userID: revocation.sourceMessageSendID, nickname: revocation.sourceMessageSenderNickname },
  };
}

/** The first mention of each user. */
function eachUserOnce(mentions: readonly Mention[]): Mention[] {
  const first = new Map<string, Mention>();
  for (const mention of mentions) if (!first.has(mention.userID)) first.set(mention.userID, mention);
  return [...first.values()];
}

function parseQuoted(message: unknown, depth: number): QuotedMessage | null {
  const quoted = v.safeParse(Quoted, message);
  if (!quoted.success) return null;
  const { clientMsgID, sendID, senderNickname, contentType, ...rest } = quoted.output;
  const inner = { ...rest };
  if (contentType === CONTENT.quote) inner.quoteElem = withoutQuote(inner.quoteElem);
  if (contentType === CONTENT.atText) inner.atTextElem = withoutQuoted(inner.atTextElem);
  return { clientMsgID, sendID, senderNickname, content: parseContent(contentType, inner, depth) };
}

function withoutQuote(quoteElem: unknown): unknown {
  const reply = v.safeParse(v.object({ text: v.string() }), quoteElem);
  return reply.success ? reply.output : undefined;
}

function withoutQuoted(atTextElem: unknown): unknown {
  return typeof atTextElem === "object" && atTextElem
    ? { ...atTextElem, quoteMessage: undefined }
    : undefined;
}

/** Clients put JSON with name and address into the description. A plain text is the name. */
function placeOf(description: string): { name: string; address?: string } {
  const place = v.safeParse(Place, description);
  if (!place.success) return { name: description.startsWith("{") ? "" : cutLine(description) };
  const { name, addr } = place.output;
  return addr === "" || addr === name ? { name } : { name, address: addr };
}

/** Server notices have the types 1000 to 4999, from the SDK's NotificationBegin to its NotificationEnd. */
function isNotice(contentType: number): boolean {
  return contentType >= 1000 && contentType < 5000;
}
