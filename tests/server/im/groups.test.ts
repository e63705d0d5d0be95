// The expected answers are those of a real OpenIM server.
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { codeOf, tipsOf, told } from "../support/gob-client.ts";
import {
  actors,
  args,
  done,
  type GroupBackend,
  group,
  lines,
  members,
  noRecord,
  type Person,
  permission,
  start,
  startGroup,
  tip,
} from "../support/groups.ts";

let backend: GroupBackend;

beforeEach(async () => {
  backend = await startGroup();
});
afterEach(() => backend.close());

const conversationID = `sg_${group}`;
const version = { versionID: "", version: 0 };
const invite = (me: Person, ...invitedUserIDs: string[]) =>
  backend.as(me)("invite_user_to_group", { groupID: group, reason: "", invitedUserIDs, sendMessage: null });
const kick = (me: Person, ...kickedUserIDs: string[]) =>
  backend.as(me)("kick_group", { groupID: group, reason: "", kickedUserIDs, sendMessage: null });
const quit = (me: Person, userID: string = me) => backend.as(me)("quit_group", { groupID: group, userID });
const dismiss = (me: Person) => backend.as(me)("dismiss_group", { groupID: group, deleteMember: false });
const say = async (me: Person) => (await backend.device(me, 2)).send({ groupID: group, recvID: "" });
const conversation = async (me: Person) => {
  const body = { ownerUserID: me, conversationIDs: [conversationID] };
  return (await backend.as(me)("/conversation/get_conversations", body)).data;
};

describe("creating a group", () => {
  it("makes the caller the owner and notifies all members (1501)", async () => {
    const devices = [await backend.device("olga"), await backend.device("otto")];
    const created = await backend.as("olga")("create_group", {
      memberUserIDs: ["otto"],
      adminUserIDs: ["mia"],
      ownerUserID: "olga",
      groupInfo: {
        ...{ groupID: "", groupName: "Team", notification: "read this", introduction: "intro" },
        ...{ faceURL: "http://face", ex: "gex", status: 3, creatorUserID: "mia", groupType: 2 },
        ...{ needVerification: 1, lookMemberInfo: 1, applyMemberFriend: 1, memberCount: 99 },
      },
      sendMessage: null,
    });
    const groupInfo = {
      groupID: expect.stringMatching(/^\d{10}$/),
      ...{ groupName: "Team", notification: "read this", introduction: "intro" },
      ...{ faceURL: "http://face", ex: "gex", status: 0, creatorUserID: "olga", groupType: 2 },
      ...{ needVerification: 1, lookMemberInfo: 1, applyMemberFriend: 1, memberCount: 3 },
      ...{
        ownerUserID: "olga",
        createTime: start,
        notificationUpdateTime: start,
        notificationUserID: "olga",
      },
    };
    expect(created).toEqual({ ...done, data: { groupInfo } });
    for (const client of devices) {
      const detail = await tip(client, 1501);
      expect(detail).toMatchObject({
        group: groupInfo,
        opUser: { userID: "olga", roleLevel: 100 },
        memberList: [
          { userID: "olga", roleLevel: 100 },
          { userID: "mia", roleLevel: 60, inviterUserID: "olga", joinSource: 2 },
          { userID: "otto", roleLevel: 20 },
        ],
        groupOwnerUser: { userID: "olga", nickname: "OLGA" },
        operationTime: start,
        groupMemberVersion: 1,
      });
      expect(await tip(client, 1519)).toMatchObject({ opUser: { userID: "olga" }, group: groupInfo });
      await eventually(() => expect(client.received().map((line) => line.contentType)).toEqual([1501, 1519]));
      expect(client.received().map((line) => line.seq)).toEqual([1, 2]);
    }
  });

  it.each<[what: string, body: object, refused: object]>([
    [
      "another kind of group",
      { groupInfo: { groupType: 1 } },
      args("groupInfo.groupType must be 2, the only type there is"),
    ],
    ["no info", { groupInfo: null }, args("groupInfo is empty")],
    ["no owner", { ownerUserID: "" }, args("ownerUserID is empty")],
    ["another user as the owner", { ownerUserID: "mia" }, permission("ownerUserID, mia=MISSING")],
    ["a member twice", { memberUserIDs: ["mia", "mia"] }, args("group member repeated")],
    ["the owner as a member", { memberUserIDs: ["otto"] }, args("group member repeated")],
    [
      "an admin as a member too",
      { memberUserIDs: ["mia"], adminUserIDs: ["mia"] },
      args("group member repeated"),
    ],
    [
      "an unknown member",
      { memberUserIDs: ["nobody"] },
      { errCode: 1101, errMsg: "UserIDNotFoundError", errDlt: "nobody" },
    ],
    [
      "a taken id",
      { groupInfo: { groupType: 2, groupID: group } },
      { errCode: 1202, errMsg: "GroupIDExisted", errDlt: group },
    ],
    ["an id with _", { groupInfo: { groupType: 2, groupID: "a_b" } }, args("groupID is malformed")],
    [
      "an id with control characters",
      { groupInfo: { groupType: 2, groupID: "a\u0000'b" } },
      args("groupID is malformed"),
    ],
    [
      "too long a name",
      { groupInfo: { groupType: 2, groupName: "x".repeat(256) } },
      args("groupInfo.groupName must have at most 255 characters"),
    ],
    [
      "an unknown verification",
      { groupInfo: { groupType: 2, needVerification: 9 } },
      args("groupInfo.needVerification must be one of 0, 1, 2"),
    ],
    [
      "too many members",
      { memberUserIDs: Array.from({ length: 1000 }, (_, i) => `m${i}`) },
      args("a group begins with at most 1000 members"),
    ],
  ])("is refused with %s", async (_what, wrong, refused) => {
    const body = { ownerUserID: "otto", memberUserIDs: [], adminUserIDs: [], groupInfo: { groupType: 2 } };
    expect(await backend.as("otto")("create_group", { ...body, ...wrong })).toEqual(refused);
    const joined = await backend.as("otto")("get_full_join_group_ids", { userID: "otto", idHash: 0 });
    expect(joined.data).toMatchObject({ groupIDs: null });
  });

  it("needs neither a name nor members", async () => {
    const body = { ownerUserID: "otto", memberUserIDs: null, groupInfo: { groupType: 2, groupID: "own" } };
    expect(await backend.as("otto")("create_group", body)).toMatchObject({
      errCode: 0,
      data: { groupInfo: { groupID: "own", groupName: "", memberCount: 1 } },
    });
  });
});

describe("inviting", () => {
  it("adds members and notifies all, also the new ones (1509)", async () => {
    const devices = [await backend.device("mia"), await backend.device("otto"), await backend.device("max")];
    const before = await backend.as("otto")("get_incremental_join_groups", { userID: "otto", ...version });
    expect(await invite("mia", "otto")).toEqual(done);
    const newcomer = {
      ...{ groupID: group, userID: "otto", roleLevel: 20, joinTime: start, nickname: "OTTO", faceURL: "" },
      ...{
        appMangerLevel: 0,
        joinSource: 2,
        operatorUserID: "mia",
        ex: "",
        muteEndTime: 0,
        inviterUserID: "mia",
      },
    };
    for (const client of devices) {
      expect(await tip(client, 1509)).toEqual({
        group: await backend.info(),
        opUser: await backend.member("mia"),
        inviterUser: await backend.member("mia"),
        invitedUserList: [newcomer],
        operationTime: 0,
        groupMemberVersion: 2,
        groupMemberVersionID: expect.any(String),
      });
      await eventually(() =>
        expect(lines(client, 1509)).toMatchObject([{ sendID: "mia", seq: 2, groupID: group }]),
      );
    }
    expect(await backend.info()).toMatchObject({ memberCount: 6 });
    expect(await conversation("otto")).toMatchObject({
      conversations: [{ conversationID, maxSeq: 0, groupID: group }],
    });
    const { versionID, version: seen } = Object(before.data);
    const after = await backend.as("otto")("get_incremental_join_groups", {
      userID: "otto",
      versionID,
      version: seen,
    });
    expect(after.data).toMatchObject({ full: false, insert: [{ groupID: group }] });
  });

  it("notifies in batches of fifty new members", async () => {
    const many = Array.from({ length: 51 }, (_, i) => `guest${i}`);
    for (const userID of many) backend.im.registerUser({ userID, nickname: userID, faceURL: "" });
    const mia = await backend.device("mia");
    expect(await invite("olga", ...many)).toEqual(done);
    await eventually(() => expect(told(mia, 1509)).toHaveLength(2));
    const tips = told(mia, 1509).map(tipsOf);
    expect(tips.map(({ invitedUserList }) => Object(invitedUserList).length)).toEqual([50, 1]);
    expect(tips.map(({ groupMemberVersion }) => groupMemberVersion)).toEqual([2, 3]);
  });

  it("shows no line in the chat if the caller wants none", async () => {
    const mia = await backend.device("mia");
    const body = { groupID: group, reason: "", invitedUserIDs: ["otto"], sendMessage: false };
    expect(await backend.as("olga")("invite_user_to_group", body)).toEqual(done);
    await tip(mia, 1509);
    expect((await mia.maxSeqs())[conversationID]).toBe(1);
  });

  it.each<[what: string, invited: string[], refused: object]>([
    ["no user", [], args("invitedUserIDs is empty")],
    ["a repeated user", ["otto", "otto"], args("invitedUserIDs repeat an id")],
    ["an unknown person", ["otto", "nobody"], { ...noRecord, errDlt: "user not found" }],
    ["a member", ["max"], args("max is a member already")],
    ["a newcomer and a member", ["otto", "max"], args("max is a member already")],
  ])("is refused for %s, as a whole", async (_what, invited, refused) => {
    for (const me of ["olga", "adam", "mia"] as const) expect(await invite(me, ...invited)).toEqual(refused);
    expect(await backend.memberIDs()).toEqual(members);
  });
});

describe("removing", () => {
  it("removes members and notifies all, also the removed ones (1508); their chat ends there", async () => {
    const [adam, mia, max] = [
      await backend.device("adam"),
      await backend.device("mia"),
      await backend.device("max"),
    ];
    const kickedUserList = [await backend.member("max"), await backend.member("mia")];
    expect(await kick("adam", "mia", "max")).toEqual(done);
    for (const client of [adam, mia, max]) {
      expect(await tip(client, 1508)).toEqual({
        group: { ...Object(await backend.info()), memberCount: 3 },
        opUser: await backend.member("adam"),
        kickedUserList,
        operationTime: 0,
        groupMemberVersion: 2,
        groupMemberVersionID: expect.any(String),
      });
      await eventually(() => expect(lines(client, 1508)).toMatchObject([{ sendID: "adam", seq: 2 }]));
    }
    for (const client of [mia, max]) {
      expect(await tip(client, 1300)).toMatchObject({ conversationIDList: [conversationID] });
      expect(client.notified().map((message) => message.contentType)).toEqual([1508, 1300]);
    }
    expect(told(adam, 1300)).toEqual([]);
    expect(await backend.memberIDs()).toEqual(["olga", "adam", "anna"]);
  });

  it("leaves the removed member with the messages up to then, and no later ones", async () => {
    const mia = await backend.device("mia");
    const before = await backend.as("mia")("get_incremental_join_groups", { userID: "mia", ...version });
    await say("olga");
    await kick("olga", "mia");
    await say("olga");
    const olga = await backend.device("olga");
    const { [conversationID]: last = 0 } = await olga.maxSeqs();
    expect(last).toBe(4);
    await olga.send({ groupID: group, recvID: "" });
    const revoked = { conversationID, seq: last, userID: "olga" };
    expect(await backend.as("olga")("/msg/revoke_msg", revoked)).toEqual(done);
    expect(await conversation("mia")).toMatchObject({ conversations: [{ maxSeq: 3 }] });
    expect((await mia.maxSeqs())[conversationID]).toBe(3);
    expect((await mia.pullSeqs(conversationID, [1, 2, 3, 4, 5])).Msgs.map((message) => message.seq)).toEqual([
      1, 2, 3,
    ]);
    const stream = { conversationID: `n_${group}`, begin: 1, end: 100, num: 100 };
    expect(await mia.pullRanges(stream)).toEqual({ msgs: {}, notificationMsgs: {} });
    await eventually(() => expect(mia.received().map((message) => message.seq)).toEqual([2, 3]));
    expect(await codeOf(mia.send({ groupID: group, recvID: "" }))).toBe(1002);
    const { versionID, version: seen } = Object(before.data);
    const after = await backend.as("mia")("get_incremental_join_groups", {
      userID: "mia",
      versionID,
      version: seen,
    });
    expect(after.data).toMatchObject({ full: false, delete: [group], insert: null });
  });

  it("leaves nothing to read if the chat had no messages", async () => {
    const groupInfo = { groupType: 2, groupID: "silent" };
    const silent = { sendMessage: false };
    const body = { ownerUserID: "olga", memberUserIDs: ["otto"], groupInfo, ...silent };
    await backend.as("olga")("create_group", body);
    const kicked = { groupID: "silent", kickedUserIDs: ["otto"], ...silent };
    expect(await backend.as("olga")("kick_group", kicked)).toEqual(done);
    const olga = await backend.device("olga");
    await olga.send({ groupID: "silent", recvID: "" });
    const otto = await backend.device("otto");
    expect((await otto.maxSeqs()).sg_silent).toBeUndefined();
    expect((await otto.pullSeqs("sg_silent", [1])).Msgs).toEqual([]);
    expect((await otto.readSeqs("sg_silent")).seqs.sg_silent).toMatchObject({ maxSeq: 0 });
  });

  it("is undone by an invitation: all messages in between are there, unread", async () => {
    const mia = await backend.device("mia");
    await kick("olga", "mia");
    await say("olga");
    await invite("olga", "mia");
    await eventually(() => expect(lines(mia, 1509)).toHaveLength(1));
    expect(await conversation("mia")).toMatchObject({ conversations: [{ maxSeq: 0 }] });
    expect((await mia.readSeqs()).seqs[conversationID]).toMatchObject({ maxSeq: 4, hasReadSeq: 0 });
    expect(
      (await mia.pullSeqs(conversationID, [2, 3, 4])).Msgs.map((message) => message.contentType),
    ).toEqual([1508, 101, 1509]);
    await eventually(() => expect(told(mia, 1300)).toHaveLength(2));
    expect(await mia.send({ groupID: group, recvID: "" })).toHaveProperty("sendTime");
  });
});

describe("leaving", () => {
  it("is notified to all members and the leaving one (1504); for that user the line is read", async () => {
    const [olga, mia] = [await backend.device("olga"), await backend.device("mia")];
    const quitUser = await backend.member("mia");
    expect(await quit("mia")).toEqual(done);
    for (const client of [olga, mia]) {
      expect(await tip(client, 1504)).toEqual({
        group: { ...Object(await backend.info()), memberCount: 4 },
        quitUser,
        operationTime: 0,
        groupMemberVersion: 2,
        groupMemberVersionID: expect.any(String),
      });
      await eventually(() => expect(lines(client, 1504)).toMatchObject([{ sendID: "mia", seq: 2 }]));
    }
    expect(mia.notified().map((message) => message.contentType)).toEqual([1300, 1504]);
    await say("olga");
    expect((await mia.readSeqs()).seqs[conversationID]).toMatchObject({ maxSeq: 2, hasReadSeq: 2 });
    expect(await codeOf(mia.send({ groupID: group, recvID: "" }))).toBe(1002);
    expect(await quit("mia")).toEqual(noRecord);
  });
});

describe("dismissing a group", () => {
  it("is notified to all (1511) and removes all members; the group can still be found", async () => {
    const devices = [await backend.device("olga"), await backend.device("mia")];
    const group1 = await backend.info();
    const opUser = await backend.member("olga");
    expect(await dismiss("olga")).toEqual(done);
    for (const client of devices) {
      expect(await tip(client, 1511)).toEqual({
        group: { ...Object(group1), status: 2 },
        opUser,
        operationTime: 0,
      });
      await eventually(() => expect(lines(client, 1511)).toMatchObject([{ sendID: "olga", seq: 2 }]));
      expect(await codeOf(client.send({ groupID: group, recvID: "" }))).toBe(1204);
    }
    expect(await backend.info()).toMatchObject({ status: 2, memberCount: 0, ownerUserID: "" });
    for (const me of ["olga", "mia"] as const) {
      const joined = await backend.as(me)("get_full_join_group_ids", { userID: me, idHash: 0 });
      expect(joined.data).toMatchObject({ groupIDs: null });
      const read = { groupID: group, pagination: { pageNumber: 1, showNumber: 10 }, keyword: "" };
      expect(await backend.as(me)("get_group_member_list", read)).toEqual(permission("op user not in group"));
      expect(await dismiss(me)).toEqual({ ...noRecord, errDlt: `group ${group} owner not found` });
      expect(await backend.as(me)("cancel_mute_group", { groupID: group })).toEqual(
        permission("op user not in group"),
      );
    }
    expect(await invite("olga", "otto")).toMatchObject({ errCode: 1204, errMsg: "DismissedAlreadyError" });
    expect(await backend.info()).toMatchObject({ status: 2 });
  });
});

describe("muting", () => {
  it.each([
    ["mute_group", 1514, 3],
    ["cancel_mute_group", 1515, 0],
  ])(
    "through /group/%s is notified to all (%i), also on a second call",
    async (path, contentType, status) => {
      const mia = await backend.device("mia");
      for (const times of [1, 2]) {
        expect(await backend.as("adam")(path, { groupID: group })).toEqual(done);
        await eventually(() => expect(told(mia, contentType)).toHaveLength(times));
        await eventually(() => expect(lines(mia, contentType)).toHaveLength(times));
      }
      const info = await backend.info();
      expect(info).toMatchObject({ status });
      const [first] = told(mia, contentType).map(tipsOf);
      expect(first).toEqual({
        group: info,
        opUser: await backend.member("adam"),
        operationTime: 0,
        groupMemberVersion: 2,
        groupMemberVersionID: expect.any(String),
      });
    },
  );

  it("6-18 a group lets only owner and admins write", async () => {
    await backend.as("olga")("mute_group", { groupID: group });
    const codes = await Promise.all(
      (["olga", "adam", "mia", "otto"] as const).map(async (me) => codeOf(say(me))),
    );
    expect(codes).toEqual([0, 0, 1403, 1002]);
    await backend.as("olga")("cancel_mute_group", { groupID: group });
    expect(await codeOf(say("mia"))).toBe(0);
  });

  it("6-18 a member ends by itself, and is notified to all (1512), as is an unmute (1513)", async () => {
    const max = await backend.device("max");
    const body = { groupID: group, userID: "mia", mutedSeconds: 60 };
    expect(await backend.as("adam")("mute_group_member", body)).toEqual(done);
    const muted = { ...Object(await backend.member("mia")), muteEndTime: start + 60_000 };
    expect(await tip(max, 1512)).toEqual({
      group: await backend.info(),
      opUser: await backend.member("adam"),
      operationTime: 0,
      mutedUser: muted,
      mutedSeconds: 60,
      groupMemberVersion: 2,
      groupMemberVersionID: expect.any(String),
    });
    expect(await codeOf(say("mia"))).toBe(1402);
    expect(await backend.as("adam")("cancel_mute_group_member", body)).toEqual(done);
    expect(await codeOf(say("mia"))).toBe(0);
    expect(await tip(max, 1513)).toMatchObject({
      mutedUser: { ...muted, muteEndTime: 0 },
      groupMemberVersion: 3,
    });
    await backend.as("adam")("mute_group_member", body);
    backend.clock.time += 60_000;
    expect(await codeOf(say("mia"))).toBe(0);
    const heard = () => max.received().map(({ contentType }) => contentType);
    await eventually(() => expect(heard().filter((type) => type > 1000)).toEqual([1512, 1513, 1512]));
  });
});

type Answers = Record<(typeof actors)[number], object>;
const all = (refused: object): Answers => ({ olga: refused, adam: refused, mia: refused, otto: refused });
const E = noRecord;
const insiders = (olga: object, adam: object, mia: object, otto: object): Answers => ({
  olga,
  adam,
  mia,
  otto,
});
const bare = { groupID: group };

describe("6-06 permissions of the owner, an admin, a member, an outsider", () => {
  const outside = permission("op user not in group");
  const notManager = permission("no group owner or admin");
  const noKick = permission("opUserID no permission");
  const noKickOutside = permission("opUserID no in group");
  const notAdmins = permission("group admins cannot remove the group owner and other admins");
  const ordinary = permission("set group ordinary users mute");
  const adminMute = permission("set group admin mute");
  const toKick = (...kickedUserIDs: string[]) => ({ ...bare, kickedUserIDs });
  const toMute = (userID: string, mutedSeconds = 9) => ({ ...bare, userID, mutedSeconds });
  const unknown = (id: string) => ({ errCode: 1101, errMsg: "UserIDNotFoundError", errDlt: id });

  it.each<[what: string, path: string, body: object, answers: Answers]>([
    [
      "invite",
      "invite_user_to_group",
      { ...bare, invitedUserIDs: ["oskar"] },
      insiders(done, done, done, outside),
    ],
    ["remove a member", "kick_group", toKick("max"), insiders(done, done, noKick, noKickOutside)],
    ["remove an admin", "kick_group", toKick("anna"), insiders(done, notAdmins, noKick, noKickOutside)],
    [
      "remove a member and an admin",
      "kick_group",
      toKick("max", "anna"),
      insiders(done, notAdmins, noKick, noKickOutside),
    ],
    [
      "remove the owner",
      "kick_group",
      toKick("olga"),
      { ...all(args("ownerUID can not Kick")), olga: args("opUserID in KickedUserIDs") },
    ],
    ["remove an outsider", "kick_group", toKick("oskar"), { ...all(unknown("oskar")), otto: noKickOutside }],
    ["remove no member", "kick_group", toKick(), all(args("kickedUserIDs is empty"))],
    ["remove a member twice", "kick_group", toKick("max", "max"), all(args("kickedUserIDs repeat an id"))],
    ["leave", "quit_group", bare, insiders(permission("group owner can't quit"), done, done, E)],
    [
      "make another member leave",
      "quit_group",
      { ...bare, userID: "max" },
      all(permission("ownerUserID, max=MISSING")),
    ],
    ["dismiss the group", "dismiss_group", bare, { ...all(permission("not group owner")), olga: done }],
    ["mute the group", "mute_group", bare, insiders(done, done, notManager, outside)],
    ["unmute the group", "cancel_mute_group", bare, insiders(done, done, notManager, outside)],
    ["mute a member", "mute_group_member", toMute("max"), insiders(done, done, ordinary, E)],
    ["mute an admin", "mute_group_member", toMute("anna"), insiders(done, adminMute, adminMute, E)],
    [
      "mute the owner",
      "mute_group_member",
      toMute("olga"),
      { ...all(permission("set group owner mute")), otto: E },
    ],
    ["mute an outsider", "mute_group_member", toMute("oskar"), all(E)],
    [
      "mute for 0 seconds",
      "mute_group_member",
      toMute("max", 0),
      all(args("mutedSeconds must be at least 1")),
    ],
    [
      "mute for too long",
      "mute_group_member",
      toMute("max", 2 ** 32),
      all(args("mutedSeconds must be at most 4294967295")),
    ],
    [
      "unmute a member",
      "cancel_mute_group_member",
      toMute("max"),
      insiders(done, done, permission("Can not set group ordinary users unmute"), E),
    ],
    [
      "unmute an admin",
      "cancel_mute_group_member",
      toMute("anna"),
      { ...all(permission("Can not set group admin unmute")), olga: done, otto: E },
    ],
  ])("%s", async (_what, path, body, answers) => {
    const before = JSON.stringify([
      await backend.memberIDs(),
      await backend.info(),
      await backend.member("max"),
    ]);
    // Refused users come first: their calls must change nothing.
    const order = actors.toSorted((a, b) => Number(answers[a] === done) - Number(answers[b] === done));
    for (const me of order.filter((actor) => answers[actor] !== done)) {
      expect([me, await backend.as(me)(path, body)]).toEqual([me, answers[me]]);
    }
    expect(
      JSON.stringify([await backend.memberIDs(), await backend.info(), await backend.member("max")]),
    ).toBe(before);
    for (const me of order.filter((actor) => answers[actor] === done)) {
      const own = await startGroup();
      expect([me, await own.as(me)(path, body)]).toEqual([me, done]);
      await own.close();
    }
  });

  it("an admin cannot mute themselves, and a member cannot unmute themselves", async () => {
    expect(await backend.as("adam")("mute_group_member", toMute("adam"))).toEqual(adminMute);
    const refused = permission("Can not set group ordinary users unmute");
    expect(await backend.as("mia")("cancel_mute_group_member", toMute("mia"))).toEqual(refused);
  });

  it.each<[path: string, refused: object]>([
    ["invite_user_to_group", { ...E, errDlt: "no such group" }],
    ["kick_group", { ...E, errDlt: "no such group" }],
    ["quit_group", E],
    ["dismiss_group", { ...E, errDlt: "group nope owner not found" }],
    ["mute_group", outside],
    ["mute_group_member", E],
    ["cancel_mute_group_member", E],
  ])("/group/%s does nothing for a group that does not exist", async (path, refused) => {
    const body = {
      groupID: "nope",
      invitedUserIDs: ["otto"],
      kickedUserIDs: ["mia"],
      userID: "mia",
      mutedSeconds: 1,
    };
    const named = path === "quit_group" ? { groupID: "nope" } : body;
    expect(await backend.as("mia")(path, named)).toEqual(refused);
  });
});
