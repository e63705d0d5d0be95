import * as v from "valibot";
import { Failure } from "../../../machines/domain/failure.ts";
import type { HeardStore } from "../../../machines/ports/player.ts";
import { readList } from "./items.ts";

const PREFIX = "parley:heard:";
/** Maximum entries. Older voice messages show as unheard again. */
const LIMIT = 2000;

/** Stores which voice messages were heard, one list for each user. Unreadable data counts as empty. */
export function createHeardVoices(storage: Pick<Storage, "getItem" | "setItem">): HeardStore {
  const read = (userID: string) => readList(storage, PREFIX + userID, v.string());
  return {
    readHeard: async ({ userID }) => read(userID),
    async keepHeard({ userID, clientMsgID }) {
      const others = read(userID).filter((id) => id !== clientMsgID);
      try {
        storage.setItem(PREFIX + userID, JSON.stringify([...others, clientMsgID].slice(-LIMIT)));
      } catch {
        throw new Failure("unknown");
      }
    },
  };
}
