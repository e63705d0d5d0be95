import * as v from "valibot";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import {
  createSdkConnection,
  type SdkConnection,
} from "../../../../src/adapters/openim/connection/connection.ts";
import { createIm } from "../../../../src/adapters/openim/im.ts";
import { memoryStorage } from "./memory-storage.ts";
import { type Script, ScriptedWorker } from "./scripted-worker.ts";

/** The server's time for the port, in milliseconds since the epoch. */
export const SERVER_TIME = Date.UTC(2030, 0, 14, 9, 30);

export interface LinkSetUp {
  link: SdkConnection;
  /** Adds the rest of the port, as the signed-in part does. */
  join(): ImPort;
  /** Storage that survives a reload. */
  local: Storage;
  workers: ScriptedWorker[];
  names: string[];
  worker(): ScriptedWorker;
  /** Requests to the IM server outside the SDK. */
  posts: { path: string; body: Readonly<Record<string, unknown>>; token: string | null }[];
  /** Changes the stored user; null for none. */
  signInAs(userID: string | null, imToken?: string): void;
  /** From now on the page is hidden. */
  hide(): void;
}

export interface SetUp extends LinkSetUp {
  im: ImPort;
  /** All events of the port's streams, in order. */
  heard: { type: string }[];
}

/** The answers of the IM server's REST API, by path. */
export type Server = Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => unknown>>;

/**
 * The IM port on scripted workers that are ready at once, with `xa` as stored user. `files` holds bytes of unsent
 * attachments.
 */
export function setUpIm(
  script: Script = {},
  files: Readonly<Record<string, Blob>> = {},
  server: Server = {},
): SetUp {
  const set = setUpLink(script, files, server);
  const im = set.join();
  const heard: SetUp["heard"] = [];
  for (const stream of [
    im.connectionEvents,
    im.syncEvents,
    im.conversationEvents,
    im.messageEvents,
    im.groupEvents,
    im.contactEvents,
    im.applicationEvents,
    im.presenceEvents,
    im.signalEvents,
  ])
    stream((event) => heard.push(event));
  return { ...set, im, heard };
}

/** The same without the signed-in part of the port. */
export function setUpLink(
  script: Script = {},
  files: Readonly<Record<string, Blob>> = {},
  server: Server = {},
): LinkSetUp {
  const posts: LinkSetUp["posts"] = [];
  const local = memoryStorage();
  const workers: ScriptedWorker[] = [];
  const names: string[] = [];
  let visited = false;
  let isHidden = false;
  let credentials: { userID: string; imToken: string; chatToken: string } | null = {
    userID: "xa",
    imToken: "token-a",
    chatToken: "chat-a",
  };
  const link = createSdkConnection({
    addresses: () => ({ apiUrl: "https://im.test/api", wsUrl: "wss://im.test/ws", logLevel: 5 }),
    credentials: { use: () => credentials },
    firstRun: {
      isFirst: () => !visited,
      remember: () => {
        visited = true;
      },
    },
    spawn: (name) => {
      names.push(name);
      const worker = new ScriptedWorker({ getLoginStatus: () => 1, login: () => "", ...script });
      workers.push(worker);
      queueMicrotask(() => worker.report({ type: "ready" }));
      return worker;
    },
  });
  return {
    link,
    join: () =>
      createIm({
        link,
        credentials: { read: () => credentials },
        local,
        isHidden: () => isHidden,
        now: () => SERVER_TIME,
        files: { read: async (key) => files[key] ?? null },
        async post({ path, body, token, answer }) {
          posts.push({ path, body, token });
          const serve = server[path];
          if (!serve) throw new Failure("network");
          return v.parse(answer, serve(body));
        },
      }),
    local,
    posts,
    workers,
    names,
    worker() {
      const worker = workers.at(-1);
      if (!worker) throw new Error("no worker was started");
      return worker;
    },
    hide() {
      isHidden = true;
    },
    signInAs(userID, imToken = `token-of-${userID}`) {
      credentials = userID === null ? null : { userID, imToken, chatToken: "chat" };
    },
  };
}
