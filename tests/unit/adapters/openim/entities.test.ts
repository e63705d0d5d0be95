import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  parseConversation,
  parseConversations,
} from "../../../../src/adapters/openim/parse/conversations.ts";
import { writeDraft } from "../../../../src/adapters/openim/parse/draft-text.ts";
import { parseGroup, parseGroups, parseMember } from "../../../../src/adapters/openim/parse/groups.ts";
import { parseMessage } from "../../../../src/adapters/openim/parse/messages.ts";
import { parseFriends } from "../../../../src/adapters/openim/parse/people.ts";
import { parseProfile } from "../../../../src/adapters/openim/parse/profile.ts";
import {
  parseFriendApplication,
  parseGroupApplication,
} from "../../../../src/adapters/openim/sync/contact-requests.ts";
import {
  friend,
  group,
  memberInfo,
  newConversation,
  receivedText,
  selfInfo,
} from "../support/sdk-samples.ts";

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
});

describe("an SDK conversation", () => {
  it("3-03 is parsed to a conversation row", () => {
    expect(parseConversation(newConversation)).toEqual({
      conversationID: "si_xa_xb",
      kind: "single",
      userID: "xa",
      groupID: "",
      showName: "XA",
      faceURL: "",
      isPinned: false,
      recvMsgOpt: 0,
      unreadCount: 1,
      isPrivateChat: false,
      burnDuration: 0,
      groupAtType: 0,
      draftText: "",
      draftTextTime: 0,
      latestMsgSendTime: 1795255574652,
      latestMsg: expect.objectContaining({
        clientMsgID: receivedText.clientMsgID,
        conversationID: "si_xa_xb",
        content: { type: "text", text: "hello" },
      }),
    });
  });

  it("3-03 is pinned and has the time of its draft", () => {
    const row = parseConversation({ ...newConversation, isPinned: true, draftTextTime: 1795255574999 });
    expect(row).toMatchObject({ isPinned: true, draftTextTime: 1795255574999 });
  });

  it("3-03 is named by its id if nothing in its name is visible", () => {
    const named = (row: object) => parseConversation({ ...newConversation, ...row })?.showName;
    expect(named({ showName: "\u200b\u202e" })).toBe("xa");
    expect(named({ showName: "\u2060", conversationType: 3, userID: "", groupID: "77" })).toBe("77");
    expect(named({ showName: "" })).toBe("");
  });

  it("4-63 has its draft with the mentions in it", () => {
    const mentions = [{ userID: "xb", name: "Anna", start: 3 }];
    const draftOf = (draftText: string) => {
      const row = parseConversation({ ...newConversation, draftText });
      return row && [row.draftText, row.draftMentions];
    };
    expect(draftOf(writeDraft({ text: "Hi @Anna ", mentions }))).toEqual(["Hi @Anna ", mentions]);
    expect(draftOf("Hi")).toEqual(["Hi", undefined]);
  });

  it("4-63 moves up in the list by the words of its draft, and not by an answer without words", () => {
    const answering = (text: string) =>
      parseConversation({
        ...newConversation,
        draftText: writeDraft({ text, replyID: "m1" }),
        draftTextTime: 1795255574999,
      });
    expect(answering("Hi")).toMatchObject({ draftReplyID: "m1", draftTextTime: 1795255574999 });
    expect(answering("")).toMatchObject({ draftText: "", draftReplyID: "m1", draftTextTime: 0 });
  });

  it("3-03 is neither pinned nor private if the SDK leaves that out", () => {
    const row = parseConversation({ ...newConversation, isPinned: undefined, isPrivateChat: null });
    expect([row?.isPinned, row?.isPrivateChat]).toEqual([false, false]);
  });

  it("3-03 has the kind single, group or system", () => {
    const kindOf = (conversationType: number) =>
      parseConversation({ ...newConversation, conversationType })?.kind;
    expect([1, 3, 4].map(kindOf)).toEqual(["single", "group", "system"]);
  });

  it("3-03 has no latest message if it is missing, deleted or invalid", () => {
    const latest = (latestMsg: unknown) => parseConversation({ ...newConversation, latestMsg })?.latestMsg;
    const deleted = JSON.stringify({ ...receivedText, status: 4 });
    for (const text of ["", undefined, deleted, "{", '{"clientMsgID":1}']) expect(latest(text)).toBeNull();
  });

  it.each([
    undefined,
    null,
    "x",
    {},
    { ...newConversation, conversationID: "" },
    { ...newConversation, unreadCount: "1" },
  ])("3-03 is skipped when it is %j, and its content is not logged", (raw) => {
    expect(parseConversations([raw, newConversation])).toHaveLength(1);
    expect(lines).toEqual(["im: skipped a malformed conversation"]);
  });

  it("3-03 of an unknown kind is left out", () => {
    expect(parseConversations([{ ...newConversation, conversationType: 2 }])).toEqual([]);
  });
});

describe("groups and users", () => {
  it("3-04 parses the fields of a group", () => {
    expect(parseGroup(group)).toEqual({
      groupID: "1035547533",
      groupName: "Q",
      faceURL: "",
      memberCount: 2,
      ownerUserID: "xa",
      status: 0,
      lookMemberInfo: 1,
      applyMemberFriend: 0,
      needVerification: 0,
      notification: "",
      createTime: 1795255578521,
    });
  });

  it("3-05 parses role, mute, name and picture of a member", () => {
    expect(parseMember({ ...memberInfo, faceURL: "https://parley.test/gb" })).toEqual({
      groupID: "3788230500",
      userID: "gb",
      nickname: "GB",
      faceURL: "https://parley.test/gb",
      roleLevel: 20,
      muteEndTime: 1795253414414,
      joinTime: 1795253410000,
    });
  });

  it("3-06 parses name, remark and picture of a friend", () => {
    expect(parseFriends([friend])).toEqual([{ userID: "xb", nickname: "XB", remark: "", faceURL: "" }]);
    const named = { remark: "Neighbour", faceURL: "https://parley.test/xb" };
    expect(parseFriends([{ ...friend, ...named }])).toEqual([{ userID: "xb", nickname: "XB", ...named }]);
  });

  it("3-01 parses name, picture and the do-not-disturb setting of the user's profile", () => {
    const set = { faceURL: "https://parley.test/xa", globalRecvMsgOpt: 2 };
    expect(parseProfile({ ...selfInfo, ...set })).toEqual({ userID: "xa", nickname: "XA", ...set });
    expect(parseProfile(selfInfo)).toEqual({
      userID: "xa",
      nickname: "XA",
      faceURL: "",
      globalRecvMsgOpt: 0,
    });
  });

  it("7-13 takes the marks that turn text around out of every name", () => {
    const turned = "\u202ebO\u2066b\u2069\u200f";
    const names = [
      parseConversation({ ...newConversation, showName: turned })?.showName,
      parseGroup({ ...group, groupName: turned })?.groupName,
      parseMember({ ...memberInfo, nickname: turned })?.nickname,
      ...parseFriends([{ ...friend, nickname: turned, remark: turned }]).flatMap((one) => [
        one.nickname,
        one.remark,
      ]),
      parseProfile({ ...selfInfo, nickname: turned })?.nickname,
      parseMessage({ ...receivedText, senderNickname: turned })?.senderNickname,
      ...namesOfRequests(turned),
    ];
    expect(names).toEqual(names.map(() => "bOb"));
  });

  it("7-13 cuts a name of a million characters, which a page could not draw", () => {
    const endless = "\u{1f98a}".repeat(500_000);
    const names = [
      parseConversation({ ...newConversation, showName: endless })?.showName,
      parseMember({ ...memberInfo, nickname: endless })?.nickname,
      parseMessage({ ...receivedText, senderNickname: `n${endless}` })?.senderNickname,
    ];
    for (const name of names) expect(name).toMatch(/^n?\u{1f98a}{200,500}$/u);
  });

  it("7-13 takes a name, a greeting or an announcement of which nothing is visible for none", () => {
    const unseen = "\u200b\u2060\u202e\u3164";
    const texts = [
      parseGroup({ ...group, groupName: unseen })?.groupName,
      parseGroup({ ...group, notification: unseen })?.notification,
      parseMember({ ...memberInfo, nickname: unseen })?.nickname,
      ...parseFriends([{ ...friend, remark: unseen }]).map(({ remark }) => remark),
      ...namesOfRequests(unseen),
      parseFriendApplication({ fromUserID: "xb", toUserID: "xa", reqMsg: unseen })?.reqMsg,
    ];
    expect(texts).toEqual(texts.map(() => ""));
  });

  function namesOfRequests(name: string) {
    const byFriend = { fromUserID: "xb", toUserID: "xa", fromNickname: name, toNickname: name };
    const { fromNickname, toNickname } = parseFriendApplication(byFriend) ?? {};
    const inGroup = parseGroupApplication({ userID: "xb", groupID: "g", nickname: name, groupName: name });
    return [fromNickname, toNickname, inGroup?.nickname, inGroup?.groupName];
  }

  it("7-13 skips invalid entries and keeps the others", () => {
    expect(parseGroups([{ groupName: "x" }, group])).toHaveLength(1);
    expect(parseFriends([null, friend])).toHaveLength(1);
    expect(parseMember({ groupID: "g" })).toBeNull();
    expect(parseProfile(undefined)).toBeNull();
    expect(lines).toEqual([
      "im: skipped a malformed group",
      "im: skipped a malformed friend",
      "im: skipped a malformed group member",
      "im: skipped a malformed profile",
    ]);
  });
});
