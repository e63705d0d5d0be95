import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  ANNA,
  aConversation,
  aGroupConversation,
  aWorld,
  singleChatID,
  someMessages,
  TEAM,
} from "../../fakes/world.ts";
import { openPage, press } from "./stage.tsx";

const conversations = () => screen.findByRole("list", { name: "Chat list" });

async function openRow(name: string) {
  const row = within(await conversations()).getByRole("listitem", { name });
  await act(async () => {
    fireEvent.click(within(row).getByText(name));
  });
}

describe("routes", () => {
  it("2-01 2-13 2-15 the root leads to the conversations, inside the shell", async () => {
    const { ports } = await openPage({ world: aWorld(), path: "/" });
    expect(within(await conversations()).getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
    expect(ports.address.current.path).toBe("/conversation");
  });

  it("2-84 signed out, a guarded address leads to the sign-in page", async () => {
    const { ports } = await openPage({ world: aWorld({ signedIn: false }), path: "/profile" });
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    expect(ports.address.current.path).toBe("/login");
  });

  it("2-12 an unknown address shows a message and leads home", async () => {
    const { ports } = await openPage({ world: aWorld(), path: "/no-such-place" });
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
    const home = screen.getByRole("link", { name: "Back to messages" });
    expect(home.getAttribute("href")).toBe("/conversation");
    await press("link", "Back to messages");
    expect(await conversations()).toBeTruthy();
    expect(ports.address.current.path).toBe("/conversation");
  });

  it("2-12 a chat address without a conversation shows page not found", async () => {
    const page = await openPage();
    await conversations();
    await page.does(() => page.ports.visit("/chat"));
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
  });

  it.each(["/chat", "/chat?conversationID="])(
    "2-06 2-12 %s shows nothing of the previous chat",
    async (path) => {
      const page = await openPage();
      await openRow("Anna");
      await screen.findByRole("log", { name: "Messages" });
      await page.does(() => page.ports.visit(path));
      expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
      expect(screen.queryByRole("log")).toBeNull();
    },
  );

  it("1-05 1-06 2-15 2-19 2-21 2-23 every tab is a link to its own address and shows its own screen", async () => {
    const { ports } = await openPage();
    await conversations();
    const places = [
      ["Contacts", "/contact"],
      ["Workbench", "/workbench"],
      ["Me", "/profile"],
      ["Messages", "/conversation"],
    ] as const;
    for (const [name, path] of places) {
      expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(path);
      await press("link", name);
      expect(screen.getByRole("heading", { level: 1, name })).toBeTruthy();
      expect(screen.getAllByRole("main")).toHaveLength(1);
      expect(screen.getByRole("link", { name, current: "page" })).toBeTruthy();
      expect(ports.address.current.path).toBe(path);
    }
  });

  it("2-02 2-25 a tab keeps its state and its scroll behind the others", async () => {
    await openPage();
    await conversations();
    await press("link", "Contacts");
    const contacts = screen.getByRole("main");
    await press("link", "Messages");
    const scroller = screen.getByRole("main");
    scroller.scrollTop = 300;
    fireEvent.scroll(scroller);
    await press("link", "Contacts");
    expect(screen.getByRole("main")).toBe(contacts);
    scroller.scrollTop = 0; // as browsers do for hidden elements
    await press("link", "Messages");
    expect(screen.getByRole("main")).toBe(scroller);
    expect(scroller.scrollTop).toBe(300);
  });

  it("2-25 a tap on the current tab scrolls to its top", async () => {
    const { ports } = await openPage();
    await conversations();
    const scroller = screen.getByRole("main");
    scroller.scrollTop = 300;
    await press("link", "Messages");
    expect(scroller.scrollTop).toBe(0);
    expect(ports.wire.filter(({ call }) => call === "platform.push")).toEqual([]);
  });

  it("2-03 a chat stays unchanged behind another screen", async () => {
    const page = await openPage({ world: aWorld({ messages: someMessages(3) }) });
    await openRow("Anna");
    const log = await screen.findByRole("log", { name: "Messages" });
    await page.does(() => page.ports.browserBack());
    expect(await conversations()).toBeTruthy();
    expect(screen.queryByRole("log")).toBeNull();
    await openRow("Anna");
    expect(await screen.findByRole("log", { name: "Messages" })).toBe(log);
  });

  it.each([
    ["2-04", `/singleSetting?conversationID=${singleChatID(ANNA)}`, /^Anna|Anna.*ID/],
    ["2-05", `/groupSetting?groupID=${TEAM}`, /^My name in this group/],
  ])("%s %s keeps its scroll position behind a page opened from it", async (_, path, further) => {
    const page = await openPage();
    await page.does(() => page.ports.visit(path));
    const settings = screen.getByRole("main");
    settings.scrollTop = 120;
    fireEvent.scroll(settings);
    await press("button", further);
    expect(screen.getByRole("main")).not.toBe(settings);
    settings.scrollTop = 0; // as browsers do for hidden elements
    await page.does(() => page.ports.browserBack());
    expect(screen.getByRole("main")).toBe(settings);
    expect(settings.scrollTop).toBe(120);
  });

  it.each([
    ["2-04", `/singleSetting?conversationID=${singleChatID(ANNA)}`],
    ["2-05", `/groupSetting?groupID=${TEAM}`],
  ])("%s %s is dropped when Back leaves it, and its link opens a new page", async (_, path) => {
    const page = await openPage();
    await page.does(() => page.ports.visit(path));
    const settings = screen.getByRole("main");
    settings.scrollTop = 120;
    fireEvent.scroll(settings);
    await page.does(() => page.ports.browserBack());
    expect(document.body.contains(settings)).toBe(false);
    await page.does(() => page.ports.visit(path));
    expect(screen.getByRole("main")).not.toBe(settings);
    expect(screen.getByRole("main").scrollTop).toBe(0);
  });

  it("2-04 2-05 input on a page is there after a return", async () => {
    const page = await openPage();
    await page.does(() => page.ports.visit(`/groupMemberList?groupID=${TEAM}`));
    const search = () => screen.getByRole("searchbox", { name: "Search" });
    await act(async () => void fireEvent.change(search(), { target: { value: "mi" } }));
    await press("button", /Mia/);
    await page.does(() => page.ports.browserBack());
    expect(search()).toHaveProperty("value", "mi");
  });

  it("2-06 another conversation gets its own view", async () => {
    const page = await openPage();
    await openRow("Anna");
    const log = await screen.findByRole("log", { name: "Messages" });
    await page.does(() => page.ports.browserBack());
    await openRow("Team");
    await screen.findByRole("heading", { name: /Team/ });
    expect(await screen.findByRole("log", { name: "Messages" })).not.toBe(log);
    expect(document.body.contains(log)).toBe(false);
  });

  it("2-02 4-15 nothing of a user is left after the sign-out", async () => {
    const page = await openPage();
    await conversations();
    await press("link", "Contacts");
    await page.does(() => page.ports.emit.connection({ type: "im.kicked" }));
    await screen.findByRole("button", { name: "Sign in" });
    expect(screen.queryByText("Anna")).toBeNull();
    expect(document.querySelector("nav")).toBeNull();
  });

  it("2-16 2-17 2-18 the messages tab counts unread messages, up to 99", async () => {
    const world = aWorld({ conversations: [aConversation({ unreadCount: 99 }), aGroupConversation()] });
    const { ports, does } = await openPage({ world });
    expect((await screen.findByRole("link", { name: "Messages, 99 unread" })).textContent).toContain("99");
    await does(() => ports.emit.conversations({ type: "im.unreadTotal", count: 100 }));
    expect(screen.getByRole("link", { name: "Messages, 100 unread" }).textContent).toContain("99+");
    await does(() => ports.emit.conversations({ type: "im.unreadTotal", count: 0 }));
    expect(screen.getByRole("link", { name: "Messages" }).textContent).toBe("Messages");
  });

  it("10-06 a new screen takes the focus, and gives it back on return", async () => {
    const page = await openPage();
    const row = within(await conversations())
      .getByText("Anna")
      .closest("button");
    row?.focus();
    await openRow("Anna");
    await screen.findByRole("log", { name: "Messages" });
    const view = screen.getByRole("log").closest("[tabindex='-1']");
    expect(view?.contains(document.activeElement)).toBe(true);
    await page.does(() => page.ports.browserBack());
    await conversations();
    expect(document.activeElement).toBe(row);
  });
});
