import { CbEvents, getSDK, LogLevel } from "@openim/client-sdk";
import { type TestBackend, web } from "./backend.ts";
import { servers, underWay } from "./browser-parts.ts";
import { eventually } from "./eventually.ts";

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
