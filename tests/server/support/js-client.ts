import { CbEvents, getSDK, LogLevel } from "@openim/client-sdk";
import { WebSocket } from "ws";
import { type TestBackend, web } from "./backend.ts";
import { eventually } from "./eventually.ts";

// The SDK takes the browser's WebSocket, which Node 20 has not.
class BrowserWebSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.binaryType = "arraybuffer";
  }
}
// The SDK asks on in answer to what it was told, and catches nothing when the backend goes meanwhile.
let underWay = 0;
const send = globalThis.fetch;
const counted: typeof fetch = async (...request) => {
  underWay += 1;
  try {
    return await send(...request);
  } finally {
    underWay -= 1;
  }
};
Object.assign(globalThis, { WebSocket: BrowserWebSocket, fetch: counted });

/** Until nothing is asked for any more: one answer may lead to the next question a few turns later. */
async function allIsAsked(): Promise<void> {
  for (let calmTurns = 0; calmTurns < 20; calmTurns = underWay === 0 ? calmTurns + 1 : 0)
    await new Promise((resolve) => setImmediate(resolve));
}

export { CbEvents };

interface SdkEvent {
  name: string;
  data: unknown;
  errCode: number;
}
/** What the SDK's own type leaves out. */
interface Emitter {
  on(name: string, listener: (event: Omit<SdkEvent, "name">) => void): void;
}
function isEmitter(value: object): value is Emitter {
  return "on" in value && typeof value.on === "function";
}

/** The real JS SDK, with everything it has emitted. */
export function createJsClient(backend: TestBackend, userID: string) {
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
    /** Starts to log in; outcome is told by events. */
    login: (token = backend.token(userID)) =>
      sdk.login({
        userID,
        token,
        platformID: web,
        apiAddr: `${backend.origin}/api`,
        wsAddr: `${backend.origin.replace("http", "ws")}/msg_gateway`,
        logLevel: LogLevel.Error,
      }),
    /** Ends its session, and waits for what it was still asking. */
    async logout() {
      await sdk.logout().finally(allIsAsked);
    },
  };
}

export type JsClient = ReturnType<typeof createJsClient>;

/** A client that is logged in and synchronised. */
export async function loggedIn(backend: TestBackend, userID: string): Promise<JsClient> {
  const client = createJsClient(backend, userID);
  await client.login();
  await client.event(CbEvents.OnSyncServerFinish);
  return client;
}
