import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode } from "../protocol/constants.ts";
import { singleConversationID } from "./ids.ts";

export type Pairs = ReturnType<typeof createPairs>;

/**
 * Prevents two pairs of users from sharing one conversation. Ids may contain "_", which also joins the two ids of a
 * conversation: "a" with "b_c" and "a_b" with "c" are both `si_a_b_c`; the same holds for notification streams. The
 * first pair gets the conversation. A user paired with itself means its own notification stream.
 */
export function createPairs(db: Database) {
  const find = db.prepare<{ smaller: string }>("SELECT smaller FROM pairs WHERE conversationID = ?");
  const insert = db.prepare(
    "INSERT INTO pairs (conversationID, smaller) VALUES (?, ?) ON CONFLICT DO NOTHING",
  );

  /** @throws ApiError 1001 when another pair has this conversation */
  function require(a: string, b: string): void {
    if (!isAmbiguous(a, b)) return;
    const conversationID = singleConversationID(a, b);
    const first = find.get(conversationID);
    if (first === undefined || first.smaller === smaller(a, b)) return;
    throw new ApiError(ErrCode.args, "ArgsError", `${conversationID} is the conversation of other users`);
  }

  return {
    require,

    /**
     * Checks the pair and reserves the conversation for it.
     * @throws ApiError 1001
     */
    claim(a: string, b: string): void {
      require(a, b);
      if (isAmbiguous(a, b)) insert.run(singleConversationID(a, b), smaller(a, b));
    },
  };
}

/** Two ids without "_" form a unique conversation id. */
const isAmbiguous = (a: string, b: string) => a.includes("_") || b.includes("_");

/** The conversation id and the smaller user id determine the other user id. */
const smaller = (a: string, b: string) => (a < b ? a : b);
