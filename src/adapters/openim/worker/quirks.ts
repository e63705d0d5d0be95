/** Corrections of SDK 3.8.5, to be applied once it is loaded (protocol section 9.3). */
import { randomUUID } from "../../ids.ts";
import type { Sdk } from "../connection/channel.ts";
import { fieldOf } from "./field.ts";

type Query = (...args: unknown[]) => unknown;

export function patchSdk(sdk: Sdk): void {
  patchSearch("searchMessageByKeyword");
  patchSearch("searchMessageByContentTypeAndKeyword");
  patchGroupMute(sdk);
  patchLogin(sdk);
  patchHistory(sdk, "getAdvancedHistoryMessageList");
  patchHistory(sdk, "getAdvancedHistoryMessageListReverse");
}

/** The last read of each chat. */
const reads = new WeakMap<Sdk, Map<unknown, Promise<unknown>>>();

/**
 * A read of history fetches what the database lacks, and takes what is stored meanwhile for doubles, which it leaves out
 * of its answer. Two reads of a chat at once would so lose a page: they follow each other.
 */
function patchHistory(
  sdk: Sdk,
  name: "getAdvancedHistoryMessageList" | "getAdvancedHistoryMessageListReverse",
): void {
  const read: unknown = Reflect.get(sdk, name);
  if (!isQuery(read)) return;
  const last = reads.get(sdk) ?? new Map<unknown, Promise<unknown>>();
  reads.set(sdk, last);
  const patched: Query = (page, ...rest) => {
    const chat = fieldOf(page, "conversationID");
    const before = last.get(chat) ?? Promise.resolve();
    const answer = before.then(() => Reflect.apply(read, sdk, [page, ...rest]));
    const settled = answer.then(ignore, ignore).finally(() => {
      if (last.get(chat) === settled) last.delete(chat);
    });
    last.set(chat, settled);
    return answer;
  };
  Reflect.set(sdk, name, patched);
}

function ignore(): void {}

/**
 * The wasm leaves out the list of senders, third argument of the database's search functions (9.3, 2). And what is
 * searched for is put into the SQL as it is: an apostrophe would end the text there, and what JSON escapes is stored
 * otherwise than it is typed.
 */
function patchSearch(name: string): void {
  const search: unknown = Reflect.get(self, name);
  if (!isQuery(search)) return;
  const patched: Query = (conversationID, contentTypes, keywords, ...rest) =>
    search(conversationID, contentTypes, "[]", patternsOf(keywords), ...rest);
  Reflect.set(self, name, patched);
}

/** The wrapper passes one argument more than the wasm takes (9.3, 1). */
function patchGroupMute(sdk: Sdk): void {
  const mute: Query = async (params, operationID = randomUUID()) => {
    const changeGroupMute: unknown = Reflect.get(self, "changeGroupMute");
    if (!isQuery(changeGroupMute)) throw new Error("changeGroupMute is missing");
    return {
      data: await changeGroupMute(operationID, fieldOf(params, "groupID"), fieldOf(params, "isMute")),
    };
  };
  Reflect.set(sdk, "changeGroupMute", mute);
}

/**
 * The wrapper's login refuses everything for good when the worker of the database has not begun within five seconds,
 * and waits a tenth of a second for a wasm that runs already.
 */
function patchLogin(sdk: Sdk): void {
  const login: Query = async (params, operationID = randomUUID()) => {
    callWasm("commonEventFunc", (event: unknown) => emitEvent(sdk, String(event)));
    const configured = ["platformID", "apiAddr", "wsAddr", "logLevel", "isLogStandardOutput"].map((name) => [
      name,
      fieldOf(params, name),
    ]);
    callWasm("initSDK", operationID, JSON.stringify({ ...FOLDERS, ...Object.fromEntries(configured) }));
    return callWasm("login", operationID, fieldOf(params, "userID"), fieldOf(params, "token"));
  };
  Reflect.set(sdk, "login", login);
}

const FOLDERS = { dataDir: "./", logFilePath: "./" };

function callWasm(name: string, ...args: unknown[]): unknown {
  const query: unknown = Reflect.get(self, name);
  if (!isQuery(query)) throw new Error(`${name} is missing`);
  return query(...args);
}

/** An event of the wasm is JSON; what it carries is JSON in a text, or a text. */
function emitEvent(sdk: Sdk, text: string): void {
  const event: unknown = JSON.parse(text);
  const [name, data, errCode] = ["event", "data", "errCode"].map((field) => fieldOf(event, field));
  Reflect.apply(sdk.emit, sdk, [name, { data: parsed(data), errCode }]);
}

function parsed(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return data;
  }
}

/** A list of keywords in JSON, as the wasm passes it, each in the form it is stored in. */
function patternsOf(keywords: unknown): unknown {
  if (typeof keywords !== "string") return keywords;
  const list: unknown = JSON.parse(keywords);
  return Array.isArray(list) ? JSON.stringify(list.map((one) => storedForm(String(one)))) : keywords;
}

/**
 * What finds all that may hold `keyword` in a message's stored JSON, as the middle of a LIKE pattern within
 * apostrophes. It may find more, of which the SDK keeps what really holds it: "_" stands for any letter, "%" for any
 * letters. LIKE knows the case of ASCII letters only, and some programs write letters of markup as "\\u003c".
 */
export function storedForm(keyword: string): string {
  return [...keyword]
    .map((letter) => {
      if (letter === "'") return "_";
      if (ESCAPED.test(letter)) return "%";
      return letter > "\x7f" && letter.toLowerCase() !== letter.toUpperCase() ? "_" : letter;
    })
    .join("");
}

/** What JSON, in the ways of different programs, does not say as it is. */
const ESCAPED = /["\\/<>&\p{Cc}\u2028\u2029]/u;

function isQuery(value: unknown): value is Query {
  return typeof value === "function";
}
