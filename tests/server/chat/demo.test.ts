// @vitest-environment node
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aliceAndBob } from "../../../server/demo/history/alice-bob.ts";
import { chineseChats, englishChats } from "../../../server/demo/history/friends.ts";
import { demoGroups } from "../../../server/demo/history/groups.ts";
import { demoPeople } from "../../../server/demo/people.ts";
import { tell } from "../../../server/demo/script.ts";
import { md5, newPhone, startChat, type TestChat } from "./chat-client.ts";

const password = md5("parley2026");
const { alice, bob, carol, dave, lilei, hanmeimei } = demoPeople;
const chatWith = (userID: string) => `si_${[alice.userID, userID].sort().join("_")}`;

const friendList = v.object({
  friendsInfo: v.array(v.object({ friendUser: v.object({ userID: v.string() }) })),
});
const groupList = v.object({
  groups: v.array(v.object({ groupName: v.string(), faceURL: v.string(), memberCount: v.number() })),
});
const readPositions = v.object({
  seqs: v.record(v.string(), v.object({ maxSeq: v.number(), hasReadSeq: v.number() })),
});

describe("the demo data", () => {
  let server: TestChat;
  let aliceToken: string;
  beforeAll(async () => {
    server = await startChat({ demo: true });
    // A platform of her own, so that other tests' logins do not kick this one.
    const { data } = await server.login({ email: alice.email, password, platform: 1 });
    aliceToken = String(data?.imToken);
  });
  afterAll(() => server.close());

  it("lets all six people sign in by phone number and by email address", async () => {
    for (const { userID, phoneNumber, email } of Object.values(demoPeople)) {
      const byPhone = await server.login({ areaCode: "+86", phoneNumber, password });
      expect(byPhone).toMatchObject({ errCode: 0, data: { userID } });
      expect((await server.login({ email, password })).data).toMatchObject({ userID });
    }
  });

  it("makes Alice a friend of four people, and Dave a stranger", async () => {
    const { data } = await server.post(
      "/api/friend/get_friend_list",
      { userID: alice.userID, pagination: { pageNumber: 1, showNumber: 100 } },
      aliceToken,
    );
    const friends = v.parse(friendList, data).friendsInfo.map((row) => row.friendUser.userID);
    expect(friends.sort()).toEqual([bob, carol, lilei, hanmeimei].map(({ userID }) => userID).sort());
    expect(friends).not.toContain(dave.userID);
  });

  it("puts Alice into an English and a Chinese group, one with and one without a picture", async () => {
    const { data } = await server.post(
      "/api/group/get_joined_group_list",
      { fromUserID: alice.userID, pagination: { pageNumber: 1, showNumber: 100 } },
      aliceToken,
    );
    const { groups } = v.parse(groupList, data);
    expect(groups.sort((a, b) => a.groupName.localeCompare(b.groupName))).toMatchObject([
      { groupName: "Lake Trail Hikers", faceURL: `${server.origin}/object/demo/hikers.svg`, memberCount: 5 },
      { groupName: "周末读书会", faceURL: "", memberCount: 4 },
    ]);
  });

  it("leaves Alice some unread messages and a long history with Bob", async () => {
    const groups = demoGroups.map(({ groupID }) => `sg_${groupID}`);
    const chats = [bob, carol, lilei, hanmeimei].map(({ userID }) => chatWith(userID));
    const { data } = await server.post(
      "/api/msg/get_conversations_has_read_and_max_seq",
      { userID: alice.userID, conversationIDs: [...chats, ...groups] },
      aliceToken,
    );
    const { seqs } = v.parse(readPositions, data);
    const unread = [...chats, ...groups].map((id) => (seqs[id]?.maxSeq ?? 0) - (seqs[id]?.hasReadSeq ?? 0));
    expect(unread).toEqual([2, 0, 0, 1, 3, 2]);
    expect(seqs[chatWith(bob.userID)]?.maxSeq).toBeGreaterThan(140);
  });

  it("serves every picture it names as an image that a browser may cache", async () => {
    const text = JSON.stringify([
      demoPeople,
      demoGroups,
      ...[...englishChats, ...chineseChats].map(contents),
    ]);
    const pictures = new Set(text.match(/\/object\/demo\/\w+\.svg/g));
    expect(pictures.size).toBe(8);
    for (const path of pictures) {
      const response = await fetch(server.origin + path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("image/svg+xml");
      expect(response.headers.get("cache-control")).toBe("public, max-age=86400");
      expect(await response.text()).toMatch(/^<svg .+<\/svg>$/s);
    }
  });

  it("answers 404 for other pictures and 405 for other methods", async () => {
    for (const name of ["nobody.svg", "alice.png", "toString.svg", "..%2Falice.svg", ""]) {
      expect((await fetch(`${server.origin}/object/demo/${name}`)).status).toBe(404);
    }
    expect((await fetch(`${server.origin}/object/demo/alice.svg`, { method: "DELETE" })).status).toBe(405);
    const head = await fetch(`${server.origin}/object/demo/alice.svg?size=64`, { method: "HEAD" });
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(500);
  });
});

describe("starting again on an existing store", () => {
  it("changes nothing in a store with demo people", async () => {
    const data = mkdtempSync(join(tmpdir(), "parley-demo-"));
    const first = await startChat({ data, demo: true });
    const login = await first.login({ email: alice.email, password });
    await first.chat("/user/update", { nickname: "Alice Renamed" }, String(login.data?.chatToken));
    const printed = first.printed.slice(0, 8);
    await first.close();
    const second = await startChat({ data, demo: true });
    const again = await second.login({ email: alice.email, password });
    const users = await second.chat(
      "/user/find/full",
      { userIDs: [alice.userID] },
      String(again.data?.chatToken),
    );
    expect(users.data?.users).toMatchObject([{ nickname: "Alice Renamed", phoneNumber: alice.phoneNumber }]);
    const { data: seqs } = await second.post(
      "/api/msg/get_conversations_has_read_and_max_seq",
      { userID: alice.userID, conversationIDs: [chatWith(bob.userID)] },
      String(again.data?.imToken),
    );
    const told = tell(aliceAndBob.scenes, second.now()).length;
    expect(seqs?.seqs).toMatchObject({ [chatWith(bob.userID)]: { maxSeq: told } });
    expect(second.printed).toEqual(printed);
    await second.close();
    rmSync(data, { recursive: true });
  });

  it("adds no demo people to a store with other people", async () => {
    const data = mkdtempSync(join(tmpdir(), "parley-demo-"));
    const first = await startChat({ data });
    await first.join(newPhone());
    await first.close();
    const second = await startChat({ data, demo: true });
    expect(second.printed).toEqual([]);
    expect((await second.login({ email: alice.email, password })).errCode).toBe(20002);
    await second.close();
    rmSync(data, { recursive: true });
  });
});

describe("the demo history", () => {
  const conversations = [aliceAndBob, ...englishChats, ...chineseChats, ...demoGroups];
  const moments = [
    new Date(2026, 4, 6, 9, 30),
    new Date(2026, 0, 1, 0, 0),
    new Date(2026, 11, 31, 23, 59),
    new Date(2026, 2, 29, 0, 5),
  ];

  it.each(moments)("runs forward and stays in the past when created at %s", (moment) => {
    for (const { scenes } of conversations) {
      const times = tell(scenes, moment.getTime()).map(({ at }) => at);
      expect(times.every((at, index) => index === 0 || at > (times[index - 1] ?? 0))).toBe(true);
      expect(times.at(-1)).toBeLessThan(moment.getTime());
    }
  });

  it("has 5 to 30 messages in a conversation, and about 150 between Alice and Bob", () => {
    const counts = conversations.map(({ scenes }) => tell(scenes, Date.now()).length);
    expect(counts[0]).toBeGreaterThan(140);
    for (const count of counts.slice(1)) {
      expect(count).toBeGreaterThanOrEqual(5);
      expect(count).toBeLessThanOrEqual(30);
    }
  });

  it("contains only messages of members of each conversation", () => {
    for (const conversation of conversations) {
      const people: string[] = "between" in conversation ? conversation.between : conversation.members;
      for (const { from } of tell(conversation.scenes, Date.now())) expect(people).toContain(from);
    }
  });
});

function contents({ scenes }: { scenes: Parameters<typeof tell>[0] }) {
  return tell(scenes, 0).map(({ content }) => content);
}
