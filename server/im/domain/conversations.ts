import type { Database } from "../../store/database.ts";
import { SessionType } from "../protocol/constants.ts";
import {
  conversationsOfStream,
  groupConversationID,
  isNotificationStream,
  pairStreamID,
  singleConversationID,
} from "./ids.ts";
import type { Pairs } from "./pairs.ts";
import { Collection, type Versions } from "./versions.ts";

/** OpenIM's Conversation: a user's settings of a conversation (protocol section 4.3). */
export interface Conversation {
  ownerUserID: string;
  conversationID: string;
  /** 0 normal, 1 do not receive, 2 no notification. */
  recvMsgOpt: number;
  conversationType: number;
  userID: string;
  groupID: string;
  isPinned: boolean;
  attachedInfo: string;
  isPrivateChat: boolean;
  groupAtType: number;
  ex: string;
  /** Seconds. */
  burnDuration: number;
  minSeq: number;
  maxSeq: number;
  msgDestructTime: number;
  latestMsgDestructTime: number;
  isMsgDestruct: boolean;
}

export type ConversationChanges = Partial<
  Pick<
    Conversation,
    | "recvMsgOpt"
    | "isPinned"
    | "attachedInfo"
    | "isPrivateChat"
    | "groupAtType"
    | "ex"
    | "burnDuration"
    | "msgDestructTime"
    | "isMsgDestruct"
  >
>;

/** latestMsgDestructTime before the first run: Go's zero time (year 1) in ms. */
const neverDestructed = -62_135_596_800_000;

type Flags = "isPinned" | "isPrivateChat" | "isMsgDestruct";
type Row = Omit<Conversation, Flags> & Record<Flags, number>;

export type Conversations = ReturnType<typeof createConversations>;

export function createConversations(db: Database, versions: Versions, pairs: Pairs) {
  const columns = `c.ownerUserID, c.conversationID, c.recvMsgOpt, c.conversationType, c.userID, c.groupID,
    c.isPinned, c.attachedInfo, c.isPrivateChat, c.groupAtType, c.ex, c.burnDuration,
    COALESCE(u.minSeq, 0) AS minSeq, MAX(0, COALESCE(u.maxSeq, 0)) AS maxSeq,
    c.msgDestructTime, ${neverDestructed} AS latestMsgDestructTime, c.isMsgDestruct`;
  const source =
    "conversations c LEFT JOIN user_seqs u ON u.userID = c.ownerUserID AND u.conversationID = c.conversationID";
  const selectMany = db.prepare<Row>(
    `SELECT ${columns} FROM ${source} WHERE c.ownerUserID = ?
     AND c.conversationID IN (SELECT value FROM json_each(?)) ORDER BY c.conversationID`,
  );
  const selectPage = db.prepare<Row>(
    `SELECT ${columns} FROM ${source} WHERE c.ownerUserID = ? ORDER BY c.conversationID LIMIT ? OFFSET ?`,
  );
  const selectIDs = db.prepare<{ conversationID: string }>(
    "SELECT conversationID FROM conversations WHERE ownerUserID = ? ORDER BY conversationID",
  );
  const selectExisting = db.prepare<{ conversationID: string }>(
    `SELECT conversationID FROM conversations
     WHERE ownerUserID = ? AND conversationID IN (SELECT value FROM json_each(?))`,
  );
  const selectUnmarked = db.prepare<{ ownerUserID: string }>(
    `SELECT c.ownerUserID FROM json_each(?) AS wanted
     CROSS JOIN conversations c ON c.ownerUserID = wanted.value AND c.conversationID = ? WHERE c.groupAtType <> ?`,
  );
  const insert = db.prepare(
    `INSERT INTO conversations (ownerUserID, conversationID, conversationType, userID, groupID, burnDuration)
     VALUES (?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING`,
  );
  const write = db.prepare(
    `UPDATE conversations SET recvMsgOpt = ?, isPinned = ?, attachedInfo = ?, isPrivateChat = ?, groupAtType = ?,
       ex = ?, burnDuration = ?, msgDestructTime = ?, isMsgDestruct = ?
     WHERE ownerUserID = ? AND conversationID = ?`,
  );

  function create(ownerUserID: string, conversationID: string, type: number, peer: string, groupID: string) {
    const { changes } = insert.run(ownerUserID, conversationID, type, peer, groupID);
    if (changes > 0) versions.bump(Collection.conversations(ownerUserID), "insert", [conversationID]);
  }

  function getMany(ownerUserID: string, conversationIDs: readonly string[]): Conversation[] {
    return selectMany.all(ownerUserID, JSON.stringify(conversationIDs)).map(toConversation);
  }

  return {
    getMany,

    page: (ownerUserID: string, limit: number, offset: number): Conversation[] =>
      selectPage.all(ownerUserID, limit, offset).map(toConversation),

    ids: (ownerUserID: string): string[] => selectIDs.all(ownerUserID).map((row) => row.conversationID),

    /** The ids that are the user's conversations or their notification streams. */
    readable(userID: string, ids: readonly string[]): Set<string> {
      const mine = pairStreamID(userID, userID);
      const needed = new Map(
        ids.map((id) => [id, isNotificationStream(id) ? conversationsOfStream(id) : [id]]),
      );
      const rows = selectExisting.all(userID, JSON.stringify([...needed.values()].flat()));
      const found = new Set(rows.map((row) => row.conversationID));
      return new Set(ids.filter((id) => id === mine || needed.get(id)?.some((one) => found.has(one))));
    },

    /**
     * Creates one user's record of a single chat unless it exists; the peer's list is unchanged.
     * @throws ApiError 1001 when another pair has a conversation of that id
     */
    openSingle(ownerUserID: string, peer: string): void {
      pairs.claim(ownerUserID, peer);
      create(ownerUserID, singleConversationID(ownerUserID, peer), SessionType.single, peer, "");
    },

    /**
     * Creates both records of a single chat (one for a chat with the own user) unless they exist.
     * @throws ApiError 1001 when another pair has a conversation of that id
     */
    createSingle(a: string, b: string): void {
      pairs.claim(a, b);
      const conversationID = singleConversationID(a, b);
      create(a, conversationID, SessionType.single, b, "");
      if (a !== b) create(b, conversationID, SessionType.single, a, "");
    },

    createGroup(groupID: string, memberIDs: readonly string[]): void {
      for (const member of memberIDs) {
        create(member, groupConversationID(groupID), SessionType.group, "", groupID);
      }
    },

    /** The users whose conversation has another mark of a mention. */
    withoutMark: (userIDs: readonly string[], conversationID: string, groupAtType: number): string[] =>
      selectUnmarked.all(JSON.stringify(userIDs), conversationID, groupAtType).map((row) => row.ownerUserID),

    /** Writes and logs the changes. Returns false when nothing differs or there is no such record. */
    update(ownerUserID: string, conversationID: string, changes: ConversationChanges): boolean {
      const [before] = getMany(ownerUserID, [conversationID]);
      if (before === undefined) return false;
      const after = { ...before, ...withoutUndefined(changes) };
      if (JSON.stringify(after) === JSON.stringify(before)) return false;
      write.run(
        after.recvMsgOpt,
        Number(after.isPinned),
        after.attachedInfo,
        Number(after.isPrivateChat),
        after.groupAtType,
        after.ex,
        after.burnDuration,
        after.msgDestructTime,
        Number(after.isMsgDestruct),
        ownerUserID,
        conversationID,
      );
      versions.bump(Collection.conversations(ownerUserID), "update", [conversationID]);
      return true;
    },

    touch(ownerUserID: string, conversationIDs: readonly string[]): void {
      versions.bump(Collection.conversations(ownerUserID), "update", conversationIDs);
    },
  };
}

function toConversation(row: Row): Conversation {
  return {
    ...row,
    isPinned: row.isPinned === 1,
    isPrivateChat: row.isPrivateChat === 1,
    isMsgDestruct: row.isMsgDestruct === 1,
  };
}

function withoutUndefined(changes: ConversationChanges): ConversationChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
