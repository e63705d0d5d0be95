import { Failure } from "../../../../machines/domain/failure.ts";
import { failureOf } from "../../failures.ts";
import type { SdkError } from "./channel.ts";

export const SDK_CODE = {
  /** Bad arguments. Also an accept of a friend request that was answered before. */
  args: 1001,
  /** No permission: the user is not in the group whose members, or whose message, is requested. */
  notAllowed: 1002,
  /** No such record. Friends and groups give it if they are requested before the first sync. */
  notFound: 1004,
  /** No such user, if all requested users are unknown. */
  unknownUser: 10100,
  /** Already logged in; not a failure (4-04). */
  loginRepeat: 10102,
  /** A message with this clientMsgID is stored and has not failed. */
  messageRepeated: 10204,
  /** The server no longer knows this upload. */
  uploadGone: 1701,
  /** The message has no seq in its conversation yet. */
  messageWithoutSeq: 10206,
  /** Parley's own code: the wasm waited five seconds for its database. */
  slowDatabase: -5,
} as const;

/** "Unknown error". The real code is in the text, as in "Error: 10000 Network error" (protocol section 1.8). */
const WRAPPER = 10005;
const NETWORK = 10000;
/** The text of a refusal without a code, when the database does not answer in time (`wasm/exec` of the SDK). */
const SLOW_DATABASE = /invoke javascript timeout/;

/** An SDK call that was refused. The SDK's text is used for its code only and then dropped. */
export class SdkFailure extends Failure {
  readonly errCode: number;

  constructor({ errCode, errMsg }: SdkError) {
    const realCode = errCode === WRAPPER ? (wrappedCode(errMsg) ?? errCode) : errCode;
    super(realCode === SDK_CODE.slowDatabase ? "timeout" : failureOf(realCode));
    this.errCode = realCode;
  }
}

/** A failed fetch of Go's client has no code. The numbers in its text are a port and parts of the address. */
function wrappedCode(errMsg: string): number | null {
  if (/\*url\.Error\b/.test(errMsg)) return NETWORK;
  if (SLOW_DATABASE.test(errMsg)) return SDK_CODE.slowDatabase;
  const found = /\b\d{3,5}\b/.exec(errMsg)?.[0];
  return found === undefined ? null : Number(found);
}

export function isRefusal(error: unknown, ...codes: (typeof SDK_CODE)[keyof typeof SDK_CODE][]): boolean {
  return error instanceof SdkFailure && codes.some((code) => code === error.errCode);
}
