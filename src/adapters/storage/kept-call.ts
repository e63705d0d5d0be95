import * as v from "valibot";
import type { LeftCall } from "../../../machines/calls/call-rules.ts";
import type { CallStore } from "../../../machines/ports/storage.ts";

const PREFIX = "parley:call:";
/** Milliseconds between two writes during a call. A crash loses at most this much of the duration. */
const NOTE_PAUSE = 1000;

const id = v.pipe(v.string(), v.minLength(1));
const Left = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    roomID: id,
    mediaType: v.picklist(["voice", "video"]),
    peerID: id,
    startedAt: v.nullable(v.number()),
    partedAt: v.nullable(v.number()),
    leftAt: v.number(),
    isRecorded: v.exactOptional(v.boolean()),
    isIncoming: v.exactOptional(v.boolean()),
  }),
);

/** Stores the running call of each user. Unreadable data counts as absent. `now` is the clock of the calls. */
export function createKeptCall(
  local: Pick<Storage, "getItem" | "setItem" | "removeItem">,
  now: () => number = Date.now,
): CallStore {
  let running: Parameters<CallStore["keepCall"]>[0] | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;

  const read = (userID: string): LeftCall | null => {
    try {
      const kept = v.safeParse(Left, local.getItem(PREFIX + userID));
      return kept.success ? kept.output : null;
    } catch {
      return null; // no access to storage
    }
  };
  const note = () => {
    if (!running) return;
    const left: LeftCall = { ...running.call, leftAt: now() };
    try {
      local.setItem(PREFIX + running.userID, JSON.stringify(left));
    } catch {
      // no access to storage, or full: if the page closes, the call has no record
    }
  };
  const rest = () => {
    clearInterval(timer);
    running = null;
  };
  const drop = (userID: string) => {
    try {
      local.removeItem(PREFIX + userID);
    } catch {
      // no access to storage: nothing to drop
    }
  };

  return {
    keepCall(input) {
      clearInterval(timer);
      running = input;
      timer = setInterval(note, NOTE_PAUSE);
      note();
    },
    leaveCall() {
      note();
      rest();
    },
    dropCall({ userID }) {
      rest();
      drop(userID);
    },
    async takeCall({ userID }) {
      const left = read(userID);
      drop(userID);
      return left;
    },
  };
}
