import * as v from "valibot";
import type { Conversation, ConversationKind } from "../../../../machines/domain/conversation.ts";
import { readDraft } from "./draft-text.ts";
import { parseMessageText } from "./messages.ts";
import {
  id,
  optionalBoolean,
  optionalName,
  optionalNumber,
  optionalString,
  parseList,
  parseOrSkip,
} from "./parsing.ts";

/** Parses SDK conversations into rows of the list (protocol section 11.1). */

const kinds: ReadonlyMap<number, ConversationKind> = new Map([
  [1, "single"],
  [3, "group"],
  [4, "system"],
]);

const Row = v.object({
  conversationID: id,
  conversationType: v.number(),
  userID: optionalString,
  groupID: optionalString,
  showName: optionalString,
  faceURL: optionalString,
  isPinned: optionalBoolean,
  recvMsgOpt: optionalNumber,
  unreadCount: optionalNumber,
  isPrivateChat: optionalBoolean,
  burnDuration: optionalNumber,
  groupAtType: optionalNumber,
  draftText: optionalString,
  draftTextTime: optionalNumber,
  latestMsg: optionalString,
  latestMsgSendTime: optionalNumber,
});

/** Returns null for malformed input and for unknown kinds. */
export function parseConversation(raw: unknown): Conversation | null {
  const row = parseOrSkip(Row, raw, "conversation");
  if (!row) return null;
  const { conversationType, latestMsg, ...rest } = row;
  const kind = kinds.get(conversationType);
  const draft = readDraft(row.draftText);
  return kind
    ? {
        ...rest,
        showName: shownName(row),
        kind,
        draftText: draft.text,
        // A draft without words does not move its row.
        draftTextTime: draft.text === "" && draft.replyID ? 0 : row.draftTextTime,
        ...(draft.mentions ? { draftMentions: draft.mentions } : {}),
        ...(draft.replyID ? { draftReplyID: draft.replyID } : {}),
        latestMsg: parseMessageText(latestMsg, row.conversationID),
      }
    : null;
}

/** A name of which nothing is visible is replaced by the id, so that the row is not empty. */
function shownName({ showName, groupID, userID }: v.InferOutput<typeof Row>): string {
  return v.parse(optionalName, showName) || (showName === "" ? "" : groupID || userID);
}

export function parseConversations(raws: unknown): Conversation[] {
  return parseList(raws, parseConversation);
}
