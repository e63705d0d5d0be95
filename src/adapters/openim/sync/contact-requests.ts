import * as v from "valibot";
import type {
  ApplicationChange,
  ApplicationEvent,
  ApplicationLists,
  FriendApplication,
  GroupApplication,
} from "../../../../machines/domain/contact-request.ts";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { ApplicationCalls } from "../../../../machines/ports/contact-requests.ts";
import type { Rpc } from "../connection/rpc.ts";
import { isRefusal, SDK_CODE } from "../connection/sdk-failure.ts";
import {
  id,
  optionalName,
  optionalNumber,
  optionalString,
  optionalText,
  parseList,
  parseOrSkip,
} from "../parse/parsing.ts";
import { parseBlacks } from "../parse/people.ts";

/** Friend requests and group join requests (protocol sections 4.2, 4.3 and 11.5). */

const FriendRequest = v.object({
  fromUserID: id,
  fromNickname: optionalName,
  fromFaceURL: optionalString,
  toUserID: id,
  toNickname: optionalName,
  toFaceURL: optionalString,
  reqMsg: optionalText,
  createTime: optionalNumber,
  handleResult: optionalNumber,
});

const GroupRequest = v.object({
  userID: id,
  nickname: optionalName,
  userFaceURL: optionalString,
  groupID: id,
  groupName: optionalName,
  groupFaceURL: optionalString,
  reqMsg: optionalText,
  /** The time of the request. `createTime` beside it belongs to the group. */
  reqTime: optionalNumber,
  handleResult: optionalNumber,
  /** Of the group. */
  status: optionalNumber,
});

const PAGE = 1000;
/** Status of a dismissed group. */
const DISMISSED = 2;

export function parseFriendApplication(raw: unknown): FriendApplication | null {
  const request = parseOrSkip(FriendRequest, raw, "friend request");
  return request && { kind: "friend", ...request };
}

export function parseGroupApplication(raw: unknown): GroupApplication | null {
  const request = parseOrSkip(GroupRequest, raw, "group request");
  if (!request) return null;
  const { reqTime, status, ...rest } = request;
  const isDismissed = status === DISMISSED ? { isDismissed: true as const } : {};
  return { kind: "group", ...rest, createTime: reqTime, ...isDismissed };
}

type Publish = (event: ApplicationEvent) => void;

interface Applications extends Omit<ApplicationCalls, "applicationEvents"> {
  /** Publishes an event, except for a friend request from a user on the block list: a real server reports those. */
  publishUnlessBlocked(event: ApplicationChange, publish: Publish): void;
  /** Publishes the requests that wait in a group: no event reports them to a member who becomes owner or admin. */
  publishWaiting(groupID: string, publish: Publish): void;
}

/** The port's calls for requests. `myUserID` is the signed-in user; reads wait for `synchronised`. */
export function createApplications(
  rpc: Rpc,
  myUserID: () => string | null,
  synchronised: () => Promise<void>,
): Applications {
  const everything = { groupID: [], handleResults: [] };

  /** Empty if the list cannot be read, so that no request is lost. */
  const blockedIDs = async (): Promise<ReadonlySet<string>> => {
    const blacks = await rpc.call("getBlackList").then(parseBlacks, () => []);
    return new Set(blacks.map(({ userID }) => userID));
  };

  const readLists = async (): Promise<ApplicationLists> => {
    const [blocked, receivedFriends, sentFriends, receivedGroups, sentGroups] = await Promise.all([
      blockedIDs(),
      allOf((page) => rpc.call("getFriendApplicationListAsRecipient", { handleResults: [], ...page })),
      allOf((page) => rpc.call("getFriendApplicationListAsApplicant", page)),
      allOf((page) => rpc.call("getGroupApplicationListAsRecipient", { ...everything, ...page })),
      allOf((page) => rpc.call("getGroupApplicationListAsApplicant", { ...everything, ...page })),
    ]);
    return {
      receivedFriends: parseList(receivedFriends, parseFriendApplication).filter(
        ({ fromUserID }) => !blocked.has(fromUserID),
      ),
      sentFriends: parseList(sentFriends, parseFriendApplication),
      receivedGroups: parseList(receivedGroups, parseGroupApplication),
      sentGroups: parseList(sentGroups, parseGroupApplication),
    };
  };
  /** A read that waits for the sync. Calls in the meantime share it. */
  let waiting: Promise<ApplicationLists> | null = null;

  return {
    publishUnlessBlocked(event, publish) {
      const { application } = event;
      if (application.kind !== "friend" || application.toUserID !== myUserID()) return publish(event);
      void blockedIDs().then((blocked) => {
        if (!blocked.has(application.fromUserID)) publish(event);
      });
    },
    publishWaiting(groupID, publish) {
      const waitingIn = { groupID: [groupID], handleResults: [0] };
      allOf((page) => rpc.call("getGroupApplicationListAsRecipient", { ...waitingIn, ...page })).then(
        (requests) => {
          for (const application of parseList(requests, parseGroupApplication))
            publish({ type: "im.applicationChanged", application });
        },
        // The next sync reads them.
        () => {},
      );
    },
    loadApplications() {
      waiting ??= synchronised().then(() => {
        waiting = null;
        return readLists();
      });
      return waiting;
    },
    async answerApplication({ application, accept }) {
      if (application.kind === "friend") {
        // The SDK's `toUserID` is the user who receives the answer.
        const answer = { toUserID: application.fromUserID, handleMsg: "" };
        try {
          await rpc.call(accept ? "acceptFriendApplication" : "refuseFriendApplication", answer);
        } catch (error) {
          // Another device was faster. The server has a code of its own only for a second refusal.
          throw isRefusal(error, SDK_CODE.args) ? new Failure("requestHandled") : error;
        }
        return;
      }
      const { groupID, userID } = application;
      await rpc.call(accept ? "acceptGroupApplication" : "refuseGroupApplication", {
        groupID,
        fromUserID: userID,
        handleMsg: "",
      });
    },
  };
}

/** Reads pages until one is short. */
async function allOf(ask: (page: { offset: number; count: number }) => Promise<unknown>): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = v.safeParse(v.nullish(v.array(v.unknown()), []), await ask({ offset, count: PAGE }));
    if (!page.success) throw new Failure("unknown");
    rows.push(...page.output);
    if (page.output.length < PAGE) return rows;
  }
}
