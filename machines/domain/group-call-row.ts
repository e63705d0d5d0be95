import type { GroupCallNotice } from "./call.ts";

/** What the row of a group call in a chat offers. */

/** Nobody may have said that a call is over. After this time it is not offered any more, in milliseconds. */
const LONGEST_GROUP_CALL = 4 * 60 * 60_000;

/** Whether a row offers to join a group call. `isOver`: see `endedCalls`. */
export function isJoinable(
  { state }: GroupCallNotice,
  { isOver, sentAt, now }: { isOver: boolean; sentAt: number; now: number },
): boolean {
  return state === "on" && !isOver && now - sentAt < LONGEST_GROUP_CALL;
}

export interface SentNotice {
  clientMsgID: string;
  sendID: string;
  call: GroupCallNotice;
}

/**
 * Returns the ids of the notices that a call is on, and that a later notice of the same room says is over. Takes the
 * oldest notice first. Only who starts a call writes that it is on: such a notice of another member is forged, and
 * counts as over.
 */
export function endedCalls(notices: readonly SentNotice[]): ReadonlySet<string> {
  const ended = new Set<string>();
  const starters = new Map<string, string>();
  for (const { clientMsgID, sendID, call } of notices) {
    if (call.state !== "on") continue;
    const starter = starters.get(call.roomID) ?? sendID;
    starters.set(call.roomID, starter);
    if (starter !== sendID) ended.add(clientMsgID);
  }
  const over = new Set<string>();
  for (const { clientMsgID, call } of [...notices].reverse()) {
    if (call.state === "over") over.add(call.roomID);
    else if (over.has(call.roomID)) ended.add(clientMsgID);
  }
  return ended;
}
