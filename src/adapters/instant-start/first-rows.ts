import * as v from "valibot";
import { type Conversation, compareConversations } from "../../../machines/domain/conversation.ts";
import type { Message } from "../../../machines/domain/message.ts";
import type { RowSource } from "../../../machines/ports/rows.ts";
import type { PostToChatServer } from "../chat-server/chat-server.ts";
import { parseConversation } from "../openim/parse/conversations.ts";
import { parseMessage } from "../openim/parse/messages.ts";
import { id, optionalNumber, optionalString } from "../openim/parse/parsing.ts";
import { validItems } from "../valid-items.ts";
import { kept, LIMIT } from "./cached-rows.ts";

/** Builds the first rows of the list from the IM server's REST, as the SDK builds them in its sync. */

const things = v.nullish(v.array(v.unknown()), []);
const byID = v.nullish(v.looseObject({}), {});

const Positions = v.object({ seqs: byID, pinnedConversationIDs: v.nullish(v.array(v.string()), []) });
const Position = v.object({ maxSeq: v.number(), hasReadSeq: optionalNumber, maxSeqTime: optionalNumber });
type Position = v.InferOutput<typeof Position>;

const Records = v.object({ conversations: things });
const Record = v.looseObject({
  conversationID: id,
  conversationType: v.number(),
  userID: optionalString,
  groupID: optionalString,
  minSeq: optionalNumber,
});

const Pulled = v.object({ msgs: byID });
const Page = v.object({ Msgs: things });
const PulledMessage = v.looseObject({
  contentType: v.number(),
  content: v.string(),
  senderFaceURL: optionalString,
  status: optionalNumber,
  attachedInfo: optionalString,
});

const named = { userID: id, nickname: optionalString, faceURL: optionalString };
const People = v.object({ infos: things });
const Somebody = v.object({
  userInfo: v.object(named),
  friendInfo: v.nullish(v.object({ remark: optionalString })),
});
const Groups = v.object({ groupInfos: things });
const Group = v.object({ groupID: id, groupName: optionalString, faceURL: optionalString });

interface Named {
  showName: string;
  faceURL: string;
}

/** Deleted for all users, or by this user. */
const DELETED = 4;
const SENT = 2;
/** The SDK's field name for the content of each content type of which a row shows more than its kind. */
const ELEM_FIELDS: ReadonlyMap<number, string> = new Map([
  [101, "textElem"],
  [105, "fileElem"],
  [106, "atTextElem"],
  [109, "locationElem"],
  [110, "customElem"],
  [114, "quoteElem"],
  [115, "faceElem"],
  [117, "advancedTextElem"],
  [118, "markdownTextElem"],
]);

/**
 * Makes three requests whose size depends only on the rows shown: the positions of all chats, then the first chats
 * with their newest messages, then their names.
 */
export function createFirstRows({
  post,
  token,
}: {
  post: PostToChatServer;
  token: () => string | null;
}): RowSource {
  return {
    async askRows({ userID }) {
      const ask = <Output>(
        path: string,
        body: Readonly<{ [field: string]: unknown }>,
        answer: v.GenericSchema<unknown, Output>,
      ) => post({ path, body, token: token(), answer });

      const positions = firstOf(
        await ask(
          "/msg/get_conversations_has_read_and_max_seq",
          { userID, conversationIDs: [], returnPinned: true },
          Positions,
        ),
      );
      if (positions.size === 0) return [];
      const conversationIDs = [...positions.keys()];
      const newest = [...positions].map(([conversationID, { maxSeq }]) => ({
        conversationID,
        begin: maxSeq,
        end: maxSeq,
        num: 1,
      }));
      const [{ conversations }, { msgs }] = await Promise.all([
        ask("/conversation/get_conversations", { ownerUserID: userID, conversationIDs }, Records),
        // If the messages cannot be read, the rows are still shown.
        ask("/msg/pull_msg_by_seq", { userID, seqRanges: newest, order: 0 }, Pulled).catch(() => ({
          msgs: {},
        })),
      ]);
      const records = validItems(Record, conversations).filter(
        // The SDK also hides chats that are cleared or empty.
        ({ conversationID, minSeq }) => (positions.get(conversationID)?.maxSeq ?? 0) >= Math.max(minSeq, 1),
      );
      const [people, groups] = await Promise.all([
        whenAny(
          records.map((record) => record.userID),
          async (userIDList) =>
            peopleOf(
              await ask("/friend/get_specified_friends_info", { ownerUserID: userID, userIDList }, People),
            ),
        ),
        whenAny(
          records.map((record) => record.groupID),
          async (groupIDs) => groupsOf(await ask("/group/get_groups_info", { groupIDs }, Groups)),
        ),
      ]);
      const messages = new Map(Object.entries(msgs));
      return records
        .flatMap((record) => {
          const { conversationID } = record;
          const name = record.groupID === "" ? people.get(record.userID) : groups.get(record.groupID);
          const position = positions.get(conversationID);
          // Skip a chat whose user or group has no name in the answer.
          if (!name || !position) return [];
          const row = rowOf(
            { ...record, ...name },
            position,
            newestIn(messages.get(conversationID), conversationID),
          );
          return row ? [kept(row)] : [];
        })
        .sort(compareConversations);
    },
  };
}

/** Returns the first chats of the list: pinned ones, then the most recent ones. */
function firstOf({ seqs, pinnedConversationIDs }: v.InferOutput<typeof Positions>): Map<string, Position> {
  const pinned = new Set(pinnedConversationIDs);
  const known = Object.entries(seqs).flatMap(([conversationID, raw]) => {
    const position = v.safeParse(Position, raw);
    return position.success && position.output.maxSeq > 0 ? [[conversationID, position.output] as const] : [];
  });
  return new Map(
    known
      .sort(
        ([a, before], [b, after]) =>
          Number(pinned.has(b)) - Number(pinned.has(a)) || after.maxSeqTime - before.maxSeqTime,
      )
      .slice(0, LIMIT),
  );
}

function rowOf(
  record: Named & v.InferOutput<typeof Record>,
  { maxSeq, hasReadSeq, maxSeqTime }: Position,
  latestMsg: Message | null,
): Conversation | null {
  const row = parseConversation({
    ...record,
    unreadCount: Math.max(0, maxSeq - hasReadSeq),
    draftText: "",
    draftTextTime: 0,
    latestMsg: "",
    latestMsgSendTime: latestMsg?.sendTime ?? maxSeqTime,
  });
  return row && { ...row, latestMsg };
}

/** Returns the pulled message, or null if it is deleted or malformed. */
function newestIn(page: unknown, conversationID: string): Message | null {
  const pulled = v.safeParse(Page, page);
  const pulledMessage = v.safeParse(PulledMessage, pulled.success ? pulled.output.Msgs.at(-1) : undefined);
  if (!pulledMessage.success || pulledMessage.output.status === DELETED) return null;
  const { content, contentType, attachedInfo, senderFaceURL, ...message } = pulledMessage.output;
  const field = ELEM_FIELDS.get(contentType);
  return parseMessage(
    {
      ...message,
      contentType,
      senderFaceUrl: senderFaceURL,
      status: SENT,
      attachedInfoElem: jsonIn(attachedInfo),
      ...(field && { [field]: jsonIn(textIn(content)) }),
    },
    conversationID,
  );
}

/** Decodes base64 text. Returns "" for malformed input. */
function textIn(base64: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  } catch {
    return "";
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function peopleOf({ infos }: v.InferOutput<typeof People>): Map<string, Named> {
  return namesOf(
    validItems(Somebody, infos).map(({ userInfo: { userID, nickname, faceURL }, friendInfo }) => [
      userID,
      { showName: friendInfo?.remark || nickname, faceURL },
    ]),
  );
}

function groupsOf({ groupInfos }: v.InferOutput<typeof Groups>): Map<string, Named> {
  return namesOf(
    validItems(Group, groupInfos).map(({ groupID, groupName, faceURL }) => [
      groupID,
      { showName: groupName, faceURL },
    ]),
  );
}

function namesOf(named: readonly (readonly [string, Named])[]): Map<string, Named> {
  return new Map(named.filter(([, { showName }]) => showName !== ""));
}

async function whenAny(
  ids: readonly string[],
  ask: (ids: string[]) => Promise<Map<string, Named>>,
): Promise<Map<string, Named>> {
  const asked = [...new Set(ids)].filter((one) => one !== "");
  return asked.length > 0 ? ask(asked) : new Map();
}
