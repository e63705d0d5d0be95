import { absolute } from "../../objects/object-urls.ts";
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
  const address = `${origin}/object/`;
  if (!text.includes(address)) return message;
  const content = text.replace(urlField, (field, start: string) =>
    field.slice(start.length).startsWith(address) ? start + field.slice(start.length + origin.length) : field,
  );
  return { ...message, content: Buffer.from(content) };
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
 * A field of a JSON text whose name ends in "url", up to the end of its address. Quotes inside of a JSON string are
 * escaped, so no text of a user looks like one. It is found in the text, because reading and writing the JSON takes
 * thirty times as long.
 */
const urlField = /("[^"\\]*[uU][rR][lL]"\s*:\s*")[^"\\]*/g;
/** The `detail` of a notification: JSON as a string. */
const detailField = /("detail"\s*:\s*)("[^"\\]*(?:\\.[^"\\]*)*")/g;

/**
 * Returns the JSON with absolute URLs, also inside the `detail` text of a notification. A content of thousands of
 * addresses keeps most of them as paths: it would become fourteen times as long.
 */
function contentUnder(content: Uint8Array, origin: string): Uint8Array {
  const most = Math.min(2 * content.length + spareBytes, maxContentBytes);
  let left = most - content.length;
  const rewritten = (text: string): string =>
    text
      .replace(detailField, (field, name: string, value: string) => {
        const detail = textOf(value);
        return detail === undefined ? field : name + JSON.stringify(rewritten(detail));
      })
      .replace(urlField, (field, start: string) => {
        const isPath = field.slice(start.length).startsWith("/object/");
        if (!isPath || left < origin.length) return field;
        left -= origin.length;
        return start + origin + field.slice(start.length);
      });
  const changed = Buffer.from(rewritten(Buffer.from(content).toString("utf8")));
  return changed.length > most ? content : changed;
}

function textOf(json: string): string | undefined {
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}
