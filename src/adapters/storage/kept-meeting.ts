import * as v from "valibot";
import type { MeetingStore } from "../../../machines/ports/storage.ts";

const MEETING = "parley:meeting";

const Kept = v.pipe(v.string(), v.parseJson(), v.object({ userID: v.string(), roomID: v.string() }));

/** Stores the meeting in `session`, which lasts as long as the tab. Unreadable data counts as absent. */
export function createKeptMeeting(
  session: Pick<Storage, "getItem" | "setItem" | "removeItem">,
): MeetingStore {
  return {
    keepMeeting(meeting) {
      try {
        session.setItem(MEETING, JSON.stringify(meeting));
      } catch {
        // no access to storage, or full: a reload does not lead back
      }
    },
    dropMeeting() {
      try {
        session.removeItem(MEETING);
      } catch {
        // no access to storage: nothing to drop
      }
    },
    leftMeeting({ userID }) {
      try {
        const kept = v.safeParse(Kept, session.getItem(MEETING));
        return kept.success && kept.output.userID === userID ? kept.output.roomID : null;
      } catch {
        return null; // no access to storage
      }
    },
  };
}
