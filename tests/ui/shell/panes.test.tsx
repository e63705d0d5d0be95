import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ANNA, aConversation, aMessage, aWorld, BEN, singleChatID, someMessages } from "../../fakes/world.ts";
import { field, type } from "../chat/stage.tsx";
import { openPage, press } from "./stage.tsx";

const row = async (name: string) =>
  within(await screen.findByRole("list", { name: "Chat list" })).getByRole("listitem", { name });

async function choose(name: string) {
  const item = await row(name);
  await act(async () => {
    fireEvent.click(within(item).getByText(name));
  });
  await screen.findByRole("heading", { level: 1, name });
  await screen.findByRole("log");
}

const twoChats = () =>
  aWorld({
    conversations: [
      aConversation(),
      aConversation({ conversationID: singleChatID(BEN), userID: BEN, showName: "Ben" }),
    ],
    messages: someMessages(3),
  });

const openWide = (width: "two" | "three" = "two") => openPage({ world: twoChats(), width });

describe("11-21 a wide window", () => {
  it("shows the chat beside the list, and what to do while none is open", async () => {
    await openWide();
    expect(within(await screen.findByRole("main")).getByText("Choose a chat to start writing")).toBeTruthy();
    await choose("Anna");
    expect(screen.queryByText("Choose a chat to start writing")).toBeNull();
    expect(within(screen.getByRole("main")).getByRole("log", { name: "Messages" })).toBeTruthy();
    expect(screen.getByRole("region", { name: "Main" })).toBeTruthy();
    expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
    expect(within(await row("Anna")).getByRole("button", { current: true })).toBeTruthy();
    expect(within(await row("Ben")).queryByRole("button", { current: true })).toBeNull();
    expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  });

  it("says in Chinese what to do while no chat is open", async () => {
    await openPage({ world: twoChats(), width: "two", browserLanguage: "zh-CN" });
    expect(within(await screen.findByRole("main")).getByText("选择一个聊天，开始发消息")).toBeTruthy();
  });

  it("shows a draft in the row of a chat unless the chat is open", async () => {
    const latestMsg = aMessage({ text: "Tea?" });
    const conversations = [
      aConversation({ latestMsg, draftText: "Dear A" }),
      aConversation({ conversationID: singleChatID(BEN), userID: BEN, showName: "Ben" }),
    ];
    await openPage({ world: aWorld({ conversations }), width: "two" });
    expect((await row("Anna")).textContent).toContain("[Draft] Dear A");
    await choose("Anna");
    expect(field().value).toBe("Dear A");
    expect((await row("Anna")).textContent).toContain("Tea?");
    expect((await row("Anna")).textContent).not.toContain("[Draft]");
    await choose("Ben");
    expect((await row("Anna")).textContent).toContain("[Draft] Dear A");
  });

  it("replaces the chat by another one: Back leads to the list", async () => {
    const page = await openWide();
    for (const name of ["Anna", "Ben", "Anna", "Ben"]) await choose(name);
    expect(within(await row("Ben")).getByRole("button", { current: true })).toBeTruthy();
    await page.does(() => page.ports.browserBack());
    expect(page.ports.address.current.path).toBe("/conversation");
    expect(screen.queryByRole("log")).toBeNull();
  });

  it("shows the details at the side of the chat if there is room, else above it", async () => {
    const page = await openWide("three");
    await choose("Anna");
    type("Half a word");
    await press("button", "Details");
    const side = await screen.findByRole("region", { name: "Details" });
    expect(within(side).getByRole("heading", { name: "Chat details" })).toBeTruthy();
    expect(screen.getByRole("log")).toBeTruthy();
    const { value } = field();
    await page.does(() => page.ports.emit.window({ type: "window.resized", width: "two" }));
    expect(screen.queryByRole("log")).toBeNull();
    expect(screen.getByRole("heading", { name: "Chat details" })).toBeTruthy();
    await page.does(() => page.ports.emit.window({ type: "window.resized", width: "phone" }));
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    await press("button", "Back");
    expect(field().value).toBe(value);
    expect(value).toBe("Half a word");
  });

  it("reads the messages of a chat with its details at its side, and announces none of them", async () => {
    const page = await openWide("three");
    await choose("Anna");
    await press("button", "Details");
    const message = aMessage({ clientMsgID: "new", sendID: ANNA, text: "Are you there?" });
    const row = aConversation({ unreadCount: 1, latestMsg: message });
    await page.does(() => page.ports.emit.messages({ type: "im.messages", messages: [message] }));
    await page.does(() => page.ports.emit.conversations({ type: "im.conversations", conversations: [row] }));
    expect(within(screen.getByRole("log")).getByText("Are you there?")).toBeTruthy();
    expect(page.ports.sent("im.markRead")).toEqual([{ conversationID: singleChatID(ANNA) }]);
    expect(page.ports.wire.filter(({ call }) => call === "platform.alert")).toEqual([]);
  });

  it("keeps the sign-in page in its column", async () => {
    await openPage({ world: aWorld({ signedIn: false }), path: "/login", width: "three" });
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
  });

  it("2-12 shows an unknown address beside the tabs", async () => {
    await openPage({ world: twoChats(), path: "/no-such-place", width: "two" });
    expect(
      await within(screen.getByRole("main")).findByRole("heading", { name: "Page not found" }),
    ).toBeTruthy();
    expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
  });
});
