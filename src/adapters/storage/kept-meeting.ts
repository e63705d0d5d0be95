import type { MeetingStore } from "../../../machines/ports/storage.ts";

const MEETING = "parley:meeting";

/** Stores the ids of user and meeting in `session`, which lasts as long as the tab. */
export function createKeptMeeting(
  session: Pick<Storage, "getItem" | "setItem" | "removeItem">,
): MeetingStore {
  return {
    keepMeeting({ userID, roomID }) {
      try {
        session.setItem(MEETING, `${roomID} ${userID}`);
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
        const [roomID = null, ofUser] = session.getItem(MEETING)?.split(" ") ?? [];
        return ofUser === userID ? roomID : null;
      } catch {
        return null; // no access to storage
      }
    },
  };
}
