// How much the server reads of its messages for an answer.
// @vitest-environment node
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMessages } from "../../../server/im/domain/messages.ts";
import { type Database, inMemory, openDatabase } from "../../../server/store/database.ts";

let db: Database;
beforeEach(() => {
  db = openDatabase(inMemory);
});
afterEach(() => db.close());

it("8-09 messages are found by the key of their numbers: nothing goes through a whole conversation", () => {
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
  expect(plans).toHaveLength(2);
  for (const plan of plans)
    expect(plan).toContain("SEARCH messages USING PRIMARY KEY (conversationID=? AND seq=?)");
});
