import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import type { Friend } from "../../../machines/domain/people.ts";
import { friendEntries, letterOf } from "../../../src/screens/contact/entries.ts";
import type { Answers } from "../../fakes/calls.ts";
import type { FakeOptions } from "../../fakes/ports.ts";
import { aFriend, aGroup, aGroupConversation, aWorld, singleChatID } from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";

async function open(options: FakeOptions = { world: aWorld() }) {
  const page = await openPage(options);
  await press("link", "Contacts");
  return page;
}

/** For pages that are opened by their address. */
const SIGNED_IN: Answers = { "im.loginStatus": () => "loggedIn" };

const list = (name = "Friend list") => screen.findByRole("list", { name });

describe("contacts", () => {
  it("1-04 friends are grouped by letter, with the remark before the nickname", async () => {
    const friends = [
      aFriend({ userID: "1", nickname: "Zoe" }),
      aFriend({ userID: "2", nickname: "x-ray", remark: "Ben" }),
      aFriend({ userID: "3", nickname: "爱丽丝" }),
      aFriend({ userID: "4", nickname: "42" }),
    ];
    await open({ world: aWorld({ friends }) });
    const texts = within(await list())
      .getAllByRole("listitem")
      .map((item) => item.textContent);
    expect(texts.map((text) => text?.at(0))).toEqual(["A", "B", "Z", "#"]);
    expect(texts[1]).toContain("Ben");
    expect(texts[1]).not.toContain("x-ray");
  });

  it("1-04 groups have their own list, with the number of members", async () => {
    await open({ world: aWorld({ groups: [aGroup({ memberCount: 12 })] }) });
    await press("link", "My groups");
    await press("radio", "Joined");
    expect((await list("My groups")).textContent).toContain("12 members");
  });

  it.each([
    ["New friends", "/newFriend"],
    ["Group requests", "/newGroup"],
    ["My groups", "/myGroup"],
    ["Blocked people", "/blackList"],
  ])("1-04 leads by %s to %s", async (name, path) => {
    const { ports } = await open();
    await press("link", name);
    expect(ports.address.current.path).toBe(path);
  });

  it("11-55 the groups open on the joined ones if the user has created none", async () => {
    await open({ world: aWorld({ groups: [aGroup()] }) });
    await press("link", "My groups");
    expect((await list("My groups")).textContent).toContain("Team");
    await press("radio", "Created");
    expect(screen.queryByRole("list", { name: "My groups" })).toBeNull();
  });

  it("2-30 leads to the search of friends", async () => {
    const { ports } = await open();
    await press("button", "Search friends");
    expect(ports.address.current.path).toBe("/myFriend");
    expect(screen.getByRole("searchbox", { name: "Search friends" })).toBeTruthy();
  });

  it("1-02 a tap opens the chat", async () => {
    const { ports } = await open();
    const contacts = await list();
    await act(async () => void fireEvent.click(within(contacts).getByRole("button", { name: /Anna/ })));
    await screen.findByRole("log", { name: "Messages" });
    expect(ports.address.current).toEqual({
      path: "/chat",
      search: `conversationID=${singleChatID("1000000002")}`,
    });
  });

  it("1-03 a tap on a group opens its chat", async () => {
    const { ports } = await open();
    await press("link", "My groups");
    await press("radio", "Joined");
    const contacts = await list("My groups");
    await act(async () => void fireEvent.click(within(contacts).getByRole("button", { name: /Team/ })));
    await screen.findByRole("log", { name: "Messages" });
    expect(ports.sent("im.findConversation")).toEqual([{ groupID: "2000000001" }]);
  });

  it("2-54 empty lists say so once the server has answered", async () => {
    const { ports, does } = await open({ world: aWorld({ friends: [], groups: [] }) });
    expect(screen.queryByText("No friends yet")).toBeNull();
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
    await does(() => ports.emit.sync({ type: "im.syncFailed" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Couldn't load your contacts");
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    expect(await screen.findByText("No friends yet")).toBeTruthy();
    await press("link", "My groups");
    expect(screen.getByText("You haven't created a group yet")).toBeTruthy();
    await press("radio", "Joined");
    expect(screen.getByText("You haven't joined a group yet")).toBeTruthy();
  });

  it("11-55 an empty list of groups leads to a new group, or to the search for groups", async () => {
    const { ports, does } = await open({ world: aWorld({ groups: [] }) });
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    await press("link", "My groups");
    await press("radio", "Joined");
    await press("button", "Join group");
    expect(ports.address.current).toEqual({ path: "/searchToJoin", search: "isGroup=true" });
  });

  it("11-55 empty contacts lead to the search for people", async () => {
    const { ports, does } = await open({ world: aWorld({ friends: [] }) });
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    await press("button", "Add friend");
    expect(ports.address.current).toEqual({ path: "/searchToJoin", search: "isGroup=false" });
  });

  it("8-31 lists that cannot be loaded offer a retry", async () => {
    let isBroken = true;
    const loadFriends = () => {
      if (isBroken) throw new Failure("unknown");
      return [aFriend()];
    };
    await open({ world: aWorld({ groups: [] }), answers: { "im.loadFriends": loadFriends } });
    expect((await screen.findByRole("alert")).textContent).toContain("Couldn't load your contacts");
    isBroken = false;
    await press("button", "Retry");
    expect(await list()).toBeTruthy();
  });

  it("4-31 a group that added the user shows up, although only its first message announces it", async () => {
    const world = aWorld({ groups: [] });
    const { ports, does, waits } = await open({ world });
    await press("link", "My groups");
    await press("radio", "Joined");
    await does(() =>
      ports.emit.conversations({ type: "im.conversations", conversations: [aGroupConversation()] }),
    );
    world.groups = [aGroup()]; // the SDK writes its list a little later
    await waits(1000);
    expect((await list("My groups")).textContent).toContain("Team");
  });

  it("4-31 a group whose message arrives while the lists load shows up too", async () => {
    const world = aWorld({ groups: [] });
    const { ports, does, waits } = await open({ world });
    await press("link", "My groups");
    await press("radio", "Joined");
    ports.hold("im.loadGroups");
    await does(() => ports.emit.contacts({ type: "im.contactsChanged" }));
    await does(() =>
      ports.emit.conversations({ type: "im.conversations", conversations: [aGroupConversation()] }),
    );
    await does(() => ports.resolve("im.loadGroups", [])); // read before the SDK wrote
    await waits(1000);
    await does(() => ports.resolve("im.loadGroups", [aGroup()]));
    expect((await list("My groups")).textContent).toContain("Team");
  });

  it("4-31 opening the contacts loads the groups again", async () => {
    const world = aWorld({ groups: [] });
    await open({ world });
    await press("link", "Messages");
    world.groups = [aGroup()];
    await press("link", "Contacts");
    await press("link", "My groups");
    await press("radio", "Joined");
    expect((await list("My groups")).textContent).toContain("Team");
  });

  it("4-31 a changed friend shows at once", async () => {
    const { ports, does } = await open();
    await list();
    const friend = aFriend({ remark: "Annie" });
    await does(() => ports.emit.contacts({ type: "im.friendChanged", friend }));
    expect((await list()).textContent).toContain("Annie");
    expect(ports.sent("im.loadFriends")).toHaveLength(2); // at the start, and when the contacts opened
  });
});

describe("lists of friends and groups", () => {
  const search = async (sought: string) => {
    const field = await screen.findByRole("searchbox");
    await act(async () => void fireEvent.change(field, { target: { value: sought } }));
  };
  const rows = async (name?: string) =>
    within(await list(name))
      .getAllByRole("listitem")
      .map((item) => item.textContent);

  it("2-30 2-52 friends are found by remark, name and id, and a tap opens their card", async () => {
    const friends = [
      aFriend({ userID: "1234", nickname: "Zoé", remark: "Neighbour" }),
      aFriend({ userID: "5678", nickname: "Ben" }),
    ];
    const { ports } = await openPage({ world: aWorld({ friends }), path: "/myFriend", answers: SIGNED_IN });
    for (const sought of ["zoe", "NEIGH", "234"]) {
      await search(sought);
      expect(await rows()).toEqual(["NrNeighbour"]);
    }
    await search("nobody");
    expect(screen.getByText("Nothing found")).toBeTruthy();
    await press("button", "Clear search");
    expect(await rows()).toHaveLength(2);
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: /Neighbour/ })));
    expect(ports.address.current).toEqual({ path: "/userCard", search: "userID=1234" });
  });

  it("2-52 the list follows an added and a removed friend at once", async () => {
    const { ports, does } = await openPage({ world: aWorld(), path: "/myFriend", answers: SIGNED_IN });
    expect(await rows()).toEqual(["AaAnna"]);
    const friend = aFriend({ userID: "5678", nickname: "Ben" });
    await does(() => ports.emit.contacts({ type: "im.friendChanged", friend }));
    expect(await rows()).toEqual(["AaAnna", "BnBen"]);
    await does(() => ports.emit.contacts({ type: "im.friendRemoved", userID: friend.userID }));
    expect(await rows()).toEqual(["AaAnna"]);
  });

  it("2-31 2-53 created and joined groups are separate, and found by name", async () => {
    const groups = [
      aGroup({ groupID: "1", groupName: "Mine", ownerUserID: "1000000001", memberCount: 2 }),
      aGroup({ groupID: "2", groupName: "Theirs", memberCount: 5 }),
      aGroup({ groupID: "3", groupName: "Others" }),
    ];
    await openPage({ world: aWorld({ groups }), path: "/myGroup", answers: SIGNED_IN });
    expect(await rows("My groups")).toEqual(["Mine2 members"]);
    await press("radio", "Joined");
    expect(await rows("My groups")).toEqual(["Others3 members", "Theirs5 members"]);
    await search("thei");
    expect(await rows("My groups")).toEqual(["Theirs5 members"]);
  });
});

describe("letters", () => {
  it("2-52 follow pinyin for Chinese names", () => {
    const names =
      "艾 白 陈 邓 鄂 冯 高 韩 蒋 孔 李 马 倪 欧 潘 钱 任 孙 唐 王 谢 杨 赵 阿 区 夏 吴 郑 周 朱 许 徐 萧";
    const letters = "A B C D E F G H J K L M N O P Q R S T W X Y Z A Q X W Z Z Z X X X";
    expect(names.split(" ").map(letterOf).join(" ")).toBe(letters);
  });

  it("2-52 ignore accents and case, and are # for other characters", () => {
    expect(["émile", "Ünal", "7up", "😀", "Жанна", ""].map(letterOf)).toEqual(["E", "U", "#", "#", "#", "#"]);
  });

  it("2-52 renamed, added, removed and searched friends are at the place of their name", () => {
    const named = (...names: string[]) => names.map((nickname) => aFriend({ userID: nickname, nickname }));
    const listOf = (friends: readonly Friend[]) =>
      friendEntries(friends).map(({ letter, name }) => `${letter ?? ""} ${name}`);
    const friends = named("Zoe", "安娜", "7up", "Ben", "Anna", "陈晨");
    const all = ["A 安娜", " Anna", "B Ben", "C 陈晨", "Z Zoe", "# 7up"];
    expect(listOf(friends)).toEqual(all);
    const renamed = friends.map((one) => (one.userID === "Zoe" ? { ...one, remark: "Anton" } : one));
    expect(listOf(renamed)).toEqual(["A 安娜", " Anna", " Anton", "B Ben", "C 陈晨", "# 7up"]);
    expect(listOf([...friends, ...named("Cora", "Abe")])).toEqual([
      "A 安娜",
      " Abe",
      " Anna",
      "B Ben",
      "C 陈晨",
      " Cora",
      "Z Zoe",
      "# 7up",
    ]);
    expect(listOf(friends.slice(0, 3))).toEqual(["A 安娜", "Z Zoe", "# 7up"]);
    expect(listOf(friends)).toEqual(all);
  });

  it("2-52 ten thousand friends have each letter once", () => {
    const friends = Array.from({ length: 10_000 }, (_, index) =>
      aFriend({ userID: String(index), nickname: `${String.fromCharCode(65 + (index % 26))}${index}` }),
    );
    const entries = friendEntries(friends);
    expect(entries.flatMap(({ letter }) => letter ?? []).join("")).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  });
});
