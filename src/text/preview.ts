import { authorOf, isNotice, type Message, type MessageContent } from "../../machines/domain/message.ts";
import type { NoticePerson } from "../../machines/domain/people.ts";
import type { Text } from "../i18n/text.ts";
import { callKind, callResult } from "./callRecord.ts";
import { shortName } from "./fileKind.ts";
import { mentionText } from "./mentions.ts";
import { noticeParts } from "./notice.ts";
import { oneLine } from "./oneLine.ts";
import { callLength } from "./time.ts";

/** Custom types of call signals. A call record (2-97) has its own content type. */
const CALL_TYPES: ReadonlySet<number> = new Set([100, 200, 201, 202, 203, 204]);
const MEETING_TYPE = 905;

export interface PreviewContext {
  text: Text;
  selfID: string;
  /** Group previews name the sender (3-71). */
  isGroup: boolean;
}

/** Returns the last message of a conversation as a single line. A group adds "sender: ", except for notices. */
export function messagePreview(
  message: Pick<Message, "content" | "sendID" | "recvID" | "senderNickname">,
  context: PreviewContext,
): string {
  const { text, selfID, isGroup } = context;
  if (message.content.type === "callRecord") {
    const { record } = message.content;
    const result = callResult(record, authorOf(message) === selfID, text.t);
    return text.t("preview.callResult", { call: callKind(record, text.t), result });
  }
  const line = contentPreview(message.content, text, selfID);
  if (!isGroup || isNotice(message.content)) return line;
  const sender = message.sendID === selfID ? text.t("common.you") : message.senderNickname;
  return sender ? oneLine(text.t("preview.sender", { sender, text: line })) : line;
}

/** Returns a message's content as a single line without its sender. Empty only for blank text. */
export function contentPreview(content: MessageContent, text: Text, selfID: string): string {
  const { t } = text;
  switch (content.type) {
    case "text":
    case "quote":
      return oneLine(content.text);
    case "at":
      return oneLine(mentionText(startOf(content.text), content.mentions, t("preview.everyone")));
    case "picture":
    case "video":
    case "voice":
    case "card":
    case "merge":
      return t(`preview.${content.type}`);
    case "face":
      return content.face && "sticker" in content.face
        ? t("preview.sticker", { name: t(`stickers.${content.face.sticker}`) })
        : t("preview.face");
    case "location":
      return oneLine(t("preview.location", { name: content.name }));
    case "file":
      return oneLine(t("preview.file", { name: shortName(content.fileName) }));
    case "callRecord":
      return callKind(content.record, t);
    case "groupCall":
      return content.call.state === "on"
        ? t("preview.groupCallOn")
        : t("preview.groupCallOver", { duration: callLength(content.call.durationSeconds) });
    case "meeting":
      return content.meeting.subject.trim() === ""
        ? t("preview.meeting")
        : oneLine(t("preview.meetingOf", { subject: content.meeting.subject }));
    case "custom":
      return t(customKey(content.customType));
    case "revoked":
    case "groupNotice":
      return oneLine(
        noticeParts(content, text, selfID)
          .map((part) => (typeof part === "string" ? part : nameOf(part, t)))
          .join(""),
      );
    case "burning":
      return t(content.isOn ? "preview.burningOn" : "preview.burningOff");
    case "friendAdded":
      return t("preview.friendAdded");
    case "oaNotification":
      return oneLine(content.text) || t("preview.notification");
    case "notification":
      return t("preview.notification");
    case "unsupported":
      return t("preview.unsupported");
  }
}

/** More than a line shows, because the id of a mention is longer than the name. */
const startOf = (text: string) => text.trimStart().slice(0, 4000);

function customKey(customType: number | null) {
  if (customType === MEETING_TYPE) return "preview.meeting";
  return customType !== null && CALL_TYPES.has(customType) ? "preview.call" : "preview.custom";
}

function nameOf(person: NoticePerson, t: Text["t"]): string {
  return person.nickname || person.userID || t("common.someone");
}
