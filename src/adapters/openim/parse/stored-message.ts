import type { MessageItem } from "@openim/wasm-client-sdk";
import * as v from "valibot";
import { validItems } from "../../valid-items.ts";
import type { Rpc } from "../connection/rpc.ts";
import { id } from "./parsing.ts";

const Handle = v.looseObject({
  clientMsgID: id,
  sendID: id,
  contentType: v.number(),
  recvID: v.optional(v.string()),
  groupID: v.optional(v.string()),
});

/** An SDK message that goes back to the SDK later. All its fields stay unchanged. */
export const RawMessage = v.custom<MessageItem>((value) => v.is(Handle, value));

const Found = v.object({
  findResultItems: v.nullish(v.array(v.object({ messageList: v.nullish(v.array(v.unknown()), []) })), []),
});

export const STORED_STATUS = { sending: 1, sent: 2, failed: 3 } as const;

/** Finds a message in the SDK's database, also a deleted one, or returns null. */
export async function findStoredMessage(
  rpc: Rpc,
  { conversationID, clientMsgID }: { conversationID: string; clientMsgID: string },
): Promise<MessageItem | null> {
  const [found] = await findStoredMessages(rpc, { conversationID, clientMsgIDs: [clientMsgID] });
  return found ?? null;
}

/** Finds messages in the SDK's database, in any order. Missing ones are left out. */
export async function findStoredMessages(
  rpc: Rpc,
  { conversationID, clientMsgIDs }: { conversationID: string; clientMsgIDs: readonly string[] },
): Promise<MessageItem[]> {
  const answer = await rpc.call("findMessageList", [{ conversationID, clientMsgIDList: [...clientMsgIDs] }]);
  const found = v.safeParse(Found, answer);
  if (!found.success) return [];
  return found.output.findResultItems.flatMap(({ messageList }) => validItems(RawMessage, messageList));
}
