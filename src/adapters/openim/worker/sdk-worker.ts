/**
 * Runs the OpenIM SDK in a worker, so that its wasm, database and sync do not block frames. Exchanges the messages
 * of `channel.ts` with `rpc.ts` on the page.
 */
import "./quiet.ts";
import "./shim.ts";
import { getSDK } from "@openim/wasm-client-sdk";
import coreWasmUrl from "../../../../node_modules/@openim/wasm-client-sdk/assets/openIM.wasm?url";
import sqlWasmUrl from "../../../../node_modules/@openim/wasm-client-sdk/assets/sql-wasm.wasm?url";
import { randomUUID } from "../../ids.ts";
import { lazy } from "../../lazy.ts";
import {
  CHATS_CLEARED,
  FIRST_VISIT,
  type SdkError,
  type SdkEvent,
  type SdkReport,
  type SdkRequest,
} from "../connection/channel.ts";
import { askDatabase } from "./ask-database.ts";
import { fillCoveredRows } from "./covered-rows.ts";
import { attendDatabase, type Stage } from "./database.ts";
import { countDownload } from "./download.ts";
import { batchesOf } from "./event-batches.ts";
import { fieldOf } from "./field.ts";
import { guardSockets } from "./frame-guard.ts";
import { watchGo } from "./go-runtime.ts";
import { guardMemberBatches } from "./member-batches.ts";
import { tellOwnDevices } from "./own-devices.ts";
import { patchSdk } from "./quirks.ts";
import { beforeCall, watchDialing } from "./redialing-socket.ts";
import { slowRepeats } from "./repeats.ts";
import { watchDatabaseWorker } from "./shim.ts";
import { watchSync } from "./sync-watch.ts";

/** The SDK's code of a failed attempt to connect. */
const NETWORK = 10000;
/** In the row of a chat: its first messages do not belong to the user any more. */
const CLEARED = /"minSeq":(?:[2-9]|1\d)/;

let waiting: SdkReport[] = [];
let isReady = false;
let tellRunning = () => {};
const running = new Promise<void>((resolve) => {
  tellRunning = resolve;
});

/** Posts the reports of one event-loop turn in order, in few messages. */
function report(news: SdkReport): void {
  if (waiting.length === 0)
    queueMicrotask(() => {
      const news = waiting;
      waiting = [];
      for (const batch of batchesOf(news)) self.postMessage(batch);
    });
  waiting.push(news);
}

report({ type: "alive" });
const tell = (event: SdkEvent) => report({ type: "event", event });
guardSockets(tell, () => syncWatch.ofSocket());
watchDialing(() => tell({ name: "OnConnectFailed", data: "", errCode: NETWORK }));
watchGo(tellReady, () => report({ type: "dead" }));
watchDatabaseWorker(() => report({ type: "dead" }));
if (self.name === FIRST_VISIT)
  countDownload(coreWasmUrl, __WASM_BYTES__, (percent) => report({ type: "progress", percent }));
const before = new Set(Object.keys(self));
const sdk = getSDK({ coreWasmPath: coreWasmUrl, sqlWasmPath: sqlWasmUrl, debug: false });
// At this point the SDK has defined only its database functions on the global object; the wasm adds its own later.
const database = attendDatabase(
  self,
  Object.keys(self).filter((name) => !before.has(name)),
);
patchSdk(sdk);

/** Few syncs need this, so it is loaded when a row says that another device has cleared its chat. */
const loadClears = lazy(async () =>
  (await import("./cleared-chats.ts")).watchClears(self, {
    ask: askDatabase,
    execute,
    report: reportCleared,
  }),
);
const plain = tellOwnDevices(slowRepeats(self.fetch), (ids) => {
  loadClears().then(({ add }) => add(ids), ignore);
});
const bounded = guardMemberBatches(async (input, init) => {
  const response = await plain(input, init);
  if (String(input).endsWith("_conversations")) {
    const answer = await response.clone().text();
    if (CLEARED.test(answer))
      await loadClears()
        .then(({ apply }) => apply(answer))
        .catch(ignore);
  }
  return response;
});
const syncWatch = watchSync((event) => {
  const stage = stageOf(event);
  if (stage) database.enter(stage);
  tell(event);
  const isFilled = event.name === "OnSyncServerFinish" && event.data === true;
  if (!isFilled) return;
  database.complete();
  // If this fails, the rows stay as the SDK left them.
  fillCoveredRows(sdk, tell).catch(() => {});
}, bounded);
/** Of uploads: a part, or the beginning or end of one. */
const isOfUpload = (input: RequestInfo | URL, init?: RequestInit) =>
  init?.method === "PUT" || String(input).endsWith("_multipart_upload");
const loadUploads = lazy(async () => (await import("./upload-stops.ts")).watchUploads(syncWatch.fetch));
self.fetch = (input, init) =>
  isOfUpload(input, init)
    ? loadUploads().then(
        (uploads) => uploads.fetch(input, init),
        () => syncWatch.fetch(input, init),
      )
    : syncWatch.fetch(input, init);
// Overrides `emit` instead of a list of event names: some exported names are not the emitted ones.
sdk.emit = (name, { data, errCode }) => {
  syncWatch.hear({ name, data, errCode });
  return sdk;
};

self.addEventListener("message", ({ data }: MessageEvent<SdkRequest>) => {
  run(data).then(
    (result) => report({ type: "result", id: data.id, data: result }),
    (error: unknown) => report({ type: "error", id: data.id, error: describe(error) }),
  );
});

function ignore(): void {}

async function execute(statements: string): Promise<void> {
  const exec = fieldOf(self, "exec");
  if (typeof exec !== "function") throw new Error("exec is missing");
  await Reflect.apply(exec, self, [statements]);
}

async function reportCleared(conversationIDs: string[]): Promise<void> {
  const { data } = await sdk.getMultipleConversation(conversationIDs);
  tell({ name: CHATS_CLEARED, data, errCode: 0 });
  const total = await sdk.getTotalUnreadMsgCount();
  tell({ name: "OnTotalUnreadMessageCountChanged", data: total.data, errCode: 0 });
}

/** This promise resolves even if the wasm does not load. Only the presence of its functions shows success. */
Promise.resolve(fieldOf(sdk, "wasmInitializedPromise")).then(() => {
  tellReady();
  if (!isReady) report({ type: "dead" });
});

function tellReady(): void {
  if (isReady || typeof fieldOf(self, "initSDK") !== "function") return;
  isReady = true;
  report({ type: "ready" });
  tellRunning();
}

async function run({ verb, name, args }: SdkRequest): Promise<unknown> {
  if (verb === "call" && name === "login")
    await Promise.all([database.open(String(fieldOf(args[0], "userID"))), running]);
  beforeCall(name);
  if (verb === "query") return askDatabase(name, ...args);
  if (verb === "stop") return (await loadUploads()).stop(name);
  const target: object = verb === "call" ? sdk : self;
  const found = fieldOf(target, name);
  if (typeof found !== "function") throw new Error(`${name} is missing`);
  if (verb === "raw") return Reflect.apply(found, target, [randomUUID(), ...args]);
  const answer: unknown = await Reflect.apply(found, target, args);
  return typeof answer === "object" ? fieldOf(answer, "data") : answer;
}

/** Returns the stage that starts with this event, or undefined if the event does not change it. */
function stageOf({ name, data }: SdkEvent): Stage | undefined {
  switch (name) {
    case "OnSyncServerStart":
      return data === true ? "filling" : "syncing";
    case "OnSyncServerFinish":
    case "OnSyncServerFailed":
      return "idle";
    default:
      return undefined;
  }
}

function describe(error: unknown): SdkError {
  const errCode = fieldOf(error, "errCode");
  const errMsg = fieldOf(error, "errMsg");
  return {
    errCode: typeof errCode === "number" ? errCode : -1,
    errMsg: typeof errMsg === "string" ? errMsg : "",
  };
}
