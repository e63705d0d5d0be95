// Groups as the real JS client makes and meets them.
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { CbEvents, type JsClient, loggedIn } from "../support/js-client.ts";

let backend: TestBackend;
let alice: JsClient;
let bob: JsClient;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "info").mockImplementation(() => {});
  backend = await startBackend(["alice", "bob"]);
  [alice, bob] = [await loggedIn(backend, "alice"), await loggedIn(backend, "bob")];
});
afterEach(async () => {
  for (const client of [alice, bob]) await client.logout().catch(() => {});
  await backend.close();
  vi.restoreAllMocks();
});

async function create(memberUserIDs: string[], info: object = {}): Promise<string> {
  const groupInfo = { groupName: "Team", groupType: 2, ...info };
  const { data } = await alice.sdk.createGroup({ memberUserIDs, groupInfo });
  return data.groupID;
}
const joined = async (client: JsClient) =>
  (await client.sdk.getJoinedGroupListPage({ offset: 0, count: 20 })).data.map((group) => group.groupID);
/** What the client was told in chats, by content type. */
const chat = (client: JsClient) =>
  client
    .of(CbEvents.OnRecvNewMessages)
    .flatMap(({ data }) => (Array.isArray(data) ? data : [data]))
    .map((message) => Reflect.get(Object(message), "contentType"));

describe("a group", () => {
  it("made by one is there for the other, with its first line", async () => {
    const groupID = await create(["bob"]);
    await eventually(() => expect(chat(bob)).toContain(1501));
    expect(await joined(bob)).toEqual([groupID]);
    expect(await joined(alice)).toEqual([groupID]);
  });

  it("4-33 joined, left and joined again comes and goes", async () => {
    const groupID = await create([]);
    await alice.sdk.inviteUserToGroup({ groupID, reason: "", userIDList: ["bob"] });
    await eventually(() => expect(chat(bob)).toContain(1509));
    expect(await joined(bob)).toEqual([groupID]);
    await alice.sdk.kickGroupMember({ groupID, reason: "", userIDList: ["bob"] });
    expect(await bob.event(CbEvents.OnJoinedGroupDeleted)).toMatchObject({ groupID });
    expect(await joined(bob)).toEqual([]);
    await alice.sdk.inviteUserToGroup({ groupID, reason: "", userIDList: ["bob"] });
    await eventually(async () => expect(await joined(bob)).toEqual([groupID]));
    await bob.sdk.quitGroup(groupID);
    await eventually(async () => expect(await joined(bob)).toEqual([]));
    await eventually(() => expect(chat(alice)).toContain(1504));
  });

  it("4-58 ended by its owner ends for the other", async () => {
    const groupID = await create(["bob"]);
    await eventually(() => expect(chat(bob)).toContain(1501));
    await alice.sdk.dismissGroup(groupID);
    await bob.event(CbEvents.OnGroupDismissed);
    expect(await joined(bob)).toEqual([]);
  });

  it("6-18 silenced tells the member so, who is refused until it is over", async () => {
    const groupID = await create(["bob"]);
    const say = async () => {
      const { data: message } = await bob.sdk.createTextMessage("hello");
      return bob.sdk.sendMessage({ recvID: "", groupID, message });
    };
    await alice.sdk.changeGroupMute({ groupID, isMute: true });
    await eventually(() => expect(chat(bob)).toContain(1514));
    await expect(say()).rejects.toMatchObject({ errCode: 1403 });
    await alice.sdk.changeGroupMute({ groupID, isMute: false });
    await alice.sdk.changeGroupMemberMute({ groupID, userID: "bob", mutedSeconds: 60 });
    await eventually(() => expect(chat(bob)).toContain(1512));
    await expect(say()).rejects.toMatchObject({ errCode: 1402 });
    await alice.sdk.changeGroupMemberMute({ groupID, userID: "bob", mutedSeconds: 0 });
    expect((await say()).errCode).toBe(0);
  });

  it("4-43 asked for is answered: the applicant is told, and in", async () => {
    const groupID = await create([]);
    await bob.sdk.joinGroup({ groupID, reqMsg: "please", joinSource: 3 });
    expect(await alice.event(CbEvents.OnGroupApplicationAdded)).toMatchObject({ groupID, userID: "bob" });
    await alice.sdk.acceptGroupApplication({ groupID, fromUserID: "bob", handleMsg: "welcome" });
    await bob.event(CbEvents.OnGroupApplicationAccepted);
    await eventually(() => expect(chat(bob)).toContain(1510));
    expect(await joined(bob)).toEqual([groupID]);
  });
});
