import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ConversationHits } from "../../../machines/people/search-results.ts";
import {
  ANNA,
  aConversation,
  aFriend,
  aGroup,
  aGroupConversation,
  aMember,
  aMessage,
  aProfile,
  aWorld,
  BEN,
  groupChatID,
  ME,
  singleChatID,
  TEAM,
  type World,
} from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";

const SEARCH = "/searchFriendOrGroup";
const inTeam = { conversationID: groupChatID(TEAM), groupID: TEAM, recvID: "" };

async function openSearch(world: World = aWorld(), path = SEARCH) {
  const page = await openPage({ world });
  await page.does(() => page.ports.visit(path));
  const field = () => screen.getByRole("searchbox", { name: "Search" });
  const type = async (value: string) => {
    await act(async () => void fireEvent.change(field(), { target: { value } }));
    await page.waits(300);
  };
  const enter = () => page.does(() => void fireEvent.submit(field().closest("form") ?? document.body));
  return { ...page, field, type, enter };
}

const list = (name: string) => screen.getByRole("list", { name });
/** The texts of a list's rows, without the letters of avatars. */
const rowsOf = (name: string) =>
  within(list(name))
    .getAllByRole("listitem")
    .map((row) => {
      const words = document.importNode(row, true);
      for (const silent of words.querySelectorAll("[aria-hidden=true]")) silent.remove();
      return words.textContent;
    });
const marks = () => [...document.querySelectorAll("mark")].map(({ textContent }) => textContent);

describe("results", () => {
  it("11-53 say that only the messages of this device are searched", async () => {
    const { type } = await openSearch(aWorld({ messages: [aMessage({ text: "Lunch?" })] }));
    await type("lunch");
    expect(screen.getByText(/^Only messages loaded on this device are searched/)).toBeTruthy();
  });

  it("2-63 show three of each kind, and a tap shows the rest with the same keyword", async () => {
    const friends = Array.from({ length: 5 }, (_, index) =>
      aFriend({ userID: `f${index}`, nickname: `Pat ${index}` }),
    );
    const groups = Array.from({ length: 4 }, (_, index) =>
      aGroup({ groupID: `g${index}`, groupName: `Path ${index}` }),
    );
    const { type, field, ports, does } = await openSearch(aWorld({ friends, groups }));
    await type("pat");
    expect(rowsOf("Friends")).toHaveLength(3);
    expect(rowsOf("Groups")).toHaveLength(3);
    await press("link", "More friends");
    expect(ports.address.current).toEqual({ path: SEARCH, search: "show=people" });
    expect(field()).toHaveProperty("value", "pat");
    expect(rowsOf("Friends")).toHaveLength(5);
    await does(() => ports.browserBack());
    await press("link", "More groups");
    expect(rowsOf("Groups")).toEqual(["Path 0", "Path 1", "Path 2", "Path 3"]);
  });

  it("2-63 show one matching message as a line and several as a number, which a tap lists", async () => {
    const world = aWorld({
      friends: [aFriend(), aFriend({ userID: BEN, nickname: "Benjamin", remark: "Ben" })],
      members: [aMember(), aMember({ userID: BEN, nickname: "Benny" })],
      messages: [
        aMessage({ seq: 1, text: "Lunch?" }),
        aMessage({ ...inTeam, seq: 2, clientMsgID: "t1", sendID: BEN, text: "lunch at one" }),
        aMessage({ ...inTeam, seq: 3, clientMsgID: "t2", sendID: ME, text: "no LUNCH today" }),
      ],
    });
    const { type, ports, does } = await openSearch(world);
    await type("lunch");
    const [team, anna] = rowsOf("Messages");
    expect(team).toMatch(/^Team2 messages$/);
    expect(anna).toMatch(/^Anna.*Lunch\?$/);
    expect(marks()).toEqual(["Lunch"]);
    await press("button", /^Team/);
    expect(rowsOf("Messages").map((row) => row?.replace(/\d+ min|\d+:\d+/, ""))).toEqual([
      expect.stringMatching(/^You.*no LUNCH today$/),
      expect.stringMatching(/^Ben.*lunch at one$/),
    ]);
    await press("button", /^You/);
    expect(ports.address.current).toEqual({
      path: "/chat",
      search: new URLSearchParams({ conversationID: groupChatID(TEAM) }).toString(),
    });
    await does(() => ports.browserBack());
    expect(rowsOf("Messages")).toHaveLength(2);
    await does(() => ports.browserBack());
    expect(rowsOf("Messages")).toEqual([team, anna]);
    expect(ports.sent("im.searchMessages")).toEqual([{ keyword: "lunch" }]);
  });

  it("2-63 show the account's name of a sender in a group, not the message's", async () => {
    const claim = { ...inTeam, seq: 2, clientMsgID: "t1", sendID: BEN, senderNickname: "The Boss" };
    const world = aWorld({
      members: [aMember(), aMember({ userID: BEN, nickname: "Benny" })],
      messages: [aMessage({ ...claim, text: "pay me" })],
    });
    const { type } = await openSearch(world);
    await type("pay");
    expect(rowsOf("Messages")[0]).toMatch(/^Team.*Benny: pay me$/);
  });

  it("2-63 show the match in a long message, as plain text", async () => {
    const text = `${"Once upon a time ".repeat(40)}<img src=x onerror=alert(1)> was here`;
    const { type, container } = await openSearch(aWorld({ messages: [aMessage({ text })] }));
    await type("<img src");
    expect(rowsOf("Messages")[0]).toContain("time <img src=x onerror=alert(1)> was here");
    expect(marks()).toEqual(["<img src"]);
    expect(container.querySelector("img[src=x]")).toBeNull();
  });

  it.each(["100%", "a_b", `it's "ok"`, "👍🏽", "广州", "(a+b)*", "a-b/c", "\\d", "x".repeat(64)])(
    "2-63 %s is searched literally",
    async (keyword) => {
      const messages = [aMessage({ text: `so: ${keyword}.` }), aMessage({ seq: 2, text: "100 axb dd" })];
      const { type } = await openSearch(aWorld({ messages }));
      await type(keyword);
      expect(rowsOf("Messages")).toHaveLength(1);
      expect(marks()).toEqual([keyword]);
    },
  );

  it("2-63 an empty result says so, and why", async () => {
    const { type } = await openSearch();
    await type("nowhere");
    expect(screen.getByText("Nothing found")).toBeTruthy();
    expect(screen.getByText(/Only messages loaded on this device/)).toBeTruthy();
  });

  it("11-55 a phone number without a local match is searched among all users", async () => {
    const { type, ports } = await openSearch();
    await type("13800000009");
    await press("button", "Find new people");
    const query = new URLSearchParams({ isGroup: "false", keyword: "13800000009" });
    expect(ports.address.current).toEqual({ path: "/searchToJoin", search: query.toString() });
    expect(ports.sent("account.searchUsers")).toEqual([{ keyword: "13800000009" }]);
    expect(screen.getByRole("searchbox", { name: "Search" })).toHaveProperty("value", "13800000009");
  });

  it("11-55 results offer to go on among all people", async () => {
    const { type, ports } = await openSearch(aWorld({ friends: [aFriend()] }));
    await type("ann");
    await press("link", "Find new people");
    expect(ports.sent("account.searchUsers")).toEqual([{ keyword: "ann" }]);
  });

  it("11-55 an own message shows the user's own picture", async () => {
    const messages = [1, 2].map((seq) =>
      aMessage({ seq, clientMsgID: `own-${seq}`, sendID: ME, text: `lunch ${seq}` }),
    );
    const faceURL = "https://im.example/me.png";
    const { type, does, ports } = await openSearch(aWorld({ messages }));
    await does(() => ports.emit.connection({ type: "im.profileChanged", profile: aProfile({ faceURL }) }));
    await type("lunch");
    await press("button", /2 messages/);
    expect(list("Messages").querySelectorAll(`img[src="${faceURL}"]`)).toHaveLength(2);
  });

  it("2-63 friends show at once, and a failed search of messages offers a retry", async () => {
    const page = await openSearch();
    page.ports.hold("im.searchMessages");
    await page.type("Anna");
    expect(rowsOf("Friends")).toEqual(["Anna"]);
    await page.does(() => page.ports.reject("im.searchMessages", "unknown"));
    expect(screen.getByText("Couldn't search messages")).toBeTruthy();
    expect(rowsOf("Friends")).toEqual(["Anna"]);
    await press("button", "Retry");
    const hits: ConversationHits[] = [
      { conversation: aGroupConversation(), messages: [aMessage({ ...inTeam, text: "Anna!" })] },
    ];
    await page.does(() => page.ports.resolve("im.searchMessages", hits));
    expect(rowsOf("Messages")).toHaveLength(1);
  });

  it("2-78 the results of an unknown conversation are an empty search page", async () => {
    const { type } = await openSearch(aWorld(), `${SEARCH}?conversationID=sg_nowhere`);
    expect(screen.getByText("Search friends, groups and messages")).toBeTruthy();
    await type("Text");
    expect(screen.getByText("Nothing found")).toBeTruthy();
  });

  it("2-63 are cleared when the user returns to the tabs", async () => {
    const page = await openPage({ world: aWorld({ conversations: [aConversation()] }) });
    await press("link", "Search");
    const field = () => screen.getByRole("searchbox", { name: "Search" });
    await act(async () => void fireEvent.change(field(), { target: { value: "Anna" } }));
    await page.does(() => page.ports.browserBack());
    await press("link", "Search");
    expect(field()).toHaveProperty("value", "");
  });
});

describe("recent searches", () => {
  it("2-63 contain keywords that were entered or opened a result", async () => {
    const { type, enter, ports, does } = await openSearch(aWorld({ searches: ["old"] }));
    await type("nothing much");
    await type("Text");
    await enter();
    await type("Anna");
    await press("button", /^Anna/);
    expect(ports.address.current).toEqual({
      path: "/chat",
      search: new URLSearchParams({ conversationID: singleChatID(ANNA) }).toString(),
    });
    await does(() => ports.browserBack());
    await press("button", "Clear search");
    expect(
      screen.getAllByRole("button", { name: /^Remove/ }).map((one) => one.getAttribute("aria-label")),
    ).toEqual(["Remove Anna", "Remove Text", "Remove old"]);
    expect(ports.sent("storage.writeSearches").at(-1)).toEqual({
      userID: ME,
      searches: ["Anna", "Text", "old"],
    });
  });

  it("2-63 are searched again by a tap, at once", async () => {
    const { ports, field } = await openSearch(aWorld({ searches: ["Text"] }));
    await press("button", "Text");
    expect(field()).toHaveProperty("value", "Text");
    expect(ports.sent("im.searchMessages")).toEqual([{ keyword: "Text" }]);
    expect(rowsOf("Messages")).toHaveLength(2);
  });

  it("2-63 can be removed one by one, and all together after a question", async () => {
    const { ports } = await openSearch(aWorld({ searches: ["one", "two", "three"] }));
    await press("button", "Remove two");
    expect(screen.queryByText("two")).toBeNull();
    await press("button", "Clear");
    const dialog = await screen.findByRole("dialog", { name: "Clear recent searches?" });
    expect(screen.getByText("three")).toBeTruthy();
    await act(async () => void fireEvent.click(within(dialog).getByRole("button", { name: "Clear" })));
    expect(screen.queryByText("three")).toBeNull();
    expect(ports.sent("storage.writeSearches").map(({ searches }) => searches)).toEqual([
      ["one", "three"],
      [],
    ]);
  });

  it("4-15 are removed at sign-out", async () => {
    const { ports } = await openPage();
    expect(ports.wire.some(({ call }) => call === "storage.forgetSearches")).toBe(false);
    await press("link", "Me");
    await press("button", "Sign out");
    const dialog = await screen.findByRole("dialog");
    await act(async () => void fireEvent.click(within(dialog).getByRole("button", { name: "Sign out" })));
    expect(ports.wire.some(({ call }) => call === "storage.forgetSearches")).toBe(true);
  });
});
