import { authorOf, isNotice, type Message, type MessageContent } from "../../machines/vocabulary/messages.ts";
import type { NoticePerson } from "../../machines/vocabulary/people.ts";
import type { Text } from "../i18n/text.ts";
import { callKind, callResult } from "./callRecord.ts";
import { mentionText } from "./mentions.ts";

/** As much of a long message as one line can show. */
const LENGTH = 200;

/** Call signals are not messages, but a call record is (2-97). */
const CALL_TYPES: ReadonlySet<number> = new Set([100, 200, 201, 202, 203, 204]);
const MEETING_TYPE = 905;

/** What the preview is for: whose list it stands in, and in which language. */
export interface PreviewContext {
  text: Text;
  /** The signed-in person's user id. */
  selfID: string;
  /** Group previews name the sender (3-71). */
  isGroup: boolean;
}

/** The last message of a conversation as one line: in a group "sender: text", but notices as they are. */
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

/** What a message says, as one line without its sender; never empty for a known kind but blank text. */
export function contentPreview(content: MessageContent, { t }: Text, selfID: string): string {
  switch (content.type) {
    case "text":
    case "quote":
      return oneLine(content.text);
    case "at":
      return oneLine(mentionText(content.text, content.mentions, t("preview.everyone")));
    case "picture":
    case "video":
    case "voice":
    case "card":
    case "merge":
    case "face":
      return t(`preview.${content.type}`);
    case "location":
      return oneLine(t("preview.location", { name: content.name }));
    case "file":
      return oneLine(t("preview.file", { name: content.fileName }));
    case "callRecord":
      return callKind(content.record, t);
    case "custom":
      return t(customKey(content.customType));
    case "revoked":
      return revokedPreview(content, t, selfID);
    case "friendAdded":
      return t("preview.friendAdded");
    case "groupCreated":
      return groupCreatedPreview(content.operator, t, selfID);
    case "oaNotification":
      return oneLine(content.text) || t("preview.notification");
    case "notification":
      return t("preview.notification");
    case "unsupported":
      return t("preview.unsupported");
  }
}

function customKey(customType: number | null) {
  if (customType === MEETING_TYPE) return "preview.meeting";
  return customType !== null && CALL_TYPES.has(customType) ? "preview.call" : "preview.custom";
}

/** By its author: "X revoked a message"; by another: "X revoked a message sent by Y" (3-72). */
function revokedPreview(
  { revoker, sender }: { revoker: NoticePerson; sender: NoticePerson },
  t: Text["t"],
  selfID: string,
): string {
  const isOwnAct = revoker.userID === selfID;
  if (revoker.userID === sender.userID) {
    return isOwnAct ? t("preview.revokedByYou") : oneLine(t("preview.revoked", { name: nameOf(revoker, t) }));
  }
  if (isOwnAct) return oneLine(t("preview.revokedByYouOf", { sender: nameOf(sender, t) }));
  const name = nameOf(revoker, t);
  return oneLine(
    sender.userID === selfID
      ? t("preview.revokedOfYou", { name })
      : t("preview.revokedOf", { name, sender: nameOf(sender, t) }),
  );
}

function groupCreatedPreview(operator: NoticePerson | null, t: Text["t"], selfID: string): string {
  if (!operator) return t("preview.groupCreated");
  if (operator.userID === selfID) return t("preview.groupCreatedByYou");
  return oneLine(t("preview.groupCreatedBy", { name: nameOf(operator, t) }));
}

function nameOf(person: NoticePerson, t: Text["t"]): string {
  return person.nickname || person.userID || t("common.someone");
}

/** Blanks and line breaks become one space each, and what cannot be seen anyway is cut between characters. */
function oneLine(text: string): string {
  const start = text.trimStart().slice(0, LENGTH);
  return start.replace(/[\ud800-\udbff]$/, "").replace(/\s+/g, " ");
}
