import { randomBytes, randomInt, randomUUID } from "node:crypto";

/** Group ids: letters and digits. The creator chooses the id, and members' clients write it into their databases. */
export const isValidGroupID = (id: string) => /^[a-zA-Z0-9]{1,64}$/.test(id);
/** User ids: letters, digits and "_" as in OpenIM. "_" alone is reserved in object URLs. */
export const isValidUserID = (id: string) => /^\w{1,64}$/.test(id) && /[^_]/.test(id);

/** Conversation ids (protocol section 2.1). */
export const singleConversationID = (a: string, b: string) => `si_${sortedPair(a, b)}`;
export const groupConversationID = (groupID: string) => `sg_${groupID}`;

export const groupOfConversation = (id: string) =>
  id.startsWith("sg_") ? id.slice("sg_".length) : undefined;

/** Notification streams: of a pair (a = b for one user) and of a group. */
export const pairStreamID = (a: string, b: string) => `n_${sortedPair(a, b)}`;
export const groupStreamID = (groupID: string) => `n_${groupID}`;

export const isNotificationStream = (id: string) => id.startsWith("n_");
export const streamOfConversation = (conversationID: string) => `n_${conversationID.slice(3)}`;
export const conversationsOfStream = (streamID: string) =>
  ["si_", "sg_", "sn_"].map((prefix) => prefix + streamID.slice("n_".length));

/** 32 hex digits, the form of clientMsgID and serverMsgID. */
export const newMessageID = () => randomUUID().replaceAll("-", "");
/** 24 hex digits, the form of a versionID. */
export const newVersionID = () => randomBytes(12).toString("hex");
export const newGroupID = () => String(randomInt(1_000_000_000, 10_000_000_000));

function sortedPair(a: string, b: string): string {
  return a < b ? `${a}_${b}` : `${b}_${a}`;
}
