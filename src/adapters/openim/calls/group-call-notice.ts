import * as v from "valibot";
import { type GroupCallNotice, isMeetingID } from "../../../../machines/domain/call.ts";
import { id } from "../parse/parsing.ts";
import { parseMediaType, wireMediaType } from "./call-media.ts";
import { MOST_INVITEES } from "./call-signals.ts";

/** A stored message in a group: a call is on, or over. A member who was offline joins the call from this message. */

export const GROUP_CALL_NOTICE = 102;

/** A notice with a longer duration is invalid. */
const MOST_SECONDS = 1_000_000;

/** The room of a call that began here: its id has the form that `PlatformPort.newID` gives. */
const ownRoom = v.pipe(v.string(), v.check(isMeetingID));
/** A call that began in another client can be over too. */
const anyRoom = v.pipe(id, v.maxLength(64));
const common = {
  mediaType: v.pipe(v.unknown(), v.transform(parseMediaType)),
};
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_SECONDS));

const Notice = v.variant("state", [
  v.object({
    ...common,
    roomID: ownRoom,
    state: v.literal("on"),
    invited: v.pipe(count, v.maxValue(MOST_INVITEES)),
  }),
  v.object({ ...common, roomID: anyRoom, state: v.literal("over"), durationSeconds: count }),
]);

/** Parses the `data` of a notice. Returns null if it is broken. */
export function parseGroupCallNotice(data: unknown): GroupCallNotice | null {
  const notice = v.safeParse(Notice, data);
  return notice.success ? notice.output : null;
}

export function writeGroupCallNotice(notice: GroupCallNotice) {
  return {
    data: JSON.stringify({
      customType: GROUP_CALL_NOTICE,
      data: { ...notice, mediaType: wireMediaType(notice.mediaType) },
    }),
    extension: "",
    description: "",
  };
}
