import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../machines/domain/message.ts";
import { ANNA, aConversation, aMessage, aWorld, ME, NOON } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { article, articles, CHAT, openChat, openMenuOf } from "./stage.tsx";

const DAY = 24 * 3600;
const secret = (changes: Partial<Message> = {}, seconds = 10) =>
  aMessage({ clientMsgID: "secret", text: "Secret", burn: { seconds, readAt: null }, ...changes });

/** Opens the chat with that message, which the adapter has also reported. */
async function openWith(message: Message, privately = {}) {
  const conversations = [aConversation({ isPrivateChat: true, latestMsg: message, ...privately })];
  const page = await openChat(aWorld({ conversations, messages: [aMessage({ text: "Plain" }), message] }));
  await page.does(() => page.ports.emit.messages({ type: "im.burnSeen", messages: [message] }));
  return page;
}

describe("a message that burns after reading", () => {
  it("3-67 counts down once it was read, and disappears when its time is over", async () => {
    const page = await openWith(secret({ sendID: ME, recvID: ANNA, sendTime: NOON }));
    expect(within(article("Secret")).getByLabelText("Disappears 10 seconds after reading")).toBeTruthy();
    expect(within(article("Plain")).queryByLabelText(/Burns/)).toBeNull();
    await page.does(() => page.ports.emit.messages({ type: "im.read", clientMsgIDs: ["secret"] }));
    const timer = within(article("Secret")).getByRole("timer");
    expect(timer.textContent).toBe("0:10");
    expect(within(timer).getByLabelText("Disappears in 10 seconds")).toBeTruthy();
    await page.waits(9999);
    expect(articles()).toHaveLength(2);
    await page.waits(1);
    expect(articles()).toHaveLength(1);
    expect(page.ports.sent("im.burnMessage")).toEqual([{ conversationID: CHAT, clientMsgID: "secret" }]);
  });

  it("3-67 keeps its timer after later messages, and while it is removed", async () => {
    const page = await openWith(secret({ isRead: true }));
    page.ports.hold("im.burnMessage");
    const next = aMessage({ clientMsgID: "next", seq: 9, text: "Next" });
    await page.does(() => page.ports.emit.messages({ type: "im.messages", messages: [next] }));
    await page.waits(10_000);
    expect(within(article("Secret")).getByRole("timer")).toBeTruthy();
  });

  it.each([
    [90, "1:30", "Disappears in 2 minutes"],
    [3599, "59:59", "Disappears in 1 hour"],
    [3600, "1 h", "Disappears in 1 hour"],
    [3601, "2 h", "Disappears in 2 hours"],
    [DAY, "1 d", "Disappears in 1 day"],
    [7 * DAY, "7 d", "Disappears in 7 days"],
  ])("3-67 with %i seconds left shows %s", async (seconds, clock, words) => {
    await openWith(secret({ isRead: true }, seconds));
    const timer = within(article("Secret")).getByRole("timer");
    expect(timer.textContent).toBe(clock);
    expect(within(timer).getByLabelText(words)).toBeTruthy();
  });

  it("3-67 can be recalled, but not copied, quoted or forwarded", async () => {
    await openWith(secret({ sendID: ME, recvID: ANNA, sendTime: NOON }));
    openMenuOf("Secret");
    await screen.findByRole("menu", { name: "Message actions" });
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "Select",
      "Recall",
      "Delete",
    ]);
  });

  it("3-67 can be selected for deletion, but not for forwarding", async () => {
    await openWith(secret());
    openMenuOf("Secret");
    await press("menuitem", "Select");
    expect(screen.getByRole("button", { name: "Forward" })).toHaveProperty("disabled", true);
    expect(screen.getByRole("button", { name: "Delete" })).toHaveProperty("disabled", false);
  });

  it("3-67 cannot be answered by a swipe, unlike other messages", async () => {
    const { does } = await openWith(secret());
    const finger = { pointerId: 1, isPrimary: true, pointerType: "touch", clientY: 100 };
    const pull = (target: Element) => {
      fireEvent.pointerDown(target, { ...finger, clientX: 100 });
      for (const clientX of [150, 200]) fireEvent.pointerMove(target, { ...finger, clientX });
      fireEvent.pointerUp(target, { ...finger, clientX: 200 });
    };
    const isReplying = () => screen.queryByRole("button", { name: "Cancel reply" }) !== null;
    await does(() => pull(article("Secret")));
    expect(isReplying()).toBe(false);
    await does(() => pull(article("Plain")));
    expect(isReplying()).toBe(true);
  });

  it("3-67 a disappearing picture can be opened, but not saved", async () => {
    const picture = {
      url: "https://im.example/a.jpg",
      thumbnail: "https://im.example/t.jpg",
      width: 4,
      height: 3,
    };
    await openWith(secret({ content: { type: "picture", picture } }));
    await press("button", "Open photo");
    const gallery = await screen.findByRole("dialog", { name: "Photos and videos" });
    expect(within(gallery).getByRole("button", { name: "Show in chat" })).toBeTruthy();
    expect(within(gallery).queryByRole("link", { name: "Save" })).toBeNull();
  });
});

describe("a private chat", () => {
  it("3-67 says so in the field, and follows the peer's changes", async () => {
    const page = await openChat();
    const says = (words: string) => screen.queryByPlaceholderText(words) !== null;
    expect(says("Message")).toBe(true);
    const row = aConversation({ isPrivateChat: true });
    await page.does(() => page.ports.emit.conversations({ type: "im.conversations", conversations: [row] }));
    expect(says("Disappears after 30 seconds")).toBe(true);
    const longer = { ...row, burnDuration: 300 };
    await page.does(() =>
      page.ports.emit.conversations({ type: "im.conversations", conversations: [longer] }),
    );
    expect(says("Disappears after 5 minutes")).toBe(true);
    const off = { ...longer, isPrivateChat: false };
    await page.does(() => page.ports.emit.conversations({ type: "im.conversations", conversations: [off] }));
    expect(says("Message")).toBe(true);
  });
});
