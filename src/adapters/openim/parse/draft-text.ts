import * as v from "valibot";
import type { DraftText } from "../../../../machines/domain/conversation.ts";
import { mentionsInPlace } from "../../../../machines/domain/mention.ts";
import { id } from "./parsing.ts";

/**
 * Separates the draft text from its mentions and the answered message as JSON, because the SDK stores a draft as one
 * string. Users cannot type this character.
 */
const MARK = "\u001f";

const Mentions = v.array(
  v.object({
    userID: id,
    name: id,
    start: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
);

/** Only mentions, or both. */
const Rest = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([Mentions, v.object({ mentions: Mentions, replyID: id })]),
);

export function writeDraft({ text, mentions = [], replyID }: DraftText): string {
  if (replyID === undefined && mentions.length === 0) return text;
  return `${text}${MARK}${JSON.stringify(replyID === undefined ? mentions : { mentions, replyID })}`;
}

/** Ignores mentions that are not at their stated position. */
export function readDraft(draft: string): DraftText {
  const end = draft.lastIndexOf(MARK);
  const stored = end < 0 ? null : v.safeParse(Rest, draft.slice(end + 1));
  if (!stored?.success) return { text: draft };
  const text = draft.slice(0, end);
  if (Array.isArray(stored.output)) return { text, mentions: mentionsInPlace(text, stored.output) };
  const { mentions, replyID } = stored.output;
  return { text, mentions: mentionsInPlace(text, mentions), replyID };
}
