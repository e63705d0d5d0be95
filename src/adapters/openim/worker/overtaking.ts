/**
 * Takes call signals out of the server's frames before the wasm reads them. The SDK queries its database several
 * times for each pushed message, even if it does not store it. During a sync it reads no pushes at all. Without this
 * file a call would ring after a year of messages has synced, and would keep ringing after it was cancelled.
 *
 * Only messages that the SDK would emit and not store are taken: pushed, online-only (no seq, no history), of a single
 * chat, with a call signal as content. All other messages stay in the frame, also unreadable ones.
 */
import * as v from "valibot";
import { isCallSignal, isOfSingleChat } from "../calls/call-signals.ts";
import type { SdkEvent } from "../connection/channel.ts";
import { CUSTOM_MESSAGE } from "../constants.ts";
import { fieldsOf, headOf, PUSH, payloadOf } from "./wire.ts";

const [SENT, DELETED] = [2, 4];
/** In bytes. Larger frames and contents go to the SDK, which limits the cost of hostile input. */
const MOST_BYTES = { frame: 1024 * 1024, content: 16 * 1024 };

/** The tag of a message in PullMsgs, and the tag of a field that readers ignore. */
const [MESSAGE_TAG, UNKNOWN_TAG] = [0x0a, 0x7a];

/** The content of a custom message, as the SDK parses it. */
const CustomContent = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    data: v.string(),
    description: v.nullish(v.string(), ""),
    extension: v.nullish(v.string(), ""),
  }),
);

/**
 * Removes the call signals from `frame` (protocol section 1.3, uncompressed), in place and without a change of
 * length.
 * @returns the event that the SDK would emit for them, in order, without fields that no signal needs; null if there
 * are none
 */
export function takeSignals(frame: Uint8Array): SdkEvent | null {
  if (frame.length > MOST_BYTES.frame || headOf(frame)?.request !== PUSH) return null;
  const taken: unknown[] = [];
  // Field 1 maps chat ids to messages; field 2 has the notifications (protocol section 3.1).
  for (const { number, value: entry } of fieldsOf(payloadOf(frame))) {
    if (number !== 1 || typeof entry === "number") continue;
    const [conversationID, messages] = [bytesOf(entry, 1), bytesOf(entry, 2)];
    if (!conversationID?.length || !messages) continue;
    for (const { value, at } of fieldsOf(messages)) {
      if (typeof value === "number" || messages[at] !== MESSAGE_TAG) continue;
      const signal = signalOf(value);
      if (!signal) continue;
      messages[at] = UNKNOWN_TAG;
      taken.push(signal);
    }
  }
  return taken.length > 0 ? { name: "OnRecvOnlineOnlyMessages", data: taken, errCode: 0 } : null;
}

/** Returns what a signal needs of its message, or null if it is stored or not a call signal of a single chat. */
function signalOf(message: Uint8Array): unknown {
  const fields = new Map<number, number | Uint8Array>();
  const options = new Map<string, boolean>();
  for (const { number, value } of fieldsOf(message))
    if (number === FIELD.options && typeof value !== "number") options.set(...optionOf(value));
    else fields.set(number, value);
  const content = fields.get(FIELD.content);
  // A missing option counts as on.
  const isKept = options.get("history") ?? true;
  if (
    isKept ||
    numberOf(fields.get(FIELD.contentType)) !== CUSTOM_MESSAGE ||
    numberOf(fields.get(FIELD.seq)) !== 0
  )
    return null;
  if (numberOf(fields.get(FIELD.status)) === DELETED || typeof content === "number") return null;
  if (!content || content.length > MOST_BYTES.content) return null;
  const customElem = v.safeParse(CustomContent, textOf(content));
  if (!customElem.success) return null;
  const signal = {
    clientMsgID: textOf(fields.get(FIELD.clientMsgID)),
    sendID: textOf(fields.get(FIELD.sendID)),
    groupID: textOf(fields.get(FIELD.groupID)),
    sessionType: numberOf(fields.get(FIELD.sessionType)),
    senderNickname: textOf(fields.get(FIELD.senderNickname)),
    senderFaceUrl: textOf(fields.get(FIELD.senderFaceURL)),
    contentType: CUSTOM_MESSAGE,
    sendTime: numberOf(fields.get(FIELD.sendTime)),
    createTime: numberOf(fields.get(FIELD.createTime)),
    status: SENT,
    customElem: customElem.output,
  };
  return isOfSingleChat(signal) && isCallSignal(signal) ? signal : null;
}

/** Field numbers of MsgData (protocol section 3.1). */
const FIELD = {
  sendID: 1,
  groupID: 3,
  clientMsgID: 4,
  senderNickname: 7,
  senderFaceURL: 8,
  sessionType: 9,
  contentType: 11,
  content: 12,
  seq: 14,
  sendTime: 15,
  createTime: 16,
  status: 17,
  options: 19,
};

function optionOf(entry: Uint8Array): [string, boolean] {
  let [key, isOn] = ["", false];
  for (const { number, value } of fieldsOf(entry)) {
    if (number === 1) key = textOf(value);
    else if (number === 2) isOn = value !== 0;
  }
  return [key, isOn];
}

function bytesOf(message: Uint8Array, wanted: number): Uint8Array | undefined {
  for (const { number, value } of fieldsOf(message))
    if (number === wanted && typeof value !== "number") return value;
  return undefined;
}

const utf8 = new TextDecoder();
const textOf = (value: number | Uint8Array | undefined) =>
  typeof value === "object" ? utf8.decode(value) : "";
const numberOf = (value: number | Uint8Array | undefined) => (typeof value === "number" ? value : 0);
