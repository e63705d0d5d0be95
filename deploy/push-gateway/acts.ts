import { ApiError } from "../../server/http.ts";
import type { ActRequest, Grant, Granted, Grants, Permit } from "../../server/push/grants.ts";
import type { CountCall } from "../../server/rates.ts";
import type { createOpenIm } from "./openim.ts";

const TEXT = 101;
const CUSTOM = 110;
const maxTokens = 10_000;

/**
 * Acts of a service worker in the user's name on a real OpenIM, which lets its administrator send as a user. OpenIM
 * does not report that a token has ended, so the user's token is checked for each act. It is kept in memory only:
 * after a restart, pushes allow nothing until the user's next visit.
 */
export function createActs(deps: {
  grants: Grants;
  openim: ReturnType<typeof createOpenIm>;
  countCall: CountCall;
}) {
  const { grants, openim } = deps;
  /** By endpoint, the oldest first. */
  const tokens = new Map<string, string>();

  async function chatOf({ userID, conversationID }: Grant): Promise<void> {
    const row = await openim.conversation(userID, conversationID);
    if (row === undefined || row.isPrivateChat) throw new ApiError(1002, "NoPermissionError");
  }

  async function run(grant: Grant, request: ActRequest): Promise<void> {
    const { userID, conversationID, peerID, groupID, seq, signal, platformID } = grant;
    const login = await openim.loginOf(tokens.get(grant.endpoint) ?? "");
    if (login.userID !== userID) throw new ApiError(1507, "TokenNotExistError");
    const from = { userID, platformID, groupID, recvID: groupID === "" ? peerID : "" };
    if (request.action === "decline") {
      const content = { data: signal, description: "", extension: "" };
      return openim.send({ ...from, contentType: CUSTOM, content, isOnlineOnly: true });
    }
    await chatOf(grant);
    await openim.markRead(userID, conversationID, seq);
    if (request.action !== "reply") return;
    const content = { content: request.text };
    await openim.send({ ...from, contentType: TEXT, content, isOnlineOnly: false });
  }

  return {
    keepToken(endpoint: string, token: string): void {
      tokens.delete(endpoint);
      tokens.set(endpoint, token);
      const [oldest] = tokens.keys();
      if (tokens.size > maxTokens && oldest !== undefined) tokens.delete(oldest);
    },

    isAble: (endpoint: string): boolean => tokens.has(endpoint),

    give: (endpoint: string, what: Granted, lifetimeMs: number): Permit | undefined =>
      tokens.has(endpoint) ? grants.give(endpoint, what, lifetimeMs) : undefined,

    /**
     * Does what the service worker asks for. `size` is the size of the request in bytes.
     * @throws ApiError 1004 and 1002 for a grant that is over or used, and those of OpenIM
     */
    async act(request: ActRequest, size: number): Promise<void> {
      const { secret, action } = request;
      const grant = grants.take(secret, action);
      try {
        deps.countCall(grant.userID, { path: "/push/act", size });
        await run(grant, request);
      } catch (error) {
        // Without an answer of OpenIM the message may be sent.
        if (error instanceof ApiError) grants.giveBack(secret, action);
        throw error;
      }
    },
  };
}
