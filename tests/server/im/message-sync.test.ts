// How much the server reads of its messages for an answer.
// @vitest-environment node
import { afterEach, beforeEach, expect, it } from "vitest";
import { createConversations } from "../../../server/im/domain/conversations.ts";
import { createGroups } from "../../../server/im/domain/groups.ts";
import { newMessageID, singleConversationID } from "../../../server/im/domain/ids.ts";
import { createMessageSync } from "../../../server/im/domain/message-sync.ts";
import { createMessages } from "../../../server/im/domain/messages.ts";
import { createPairs } from "../../../server/im/domain/pairs.ts";
import { createReadCursors } from "../../../server/im/domain/read-cursors.ts";
import { createSenders } from "../../../server/im/domain/senders.ts";
import { createUsers } from "../../../server/im/domain/users.ts";
import { createVersions } from "../../../server/im/domain/versions.ts";
import { decodeStored } from "../../../server/im/protocol/messages.ts";
import { type Database, inMemory, openDatabase } from "../../../server/store/database.ts";

let db: Database;
beforeEach(() => {
  db = openDatabase(inMemory);
});
afterEach(() => db.close());

/** Alice's side of a store; `read` is what the server has read of messages, `spent` what Alice has paid for it. */
function createStore() {
  const now = () => Date.UTC(2026, 10, 26);
  const pairs = createPairs(db);
  const versions = createVersions(db);
  const users = createUsers(db, now, pairs);
  const conversations = createConversations(db, versions, pairs);
  const readCursors = createReadCursors(db);
  const messages = createMessages(db);
  const senders = createSenders({ users, groups: createGroups(db, versions) });
  const store = {
    read: 0,
    spent: 0,
    write(from: string, bytes: number): void {
      users.register({ userID: from, nickname: from, faceURL: "" });
      conversations.createSingle("alice", from);
      const content = Buffer.from(JSON.stringify({ content: "x".repeat(bytes) }));
      messages.append(singleConversationID("alice", from), {
        ...decodeStored(new Uint8Array()),
        sendID: from,
        recvID: "alice",
        clientMsgID: newMessageID(),
        sessionType: 1,
        contentType: 101,
        content,
        sendTime: now(),
        status: 1,
      });
    },
    messageSync: createMessageSync({
      conversations,
      readCursors,
      senders,
      messages: {
        ...messages,
        bySeqs: (conversationID, seqs) => {
          const found = messages.bySeqs(conversationID, seqs);
          for (const { content } of found) store.read += content.length;
          return found;
        },
      },
      readBudget: {
        spend: (_userID, bytes) => {
          store.spent += bytes;
        },
      },
    }),
  };
  return store;
}

it("8-09 the newest messages are one of each chat and no more than an answer holds, and are paid for", () => {
  const store = createStore();
  const friends = Array.from({ length: 20 }, (_, index) => `friend${index}`);
  for (const friend of friends) for (let sent = 0; sent < 3; sent += 1) store.write(friend, 200_000);
  store.write("brief", 10);
  const ids = ["brief", ...friends].map((friend) => singleConversationID("alice", friend));
  const found = store.messageSync.lastMessages("alice", ids);
  expect(Object.keys(found)).toContain("si_alice_brief");
  expect(Object.keys(found).length).toBeGreaterThan(5);
  expect(store.read).toBeLessThan(2 * 1024 * 1024);
  expect(store.spent).toBeGreaterThanOrEqual(store.read);
});

it("8-09 read cursors are paid for by chat, also when no chat is named", () => {
  const store = createStore();
  for (let index = 0; index < 30; index += 1) store.write(`friend${index}`, 10);
  const costOf = (ask: (userID: string) => unknown) => {
    const before = store.spent;
    ask("alice");
    return store.spent - before;
  };
  const { maxSeqs, hasReadAndMaxSeqs, pinned } = store.messageSync;
  for (const ask of [maxSeqs, (userID: string) => hasReadAndMaxSeqs(userID, []), pinned])
    expect(costOf(ask)).toBeGreaterThanOrEqual(30 * 100);
});

it("8-09 messages and their deletion marks are found by the key of their numbers: nothing goes through a whole conversation", () => {
  const asked: string[] = [];
  createMessages({
    ...db,
    prepare: <Row>(sql: string) => {
      asked.push(sql);
      return db.prepare<Row>(sql);
    },
  });
  const plans = asked
    .filter((sql) => sql.includes("json_each"))
    .map((sql) => db.prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all("[1]", "si_alice_bob"))
    .map((steps) => steps.map(({ detail }) => detail).join());
  const byKey = "USING PRIMARY KEY (conversationID=? AND seq=?)";
  const ofUser = "USING PRIMARY KEY (userID=? AND conversationID=? AND seq=?)";
  expect(plans).toEqual([
    expect.stringContaining(`SEARCH messages ${byKey}`),
    expect.stringContaining(`SEARCH messages ${byKey}`),
    expect.stringContaining(`SEARCH deleted_messages ${ofUser}`),
  ]);
});
