import * as v from "valibot";
import { type ApiCall, ApiError, type ApiHandler } from "../../http.ts";
import type { CountCall } from "../../rates.ts";
import { sentenceOf } from "../../sentences.ts";
import type { TokenClaims } from "../../tokens.ts";
import { invisibleName, isVisible } from "../../visible.ts";
import type { Logins } from "../domain/logins.ts";
import { runOperation } from "../operation.ts";
import { ErrCode } from "../protocol/constants.ts";

/** Who calls: the claims of a token that counts. */
export type Caller = Pick<TokenClaims, "userID" | "platformID">;

/** Makes a route of a body schema and a handler that gets the parsed body and the authenticated caller. */
export type Endpoint = <Body>(
  schema: v.GenericSchema<unknown, Body>,
  handler: (body: Body, me: Caller, call: ApiCall) => unknown,
) => ApiHandler;

/**
 * Every endpoint checks the token first (1001 when missing, 1501, 1503, 1506), then how often its user calls it (20005),
 * then the body's shape (1001).
 */
export function createEndpoint(logins: Logins, countCall: CountCall): Endpoint {
  return (schema, handler) => (call) => {
    requireToken(call);
    const me = logins.check(call.token);
    countCall(me.userID, call);
    const body = parseBody(schema, call.body);
    return runOperation(call.operationID, () => handler(body, me, call));
  };
}

/** @throws ApiError 1001 without a token: unlike a bad one (1503), that signs nobody out */
export function requireToken({ token }: ApiCall): void {
  if (token === "") throw new ApiError(ErrCode.args, "ArgsError", "header must have token");
}

/** @throws ApiError 1001 with a sentence about the first field that is wrong */
export function parseBody<Body>(schema: v.GenericSchema<unknown, Body>, body: unknown): Body {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  if (parsed.success) return parsed.output;
  throw new ApiError(ErrCode.args, "ArgsError", sentenceOf(parsed.issues[0]));
}

/** @throws ApiError 1002 unless the body speaks about the caller himself */
export function requireSelf(me: Caller, ...userIDs: readonly string[]): void {
  if (userIDs.some((userID) => userID !== me.userID)) {
    const detail = userIDs.length === 1 ? `ownerUserID, ${userIDs[0]}=MISSING` : "opUser in ownerUserIDs";
    throw new ApiError(ErrCode.noPermission, "NoPermissionError", detail);
  }
}

export const id = v.pipe(v.string(), v.maxLength(128));
/** An id that has to be there. */
export const someID = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128));
/** Entries of a list by which users ask for what is theirs: an SDK names all friends or all members of a group. */
const maxOwn = 10_000;
/** Different users or groups that a list may name by which a user asks for what is anybody's. */
const maxAnybodys = { users: 10_000, groups: 1000 };
/** Conversations of one user that a list may name: an SDK names all of them at once. */
const maxConversations = 50_000;
const idList = (max: number) => v.pipe(v.array(id), v.maxLength(max));
const unrepeated = v.transform((list: string[]) => [...new Set(list)]);
/** A list of ids; the SDK sends null for none. */
export const ids = v.nullish(idList(maxOwn), []);
/** The same of conversations. */
export const conversationIDs = v.nullish(v.pipe(idList(maxConversations), unrepeated), []);
/** A list of ids that has to name somebody or something. */
export const someIDs = v.pipe(idList(maxOwn), v.minLength(1), unrepeated);
/** Ids of users who need not be the caller's: an SDK names the peers of all its conversations. */
export const anyUserIDs = v.pipe(idList(maxConversations), unrepeated, v.maxLength(maxAnybodys.users));
/** Ids of groups that need not be the caller's. */
export const anyGroupIDs = v.pipe(idList(maxConversations), unrepeated, v.maxLength(maxAnybodys.groups));
/** The same where each one is written, once. */
export const distinctIDs = v.pipe(
  v.array(id),
  v.minLength(1),
  v.maxLength(1000),
  v.check((list) => new Set(list).size === list.length, "repeat an id"),
);
/** Text a client stores for its user. */
export const storedText = v.pipe(v.string(), v.maxLength(4096));
/** What a person adds in words, or a client in `ex`; "" when absent. */
export const note = v.nullish(storedText, "");
/** A name of somebody or something; "" where there may be none. */
export const name = v.pipe(
  v.string(),
  v.maxLength(255),
  v.check((text) => text === "" || isVisible(text), invisibleName),
);
/** Which results of requests to list; null or none for all of them. */
export const handleResults = v.nullish(v.pipe(v.array(v.number()), v.maxLength(10)), []);
export const seq = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** The seq of a message that is there: they start at 1. */
export const messageSeq = v.pipe(seq, v.minValue(1));
/** A list of seqs; the SDK sends null for none. */
export const seqs = v.nullish(v.pipe(v.array(messageSeq), v.maxLength(maxOwn)), []);

/** `pagination` as limit and offset. */
export const pagination = v.pipe(
  v.object({
    pageNumber: v.pipe(v.number(), v.integer(), v.minValue(1)),
    showNumber: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  }),
  v.transform(({ pageNumber, showNumber }) => ({
    limit: showNumber,
    offset: (pageNumber - 1) * showNumber,
  })),
);

/** A field that is null or absent when it shall stay as it is. */
export const kept = <Value>(schema: v.GenericSchema<unknown, Value>) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );

/** Lists say in seconds when a friend or a blocked person was added; all else is in ms. */
export const inSeconds = <Item extends { createTime: number }>(item: Item): Item => ({
  ...item,
  createTime: Math.floor(item.createTime / 1000),
});
