import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EVERYONE } from "../../../machines/domain/mention.ts";
import type { GroupMember } from "../../../machines/domain/people.ts";
import {
  ANNA,
  aFriend,
  aGroup,
  aGroupConversation,
  aMember,
  aMessage,
  aWorld,
  BEN,
  groupChatID,
  ME,
  TEAM,
} from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { article, field, openChat, type } from "./stage.tsx";

const CHAT = groupChatID(TEAM);
const HOSTILE = "a@b (.*) \u202e$&";

function team(me: Partial<GroupMember> = {}, more: GroupMember[] = []) {
  return aWorld({
    conversations: [aGroupConversation()],
    groups: [aGroup()],
    members: [
      aMember(me),
      aMember({ userID: ANNA, nickname: "Anna" }),
      aMember({ userID: BEN, nickname: HOSTILE }),
      ...more,
    ],
  });
}

const openTeam = (world = team(), options = {}) => openChat(world, { ...options, conversationID: CHAT });
const options = () => screen.queryAllByRole("option").map((option) => option.getAttribute("aria-label"));
const key = (name: string) => act(async () => void fireEvent.keyDown(field(), { key: name }));

describe("mentioning a member", () => {
  it("3-40 offers members after an @, and sends the mentioned user", async () => {
    const { does, ports } = await openTeam();
    await does(() => type("Hi @an"));
    expect(options()).toEqual(["Anna"]);
    await key("Enter");
    expect(field().value).toBe("Hi @Anna ");
    expect(options()).toEqual([]);
    await does(() => type("Hi @Anna come?"));
    await press("button", "Send");
    expect(ports.sent("im.createMessage")).toMatchObject([
      { text: `Hi @${ANNA} come?`, mentions: [{ userID: ANNA, name: "Anna" }] },
    ]);
    expect(article(/come\?/).textContent).toContain("@Anna");
  });

  it("3-40 keeps the list open at a space while a name goes on like the text", async () => {
    const more = [11, 12, 21].map((nr) => aMember({ userID: `30${nr}`, nickname: `Member ${nr}` }));
    const { does, ports } = await openTeam(team({}, more));
    await does(() => type("Hi @Member "));
    expect(options()).toEqual(["Member 11", "Member 12", "Member 21"]);
    await does(() => type("Hi @Member 11"));
    expect(options()).toEqual(["Member 11"]);
    await key("Enter");
    expect(field().value).toBe("Hi @Member 11 ");
    await does(() => type("Hi @Member 11 and @Member 3"));
    expect(options()).toEqual([]);
    await key("Enter");
    expect(ports.sent("im.createMessage")).toMatchObject([
      { text: "Hi @3011 and @Member 3", mentions: [{ userID: "3011", name: "Member 11" }] },
    ]);
  });

  it("3-40 says nothing about the members while the text after the @ cannot be a name yet", async () => {
    const { does, ports } = await openTeam();
    ports.hold("im.loadMembers");
    await does(() => type("@anna come"));
    expect(screen.queryByRole("status", { name: "Loading members" })).toBeNull();
    await does(() => ports.reject("im.loadMembers", "network"));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("3-41 takes a name as it is, without characters that reverse the text", async () => {
    const { does, ports } = await openTeam();
    await does(() => type("@"));
    await key("ArrowDown");
    await key("Tab");
    expect(field().value).toBe("@a@b (.*) $& ");
    await press("button", "Send");
    expect(ports.sent("im.createMessage")).toMatchObject([
      { text: `@${BEN}`, mentions: [{ userID: BEN, name: "a@b (.*) $&" }] },
    ]);
  });

  it("is deleted as a whole with one key, and the caret stays there", async () => {
    const { does } = await openTeam();
    await does(() => type("@an"));
    await key("Enter");
    await does(() => type("@Anna"));
    await does(() => type("@Ann"));
    expect([field().value, field().selectionStart]).toEqual(["", 0]);
  });

  it("11-24 Escape keeps the @, and Back closes the list before the chat", async () => {
    const { does, ports } = await openTeam();
    await does(() => type("@an"));
    await key("Escape");
    expect([field().value, options()]).toEqual(["@an", []]);
    await does(() => type("@ann"));
    expect(options()).toEqual([]);
    await does(() => type("@ann @"));
    expect(options()).toHaveLength(2);
    await does(() => ports.browserBack());
    expect(options()).toEqual([]);
    expect(ports.address.current.path).toBe("/chat");
  });

  it.each([
    [20, false],
    [60, true],
    [100, true],
  ])("6-02 everyone is offered to role %i: %s", async (roleLevel, isOffered) => {
    const { does, ports } = await openTeam(team({ roleLevel }));
    await does(() => type("@"));
    expect(options().includes("everyone")).toBe(isOffered);
    if (!isOffered) return;
    await key("Enter");
    await press("button", "Send");
    expect(ports.sent("im.createMessage")).toMatchObject([
      { text: `@${EVERYONE}`, mentions: [{ userID: EVERYONE, name: "everyone" }] },
    ]);
  });

  it("finds a friend by the remark, and inserts their name in the group", async () => {
    const world = team();
    world.friends = [aFriend({ remark: "Sunshine" })];
    const { does } = await openTeam(world);
    await does(() => type("@sun"));
    expect(options()).toEqual(["Sunshine"]);
    await key("Enter");
    expect(field().value).toBe("@Anna ");
  });

  it("finds a member on the last of many pages", async () => {
    const crowd = Array.from({ length: 2000 }, (_, index) =>
      aMember({ userID: `3${index}`, nickname: `Zoe ${index}` }),
    );
    const { does, ports } = await openTeam(
      team({}, [...crowd, aMember({ userID: "4", nickname: "Quentin" })]),
    );
    await does(() => type("@que"));
    expect(options()).toEqual(["Quentin"]);
    expect(ports.sent("im.loadMembers").map(({ offset }) => offset)).toEqual([0, 500, 1000, 1500, 2000]);
  });

  it("a member who leaves meanwhile is no longer offered", async () => {
    const world = team();
    const { does, ports } = await openTeam(world);
    await does(() => type("@an"));
    expect(options()).toEqual(["Anna"]);
    world.members = world.members.filter(({ userID }) => userID !== ANNA);
    await does(() => ports.emit.groups({ type: "im.memberChanged", groupID: TEAM, userID: ANNA }));
    expect(options()).toEqual([]);
    await key("Enter");
    expect(ports.sent("im.createMessage").map(({ text }) => text)).toEqual(["@an"]);
  });

  it("4-63 a draft keeps its mentions", async () => {
    const { does, ports } = await openTeam();
    await does(() => type("@an"));
    await key("Enter");
    await does(() => ports.emit.page({ type: "page.hidden" }));
    expect(ports.sent("im.saveDraft").at(-1)).toEqual({
      conversationID: CHAT,
      text: "@Anna ",
      mentions: [{ userID: ANNA, name: "Anna", start: 0 }],
    });
  });

  it("8-36 a failed message keeps its mentions when it is sent again", async () => {
    const message = aMessage({
      conversationID: CHAT,
      groupID: TEAM,
      recvID: "",
      sendID: ME,
      status: "failed",
      contentType: 106,
      content: { type: "at", text: `@${ANNA} hi`, mentions: [{ userID: ANNA, name: "Anna" }] },
    });
    const { ports } = await openTeam({ ...team(), messages: [message] });
    await press("button", "Retry");
    expect(ports.sent("im.createMessage")).toMatchObject([
      { text: `@${ANNA} hi`, mentions: [{ userID: ANNA, name: "Anna" }], clientMsgID: message.clientMsgID },
    ]);
  });
});

describe("a mention in the log", () => {
  const said = (userID: string, name: string) =>
    aMessage({
      conversationID: CHAT,
      groupID: TEAM,
      recvID: "",
      contentType: 106,
      content: { type: "at", text: `@${userID} look`, mentions: [{ userID, name }] },
    });

  it("6-04 leads to the mentioned user's card", async () => {
    const { ports } = await openTeam({ ...team(), messages: [said(BEN, "Ben")] });
    await act(async () => within(article(/look/)).getByRole("button", { name: "@Ben" }).click());
    expect(ports.address.current).toMatchObject({ path: "/userCard" });
    expect(ports.address.current.search).toContain(BEN);
  });

  it("6-04 leads nowhere where the group hides its members' cards", async () => {
    const world = team();
    world.groups = [aGroup({ lookMemberInfo: 1 })];
    await openTeam({ ...world, messages: [said(BEN, "Ben")] });
    expect(within(article(/look/)).queryByRole("button", { name: "@Ben" })).toBeNull();
    expect(within(article(/look/)).getByText("@Ben")).toBeTruthy();
  });

  it("of the user and of everyone is highlighted", async () => {
    const messages = [
      { ...said(ME, "Mia"), clientMsgID: "1" },
      { ...said(EVERYONE, ""), clientMsgID: "2" },
      { ...said(BEN, "Ben"), clientMsgID: "3" },
    ];
    await openTeam({ ...team(), messages });
    const marks = ["@Mia", "@everyone", "@Ben"].map((text) => screen.getByText(text).dataset.me);
    expect(marks).toEqual(["true", "true", undefined]);
  });
});
