import type { FailureCode } from "../../machines/domain/failure.ts";

/** Error codes of the servers and the SDK that have a message for the user (protocol sections 1.8 and 7). */
const codes: ReadonlyMap<number, FailureCode> = new Map([
  [20001, "wrongPassword"],
  [20002, "unknownAccount"],
  [20003, "phoneRegistered"],
  [20004, "accountRegistered"],
  [20014, "accountRegistered"],
  [20005, "tooFrequent"],
  [20006, "wrongCode"],
  [20007, "codeExpired"],
  [20008, "codeAttemptsExceeded"],
  [20009, "codeUsed"],
  [20010, "invitationUsed"],
  [20011, "invitationUnknown"],
  [20012, "restricted"],
  [1501, "sessionEnded"],
  [1502, "sessionEnded"],
  [1503, "sessionEnded"],
  [1504, "sessionEnded"],
  [1505, "sessionEnded"],
  [1506, "sessionEnded"],
  [1507, "sessionEnded"],
  [1301, "addingOneself"],
  [1304, "alreadyFriends"],
  [1302, "blockedByPeer"],
  [1203, "notInGroup"],
  [1204, "groupDismissed"],
  [1002, "notAllowed"],
  [1402, "muted"],
  [1403, "groupMuted"],
  [1206, "requestHandled"],
  [1305, "requestHandled"],
  [1702, "quotaReached"],
  [1703, "storageFull"],
  [10000, "network"],
  [10001, "timeout"],
  [10003, "timeout"],
]);

/** Returns the failure for an `errCode` of a server or the SDK, or "unknown". */
export function failureOf(errCode: number): FailureCode {
  return codes.get(errCode) ?? "unknown";
}
