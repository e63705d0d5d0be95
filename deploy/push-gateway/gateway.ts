import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as v from "valibot";
import {
  type ApiCall,
  ApiError,
  type ApiRoutes,
  answerApi,
  clientAddress,
  readBody,
  refuseChunks,
} from "../../server/http.ts";
import { groupConversationID, singleConversationID } from "../../server/im/domain/ids.ts";
import { warn } from "../../server/log.ts";
import { pushedContent, recordedCall, rejectOf, shownName } from "../../server/push/content.ts";
import { actRate, actRequest, messageGrantMs } from "../../server/push/grants.ts";
import { createWebPush, type WebPushOptions } from "../../server/push/index.ts";
import { callNotice, messageNotice } from "../../server/push/notice.ts";
import { pushTables } from "../../server/push/tables.ts";
import { createBuckets, createCallCounter, type Rate } from "../../server/rates.ts";
import { sentenceOf } from "../../server/sentences.ts";
import { openStore } from "../../server/store/store.ts";
import { createActs } from "./acts.ts";
import { createOpenIm, type OpenImOptions } from "./openim.ts";

export interface GatewayOptions {
  /** Folder of the keys and subscriptions, or ":memory:". */
  data: string;
  openim: OpenImOptions;
  /** The last part of the webhook's address. OpenIM signs no requests, so a caller who knows this part may push. */
  webhookSecret: string;
  webPush?: WebPushOptions;
  now?: () => number;
}

export interface PushGateway {
  /** Answers every request. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

/** Messages that are looked up at the same time. Further ones are dropped: OpenIM must not wait. */
const maxAtOnce = 200;
/** Requests of browsers from one address: OpenIM checks a token for each. */
const askRate: Rate = { burst: 60, perMinute: 30 };
const maxAddresses = 10_000;
const maxMentions = 50;
const logIntervalMs = 60_000;

const text = v.pipe(v.string(), v.maxLength(256));
/** What OpenIM sends before an offline push (CallbackBeforePushReq). */
const beforeOfflinePush = v.object({
  callbackCommand: v.literal("callbackBeforeOfflinePushCommand"),
  userIDList: v.pipe(v.nullish(v.array(text), []), v.maxLength(10_000)),
  clientMsgID: v.nullish(text, ""),
  sendID: text,
  groupID: v.nullish(text, ""),
  contentType: v.number(),
  sessionType: v.number(),
  atUserIDList: v.nullish(v.array(text), []),
  content: v.nullish(v.string(), ""),
});
type OfflineMessage = v.InferOutput<typeof beforeOfflinePush>;

/** OpenIM goes on with its own pushes, to phones, as if there were no webhook (CallbackBeforePushResp). */
const goOn = JSON.stringify({
  actionCode: 0,
  errCode: 0,
  errMsg: "",
  errDlt: "",
  nextCode: 0,
  userIDList: null,
  offlinePushInfo: null,
});

/**
 * Web Push for a real OpenIM: browsers subscribe here, and OpenIM's webhook `beforeOfflinePush` tells of each message
 * for a user who is offline.
 */
export function createPushGateway(options: GatewayOptions): PushGateway {
  const { data, now = Date.now, webhookSecret } = options;
  const db = openStore(data, pushTables);
  const webPush = createWebPush(db, now, options.webPush);
  const openim = createOpenIm(options.openim);
  const countCall = createCallCounter(now);
  const asking = createBuckets(now, maxAddresses);
  const acting = createBuckets(now, maxAddresses);
  const acts = createActs({ grants: webPush.grants, openim, countCall });
  const hook = `/${webhookSecret}/`;
  let active = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function report(line: string): void {
    if (now() - loggedAt < logIntervalMs) return;
    loggedAt = now();
    warn(line);
  }

  const forUser =
    <Body>(
      schema: v.GenericSchema<unknown, Body>,
      handler: (body: Body, login: Awaited<ReturnType<typeof openim.loginOf>>, token: string) => unknown,
    ) =>
    async (call: ApiCall) => {
      if (call.token === "") throw new ApiError(1001, "ArgsError", "header must have token");
      const seconds = asking.take(call.address, askRate);
      if (seconds > 0) throw new ApiError(20005, `too often, try again in ${seconds} s`);
      const body = v.safeParse(schema, call.body, { abortEarly: true });
      if (!body.success) throw new ApiError(1001, "ArgsError", sentenceOf(body.issues[0]));
      const login = await openim.loginOf(call.token);
      countCall(login.userID, call);
      return handler(body.output, login, call.token);
    };

  const routes: ApiRoutes = {
    "/push/get_key": forUser(v.object({}), () => ({ publicKey: webPush.publicKey })),
    "/push/subscribe": forUser(webPush.schema, (device, login, token) => {
      const tokenID = createHash("sha256").update(token).digest("hex");
      webPush.subscriptions.keep({ ...login, tokenID }, device);
      acts.keepToken(device.endpoint, token);
    }),
    "/push/unsubscribe": forUser(
      v.object({ endpoint: v.pipe(v.string(), v.maxLength(1024)) }),
      ({ endpoint }, { userID }) => webPush.subscriptions.drop(userID, endpoint),
    ),
    // A service worker has no token. The secret of the push is in the body, because addresses are logged.
    "/push/act": async ({ address, body, size }) => {
      const seconds = acting.take(address, actRate);
      if (seconds > 0) throw new ApiError(20005, `too often, try again in ${seconds} s`);
      const request = v.safeParse(actRequest, body, { abortEarly: true });
      if (!request.success) throw new ApiError(1001, "ArgsError", sentenceOf(request.issues[0]));
      await acts.act(request.output, size);
    },
  };

  /** The seq of the message for a user; 0 if OpenIM does not say. */
  function seqOf(userID: string, conversationID: string, clientMsgID: string): Promise<number> {
    return openim.seqOf(userID, conversationID, clientMsgID).then(
      (seq) => seq ?? 0,
      () => 0,
    );
  }

  async function push(message: OfflineMessage): Promise<void> {
    const { sendID, groupID, contentType, sessionType, content: raw, atUserIDList } = message;
    const receivers = (message.userIDList ?? []).filter((userID) => userID !== sendID);
    const subscribed = webPush.subscriptions.of(receivers);
    if (subscribed.length === 0 || pushedContent(contentType, raw ?? "") === null) return;
    const isGroup = sessionType === 3;
    if (isGroup ? !groupID : sessionType !== 1) return;
    const owners = [...new Set(subscribed.map(({ userID }) => userID))];
    const named = [...new Set([sendID, ...(atUserIDList ?? []).slice(0, maxMentions)])];
    const [platforms, users, group, members] = await Promise.all([
      openim.platforms(owners),
      openim.users([...new Set([...named, ...owners])]),
      isGroup ? openim.groupName(groupID ?? "") : null,
      isGroup ? openim.members(groupID ?? "", named) : [],
    ]);
    const byID = new Map(users.map((user) => [user.userID, user]));
    const names = new Map([...users, ...members].map(({ userID, nickname }) => [userID, nickname]));
    const content = pushedContent(contentType, raw ?? "", (userID) => names.get(userID));
    if (content === null) return;
    const call = isGroup ? null : recordedCall(contentType, raw ?? "");
    for (const device of subscribed) {
      const { endpoint, userID } = device;
      // OpenIM counts a user as offline who is connected by a browser only.
      if (platforms.get(device.userID)?.includes(device.platformID)) continue;
      if (byID.get(device.userID)?.globalRecvMsgOpt !== 0) continue;
      const conversationID = isGroup
        ? groupConversationID(groupID ?? "")
        : singleConversationID(sendID, device.userID);
      // Of a group, OpenIM names only members who have not muted it.
      const row = isGroup
        ? undefined
        : await openim.conversation(device.userID, conversationID).catch(() => "unknown" as const);
      if (row !== "unknown" && row !== undefined && row.recvMsgOpt !== 0) continue;
      const told = { conversationID, sender: shownName(names.get(sendID) ?? "", sendID), sendTime: now() };
      const base = {
        userID,
        conversationID,
        peerID: sendID,
        groupID: groupID ?? "",
        seq: 0,
        roomID: "",
        signal: "",
      };
      if (call?.seconds) {
        const { roomID, seconds } = call;
        const signal = rejectOf({ ...call, seconds }, { inviterUserID: sendID, userID });
        const write = () => {
          const permit = acts.give(endpoint, { ...base, roomID, signal }, seconds * 1000);
          return callNotice(device, { ...told, ...call, seconds, permit });
        };
        webPush.push(device, write, true);
        continue;
      }
      if (call && webPush.grants.declined(userID, call.roomID).some((one) => one.endpoint === endpoint))
        continue;
      // The text would outlive a disappearing message.
      const isLasting = row !== "unknown" && row?.isPrivateChat !== true;
      const isAble = isLasting && acts.isAble(endpoint);
      const seq = isAble ? await seqOf(userID, conversationID, message.clientMsgID ?? "") : 0;
      const write = () => {
        const permit = seq > 0 ? acts.give(endpoint, { ...base, seq }, messageGrantMs) : undefined;
        const named = group === null ? null : shownName(group, groupID ?? "");
        const notice = { ...told, group: named, content, roomID: call?.roomID, permit };
        return messageNotice({ ...device, previews: device.previews && isLasting }, notice);
      };
      webPush.push(device, write);
    }
  }

  /** Answers at once: OpenIM waits for the answer before it goes on. */
  async function answerHook(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await readBody(request);
    response.writeHead(200, { "Content-Type": "application/json" }).end(goOn);
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), beforeOfflinePush),
      Buffer.from(bytes).toString("utf8"),
    );
    if (!parsed.success) return;
    if (active >= maxAtOnce) return report("too many messages at once: some are not pushed");
    active += 1;
    await push(parsed.output)
      .catch((error: unknown) =>
        report(`OpenIM did not help: ${error instanceof Error ? error.message : error}`),
      )
      .finally(() => {
        active -= 1;
      });
  }

  return {
    handle(request, response) {
      if (refuseChunks(request, response)) return;
      const path = (request.url ?? "").split("?", 1)[0] ?? "";
      if (request.method === "POST" && isSame(path.slice(0, hook.length), hook)) {
        answerHook(request, response).catch(() => response.destroy());
      } else if (path.startsWith("/api/push/")) {
        const unknown = () => {
          throw new ApiError(404, "there is no such path here");
        };
        answerApi(request, response, path.slice("/api".length), routes, unknown, async () => {}).catch(() =>
          report(`no answer to ${clientAddress(request)}`),
        );
      } else {
        // A body, of any size, is not read.
        response.writeHead(404, { Connection: "close" }).end();
      }
    },
    close() {
      webPush.close();
      db.close();
    },
  };
}

function isSame(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
