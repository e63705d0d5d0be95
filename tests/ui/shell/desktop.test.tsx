import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ANNA, aConversation, aWorld, BEN, singleChatID, someMessages } from "../../fakes/world.ts";
import { field, openChat, openMenuOf, type } from "../chat/stage.tsx";
import { openPage, press } from "./stage.tsx";
// Preloads lazy parts, so that they show at once.
import "../../../src/components/PointerMenu.tsx";
import "../../../src/shell/BesideTabs.tsx";

const twoChats = () =>
  aWorld({
    conversations: [
      aConversation(),
      aConversation({ conversationID: singleChatID(BEN), userID: BEN, showName: "Ben" }),
    ],
    messages: someMessages(3),
  });

const rowOf = async (name: string) =>
  within(await screen.findByRole("list", { name: "Chat list" })).getByRole("button", {
    name: new RegExp(`^${name}`),
  });

const focused = () => document.activeElement;

describe("11-21 menus in a wide window", () => {
  it("the menu of a message opens at the pointer, and a question is a dialog", async () => {
    await openChat(twoChats(), { width: "two" });
    openMenuOf("Text 2");
    await screen.findByRole("menu", { name: "Message actions" });
    expect(screen.queryByRole("dialog")).toBeNull();
    await press("menuitem", "Delete");
    expect(await screen.findByRole("dialog", { name: "Delete this message?" })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("menu", { name: "Message actions" })).toBeNull());
  });

  it("10-06 Reply from the menu at the pointer leads to the field, and Escape there ends the reply", async () => {
    await openChat(twoChats(), { width: "two" });
    const button = screen.getByRole("button", { name: /^Actions: .*Text 2/ });
    button.focus();
    await act(async () => void fireEvent.click(button));
    const menu = await screen.findByRole("menu", { name: "Message actions" });
    await waitFor(() => expect(menu.contains(focused())).toBe(true));
    await press("menuitem", "Reply");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(focused()).toBe(field());
    await act(async () => void fireEvent.keyDown(field(), { key: "Escape" }));
    expect(screen.queryByText(/^Replying to/)).toBeNull();
  });

  it("on a phone the menu is a sheet", async () => {
    await openChat(twoChats());
    openMenuOf("Text 2");
    await screen.findByRole("menu", { name: "Message actions" });
    expect(screen.getByRole("dialog", { name: "Message actions" })).toBeTruthy();
  });

  it("the menu of a chat is used with the keyboard, and returns the focus", async () => {
    const { ports } = await openPage({ world: twoChats(), width: "two" });
    const row = await rowOf("Anna");
    row.focus();
    fireEvent.contextMenu(row);
    const menu = await screen.findByRole("menu", { name: "Actions for Anna" });
    await waitFor(() => expect(menu.contains(focused())).toBe(true));
    const key = (name: string) => act(async () => void fireEvent.keyDown(focused() ?? menu, { key: name }));
    await key("End");
    await waitFor(() => expect(focused()?.textContent).toBe("Delete"));
    await key("Home");
    await waitFor(() => expect(focused()?.textContent).toBe("Pin"));
    await key("ArrowDown");
    await waitFor(() => expect(focused()?.textContent).toBe("Mark as read"));
    await key("Escape");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await waitFor(() => expect(focused()).toBe(row));
    expect(ports.address.current.path).toBe("/conversation");
    fireEvent.contextMenu(row);
    await press("menuitem", "Pin");
    expect(ports.sent("im.changeConversation")).toEqual([
      { kind: "pin", conversationID: singleChatID(ANNA), pinned: true },
    ]);
  });

  it("10-06 Tab closes the menu and returns the focus", async () => {
    await openPage({ world: twoChats(), width: "two" });
    const row = await rowOf("Anna");
    row.focus();
    fireEvent.contextMenu(row);
    const menu = await screen.findByRole("menu", { name: "Actions for Anna" });
    await waitFor(() => expect(menu.contains(focused())).toBe(true));
    await act(async () => void fireEvent.keyDown(focused() ?? menu, { key: "Tab" }));
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await waitFor(() => expect(focused()).toBe(row));
  });

  it("Back closes the menu before it leaves the chat", async () => {
    const { ports, does } = await openChat(twoChats(), { width: "two" });
    openMenuOf("Text 2");
    await screen.findByRole("menu");
    await does(() => ports.browserBack());
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(ports.address.current.path).toBe("/chat");
  });

  it("the menus of buttons open beside them", async () => {
    await openPage({ world: twoChats(), width: "two" });
    await press("button", "Add");
    expect(await screen.findByRole("menu", { name: "Add" })).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

const key = (name: string, init: KeyboardEventInit = {}) =>
  act(async () => void fireEvent.keyDown(focused() ?? document.body, { key: name, ...init }));

describe("11-21 keys in a wide window", () => {
  it("Ctrl-K leads to the search and focuses its field again", async () => {
    const { ports } = await openChat(twoChats(), { width: "two" });
    await key("k", { ctrlKey: true });
    const search = await screen.findByRole("searchbox", { name: "Search" });
    expect(ports.address.current.path).toBe("/searchFriendOrGroup");
    (await rowOf("Ben")).focus();
    await key("k", { ctrlKey: true });
    expect(focused()).toBe(search);
  });

  it("Ctrl and Alt with Up and Down go from chat to chat, but not out of a text", async () => {
    const { ports } = await openPage({ world: twoChats(), width: "two" });
    await rowOf("Anna");
    await key("ArrowDown", { ctrlKey: true });
    await screen.findByRole("heading", { level: 1, name: "Anna" });
    await key("ArrowDown", { ctrlKey: true });
    await screen.findByRole("heading", { level: 1, name: "Ben" });
    await key("ArrowDown", { ctrlKey: true });
    await key("ArrowUp", { altKey: true });
    await screen.findByRole("heading", { level: 1, name: "Anna" });
    await screen.findByRole("log");
    type("Half a word");
    field().focus();
    await key("ArrowDown", { ctrlKey: true });
    expect(ports.address.current.search).toContain(ANNA);
    await key("ArrowDown", { altKey: true });
    await screen.findByRole("heading", { level: 1, name: "Ben" });
  });

  it("? lists the keys, except while the user types or a sheet is open", async () => {
    await openChat(twoChats(), { width: "two" });
    field().focus();
    await key("?");
    expect(screen.queryByRole("dialog")).toBeNull();
    (await rowOf("Ben")).focus();
    await key("?");
    const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(within(sheet).getByText("Next chat")).toBeTruthy();
    await key("ArrowDown", { ctrlKey: true });
    await key("Escape");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("heading", { level: 1, name: "Anna" })).toBeTruthy();
  });

  it("on a phone the keys do nothing", async () => {
    const { ports } = await openPage({ world: twoChats() });
    await rowOf("Anna");
    await key("k", { ctrlKey: true });
    await key("ArrowDown", { ctrlKey: true });
    await key("?");
    expect(ports.address.current.path).toBe("/conversation");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("Up and Down move along the rows of a list, from the search field above it", async () => {
    await openPage({ world: twoChats(), width: "two" });
    const anna = await rowOf("Anna");
    screen.getByRole("link", { name: "Search" }).focus();
    await key("ArrowDown");
    expect(focused()).toBe(anna);
    await key("ArrowDown");
    expect(focused()).toBe(await rowOf("Ben"));
    await key("ArrowDown");
    await key("ArrowUp");
    expect(focused()).toBe(anna);
  });

  it("the menu key opens the menu of a message", async () => {
    await openChat(twoChats(), { width: "two" });
    fireEvent.contextMenu(screen.getByRole("button", { name: /Text 2/ }));
    expect(await screen.findByRole("menu", { name: "Message actions" })).toBeTruthy();
  });
});
