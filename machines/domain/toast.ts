import type { FailureCode } from "./failure.ts";

/** A toast whose text is loaded with the page of a signed-in user. */
export type SignedInToastKey =
  | "groupCall.untold"
  | "meeting.stillOn"
  | "meeting.endedByHost"
  | "meeting.removed"
  | "meeting.takenOver";

export type ToastKey =
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
  | "forwarded"
  | "recalled"
  | "applicationSent"
  | "groupJoined"
  | "callNoAnswer"
  | "alreadyInCall"
  | "callBusy"
  | "callDeclined"
  | "callFailed"
  | "callLost"
  | "callOver"
  | "callAnsweredElsewhere"
  | "codeUnknown"
  | "codeMissing";

/** What failed after its page was left: a change of settings, a friend or join request, a new group. */
export type LostChangeKey = "change.failed" | "change.requestFailed" | "change.groupFailed";

/** A toast: a text key, or a failure. */
export type ToastContent =
  | { tone: "info" | "error"; key: ToastKey | SignedInToastKey }
  | { tone: "error"; failure: FailureCode }
  /** A change that failed after its page was left, with the reason. */
  | { tone: "error"; key: LostChangeKey; failure: FailureCode }
  /** A call that failed to start or a meeting that was not joined, with the reason (8-26). */
  | { tone: "error"; key: "rtc.invitationFailed" | "meeting.joinFailed"; failure: FailureCode };

/** The message after a forced sign-out. */
export type SignOutReason = Extract<
  ToastKey,
  "loggedInElsewhere" | "loginExpired" | "getUserInfoFailed" | "passwordChanged"
>;
