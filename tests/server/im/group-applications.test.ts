// The expected answers are those of a real OpenIM server.
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { tipsOf, told } from "../support/gob-client.ts";
import {
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

/** The same users, with another rule for joining. */
async function withVerification(needVerification: number) {
  await backend.close();
  backend = await startGroup({ needVerification });
}
const join = (me: Person, changes: object = {}) =>
  backend.as(me)("join_group", {
    ...{ groupID: group, reqMessage: "let me in", joinSource: 3, inviterUserID: me, ex: "jx" },
    ...changes,
  });
const answer = (me: Person, fromUserID: string, handleResult: number, handledMsg = "") =>
  backend.as(me)("group_application_response", { groupID: group, fromUserID, handledMsg, handleResult });
const pagination = { pageNumber: 1, showNumber: 10 };
const received = async (me: Person) =>
  (await backend.as(me)("get_recv_group_applicationList", { fromUserID: me, pagination })).data;
const sent = async (me: Person) =>
  (await backend.as(me)("get_user_req_group_applicationList", { userID: me, pagination })).data;

const open = {
  userInfo: { userID: "otto", nickname: "OTTO", faceURL: "", ex: "" },
  groupInfo: null,
  ...{ handleResult: 0, reqMsg: "let me in", handleMsg: "", reqTime: start, handleUserID: "", handleTime: 0 },
  ...{ ex: "jx", joinSource: 3, inviterUserID: "" },
};

describe("invitations by an ordinary member of a group with many managers", () => {
  const many = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i}`);

  it("are refused together if they tell managers too often, and open no request", async () => {
    const [admins, others] = [many("a", 60), many("o", 40)];
    for (const userID of [...admins, ...others])
      backend.im.registerUser({ userID, nickname: userID, faceURL: "" });
    const groupID = "77";
    const groupInfo = { groupID, groupType: 2, needVerification: 1 };
    const input = { ownerUserID: "olga", memberUserIDs: ["mia"], adminUserIDs: admins, groupInfo };
    expect(await backend.as("olga")("create_group", input)).toMatchObject({ errCode: 0 });
    const invite = (invitedUserIDs: string[]) =>
      backend.as("mia")("invite_user_to_group", { groupID, reason: "", invitedUserIDs });
    expect(await invite(others)).toEqual(args("too many users at once for the managers of this group"));
    expect(await received("olga")).toMatchObject({ total: 0 });
    expect(await invite(others.slice(0, 10))).toEqual(done);
    expect(await received("olga")).toMatchObject({ total: 10 });
  });
});

describe("a request to join", () => {
  it.each([0, 1])("is notified to owner, admins and applicant (1503), with verification %i", async (mode) => {
    await withVerification(mode);
    const devices = [await backend.device("olga"), await backend.device("adam")];
    const [otto, mia] = [await backend.device("otto"), await backend.device("mia")];
    expect(await join("otto")).toEqual(done);
    const detail = {
      group: await backend.info(),
      applicant: open.userInfo,
      reqMsg: "let me in",
      uuid: expect.any(String),
      request: open,
    };
    for (const client of devices) expect(await tip(client, 1503)).toEqual(detail);
    await eventually(() => expect(told(otto, 1503)).toHaveLength(4));
    expect(
      told(otto, 1503)
        .map((message) => message.recvID)
        .toSorted(),
    ).toEqual(["adam", "anna", "olga", "otto"]);
    expect(new Set(told(otto, 1503).map((message) => tipsOf(message).uuid)).size).toBe(1);
    expect(told(mia, 1503)).toEqual([]);
    expect(await backend.memberIDs()).toEqual(members);
    const row = { ...open, groupInfo: await backend.info() };
    for (const me of ["olga", "adam"] as const) {
      expect(await received(me)).toEqual({ total: 1, groupRequests: [row] });
    }
    expect(await sent("otto")).toEqual({ total: 1, groupRequests: [row] });
    expect(await received("mia")).toEqual({ total: 0, groupRequests: null });
  });

  it("replaces an earlier one, also after a refusal", async () => {
    await join("otto");
    backend.clock.time += 5;
    await answer("olga", "otto", -1, "no");
    backend.clock.time += 5;
    expect(await join("otto", { reqMessage: "please", joinSource: 4 })).toEqual(done);
    const again = { ...open, reqMsg: "please", joinSource: 4, reqTime: start + 10 };
    expect(await sent("otto")).toEqual({
      total: 1,
      groupRequests: [{ ...again, groupInfo: await backend.info() }],
    });
  });

  it("joins at once if no approval is needed, and all are notified (1510)", async () => {
    await withVerification(2);
    const [mia, otto] = [await backend.device("mia"), await backend.device("otto")];
    expect(await join("otto")).toEqual(done);
    for (const client of [mia, otto]) {
      expect(await tip(client, 1510)).toEqual({
        group: await backend.info(),
        entrantUser: await backend.member("otto"),
        operationTime: start,
        groupMemberVersion: 2,
        groupMemberVersionID: expect.any(String),
      });
      await eventually(() => expect(lines(client, 1510)).toMatchObject([{ sendID: "otto", seq: 2 }]));
    }
    expect(await backend.member("otto")).toMatchObject({
      ...{ roleLevel: 20, joinSource: 0, inviterUserID: "otto", operatorUserID: "otto", joinTime: start },
    });
    expect(told(otto, 1503)).toEqual([]);
    expect(await sent("otto")).toEqual({ total: 0, groupRequests: null });
    expect(await otto.send({ groupID: group, recvID: "" })).toHaveProperty("sendTime");
  });

  it.each<[what: string, me: Person, changes: object, refused: object]>([
    ["from a member", "mia", {}, args("already a member")],
    ["in another user's name", "otto", { inviterUserID: "oskar" }, permission("ownerUserID, oskar=MISSING")],
    ["without a user", "otto", { inviterUserID: "" }, args("inviterUserID is empty")],
    [
      "for a group that does not exist",
      "otto",
      { groupID: "nope" },
      { ...noRecord, errDlt: "no such group" },
    ],
    [
      "with too long a text",
      "otto",
      { reqMessage: "x".repeat(4097) },
      args("reqMessage must have at most 4096 characters"),
    ],
    ["with an unknown source", "otto", { joinSource: 101 }, args("joinSource must be at most 100")],
  ])("is refused %s", async (_what, me, changes, refused) => {
    await withVerification(2);
    expect(await join(me, changes)).toEqual(refused);
    expect(await backend.memberIDs()).toEqual(members);
  });

  it("is refused for a dismissed group", async () => {
    await backend.as("olga")("dismiss_group", { groupID: group });
    expect(await join("otto")).toMatchObject({ errCode: 1204 });
  });
});

describe("the answer", () => {
  it("4-43 yes is notified to managers and applicant (1505), then to the group (1510)", async () => {
    const [olga, anna] = [await backend.device("olga"), await backend.device("anna")];
    const [otto, mia] = [await backend.device("otto"), await backend.device("mia")];
    await join("otto");
    const before = await backend.info();
    backend.clock.time += 5;
    expect(await answer("adam", "otto", 1, "welcome")).toEqual(done);
    const at = backend.clock.time;
    const request = { ...open, handleResult: 1, handleMsg: "welcome", handleUserID: "adam", handleTime: at };
    for (const client of [olga, anna, otto]) {
      expect(await tip(client, 1505)).toEqual({
        group: before,
        opUser: await backend.member("adam"),
        handleMsg: "welcome",
        receiverAs: client === otto ? 0 : 1,
        uuid: expect.any(String),
        request,
      });
      expect(told(client, 1505)[0]).toMatchObject({ sendID: "adam", seq: 0 });
    }
    for (const client of [olga, mia, otto]) {
      expect(await tip(client, 1510)).toMatchObject({
        group: { memberCount: 6 },
        entrantUser: {
          userID: "otto",
          joinSource: 3,
          inviterUserID: "",
          operatorUserID: "adam",
          joinTime: at,
        },
        operationTime: at,
      });
      await eventually(() => expect(lines(client, 1510)).toMatchObject([{ sendID: "adam", seq: 2 }]));
    }
    expect(told(mia, 1505)).toEqual([]);
    const row = { ...request, groupInfo: await backend.info() };
    expect(await sent("otto")).toEqual({ total: 1, groupRequests: [row] });
    expect(await answer("olga", "otto", -1)).toMatchObject({ errCode: 1206, errMsg: "GroupRequestHandled" });
  });

  it("4-43 no is notified to managers and applicant (1506), and adds no member", async () => {
    const [olga, otto, mia] = [
      await backend.device("olga"),
      await backend.device("otto"),
      await backend.device("mia"),
    ];
    await join("otto");
    expect(await answer("adam", "otto", -1, "no")).toEqual(done);
    for (const client of [olga, otto]) {
      expect(await tip(client, 1506)).toMatchObject({ handleMsg: "no", request: { handleResult: -1 } });
    }
    expect(await backend.memberIDs()).toEqual(members);
    await olga.send({ groupID: group, recvID: "" });
    await eventually(() => expect(mia.received()).toHaveLength(1));
    expect(mia.notified()).toEqual([]);
    expect(lines(otto, 1510)).toEqual([]);
  });

  it("yes adds no second member if the applicant was invited meanwhile", async () => {
    await join("otto");
    await backend.as("mia")("invite_user_to_group", { groupID: group, invitedUserIDs: ["otto"] });
    expect(await answer("olga", "otto", 1)).toEqual(done);
    expect(await backend.memberIDs()).toEqual([...members, "otto"]);
    expect(await backend.member("otto")).toMatchObject({ joinSource: 2, inviterUserID: "mia" });
  });

  const notManager = permission("no group owner or admin");
  const noRequest = { ...noRecord, errDlt: "no such request" };
  it.each<[what: string, me: Person, from: string, handleResult: number, refused: object]>([
    ["by a member", "mia", "otto", 1, notManager],
    ["by the applicant", "otto", "otto", 1, noRecord],
    ["by an outsider", "oskar", "otto", 1, noRecord],
    ["with an unknown result", "olga", "otto", 0, args("handleResult must be one of 1, -1")],
    ["for a user without a request", "olga", "oskar", 1, noRequest],
  ])("is refused %s", async (_what, me, from, handleResult, refused) => {
    await join("otto");
    expect(await answer(me, from, handleResult)).toEqual(refused);
    expect(await backend.memberIDs()).toEqual(members);
    expect(await sent("otto")).toMatchObject({ groupRequests: [{ handleResult: 0 }] });
  });
});

describe("a member's invitation when a manager must approve", () => {
  beforeEach(() => withVerification(1));
  const invite = (me: Person) =>
    backend.as(me)("invite_user_to_group", { groupID: group, reason: "", invitedUserIDs: ["otto"] });

  it("becomes a request, notified to the managers and the inviter only; its approval is an invitation (1509)", async () => {
    const [olga, mia, otto] = [
      await backend.device("olga"),
      await backend.device("mia"),
      await backend.device("otto"),
    ];
    expect(await invite("mia")).toEqual(done);
    expect(await tip(olga, 1503)).toMatchObject({
      applicant: { userID: "mia" },
      reqMsg: "",
      request: { userInfo: { userID: "otto" }, joinSource: 2, inviterUserID: "mia" },
    });
    await eventually(() => expect(told(mia, 1503)).toHaveLength(4));
    expect(await backend.memberIDs()).toEqual(members);
    expect(await answer("adam", "otto", 1)).toEqual(done);
    for (const client of [olga, otto]) {
      expect(await tip(client, 1509)).toMatchObject({
        opUser: { userID: "adam" },
        inviterUser: { userID: "mia" },
        invitedUserList: [{ userID: "otto", joinSource: 2, inviterUserID: "mia", operatorUserID: "adam" }],
      });
    }
    expect(told(otto, 1503)).toEqual([]);
    expect(lines(otto, 1510)).toEqual([]);
  });

  it.each(["olga", "adam"] as const)("needs no approval if %s invites", async (me) => {
    expect(await invite(me)).toEqual(done);
    expect(await backend.memberIDs()).toEqual([...members, "otto"]);
  });
});

describe("the list of requests", () => {
  it("is shown to managers and to the applicant", async () => {
    await join("otto");
    const info = await backend.info();
    const some = (me: Person, userIDs = ["otto", "oskar"]) =>
      backend.as(me)("get_group_users_req_application_list", { groupID: group, userIDs });
    const row = { ...open, userInfo: null, groupInfo: info };
    for (const me of ["olga", "adam"] as const) {
      expect((await some(me)).data).toEqual({ total: 1, groupRequests: [row] });
    }
    expect(await some("mia")).toEqual(permission("no group owner or admin"));
    expect(await some("otto")).toEqual(permission("op user not in group"));
    const of = (me: Person) =>
      backend.as(me)("get_recv_group_applicationList", { fromUserID: me, pagination, groupIDs: [group] });
    expect((await of("anna")).data).toMatchObject({ total: 1 });
    expect(await of("mia")).toEqual(permission("no group owner or admin"));
    expect(await of("otto")).toEqual(permission("op user not in group"));
  });
});
