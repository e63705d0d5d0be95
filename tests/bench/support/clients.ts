import { once } from "node:events";
import { CbEvents, getSDK, LogLevel } from "@openim/client-sdk";
import * as v from "valibot";
import { WebSocket } from "ws";
import { web } from "./store.ts";

// The SDK needs the browser's WebSocket, which Node 20 does not have.
class BrowserWebSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.binaryType = "arraybuffer";
  }
}
Object.assign(globalThis, { WebSocket: BrowserWebSocket });

export interface BenchClient {
  /** Resolves when the server has acknowledged. */
  send(to: string, text: string): Promise<void>;
  close(): Promise<void>;
}

export type OnText = (text: string) => void;

/** Missing in the SDK's own type. */
interface Emitter {
  on(name: string, listener: (event: { data: unknown }) => void): void;
}
function isEmitter(value: object): value is Emitter {
  return "on" in value && typeof value.on === "function";
}

const received = v.array(v.object({ textElem: v.object({ content: v.string() }) }));

/** Connects the real `@openim/client-sdk`, logs in and waits for the sync. */
export async function connectSdk(
  origin: string,
  login: { userID: string; token: string },
  onText: OnText,
): Promise<BenchClient> {
  const sdk = getSDK();
  if (!isEmitter(sdk)) throw new Error("the SDK emits no events");
  const { on } = sdk;
  const synchronised = new Promise<void>((resolve, reject) => {
    on.call(sdk, CbEvents.OnSyncServerFinish, () => resolve());
    on.call(sdk, CbEvents.OnSyncServerFailed, () => reject(new Error("The SDK did not synchronise")));
    on.call(sdk, CbEvents.OnConnectFailed, () => reject(new Error("The SDK did not connect")));
  });
  on.call(sdk, CbEvents.OnRecvNewMessages, ({ data }) => {
    for (const { textElem } of v.parse(received, data)) onText(textElem.content);
  });
  await sdk.login({
    ...login,
    platformID: web,
    apiAddr: `${origin}/api`,
    wsAddr: `${origin.replace("http", "ws")}/msg_gateway`,
    logLevel: LogLevel.Error,
  });
  await synchronised;
  return {
    async send(to, text) {
      const { data: message } = await sdk.createTextMessage(text);
      await sdk.sendMessage({ recvID: to, groupID: "", message });
    },
    async close() {
      await sdk.logout();
    },
  };
}

const frame = v.union([v.object({ ack: v.string() }), v.object({ id: v.string(), text: v.string() })]);
/** As long as the SDK's data around a short text. */
const envelope = "x".repeat(600);

export async function connectRelay(url: string, userID: string, onText: OnText): Promise<BenchClient> {
  const socket = new WebSocket(`${url}/?id=${userID}`, { perMessageDeflate: false });
  const waiting = new Map<string, () => void>();
  let lastID = 0;
  socket.on("message", (data) => {
    const news = v.parse(frame, JSON.parse(String(data)));
    if ("ack" in news) {
      waiting.get(news.ack)?.();
      waiting.delete(news.ack);
    } else onText(news.text);
  });
  await once(socket, "open");
  return {
    send(to, text) {
      lastID += 1;
      const id = String(lastID);
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ to, id, text, envelope }));
      });
    },
    async close() {
      socket.terminate();
    },
  };
}
