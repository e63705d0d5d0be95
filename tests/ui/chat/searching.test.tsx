import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { FakeOptions } from "../../fakes/ports.ts";
import { aMessage, aWorld, someMessages, type World } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { article, CHAT, field as composer, layOutLog, openChat, type as write } from "./stage.tsx";

const bar = () =>
  screen.getByRole<HTMLInputElement>("searchbox", { name: /^Search in chat$|^查找聊天记录$/ });
const queryBar = () => screen.queryByRole("searchbox", { name: "Search in chat" });
const marks = () => [...document.querySelectorAll("mark")].map(({ textContent }) => textContent);

/** Messages 3, 30 and 55 of sixty say "lunch". Only the newest page is loaded. */
function aHaystack(): World {
  const said: Record<number, string> = { 3: "Lunch at one?", 30: "No lunch today", 55: "After lunch, lunch" };
  const messages = someMessages(60).map((message) => {
    const text = said[message.seq];
    return text === undefined ? message : { ...message, content: { type: "text" as const, text } };
  });
  return aWorld({ messages });
}

async function openSearch(world = aHaystack(), options: FakeOptions = {}) {
  const page = await openChat(world, options);
  await within(page.log).findByText("Text 60");
  page.ports.hold("im.loadOlder", "im.loadNewer");
  await press("button", "Details");
  await press("button", "Search in chat");
  await screen.findByRole("searchbox", { name: "Search in chat" });
  const type = async (value: string) => {
    await act(async () => void fireEvent.change(bar(), { target: { value } }));
    await page.waits(300);
  };
  const hit = (key: string) => page.does(() => void fireEvent.keyDown(bar(), { key }));
  return { ...page, type, hit };
}

async function isShown(text: string) {
  const line = await within(screen.getByRole("log")).findByText(
    (_, element) => element?.tagName === "SPAN" && element.textContent === text,
  );
  await expect.poll(() => line.closest("article")?.dataset.found).toBe("true");
}

describe("11-53 search in one chat", () => {
  it("opens from the chat's details, steps through the hits and marks the words", async () => {
    const { type, ports } = await openSearch();
    expect(ports.address.current.path).toBe("/chat");
    expect(document.activeElement).toBe(bar());
    await type("lunch");
    await isShown("After lunch, lunch");
    expect(screen.getByText("1 of 3")).toBeTruthy();
    expect(marks()).toEqual(["lunch", "lunch"]);
    expect(screen.getByRole("button", { name: "Newer match" })).toHaveProperty("disabled", true);
    await press("button", "Older match");
    await isShown("No lunch today");
    expect(screen.getByText("2 of 3")).toBeTruthy();
    await press("button", "Older match");
    await isShown("Lunch at one?");
    expect(screen.getByText("3 of 3")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Older match" })).toHaveProperty("disabled", true);
    await press("button", "Newer match");
    expect(screen.getByText("2 of 3")).toBeTruthy();
  });

  it("with a mouse, the first key after it opens goes to the search", async () => {
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: query === "(hover: hover) and (pointer: fine)",
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    await openSearch();
    expect(document.activeElement).toBe(bar());
  });

  it("Enter and the arrow keys step, too", async () => {
    const { type, hit, does } = await openSearch();
    await type("lunch");
    await does(() => void fireEvent.submit(bar().closest("form") ?? document.body));
    expect(screen.getByText("2 of 3")).toBeTruthy();
    await hit("ArrowUp");
    expect(screen.getByText("3 of 3")).toBeTruthy();
    await hit("ArrowDown");
    expect(screen.getByText("2 of 3")).toBeTruthy();
  });

  it("Back closes it: the chat has its header and draft, and one step leads to where the search began", async () => {
    const world = aHaystack();
    const page = await openChat(world);
    await within(page.log).findByText("Text 60");
    write("Half a word");
    const { value } = composer();
    await press("button", "Details");
    await press("button", "Search in chat");
    await act(async () => void fireEvent.change(bar(), { target: { value: "lunch" } }));
    await page.waits(300);
    await page.does(() => page.ports.browserBack());
    expect(queryBar()).toBeNull();
    expect(screen.getByRole("heading", { level: 1, name: "Anna" })).toBeTruthy();
    expect(composer().value).toBe(value);
    expect(page.ports.address.current.path).toBe("/chat");
    expect(marks()).toEqual([]);
  });

  it("after steps through several hits, one step leads back to where the search began", async () => {
    const { type, log, does, ports } = await openSearch();
    await type("lunch");
    for (const text of ["No lunch today", "Lunch at one?"]) {
      await press("button", "Older match");
      await isShown(text);
      layOutLog(log, { height: 600, content: 1200, top: 0 });
    }
    await press("button", "Close search");
    await press("button", "Back to where you were");
    await does(() => {});
    expect(screen.queryByRole("button", { name: "Back to where you were" })).toBeNull();
    expect(ports.sent("im.loadAround").map(({ cursor }) => cursor)).toEqual([
      "message-30",
      "message-3",
      expect.stringMatching(/^message-(4|5)\d$/),
    ]);
  });

  it("steps between hits in sight offer no way back, also in a chat that was never scrolled", async () => {
    const texts = ["Lunch?", "Yes", "After lunch"];
    const messages = texts.map((text, at) => aMessage({ seq: at + 1, content: { type: "text", text } }));
    const { log, does, waits } = await openChat(aWorld({ messages }), { width: "two" });
    await within(log).findByText("After lunch");
    await does(() => void fireEvent.keyDown(document.body, { key: "f", ctrlKey: true }));
    await does(() => void fireEvent.change(bar(), { target: { value: "lunch" } }));
    await waits(300);
    await isShown("After lunch");
    await press("button", "Older match");
    await isShown("Lunch?");
    expect(screen.queryByRole("button", { name: "Back to where you were" })).toBeNull();
  });

  it("Escape closes it, but first what lies above it", async () => {
    const { hit, does } = await openSearch();
    fireEvent.contextMenu(within(article("Text 60")).getByText("Text 60"));
    const menu = await screen.findByRole("menu");
    await does(() => void fireEvent.keyDown(menu, { key: "Escape" }));
    expect(queryBar()).not.toBeNull();
    await hit("Escape");
    expect(queryBar()).toBeNull();
  });

  it("says that nothing was found, and that an error can be tried again", async () => {
    const { type, ports } = await openSearch();
    await type("dinner");
    expect(screen.queryByText("Nothing found in this chat")).toBeNull();
    await act(async () => ports.resolve("im.loadOlder", { messages: [], cursor: null, isEnd: true }));
    expect(screen.getByText("Nothing found in this chat")).toBeTruthy();
    ports.hold("im.searchConversation");
    await type("lunch");
    expect(screen.queryByText("Nothing found in this chat")).toBeNull();
    await act(async () => ports.reject("im.searchConversation", "unknown"));
    expect(screen.getByText("Couldn't search messages")).toBeTruthy();
    await press("button", "Retry");
    await act(async () => ports.resolve("im.searchConversation", [aMessage({ seq: 55, text: "lunch" })]));
    expect(screen.getByText("1 of 1")).toBeTruthy();
  });

  it("loads messages that the device does not have, and asks before it loads more than two thousand", async () => {
    const world = aHaystack();
    const { type, ports } = await openSearch(world, { answers: { "im.searchConversation": () => [] } });
    await type("lunch");
    expect(screen.getByText("Searching older messages")).toBeTruthy();
    const old = someMessages(2000, -4000).map((message) => ({ ...message, conversationID: CHAT }));
    await act(async () => ports.resolve("im.loadOlder", { messages: old, cursor: null, isEnd: false }));
    expect(screen.getByText(/^Nothing found since /)).toBeTruthy();
    await press("button", "Search further back");
    const found = aMessage({ seq: 3, text: "Lunch at one?" });
    await act(async () => ports.resolve("im.loadOlder", { messages: [found], cursor: null, isEnd: true }));
    expect(screen.getByText("1 of 1")).toBeTruthy();
    expect(ports.sent("im.loadOlder").filter(({ count }) => count === 100)).toHaveLength(2);
  });

  it("a late answer for old words is not shown", async () => {
    const { type, ports } = await openSearch();
    ports.hold("im.searchConversation");
    await type("lunch");
    const [late] = ports.pending("im.searchConversation");
    await type("dinner");
    await act(async () => late?.resolve([aMessage({ seq: 55, text: "lunch for dinner" })]));
    expect(screen.queryByText("1 of 1")).toBeNull();
  });

  it("Ctrl+F opens it in a wide window, and not in a narrow one", async () => {
    const press = () => fireEvent.keyDown(document.body, { key: "f", ctrlKey: true });
    const narrow = await openChat();
    expect(press()).toBe(true);
    expect(queryBar()).toBeNull();
    await narrow.does(() => narrow.ports.emit.window({ type: "window.resized", width: "two" }));
    await narrow.does(() => void expect(press()).toBe(false));
    expect(document.activeElement).toBe(bar());
    await narrow.does(() => void fireEvent.keyDown(document.body, { key: "Escape" }));
    expect(queryBar()).toBeNull();
    expect(screen.getByRole("log")).toBeTruthy();
  });

  it("unfolds a long message whose match is folded away", async () => {
    const text = `${"word ".repeat(400)}needle`;
    const world = aWorld({ messages: [...someMessages(3), aMessage({ seq: 9, text })] });
    const { type } = await openSearchIn(world);
    expect(screen.queryByText(/needle/)).toBeNull();
    await type("needle");
    expect(marks()).toEqual(["needle"]);
  });

  it("marks a limited number of matches in a message that repeats a letter", async () => {
    const text = `${"-".repeat(3000)}${"q".repeat(20_000)}`;
    const { type } = await openSearchIn(aWorld({ messages: [aMessage({ seq: 9, text })] }));
    await type("q");
    expect(marks().length).toBeGreaterThanOrEqual(100);
    expect(marks().length).toBeLessThan(3000);
  });

  it("speaks Chinese", async () => {
    const { does, ports } = await openChat(aHaystack(), { storedLanguage: "zh", width: "two" });
    await does(() => void fireEvent.keyDown(document.body, { key: "f", metaKey: true }));
    await act(async () => void fireEvent.change(bar(), { target: { value: "lunch" } }));
    await does(() => void fireEvent.submit(bar().closest("form") ?? document.body));
    expect(screen.getByText("1/3")).toBeTruthy();
    expect(screen.getByRole("button", { name: "上一条结果" })).toBeTruthy();
    expect(ports.sent("im.searchConversation")).toEqual([{ conversationID: CHAT, keyword: "lunch" }]);
  });
});

async function openSearchIn(world: World) {
  const page = await openChat(world, { width: "two" });
  await page.does(() => void fireEvent.keyDown(document.body, { key: "f", ctrlKey: true }));
  const type = async (value: string) => {
    await act(async () => void fireEvent.change(bar(), { target: { value } }));
    await page.waits(300);
  };
  return { ...page, type };
}
