/** Why something failed: what an adapter rejects with, and what a person is told about. */

/** Why something failed: a closed set, turned into words in one place (`src/i18n/failures.ts`). */
export type FailureCode = (typeof FAILURE_CODES)[number];

export const FAILURE_CODES = [
  "wrongPassword", // 20001
  "unknownAccount", // 20002
  "phoneRegistered", // 20003
  "accountRegistered", // 20004, 20014
  "tooFrequent", // 20005
  "wrongCode", // 20006
  "codeExpired", // 20007
  "codeAttemptsExceeded", // 20008
  "codeUsed", // 20009
  "invitationUsed", // 20010
  "invitationUnknown", // 20011
  "restricted", // 20012
  "sessionEnded", // 1501-1507: the token is expired, unknown or replaced
  "cannotBeAdded", // they let nobody ask them
  "addingOneself", // 1301
  "alreadyFriends", // 1304
  "blockedByPeer", // 1302
  "notInGroup", // 1203
  "groupDismissed", // 1204
  "notAllowed", // 1002
  "muted", // 1402
  "groupMuted", // 1403
  "requestHandled", // 1206, 1305
  "fileTooLarge",
  "fileEmpty",
  "fileGone", // what was to be sent is on this device no more
  "quotaReached", // 1702: the user's share of the storage is used up
  "storageFull", // 1703: the server has no room for files
  "fileMissing", // where it was uploaded to, it is no more
  "pictureUnreadable",
  "locationDenied",
  "locationUnavailable",
  "locationTimeout",
  "timeout",
  "network",
  "unknown",
] as const;

/** The only error a port rejects with: a code of the closed set, never a server's raw text. */
export class Failure extends Error {
  override readonly name = "Failure";
  constructor(readonly code: FailureCode) {
    super(code);
  }
}

/** The code of whatever was thrown; anything that is not a `Failure` counts as "unknown". */
export function failureCode(error: unknown): FailureCode {
  return error instanceof Failure ? error.code : "unknown";
}
