import { absolute, relative } from "../../objects/object-urls.ts";
import { decodeStored, encodeMsgData, type Messages, type MsgData, type PullMsgs } from "./messages.ts";

const marker = Buffer.from("/object/");

/**
 * An encoded MsgData whose pictures are found from `origin`: what is stored says `/object/...`, which a client
 * that came from elsewhere would look for at its own server.
 */
export function withAddresses(encoded: Uint8Array, origin: string): Uint8Array {
  // Nearly all messages have none, and are not taken apart.
  if (!Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength).includes(marker)) return encoded;
  const message = decodeStored(encoded);
  return encodeMsgData({
    ...message,
    senderFaceURL: absolute(message.senderFaceURL, origin),
    content: Buffer.from(contentFrom(Buffer.from(message.content).toString("utf8"), origin)),
  });
}

/**
 * The reverse for a message that somebody sends who reached this server at `origin`: others reach it elsewhere, and
 * what he uploaded is to be found by them, too.
 */
export function withPaths(message: MsgData, origin: string): MsgData {
  const text = Buffer.from(message.content).toString("utf8");
  if (!text.includes(`${origin}/object/`)) return message;
  try {
    const content = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
      typeof value === "string" && /url$/i.test(key) ? relative(value, origin) : value,
    );
    return { ...message, content: Buffer.from(content) };
  } catch {
    return message;
  }
}

/** {@link withAddresses} of everything in an answer or a push. */
export function messagesFrom(messages: Messages, origin: string): Messages {
  const pulled = (kind: Record<string, PullMsgs>) =>
    Object.fromEntries(
      Object.entries(kind).map(([id, { msgs, ...rest }]) => [
        id,
        { ...rest, msgs: msgs.map((message) => withAddresses(message, origin)) },
      ]),
    );
  return { msgs: pulled(messages.msgs), notificationMsgs: pulled(messages.notificationMsgs) };
}

/** The JSON with absolute addresses; that of a notification lies in the text `detail`. What is no JSON stays. */
function contentFrom(text: string, origin: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (key, value: unknown) => {
      if (key === "detail" && typeof value === "string") return contentFrom(value, origin);
      return absolute(value, origin, key);
    });
  } catch {
    return text;
  }
}
