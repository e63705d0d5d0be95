import * as v from "valibot";
import type { SignalEvent } from "../../../machines/domain/call.ts";
import type { ApplicationEvent } from "../../../machines/domain/contact-request.ts";
import type { Conversation, ConversationListEvent } from "../../../machines/domain/conversation.ts";
import { Failure } from "../../../machines/domain/failure.ts";
import type { MessageEvent, MessageKey } from "../../../machines/domain/message.ts";
import type { ContactEvent, GroupEvent, GroupMember } from "../../../machines/domain/people.ts";
import type { PresenceNews } from "../../../machines/domain/presence.ts";
import type { ImPort } from "../../../machines/ports/im.ts";
import type { PostToChatServer } from "../chat-server/chat-server.ts";
import { lazy } from "../lazy.ts";
import type { CredentialStore } from "../storage/credentials.ts";
import type { OwnFiles } from "../storage/own-files.ts";
import { fileKey } from "../storage/storage-keys.ts";
import { createCalls } from "./calls/calls.ts";
import { createInviteThrottle } from "./calls/invite-throttle.ts";
import type { SdkConnection } from "./connection/connection.ts";
import { createMemory, type News, translate } from "./connection/events.ts";
import { createFeed } from "./connection/feed.ts";
import { isRefusal, SDK_CODE, SdkFailure } from "./connection/sdk-failure.ts";
import { createSynchronised } from "./connection/synchronised.ts";
import { parseConversation, parseConversations } from "./parse/conversations.ts";
import { writeDraft } from "./parse/draft-text.ts";
import { parseGroups, parseMember, parseMembers } from "./parse/groups.ts";
import { parseBlacks, parseFriends, parseUsers } from "./parse/people.ts";
import { withDraftReply, withOriginals, withoutClaims } from "./parse/quotes.ts";
import { createRelationships } from "./parse/relationships.ts";
import { findStoredMessage, STORED_STATUS } from "./parse/stored-message.ts";
import { createOutgoing } from "./send/outgoing.ts";
import { createKeptDrafts } from "./send/unsaved-drafts.ts";
import type { Uploads } from "./send/uploads.ts";
import { amendReads } from "./sync/amended-reads.ts";
import { createBurnQueue } from "./sync/burn-queue.ts";
import { createApplications } from "./sync/contact-requests.ts";
import { createGroupLookup } from "./sync/group-lookup.ts";
import { createGroups } from "./sync/groups-api.ts";
import { createHistory, createReadPage } from "./sync/history.ts";
import { createPresence } from "./sync/presence.ts";
import { createSecondLook } from "./sync/second-look.ts";

export interface ImDependencies {
  link: SdkConnection;
  credentials: Pick<CredentialStore, "read">;
  files: Pick<OwnFiles, "read">;
  /** Stores drafts until the SDK has saved them. */
  local: Storage;
  /** Posts to the IM server without the SDK. */
  post: PostToChatServer;
  /** Returns the server's time, in milliseconds since the epoch. */
  now(): number;
  /** Whether the page is hidden, in which case the SDK is in the background. */
  isHidden(): boolean;
}

const SINGLE = 1;
const GROUP = 3;
const RECEIVE = 0;
const RECEIVE_SILENTLY = 2;

/** Friends are read in one large page and then smaller ones (4-36 to 4-39), groups in pages of 1000 (4-40). */
const FRIEND_PAGES = { first: 10_000, later: 1000 };
const GROUP_PAGES = { first: 1000, later: 1000 };

/** Maximum ids kept to detect repeated events. */
const MEMORY = 1000;
/** Milliseconds. A sent message gets its seq with a push, usually at once. */
const SEQ_PAUSE = 500;
/** So often the seq is looked up. */
const SEQ_TRIES = 20;
/** Signals that are held until the charts listen. */
const MOST_SIGNALS = 50;

/**
 * Implements the charts' IM port with the OpenIM SDK. Extends the port of `link` (connection/connection.ts), which
 * loads earlier.
 */
export function createIm({ link, credentials, files, local, post, now, isHidden }: ImDependencies): ImPort {
  const { rpc } = link;
  const conversations = createFeed<ConversationListEvent>();
  const messages = createFeed<MessageEvent>();
  const groups = createFeed<GroupEvent>();
  const contacts = createFeed<ContactEvent>();
  const applications = createFeed<ApplicationEvent>();
  const presence = createFeed<PresenceNews>();
  /** A call can ring between the connection and the start of the charts. Other clients invite once only. */
  const signals = createFeed<SignalEvent>(MOST_SIGNALS);
  const inviteThrottle = createInviteThrottle(signals.publish);
  const memories = { messages: createMemory(MEMORY), revocations: createMemory(MEMORY) };
  const myUserID = () => credentials.read()?.userID ?? null;
  const me = () => {
    const userID = myUserID();
    if (userID === null) throw new Failure("sessionEnded");
    return userID;
  };
  const groupLookup = createGroupLookup(rpc, {
    post,
    token: () => credentials.read()?.imToken ?? null,
    tell: groups.publish,
  });
  /** The user of this session. In another tab, a sign-out may remove the credentials and a sign-in replace them. */
  let writer: string | null = null;
  const drafts = createKeptDrafts(local, () => {
    const userID = myUserID();
    writer ??= userID;
    return userID === writer ? userID : null;
  });
  const saveDraft = async (conversationID: string, draftText: string) => {
    try {
      await rpc.call("setConversationDraft", { conversationID, draftText });
    } catch (error) {
      // Without an answer the worker has ended. The next worker gets the draft.
      if (!(error instanceof SdkFailure)) restored = null;
      throw error;
    }
    drafts.removeSaved(conversationID, draftText);
  };
  /** Drafts that an earlier page or worker could not save. They are saved before conversations are read. */
  let restored: Promise<unknown> | null = null;
  const restoreDrafts = () => {
    restored ??= Promise.all(drafts.all().map((draft) => saveDraft(...draft).catch(() => {})));
    return restored;
  };
  const burnQueue = createBurnQueue(rpc, {
    now: Date.now,
    tell: (burning) => messages.publish({ type: "im.burnSeen", messages: burning.map(withoutClaims) }),
  });
  const readPage = createReadPage(rpc);
  // An open chat, a search, a change of a group and an upload load these.
  const fetchGaps = lazy(async () =>
    (await import("./sync/history-gaps.ts")).createHistoryGaps(rpc, readPage, burnQueue),
  );
  const fetchFromSeq = lazy(() => import("./sync/history-from-seq.ts"));
  const fetchSearch = lazy(async () => (await import("./sync/local-search.ts")).createSearch(rpc, burnQueue));
  const fetchGroupChanges = lazy(async () =>
    (await import("./sync/group-changes.ts")).createGroupChanges(rpc, me),
  );
  const history = amendReads(messages.stream, {
    ...createHistory(rpc, readPage, burnQueue),
    searchConversation: async (query) => (await fetchSearch()).searchConversation(query),
    searchMessages: async (query) => (await fetchSearch()).searchMessages(query),
  });
  const outgoing = createOutgoing(rpc, myUserID, now);
  let uploads: Uploads | null = null;
  const fetchUploads = lazy(async () => {
    const { createUploads } = await import("./send/uploads.ts");
    uploads = createUploads(rpc, {
      read: async (clientMsgID, part) => {
        const userID = myUserID();
        return userID === null ? null : files.read(fileKey(userID, clientMsgID, part));
      },
    });
    return uploads;
  });
  const { calls, settled } = createCalls(rpc, {
    myUserID,
    tell: (message) => messages.publish({ type: "im.messages", messages: [withoutClaims(message)] }),
  });
  const synchronised = createSynchronised();
  const secondLook = createSecondLook(rpc, isHidden);

  const { publishUnlessBlocked, publishWaiting, ...applicationCalls } = createApplications(
    rpc,
    myUserID,
    synchronised.wait,
  );

  function publishMessages(event: MessageEvent): void {
    if (event.type !== "im.messages") {
      messages.publish(event);
      return;
    }
    messages.publish({ ...event, messages: event.messages.map(withoutClaims) });
    groupLookup.onMessages(event.messages);
    void withOriginals(rpc, event.messages).then((replies) => {
      for (const { clientMsgID, content } of replies)
        if ((content.type === "quote" || content.type === "at") && content.quoted?.content)
          messages.publish({ type: "im.quoted", clientMsgID, quoted: content.quoted });
    });
  }

  function publish(news: News): void {
    for (const event of news.messages) publishMessages(event);
    for (const event of news.conversations) conversations.publish(event);
    for (const event of news.groups) groups.publish(event);
    for (const event of news.contacts) contacts.publish(event);
    for (const event of news.applications) publishUnlessBlocked(event, applications.publish);
    for (const { groupID, userID, isManager } of news.roles) {
      if (userID !== myUserID()) continue;
      if (isManager) publishWaiting(groupID, applications.publish);
      else applications.publish({ type: "im.applicationsHidden", groupID });
    }
    for (const event of news.groups)
      if (event.type === "im.groupLeft")
        applications.publish({ type: "im.applicationsHidden", groupID: event.groupID });
    for (const event of news.presence) presence.publish(event);
    news.signals.forEach(inviteThrottle.handle);
  }

  link.attach({
    onEvents(burst) {
      synchronised.onEvents(burst);
      secondLook.onEvents(burst);
      uploads?.onEvents(burst);
      publish(translate(burst, memories));
    },
    onWorkerEnd() {
      synchronised.end();
      secondLook.reset();
      inviteThrottle.reset();
    },
    beforeSignOut: settled,
    onSignOut() {
      signals.clear();
      restored = null;
      writer = null;
      memories.messages.clear();
      memories.revocations.clear();
      synchronised.end();
      burnQueue.reset();
      inviteThrottle.reset();
      secondLook.reset();
    },
  });

  /** Reads pages until one is short. Returns nothing before the first sync. */
  async function readPages(
    name: "getFriendListPage" | "getJoinedGroupListPage",
    pages: { first: number; later: number },
  ): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (let offset = 0, count = pages.first; ; offset += count, count = pages.later) {
      const answer = await rpc.call(name, { offset, count }).catch((error: unknown) => {
        if (isRefusal(error, SDK_CODE.notFound)) return [];
        throw error;
      });
      const page = v.safeParse(v.nullish(v.array(v.unknown()), []), answer);
      if (!page.success) throw new Failure("unknown");
      rows.push(...page.output);
      if (page.output.length < count) return rows;
    }
  }

  /** `found` is undefined if there is no such conversation. */
  function conversationOf(found: unknown): Conversation {
    const conversation = found === undefined ? null : parseConversation(found);
    if (!conversation) throw new Failure("unknown");
    return conversation;
  }

  async function deleteLocally(message: MessageKey): Promise<void> {
    await rpc.call("deleteMessageFromLocalStorage", message);
  }

  async function deleteEverywhere(message: MessageKey, tries: number): Promise<void> {
    const stored = await findStoredMessage(rpc, message);
    // The server never had a failed message, and the SDK's `deleteMessage` does not remove it.
    if (stored?.status === STORED_STATUS.failed) return deleteLocally(message);
    try {
      await rpc.call("deleteMessage", message);
      return;
    } catch (error) {
      if (!isRefusal(error, SDK_CODE.messageWithoutSeq)) throw error;
    }
    if (stored?.status !== STORED_STATUS.sent) return deleteLocally(message);
    if (tries === 0) throw new Failure("timeout");
    // The push with its seq would bring back a message that is deleted here only.
    await new Promise((resolve) => setTimeout(resolve, SEQ_PAUSE));
    return deleteEverywhere(message, tries - 1);
  }

  /** The SDK handles calls side by side, so an end and a beginning could change places. */
  let lastTyping: Promise<unknown> = Promise.resolve();

  const markRead = async (conversationID: string): Promise<void> => {
    await rpc.call("markConversationMessageAsRead", conversationID);
    // On a server that sets mention marks itself, only this call clears the mark. Without a mark it sends no
    // request.
    if (conversationID.startsWith("sg_"))
      await rpc.call("resetConversationGroupAtType", conversationID).catch(() => {});
  };

  return {
    ...link.port,
    firstSync: link.firstSync,
    async setQuiet({ quiet }) {
      await rpc.call("setSelfInfo", { globalRecvMsgOpt: quiet ? RECEIVE_SILENTLY : RECEIVE });
    },

    loadConversations: async (page) => {
      await restoreDrafts();
      return burnQueue.dropBurntRows(parseConversations(await rpc.call("getConversationListSplit", page)));
    },
    async loadUnreadTotal() {
      const total = v.safeParse(v.number(), await rpc.call("getTotalUnreadMsgCount"));
      if (!total.success) throw new Failure("unknown");
      return total.output;
    },
    async loadConversation({ conversationID }) {
      await restoreDrafts();
      return withDraftReply(
        rpc,
        conversationOf(firstOf(await rpc.call("getMultipleConversation", [conversationID]))),
      );
    },
    async findConversation(peer) {
      const source =
        "userID" in peer
          ? { sourceID: peer.userID, sessionType: SINGLE }
          : { sourceID: peer.groupID, sessionType: GROUP };
      return conversationOf(await rpc.call("getOneConversation", source));
    },
    async changeConversation(change) {
      if (change.kind === "clearAll") return void (await rpc.call("deleteAllMsgFromLocalAndSvr"));
      const { conversationID } = change;
      switch (change.kind) {
        case "pin":
          await rpc.call("setConversation", { conversationID, isPinned: change.pinned });
          break;
        case "mute":
          await rpc.call("setConversation", {
            conversationID,
            recvMsgOpt: change.muted ? RECEIVE_SILENTLY : RECEIVE,
          });
          break;
        case "burning":
          await rpc.call("setConversation", { conversationID, isPrivateChat: change.isOn });
          break;
        case "burnTime":
          await rpc.call("setConversation", { conversationID, burnDuration: change.seconds });
          break;
        case "markRead":
          await markRead(conversationID);
          break;
        case "clear":
          await rpc.call("clearConversationAndDeleteAllMsg", conversationID);
          break;
        case "remove":
          await rpc.call("deleteConversationAndDeleteAllMsg", conversationID);
          // The SDK reports no row. The cached messages of the chat go too.
          conversations.publish({
            type: "im.conversations",
            conversations: [],
            cleared: [conversationID],
          });
          break;
      }
    },
    saveDraft({ conversationID, ...draft }) {
      const draftText = writeDraft(draft);
      drafts.keep(conversationID, draftText);
      return saveDraft(conversationID, draftText);
    },
    async sendTyping({ conversationID, typing }) {
      const telling = lastTyping.then(() => rpc.call("changeInputStates", { conversationID, focus: typing }));
      lastTyping = telling.catch(() => {});
      await telling;
    },

    ...history,
    fillGaps: async (query) => (await fetchGaps()).fillGaps(query),
    loadFrom: async (query) => (await fetchFromSeq()).loadFrom(rpc, history, query),
    markRead: ({ conversationID }) => markRead(conversationID),
    async markMessageRead({ conversationID, clientMsgID }) {
      await rpc.raw("markMessagesAsReadByMsgID", conversationID, JSON.stringify([clientMsgID]));
    },
    async revokeMessage(message) {
      await rpc.call("revokeMessage", message);
    },
    deleteMessage: (message) => deleteEverywhere(message, SEQ_TRIES),

    burnMessage: burnQueue.burnMessage,
    keepReadTime: burnQueue.keepReadTime,

    ...outgoing,
    async sendMessage(key) {
      const message = await outgoing.sendMessage(key);
      burnQueue.dropBurnt([message]);
      return message;
    },
    upload(input, send) {
      let stop: (() => void) | null = null;
      let isOver = false;
      fetchUploads().then(
        (fetched) => {
          if (!isOver) stop = fetched.upload(input, send);
        },
        () => {
          if (!isOver) send({ type: "upload.failed", failure: "network" });
        },
      );
      return () => {
        isOver = true;
        stop?.();
      };
    },
    uploadPicture: async (input) => (await fetchUploads()).uploadPicture(input),
    ...calls,
    ...applicationCalls,
    ...createRelationships(rpc, groups.publish),
    ...createPresence(rpc),

    loadFriends: async () => parseFriends(await readPages("getFriendListPage", FRIEND_PAGES)),
    loadGroups: async () => parseGroups(await readPages("getJoinedGroupListPage", GROUP_PAGES)),
    loadBlacks: async () => parseBlacks(await rpc.call("getBlackList")),
    loadGroup: ({ groupID }) => groupLookup.find(groupID),
    async loadMembership({ groupID }) {
      const userIDList = [me()];
      const found = firstOf(await rpc.call("getSpecifiedGroupMembersInfo", { groupID, userIDList }));
      const member = found === undefined ? null : parseMember(found);
      // The SDK also returns an empty answer if it could not fetch the members. The list of joined groups is
      // reliable.
      if (!member && (await groupLookup.isJoined(groupID))) throw new Failure("unknown");
      return member;
    },

    async loadMemberships({ groupIDs }) {
      const userIDList = [me()];
      const members: GroupMember[] = [];
      // The SDK reads one group at a time. Calls in sequence let other requests run in between.
      for (const groupID of groupIDs) {
        const answer = await rpc
          .call("getSpecifiedGroupMembersInfo", { groupID, userIDList })
          .catch(() => []);
        members.push(...parseMembers(answer));
      }
      return members;
    },

    ...createGroups(rpc, me, groupLookup),
    changeGroup: async (input) => (await fetchGroupChanges()).changeGroup(input),
    createGroup: async (input) => (await fetchGroupChanges()).createGroup(input),

    async loadPeople({ groupID, userIDs }) {
      const members =
        groupID === ""
          ? []
          : await rpc
              .call("getSpecifiedGroupMembersInfo", { groupID, userIDList: [...userIDs] })
              .then(parseMembers, (error: unknown) => {
                if (!isRefusal(error, SDK_CODE.notAllowed, SDK_CODE.notFound)) throw error;
                return []; // users outside a group cannot read its data
              });
      const people = members.map(({ userID, nickname, faceURL }) => ({ userID, name: nickname, faceURL }));
      const others = userIDs.filter((userID) => people.every((person) => person.userID !== userID));
      if (others.length === 0) return people;
      const users = parseUsers(await rpc.call("getUsersInfo", others));
      return [
        ...people,
        ...users.map(({ userID, nickname, faceURL }) => ({ userID, name: nickname, faceURL })),
      ];
    },

    signalEvents: signals.stream,
    conversationEvents: conversations.stream,
    messageEvents: messages.stream,
    groupEvents: groups.stream,
    contactEvents: contacts.stream,
    applicationEvents: applications.stream,
    presenceEvents: presence.stream,
  };
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}
