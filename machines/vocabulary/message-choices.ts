/** What can be done with a message. Pure functions. */
import { authorOf, type Message } from "./messages.ts";

export type MessageChoice = "retry" | "copy" | "reply" | "recall" | "delete";

/** How long after sending a message may be taken back, in milliseconds. Servers allow more. */
const RECALL_LIMIT = 2 * 60_000;

/** In the order of the menu. Whether anything may be written here at all is for others to say. */
export function choicesFor(
  message: Message,
  { userID, now }: { userID: string; now: number },
): readonly MessageChoice[] {
  const { status, sendID, sendTime } = message;
  const isOwn = sendID === userID && authorOf(message) === userID;
  const choices: readonly (readonly [MessageChoice, boolean])[] = [
    ["retry", isOwn && status === "failed"],
    ["copy", hasWords(message)],
    ["reply", status === "sent"],
    ["recall", isOwn && status === "sent" && now - sendTime <= RECALL_LIMIT],
    // What is on its way is sent, whatever one does: it can be recalled or deleted then.
    ["delete", status !== "sending"],
  ];
  return choices.flatMap(([choice, isOffered]) => (isOffered ? [choice] : []));
}

function hasWords({ content }: Message): boolean {
  return content.type === "text" || content.type === "quote" || content.type === "at";
}
