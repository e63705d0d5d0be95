import type { ImPort } from "../../../../machines/ports/im.ts";
import { createIm } from "../../../../src/adapters/openim/im.ts";
import { type Script, ScriptedWorker } from "./scripted-worker.ts";

export interface SetUp {
  im: ImPort;
  workers: ScriptedWorker[];
  /** What the workers were called. */
  names: string[];
  /** The worker in use. */
  worker(): ScriptedWorker;
  /** Everything the port's streams said, by type. */
  heard: { type: string }[];
  /** Changes who is stored as signed in; null for nobody. */
  signInAs(userID: string | null, imToken?: string): void;
}

/** The IM port on scripted workers that are ready at once; `xa` is stored as signed in. `files` are kept to be sent. */
export function setUpIm(script: Script = {}, files: Readonly<Record<string, Blob>> = {}): SetUp {
  const workers: ScriptedWorker[] = [];
  const names: string[] = [];
  const heard: SetUp["heard"] = [];
  let visited = false;
  let credentials: { userID: string; imToken: string; chatToken: string } | null = {
    userID: "xa",
    imToken: "token-a",
    chatToken: "chat-a",
  };
  const im = createIm({
    addresses: () => ({ apiUrl: "https://im.test/api", wsUrl: "wss://im.test/ws", logLevel: 5 }),
    credentials: { read: () => credentials },
    files: { read: async (key) => files[key] ?? null },
    visits: {
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
  return {
    im,
    workers,
    names,
    heard,
    worker() {
      const worker = workers.at(-1);
      if (!worker) throw new Error("no worker was started");
      return worker;
    },
    signInAs(userID, imToken = `token-of-${userID}`) {
      credentials = userID === null ? null : { userID, imToken, chatToken: "chat" };
    },
  };
}
