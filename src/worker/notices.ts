/** The decisions of the service worker about pushes (11-25), without its events. */
import * as v from "valibot";
import { chatPath } from "../../machines/domain/route.ts";
import { push as en } from "../i18n/en/push.ts";
import { push as zh } from "../i18n/zh/push.ts";

const texts = { en, zh };

const name = v.pipe(v.string(), v.maxLength(256));
const Content = v.variant("kind", [
  v.object({ kind: v.literal("text"), text: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000)) }),
  v.object({
    kind: v.picklist([
      ...(["message", "picture", "voice", "video", "file", "merge", "card", "location", "face"] as const),
      ...(["voiceCall", "videoCall", "missedVoiceCall", "missedVideoCall"] as const),
      ...(["groupCall", "meeting"] as const),
    ]),
  }),
]);

const room = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128));

const common = {
  conversationID: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
  sender: name,
  language: v.picklist(["en", "zh"]),
  isSilent: v.boolean(),
  sendTime: v.number(),
};
const Notice = v.variant("type", [
  v.object({
    ...common,
    type: v.literal("message"),
    group: v.nullable(name),
    /** Null if the user wants no previews. A kind of a newer server is a message. */
    content: v.nullable(v.fallback(Content, { kind: "message" })),
    /** The call that the message records. */
    roomID: v.optional(room),
  }),
  v.object({
    ...common,
    type: v.literal("call"),
    mediaType: v.picklist(["voice", "video"]),
    roomID: room,
    /** The ring time from `sendTime`. */
    seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(120)),
  }),
]);

/** The data of a push from the server. */
export type Notice = v.InferOutput<typeof Notice>;
export type MessageNotice = Extract<Notice, { type: "message" }>;
export type CallNotice = Extract<Notice, { type: "call" }>;

/** Longer texts are not even parsed. Push services limit a push to 4096 bytes. */
const LONGEST = 8192;

/** Parses the data of a push. Returns null for anything but a notice. */
export function parseNotice(text: string | undefined): Notice | null {
  if (text === undefined || text.length > LONGEST) return null;
  const notice = v.safeParse(v.pipe(v.string(), v.parseJson(), Notice), text);
  return notice.success ? notice.output : null;
}

/** Kept with a notification, for the next one of the same chat. */
const Data = v.object({
  conversationID: v.string(),
  /** Messages; 0 for a call that rings. */
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  line: v.string(),
  sendTime: v.number(),
  /** Of the call that rings, or whose record is the newest message. */
  roomID: v.optional(v.string()),
});
export type NotificationData = v.InferOutput<typeof Data>;

export function parseNotificationData(data: unknown): NotificationData | null {
  const parsed = v.safeParse(Data, data);
  return parsed.success ? parsed.output : null;
}

/** A page of this origin. `url` is the address at which it was loaded. */
export interface OpenPage {
  url: string;
  visibilityState: DocumentVisibilityState;
  frameType: FrameType;
}

type FrameType = "auxiliary" | "top-level" | "nested" | "none";

export interface ShownNotification {
  title: string;
  body: string;
  /** Of the chat, or of its ring: a new notification replaces the one before. */
  tag: string;
  silent: boolean;
  renotify: boolean;
  timestamp: number;
  lang: string;
  /** Stays until the user has seen it. */
  requireInteraction: boolean;
  actions: readonly { action: typeof ANSWER; title: string }[];
  data: NotificationData;
}

/** The button of a ring. Browsers without buttons leave it out. */
export const ANSWER = "answer";

/** Rings have a notification of their own, so that a message does not end them. */
export function ringTag({ conversationID }: Pick<Notice, "conversationID">): string {
  return `${conversationID} call`;
}

/** Milliseconds. With less ring time left, it is too late to answer. */
const LEAST_RING = 3000;
/** A greater age, or one below 0, means that a clock is wrong; milliseconds. */
const LONGEST_AGE = 120_000;

/** Returns how long a call still rings, in milliseconds; 0 if it is too late to answer. */
export function ringTimeLeft({ sendTime, seconds }: CallNotice, now: number): number {
  const age = now - sendTime;
  const left = seconds * 1000 - (age < 0 || age > LONGEST_AGE ? 0 : age);
  return left < LEAST_RING ? 0 : left;
}

/** The notification of a call that was not answered in time. */
export function missedCall({ mediaType, seconds, ...call }: CallNotice): MessageNotice {
  const kind = mediaType === "video" ? "missedVideoCall" : "missedVoiceCall";
  const sendTime = call.sendTime + seconds * 1000;
  return { ...call, type: "message", group: null, content: { kind }, isSilent: true, sendTime };
}

/** The notification of a call while it rings. It stays until it is over. */
export function ringFor(notice: CallNotice): ShownNotification {
  const { conversationID, sender, language, isSilent, sendTime, mediaType, roomID } = notice;
  const t = texts[language];
  return {
    tag: ringTag(notice),
    silent: isSilent,
    renotify: !isSilent,
    lang: language,
    title: sender,
    body: mediaType === "video" ? t.incomingVideo : t.incomingVoice,
    timestamp: sendTime,
    requireInteraction: true,
    actions: [{ action: ANSWER, title: t.answer }],
    data: { conversationID, count: 0, line: "", sendTime, roomID },
  };
}

/**
 * The notification for a message; null while the user looks at that chat. The messages of a chat share one
 * notification, which counts them and shows the newest. The record of a call replaces the notification of the same
 * call.
 *
 * @param watched the chats on visible pages
 * @param before the data of the notification of that chat that is still shown
 */
export function notificationFor(
  notice: MessageNotice,
  watched: readonly unknown[],
  before: unknown,
): ShownNotification | null {
  const { conversationID, sender, language, isSilent, sendTime, roomID } = notice;
  if (watched.includes(conversationID)) return null;
  const t = texts[language];
  const earlier = parseNotificationData(before);
  const count = (earlier?.count ?? 0) + (isCounted(notice, before) ? 0 : 1);
  const isLate = earlier !== null && earlier.sendTime > sendTime;
  const line = isLate ? earlier.line : lineOf(notice);
  const counted = t.newMessages(count);
  const timestamp = isLate ? earlier.sendTime : sendTime;
  return {
    tag: conversationID,
    silent: isSilent,
    renotify: !isSilent,
    lang: language,
    title: notice.group ?? sender,
    body: line === "" ? counted : count === 1 ? line : `${line}\n${counted}`,
    timestamp,
    requireInteraction: false,
    actions: [],
    data: { conversationID, count, line, sendTime: timestamp, ...(roomID !== undefined && { roomID }) },
  };
}

/** Whether the notification that is shown counts the call of this message already. */
export function isCounted({ roomID }: MessageNotice, before: unknown): boolean {
  return roomID !== undefined && parseNotificationData(before)?.roomID === roomID;
}

function lineOf({ content, sender, group, language }: MessageNotice): string {
  if (!content) return "";
  const t = texts[language];
  const text =
    content.kind === "text" ? content.text.replace(/@AtAllTag\b/g, `@${t.everyone}`) : t[content.kind];
  return group === null ? text : t.sender(sender, text);
}

/** Pages with a document of their own. */
const OTHER_PAGES = /^\/(duo|inspector)\b/;

/** The page to bring to the front for a chat, a visible one first; undefined if none is open. */
export function pageToOpen<Page extends OpenPage>(pages: readonly Page[]): Page | undefined {
  const own = pages.filter(
    ({ url, frameType }) => frameType === "top-level" && !OTHER_PAGES.test(new URL(url).pathname),
  );
  return own.find(({ visibilityState }) => visibilityState === "visible") ?? own[0];
}

/** The path of the chat that a notification is about; null for a notification of something else. */
export function pathOf(data: unknown): string | null {
  const parsed = parseNotificationData(data);
  return parsed && chatPath(parsed.conversationID);
}
