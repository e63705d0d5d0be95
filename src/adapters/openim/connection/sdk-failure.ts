import { Failure } from "../../../../machines/domain/failure.ts";
import { failureOf } from "../../failures.ts";
import type { SdkError } from "./channel.ts";

/** Codes of the SDK the adapter itself acts on. */
export const SDK_CODE = {
  /** Not for one's eyes, as the members of a group one is not in; of a message, a group one is not in. */
  notAllowed: 1002,
  /** No such record. Of friends and groups: they are asked for before the first synchronisation. */
  notFound: 1004,
  /** No such user, when all that were asked for are unknown. */
  unknownUser: 10100,
  /** Logged in already; not a failure (4-04). */
  loginRepeat: 10102,
  /** A message with this clientMsgID is in the store and has not failed. */
  messageRepeated: 10204,
  /** An upload the server does not know any more. */
  uploadGone: 1701,
  /** A message that has no place in its conversation yet. */
  messageWithoutSeq: 10206,
} as const;

/** "Unknown error": the real code then stands in the text, as in "Error: 10000 Network error" (protocol section 1.8). */
const WRAPPER = 10005;
const NETWORK = 10000;

/** An SDK call that was refused. The SDK's own text is read for its code and then dropped. */
export class SdkFailure extends Failure {
  readonly errCode: number;

  constructor({ errCode, errMsg }: SdkError) {
    const realCode = errCode === WRAPPER ? (wrappedCode(errMsg) ?? errCode) : errCode;
    super(failureOf(realCode));
    this.errCode = realCode;
  }
}

/** What Go's own client could not fetch has no code; the numbers in its text are a port and what is in the address. */
function wrappedCode(errMsg: string): number | null {
  if (/\*url\.Error\b/.test(errMsg)) return NETWORK;
  const found = /\b\d{3,5}\b/.exec(errMsg)?.[0];
  return found === undefined ? null : Number(found);
}

/** Whether `error` is the SDK's refusal with one of these codes. */
export function isRefusal(error: unknown, ...codes: (typeof SDK_CODE)[keyof typeof SDK_CODE][]): boolean {
  return error instanceof SdkFailure && codes.some((code) => code === error.errCode);
}
