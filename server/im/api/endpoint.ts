import * as v from "valibot";
import { type ApiCall, ApiError, type ApiHandler } from "../../http.ts";
import type { CountCall, ReadBudget } from "../../rates.ts";
import { sentenceOf } from "../../sentences.ts";
import type { TokenClaims } from "../../tokens.ts";
import { invisibleName, isVisible } from "../../visible.ts";
import type { Logins } from "../domain/logins.ts";
import { runOperation } from "../operation.ts";
import { ErrCode } from "../protocol/constants.ts";

export type Caller = Pick<TokenClaims, "userID" | "platformID" | "id" | "expiresAt">;

export type Endpoint = <Body>(
  schema: v.GenericSchema<unknown, Body>,
  handler: (body: Body, me: Caller, call: ApiCall) => unknown,
) => ApiHandler;

/**
 * Every endpoint checks the token first (1001 when missing, 1501, 1503, 1506), then the rates of calls and of answers
 * (20005), then the body (1001).
 */
export function createEndpoint(
  logins: Logins,
  countCall: CountCall,
  answerBudget: Pick<ReadBudget, "require" | "spend">,
): Endpoint {
  return (schema, handler) => (call) => {
    requireToken(call);
    const me = logins.check(call.token);
    countCall(me.userID, call);
    answerBudget.require(me.userID);
    call.countFurther = (operations) => countCall(me.userID, call, operations);
    call.onAnswer = (length) => answerBudget.spend(me.userID, length);
    const body = parseBody(schema, call.body);
    return runOperation(call.operationID, () => handler(body, me, call));
  };
}

/** @throws ApiError 1001 without a token. Unlike a bad token (1503), this does not sign the user out. */
export function requireToken({ token }: ApiCall): void {
  if (token === "") throw new ApiError(ErrCode.args, "ArgsError", "header must have token");
}

/** @throws ApiError 1001 with a sentence about the first invalid field */
export function parseBody<Body>(schema: v.GenericSchema<unknown, Body>, body: unknown): Body {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  if (parsed.success) return parsed.output;
  throw new ApiError(ErrCode.args, "ArgsError", sentenceOf(parsed.issues[0]));
}

/** @throws ApiError 1002 unless all ids are the caller's */
export function requireSelf(me: Caller, ...userIDs: readonly string[]): void {
  if (userIDs.some((userID) => userID !== me.userID)) {
    const detail = userIDs.length === 1 ? `ownerUserID, ${userIDs[0]}=MISSING` : "opUser in ownerUserIDs";
    throw new ApiError(ErrCode.noPermission, "NoPermissionError", detail);
  }
}

export const id = v.pipe(v.string(), v.maxLength(128));
export const someID = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128));
/** Entries in a list of the caller's own things: an SDK names all friends or all members of a group. */
const maxOwn = 10_000;
/** Distinct users or groups in a list that may name any of them. */
const maxOfAnyUser = { users: 10_000, groups: 1000 };
/** Conversations in a list: an SDK names all of them at once. */
const maxConversations = 50_000;
const idList = (max: number) => v.pipe(v.array(id), v.maxLength(max));
const unrepeated = v.transform((list: string[]) => [...new Set(list)]);
/** A list of ids; the SDK sends null for an empty list. */
export const ids = v.nullish(idList(maxOwn), []);
export const conversationIDs = v.nullish(v.pipe(idList(maxConversations), unrepeated), []);
export const someIDs = v.pipe(idList(maxOwn), v.minLength(1), unrepeated);
/** Ids of any users: an SDK names the peers of all its conversations. */
export const anyUserIDs = v.pipe(idList(maxConversations), unrepeated, v.maxLength(maxOfAnyUser.users));
export const anyGroupIDs = v.pipe(idList(maxConversations), unrepeated, v.maxLength(maxOfAnyUser.groups));
export const distinctIDs = v.pipe(
  v.array(id),
  v.minLength(1),
  v.maxLength(1000),
  v.check((list) => new Set(list).size === list.length, "repeat an id"),
);
export const storedText = v.pipe(v.string(), v.maxLength(4096));
export const note = v.nullish(storedText, "");
export const name = v.pipe(
  v.string(),
  v.maxLength(255),
  v.check((text) => text === "" || isVisible(text), invisibleName),
);
export const handleResults = v.nullish(v.pipe(v.array(v.number()), v.maxLength(10)), []);
export const seq = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const messageSeq = v.pipe(seq, v.minValue(1));
export const seqs = v.nullish(v.pipe(v.array(messageSeq), v.maxLength(maxOwn)), []);

/** int32, as in OpenIM. The store fails on the offset of a page that is no safe integer. */
const maxPage = 2 ** 31 - 1;
export const pagination = v.pipe(
  v.object({
    pageNumber: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPage)),
    showNumber: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  }),
  v.transform(({ pageNumber, showNumber }) => ({
    limit: showNumber,
    offset: (pageNumber - 1) * showNumber,
  })),
);

/** A field that is null or absent when unchanged. */
export const kept = <Value>(schema: v.GenericSchema<unknown, Value>) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );

/** Friend and black lists have createTime in seconds; everything else is in ms. */
export const inSeconds = <Item extends { createTime: number }>(item: Item): Item => ({
  ...item,
  createTime: Math.floor(item.createTime / 1000),
});
