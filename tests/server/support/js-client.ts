import { CbEvents, getSDK, LogLevel } from "@openim/client-sdk";
import { WebSocket } from "ws";
import { type TestBackend, web } from "./backend.ts";
import { eventually } from "./eventually.ts";

// The SDK uses the browser's WebSocket, which Node 20 lacks.
class BrowserWebSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.binaryType = "arraybuffer";
  }
}
Object.assign(globalThis, { WebSocket: BrowserWebSocket });

/** The answers that the SDK waits for. It starts some requests without waiting for them itself. */
const underWay = new Set<Promise<unknown>>();
const servers = new Set<string>();
const fetchFromServer = globalThis.fetch;
// Other test files share this process. Their requests go to other servers, and stay as they are.
globalThis.fetch = (...request) => {
  const answer = fetchFromServer(...request);
  const address = request[0] instanceof Request ? request[0].url : request[0].toString();
  if (!servers.has(address.split("/api/")[0] ?? "")) return answer;
  const whole = answer.then((response) => response.clone().arrayBuffer());
  const forget = () => underWay.delete(whole);
  underWay.add(whole);
  whole.then(forget, forget);
  return answer;
};

export { CbEvents };

interface SdkEvent {
  name: string;
  data: unknown;
  errCode: number;
}
interface Emitter {
  on(name: string, listener: (event: Omit<SdkEvent, "name">) => void): void;
}
function isEmitter(value: object): value is Emitter {
  return "on" in value && typeof value.on === "function";
}

export type Reached = Pick<TestBackend, "origin" | "token">;

/** The real JS SDK, with everything it has emitted. */
export function createJsClient(backend: Reached, userID: string) {
  const sdk = getSDK();
  const events: SdkEvent[] = [];
  if (!isEmitter(sdk)) throw new Error("the SDK emits no events");
  for (const name of Object.values(CbEvents)) {
    sdk.on(name, ({ data, errCode }) => events.push({ name, data, errCode }));
  }
  const of = (name: CbEvents) => events.filter((event) => event.name === name);

  return {
    sdk,
    of,
    /** Waits for the n-th event of that name and returns its data. */
    async event(name: CbEvents, count = 1): Promise<unknown> {
      await eventually(() => {
        if (of(name).length < count)
          throw new Error(`waiting for ${name}, seen ${events.map((e) => e.name)}`);
      });
      return of(name).at(count - 1)?.data;
    },
    /** Starts to log in; events report the result. */
    login(token = backend.token(userID)) {
      servers.add(backend.origin);
      return sdk.login({
        userID,
        token,
        platformID: web,
        apiAddr: `${backend.origin}/api`,
        wsAddr: `${backend.origin.replace("http", "ws")}/msg_gateway`,
        logLevel: LogLevel.Error,
      });
    },
    /** Also waits for the requests of all clients. */
    async logout() {
      await sdk.logout();
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

export type JsClient = ReturnType<typeof createJsClient>;

export async function loggedIn(backend: Reached, userID: string): Promise<JsClient> {
  const client = createJsClient(backend, userID);
  await client.login();
  await client.event(CbEvents.OnSyncServerFinish);
  return client;
}
