import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import type { Message, MessageEvent, QuotedMessage } from "../../../machines/domain/message.ts";
import type { FakePorts } from "../../fakes/ports.ts";
import {
  ANNA,
  aConversation,
  aGroupConversation,
  aMember,
  aMessage,
  aWorld,
  BEN,
  groupChatID,
  ME,
  NOON,
  someMessages,
  TEAM,
  type World,
} from "../../fakes/world.ts";
import { animationEnds, press } from "../shell/stage.tsx";
import { article, articles, CHAT, field, layOutLog, minutes, openChat, openMenuOf, type } from "./stage.tsx";

const worldWith = (...messages: Message[]): World => aWorld({ messages });
const own = (changes: Parameters<typeof aMessage>[0]) => aMessage({ sendID: ME, ...changes });
/** A quote of Anna's first message with this name and text. */
const quoteOf = (senderNickname: string, text: string): QuotedMessage => ({
  clientMsgID: "message-1",
  sendID: ANNA,
  senderNickname,
  content: { type: "text", text },
});
const texts = () => articles().map((one) => one.textContent);

describe("the days of a chat", () => {
  it("9-23 9-27 at midnight the day of an open chat becomes yesterday", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { ports } = await openChat(worldWith(aMessage({ sendTime: NOON })));
    expect(screen.getByText("Today")).toBeTruthy();
    ports.passTime(24 * 60 * 60_000);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.queryByText("Today")).toBeNull();
    expect(screen.getByText("Yesterday")).toBeTruthy();
  });
});

describe("the header of a chat", () => {
  it("2-63 a message id leaves the address once the chat is open, so that a return keeps the position", async () => {
    const { ports } = await openChat(aWorld(), { conversationID: `${CHAT}&clientMsgID=message-1` });
    await expect.poll(() => ports.address.current.search).toBe(`conversationID=${CHAT}`);
  });

  it("2-48 shows the peer's name and leads back", async () => {
    const { ports } = await openChat();
    expect(screen.getByRole("heading", { level: 1, name: "Anna" })).toBeTruthy();
    await press("button", "Back");
    expect(ports.address.current.path).toBe("/conversation");
  });

  it("2-48 shows the group's name and its number of members", async () => {
    await openChat(aWorld(), { conversationID: groupChatID(TEAM) });
    expect(await screen.findByText("3 members")).toBeTruthy();
  });

  it.each([
    [CHAT, "/singleSetting", `conversationID=${CHAT}`],
    [groupChatID(TEAM), "/groupSetting", `groupID=${TEAM}`],
  ])("2-48 the details of %s lead to %s", async (conversationID, path, search) => {
    const { ports } = await openChat(aWorld(), { conversationID });
    await press("button", "Details");
    expect(ports.address.current).toEqual({ path, search });
  });

  it("a single chat has a button for voice calls, a group has none", async () => {
    const { ports } = await openChat();
    await press("button", "Voice call");
    await screen.findByRole("dialog", { name: "Call" });
    expect(ports.sent("media.requestAccess")).toHaveLength(1);
    cleanup();
    await openChat(aWorld(), { conversationID: groupChatID(TEAM) });
    await screen.findByText("3 members");
    expect(screen.queryByRole("button", { name: "Voice call" })).toBeNull();
  });

  it("shows the name from the list while the conversation loads", async () => {
    await openChat(aWorld(), { prepare: (ports) => ports.hold("im.loadConversation") });
    expect(screen.getByRole("heading", { level: 1, name: "Anna" })).toBeTruthy();
  });

  it("shows that the peer is typing, until they stop or write", async () => {
    const { ports, does } = await openChat();
    const tells = (typing: boolean) =>
      does(() => ports.emit.messages({ type: "im.typing", conversationID: CHAT, userID: ANNA, typing }));
    await tells(true);
    expect(screen.getByText("typing…")).toBeTruthy();
    await tells(false);
    expect(screen.queryByText("typing…")).toBeNull();
    await tells(true);
    expect(screen.getByText("typing…")).toBeTruthy();
    await does(() =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 9, text: "Done" })] }),
    );
    expect(article("Done")).toBeTruthy();
    expect(screen.queryByText("typing…")).toBeNull();
  });
});

describe("11-19 missing messages", () => {
  it("show as a gap while they load, and can be requested again", async () => {
    const all = someMessages(6);
    const { ports, does, waits } = await openChat(worldWith(...all.slice(0, 3)), {
      prepare: (ports) => ports.hold("im.fillGaps"),
    });
    await does(() => ports.emit.messages({ type: "im.messages", messages: all.slice(5) }));
    expect(ports.sent("im.fillGaps")).toEqual([
      { conversationID: CHAT, gaps: [{ from: 4, to: 5, nextID: "message-6" }] },
    ]);
    expect(screen.queryByText(/missing/)).toBeNull();
    await waits(300);
    expect(screen.getByText("Loading missing messages")).toBeTruthy();
    await does(() => ports.reject("im.fillGaps", "network"));
    expect(screen.getByText("Some messages are missing here")).toBeTruthy();
    await press("button", "Retry");
    await does(() => ports.resolve("im.fillGaps", all.slice(3, 5)));
    expect(articles()).toHaveLength(6);
    expect(screen.queryByText(/missing/)).toBeNull();
  });

  it("that do not exist show no gap", async () => {
    const [first, second] = [aMessage({ seq: 1 }), aMessage({ seq: 9 })];
    const { ports } = await openChat(worldWith(first, second));
    await expect.poll(() => ports.sent("im.fillGaps")).toHaveLength(1);
    expect(articles()).toHaveLength(2);
    expect(screen.queryByText(/missing/)).toBeNull();
  });
});

describe("how messages look", () => {
  it("every message is an article named by its sender and time", async () => {
    await openChat(worldWith(aMessage({ text: "Hi" }), own({ seq: 2, text: "Hello" })));
    expect(within(article("Hi")).getByText("Hi")).toBeTruthy();
    expect(article("Hi").getAttribute("aria-label")).toMatch(/^Anna, \d\d:\d\d$/);
    expect(article("Hello").getAttribute("aria-label")).toMatch(/^You, \d\d:\d\d$/);
  });

  it("an own message shows sending, sent and read", async () => {
    const { ports, does } = await openChat(
      worldWith(own({ text: "Read", isRead: true }), own({ seq: 2, text: "Only sent" })),
    );
    expect(within(article("Read")).getByRole("img", { name: "Read" })).toBeTruthy();
    expect(within(article("Only sent")).getByRole("img", { name: "Sent" })).toBeTruthy();
    ports.hold("im.sendMessage");
    await does(() => type("On its way"));
    await press("button", "Send");
    expect(within(article("On its way")).getByRole("img", { name: "Sending" })).toBeTruthy();
    await does(() => ports.emit.messages({ type: "im.read", clientMsgIDs: ["message-2"] }));
    expect(within(article("Only sent")).getByRole("img", { name: "Read" })).toBeTruthy();
  });

  it("a group shows the sender once per block of messages, and no read marks", async () => {
    const inGroup = { conversationID: groupChatID(TEAM), groupID: TEAM, recvID: "" };
    const world = worldWith(
      aMessage({ ...inGroup, text: "One" }),
      aMessage({ ...inGroup, seq: 2, text: "Two" }),
      own({ ...inGroup, seq: 3, text: "Mine", isRead: true }),
    );
    await openChat(world, { conversationID: groupChatID(TEAM) });
    expect(within(article("One")).getByText("Anna")).toBeTruthy();
    expect(within(article("Two")).queryByText("Anna")).toBeNull();
    expect(within(article("Mine")).getByRole("img", { name: "Sent" })).toBeTruthy();
  });

  it("3-65 a long announcement is shown to its end in the chat, and as a line in the list", async () => {
    const inGroup = { conversationID: groupChatID(TEAM), groupID: TEAM, recvID: "" };
    const text = `${"We meet at the lake. ".repeat(20)}Bring tea`;
    const notice = { act: "announced", by: { userID: ANNA, nickname: "Anna" }, text } as const;
    const announcement = aMessage({ ...inGroup, content: { type: "groupNotice", notice } });
    const world = {
      ...worldWith(announcement),
      conversations: [aGroupConversation({ latestMsg: announcement })],
    };
    await openChat(world, { conversationID: groupChatID(TEAM) });
    expect(within(screen.getByRole("log")).getByText(/Bring tea$/)).toBeTruthy();
    expect(document.body.textContent?.match(/Bring tea/g)).toHaveLength(1);
  });

  it("8-36 a failed message shows why, and is sent again with its old id", async () => {
    const { ports, does } = await openChat(aWorld(), {
      answers: {
        "im.sendMessage": () => {
          throw new Failure("blockedByPeer");
        },
      },
    });
    await does(() => type("Are we good?"));
    await press("button", "Send");
    const failed = article("Are we good?");
    expect(within(failed).getByRole("img", { name: "Not sent" })).toBeTruthy();
    expect(within(failed).getByText("You can't send messages to this person")).toBeTruthy();
    ports.hold("im.sendMessage");
    await press("button", "Retry");
    expect(within(article("Are we good?")).getByRole("img", { name: "Sending" })).toBeTruthy();
    const sent = ports.sent("im.sendMessage").map(({ clientMsgID }) => clientMsgID);
    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(1);
  });

  it("4-64 a deleted chat is empty when the user opens it again, and what was not sent is gone", async () => {
    const world = worldWith(aMessage({ text: "Old" }));
    const page = await openChat(world, {
      answers: {
        "im.sendMessage": () => {
          throw new Failure("blockedByPeer");
        },
      },
    });
    await page.does(() => type("Are we good?"));
    await press("button", "Send");
    await press("button", "Back");
    fireEvent.contextMenu(within(screen.getByRole("listitem", { name: "Anna" })).getByText("Anna"));
    await screen.findByRole("menu", { name: "Actions for Anna" });
    await press("menuitem", "Delete");
    await press("button", "Delete");
    world.messages = [];
    world.conversations.push(aConversation({ latestMsg: null }));
    await page.does(() => page.ports.visit(`/chat?conversationID=${CHAT}`));
    expect(await screen.findByText("No messages yet")).toBeTruthy();
    expect(articles()).toEqual([]);
    expect(world.unsent).toEqual([]);
  });

  it("3-74 text that looks like HTML stays text", async () => {
    const text = '<img src=x onerror="document.title=1"> <b>bold</b>';
    const { log } = await openChat(worldWith(aMessage({ text })));
    expect(within(article(text)).getByText(text)).toBeTruthy();
    expect(log.querySelector("img, b")).toBeNull();
  });

  it("3-75 entities of other clients are shown as they are", async () => {
    await openChat(worldWith(aMessage({ text: "a &lt;b&gt; &amp;nbsp; c" })));
    expect(article("a &lt;b&gt; &amp;nbsp; c")).toBeTruthy();
  });

  it("9-31 9-32 9-33 links open in a new tab, and only web addresses are links", async () => {
    await openChat(
      worldWith(aMessage({ text: "See www.example.org, https://a.example/b. javascript:alert(1)" })),
    );
    const links = screen.getAllByRole("link").filter((link) => link.closest("article"));
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["www.example.org", "https://www.example.org"],
      ["https://a.example/b", "https://a.example/b"],
    ]);
    for (const link of links) {
      expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
        "_blank",
        "noopener noreferrer",
      ]);
    }
  });

  it("3-40 mentions show names, and a file without an address shows its name", async () => {
    await openChat(
      worldWith(
        aMessage({ content: { type: "at", text: `@${ME} look`, mentions: [{ userID: ME, name: "Mia" }] } }),
        aMessage({ seq: 2, content: { type: "file", fileName: "plan.pdf" } }),
      ),
    );
    expect(article("@Mia").textContent).toContain("@Mia look");
    expect(article("[File]plan.pdf")).toBeTruthy();
  });

  it("4-62 a recalled message loses its text in place", async () => {
    const { ports, does } = await openChat(worldWith(...someMessages(3)));
    const anna = { userID: ANNA, nickname: "Anna" };
    await does(() =>
      ports.emit.messages({ type: "im.revoked", clientMsgID: "message-2", revoker: anna, sender: anna }),
    );
    expect(texts()[1]).toBe("Anna recalled a message");
    expect(screen.queryByText("Text 2")).toBeNull();
  });

  it("8-35 a message that cannot be drawn breaks no other", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    const broken = aMessage({ seq: 2, content: { type: "at", text: "@x", mentions: null as never } });
    await openChat(worldWith(aMessage({ text: "Before" }), broken, aMessage({ seq: 3, text: "After" })));
    expect(screen.getByText("Couldn't show this")).toBeTruthy();
    expect(article("Before")).toBeTruthy();
    expect(article("After")).toBeTruthy();
    quiet.mockRestore();
  });

  it("a quote shows the text of the loaded message, not the quote's own", async () => {
    const quoted = quoteOf("Dave Chen", "I owe you a million");
    await openChat(
      worldWith(
        aMessage({ text: "Red or blue?" }),
        own({ seq: 2, content: { type: "quote", text: "Deal", quoted } }),
      ),
    );
    expect(within(article("Deal")).getByRole("button", { name: /Anna.*Red or blue\?/ })).toBeTruthy();
    expect(screen.queryByText(/million|Dave/)).toBeNull();
  });

  describe("in a group", () => {
    const group = { conversationID: groupChatID(TEAM), groupID: TEAM, recvID: "" };
    const spoofed = aMessage({ ...group, sendID: BEN, senderNickname: "Dave Chen", text: "Send me money" });
    const groupWorld = (messages: Message[], members: World["members"]) =>
      aWorld({
        conversations: [aGroupConversation({ latestMsg: null })],
        messages,
        members: [aMember(), ...members],
      });
    const openTeam = (world: World, prepare?: (ports: FakePorts) => void) =>
      openChat(world, { conversationID: groupChatID(TEAM), ...(prepare ? { prepare } : {}) });

    it("a member has the name the server gives, not the one of the message", async () => {
      const { log } = await openTeam(groupWorld([spoofed], [aMember({ userID: BEN, nickname: "Ben" })]));
      expect(await within(log).findByText("Ben")).toBeTruthy();
      expect(article("Send me money").getAttribute("aria-label")).toContain("Ben");
      expect(screen.queryByText(/Dave/)).toBeNull();
    });

    it("the name in a message does not show while the server is asked", async () => {
      const { ports, does } = await openTeam(groupWorld([spoofed], []), (given) =>
        given.hold("im.loadPeople"),
      );
      expect(article("Send me money").textContent).not.toContain("Dave");
      expect(screen.getByRole("button", { name: /^Actions: Someone, .*Send me money$/ })).toBeTruthy();
      openMenuOf("Send me money");
      await press("menuitem", "Reply");
      expect(screen.getByText("Replying to Someone")).toBeTruthy();
      await does(() => ports.resolve("im.loadPeople", [{ userID: BEN, name: "Ben", faceURL: "" }]));
      expect(article("Send me money").textContent).toContain("Ben");
    });

    it("a failed request for a name shows Someone, and is repeated after the next sync", async () => {
      const { ports, does } = await openTeam(groupWorld([spoofed], []), (given) =>
        given.hold("im.loadPeople"),
      );
      await does(() => ports.reject("im.loadPeople", "network"));
      expect(article("Send me money").textContent).toContain("Someone");
      expect(article("Send me money").textContent).not.toContain("Dave");
      await does(() => ports.emit.sync({ type: "im.syncFinished" }));
      await does(() => ports.resolve("im.loadPeople", [{ userID: BEN, name: "Ben", faceURL: "" }]));
      expect(article("Send me money").textContent).toContain("Ben");
    });

    it("a user whom the server does not know has no name and is requested once", async () => {
      const quoted = {
        clientMsgID: "gone",
        sendID: "invented",
        senderNickname: "Dave Chen",
        content: { type: "text", text: "Pay him" },
      } as const;
      const reply = (seq: number) =>
        aMessage({ ...group, seq, sendID: BEN, content: { type: "quote", text: `See ${seq}`, quoted } });
      const members = [aMember({ userID: BEN, nickname: "Ben" })];
      const { ports, does } = await openTeam(groupWorld([reply(1)], members));
      expect(article("See 1").textContent).toContain("Someone");
      const asked = ports.wire.filter(({ call }) => call === "im.loadPeople").length;
      await does(() => ports.emit.messages({ type: "im.messages", messages: [reply(2)] }));
      expect(article("See 2").textContent).toContain("Someone");
      expect(screen.queryByText(/Dave/)).toBeNull();
      expect(ports.wire.filter(({ call }) => call === "im.loadPeople").length).toBe(asked);
    });

    it("an invalid user id has no name and is not requested", async () => {
      const reply = (sendID: string, seq: number) => {
        const quoted = { clientMsgID: "gone", sendID, senderNickname: "Dave Chen", content: spoofed.content };
        return aMessage({
          ...group,
          seq,
          sendID: BEN,
          content: { type: "quote", text: `See ${seq}`, quoted },
        });
      };
      const [longest, tooLong] = ["l".repeat(64), "l".repeat(65)];
      const replies = [reply("", 1), reply(tooLong, 2), reply(longest, 3)];
      const { ports } = await openTeam(groupWorld(replies, [aMember({ userID: BEN, nickname: "Ben" })]));
      for (const words of ["See 1", "See 2", "See 3"])
        expect(article(words).textContent).toContain("Someone");
      expect(ports.sent("im.loadPeople").flatMap(({ userIDs }) => userIDs)).toEqual([BEN, longest]);
    });

    it("a member's new name shows at once", async () => {
      const world = groupWorld([spoofed], [aMember({ userID: BEN, nickname: "Ben" })]);
      const { ports, does, log } = await openTeam(world);
      world.members = [aMember(), aMember({ userID: BEN, nickname: "Benny" })];
      await does(() => ports.emit.groups({ type: "im.memberChanged", groupID: TEAM, userID: BEN }));
      expect(await within(log).findByText("Benny")).toBeTruthy();
    });
  });

  it("a reply shows the message it answers", async () => {
    const quoted = quoteOf("Anna", "Red or blue?");
    await openChat(
      worldWith(
        aMessage({ text: "Red or blue?" }),
        own({ seq: 2, content: { type: "quote", text: "Blue", quoted } }),
        own({ seq: 3, content: { type: "quote", text: "Or green", quoted: null } }),
      ),
    );
    expect(within(article("Blue")).getByRole("button", { name: /Anna.*Red or blue\?/ })).toBeTruthy();
    expect(within(article("Or green")).getByText("Original message not found")).toBeTruthy();
  });

  it("3-77 a reply leads to the message it answers, also when that is not loaded", async () => {
    const old = aMessage({ seq: 1, text: "Red or blue?" });
    const { ports, does } = await openChat(
      worldWith(
        old,
        ...someMessages(60, 2),
        own({ seq: 62, content: { type: "quote", text: "Blue", quoted: quoteOf("Anna", "Red or blue?") } }),
      ),
    );
    fireEvent.click(within(article("Blue")).getByRole("button", { name: /Red or blue\?/ }));
    await does(() => {});
    expect(ports.sent("im.loadAround")).toEqual([{ conversationID: CHAT, cursor: "message-1", count: 20 }]);
    expect(article("Red or blue?").dataset.found).toBe("true");
    expect(screen.queryByText("Blue")).toBeNull();
    await press("button", "Go to the newest message");
    expect(article("Blue")).toBeTruthy();
  });

  it("unread messages have a divider", async () => {
    const world = aWorld({
      conversations: [
        aConversation({ unreadCount: 2, latestMsg: aMessage({ seq: 5 }) }),
        aGroupConversation(),
      ],
      messages: someMessages(5),
    });
    const { log } = await openChat(world);
    expect(log.textContent).toMatch(/Text 3.*Unread messages.*Text 4/);
  });

  it("no message is drawn before the unread count is known", async () => {
    const { ports, does, log } = await openChat(aWorld({ messages: someMessages(5) }), {
      prepare: ({ hold }) => hold("im.loadConversation"),
    });
    expect(within(log).queryAllByRole("article")).toEqual([]);
    expect(log.textContent).toContain("Loading");
    const row = aConversation({ unreadCount: 2, latestMsg: aMessage({ seq: 5 }) });
    await does(() => ports.resolve("im.loadConversation", row));
    expect(log.textContent).toMatch(/Text 3.*Unread messages.*Text 4/);
  });

  it("messages are drawn if the unread count cannot be loaded", async () => {
    const { ports, does, log } = await openChat(aWorld({ messages: someMessages(5) }), {
      prepare: ({ hold }) => hold("im.loadConversation"),
    });
    await does(() => ports.reject("im.loadConversation", "network"));
    expect(log.textContent).toMatch(/Text 4.*Text 5/);
  });

  it("after a return only messages that arrived meanwhile have the divider", async () => {
    const world = aWorld({
      conversations: [
        aConversation({ unreadCount: 1, latestMsg: aMessage({ seq: 3 }) }),
        aGroupConversation(),
      ],
      messages: someMessages(3),
    });
    const { ports, does, log } = await openChat(world);
    expect(log.textContent).toMatch(/Unread messages.*Text 3/);
    await does(() => ports.browserBack());
    await does(() => ports.visit(`/chat?conversationID=${CHAT}`));
    expect(log.textContent).not.toContain("Unread messages");
    await does(() => ports.browserBack());
    const row = aConversation({ unreadCount: 2, latestMsg: aMessage({ seq: 5 }) });
    await does(() => ports.emit.messages({ type: "im.messages", messages: someMessages(2, 4) }));
    await does(() => ports.emit.conversations({ type: "im.conversations", conversations: [row] }));
    await does(() => ports.visit(`/chat?conversationID=${CHAT}`));
    expect(log.textContent).toMatch(/Text 3.*Unread messages.*Text 4.*Text 5/);
  });

  it("has Chinese labels", async () => {
    const anna = { userID: ANNA, nickname: "Anna" };
    const revoked = aMessage({ seq: 2, content: { type: "revoked", revoker: anna, sender: anna } });
    await openChat(worldWith(own({ text: "嗨" }), revoked), { browserLanguage: "zh-CN" });
    expect(screen.getByRole("log", { name: "聊天记录" })).toBeTruthy();
    expect(within(article("嗨")).getByRole("img", { name: "已发送" })).toBeTruthy();
    expect(texts()[1]).toBe("Anna撤回了一条消息");
  });
});

describe("paging", () => {
  it("shows that messages load, and that there are none", async () => {
    const { ports, does } = await openChat(aWorld(), { prepare: (ports) => ports.hold("im.loadOlder") });
    expect(within(screen.getByRole("log")).getByRole("status").textContent).toBe("Loading");
    await does(() => ports.resolve("im.loadOlder", { messages: [], cursor: null, isEnd: true }));
    expect(screen.getByText("No messages yet")).toBeTruthy();
  });

  it("8-22 8-23 a failed load of the history shows a message, and Retry loads it", async () => {
    const world = worldWith(...someMessages(2));
    const { ports, does } = await openChat(world, { prepare: (ports) => ports.hold("im.loadOlder") });
    await does(() => ports.reject("im.loadOlder", "network"));
    expect(within(screen.getByRole("log")).getByText("Failed to get history messages")).toBeTruthy();
    await press("button", "Retry");
    await does(() => ports.resolve("im.loadOlder", { messages: world.messages, cursor: null, isEnd: true }));
    expect(texts()).toHaveLength(2);
  });

  it("8-22 a failed older page keeps the messages and offers a retry", async () => {
    const { ports, does } = await openChat(worldWith(...someMessages(30)), {});
    ports.hold("im.loadOlder");
    await press("button", "Earlier messages");
    await does(() => ports.reject("im.loadOlder", "timeout"));
    expect(texts()).toHaveLength(20);
    await press("button", "Retry");
    await does(() => ports.resolve("im.loadOlder", { messages: [], cursor: "message-11", isEnd: true }));
    expect(screen.getByText("Start of the chat")).toBeTruthy();
  });

  it("10-06 the button for older messages is no tab stop, because the focus would scroll away and be lost", async () => {
    await openChat(worldWith(...someMessages(30)), {});
    expect(screen.getByRole("button", { name: "Earlier messages" }).tabIndex).toBe(-1);
  });

  it("older messages load above when the user scrolls near the top", async () => {
    const { ports, does, log } = await openChat(worldWith(...someMessages(50)));
    expect(ports.sent("im.loadOlder")).toHaveLength(1);
    await does(() => layOutLog(log, { height: 400, content: 1440, top: 300 }));
    expect(ports.sent("im.loadOlder").at(-1)?.cursor).toBe("message-31");
    log.scrollTop = 0;
    await does(() => void fireEvent.scroll(log));
    expect(texts()[0]).toContain("Text 1");
    expect(texts().at(-1)).toContain("Text 50");
  });
});

describe("the scroll position of the log", () => {
  const incoming = (seq: number): MessageEvent => ({
    type: "im.messages",
    messages: [aMessage({ seq, sendTime: minutes(seq) })],
  });

  it("4-61 follows the end when the user is there", async () => {
    const { ports, does, log } = await openChat(worldWith(...someMessages(20)));
    await does(() => layOutLog(log, { height: 400, content: 1440, top: 1040 }));
    log.scrollTop = 1039;
    await does(() => ports.emit.messages(incoming(100)));
    expect(log.scrollTop).toBe(1440);
    expect(screen.queryByRole("button", { name: /new message/ })).toBeNull();
  });

  it("4-61 stays while the user reads older messages, and counts new ones", async () => {
    const { ports, does, log } = await openChat(worldWith(...someMessages(20)));
    await does(() => layOutLog(log, { height: 400, content: 1440, top: 600 }));
    await does(() => ports.emit.messages(incoming(100)));
    expect(screen.getByRole("button", { name: "1 new message" })).toBeTruthy();
    await does(() => ports.emit.messages(incoming(101)));
    await does(() => ports.emit.messages(incoming(101)));
    expect(log.scrollTop).toBe(600);
    expect(texts().filter((text) => text?.includes("Text 101"))).toHaveLength(1);
    await press("button", /new messages/);
    expect(log.scrollTop).toBe(1440);
    expect(screen.queryByRole("button", { name: /new message/ })).toBeNull();
  });

  it("10-06 the button that leads to the end passes the focus to the messages when it goes", async () => {
    const { does, log } = await openChat(worldWith(...someMessages(20)));
    await does(() => layOutLog(log, { height: 400, content: 1440, top: 600 }));
    screen.getByRole("button", { name: "Go to the newest message" }).focus();
    await press("button", "Go to the newest message");
    expect(screen.queryByRole("button", { name: "Go to the newest message" })).toBeNull();
    expect(document.activeElement).toBe(log);
  });

  it("goes to the end when the user sends a message", async () => {
    const { does, log } = await openChat(worldWith(...someMessages(20)));
    await does(() => layOutLog(log, { height: 400, content: 1440, top: 600 }));
    await does(() => type("Here I am"));
    await press("button", "Send");
    expect(log.scrollTop).toBe(1440);
  });

  it("2-03 is kept behind another screen", async () => {
    const { ports, does, log } = await openChat(worldWith(...someMessages(20)));
    await does(() => layOutLog(log, { height: 400, content: 1440, top: 600 }));
    await does(() => ports.browserBack());
    log.scrollTop = 0; // as browsers do for hidden elements
    await does(() => ports.visit(`/chat?conversationID=${CHAT}`));
    expect(screen.getByRole("log")).toBe(log);
    expect(log.scrollTop).toBe(600);
  });

  it("4-61 marks only messages on screen as read", async () => {
    const { ports, does, log } = await openChat(worldWith(...someMessages(20)));
    await does(() => layOutLog(log, { height: 400, content: 1440, top: 600 }));
    const row = aConversation({ unreadCount: 1, latestMsg: aMessage({ seq: 21 }) });
    await does(() => ports.emit.conversations({ type: "im.conversations", conversations: [row] }));
    expect(ports.sent("im.markRead")).toEqual([]);
    await press("button", "Go to the newest message");
    expect(ports.sent("im.markRead")).toEqual([{ conversationID: CHAT }]);
  });

  it("10-06 the arrow keys move between messages, Enter opens the menu", async () => {
    const { log, does } = await openChat(worldWith(...someMessages(3)));
    log.focus();
    await does(() => void fireEvent.keyDown(log, { key: "ArrowUp" }));
    expect(article("Text 3").contains(document.activeElement)).toBe(true);
    await does(() => void fireEvent.keyDown(document.activeElement ?? log, { key: "ArrowUp" }));
    const stop = document.activeElement;
    expect(article("Text 2").contains(stop)).toBe(true);
    expect(stop?.getAttribute("aria-label")).toMatch(/^Actions: Anna, \d\d:\d\d, Text 2$/);
    await does(() => void (stop instanceof HTMLElement && stop.click()));
    expect(await screen.findByRole("menu", { name: "Message actions" })).toBeTruthy();
  });

  it("10-06 the arrow keys move on from a link in a message", async () => {
    const LINK = "https://example.com/tea";
    const [first, second, third] = someMessages(3);
    if (!first || !second || !third) throw new Error("Three messages");
    const linked = { ...second, content: { type: "text", text: LINK } as const };
    const { does } = await openChat(worldWith(first, linked, third));
    const key = (name: string) =>
      does(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));
    const seen = async (name: string) => {
      screen.getByRole("link", { name: LINK }).focus();
      const stops: string[] = [];
      for (let press = 0; press < 2; press += 1) {
        await key(name);
        stops.push(document.activeElement?.getAttribute("aria-label") ?? "");
      }
      return stops.join();
    };
    expect(await seen("ArrowUp")).toContain("Text 1");
    expect(await seen("ArrowDown")).toContain("Text 3");
  });

  it("10-06 Up in the log goes to the last message in view", async () => {
    const { log, does } = await openChat(worldWith(...someMessages(3)));
    const below = article("Text 3").querySelector("[data-message-stop]");
    vi.spyOn(log, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 300, 400));
    if (below) vi.spyOn(below, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 500, 32, 32));
    log.focus();
    await does(() => void fireEvent.keyDown(log, { key: "ArrowUp" }));
    expect(article("Text 2").contains(document.activeElement)).toBe(true);
  });
});

describe("a very long message", () => {
  const LINK = "https://example.com/a/long/way";
  const words = `${"So it went on. ".repeat(99)}${LINK} ${"And on. ".repeat(4000)}The end`;

  it("is folded, and a button shows all of it", async () => {
    await openChat(worldWith(aMessage({ text: words })));
    const shown = () => articles()[0]?.textContent ?? "";
    expect(shown().length).toBeLessThan(2000);
    await press("button", "Show more");
    expect(shown()).toContain(words);
    expect(screen.getByRole("link", { name: LINK })).toBeTruthy();
    const less = screen.getByRole("button", { name: "Show less" });
    expect(less.getAttribute("aria-expanded")).toBe("true");
    await press("button", "Show less");
    expect(shown().length).toBeLessThan(2000);
  });

  it("is laid out in blocks, also without a space", async () => {
    await openChat(worldWith(aMessage({ text: "\u0645".repeat(20_000) })));
    await press("button", "Show more");
    const leaves = [...(articles()[0]?.querySelectorAll("span") ?? [])].filter(
      (one) => !one.firstElementChild,
    );
    expect(leaves.map(({ textContent }) => textContent).join("")).toContain("\u0645".repeat(20_000));
    for (const { textContent } of leaves) expect(textContent.length).toBeLessThan(2000);
  });

  it("stays unfolded when others arrive", async () => {
    const { ports, does } = await openChat(worldWith(aMessage({ text: words })));
    await press("button", "Show more");
    const next = aMessage({ clientMsgID: "message-2", seq: 2, text: "Short" });
    await does(() => ports.emit.messages({ type: "im.messages", messages: [next] }));
    expect(screen.getByRole("button", { name: "Show less" })).toBeTruthy();
  });

  it("does not scroll to the end when it unfolds", async () => {
    const { log, ports, does } = await openChat(worldWith(aMessage({ text: words })));
    await screen.findByRole("button", { name: "Show more" });
    Object.defineProperty(log, "clientHeight", { configurable: true, value: 600 });
    Object.defineProperty(log, "scrollHeight", {
      configurable: true,
      get: () => (screen.queryByRole("button", { name: "Show less" }) ? 9000 : 900),
    });
    log.scrollTop = 300;
    await press("button", "Show more");
    const next = aMessage({ clientMsgID: "message-2", seq: 2, text: "Short" });
    await does(() => ports.emit.messages({ type: "im.messages", messages: [next] }));
    expect(log.scrollTop).toBe(300);
    expect(screen.getByRole("button", { name: /1 new message/ })).toBeTruthy();
  });
});

describe("motion", () => {
  const arrivals = () =>
    articles().flatMap((one) => {
      const arrival = one.closest("[data-arrival]")?.getAttribute("data-arrival");
      return arrival ? [[one.textContent?.match(/Text \d\d\d|Hello/)?.[0], arrival]] : [];
    });
  const arrive = (seq: number): MessageEvent => ({
    type: "im.messages",
    messages: [aMessage({ seq, sendTime: minutes(seq) })],
  });

  it("a message that arrives at the end fades up once, the user's own rises", async () => {
    const { ports, does } = await openChat(worldWith(...someMessages(20)));
    expect(arrivals()).toEqual([]);
    await does(() => ports.emit.messages(arrive(100)));
    expect(arrivals()).toEqual([["Text 100", "received"]]);
    animationEnds(article("Text 100"), "arrive-received");
    expect(arrivals()).toEqual([]);
    await does(() => type("Hello"));
    ports.hold("im.sendMessage");
    await press("button", "Send");
    expect(arrivals()).toEqual([["Hello", "sent"]]);
  });

  it("nothing moves when older messages load, or for what arrived behind another screen", async () => {
    const { ports, does, log } = await openChat(worldWith(...someMessages(50)));
    await does(() => layOutLog(log, { height: 400, content: 1440, top: 300 }));
    expect(ports.sent("im.loadOlder")).not.toHaveLength(1);
    expect(arrivals()).toEqual([]);
    await does(() => layOutLog(log, { height: 400, content: 1440, top: 1040 }));
    await does(() => ports.browserBack());
    await does(() => ports.emit.messages(arrive(100)));
    await does(() => ports.visit(`/chat?conversationID=${CHAT}`));
    expect(texts().at(-1)).toContain("Text 100");
    expect(arrivals()).toEqual([]);
  });
});

describe("rendering", () => {
  /** A message that records when its row renders, because only rendering reads its text. */
  const noting = (message: Message, drawn: Set<string>): Message => ({
    ...message,
    content: {
      type: "text",
      get text() {
        drawn.add(message.clientMsgID);
        return "Words";
      },
    },
  });

  it("10-07 one new message renders one row", async () => {
    const drawn = new Set<string>();
    const { ports, does } = await openChat(
      worldWith(...someMessages(10).map((message) => noting(message, drawn))),
    );
    expect(drawn.size).toBe(10);
    drawn.clear();
    const fresh = noting(aMessage({ seq: 11, sendTime: minutes(0) }), drawn);
    await does(() => ports.emit.messages({ type: "im.messages", messages: [fresh] }));
    expect([...drawn]).toEqual(["message-11"]);
  });

  it("10-07 events about other users render no row", async () => {
    const drawn = new Set<string>();
    const inGroup = { conversationID: groupChatID(TEAM), groupID: TEAM, recvID: "" };
    const { ports, does, world } = await openChat(
      worldWith(...someMessages(10).map((message) => noting({ ...message, ...inGroup }, drawn))),
      { conversationID: groupChatID(TEAM) },
    );
    expect(drawn.size).toBe(10);
    drawn.clear();

    world.members.push(aMember({ userID: "carl", nickname: "Carl" }));
    const latestMsg = aMessage({ clientMsgID: "team-2", sendID: "carl", ...inGroup });
    const conversations = [aGroupConversation({ latestMsg })];
    await does(() => ports.emit.conversations({ type: "im.conversations", conversations }));
    expect(ports.sent("im.loadPeople").at(-1)).toEqual({ groupID: TEAM, userIDs: ["carl"] });
    expect([...drawn]).toEqual([]);

    const carl = { userID: "carl", nickname: "Carl", remark: "", faceURL: "" };
    await does(() => ports.emit.contacts({ type: "im.friendChanged", friend: carl }));
    world.friends = [...world.friends, carl].map((friend) => ({ ...friend }));
    await does(() => ports.emit.contacts({ type: "im.contactsChanged" }));
    expect([...drawn]).toEqual([]);
  });

  it("10-07 typing renders no row", async () => {
    const drawn = new Set<string>();
    const { does } = await openChat(worldWith(...someMessages(10).map((message) => noting(message, drawn))));
    drawn.clear();
    await does(() => type("Hello"));
    expect(field().value).toBe("Hello");
    expect([...drawn]).toEqual([]);
  });
});
