/** All failure codes. In a separate file, because only code that reads stored failures needs the list at run time. */
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
  "cannotBeAdded", // they accept no friend requests
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
  "fileGone", // the bytes to send are no longer on this device
  "quotaReached", // 1702: the user's share of the storage is used up
  "storageFull", // 1703: the server has no room for files
  "fileMissing", // the host no longer has the file
  "pictureUnreadable",
  "pictureTooLarge", // in pixels
  "locationDenied",
  "locationUnavailable",
  "locationTimeout",
  "deviceFull", // the browser refuses to store more for this page
  "timeout",
  "network",
  "unknown",
] as const;
