import { createHash } from "node:crypto";
import { CbEvents, getSDK, LogLevel } from "@openim/client-sdk";
import * as v from "valibot";
import { vi } from "vitest";
import { WebSocket } from "ws";
import { type Person, password } from "./people.ts";

// The SDK takes the browser's WebSocket, which Node 20 has not.
class BrowserWebSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.binaryType = "arraybuffer";
  }
}
Object.assign(globalThis, { WebSocket: BrowserWebSocket });

/** What the SDK's own type leaves out. */
interface Emitter {
  on(name: string, listener: (event: { data: unknown }) => void): void;
}
const isEmitter = (value: object): value is Emitter => "on" in value && typeof value.on === "function";

const answer = v.object({ errCode: v.literal(0), data: v.unknown() });
const entered = v.object({ userID: v.string(), imToken: v.string(), chatToken: v.string() });
export type Credentials = v.InferOutput<typeof entered>;

/** A message that is no text. `data` is what its sender put into it. */
export type CustomMessage = { sendID: string; customType: number; data: Record<string, unknown> };
const customMessage = v.pipe(
  v.object({
    sendID: v.string(),
    contentType: v.literal(110),
    customElem: v.object({
      data: v.pipe(
        v.string(),
        v.parseJson(),
        v.object({ customType: v.number(), data: v.record(v.string(), v.unknown()) }),
      ),
    }),
  }),
  v.transform(({ sendID, customElem }): CustomMessage => ({ sendID, ...customElem.data })),
);

const isCustom = (message: unknown) => v.is(customMessage, message);
const customOf = (messages: unknown) =>
  v
    .parse(v.array(v.unknown()), messages)
    .filter(isCustom)
    .map((message) => v.parse(customMessage, message));

/** Posts to the chat server or the IM API; resolves with `data`, rejects unless all went well. */
export async function post(url: string, body: unknown, token = ""): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", operationID: "e2e", token },
    body: JSON.stringify(body),
  });
  return v.parse(answer, await response.json()).data;
}

/** Signs in by password on OpenIM's platform for browsers. */
export async function credentialsOf(origin: string, person: Person): Promise<Credentials> {
  const data = await post(`${origin}/chat/account/login`, {
    areaCode: "+86",
    phoneNumber: person.phone,
    password: createHash("md5").update(password).digest("hex"),
    platform: 5,
  });
  return v.parse(entered, data);
}

/** Somebody who uses OpenIM's own client library and nothing of Parley. */
export interface ForeignClient {
  readonly userID: string;
  readonly chatToken: string;
  /** The n-th custom message of a type that has arrived; waits for it. */
  next(customType: number, count?: number): Promise<CustomMessage>;
  /** Sends a custom message to somebody who is online. */
  signal(to: string, customType: number, data: Record<string, unknown>): Promise<void>;
  /** Custom messages the server has kept of the chat with somebody. */
  stored(userID: string): Promise<CustomMessage[]>;
  close(): Promise<void>;
}

export async function foreignClient(origin: string, person: Person): Promise<ForeignClient> {
  const { userID, imToken, chatToken } = await credentialsOf(origin, person);
  const sdk = getSDK();
  if (!isEmitter(sdk)) throw new Error("The SDK emits no events");
  const arrived: CustomMessage[] = [];
  const { on } = sdk;
  on.call(sdk, CbEvents.OnRecvNewMessages, ({ data }) => arrived.push(...customOf(data)));
  const synchronised = new Promise<void>((resolve) => {
    on.call(sdk, CbEvents.OnSyncServerFinish, () => resolve());
  });
  await sdk.login({
    userID,
    token: imToken,
    platformID: 5,
    apiAddr: `${origin}/api`,
    wsAddr: `${origin.replace("http", "ws")}/msg_gateway`,
    logLevel: LogLevel.Error,
  });
  await synchronised;
  return {
    userID,
    chatToken,
    next: (customType, count = 1) =>
      vi.waitFor(
        () => {
          const message = arrived.filter((one) => one.customType === customType)[count - 1];
          if (!message) throw new Error(`No message of type ${customType} yet`);
          return message;
        },
        { timeout: 30_000, interval: 20 },
      ),
    async signal(to, customType, data) {
      const { data: message } = await sdk.createCustomMessage({
        data: JSON.stringify({ customType, data }),
        extension: "",
        description: "",
      });
      await sdk.sendMessage({ recvID: to, groupID: "", message, isOnlineOnly: true });
    },
    async stored(other) {
      const conversationID = `si_${[userID, other].sort().join("_")}`;
      const { data } = await sdk.getAdvancedHistoryMessageList({
        conversationID,
        count: 100,
        startClientMsgID: "",
      });
      return customOf(data);
    },
    async close() {
      await sdk.logout();
    },
  };
}
