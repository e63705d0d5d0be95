import * as v from "valibot";
import { isMeetingID, type MeetingCard } from "../../../../machines/domain/call.ts";
import { cutLine } from "../parse/attachments.ts";

/**
 * An invitation to a meeting, as OpenIM's clients know it: the room is `id`, `start` and `duration` are in seconds.
 * Who invites is the sender of the message; the name and picture in the card are for other clients.
 */

export const MEETING_CARD = 905;

const Card = v.looseObject({
  id: v.union([v.string(), v.pipe(v.number(), v.transform(String))]),
  subject: v.nullish(v.string(), ""),
});

/** Maximum length of the unknown fields as JSON. */
const MOST_EXTRA = 4000;

/** Parses the `data` of a card. Returns null if it is broken. */
export function parseMeetingCard(data: unknown): MeetingCard | null {
  const card = v.safeParse(Card, data);
  if (!card.success) return null;
  const { id, subject, ...extra } = card.output;
  return {
    roomID: isMeetingID(id) ? id : null,
    subject: cutLine(subject),
    extra: JSON.stringify(extra).length > MOST_EXTRA ? {} : extra,
  };
}
