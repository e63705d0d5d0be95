/** The decisions of the service worker about pushes (11-25), without its events. */
import * as v from "valibot";
import { chatPath } from "../../machines/domain/route.ts";
import { push as en } from "../i18n/en/push.ts";
import { push as zh } from "../i18n/zh/push.ts";
import { UNSENT } from "./messages.ts";

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

/** Lets the worker act in the user's name without the user's token: a secret for the server at that address. */
const Permit = v.object({
  secret: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  address: v.pipe(v.string(), v.regex(/^https?:\/\//), v.maxLength(256)),
});
export type Permit = v.InferOutput<typeof Permit>;
const permit = v.fallback(v.optional(Permit), undefined);

const common = {
  conversationID: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
  sender: name,
  language: v.picklist(["en", "zh"]),
  isSilent: v.boolean(),
  sendTime: v.number(),
  permit,
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
  permit,
  /** A reply that was not sent. */
  unsent: v.optional(v.string()),
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
  actions: readonly { action: NoticeAction; title: string; type?: "text"; placeholder?: string }[];
  data: NotificationData;
}

/** The button of a ring that opens a page. Browsers without buttons leave it out. */
export const ANSWER = "answer";

/** The buttons with which the worker acts itself. */
export type WorkerAction = "reply" | "read" | "decline";
type NoticeAction = WorkerAction | typeof ANSWER;

/** Returns the action of a button that the worker does itself, or null. */
export function workerAction(action: string): WorkerAction | null {
  return action === "reply" || action === "read" || action === "decline" ? action : null;
}

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
  const { conversationID, sender, language, isSilent, sendTime, mediaType, roomID, permit } = notice;
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
    actions: [
      { action: ANSWER, title: t.answer },
      ...(permit ? [{ action: "decline" as const, title: t.decline }] : []),
    ],
    data: { conversationID, count: 0, line: "", sendTime, roomID, permit },
  };
}

/**
 * The notification for a message; null while the user looks at that chat. The messages of a chat share one
 * notification, which counts them and shows the newest. The record of a call replaces the notification of the same
 * call.
 *
 * @param watched the chats on visible pages
 * @param before the data of the notification of that chat that is still shown
 * @param hasField whether a notification can have a field to write in. Without it, "Reply" would lead nowhere
 */
export function notificationFor(
  notice: MessageNotice,
  watched: readonly unknown[],
  before: unknown,
  hasField = false,
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
  const permit = isLate ? earlier.permit : (notice.permit ?? earlier?.permit);
  return {
    tag: conversationID,
    silent: isSilent,
    renotify: !isSilent,
    lang: language,
    title: notice.group ?? sender,
    body: line === "" ? counted : count === 1 ? line : `${line}\n${counted}`,
    timestamp,
    requireInteraction: false,
    actions: permit ? [...(hasField ? [replyIn(language)] : []), { action: "read", title: t.markRead }] : [],
    data: {
      conversationID,
      count,
      line,
      sendTime: timestamp,
      permit,
      ...(roomID !== undefined && { roomID }),
    },
  };
}

function replyIn(language: Notice["language"]) {
  const { reply: title, replyHint: placeholder } = texts[language];
  return { action: "reply", type: "text", title, placeholder } as const;
}

/** How the server took an act: "unreached" may succeed later. */
export type ActResult = "done" | "refused" | "unreached";

/** The server's answers to an act: the grant is used, or there were too many acts. Other refusals have the code too. */
const USED = { errCode: 1002, errDlt: "used" };
const TOO_OFTEN = 20_005;

/**
 * Returns the result of an act by the server's answer.
 * @param isAgain whether an earlier attempt got no answer. It may have used the grant.
 */
export function actResult(answer: unknown, isAgain: boolean): ActResult {
  const parsed = v.safeParse(v.object({ errCode: v.number() }), answer);
  if (!parsed.success || parsed.output.errCode === TOO_OFTEN) return "unreached";
  const isUsed = v.is(v.object({ errCode: v.literal(USED.errCode), errDlt: v.literal(USED.errDlt) }), answer);
  return parsed.output.errCode === 0 || (isAgain && isUsed) ? "done" : "refused";
}

/** The notification after an act that failed. It keeps an unsent reply, until that is sent or the user removes it. */
export function failedAct(
  before: { title: string; lang: string; data: NotificationData },
  { action, text, result, now }: { action: WorkerAction; text: string; result: ActResult; now: number },
): ShownNotification {
  const { conversationID, permit, roomID } = before.data;
  const language = before.lang === "zh" ? "zh" : "en";
  const t = texts[language];
  const isReply = action === "reply";
  const body = isReply ? t.notSent(text) : action === "read" ? t.notMarked : t.notDeclined;
  const canRepeat = isReply && result === "unreached";
  return {
    tag: isReply ? conversationID + UNSENT + now : `${conversationID} failed`,
    silent: true,
    renotify: false,
    lang: language,
    title: before.title,
    body,
    timestamp: now,
    requireInteraction: isReply,
    actions: canRepeat ? [{ action: "reply", title: t.sendAgain }] : [],
    data: {
      ...{ conversationID, count: 0, line: body, sendTime: now },
      ...(canRepeat && { permit }),
      ...(isReply && { unsent: text }),
      ...(roomID !== undefined && { roomID }),
    },
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
