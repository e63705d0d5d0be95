import * as v from "valibot";
import type { DraftText } from "../../../../machines/domain/conversation.ts";
import { mentionsInPlace } from "../../../../machines/domain/mention.ts";

/**
 * Separates the draft text from its mentions as JSON, because the SDK stores a draft as one string. Users cannot
 * type this character.
 */
const MARK = "\u001f";

const Mentions = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      userID: v.pipe(v.string(), v.minLength(1)),
      name: v.pipe(v.string(), v.minLength(1)),
      start: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
  ),
);

export function writeDraft({ text, mentions = [] }: DraftText): string {
  return mentions.length === 0 ? text : `${text}${MARK}${JSON.stringify(mentions)}`;
}

/** Ignores mentions that are not at their stated position. */
export function readDraft(draft: string): DraftText {
  const end = draft.lastIndexOf(MARK);
  const stored = end < 0 ? null : v.safeParse(Mentions, draft.slice(end + 1));
  if (!stored?.success) return { text: draft };
  const text = draft.slice(0, end);
  return { text, mentions: mentionsInPlace(text, stored.output) };
}
