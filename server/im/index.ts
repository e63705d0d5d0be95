import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { ApiError, type ApiRoutes } from "../http.ts";
import type { WebPush } from "../push/index.ts";
import {
  type CountCall,
  createAnswerBudget,
  createReadBudget,
  type PaceFrames,
  type PaceMessages,
  type PaceRequests,
  type ReadBudget,
} from "../rates.ts";
import type { Database } from "../store/database.ts";
import type { TokenClaims } from "../tokens.ts";
import { createEndpoint, type Endpoint } from "./api/endpoint.ts";
import { createApi } from "./api/index.ts";
import { pushRoutes } from "./api/push.ts";
import { createAdministration } from "./domain/administration.ts";
import { createBlacks } from "./domain/blacks.ts";
import { createBlocking } from "./domain/blocking.ts";
import { createClientLogs } from "./domain/client-logs.ts";
import { createUserCommands } from "./domain/commands.ts";
import { createConversations } from "./domain/conversations.ts";
import { createFriendRequests } from "./domain/friend-requests.ts";
import { createFriends } from "./domain/friends.ts";
import { createFriendship } from "./domain/friendship.ts";
import { createGroupApplications } from "./domain/group-applications.ts";
import { createGroupCreation } from "./domain/group-creation.ts";
import { createGroupMuting } from "./domain/group-muting.ts";
import { createGroupRequests } from "./domain/group-requests.ts";
import { createGroupRights } from "./domain/group-rights.ts";
import { createGroupSettings } from "./domain/group-settings.ts";
import { createGroupTips } from "./domain/group-tips.ts";
import { createGroups } from "./domain/groups.ts";
import { newMessageID } from "./domain/ids.ts";
import { createLogins } from "./domain/logins.ts";
import { createMemberConversations } from "./domain/member-conversations.ts";
import { createMembership } from "./domain/membership.ts";
import { createMessageSync } from "./domain/message-sync.ts";
import { createMessages } from "./domain/messages.ts";
import { createNotify } from "./domain/notifications.ts";
import { createOfflinePush, type OfflinePush } from "./domain/offline-push.ts";
import { createPairs } from "./domain/pairs.ts";
import { createProfiles } from "./domain/profiles.ts";
import { createPushActs, type PushActs } from "./domain/push-acts.ts";
import { createReadCursors } from "./domain/read-cursors.ts";
import { createReading } from "./domain/reading.ts";
import { createRevocation } from "./domain/revocation.ts";
import { createSenders } from "./domain/senders.ts";
import { createSend } from "./domain/sending.ts";
import { createSetConversation } from "./domain/settings.ts";
import { createStored } from "./domain/stored.ts";
import { createUsers } from "./domain/users.ts";
import { createVersions } from "./domain/versions.ts";
import { createGateway } from "./gateway/index.ts";
import { createOutbox } from "./gateway/outbox.ts";
import { createSessions } from "./gateway/sessions.ts";
import { adminUserID, ErrCode, MsgFrom, SessionType } from "./protocol/constants.ts";
import type { MsgData } from "./protocol/messages.ts";

export interface OutgoingMessage {
  from: string;
  /** Recipient of a single chat. Exactly one of `to` and `groupID` is given. */
  to?: string;
  groupID?: string;
  contentType: number;
  /** The elem of the content type (protocol section 3.3), not serialised. */
  content: object;
  /** sendTime in ms; default now. It still grows strictly inside a conversation. */
  at?: number;
}

export interface Im {
  routes: ApiRoutes;
  /** Creates REST routes for signed-in users. */
  endpoint: Endpoint;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Creates the IM user; an existing user is unchanged. */
  registerUser(user: { userID: string; nickname: string; faceURL: string }): void;
  /**
   * Changes profile fields and notifies the user (1303), friends (1209) and groups (1516) in the administrator's
   * name.
   */
  updateUser(
    userID: string,
    changes: { nickname?: string; faceURL?: string; globalRecvMsgOpt?: number },
  ): void;
  /**
   * Returns a new IM token. Older tokens of that platform get 1506. Their sockets are kicked (2002) when a socket with
   * the new token opens.
   */
  issueToken(userID: string, platformID: number): string;
  revokeTokens(userID: string): void;
  isNewestToken(claims: TokenClaims): boolean;
  /** Writes both friend rows, without a greeting message. `at` is the createTime in ms. */
  makeFriends(a: string, b: string, at?: number): void;
  /** Creates a working group with its 1501 tip and returns its id. `at` is the createTime in ms. */
  createGroup(input: {
    groupID?: string;
    name: string;
    faceURL?: string;
    owner: string;
    members: string[];
    at?: number;
  }): string;
  /** Stores and pushes a message as if the user had sent it. @throws ApiError by the sending rules */
  send(message: OutgoingMessage): void;
  /** Marks a conversation as read up to `seq` and notifies the peer (2200). */
  markRead(userID: string, conversationID: string, seq: number): void;
  close(): void;
}

export interface ImDeps {
  db: Database;
  secret: string;
  /** Secret of the administrator. Undefined: there is no administrator. */
  adminSecret?: string | undefined;
  /** ms since epoch. */
  now: () => number;
  countCall?: CountCall | undefined;
  paceFrames?: PaceFrames | undefined;
  paceMessages?: PaceMessages | undefined;
  paceRequests?: PaceRequests | undefined;
  readBudget?: ReadBudget | undefined;
  answerBudget?: ReadBudget | undefined;
  /** Whether a user accepts friend requests. Default: always. */
  mayBeAsked?: ((userID: string) => boolean) | undefined;
  /** Whether the next notification is pushed before its copy in the chat. The real server never does. */
  notificationFirst?: (() => boolean) | undefined;
  /** Default: users without a connection are not told. */
  webPush?: WebPush | undefined;
}

const web = 5;

export function createIm(deps: ImDeps): Im {
  const { db, secret, adminSecret, now, notificationFirst = () => false, mayBeAsked = () => true } = deps;
  const { countCall = () => {}, paceFrames = () => 0, paceMessages = () => 0, paceRequests = () => 0 } = deps;
  const { readBudget = createReadBudget(now, "off"), webPush } = deps;
  const { answerBudget = createAnswerBudget(now, "off") } = deps;
  const sessions = createSessions(now);
  const { push, close: closeOutbox } = createOutbox(sessions);

  const versions = createVersions(db);
  const pairs = createPairs(db);
  const users = createUsers(db, now, pairs);
  const friends = createFriends(db, users, versions);
  const friendRequests = createFriendRequests(db, users);
  const blacks = createBlacks(db, users);
  const groups = createGroups(db, versions);
  const conversations = createConversations(db, versions, pairs);
  const messages = createMessages(db);
  const readCursors = createReadCursors(db);
  const senders = createSenders({ users, groups });
  const stores = {
    db,
    now,
    users,
    friends,
    friendRequests,
    blacks,
    groups,
    senders,
    conversations,
    messages,
    readCursors,
    pairs,
    versions,
    push,
  };

  const notify = createNotify({ ...stores, notificationFirst });
  const stored = createStored(db);
  const isConnected = (userID: string, platformID: number) =>
    [...sessions.of(userID)].some(({ alive, claims }) => alive && claims.platformID === platformID);
  const reading = createReading({ ...stores, notify });
  let acts: PushActs | undefined;
  const offlinePush: OfflinePush = webPush
    ? createOfflinePush({
        ...stores,
        reading,
        webPush,
        isConnected,
        rejectAgain: (userID, peerID, signal) => acts?.rejectAgain(userID, peerID, signal),
      })
    : () => {};
  const services = { ...stores, stored, notify, offlinePush };
  const send = createSend(services);
  const revocation = createRevocation({ ...services, reading, readBudget });
  const messageSync = createMessageSync({ ...services, readBudget });
  const profiles = createProfiles(services);
  const setConversation = createSetConversation(services);
  const groupRequests = createGroupRequests(db, users, groups);
  const groupTips = createGroupTips(services);
  const rights = createGroupRights(groups, blacks);
  const createGroup = createGroupCreation({ ...services, groupTips, rights });
  const inGroups = {
    ...services,
    groupTips,
    groupRequests,
    rights,
    memberConversations: createMemberConversations(services),
  };
  const membership = createMembership(inGroups);
  const logins = createLogins({ db, now, secret, users, kick: sessions.kick });

  const administration = createAdministration({ db, now, secret, adminSecret, users, logins });

  const gateway = createGateway({
    now,
    logins,
    signedOut: ({ userID, platformID, id: tokenID }) =>
      webPush?.subscriptions.dropLogin({ userID, platformID, tokenID }),
    sessions,
    messageSync,
    send,
    paceFrames,
    paceMessages,
    paceRequests,
    readBudget,
  });
  const endpoint = createEndpoint(logins, countCall, answerBudget);
  const api = createApi({
    ...services,
    endpoint,
    administration,
    reading,
    revocation,
    messageSync,
    readBudget,
    setConversation,
    updateProfile: profiles.update,
    statusOf: sessions.statusOf,
    commands: createUserCommands(services),
    clientLogs: createClientLogs(services),
    friendship: createFriendship({ ...services, mayBeAsked }),
    blocking: createBlocking(services),
    groupRequests,
    rights,
    createGroup,
    membership,
    groupApplications: createGroupApplications({ ...inGroups, membership }),
    groupMuting: createGroupMuting(inGroups),
    groupSettings: createGroupSettings(inGroups),
  });

  if (webPush) {
    const { grants } = webPush;
    const inHand = { ...services, grants, logins, reading, send, setConversation, countCall, paceMessages };
    acts = createPushActs({ ...inHand, compose: composed });
  }
  const routes = webPush && acts ? { ...api, ...pushRoutes({ endpoint, webPush, acts, now }) } : api;

  function composed({ from, to, groupID, contentType, content, at }: OutgoingMessage): MsgData {
    if ((to === undefined) === (groupID === undefined)) {
      throw new ApiError(ErrCode.args, "ArgsError", "exactly one of to and groupID");
    }
    const sender = users.get(from);
    return {
      sendID: from,
      recvID: to ?? "",
      groupID: groupID ?? "",
      clientMsgID: newMessageID(),
      serverMsgID: "",
      senderPlatformID: web,
      senderNickname: sender.nickname,
      senderFaceURL: sender.faceURL,
      sessionType: to === undefined ? SessionType.group : SessionType.single,
      msgFrom: MsgFrom.user,
      contentType,
      content: Buffer.from(JSON.stringify(content)),
      seq: 0,
      sendTime: 0,
      createTime: at ?? now(),
      status: 0,
      isRead: false,
      options: {},
      atUserIDList: [],
      attachedInfo: "",
      ex: "",
    };
  }

  return {
    routes,
    endpoint,
    upgrade: gateway.upgrade,
    registerUser: users.register,
    updateUser: (userID, changes) => profiles.update(userID, changes, adminUserID),
    issueToken: logins.issue,
    revokeTokens: (userID) => logins.revoke(userID),
    isNewestToken: logins.counts,
    makeFriends: db.transaction((a: string, b: string, at?: number) => {
      users.get(a);
      users.get(b);
      friends.befriend(a, b, at ?? now());
    }),
    createGroup: ({ name, faceURL, ...input }) =>
      createGroup({ ...input, info: { groupName: name, faceURL } }).groupID,
    send: (message) => {
      send(composed(message), message.at === undefined ? {} : { at: message.at });
    },
    markRead: (userID, conversationID, seq) => reading.mark(userID, conversationID, seq, []),
    close: () => {
      profiles.close();
      closeOutbox();
      gateway.close();
      sessions.close();
    },
  };
}
