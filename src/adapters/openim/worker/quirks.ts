/** Corrections of SDK 3.8.5, to be applied once it is loaded (protocol section 9.3). */
import { randomUUID } from "../../ids.ts";
import type { Sdk } from "../channel.ts";
import { fieldOf } from "./field.ts";

type Query = (...args: unknown[]) => unknown;

export function patchSdk(sdk: Sdk): void {
  patchSearch("searchMessageByKeyword");
  patchSearch("searchMessageByContentTypeAndKeyword");
  patchGroupMute(sdk);
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

function isQuery(value: unknown): value is Query {
  return typeof value === "function";
}
