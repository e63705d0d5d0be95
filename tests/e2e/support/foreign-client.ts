import { createHash } from "node:crypto";
import * as v from "valibot";
import { vi } from "vitest";
import { connectGob, type Message } from "../../server/support/gob-client.ts";
import { type Person, password, patience } from "./people.ts";

/** OpenIM's platform id of a browser, and its content type of a custom message. */
const [web, custom] = [5, 110];

const answer = v.object({ errCode: v.literal(0), data: v.optional(v.unknown()) });
const entered = v.object({ userID: v.string(), imToken: v.string(), chatToken: v.string() });
export type Credentials = v.InferOutput<typeof entered>;

/** A custom message. `data` is what its sender put into it. */
export interface CustomMessage {
  sendID: string;
  customType: number;
  data: Record<string, unknown>;
  /** 0 if the server does not store it. */
  seq: number;
}
const content = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    data: v.pipe(
      v.string(),
      v.parseJson(),
      v.object({ customType: v.number(), data: v.record(v.string(), v.unknown()) }),
    ),
  }),
);
const customOf = (messages: readonly Message[]): CustomMessage[] =>
  messages
    .filter(({ contentType }) => contentType === custom)
    .map(({ sendID, seq, content: text }) => ({ sendID, seq, ...v.parse(content, text).data }));

/** Options of a message that reaches online users only and is stored nowhere. */
const onlineOnly = {
  history: false,
  persistent: false,
  senderSync: false,
  conversationUpdate: false,
  senderConversationUpdate: false,
  unreadCount: false,
  offlinePush: false,
};

/** Posts to the chat server. Resolves with `data`, rejects on any error code. */
export async function post(url: string, body: unknown, token = ""): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", operationID: "e2e", token },
    body: JSON.stringify(body),
  });
  return v.parse(answer, await response.json()).data;
}

/** Signs in by password, as a browser does. */
export async function credentialsOf(
  origin: string,
  person: Person,
  platform: number = web,
): Promise<Credentials> {
  const data = await post(`${origin}/chat/account/login`, {
    areaCode: "+86",
    phoneNumber: person.phone,
    password: createHash("md5").update(password).digest("hex"),
    platform,
  });
  return v.parse(entered, data);
}

/** A user on OpenIM's gateway without Parley. Receives every message as it was sent. */
export interface ForeignClient {
  readonly userID: string;
  /** Resolves with the first custom message of a type, or of a type and a room if `roomID` is given. */
  next(customType: number, roomID?: string): Promise<CustomMessage>;
  /** Sends a custom message to a user who is online. */
  signal(to: string, customType: number, data: Record<string, unknown>): Promise<void>;
  sendText(to: string, text: string): Promise<void>;
  /** Custom messages that the server stores of the chat with that user. */
  stored(other: string): Promise<CustomMessage[]>;
  close(): void;
}

export async function foreignClient(origin: string, person: Person): Promise<ForeignClient> {
  return connectForeign(origin, await credentialsOf(origin, person));
}

/** @param platform the one that the token is for */
export async function connectForeign(
  origin: string,
  { userID, imToken }: Pick<Credentials, "userID" | "imToken">,
  platform: number = web,
): Promise<ForeignClient> {
  const client = await connectGob(origin, { userID, token: imToken, platformID: platform });
  return {
    userID,
    next: (customType, roomID) =>
      vi.waitFor(
        () => {
          const message = customOf(client.received()).find(
            (one) => one.customType === customType && (!roomID || one.data.roomID === roomID),
          );
          if (!message) throw new Error(`No message of type ${customType} yet`);
          return message;
        },
        { timeout: patience, interval: 20 },
      ),
    async signal(to, customType, data) {
      await client.send({
        recvID: to,
        contentType: custom,
        content: JSON.stringify({
          data: JSON.stringify({ customType, data }),
          extension: "",
          description: "",
        }),
        options: onlineOnly,
      });
    },
    async sendText(to, text) {
      await client.send({ recvID: to, content: JSON.stringify({ content: text }) });
    },
    async stored(other) {
      const conversationID = `si_${[userID, other].sort().join("_")}`;
      const end = (await client.maxSeqs())[conversationID] ?? 0;
      const { msgs } = await client.pullRanges({ conversationID, begin: 1, end, num: end });
      return customOf(msgs[conversationID]?.Msgs ?? []);
    },
    close: client.close,
  };
}
