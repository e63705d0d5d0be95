import * as v from "valibot";
import { bodyOf } from "./repeats.ts";

const BATCH = "/group/get_incremental_group_members_batch";
const MY_GROUPS = "/group/get_full_join_group_ids";
const NO_PERMISSION = 1002;

const Batch = v.looseObject({
  userID: v.string(),
  reqList: v.array(v.looseObject({ groupID: v.string() })),
});
const Answer = v.object({
  errCode: v.number(),
  data: v.nullish(v.object({ respList: v.nullish(v.record(v.string(), v.unknown()), {}) })),
});
const MyGroups = v.object({
  errCode: v.literal(0),
  data: v.object({ groupIDs: v.nullish(v.array(v.string()), []) }),
});

/**
 * Wraps `fetch` so that one group without the user does not block the member lists of all groups.
 *
 * SDK 3.8.5 requests the members of every group in its database in batches, until each group is answered. Its
 * database may list a group that the user is not in: an earlier version of this client or the SDK itself added it.
 * - A real server then refuses the whole batch (1002), so no group gets its members. This wrapper repeats the
 *   request with the user's own groups only.
 * - Other servers leave the group out, and the SDK requests it forever. If an answer has none of the requested
 *   groups, this wrapper returns the real server's refusal, which ends the loop.
 */
export function guardMemberBatches(doFetch: typeof fetch): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const batch = url.endsWith(BATCH) ? batchIn(init) : null;
    if (batch === null || batch.reqList.length === 0) return doFetch(input, init);

    const response = await doFetch(input, init);
    const answer = v.safeParse(Answer, await jsonOf(response.clone()));
    if (!answer.success) return response;
    const { errCode, data } = answer.output;
    if (errCode === 0) {
      const isAnswered = batch.reqList.some(({ groupID }) => data?.respList[groupID] !== undefined);
      return isAnswered ? response : refusal();
    }
    if (errCode !== NO_PERMISSION || batch.reqList.length === 1) return response;

    const ask = (to: string, body: object) =>
      doFetch(to, { ...init, body: new TextEncoder().encode(JSON.stringify(body)) });
    const mine = await myGroups(() =>
      ask(url.replace(BATCH, MY_GROUPS), { userID: batch.userID, idHash: 0 }),
    );
    const reqList = batch.reqList.filter(({ groupID }) => mine?.has(groupID));
    if (reqList.length === 0 || reqList.length === batch.reqList.length) return response;
    return ask(url, { ...batch, reqList });
  };
}

function batchIn(init: RequestInit | undefined): v.InferOutput<typeof Batch> | null {
  const batch = v.safeParse(v.pipe(v.string(), v.parseJson(), Batch), bodyOf(init));
  return batch.success ? batch.output : null;
}

/** Returns null if the server does not answer. */
async function myGroups(ask: () => Promise<Response>): Promise<ReadonlySet<string> | null> {
  const response = await ask().catch(() => null);
  const answer = v.safeParse(MyGroups, response && (await jsonOf(response)));
  return answer.success ? new Set(answer.output.data.groupIDs) : null;
}

const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => null);

function refusal(): Response {
  const errMsg = "NoPermissionError";
  return Response.json({ errCode: NO_PERMISSION, errMsg, errDlt: "op user not in group" });
}
