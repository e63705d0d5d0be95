import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import type { Message } from "../../../machines/domain/message.ts";
import type { FakePorts } from "../../fakes/ports.ts";
import {
  ANNA,
  aBlack,
  aConversation,
  aFriend,
  aGroup,
  aGroupConversation,
  aMember,
  aMessage,
  aWorld,
  BEN,
  groupChatID,
  ME,
  NOON,
  someConversations,
  TEAM,
} from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { article, CHAT, field, openChat, openMenuOf, type } from "./stage.tsx";

const own = (changes: Partial<Message> & { text?: string }) => aMessage({ sendID: ME, ...changes });
const inTeam = (changes: Partial<Message> & { text?: string }) =>
  aMessage({ conversationID: groupChatID(TEAM), groupID: TEAM, recvID: "", ...changes });

describe("selecting messages", () => {
  it("changes the bars, disables links in messages, and Escape ends it with the draft unchanged", async () => {
    const { does } = await openChat(
      aWorld({ messages: [aMessage({ text: "See https://parley.test" }), own({ seq: 2, text: "Mine" })] }),
    );
    await does(() => type("Half a word"));
    openMenuOf("Mine");
    await press("menuitem", "Select");
    expect(await screen.findByRole("heading", { name: "1 selected" })).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
    expect(screen.getByText("https://parley.test").closest("[inert]")).toBeTruthy();
    await does(() => fireEvent.keyDown(document.body, { key: "Escape" }));
    expect(field().value).toBe("Half a word");
    expect(screen.getByText("https://parley.test").closest("[inert]")).toBeNull();
  });

  it("10-06 leads the focus to the first selected message, and arrow keys to the others", async () => {
    const { does } = await openChat();
    const button = screen.getByRole("button", { name: /^Actions: .*Text 2/ });
    button.focus();
    await does(() => fireEvent.click(button));
    await press("menuitem", "Select");
    const markOf = (text: RegExp) => screen.getByRole("checkbox", { name: text });
    await waitFor(() => expect(document.activeElement).toBe(markOf(/Text 2/)));
    await does(() => fireEvent.keyDown(markOf(/Text 2/), { key: "ArrowDown" }));
    expect(document.activeElement).toBe(markOf(/Text 3/));
    await does(() => fireEvent.keyDown(markOf(/Text 3/), { key: "ArrowUp" }));
    expect(document.activeElement).toBe(markOf(/Text 2/));
  });

  it("ends with Back, which leaves the chat open", async () => {
    const { ports, does } = await openChat();
    openMenuOf("Text 1");
    await press("menuitem", "Select");
    await does(() => ports.browserBack());
    expect(screen.queryByRole("heading", { name: "1 selected" })).toBeNull();
    expect(field()).toBeTruthy();
  });

  it("deletes several after a question that names the number", async () => {
    const { ports } = await openChat();
    openMenuOf("Text 2");
    await press("menuitem", "Select");
    await press("checkbox", /Text 3/);
    await press("button", "Delete");
    expect(await screen.findByRole("menu", { name: "Delete 2 messages?" })).toBeTruthy();
    expect(ports.sent("im.deleteMessage")).toEqual([]);
    await press("menuitem", "Delete");
    await waitFor(() => expect(screen.queryByText("Text 3")).toBeNull());
    expect(ports.sent("im.deleteMessage").map(({ clientMsgID }) => clientMsgID)).toEqual([
      "message-2",
      "message-3",
    ]);
    await waitFor(() => expect(screen.queryByRole("heading", { name: /selected/ })).toBeNull());
    expect(article("Text 1")).toBeTruthy();
    expect(field()).toBeTruthy();
  });

  it("offers no notice and no message that is being sent", async () => {
    await openChat(
      aWorld({
        messages: [
          aMessage({ text: "Hello" }),
          aMessage({ seq: 2, content: { type: "friendAdded" } }),
          own({ seq: 3, text: "Soon", status: "sending" }),
        ],
      }),
    );
    openMenuOf("Hello");
    await press("menuitem", "Select");
    await screen.findByRole("heading", { name: "1 selected" });
    expect(screen.getAllByRole("checkbox")).toHaveLength(1);
  });
});

describe("forwarding", () => {
  it("4-54 8-23 a search says that chats could not be loaded, and a retry finds a chat beyond the loaded part", async () => {
    const conversations = [aConversation(), ...someConversations(60)];
    let isListed = false;
    const { does } = await openChat(aWorld({ conversations }), {
      prepare: (ports) =>
        ports.answer("im.loadConversations", ({ offset, count }) => {
          // The list asks for more than its height, and there is no layout here.
          if (offset > 0 && !isListed) throw new Failure("timeout");
          return conversations.slice(offset, offset + count);
        }),
    });
    openMenuOf("Text 1");
    await press("menuitem", "Forward");
    await screen.findByRole("dialog");
    const search = screen.getByRole("searchbox", { name: "Search chats" });
    await does(() => fireEvent.change(search, { target: { value: "Person 58" } }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByRole("alert").textContent).toContain("Couldn't load more");
    expect(dialog.queryByText("Nothing found")).toBeNull();
    isListed = true;
    await press("button", "Retry");
    expect(await screen.findByRole("checkbox", { name: "Person 58" })).toBeTruthy();
    expect(screen.getAllByRole("checkbox")).toHaveLength(1);
  });

  const world = () =>
    aWorld({
      conversations: [aGroupConversation({ showName: "Team chat" }), aConversation()],
      friends: [aFriend(), aFriend({ userID: BEN, nickname: "Benjamin", remark: "Ben" })],
      groups: [aGroup(), aGroup({ groupID: "g2", groupName: "Readers" })],
    });

  it("shows recent chats, then friends and groups, and finds them by any of their names", async () => {
    const { does } = await openChat(world());
    openMenuOf("Text 1");
    await press("menuitem", "Forward");
    const list = await screen.findByRole("list", { name: "Chats" });
    const names = () =>
      within(list)
        .getAllByRole("checkbox")
        .map((box) => box.getAttribute("aria-label"));
    expect(names()).toEqual(["Team chat", "Anna", "Ben", "Readers"]);
    expect(
      within(list)
        .getAllByRole("heading")
        .map(({ textContent }) => textContent),
    ).toEqual(["Recent chats", "Friends", "Groups"]);
    await does(() =>
      fireEvent.change(screen.getByRole("searchbox", { name: "Search chats" }), {
        target: { value: "benja" },
      }),
    );
    expect(screen.getAllByRole("checkbox").map((box) => box.getAttribute("aria-label"))).toEqual(["Ben"]);
  });

  it("sends to every picked chat, with a text after it, and says so", async () => {
    const { ports, does } = await openChat(world());
    openMenuOf("Text 1");
    await press("menuitem", "Forward");
    await press("checkbox", "Team chat");
    await press("checkbox", "Anna");
    expect(screen.getByRole("list", { name: "Selected chats" }).children).toHaveLength(2);
    await press("button", "Next (2)");
    await does(() =>
      fireEvent.change(screen.getByRole("textbox", { name: "Add a message" }), {
        target: { value: " Look " },
      }),
    );
    await press("button", "Send");
    const source = { conversationID: CHAT, clientMsgID: "message-1" };
    const forward = { type: "forward", source, from: "Anna" };
    for (const chat of [groupChatID(TEAM), CHAT])
      expect(
        ports
          .sent("im.createMessage")
          .filter(({ conversationID }) => conversationID === chat)
          .map(({ text, enclosure }) => enclosure ?? text),
      ).toEqual([forward, "Look"]);
    expect(await screen.findByText("Forwarded")).toBeTruthy();
  });

  it("11-51 a forwarded message shows its author, and keeps that name after another forward", async () => {
    const { ports } = await openChat({
      ...world(),
      messages: [
        aMessage({ text: "From far", forwardedFrom: "Zoe" }),
        own({ seq: 2, text: "Mine", senderNickname: "Mia" }),
      ],
    });
    expect(within(article("From far")).getByText("Forwarded from \u2068Zoe\u2069")).toBeTruthy();
    expect(within(article("Mine")).queryByText(/Forwarded/)).toBeNull();
    for (const text of ["From far", "Mine"]) {
      openMenuOf(text);
      await press("menuitem", "Forward");
      await press("checkbox", "Team chat");
      await press("button", "Next (1)");
      await press("button", "Send");
    }
    const sent = ports.sent("im.createMessage").map(({ enclosure }) => enclosure);
    expect(sent).toMatchObject([{ from: "Zoe" }, { from: "Mia" }]);
  });

  it("11-51 a forwarded message has the name at once, before it is sent", async () => {
    await openChat(world(), { prepare: ({ hold }) => hold("im.createMessage") });
    openMenuOf("Text 1");
    await press("menuitem", "Forward");
    await press("checkbox", "Anna");
    await press("button", "Next (1)");
    await press("button", "Send");
    expect(await screen.findByText("Forwarded from \u2068Anna\u2069")).toBeTruthy();
  });

  it("of several messages shows a preview and leaves out failed ones", async () => {
    const { ports } = await openChat({
      ...world(),
      messages: [
        aMessage({ text: "Tea?" }),
        own({ seq: 2, text: "Yes" }),
        own({ seq: 3, text: "Lost", status: "failed" }),
      ],
    });
    openMenuOf("Tea?");
    await press("menuitem", "Select");
    await press("checkbox", /Yes/);
    await press("checkbox", /Lost/);
    await press("button", "Forward");
    await press("checkbox", "Team chat");
    await press("button", "Next (1)");
    expect(await screen.findByText("Chat history of Anna and Mia")).toBeTruthy();
    expect(screen.getByText("Anna: Tea?")).toBeTruthy();
    expect(screen.getByText("Mia: Yes")).toBeTruthy();
    expect(screen.getByText("2 messages")).toBeTruthy();
    await press("button", "Send");
    expect(ports.sent("im.createMessage").at(-1)?.enclosure).toEqual({
      type: "merged",
      title: "Chat history of Anna and Mia",
      lines: ["Anna: Tea?", "Mia: Yes"],
      sources: [1, 2].map((seq) => ({ conversationID: CHAT, clientMsgID: `message-${seq}` })),
    });
    expect(screen.queryByRole("heading", { name: /selected/ })).toBeNull();
  });

  it("of many messages shows the first four, each with its sender", async () => {
    const texts = ["One", "Two", "Three", "Four", "Five"];
    await openChat({ ...world(), messages: texts.map((text, index) => aMessage({ seq: index + 1, text })) });
    openMenuOf("One");
    await press("menuitem", "Select");
    for (const text of texts.slice(1)) await press("checkbox", new RegExp(text));
    await press("button", "Forward");
    await press("checkbox", "Team chat");
    await press("button", "Next (1)");
    expect(await screen.findByText("Anna: Four")).toBeTruthy();
    expect(screen.getByText("5 messages")).toBeTruthy();
    expect(screen.queryByText(/: Five/)).toBeNull();
  });

  it.each([
    ["a chat", ANNA, "Anna"],
    ["a friend without a chat", BEN, "Ben"],
  ])("6-14 does not offer %s whom this user has blocked", async (_, userID, name) => {
    const messages = [inTeam({ text: "For all" })];
    await openChat(
      { ...world(), messages, members: [aMember()], blacks: [aBlack({ userID })] },
      { conversationID: groupChatID(TEAM) },
    );
    openMenuOf("For all");
    await press("menuitem", "Forward");
    const list = await screen.findByRole("list", { name: "Chats" });
    expect(within(list).getByRole("checkbox", { name: "Readers" })).toBeTruthy();
    await waitFor(() => expect(within(list).queryByRole("checkbox", { name })).toBeNull());
  });

  it("2-62 offers no group the user left, that was dismissed or that is banned", async () => {
    const gone = ["Left", "Dismissed", "Banned"] as const;
    await openChat({
      ...world(),
      conversations: [
        aGroupConversation({ showName: "Team chat" }),
        ...gone.map((name) => aGroupConversation({ groupID: name, showName: name })),
        aConversation(),
      ],
      groups: [
        aGroup(),
        aGroup({ groupID: "Dismissed", groupName: "Dismissed", status: 2 }),
        aGroup({ groupID: "Banned", groupName: "Banned", status: 1 }),
      ],
    });
    openMenuOf("Text 1");
    await press("menuitem", "Forward");
    const list = await screen.findByRole("list", { name: "Chats" });
    expect(within(list).getByRole("checkbox", { name: "Team chat" })).toBeTruthy();
    for (const name of gone) expect(within(list).queryByRole("checkbox", { name })).toBeNull();
  });

  it.each([
    ["You're muted", aGroup(), aMember({ muteEndTime: NOON + 60_000 })],
    ["Only the owner and admins can write", aGroup({ status: 3 }), aMember()],
  ])('6-18 says "%s" beside a group, which cannot be picked', async (words, group, me) => {
    await openChat({ ...world(), groups: [group], members: [me] });
    openMenuOf("Text 1");
    await press("menuitem", "Forward");
    const list = within(await screen.findByRole("list", { name: "Chats" }));
    expect(await list.findByText(words)).toBeTruthy();
    expect(list.getByRole<HTMLInputElement>("checkbox", { name: "Team chat" }).disabled).toBe(true);
    expect(list.getByRole<HTMLInputElement>("checkbox", { name: "Anna" }).disabled).toBe(false);
  });

  it("6-18 the owner and admins may pick a muted group", async () => {
    const members = [aMember({ roleLevel: 60 })];
    const { ports } = await openChat({ ...world(), groups: [aGroup({ status: 3 })], members });
    openMenuOf("Text 1");
    await press("menuitem", "Forward");
    await press("checkbox", "Team chat");
    await press("button", "Next (1)");
    await press("button", "Send");
    expect(ports.sent("im.createMessage")).toHaveLength(1);
  });

  it.each([
    ["You're muted", aGroup(), aMember({ muteEndTime: NOON + 60_000 })],
    ["Only the owner and admins can write", aGroup({ status: 3 }), aMember()],
  ])('6-18 says "%s" before anything is sent anywhere, and keeps the choice', async (words, group, me) => {
    // When the group was picked, this was not loaded yet.
    const prepare = (ports: FakePorts) => ports.hold("im.loadMemberships");
    const { ports } = await openChat({ ...world(), groups: [group], members: [me] }, { prepare });
    openMenuOf("Text 1");
    await press("menuitem", "Forward");
    await press("checkbox", "Team chat");
    await press("checkbox", "Anna");
    await press("button", "Next (2)");
    await press("button", "Send");
    expect(await screen.findByText(words)).toBeTruthy();
    expect(ports.sent("im.createMessage")).toEqual([]);
    expect(screen.getByRole("dialog", { name: /Forward/ })).toBeTruthy();
  });

  it("6-18 a picked group that is dismissed meanwhile can be taken out, so that the others get the message", async () => {
    const { ports, does } = await openChat({ ...world(), groups: [aGroup()], members: [aMember()] });
    openMenuOf("Text 1");
    await press("menuitem", "Forward");
    await press("checkbox", "Team chat");
    await press("checkbox", "Anna");
    await does(() => ports.emit.groups({ type: "im.groupDismissed", groupID: TEAM }));
    await press("button", "Next (2)");
    const chosen = within(screen.getByRole("list", { name: "Selected chats" }));
    expect(chosen.getAllByRole("listitem").map(({ textContent }) => textContent)).toContain("Team chat");
    await press("button", "Back");
    await press("button", "Remove Team chat");
    expect(screen.queryByRole("checkbox", { name: "Team chat" })).toBeNull();
    await press("button", "Next (1)");
    await press("button", "Send");
    await waitFor(() => expect(ports.sent("im.createMessage")).toHaveLength(1));
  });

  it("keeps the selection when the user goes back", async () => {
    const { ports, does } = await openChat(world());
    openMenuOf("Text 1");
    await press("menuitem", "Select");
    await press("button", "Forward");
    await screen.findByRole("dialog", { name: "Forward to" });
    await does(() => ports.browserBack());
    expect(await screen.findByRole("heading", { name: "1 selected" })).toBeTruthy();
    expect(ports.sent("im.createMessage")).toEqual([]);
  });
});

describe("recalling others' messages", () => {
  it.each([
    ["4-62 is offered to the owner for an admin's message", 100, 60, true],
    ["4-62 is offered to an admin for a member's message", 60, 20, true],
    ["is not offered to an admin for the owner's message", 60, 100, false],
    ["is not offered to a member", 20, 20, false],
  ])("%s", async (_, mine, theirs, isOffered) => {
    const { ports } = await openChat(
      aWorld({
        messages: [inTeam({ text: "Spam", sendTime: NOON - 86_400_000 })],
        members: [
          aMember({ roleLevel: mine }),
          aMember({ userID: ANNA, nickname: "Anna", roleLevel: theirs }),
        ],
      }),
      { conversationID: groupChatID(TEAM) },
    );
    openMenuOf("Spam");
    await screen.findByRole("menu", { name: "Message actions" });
    expect(screen.queryByRole("menuitem", { name: "Recall" }) !== null).toBe(isOffered);
    if (!isOffered) return;
    await press("menuitem", "Recall");
    expect(ports.sent("im.revokeMessage")).toHaveLength(1);
  });

  it("3-72 shows a notice that names the author", async () => {
    const { ports, does } = await openChat(
      aWorld({
        messages: [inTeam({ text: "Spam" })],
        members: [aMember({ roleLevel: 100 }), aMember({ userID: ANNA, nickname: "Anna" })],
      }),
      { conversationID: groupChatID(TEAM) },
    );
    await does(() =>
      ports.emit.messages({
        type: "im.revoked",
        clientMsgID: "message-1",
        revoker: { userID: ME, nickname: "Mia" },
        sender: { userID: ANNA, nickname: "Anna" },
      }),
    );
    expect(screen.getByRole("log").textContent).toContain("You recalled a message sent by Anna");
    expect(screen.queryByRole("button", { name: "Edit again" })).toBeNull();
  });
});

describe("recalling in a group", () => {
  it.each([
    ["left", "im.groupLeft", aGroup(), null],
    ["that was dismissed", "im.groupDismissed", aGroup({ status: 2 }), aMember()],
  ] as const)("is not offered any more in a group %s, which a server refuses", async (_, type, group, me) => {
    const { ports, does } = await openChat(
      aWorld({
        messages: [inTeam({ text: "Mine", sendID: ME, sendTime: NOON - 5000 })],
        members: [aMember()],
      }),
      { conversationID: groupChatID(TEAM) },
    );
    openMenuOf("Mine");
    expect(await screen.findByRole("menuitem", { name: "Recall" })).toBeTruthy();
    ports.answer("im.loadGroup", () => group);
    ports.answer("im.loadMembership", () => me);
    await does(() => ports.emit.groups({ type, groupID: TEAM }));
    await waitFor(() => expect(screen.queryByRole("menuitem", { name: "Recall" })).toBeNull());
    expect(screen.getByRole("menuitem", { name: "Delete" })).toBeTruthy();
  });
});

describe("a recalled message", () => {
  const text = {
    type: "at" as const,
    text: `Hi @${BEN} and @${ANNA}, no`,
    mentions: [
      { userID: BEN, name: "Ben" },
      { userID: ANNA, name: "Anna Lee" },
    ],
  };
  const said = own({ content: text, sendTime: NOON - 5000 });

  it("4-62 can be edited again, after the text in the field, with the same mentions", async () => {
    const { ports, does } = await openChat(aWorld({ messages: [said] }));
    await does(() => type("Well"));
    openMenuOf("@Ben");
    await press("menuitem", "Recall");
    await press("button", "Edit again");
    expect(field().value).toBe("Well\nHi @Ben and @Anna Lee, no");
    expect(document.activeElement).toBe(field());
    await press("button", "Send");
    expect(ports.sent("im.createMessage").at(-1)).toMatchObject({
      text: `Well\nHi @${BEN} and @${ANNA}, no`,
      mentions: text.mentions,
    });
  });

  it("4-62 that was a reply is one again, unless another reply was begun meanwhile", async () => {
    const [first, second] = [1, 2].map((seq) => aMessage({ seq, text: `Question ${seq}` }));
    if (!first || !second) throw new Error("No questions");
    const { clientMsgID, sendID, senderNickname, content: asked } = first;
    const quoted = { clientMsgID, sendID, senderNickname, content: asked };
    const answer = own({ seq: 3, content: { type: "quote", text: "Yes", quoted }, sendTime: NOON - 5000 });
    const { ports } = await openChat(aWorld({ messages: [first, second, answer] }));
    openMenuOf("Yes");
    await press("menuitem", "Recall");
    await press("button", "Edit again");
    await press("button", "Send");
    expect(ports.sent("im.createMessage").at(-1)).toMatchObject({ text: "Yes", replyTo: clientMsgID });
    openMenuOf("Question 2");
    await press("menuitem", "Reply");
    await press("button", "Edit again");
    await press("button", "Send");
    expect(ports.sent("im.createMessage").at(-1)).toMatchObject({ text: "Yes", replyTo: second.clientMsgID });
  });

  it("can be edited again for five minutes", async () => {
    const { waits } = await openChat(aWorld({ messages: [own({ text: "Oops", sendTime: NOON - 5000 })] }));
    openMenuOf("Oops");
    await press("menuitem", "Recall");
    await waits(299_000);
    expect(screen.getByRole("button", { name: "Edit again" })).toBeTruthy();
    await waits(1000);
    expect(screen.queryByRole("button", { name: "Edit again" })).toBeNull();
  });
});

describe("replying by a swipe", () => {
  const finger = { pointerId: 1, isPrimary: true, pointerType: "touch" };
  const pull = (target: Element, dx: number, dy = 0) => {
    fireEvent.pointerDown(target, { ...finger, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(target, { ...finger, clientX: 100 + dx / 2, clientY: 100 + dy / 2 });
    fireEvent.pointerMove(target, { ...finger, clientX: 100 + dx, clientY: 100 + dy });
    fireEvent.pointerUp(target, { ...finger, clientX: 100 + dx, clientY: 100 + dy });
  };
  const isReplying = () => screen.queryByRole("button", { name: "Cancel reply" }) !== null;

  it.each([
    ["to the right, far enough, replies", 64, 0, true],
    ["not far enough does not", 63, 0, false],
    ["to the left does not", -90, 0, false],
    ["that scrolls does not", 70, 90, false],
  ])("a finger that pulls a message %s", async (_, dx, dy, replies) => {
    const { does } = await openChat();
    await does(() => pull(article("Text 2"), dx, dy));
    expect(isReplying()).toBe(replies);
  });

  it("a message that is being sent cannot be answered", async () => {
    const { does } = await openChat(aWorld({ messages: [own({ text: "Soon", status: "sending" })] }));
    await does(() => pull(article("Soon"), 80));
    expect(isReplying()).toBe(false);
  });

  it("a message in a group that the user has left cannot be answered", async () => {
    const { ports, does } = await openChat(aWorld({ messages: [inTeam({ text: "Old" })], members: [] }), {
      conversationID: groupChatID(TEAM),
    });
    await screen.findByText("You're no longer in this group");
    await does(() => pull(article("Old"), 80));
    // The composer would show the reply once the user is invited again.
    ports.answer("im.loadMembership", () => aMember());
    await does(() => ports.emit.groups({ type: "im.groupJoined", groupID: TEAM }));
    expect(field()).toBeTruthy();
    expect(isReplying()).toBe(false);
  });
});

describe("selecting a part of a text", () => {
  it("opens a sheet with the whole text, without links", async () => {
    const words = `See https://parley.test ${"and so on ".repeat(200)}`.trim();
    await openChat(aWorld({ messages: [aMessage({ text: words })] }));
    fireEvent.contextMenu(screen.getByText("https://parley.test"));
    await press("menuitem", "Select text");
    const sheet = await screen.findByRole("dialog", { name: "Select text" });
    expect(within(sheet).getByText(words)).toBeTruthy();
    expect(within(sheet).queryByRole("link")).toBeNull();
  });
});
