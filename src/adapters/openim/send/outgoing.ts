import type { AtMsgParams, MessageItem } from "@openim/wasm-client-sdk";

import * as v from "valibot";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { Mention } from "../../../../machines/domain/mention.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import { isFileAttachment } from "../../../../machines/domain/outgoing-attachment.ts";
import type { ImPort, OutgoingDraft } from "../../../../machines/ports/im.ts";
import { lazy } from "../../lazy.ts";
import { writeCallRecord } from "../calls/call-record.ts";
import type { Rpc } from "../connection/rpc.ts";
import { isRefusal, SDK_CODE } from "../connection/sdk-failure.ts";
import { writeAlbum } from "../parse/album.ts";
import { parseConversations } from "../parse/conversations.ts";
import { parseMessage } from "../parse/messages.ts";
import { writeOrigin } from "../parse/origin.ts";
import { findStoredMessage, RawMessage, STORED_STATUS } from "../parse/stored-message.ts";
import { writeExtra } from "../parse/waveform.ts";
import { isPlain, makePlain } from "./plain-messages.ts";

/** A message in the SDK's form and its receiver. Either `recvID` or `groupID` is empty. */
interface Prepared {
  raw: MessageItem;
  recvID: string;
  groupID: string;
}

export type Outgoing = Pick<ImPort, "createMessage" | "sendMessage">;

/** Maximum length of each text and list in a quoted message, and of its JSON. */
const QUOTED = { characters: 2000, items: 20, json: 6000 };

/**
 * Returns the quoted message as JSON. Quote and reply share one frame of the server (51 200 bytes), and a message of
 * another client may fill more than half of it. So texts and lists are cut, shorter if there are many, and the quote
 * inside the message is left out.
 */
function quotation(message: MessageItem): string {
  let { characters, items } = QUOTED;
  for (;;) {
    const json = JSON.stringify(message, (key, value: unknown) => {
      if (key === "quoteMessage") return undefined;
      if (typeof value === "string") return value.slice(0, characters);
      return Array.isArray(value) ? value.slice(0, items) : value;
    });
    if (json.length <= QUOTED.json || items === 0) return json;
    characters /= 2;
    items = Math.floor(items / 2);
  }
}

/** A text with mentions. A quoted message is included in the SDK's form, cut as in a quote. */
function atText(text: string, mentions: readonly Mention[], quoted: MessageItem | null): AtMsgParams {
  return {
    text,
    atUserIDList: mentions.map(({ userID }) => userID),
    atUsersInfo: mentions.map(({ userID, name }) => ({ atUserID: userID, groupNickname: name })),
    ...(quoted ? { message: JSON.parse(quotation(quoted)) } : {}),
  };
}

// The list does not load what few messages need.
const fetchFileMessages = lazy(() => import("./file-messages.ts"));
const fetchForwarding = lazy(() => import("./forwarding.ts"));

/** Returns whether the message has an uploaded attachment. The SDK then does not look for its file. */
function isUploaded({ pictureElem, videoElem, soundElem, fileElem }: MessageItem): boolean {
  return Boolean(pictureElem ?? videoElem ?? soundElem ?? fileElem);
}

/** Attempts of a call that the SDK ends after five seconds, because its database has not answered. */
const ATTEMPTS = 5;

/** Repeats a call while the SDK's database is too slow for it, on a busy or slow device. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ask();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRefusal(error, SDK_CODE.slowDatabase)) throw error;
    }
}

/**
 * Creates and sends messages. A created message is kept in the SDK's form until it is sent.
 *
 * @param now returns the server's time, in milliseconds since the epoch
 */
export function createOutgoing(rpc: Rpc, myUserID: () => string | null, now: () => number): Outgoing {
  const prepared = new Map<string, Prepared>();
  /** Sends in progress (minutes in an outage). The SDK refuses a second send of the same message. */
  const underWay = new Map<string, Promise<Message>>();

  const receiversOf = async (conversationID: string): Promise<Omit<Prepared, "raw">> => {
    const [conversation] = parseConversations(await rpc.call("getMultipleConversation", [conversationID]));
    if (!conversation) throw new Failure("unknown");
    return { recvID: conversation.userID, groupID: conversation.groupID };
  };

  const makeRaw = async (draft: OutgoingDraft): Promise<unknown> => {
    const { clientMsgID, conversationID, text, replyTo, mentions, call, enclosure, addresses } = draft;
    if (call) return rpc.call("createCustomMessage", writeCallRecord(call));
    if (enclosure) {
      if (enclosure.type === "forward" || enclosure.type === "merged")
        return (await fetchForwarding()).makeForwarded(rpc, enclosure);
      if (isPlain(enclosure)) return makePlain(rpc, enclosure, now());
      if (!isFileAttachment(enclosure) || !addresses) throw new Failure("unknown");
      return (await fetchFileMessages()).makeFileMessage(rpc, clientMsgID, enclosure, addresses);
    }
    const quoted =
      replyTo === null ? null : await findStoredMessage(rpc, { conversationID, clientMsgID: replyTo });
    if (mentions) return rpc.call("createTextAtMessage", atText(text, mentions, quoted));
    return quoted
      ? rpc.call("createQuoteMessage", { text, message: quotation(quoted) })
      : rpc.call("createTextMessage", text);
  };

  /** Returns the message as created in this session, or as an earlier session stored it. */
  const readPrepared = async (conversationID: string, clientMsgID: string): Promise<Prepared> => {
    const made = prepared.get(clientMsgID);
    if (made && made.raw.sendID === myUserID()) return made;
    const raw = await findStoredMessage(rpc, { conversationID, clientMsgID });
    if (!raw) throw new Failure("unknown");
    const { recvID = "", groupID = "" } = raw;
    return { raw, recvID: groupID === "" ? recvID : "", groupID };
  };

  const parseOwn = (raw: unknown, conversationID: string): Message => {
    const message = parseMessage(raw, conversationID);
    if (!message) throw new Failure("unknown");
    return message;
  };

  const sendOnce = async (conversationID: string, clientMsgID: string): Promise<Message> => {
    try {
      const message = parseOwn(await send(conversationID, clientMsgID), conversationID);
      if (message.status !== "sent") throw new Failure("unknown");
      prepared.delete(clientMsgID);
      return message;
    } finally {
      underWay.delete(clientMsgID);
    }
  };

  const pass = async ({ raw, recvID, groupID }: Prepared): Promise<unknown> => {
    try {
      return await patiently(() =>
        rpc.call(isUploaded(raw) ? "sendMessageNotOss" : "sendMessage", { recvID, groupID, message: raw }),
      );
    } catch (error) {
      if (groupID !== "" && isRefusal(error, SDK_CODE.notAllowed)) throw new Failure("notInGroup");
      throw error;
    }
  };

  const send = async (conversationID: string, clientMsgID: string): Promise<unknown> => {
    const made = await readPrepared(conversationID, clientMsgID);
    try {
      return await pass(made);
    } catch (error) {
      if (!isRefusal(error, SDK_CODE.messageRepeated)) throw error;
    }
    const stored = await findStoredMessage(rpc, { conversationID, clientMsgID });
    // An earlier attempt succeeded, but its answer was lost.
    if (stored?.status !== STORED_STATUS.sending) return stored;
    // An earlier attempt stored the message and ended before the server had it. The SDK resends only failed ones.
    const failed = JSON.stringify({ status: STORED_STATUS.failed });
    await rpc.query("updateColumnsMessage", conversationID, clientMsgID, failed);
    return pass(made);
  };

  return {
    async createMessage(draft) {
      const [answer, receivers] = await Promise.all([
        patiently(() => makeRaw(draft)),
        patiently(() => receiversOf(draft.conversationID)),
      ]);
      const created = v.safeParse(RawMessage, answer);
      if (!created.success) throw new Failure("unknown");
      const made = {
        ...created.output,
        clientMsgID: draft.clientMsgID,
        ...writeExtra(draft.enclosure),
        ...writeOrigin(draft.enclosure, created.output.ex),
      };
      const raw = { ...made, ...writeAlbum(draft.albumID, made.ex) };
      const message = parseOwn(raw, draft.conversationID);
      prepared.set(draft.clientMsgID, { raw, ...receivers });
      return { ...message, ...receivers };
    },

    sendMessage({ conversationID, clientMsgID }) {
      const send = underWay.get(clientMsgID) ?? sendOnce(conversationID, clientMsgID);
      underWay.set(clientMsgID, send);
      return send;
    },
  };
}
