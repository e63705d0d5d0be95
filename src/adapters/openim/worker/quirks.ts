/** Corrects bugs of SDK 3.8.5 after it loads (protocol section 9.3). */
import { randomUUID } from "../../ids.ts";
import type { Sdk } from "../connection/channel.ts";
import { seqPlaceIn } from "../connection/seq-cursor.ts";
import { fieldOf } from "./field.ts";

type Query = (...args: unknown[]) => unknown;

export function patchSdk(sdk: Sdk): void {
  patchSearch("searchMessageByKeyword");
  patchSearch("searchMessageByContentTypeAndKeyword");
  patchGroupMute(sdk);
  patchLogin(sdk);
  patchHistory(sdk, "getAdvancedHistoryMessageList");
  patchHistory(sdk, "getAdvancedHistoryMessageListReverse");
  patchPlaces();
  patchNewChat(sdk);
  patchFriendRow();
}

/**
 * The wasm leaves empty texts out of the row of a friend that it writes, and the database keeps fields that are left
 * out: a remark that was removed would be back after a reload (9.3, 15).
 */
function patchFriendRow(): void {
  const update: unknown = Reflect.get(self, "updateFriend");
  if (!isQuery(update)) return;
  const patched: Query = (row) => update(JSON.stringify({ remark: "", ex: "", ...Object(parsed(row)) }));
  Reflect.set(self, "updateFriend", patched);
}

/** The last history read of each chat. */
const reads = new WeakMap<Sdk, Map<unknown, Promise<unknown>>>();

/**
 * A history read fetches the messages that the database lacks. It treats messages that are stored meanwhile as
 * duplicates and leaves them out. Two reads of a chat at the same time would lose a page, so they run in sequence.
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
    const answer = before.then(() => fromPlace(page, (start) => Reflect.apply(read, sdk, [start, ...rest])));
    const settled = answer.then(ignore, ignore).finally(() => {
      if (last.get(chat) === settled) last.delete(chat);
    });
    last.set(chat, settled);
    return answer;
  };
  Reflect.set(sdk, name, patched);
}

/** Answers of the database for messages that stand for a place, by their id. */
const places = new Map<unknown, string>();

/**
 * If the page begins at a place instead of a message, the database has a message there while the page is read. The SDK
 * uses only the seq and the time of the message that a page begins at.
 */
async function fromPlace(page: unknown, read: (page: unknown) => unknown): Promise<unknown> {
  const place = seqPlaceIn(fieldOf(page, "startClientMsgID"));
  if (!place || typeof page !== "object") return read(page);
  const startClientMsgID = randomUUID();
  places.set(startClientMsgID, JSON.stringify({ data: JSON.stringify(place), errCode: 0, errMsg: "" }));
  try {
    return await read({ ...page, startClientMsgID });
  } finally {
    places.delete(startClientMsgID);
  }
}

function patchPlaces(): void {
  const find: unknown = Reflect.get(self, "getMessage");
  if (!isQuery(find)) return;
  const patched: Query = async (...args) => places.get(args[1]) ?? find(...args);
  Reflect.set(self, "getMessage", patched);
}

function ignore(): void {}

/**
 * The SDK returns the row of a chat that its database lacks, and does not store it. Until the first message, no other
 * call would find the chat: it could not be opened.
 */
function patchNewChat(sdk: Sdk): void {
  const find: unknown = Reflect.get(sdk, "getOneConversation");
  if (!isQuery(find)) return;
  const patched: Query = async (...args) => {
    const answer: unknown = await Reflect.apply(find, sdk, args);
    await storeRow(fieldOf(answer, "data")).catch(ignore);
    return answer;
  };
  Reflect.set(sdk, "getOneConversation", patched);
}

/** Stores the row of a chat in the SDK's database if it has none. */
async function storeRow(row: unknown): Promise<void> {
  const read: unknown = Reflect.get(self, "getConversation");
  const insert: unknown = Reflect.get(self, "insertConversation");
  if (!isQuery(read) || !isQuery(insert)) return;
  const stored = await read(fieldOf(row, "conversationID"));
  if (fieldOf(parsed(stored), "errCode") !== 0) await insert(JSON.stringify(row));
}

/**
 * The wasm leaves out the list of senders, the third argument of the database's search functions (9.3, 2). The SDK
 * also puts the keyword into the SQL without escaping: an apostrophe would end the string, and characters that JSON
 * escapes are stored in another form than the user types.
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
 * The wrapper's login fails for good if the database worker does not start within five seconds. It also waits 100 ms
 * for a wasm that already runs.
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

/** A wasm event is JSON. Its data is a string, with JSON or plain text. */
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

/** Converts the wasm's JSON list of keywords to their stored forms. */
function patternsOf(keywords: unknown): unknown {
  if (typeof keywords !== "string") return keywords;
  const list: unknown = JSON.parse(keywords);
  return Array.isArray(list) ? JSON.stringify(list.map((one) => storedForm(String(one)))) : keywords;
}

/**
 * Returns a LIKE pattern (without the outer "%") that matches every stored JSON message with `keyword`. It may match
 * more; the SDK then filters the rows. "_" stands for any character, "%" for any characters. LIKE ignores case for
 * ASCII letters only, and some programs write markup characters as "\\u003c".
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

/** Characters that some JSON encoders escape. */
const ESCAPED = /["\\/<>&\p{Cc}\u2028\u2029]/u;

function isQuery(value: unknown): value is Query {
  return typeof value === "function";
}
