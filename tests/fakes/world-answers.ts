/** Answers every port call from a world, as the SDK and the servers would. */

import type { Conversation } from "../../machines/domain/conversation.ts";
import { NO_EMOJIS } from "../../machines/domain/emoji.ts";
import { Failure } from "../../machines/domain/failure.ts";
import { messagesIn } from "../../machines/domain/message.ts";
import type { LoginStatus } from "../../machines/ports/im.ts";
import { signedInChart } from "../../src/wiring/signed-in.ts";
import type { Answers } from "./calls.ts";
import type { Emit } from "./ports.ts";
import { changed, madeOf, newerPage, olderPage, pageAround, type World } from "./world.ts";
import { changeGroup, makeGroup, standingIn } from "./world-groups.ts";
import { ownAnswers } from "./world-own.ts";
import { peopleAnswers } from "./world-people.ts";
import { foundIn } from "./world-searches.ts";

/** `Required`, so that a new port call does not compile without an answer here. */
export function answersOf(world: World, emit: Emit, now: () => number): Required<Answers> {
  let credentials = world.signedIn ? { userID: world.me.userID } : null;
  /** Null until the SDK is started. */
  let status: LoginStatus | null = null;

  const rowOf = (conversationID: string): Conversation => {
    const row = world.conversations.find((one) => one.conversationID === conversationID);
    if (!row) throw new Failure("unknown");
    return row;
  };
  const setRow = (conversationID: string, row: Conversation | null) => {
    world.conversations = world.conversations.flatMap((one) =>
      one.conversationID !== conversationID ? [one] : row ? [row] : [],
    );
    if (row) emit.conversations({ type: "im.conversations", conversations: [row] });
  };
  const unreadTotal = () => world.conversations.reduce((sum, row) => sum + row.unreadCount, 0);
  const read = (conversationID: string) => {
    setRow(conversationID, { ...rowOf(conversationID), unreadCount: 0, groupAtType: 0 });
    emit.conversations({ type: "im.unreadTotal", count: unreadTotal() });
  };

  return {
    "account.signIn": () => {
      credentials = { userID: world.me.userID };
    },
    "account.sendCode": done,
    "account.loadDemoPeople": () => world.demoPeople,
    "account.loadDetails": () => world.details,
    ...peopleAnswers(world, emit),
    ...ownAnswers(world, emit),
    "credentials.read": () => credentials,
    "credentials.forget": () => {
      credentials = null;
    },
    "im.start": () => {
      status ??= "loggedOut";
    },
    "im.loginStatus": () => {
      if (status === null) throw new Failure("unknown");
      return status;
    },
    "im.login": () => {
      status = "loggedIn";
      emit.connection({ type: "im.connecting" });
      emit.connection({ type: "im.connected" });
    },
    "im.logout": () => {
      status = "loggedOut";
    },
    "im.stop": () => {
      status = null;
    },
    "im.loadProfile": () => world.me,
    "im.setBackground": done,
    "im.reconnect": () => {
      emit.connection({ type: "im.connecting" });
      emit.connection({ type: "im.connected" });
    },
    "im.firstSync": () => false,
    "im.loadConversations": ({ offset, count }) => world.conversations.slice(offset, offset + count),
    "im.loadUnreadTotal": unreadTotal,
    "im.loadConversation": ({ conversationID }) => {
      const row = rowOf(conversationID);
      const draftReply = messagesIn(conversationID, world.messages).find(
        ({ clientMsgID }) => clientMsgID === row.draftReplyID,
      );
      return draftReply ? { ...row, draftReply } : row;
    },
    "im.findConversation": (wanted) => {
      const row = world.conversations.find((one) =>
        "userID" in wanted
          ? one.kind === "single" && one.userID === wanted.userID
          : one.kind === "group" && one.groupID === wanted.groupID,
      );
      if (!row) throw new Failure("unknown");
      return row;
    },
    "im.changeConversation": (change) => {
      for (const row of change.kind === "clearAll" ? world.conversations : [])
        setRow(row.conversationID, changed(row, { kind: "clear", conversationID: row.conversationID }));
      if (change.kind === "clearAll") return;
      setRow(change.conversationID, changed(rowOf(change.conversationID), change));
      emit.conversations({ type: "im.unreadTotal", count: unreadTotal() });
    },
    "im.saveDraft": ({ conversationID, text, mentions = [], replyID }) => {
      const { draftReplyID: _, ...row } = rowOf(conversationID);
      setRow(conversationID, {
        ...row,
        draftText: text,
        draftMentions: mentions,
        ...(replyID === undefined ? {} : { draftReplyID: replyID }),
        draftTextTime: text === "" ? 0 : now(),
      });
    },
    "im.sendTyping": done,
    "im.loadOlder": (input) => olderPage(world, input),
    "im.loadAround": (input) => pageAround(world, input),
    "im.loadNewer": (input) => newerPage(world, input),
    "im.fillGaps": ({ conversationID, gaps }) =>
      messagesIn(conversationID, world.messages).filter(({ seq }) =>
        gaps.some(({ from, to }) => seq >= from && seq <= to),
      ),
    "im.loadFrom": ({ conversationID, seq, count }) =>
      messagesIn(conversationID, world.messages)
        .filter((message) => message.seq >= seq)
        .slice(0, count),
    "im.markRead": ({ conversationID }) => read(conversationID),
    "im.markMessageRead": ({ conversationID }) => read(conversationID),
    "im.revokeMessage": ({ clientMsgID }) => {
      const me = { userID: world.me.userID, nickname: world.me.nickname };
      const author = world.messages.find((message) => message.clientMsgID === clientMsgID);
      const sender = author ? { userID: author.sendID, nickname: author.senderNickname } : me;
      emit.messages({ type: "im.revoked", clientMsgID, revoker: me, sender });
    },
    "im.deleteMessage": ({ clientMsgID }) => {
      world.messages = world.messages.filter((message) => message.clientMsgID !== clientMsgID);
      emit.messages({ type: "im.deleted", clientMsgID });
    },
    "im.burnMessage": ({ clientMsgID }) => {
      world.messages = world.messages.filter((message) => message.clientMsgID !== clientMsgID);
      emit.messages({ type: "im.deleted", clientMsgID });
    },
    "im.keepReadTime": done,
    "im.createMessage": (draft) => {
      const message = madeOf(draft, world, now());
      world.messages = [...world.messages, message];
      return message;
    },
    "files.prepare": ({ file: { name, type: mime, size: bytes } }) => ({
      type: "file",
      name,
      mime,
      bytes,
      preview: "blob:kept",
    }),
    "files.cut": ({ picture }) => picture,
    "storage.dropBytes": done,
    "storage.keepBytes": () => ({ preview: "blob:kept", poster: "" }),
    "im.uploadPicture": () => "https://im.example/portrait.jpg",
    "im.sendMessage": ({ conversationID, clientMsgID }) => {
      const made = world.messages.find((message) => message.clientMsgID === clientMsgID);
      if (!made) throw new Failure("unknown");
      const seqs = world.messages
        .filter((message) => message.conversationID === conversationID)
        .map(({ seq }) => seq);
      const sent = { ...made, status: "sent" as const, seq: Math.max(0, ...seqs) + 1, sendTime: now() };
      world.messages = world.messages.map((message) => (message === made ? sent : message));
      setRow(conversationID, { ...rowOf(conversationID), latestMsg: sent, latestMsgSendTime: sent.sendTime });
      return sent;
    },
    "im.loadFriends": () => world.friends,
    "im.loadGroups": () => world.groups,
    "im.loadBlacks": () => world.blacks,
    "im.loadApplications": () => world.applications,
    "im.answerApplication": done,
    "im.loadGroup": ({ groupID }) => world.groups.find((group) => group.groupID === groupID) ?? null,
    "im.loadMembership": ({ groupID }) =>
      world.members.find((one) => one.groupID === groupID && one.userID === world.me.userID) ?? null,
    "im.loadMemberships": ({ groupIDs }) =>
      world.members.filter((one) => groupIDs.includes(one.groupID) && one.userID === world.me.userID),
    "im.lookUpGroup": ({ groupID }) => standingIn(world, groupID),
    "im.loadMembers": ({ groupID, offset, count }) =>
      world.members.filter((one) => one.groupID === groupID).slice(offset, offset + count),
    "im.loadMembersByID": ({ groupID, userIDs }) =>
      world.members.filter((one) => one.groupID === groupID && userIDs.includes(one.userID)),
    "im.changeGroup": ({ groupID, change }) => {
      for (const event of changeGroup(world, groupID, change, now())) emit.groups(event);
    },
    "im.createGroup": (draft) => ({ groupID: makeGroup(world, draft) }),
    "im.loadPeople": ({ groupID, userIDs }) =>
      world.members
        .filter((one) => one.groupID === groupID && userIDs.includes(one.userID))
        .map(({ userID, nickname, faceURL }) => ({ userID, name: nickname, faceURL })),
    "im.checkPresence": () => true,
    "im.loadPresence": ({ userIDs }) => userIDs.filter((userID) => world.online.includes(userID)),
    "im.sendSignal": done,
    "im.sendCallRing": done,
    "im.sendGroupCallNotice": done,
    "media.moderate": done,
    "media.roomInfo": () => ({ madeBy: null }),
    "media.wasLast": () => false,
    "im.loadUser": ({ userID }) => {
      const friend = world.friends.find((one) => one.userID === userID);
      if (!friend) throw new Failure("unknown");
      return { userID, nickname: friend.nickname, faceURL: friend.faceURL, ex: "" };
    },
    "im.loadCalls": () => world.calls,
    "im.fetchCalls": () => false,
    "im.searchConversation": ({ conversationID, keyword }) =>
      foundIn(world, keyword)
        .filter(({ conversation }) => conversation.conversationID === conversationID)
        .flatMap(({ messages }) => messages),
    "im.searchMessages": ({ keyword }) => foundIn(world, keyword),
    "media.prepare": done,
    "media.requestAccess": done,
    "platform.askPermission": () => "granted",
    "platform.copy": done,
    "platform.renew": done,
    "push.ready": done,
    "push.subscribe": done,
    "push.unsubscribe": done,
    "program.fetchSignedIn": () => signedInChart,
    "program.fetchUpdates": done,
    "updates.register": done,
    "registration.begin": () => null,
    "registration.requestCode": done,
    "registration.checkCode": done,
    "registration.register": () => {
      credentials = { userID: world.me.userID };
    },
    "registration.resetPassword": done,
    "storage.readViewed": () => world.viewed,
    "storage.writeViewed": ({ viewed }) => {
      world.viewed = viewed;
    },
    "storage.readSearches": () => world.searches,
    "storage.writeSearches": ({ searches }) => {
      world.searches = [...searches];
    },
    "rows.askRows": () => world.told,
    "storage.readRows": () => world.seen,
    "storage.readEmojis": () => NO_EMOJIS,
    "storage.writeEmojis": () => {},
    "storage.readOutbox": () => world.unsent,
    "scanner.readPicture": () => null,
    "shares.read": () => null,
    "location.locate": () => ({ point: { latitude: 52.51628, longitude: 13.37771 }, accuracy: 12.4 }),
    "storage.takeCall": () => null,
    "storage.readHeard": () => [],
    "storage.keepHeard": () => {},
    "storage.readRecording": ({ conversationID }) => world.recordings[conversationID] ?? null,
    "storage.keepRecording": ({ conversationID, clientMsgID, enclosure }) => {
      const kept = { clientMsgID, enclosure: { ...enclosure, preview: "blob:kept" } };
      world.recordings[conversationID] = kept;
      tellRecordings(world, emit);
      return kept;
    },
    "storage.dropRecording": ({ conversationID }) => {
      delete world.recordings[conversationID];
      tellRecordings(world, emit);
    },
    "storage.releaseRecording": ({ conversationID }) => {
      delete world.recordings[conversationID];
      tellRecordings(world, emit);
    },
    "storage.writeOutbox": ({ items }) => {
      world.unsent = items;
    },
  };
}

function done(): void {}

function tellRecordings({ recordings }: World, emit: Emit): void {
  emit.recordings({ type: "recordings.changed", conversationIDs: Object.keys(recordings) });
}
