import type { GroupCallNotice } from "./call.ts";

/** Milliseconds. The message that a call is over may be missing, so an older call is not offered any more. */
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
 * Returns the ids of "on" notices whose call is over according to a later notice of the same room. Takes the oldest
 * notice first. Only the member who starts a call writes an "on" notice: the same notice from another member is forged
 * and counts as over.
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
