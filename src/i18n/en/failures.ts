import type { FailureCode } from "../../../machines/vocabulary/failures.ts";
import type { NoticeKey } from "../../../machines/vocabulary/notices.ts";

/** What went wrong, and what is told in passing. */
export const failures = {
  failure: {
    wrongPassword: "Password error",
    unknownAccount: "Account does not exist",
    phoneRegistered: "Phone number already registered",
    accountRegistered: "Account already registered",
    tooFrequent: "Operation too frequent, please try again later",
    wrongCode: "Incorrect verification code",
    codeExpired: "Verification code expired",
    codeAttemptsExceeded: "Code error limit exceeded, please try again later",
    codeUsed: "Verification code already used",
    invitationUsed: "Invitation code already used",
    invitationUnknown: "Invitation code does not exist",
    restricted: "Operation restricted",
    sessionEnded: "Login expired, please log in again",
    blockedByPeer: "You cannot send messages to this person",
    notInGroup: "You are no longer in this group",
    groupDismissed: "This group was dismissed",
    muted: "You are muted",
    groupMuted: "The group is muted",
    timeout: "No answer from the server, please try again",
    network: "No connection, please try again",
    unknown: "Operation failed",
  } satisfies Record<FailureCode, string>,

  messageTip: {
    loginExpired: "Login expired, please log in again",
    loggedInElsewhere: "Account logged in on another device",
    getUserInfoFailed: "Failed to get user information",
    getHistoryFailed: "Failed to get history messages",
    copyFailed: "Copy failed",
    copied: "Copied",
    registrationLost: "This step cannot be continued. Please start again.",
    passwordChanged: "Your password was changed. Please sign in with the new one.",
    callNoAnswer: "No answer",
    alreadyInCall: "You are already in a call",
    callBusy: "The line is busy",
    callDeclined: "Call declined",
    callFailed: "The call could not be connected. Check the network and try again.",
    callLost: "The connection was lost",
    callAnsweredElsewhere: "Answered on another device",
    codeUnknown: "This code is not one of a person or a group",
    codeMissing: "No QR code was found in this picture",
  } satisfies Record<NoticeKey, string>,
} as const;
