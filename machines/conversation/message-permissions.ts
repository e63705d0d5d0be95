/** What can be done with a message. Pure functions. */

import type { Mention } from "../domain/mention.ts";
import { authorOf, type Message } from "../domain/message.ts";
import type { GroupMember } from "../domain/people.ts";
import { canChoose, canForward } from "./forwarded-messages.ts";

export type MessageChoice =
  | "retry"
  | "copy"
  | "selectText"
  | "reply"
  | "forward"
  | "select"
  | "recall"
  | "delete";

/** How long after sending a message may be taken back, in milliseconds. Servers allow more. */
const RECALL_LIMIT = 2 * 60_000;

/** In the order of the menu. Whether anything may be written here at all is for others to say. */
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
    // What is on its way is sent, whatever one does: it can be recalled or deleted then.
    ["delete", status !== "sending"],
  ];
  return choices.flatMap(([choice, isOffered]) => (isOffered ? [choice] : []));
}

/** Whether others may quote it: what burns would outlive itself in an answer. */
export function canAnswer({ status, burn }: Pick<Message, "status" | "burn">): boolean {
  return status === "sent" && !burn;
}

/** What an own message said, if it was words. */
export function wordingOf(
  { content, sendID }: Message,
  userID: string,
): { text: string; mentions: readonly Mention[] } | null {
  if (sendID !== userID) return null;
  if (content.type === "at") return { text: content.text, mentions: content.mentions };
  return content.type === "text" || content.type === "quote" ? { text: content.text, mentions: [] } : null;
}

/** OpenIM's numbers of the roles in a group. */
const ROLE = { owner: 100, admin: 60, member: 20 } as const;

/** Whether that is somebody whose messages I may take back: the owner everybody's, an admin those of members. */
export function maySupervise(members: readonly GroupMember[], me: string, sender: string): boolean {
  const roleOf = (userID: string) => members.find((one) => one.userID === userID)?.roleLevel;
  const mine = roleOf(me) ?? 0;
  if (mine >= ROLE.owner) return true;
  // Who has left is a member like any other.
  return mine >= ROLE.admin && (sender === me || (roleOf(sender) ?? ROLE.member) <= ROLE.member);
}

function hasWords({ content }: Message): boolean {
  return content.type === "text" || content.type === "quote" || content.type === "at";
}
