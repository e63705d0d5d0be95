/** QR codes of users and groups, and scanner events. */

export type CodeTarget = { userID: string } | { groupID: string };

/** Prefixes that OpenIM's own apps write and read. */
const PERSON = "io.openim.app/addFriend/";
const GROUP = "io.openim.app/joinGroup/";

export function codeOf(target: CodeTarget): string {
  return "userID" in target ? `${PERSON}${target.userID}` : `${GROUP}${target.groupID}`;
}

/** Null for any other text. Ids are letters, digits and "_", as in Parley's URLs. */
export function readCode(text: string): CodeTarget | null {
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
