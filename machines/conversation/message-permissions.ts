import { authorOf, type Message } from "../domain/message.ts";
import type { GroupMember } from "../domain/people.ts";
import { canChoose, canForward } from "./forwarded-messages.ts";
import type { Standing } from "./membership.ts";
import type { Wording } from "./message-action.ts";

export type MessageChoice =
  | "retry"
  | "copy"
  | "selectText"
  | "reply"
  | "forward"
  | "select"
  | "recall"
  | "delete";

/** How long after sending a message can be recalled, in milliseconds. Servers allow more. */
const RECALL_LIMIT = 2 * 60_000;

/** Returns the allowed actions in menu order. Does not check whether the user may write in this chat. */
export function choicesFor(
  message: Message,
  { userID, now, isSupervisor = false }: { userID: string; now: number; isSupervisor?: boolean },
): readonly MessageChoice[] {
  const { status, sendID, sendTime } = message;
  const isOwn = sendID === userID && authorOf(message) === userID;
  const choices: readonly (readonly [MessageChoice, boolean])[] = [
    ["retry", isOwn && status === "failed"],
    ["copy", hasWords(message) && !message.burn],
    ["selectText", hasWords(message) && !message.burn],
    ["reply", canAnswer(message)],
    ["forward", canForward(message)],
    ["select", canChoose(message)],
    ["recall", status === "sent" && (isSupervisor || (isOwn && now - sendTime <= RECALL_LIMIT))],
    // The SDK cannot stop a message it is sending. It can be recalled or deleted after that.
    ["delete", status !== "sending"],
  ];
  return choices.flatMap(([choice, isOffered]) => (isOffered ? [choice] : []));
}

/** Whether a message can be quoted. A quote would keep a disappearing message alive. */
export function canAnswer({ status, burn }: Pick<Message, "status" | "burn">): boolean {
  return status === "sent" && !burn;
}

/** Returns what can be edited again of the user's own text message, else null. */
export function wordingOf({ content, sendID }: Message, userID: string): Wording | null {
  if (sendID !== userID) return null;
  if (content.type === "text") return { text: content.text, mentions: [] };
  if (content.type !== "quote" && content.type !== "at") return null;
  const { text, quoted } = content;
  const mentions = content.type === "at" ? content.mentions : [];
  return quoted ? { text, mentions, answered: quoted.clientMsgID } : { text, mentions };
}

/** OpenIM's role levels of group members. */
const ROLE = { owner: 100, admin: 60, member: 20 } as const;

/** Whether `me` may recall messages of `sender`: the owner all, an admin those of members and their own. */
export function maySupervise(members: readonly GroupMember[], me: string, sender: string): boolean {
  const roleOf = (userID: string) => members.find((one) => one.userID === userID)?.roleLevel;
  const mine = roleOf(me) ?? 0;
  if (mine >= ROLE.owner) return true;
  // A sender who left the group counts as a plain member.
  return mine >= ROLE.admin && (sender === me || (roleOf(sender) ?? ROLE.member) <= ROLE.member);
}

/** Whether messages can be recalled: servers let only members do it, also with their own messages. */
export function mayRecallIn(standing: Standing): boolean {
  return standing !== "left" && standing !== "dismissed";
}

function hasWords({ content }: Message): boolean {
  return content.type === "text" || content.type === "quote" || content.type === "at";
}
