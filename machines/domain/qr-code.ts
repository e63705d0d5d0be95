/** QR codes of users, groups and meetings, and scanner events. */

import { readMeeting } from "./meeting-link.ts";

export type CodeTarget = { userID: string } | { groupID: string };

/** The code of a meeting is its link. */
export type ScannedTarget = CodeTarget | { roomID: string };

/** Prefixes that OpenIM's own apps write and read. */
const PERSON = "io.openim.app/addFriend/";
const GROUP = "io.openim.app/joinGroup/";

export function codeOf(target: CodeTarget): string {
  return "userID" in target ? `${PERSON}${target.userID}` : `${GROUP}${target.groupID}`;
}

/** Null for any other text. Ids are letters, digits and "_", as in Parley's URLs. */
export function readCode(text: string): ScannedTarget | null {
  const roomID = text.includes("/meeting?") ? readMeeting(text) : null;
  if (roomID !== null) return { roomID };
  const [, kind, id = ""] =
    /^(?:https?:\/\/)?io\.openim\.app\/(addFriend|joinGroup)\/(\w{1,64})$/.exec(text.trim()) ?? [];
  if (id === "") return null;
  return kind === "addFriend" ? { userID: id } : { groupID: id };
}

export type CameraRefusal = "denied" | "missing" | "failing";

export type ScannerEvent =
  | { type: "scanner.started"; hasTorch: boolean }
  /** Reported once for each code in view. */
  | { type: "scanner.read"; text: string }
  | { type: "scanner.failed"; cause: CameraRefusal };
