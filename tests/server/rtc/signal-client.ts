import { once } from "node:events";
import { gzipSync } from "node:zlib";
import {
  JoinRequest,
  SignalRequest,
  SignalResponse,
  WrappedJoinRequest,
  WrappedJoinRequest_Compression,
} from "@livekit/protocol";
import { WebSocket } from "ws";
import { holds, until } from "./people.ts";

type Request = NonNullable<NonNullable<ConstructorParameters<typeof SignalRequest>[0]>["message"]>;
type Join = ConstructorParameters<typeof JoinRequest>[0];
type Case = NonNullable<SignalResponse["message"]["case"]>;
type Values = { [Message in SignalResponse["message"] as NonNullable<Message["case"]>]: Message["value"] };
type ValueOf<Name extends Case> = NonNullable<Values[Name]>;

/** The address to join at. By default the participant subscribes to every track. */
export function joinUrl(url: string, token: string, join: Join = {}, path = "/rtc/v1"): string {
  return `${url}${path}?access_token=${token}&join_request=${joinParameter({
    connectionSettings: { autoSubscribe: true },
    ...join,
  })}`;
}

/** A join request in the form of the real LiveKit: base64url with padding. */
export function joinParameter(join: Join, { isPacked = false } = {}): string {
  const joinRequest = new JoinRequest(join).toBinary();
  const wrapped = new WrappedJoinRequest({
    compression: isPacked ? WrappedJoinRequest_Compression.GZIP : WrappedJoinRequest_Compression.NONE,
    joinRequest: isPacked ? gzipSync(joinRequest) : joinRequest,
  });
  const parameter = Buffer.from(wrapped.toBinary()).toString("base64");
  return parameter.replaceAll("+", "-").replaceAll("/", "_");
}

interface Refusal {
  status: number | undefined;
  text: string;
}

/** Returns the server's answer to an upgrade that it must refuse. */
export async function refusalOf(target: string): Promise<Refusal> {
  const refusal = await refusalIn(target);
  if (!refusal) throw new Error("the server did not refuse");
  return refusal;
}

/** Returns null if the server accepts the upgrade. */
export function refusalIn(target: string): Promise<Refusal | null> {
  const socket = new WebSocket(target);
  return new Promise((resolve, reject) => {
    socket.on("open", () => resolve(null));
    socket.on("error", reject);
    socket.on("unexpected-response", async (_, response) => {
      let text = "";
      for await (const chunk of response) text += String(chunk);
      resolve({ status: response.statusCode, text });
    });
  });
}

/** A client with signalling only: it can send any message at any time. */
export async function signal(url: string, token: string, join: Join = {}, path?: string) {
  const socket = new WebSocket(joinUrl(url, token, join, path));
  const received: SignalResponse["message"][] = [];
  let closeCode: number | undefined;
  let pongs = 0;
  socket.on("pong", () => {
    pongs += 1;
  });
  socket.on("message", (data: Buffer) => received.push(SignalResponse.fromBinary(data).message));
  socket.on("close", (code) => {
    closeCode = code;
  });
  await once(socket, "open");

  const all = <Name extends Case>(name: Name): ValueOf<Name>[] => {
    const isNamed = (
      message: SignalResponse["message"],
    ): message is SignalResponse["message"] & { value: ValueOf<Name> } => message.case === name;
    return received.filter(isNamed).map(({ value }) => value);
  };

  return {
    received,
    all,
    send: (message: Request) => socket.send(new SignalRequest({ message }).toBinary()),
    sendRaw: (frame: Buffer | string) => socket.send(frame),
    /** Sends a ping of the websocket. */
    ping: () => socket.ping(),
    pongs: () => pongs,
    next: async <Name extends Case>(name: Name, count = 1): Promise<ValueOf<Name>> => {
      await until(() => holds(all(name).length >= count, `a message ${name}`));
      const value = all(name)[count - 1];
      if (value === undefined) throw new Error(`no ${name}`);
      return value;
    },
    closed: async () => {
      await until(() => holds(closeCode !== undefined, "the connection is closed"));
      return closeCode;
    },
    close: () => socket.terminate(),
  };
}
export type SignalClient = Awaited<ReturnType<typeof signal>>;
