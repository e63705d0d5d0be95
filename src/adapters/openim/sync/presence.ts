import * as v from "valibot";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { PresenceCalls } from "../../../../machines/ports/presence.ts";
import type { Rpc } from "../connection/rpc.ts";
import { id, optionalNumber, parseList, parseOrSkip } from "../parse/parsing.ts";

/** Online status of users (protocol section 9.4). */

const Status = v.object({ userID: id, status: optionalNumber });

const ONLINE = 1;

export function parsePresence(raw: unknown): { userID: string; isOnline: boolean } | null {
  const said = parseOrSkip(Status, raw, "online status");
  return said && { userID: said.userID, isOnline: said.status === ONLINE };
}

export function createPresence(rpc: Rpc): Omit<PresenceCalls, "presenceEvents"> {
  let subscribed: readonly string[] = [];
  // For subscribed users the SDK repeats its last value; only a new subscription asks the server. Unsubscribing
  // sends no request: the server gets the change with the next subscription.
  const ask = async (given: readonly string[], userIDs: readonly string[]): Promise<readonly string[]> => {
    await rpc.call("unsubscribeUsersStatus", [...given]);
    const answer = await rpc.call("subscribeUsersStatus", [...userIDs]);
    if (!Array.isArray(answer)) throw new Failure("unknown");
    const online = parseList(answer, parsePresence).filter(({ isOnline }) => isOnline);
    return online.map(({ userID }) => userID).filter((userID) => userIDs.includes(userID));
  };
  return {
    loadPresence({ userIDs }) {
      const given = [...new Set([...subscribed, ...userIDs])];
      subscribed = userIDs;
      return ask(given, userIDs);
    },
    async checkPresence({ userID }) {
      subscribed = [...new Set([...subscribed, userID])];
      return (await ask([userID], [userID])).includes(userID);
    },
  };
}
