import { absolute, relative } from "../../objects/object-urls.ts";
import {
  decodeStored,
  encodeMsgData,
  type Messages,
  type MsgData,
  maxContentBytes,
  type PullMsgs,
} from "./messages.ts";

const marker = Buffer.from("/object/");
/** Bytes that the addresses may add to a content, and its own size. A picture has three addresses. */
const spareBytes = 2048;

/**
 * Returns an encoded MsgData with absolute picture URLs below `origin`. Stored URLs are `/object/...`; a client from
 * another origin would look for them at its own server.
 */
export function withAddresses(encoded: Uint8Array, origin: string): Uint8Array {
  if (!Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength).includes(marker)) return encoded;
  const message = decodeStored(encoded);
  return encodeMsgData({
    ...message,
    senderFaceURL: absolute(message.senderFaceURL, origin),
    content: contentUnder(message.content, origin),
  });
}

/**
 * The reverse, for a message from a client that uses `origin`: other clients may reach this server by another origin.
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

/**
 * Returns the JSON with absolute URLs, also inside the `detail` text of a notification. Invalid JSON is unchanged. A
 * content of thousands of addresses keeps most of them as paths: it would become fourteen times as long.
 */
function contentUnder(content: Uint8Array, origin: string): Uint8Array {
  const most = Math.min(2 * content.length + spareBytes, maxContentBytes);
  let left = most - content.length;
  const address = (key: string, value: unknown): unknown => {
    if (key === "detail" && typeof value === "string") return rewritten(value, address);
    const found = absolute(value, origin, key);
    if (found === value || left < origin.length) return value;
    left -= origin.length;
    return found;
  };
  const changed = Buffer.from(rewritten(Buffer.from(content).toString("utf8"), address));
  return changed.length > most ? content : changed;
}

function rewritten(text: string, replace: (key: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(JSON.parse(text), replace);
  } catch {
    return text;
  }
}
