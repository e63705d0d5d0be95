/** Corrections of SDK 3.8.5, to be applied once it is loaded (protocol section 9.3). */
import { randomUUID } from "../../ids.ts";
import { type Sdk, UNLISTED } from "../channel.ts";
import { fieldOf } from "./field.ts";

type Query = (...args: unknown[]) => unknown;

export function patchSdk(sdk: Sdk): void {
  patchSearch("searchMessageByKeyword");
  patchSearch("searchMessageByContentTypeAndKeyword");
  patchGroupMute(sdk);
  addUnlisted();
}

/** The wasm leaves out the list of senders, third argument of the database's search functions (9.3, 2). */
function patchSearch(name: string): void {
  const search: unknown = Reflect.get(self, name);
  if (!isQuery(search)) return;
  const patched: Query = (conversationID, contentTypes, ...rest) =>
    search(conversationID, contentTypes, "[]", ...rest);
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

/** No function of the SDK hands out conversations without a newest message; its database has them. */
function addUnlisted(): void {
  const all: unknown = Reflect.get(self, "getAllConversations");
  if (!isQuery(all)) return;
  const unlisted: Query = async () => {
    const rows = parsed(fieldOf(parsed(await all()), "data"));
    if (!Array.isArray(rows)) return [];
    return rows
      .filter((row: unknown) => fieldOf(row, "latestMsgSendTime") === 0)
      .map((row: unknown) => fieldOf(row, "conversationID"));
  };
  Reflect.set(self, UNLISTED, unlisted);
}

const parsed = (text: unknown): unknown => (typeof text === "string" ? JSON.parse(text) : text);

function isQuery(value: unknown): value is Query {
  return typeof value === "function";
}
