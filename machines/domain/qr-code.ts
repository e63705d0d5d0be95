/** QR codes of people and groups, and what a camera reports while it looks for one. */

/** What a code leads to. */
export type CodeTarget = { userID: string } | { groupID: string };

/** What OpenIM's own apps write into their codes, and read. */
const PERSON = "io.openim.app/addFriend/";
const GROUP = "io.openim.app/joinGroup/";

/** What stands in the code of a person or a group. */
export function codeOf(target: CodeTarget): string {
  return "userID" in target ? `${PERSON}${target.userID}` : `${GROUP}${target.groupID}`;
}

/** What a code leads to; null for anything else. Ids are letters, digits and "_", as in addresses of the app. */
export function readCode(text: string): CodeTarget | null {
  const [, kind, id = ""] =
    /^(?:https?:\/\/)?io\.openim\.app\/(addFriend|joinGroup)\/(\w{1,64})$/.exec(text.trim()) ?? [];
  if (id === "") return null;
  return kind === "addFriend" ? { userID: id } : { groupID: id };
}

/** Why a camera does not start. */
export type CameraRefusal = "denied" | "missing" | "failing";

export type ScannerEvent =
  | { type: "scanner.started"; hasTorch: boolean }
  /** What a code says; once for each code in front of the camera. */
  | { type: "scanner.read"; text: string }
  | { type: "scanner.failed"; cause: CameraRefusal };
