import * as v from "valibot";
import { isMeetingID, type MeetingCard } from "../../../../machines/domain/call.ts";
import type { Rpc } from "../connection/rpc.ts";
import { cutLine } from "../parse/attachments.ts";
import { keptFields } from "../parse/parsing.ts";
import { parseProfile } from "../parse/profile.ts";

/**
 * An invitation to a meeting, as OpenIM's clients know it: the room is `id`, `start` and `duration` are in seconds.
 * The sender of the message is the inviter; the name and picture in the card are for other clients.
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
    extra: keptFields(extra, MOST_EXTRA),
  };
}

/** Other clients want to know how long it takes, in seconds. It is only shown. */
const USUAL_DURATION = 3600;

/**
 * Creates the message with the card of a meeting that starts now. This user invites.
 *
 * @param now the server's time: with that of a wrong device, the meeting would begin later or be over for other clients
 */
export async function makeMeetingCard(
  rpc: Rpc,
  { roomID, subject, extra }: MeetingCard,
  now: number,
): Promise<unknown> {
  const inviter = parseProfile(await rpc.call("getSelfUserInfo"));
  const data = {
    ...extra,
    inviterUserID: inviter?.userID ?? "",
    inviterNickname: inviter?.nickname ?? "",
    inviterFaceURL: inviter?.faceURL ?? "",
    subject,
    id: roomID,
    start: Math.floor(now / 1000),
    duration: USUAL_DURATION,
  };
  return rpc.call("createCustomMessage", {
    data: JSON.stringify({ customType: MEETING_CARD, data }),
    extension: "",
    description: "",
  });
}
