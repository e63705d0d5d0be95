/** What a person is told in a toast. */
import type { FailureCode } from "./failure.ts";

export type NoticeKey =
  | "loginExpired"
  | "loggedInElsewhere"
  | "getUserInfoFailed"
  | "getHistoryFailed"
  | "copyFailed"
  | "copied"
  | "registrationLost"
  | "passwordChanged"
  | "chatsCleared"
  | "groupLeft"
  | "groupDismissed"
  | "invited"
  | "tooManyChosen"
  | "tooManyReceivers"
  | "forwarded"
  | "applicationSent"
  | "groupJoined"
  | "callNoAnswer"
  | "alreadyInCall"
  | "callBusy"
  | "callDeclined"
  | "callFailed"
  | "callLost"
  | "callAnsweredElsewhere"
  | "codeUnknown"
  | "codeMissing";

/** A toast: a sentence of the catalogue, or a failure's text. */
export type Notice =
  | { tone: "info" | "error"; key: NoticeKey }
  | { tone: "error"; failure: FailureCode }
  /** A call that did not start, and why (8-26). */
  | { tone: "error"; key: "rtc.invitationFailed"; failure: FailureCode };

/** What somebody is told who was signed out without having asked for it. */
export type FarewellKey = Extract<
  NoticeKey,
  "loggedInElsewhere" | "loginExpired" | "getUserInfoFailed" | "passwordChanged"
>;
