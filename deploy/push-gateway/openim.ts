import * as v from "valibot";
import { ApiError } from "../../server/http.ts";
import type { Subscriber } from "../../server/push/subscriptions.ts";

export interface OpenImOptions {
  /** Address of OpenIM's REST, without a slash at its end. */
  apiUrl: string;
  /** OpenIM's secret, and the id of its administrator. */
  secret: string;
  adminUserID: string;
}

const timeoutMs = 5000;
const maxAnswerBytes = 4 * 1024 * 1024;

const envelope = v.object({
  errCode: v.number(),
  errMsg: v.nullish(v.string(), ""),
  data: v.optional(v.unknown()),
});
const list = <Item>(item: v.GenericSchema<unknown, Item>) => v.nullish(v.array(item), []);

const parsedToken = v.object({
  userID: v.pipe(v.string(), v.nonEmpty()),
  platformID: v.number(),
  expireTimeSeconds: v.number(),
});
const adminToken = v.object({ token: v.string() });
const usersInfo = v.object({
  usersInfo: list(
    v.object({
      userID: v.string(),
      nickname: v.string(),
      faceURL: v.nullish(v.string(), ""),
      globalRecvMsgOpt: v.nullish(v.number(), 0),
    }),
  ),
});
const onlineStatus = list(
  v.object({
    userID: v.string(),
    detailPlatformStatus: list(
      v.object({ platformID: v.number(), isBackground: v.nullish(v.boolean(), false) }),
    ),
  }),
);
const groupInfos = v.object({ groupInfos: list(v.object({ groupName: v.string() })) });
const members = v.object({
  members: list(v.object({ userID: v.string(), nickname: v.string(), faceURL: v.nullish(v.string(), "") })),
});
const conversations = v.object({
  conversations: list(v.object({ recvMsgOpt: v.number(), isPrivateChat: v.nullish(v.boolean(), false) })),
});

const seqs = v.object({
  seqs: v.nullish(v.record(v.string(), v.object({ maxSeq: v.nullish(v.number(), 0) })), {}),
});
const pulled = v.object({
  msgs: v.nullish(
    v.record(v.string(), v.object({ Msgs: list(v.object({ clientMsgID: v.string(), seq: v.number() })) })),
    {},
  ),
});

/** Newest messages among which a pushed message is looked for. */
const newest = 20;

/** A message that the gateway sends in a user's name. */
export interface UserMessage {
  userID: string;
  platformID: number;
  /** The receiver of a single chat, else "". */
  recvID: string;
  groupID: string;
  contentType: number;
  content: Readonly<Record<string, string>>;
  /** Not stored: only a receiver who is connected gets it. */
  isOnlineOnly: boolean;
}

/** The REST calls of OpenIM that the gateway makes. Each rejects if OpenIM does not answer in time. */
export function createOpenIm({ apiUrl, secret, adminUserID }: OpenImOptions) {
  let admin: Promise<string> | null = null;
  let count = 0;

  async function post(
    path: string,
    body: object,
    token: string | null,
  ): Promise<v.InferOutput<typeof envelope>> {
    count += 1;
    const response = await fetch(apiUrl + path, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        operationID: `push-${process.pid}-${count}`,
        ...(token !== null && { token }),
      },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (text.length > maxAnswerBytes) throw new Error(`${path}: the answer is too large`);
    return v.parse(v.pipe(v.string(), v.parseJson(), envelope), text);
  }

  async function adminTokenOf(): Promise<string> {
    const { errCode, errMsg, data } = await post(
      "/auth/get_admin_token",
      { secret, userID: adminUserID },
      null,
    );
    if (errCode !== 0) throw new Error(`/auth/get_admin_token: ${errCode} ${errMsg}`);
    return v.parse(adminToken, data).token;
  }

  /** Asks as the administrator. A token that has ended is replaced once. */
  async function ask<Data>(
    path: string,
    body: object,
    schema: v.GenericSchema<unknown, Data>,
  ): Promise<Data> {
    for (const isLast of [false, true]) {
      admin ??= adminTokenOf();
      const used = admin;
      // Another call may have replaced it already.
      const drop = () => {
        if (admin === used) admin = null;
      };
      const token = await used.catch((error: unknown) => {
        drop();
        throw error;
      });
      const { errCode, errMsg, data } = await post(path, body, token);
      if (errCode === 0) return v.parse(schema, data);
      if (isLast || errCode < 1500 || errCode > 1510) {
        throw new ApiError(errCode, `${path}: ${errCode} ${errMsg}`);
      }
      drop();
    }
    throw new Error(path);
  }

  async function users(userIDs: readonly string[]) {
    return (await ask("/user/get_users_info", { userIDs }, usersInfo)).usersInfo ?? [];
  }

  async function membersOf(groupID: string, userIDs: readonly string[]) {
    return (await ask("/group/get_group_members_info", { groupID, userIDs }, members)).members ?? [];
  }

  return {
    /**
     * Returns the login of a user's token.
     * @throws ApiError with OpenIM's code for a token that does not count
     */
    async loginOf(token: string): Promise<Pick<Subscriber, "userID" | "platformID" | "expiresAt">> {
      const { errCode, errMsg, data } = await post("/auth/parse_token", { token }, null);
      if (errCode !== 0) throw new ApiError(errCode, errMsg ?? "");
      const { userID, platformID, expireTimeSeconds } = v.parse(parsedToken, data);
      return { userID, platformID, expiresAt: expireTimeSeconds * 1000 };
    },

    users,

    /** The platforms on which each user is connected. */
    async platforms(userIDs: readonly string[]): Promise<Map<string, number[]>> {
      const status = (await ask("/user/get_users_online_status", { userIDs }, onlineStatus)) ?? [];
      return new Map(
        status.map(({ userID, detailPlatformStatus }) => [
          userID,
          (detailPlatformStatus ?? []).map(({ platformID }) => platformID),
        ]),
      );
    },

    async groupName(groupID: string): Promise<string> {
      const answer = await ask("/group/get_groups_info", { groupIDs: [groupID] }, groupInfos);
      return answer.groupInfos?.[0]?.groupName ?? "";
    },

    members: membersOf,

    /** The seq of a message; undefined if it is not among the newest of its conversation. */
    async seqOf(userID: string, conversationID: string, clientMsgID: string): Promise<number | undefined> {
      const asked = { userID, conversationIDs: [conversationID] };
      const found = await ask("/msg/get_conversations_has_read_and_max_seq", asked, seqs);
      const end = found.seqs?.[conversationID]?.maxSeq ?? 0;
      const range = { conversationID, begin: Math.max(1, end - newest + 1), end, num: newest };
      const { msgs } = await ask("/msg/pull_msg_by_seq", { userID, seqRanges: [range], order: 0 }, pulled);
      return msgs?.[conversationID]?.Msgs?.find((one) => one.clientMsgID === clientMsgID)?.seq;
    },

    /** Sends a message as that user. OpenIM applies its rules for messages of the user. */
    async send({ userID, platformID, groupID, isOnlineOnly, ...message }: UserMessage): Promise<void> {
      const [sender] = groupID === "" ? await users([userID]) : await membersOf(groupID, [userID]);
      const body = {
        ...message,
        groupID,
        isOnlineOnly,
        sendID: userID,
        senderNickname: sender?.nickname ?? "",
        senderFaceURL: sender?.faceURL ?? "",
        senderPlatformID: platformID,
        sessionType: groupID === "" ? 1 : 3,
        notOfflinePush: isOnlineOnly,
      };
      await ask("/msg/send_msg", body, v.unknown());
    },

    async markRead(userID: string, conversationID: string, hasReadSeq: number): Promise<void> {
      const body = { userID, conversationID, hasReadSeq, seqs: [] };
      await ask("/msg/mark_conversation_as_read", body, v.unknown());
    },

    async conversation(ownerUserID: string, conversationID: string) {
      const body = { ownerUserID, conversationIDs: [conversationID] };
      return (await ask("/conversation/get_conversations", body, conversations)).conversations?.[0];
    },
  };
}
