import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../machines/domain/message.ts";
import { aConversation, aMessage, aWorld, ME, someMessages, type World } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { article, CHAT, layOutLog, openChat } from "./stage.tsx";

/** A reply to the message with sequence number `to`. */
function aReply(seq: number, text: string, to: number): Message {
  const quoted = {
    clientMsgID: `message-${to}`,
    sendID: "1000000002",
    senderNickname: "Anna",
    content: { type: "text", text: `Quote of ${to}` },
  } as const;
  return aMessage({ seq, content: { type: "quote", text, quoted } });
}

/** Message 60 answers message 30, which answers message 1. Only the newest pages are loaded. */
function aChain(): World {
  const messages = [
    ...someMessages(29),
    aReply(30, "Halfway", 1),
    ...someMessages(29, 31),
    aReply(60, "At last", 30),
  ];
  return aWorld({ messages });
}

/** Scrolled away from both ends. */
const AMID = { height: 600, content: 1200, top: 0 };

const wayBack = () => screen.queryByRole("button", { name: "Back to where you were" });

async function follow(text: string) {
  await within(screen.getByRole("log")).findByText(text);
  fireEvent.click(within(article(text)).getByRole("button", { name: /^Anna/ }));
  await screen.findByRole("button", { name: "Back to where you were" });
}

/** Checks that the message is scrolled to and highlighted. */
async function isFound(text: string) {
  const line = await within(screen.getByRole("log")).findByText(text);
  await expect.poll(() => line.closest("article")?.dataset.found).toBe("true");
}

describe("the way back after a jump", () => {
  it("two jumps lead back in two steps, and then the button goes away", async () => {
    const { ports, log } = await openChat(aChain());
    // Here all loaded messages are visible, so no further pages may load.
    ports.hold("im.loadOlder", "im.loadNewer");
    expect(wayBack()).toBeNull();
    await follow("At last");
    await isFound("Halfway");
    layOutLog(log, AMID);
    await follow("Halfway");
    await isFound("Text 1");
    await press("button", "Back to where you were");
    await isFound("Halfway");
    await press("button", "Back to where you were");
    await isFound("At last");
    await expect.poll(wayBack).toBeNull();
  });

  it("scrolling back to the origin removes the button", async () => {
    const { log } = await openChat(aChain());
    await follow("At last");
    await isFound("Halfway");
    // The newer pages load, and with them the origin.
    layOutLog(log, AMID);
    await within(log).findByText("At last");
    log.scrollTop += 10;
    fireEvent.scroll(log);
    await expect.poll(wayBack).toBeNull();
  });

  it("4-61 the button to the newest message goes there at once and removes the way back", async () => {
    const { log } = await openChat(aChain(), { prepare: ({ hold }) => hold("im.loadNewer") });
    await follow("At last");
    await press("button", "Go to the newest message");
    expect(await within(log).findByText("At last")).toBeTruthy();
    layOutLog(log, { height: 600, content: 1200, top: 600 });
    await expect.poll(wayBack).toBeNull();
  });

  it("2-63 a jump from another page leads back to the earlier position in the chat", async () => {
    const { ports, does, log } = await openChat(aChain());
    // A user who leaves before anything shows has no position.
    await within(log).findByText("At last");
    ports.hold("im.loadOlder", "im.loadNewer");
    await does(() => ports.visit(`/chatMedia?conversationID=${CHAT}`));
    await does(() => ports.visit(`/chat?conversationID=${CHAT}&clientMsgID=message-1`));
    await isFound("Text 1");
    await press("button", "Back to where you were");
    // All of 41 to 60 was visible.
    await isFound("Text 51");
    expect(ports.sent("im.loadAround").map(({ cursor }) => cursor)).toEqual(["message-1", "message-51"]);
  });

  it("a jump from the search has no way back", async () => {
    await openChat(aChain(), { conversationID: `${CHAT}&clientMsgID=message-1` });
    await isFound("Text 1");
    expect(wayBack()).toBeNull();
  });

  it("has a Chinese label", async () => {
    await openChat(aChain(), { storedLanguage: "zh" });
    fireEvent.click(within(article("At last")).getByRole("button", { name: /^Anna/ }));
    expect(await screen.findByRole("button", { name: "回到刚才的位置" })).toBeTruthy();
  });
});

describe("the way to the first unread message", () => {
  /** Of 200 messages the last `unreadCount` are unread. The newest page holds twenty. */
  function unread(unreadCount: number, messages = someMessages(200)): World {
    const latestMsg = messages.at(-1) ?? aMessage();
    return aWorld({ conversations: [aConversation({ unreadCount, latestMsg })], messages });
  }

  /** Opens the chat at its end. No further page loads by itself. */
  async function openAtEnd(world: World, options: Parameters<typeof openChat>[1] = {}) {
    const chat = await openChat(world, options);
    await within(chat.log).findByText("Text 200");
    chat.ports.hold("im.loadOlder", "im.loadNewer");
    layOutLog(chat.log, { height: 600, content: 1200, top: 600 });
    chat.log.scrollTop = 590;
    fireEvent.scroll(chat.log);
    return chat;
  }

  /** During a jump the log is empty. A browser then moves it to its top, and the test environment does not. */
  function moveToTop(log: HTMLElement) {
    log.scrollTop = 0;
    fireEvent.scroll(log);
  }

  async function jump(log: HTMLElement) {
    await press("button", /first unread/);
    moveToTop(log);
  }

  const pill = () => screen.queryByRole("button", { name: /new messages.*first unread/ });
  const offered = () =>
    screen.findByRole("button", { name: "150 new messages Go to the first unread message" });

  /** The text of the message below the line, or null without a line. */
  function below(): string | null | undefined {
    const line = screen.queryByText("Unread messages");
    const row = line?.closest("article") ?? line?.parentElement?.parentElement;
    return row?.textContent?.match(/Text \d+/)?.[0] ?? null;
  }

  it("4-61 a press brings it into view below the line, without the messages in between", async () => {
    const { ports, log } = await openAtEnd(unread(150));
    expect(ports.sent("im.markRead")).toEqual([{ conversationID: CHAT }]);
    (await offered()).focus();
    const pages = ports.sent("im.loadOlder").length;
    await jump(log);
    await isFound("Text 51");
    expect(below()).toBe("Text 51");
    expect(pill()).toBeNull();
    expect(document.activeElement).toBe(log);
    expect(ports.sent("im.loadFrom")).toEqual([{ conversationID: CHAT, seq: 51, count: 20, until: 200 }]);
    // Only what is above it may load ahead.
    const later = ports.sent("im.loadOlder").slice(pages);
    expect(later.filter(({ cursor }) => cursor !== "message-41")).toEqual([]);
    expect(wayBack()).toBeNull();
  });

  it("4-61 the user's own message among the unread ones does not count as the first", async () => {
    const messages = someMessages(200).map((message) =>
      message.seq === 51 ? { ...message, sendID: ME, recvID: message.sendID } : message,
    );
    const { log } = await openAtEnd(unread(150, messages));
    await offered();
    await jump(log);
    await isFound("Text 52");
    expect(below()).toBe("Text 52");
  });

  it("4-61 without the server the pill stays and says so, and another press tries again", async () => {
    const { ports, does, log } = await openAtEnd(unread(150));
    await offered();
    ports.hold("im.loadFrom");
    await press("button", /first unread/);
    expect(screen.getByRole("button", { name: "150 new messages" }).getAttribute("aria-busy")).toBe("true");
    await press("button", "150 new messages");
    expect(ports.pending("im.loadFrom")).toHaveLength(1);
    await does(() => ports.pending("im.loadFrom")[0]?.reject("network"));
    expect(await screen.findByText("Failed to get history messages")).toBeTruthy();
    await press("button", /first unread/);
    await does(() => ports.pending("im.loadFrom")[0]?.resolve([aMessage({ seq: 51 })]));
    moveToTop(log);
    await isFound("Text 51");
  });

  it("4-61 it is counted from the time before the chat opened, and new messages do not change it", async () => {
    const { ports, does, log } = await openAtEnd(unread(150));
    await offered();
    await does(() => ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 201 })] }));
    await jump(log);
    await isFound("Text 51");
  });

  it("4-61 is not offered if the first unread message is in view", async () => {
    const { does, log } = await openAtEnd(unread(5));
    expect(below()).toBe("Text 196");
    log.scrollTop = 500;
    await does(() => void fireEvent.scroll(log));
    await expect.poll(wayBack).toBeNull();
    expect(pill()).toBeNull();
  });

  it("4-61 goes when the user scrolls to the line", async () => {
    const { ports, does, log } = await openAtEnd(unread(30));
    await screen.findByRole("button", { name: /^30 new messages/ });
    const older = { messages: someMessages(20, 161), cursor: "message-181", isEnd: false };
    await does(() => ports.resolve("im.loadOlder", older));
    moveToTop(log);
    await within(log).findByText("Unread messages");
    await expect.poll(pill).toBeNull();
  });

  it("4-61 goes when all messages are deleted on another device", async () => {
    const { ports, does } = await openAtEnd(unread(150));
    await offered();
    const emptied = { ...aConversation(), latestMsg: null };
    await does(() => ports.emit.conversations({ type: "im.conversations", conversations: [emptied] }));
    expect(pill()).toBeNull();
  });

  it("4-61 goes when the user leaves the chat", async () => {
    const { ports, does } = await openAtEnd(unread(150));
    await offered();
    await does(() => ports.browserBack());
    await does(() => ports.visit(`/chat?conversationID=${CHAT}`));
    expect(pill()).toBeNull();
  });

  it("has a Chinese label", async () => {
    await openAtEnd(unread(150), { storedLanguage: "zh" });
    expect(await screen.findByRole("button", { name: "150 条新消息 跳到第一条未读消息" })).toBeTruthy();
  });
});
