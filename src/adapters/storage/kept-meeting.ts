import type { MeetingStore } from "../../../machines/ports/storage.ts";
import { readItem, writeItem } from "./items.ts";

const MEETING = "parley:meeting";

/** Stores the ids of user and meeting in `session`, which lasts as long as the tab. */
export function createKeptMeeting(
  session: Pick<Storage, "getItem" | "setItem" | "removeItem">,
): MeetingStore {
  return {
    keepMeeting: ({ userID, roomID }) => writeItem(session, MEETING, `${roomID} ${userID}`),
    dropMeeting: () => writeItem(session, MEETING, null),
    leftMeeting({ userID }) {
      const [roomID = null, ofUser] = readItem(session, MEETING)?.split(" ") ?? [];
      return ofUser === userID ? roomID : null;
    },
  };
}
