// The expected answers are those of a real OpenIM server.
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type GobClient, told } from "../support/gob-client.ts";
import {
  actors,
  args,
  done,
  type GroupBackend,
  group,
  lines,
  noRecord,
  type Person,
  people,
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

const nothing = {
  ...{ groupName: null, notification: null, introduction: null, faceURL: null, ex: null },
  ...{ needVerification: null, lookMemberInfo: null, applyMemberFriend: null },
};
const set = (me: Person, changes: object) =>
  backend.as(me)("set_group_info_ex", { groupID: group, ...nothing, ...changes });
const setMember = (me: Person, userID: string, changes: object) => {
  const kept = { nickname: null, faceURL: null, roleLevel: null, ex: null };
  return backend.as(me)("set_group_member_info", {
    members: [{ groupID: group, userID, ...kept, ...changes }],
  });
};
const transfer = (me: Person, oldOwnerUserID: string, newOwnerUserID: string) =>
  backend.as(me)("transfer_group", { groupID: group, oldOwnerUserID, newOwnerUserID });
const V = { groupMemberVersion: 2, groupMemberVersionID: expect.any(String) };
const kinds = (client: GobClient) => client.notified().map((message) => message.contentType);
const sync = async (me: Person, since: object = { versionID: "", version: 0 }) =>
  Object((await backend.as(me)("get_incremental_group_members", { groupID: group, ...since })).data);

describe("a change of group settings", () => {
  it.each<[what: string, changes: object, contentType: number, inChat: boolean]>([
    ["a name", { groupName: "Team 2" }, 1520, true],
    ["an announcement", { notification: "read this" }, 1519, true],
    ["an empty announcement", { notification: "" }, 1519, false],
    ["an introduction", { introduction: "we" }, 1502, false],
    ["a picture", { faceURL: "http://face" }, 1502, false],
    ["an ex", { ex: "x" }, 1502, false],
    ["the rule for joining", { needVerification: 2 }, 1502, false],
    ["the rule for viewing members", { lookMemberInfo: 1 }, 1502, false],
    ["the rule for adding members as friends", { applyMemberFriend: 1 }, 1502, false],
  ])("is notified to all members with %s: %j", async (_what, changes, contentType, inChat) => {
    const [mia, max] = [await backend.device("mia"), await backend.device("max")];
    const before = await sync("mia");
    expect(await set("adam", changes)).toEqual(done);
    const announced =
      "notification" in changes ? { notificationUpdateTime: start, notificationUserID: "adam" } : {};
    const info = await backend.info();
    expect(info).toMatchObject({ ...changes, ...announced });
    for (const client of [mia, max]) {
      const muteTime = contentType === 1502 ? { muteTime: 0 } : {};
      const opUser = await backend.member("adam");
      expect(await tip(client, contentType)).toEqual({ group: info, opUser, ...muteTime, ...V });
      if (inChat)
        await eventually(() => expect(lines(client, contentType)).toMatchObject([{ sendID: "adam" }]));
      expect((await client.maxSeqs())[`sg_${group}`]).toBe(inChat ? 2 : 1);
    }
    const { version, versionID } = before;
    expect(await sync("mia", { version, versionID })).toMatchObject({
      ...{ full: false, version: 2, insert: null, update: null, delete: null, sortVersion: 0, group: info },
    });
    const groups = await backend.as("mia")("get_full_join_group_ids", { userID: "mia", idHash: 0 });
    expect(groups.data).toMatchObject({ version: 1 });
  });

  it("of several settings is one version with a notification each", async () => {
    const mia = await backend.device("mia");
    expect(await set("olga", { groupName: "Team", notification: "note", introduction: "we" })).toEqual(done);
    await eventually(() => expect(kinds(mia)).toEqual([1519, 1520, 1502]));
    for (const contentType of kinds(mia)) expect(await tip(mia, contentType)).toMatchObject(V);
    await eventually(() => expect(mia.received().map((line) => line.contentType)).toEqual([1519, 1520]));
  });

  it("through the older path is the same, where an empty text changes nothing", async () => {
    const mia = await backend.device("mia");
    await set("olga", { notification: "note", introduction: "we" });
    const groupInfoForSet = {
      groupID: group,
      groupName: "Team",
      notification: "",
      introduction: "",
      faceURL: "",
    };
    expect(await backend.as("olga")("set_group_info", { groupInfoForSet })).toEqual(done);
    await eventually(() => expect(kinds(mia)).toEqual([1519, 1502, 1520]));
    expect(await backend.info()).toMatchObject({
      groupName: "Team",
      notification: "note",
      introduction: "we",
    });
  });

  it.each([{}, { groupName: "" }])("of nothing is not notified: %j", async (changes) => {
    const mia = await backend.device("mia");
    expect(await set("olga", changes)).toEqual(done);
    expect(await sync("mia")).toMatchObject({ version: 1 });
    await set("olga", { ex: "next" });
    await eventually(() => expect(kinds(mia)).toEqual([1502]));
  });

  it.each<[what: string, me: Person, changes: object, refused: object]>([
    ["by a member", "mia", { groupName: "X" }, permission("no group owner or admin")],
    ["by an outsider", "otto", { groupName: "X" }, noRecord],
    [
      "for a group that does not exist",
      "olga",
      { groupID: "nope", ex: "x" },
      { ...noRecord, errDlt: "no such group" },
    ],
    [
      "with too long a text",
      "olga",
      { notification: "x".repeat(4097) },
      args("notification must have at most 4096 characters"),
    ],
    [
      "with an unknown value",
      "olga",
      { needVerification: 9 },
      args("needVerification must be one of 0, 1, 2"),
    ],
    ["with a value that is no text", "olga", { groupName: 5 }, args("groupName must be a text")],
  ])("is refused %s", async (_what, me, changes, refused) => {
    const before = await backend.info();
    expect(await set(me, changes)).toEqual(refused);
    expect(await backend.info()).toEqual(before);
  });

  it("is refused for a dismissed group", async () => {
    await backend.as("olga")("dismiss_group", { groupID: group });
    expect(await set("olga", { groupName: "X" })).toMatchObject({ errCode: 1204 });
    expect(await transfer("olga", "olga", "mia")).toMatchObject({ errCode: 1204 });
  });
});

describe("a change of a member", () => {
  it("is notified to all (1516) and not shown in the chat; an empty name restores the account's name", async () => {
    const max = await backend.device("max");
    expect(await setMember("mia", "mia", { nickname: "Mimi", ex: "mx" })).toEqual(done);
    const changedUser = await backend.member("mia");
    expect(changedUser).toMatchObject({ nickname: "Mimi", ex: "mx", roleLevel: 20 });
    expect(await tip(max, 1516)).toEqual({
      ...{ group: await backend.info(), opUser: changedUser, changedUser, operationTime: 0 },
      ...{ ...V, groupSortVersion: 0 },
    });
    await setMember("mia", "mia", { nickname: "" });
    expect(await backend.member("mia")).toMatchObject({ nickname: "MIA", ex: "mx" });
    expect((await max.maxSeqs())[`sg_${group}`]).toBe(1);
  });

  it.each([
    ["an admin", "mia", 60, 1517, ["olga", "adam", "anna", "mia", "max"]],
    ["an ordinary member", "adam", 20, 1518, ["olga", "anna", "adam", "max", "mia"]],
  ] as const)("to %s is notified to all, with a new order", async (_what, userID, roleLevel, kind, order) => {
    const max = await backend.device("max");
    const before = await sync("max");
    expect(await setMember("olga", userID, { roleLevel })).toEqual(done);
    expect(await tip(max, kind)).toMatchObject({
      ...{ opUser: { userID: "olga" }, changedUser: { userID, roleLevel } },
      ...{ ...V, groupSortVersion: 2 },
    });
    expect(told(max, 1516)).toEqual([]);
    expect(await backend.memberIDs()).toEqual(order);
    const { version, versionID } = before;
    expect(await sync("max", { version, versionID })).toMatchObject({
      update: [{ userID }],
      sortVersion: 2,
    });
    await setMember("olga", userID, { roleLevel });
    await eventually(() => expect(told(max, kind)).toHaveLength(2));
  });

  it("for two members in one call is a version each, because a client takes one notification per version", async () => {
    const max = await backend.device("max");
    const both = ["mia", "max"].map((userID) => ({ groupID: group, userID, nickname: `${userID}!` }));
    expect(await backend.as("olga")("set_group_member_info", { members: both })).toEqual(done);
    await eventually(() => expect(told(max, 1516)).toHaveLength(2));
    expect(await sync("max")).toMatchObject({ version: 3 });
  });

  it("for two members in one call is done for neither if one is refused", async () => {
    const both = ["mia", "otto"].map((userID) => ({ groupID: group, userID, nickname: "X" }));
    expect(await backend.as("olga")("set_group_member_info", { members: both })).toEqual(
      args("user not in group"),
    );
    expect(await backend.member("mia")).toMatchObject({ nickname: "MIA" });
  });
});

describe("a transfer of ownership", () => {
  it("is notified to all (1507); the old owner becomes an ordinary member, and a mute ends", async () => {
    const [olga, max] = [await backend.device("olga"), await backend.device("max")];
    await backend.as("olga")("mute_group_member", { groupID: group, userID: "mia", mutedSeconds: 60 });
    const { version, versionID } = await sync("max");
    expect(await transfer("olga", "olga", "mia")).toEqual(done);
    const [owner, old] = [await backend.member("mia"), await backend.member("olga")];
    expect([owner, old]).toMatchObject([{ roleLevel: 100, muteEndTime: 0 }, { roleLevel: 20 }]);
    const info = await backend.info();
    expect(info).toMatchObject({ ownerUserID: "mia" });
    for (const client of [olga, max]) {
      expect(await tip(client, 1507)).toEqual({
        ...{ group: info, opUser: old, newGroupOwner: owner, oldGroupOwner: "", oldGroupOwnerInfo: old },
        ...{ operationTime: 0, groupMemberVersion: 0, groupMemberVersionID: "" },
      });
      await eventually(() => expect(lines(client, 1507)).toMatchObject([{ sendID: "olga", seq: 3 }]));
    }
    expect(await backend.memberIDs()).toEqual(["mia", "adam", "anna", "max", "olga"]);
    const after = await sync("max", { version, versionID });
    expect(after).toMatchObject({ version: 3, sortVersion: 3, group: info });
    expect(after.update).toHaveLength(2);
    expect(await backend.as("olga")("quit_group", { groupID: group })).toEqual(done);
    expect(await backend.as("mia")("dismiss_group", { groupID: group })).toEqual(done);
  });
});

type Answers = Record<(typeof actors)[number], object>;
const all = (refused: object): Answers => ({ olga: refused, adam: refused, mia: refused, otto: refused });

describe("permissions of the owner, an admin, a member, an outsider", () => {
  const outside = permission("user not in group");
  const ordinary = permission("ordinary users can not change other role level");
  const overAdmin = permission("admin can not change other group admin");
  const overOwner = permission("admin can not change group owner");
  const ownRole = args("group owner can not change own role level");
  const noTransfer = permission("no permission transfer group owner");
  const reading = permission("op user not in group");
  const insiders = (olga: object, adam: object, mia: object, otto = outside): Answers => ({
    olga,
    adam,
    mia,
    otto,
  });
  const role = (userID: string, roleLevel: number) => ({ members: [{ groupID: group, userID, roleLevel }] });
  const name = (userID: string) => ({ members: [{ groupID: group, userID, nickname: "N" }] });
  const owner = (oldOwnerUserID: string, newOwnerUserID: string) => ({
    groupID: group,
    oldOwnerUserID,
    newOwnerUserID,
  });
  const setMemberPath = "set_group_member_info";

  it.each<[what: string, path: string, body: object, answers: Answers]>([
    ["make a member an admin", setMemberPath, role("max", 60), insiders(done, done, ordinary)],
    ["make an admin a member", setMemberPath, role("anna", 20), insiders(done, overAdmin, ordinary)],
    ["change the owner's role", setMemberPath, role("olga", 20), insiders(ownRole, overOwner, ordinary)],
    [
      "make a member a second owner",
      setMemberPath,
      role("max", 100),
      all(permission("cannot set ungroup owner")),
    ],
    ["set an unknown role", setMemberPath, role("max", 30), all(args("invalid role level"))],
    ["name a member", setMemberPath, name("max"), insiders(done, done, ordinary)],
    ["name an admin", setMemberPath, name("anna"), insiders(done, overAdmin, ordinary)],
    ["name the owner", setMemberPath, name("olga"), insiders(done, overOwner, ordinary)],
    ["name an outsider", setMemberPath, name("oskar"), { ...all(args("user not in group")), otto: outside }],
    ["name no member", setMemberPath, { members: [] }, all(args("members is empty"))],
    ["make a member the owner", "transfer_group", owner("olga", "max"), { ...all(noTransfer), olga: done }],
    [
      "make an outsider the owner",
      "transfer_group",
      owner("olga", "oskar"),
      { ...all(args("user not in group oskar")), otto: noTransfer },
    ],
    [
      "make the owner the owner",
      "transfer_group",
      owner("olga", "olga"),
      all(args("OldOwnerUserID == NewOwnerUserID")),
    ],
    [
      "set its info",
      "set_group_info_ex",
      { groupID: group, ...nothing, ex: "x" },
      insiders(done, done, permission("no group owner or admin"), noRecord),
    ],
  ])("%s", async (_what, path, body, answers) => {
    const state = async () => {
      const info = await backend.info();
      return JSON.stringify([info, ...(await Promise.all(people.map((userID) => backend.member(userID))))]);
    };
    const before = await state();
    for (const me of actors.filter((actor) => answers[actor] !== done)) {
      expect([me, await backend.as(me)(path, body)]).toEqual([me, answers[me]]);
    }
    expect(await state()).toBe(before);
    for (const me of actors.filter((actor) => answers[actor] === done)) {
      const own = await startGroup();
      expect([me, await own.as(me)(path, body)]).toEqual([me, done]);
      await own.close();
    }
  });

  it.each<[me: (typeof actors)[number], admin: object, ordinary: object, name: object]>([
    ["olga", ownRole, ownRole, done],
    ["adam", done, done, done],
    ["mia", permission("can not improve role level by self"), done, done],
    ["otto", outside, outside, outside],
  ])(
    "%s changes their own role to admin, to ordinary member, and their own name",
    async (me, admin, ordinaryMember, named) => {
      expect(await setMember(me, me, { roleLevel: 60 })).toEqual(admin);
      expect(await setMember(me, me, { nickname: "N" })).toEqual(named);
      expect(await setMember(me, me, { roleLevel: 20 })).toEqual(ordinaryMember);
    },
  );

  it.each<[path: string, body: object, refused: object]>([
    ["get_group_member_list", { groupID: group, pagination: { pageNumber: 1, showNumber: 9 } }, reading],
    ["get_group_members_info", { groupID: group, userIDs: ["mia"] }, reading],
    ["get_group_abstract_info", { groupIDs: [group] }, reading],
    ["get_incremental_group_members", { groupID: group, versionID: "", version: 0 }, reading],
    ["get_full_group_member_user_ids", { groupID: group, idHash: 0 }, permission("opUser in ownerUserIDs")],
    ["get_group_member_user_id", { groupID: group }, permission("opUser in ownerUserIDs")],
  ])("/group/%s is for members: no stranger, no removed member", async (path, body, refused) => {
    for (const me of ["olga", "adam", "mia"] as const) {
      expect(await backend.as(me)(path, body)).toMatchObject({ errCode: 0 });
    }
    expect(await backend.as("otto")(path, body)).toEqual(refused);
    await backend.as("olga")("kick_group", { groupID: group, kickedUserIDs: ["mia"] });
    expect(await backend.as("mia")(path, body)).toEqual(refused);
  });

  it("an abstract changes with the members, and is requested once", async () => {
    const abstract = async () =>
      (await backend.as("olga")("get_group_abstract_info", { groupIDs: [group] })).data;
    const before = await abstract();
    expect(before).toEqual({
      groupAbstractInfos: [{ groupID: group, groupMemberNumber: 5, groupMemberListHash: expect.any(Number) }],
    });
    expect(await abstract()).toEqual(before);
    await backend.as("olga")("kick_group", { groupID: group, kickedUserIDs: ["mia"] });
    await backend.as("olga")("invite_user_to_group", { groupID: group, invitedUserIDs: ["otto"] });
    expect(await abstract()).toMatchObject({ groupAbstractInfos: [{ groupMemberNumber: 5 }] });
    expect(await abstract()).not.toEqual(before);
    const twice = await backend.as("olga")("get_group_abstract_info", { groupIDs: [group, group] });
    expect(twice).toEqual(args("groupIDs repeat an id"));
  });
});
