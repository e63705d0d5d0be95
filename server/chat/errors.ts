import { ApiError } from "../http.ts";

/** Refusals of the chat server, with OpenIM's codes (protocol sections 1.8 and 7). */
export const refusals = {
  arguments: (message: string) => new ApiError(1001, message),
  noPermission: (message: string) => new ApiError(1002, message),
  notFound: (message: string) => new ApiError(1004, message),
  tokenMissing: () => new ApiError(1001, "the header must have a token"),
  tokenMalformed: () => new ApiError(1503, "the token is malformed"),
  tokenExpired: () => new ApiError(1501, "the token has expired"),
  tokenUnknown: () => new ApiError(1505, "the token is no longer valid"),
  mediaUnreachable: () => new ApiError(500, "the media server cannot be reached"),
  wrongPassword: (reason = "wrong password") => new ApiError(20001, reason),
  accountNotFound: () => new ApiError(20002, "the account does not exist"),
  phoneTaken: () => new ApiError(20003, "the phone number is already registered"),
  accountTaken: () => new ApiError(20004, "the account name is already registered"),
  tooFrequent: (message: string) => new ApiError(20005, message),
  codeWrong: () => new ApiError(20006, "wrong verification code"),
  codeExpired: () => new ApiError(20007, "the verification code has expired or was never sent"),
  codeTriesExceeded: () => new ApiError(20008, "too many wrong verification codes, ask for a new one"),
  codeUsed: () => new ApiError(20009, "the verification code was already used"),
  invitationUsed: () => new ApiError(20010, "the invitation code was already used"),
  invitationNotFound: () => new ApiError(20011, "the invitation code does not exist"),
  forbidden: (message: string) => new ApiError(20012, message),
  emailTaken: () => new ApiError(20014, "the email address is already registered"),
};
