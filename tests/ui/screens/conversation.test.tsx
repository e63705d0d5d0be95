import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { Failure } from "../../../machines/domain/failure.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { preloadSheet } from "../../../src/components/Sheet.tsx";
import { movesOf, nextUnread } from "../../../src/screens/conversation/order.ts";
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
  singleChatID,
  someConversations,
  TEAM,
  type World,
} from "../../fakes/world.ts";
import { animationEnds, openPage, type Page, press } from "../shell/stage.tsx";

const MINUTE = 60_000;

async function open(...conversations: Conversation[]) {
  const page = await openPage({ world: aWorld({ conversations }) });
  await screen.findByRole("list", { name: "Chat list" });
  return page;
}

const row = (name: string) =>
  within(screen.getByRole("list", { name: "Chat list" })).getByRole("listitem", { name });
const names = () => screen.getAllByRole("listitem").map((item) => item.getAttribute("aria-label"));

async function openMenu(name: string) {
  fireEvent.contextMenu(within(row(name)).getByText(name));
  await screen.findByRole("menu", { name: `Actions for ${name}` });
}

/** Swipes the row to the left by that many CSS pixels. */
function swipe(name: string, distance: number) {
  const content = within(row(name)).getByText(name);
  const finger = { isPrimary: true, pointerType: "touch", pointerId: 1, clientY: 20 };
  fireEvent.pointerDown(content, { ...finger, clientX: 300 });
  fireEvent.pointerMove(content, { ...finger, clientX: 300 - distance / 2 });
  fireEvent.pointerMove(content, { ...finger, clientX: 300 - distance });
  fireEvent.pointerUp(content, { ...finger, clientX: 300 - distance });
}

describe("a row", () => {
  it("2-15 shows name, time, the newest message and the unread count", async () => {
    await open(
      aConversation({ unreadCount: 3, latestMsg: aMessage({ text: "Tea?", sendTime: NOON - 5 * MINUTE }) }),
    );
    const text = row("Anna").textContent;
    expect(text).toContain("Tea?");
    expect(text).toContain("5 min");
    expect(within(row("Anna")).getByRole("img", { name: "3 unread messages" }).textContent).toBe("3");
  });

  it("3-71 shows the sender in a group", async () => {
    const latestMsg = aMessage({ conversationID: groupChatID(TEAM), groupID: TEAM, text: "Hi all" });
    await open(aGroupConversation({ latestMsg }));
    expect(row("Team").textContent).toContain("Anna: Hi all");
  });

  it("4-63 shows a draft in place of the newest message", async () => {
    await open(aConversation({ draftText: "Dear A", draftTextTime: NOON - 2 * MINUTE }));
    expect(row("Anna").textContent).toContain("[Draft] Dear A");
    expect(row("Anna").textContent).toContain("2 min");
    expect(row("Anna").textContent).not.toContain("Text 1");
  });

  it("4-50 4-63 a row with a draft has the time of the newer of draft and newest message", async () => {
    const latestMsgSendTime = NOON - 5 * MINUTE;
    await open(
      aConversation({ draftText: "Dear A", draftTextTime: NOON - 20 * MINUTE, latestMsgSendTime }),
      aGroupConversation({ draftText: "Dear all", draftTextTime: NOON - 2 * MINUTE, latestMsgSendTime }),
    );
    expect(row("Anna").textContent).toContain("[Draft] Dear A");
    expect(row("Anna").textContent).toContain("5 min");
    expect(row("Team").textContent).toContain("2 min");
  });

  it("2-15 marks mentions, muted chats and unsent messages", async () => {
    const latestMsg: Message = aMessage({ sendID: ME, status: "failed" });
    await open(aGroupConversation({ groupAtType: 1 }), aConversation({ recvMsgOpt: 2, latestMsg }));
    expect(row("Team").textContent).toContain("[You were mentioned]");
    expect(within(row("Anna")).getByRole("img", { name: "No sound" })).toBeTruthy();
    expect(within(row("Anna")).getByRole("img", { name: "Not sent" })).toBeTruthy();
  });

  it.each([
    ["Sent", { status: "sent", isRead: false }],
    ["Read", { status: "sent", isRead: true }],
    ["Sending", { status: "sending", isRead: false }],
  ] as const)("2-15 has the user's own newest message with its tick: %s", async (name, changes) => {
    await open(aConversation({ latestMsg: aMessage({ sendID: ME, ...changes }) }));
    expect(within(row("Anna")).getByRole("img", { name })).toBeTruthy();
  });

  it("2-15 shows that the peer is typing in place of the newest message or a draft", async () => {
    const { ports, does } = await open(aConversation({ draftText: "Dear A" }), aGroupConversation());
    const tells = (typing: boolean) =>
      does(() =>
        ports.emit.messages({ type: "im.typing", conversationID: singleChatID(ANNA), userID: ANNA, typing }),
      );
    await tells(true);
    expect(row("Anna").textContent).toContain("typing…");
    expect(row("Anna").textContent).not.toContain("Dear A");
    expect(row("Team").textContent).not.toContain("typing…");
    await tells(false);
    expect(row("Anna").textContent).toContain("Dear A");
  });

  it("2-15 has no tick on a notice or a message of a peer, and no second tick in a group", async () => {
    const notice = aMessage({ sendID: ME, content: { type: "friendAdded" } });
    const groupMessage = aMessage({
      conversationID: groupChatID(TEAM),
      groupID: TEAM,
      sendID: ME,
      isRead: true,
    });
    await open(aConversation({ latestMsg: notice }), aGroupConversation({ latestMsg: groupMessage }));
    expect(within(row("Anna")).queryByRole("img", { name: /Sent|Read/ })).toBeNull();
    expect(within(row("Team")).getByRole("img", { name: "Sent" })).toBeTruthy();
  });

  it("2-15 stands out while it has unread messages", async () => {
    const { ports, does } = await open(aConversation({ unreadCount: 2 }), aGroupConversation());
    const isFresh = (name: string) => row(name).querySelector("[data-fresh]") !== null;
    expect([isFresh("Anna"), isFresh("Team")]).toEqual([true, false]);
    const read = aConversation({ unreadCount: 0 });
    await does(() => ports.emit.conversations({ type: "im.conversations", conversations: [read] }));
    expect(isFresh("Anna")).toBe(false);
  });

  it("4-49 4-50 is sorted by pin and time, and moves when they change", async () => {
    const old = aConversation({ latestMsg: aMessage({ sendTime: NOON - 60 * MINUTE }) });
    const { ports, does } = await open(old, aGroupConversation({ latestMsgSendTime: NOON - MINUTE }));
    expect(names()).toEqual(["Team", "Anna"]);
    await does(() =>
      ports.emit.conversations({ type: "im.conversations", conversations: [{ ...old, isPinned: true }] }),
    );
    expect(names()).toEqual(["Anna", "Team"]);
  });

  it("9-27 its time is updated on screen", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { ports } = await open(aConversation({ latestMsg: aMessage({ sendTime: NOON - 10_000 }) }));
    expect(row("Anna").textContent).toContain("just now");
    ports.passTime(MINUTE);
    act(() => void vi.advanceTimersByTime(MINUTE));
    expect(row("Anna").textContent).toContain("1 min");
  });

  it("renders again only when its own data changes", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const drawn: Record<string, number> = {};
    /** Counts how often a row renders, because rendering reads its picture. */
    const counted = (conversation: Conversation): Conversation => {
      const { conversationID } = conversation;
      return Object.defineProperty({ ...conversation }, "faceURL", {
        enumerable: true,
        get: () => {
          drawn[conversationID] = (drawn[conversationID] ?? 0) + 1;
          return "";
        },
      });
    };
    const rows = someConversations(5).map((one) => ({ ...one, latestMsgSendTime: NOON - 3 * 3_600_000 }));
    const { ports, does } = await open(...rows.map(counted));
    const before = { ...drawn };
    expect(Object.keys(before)).toHaveLength(5);

    const [, second] = rows;
    if (!second) throw new Error("No second row");
    const changed = counted({ ...second, unreadCount: 1 });
    await does(() => ports.emit.conversations({ type: "im.conversations", conversations: [changed] }));
    expect(drawn).toEqual({ ...before, [second.conversationID]: (before[second.conversationID] ?? 0) + 1 });

    const after = { ...drawn };
    await does(() => ports.emit.conversations({ type: "im.unreadTotal", count: 1 }));
    ports.passTime(MINUTE);
    act(() => void vi.advanceTimersByTime(MINUTE));
    expect(drawn).toEqual(after);
  });
});

describe("motion", () => {
  const rowsOf = (ids: string) => [...ids].map((conversationID) => ({ conversationID }));

  it.each([
    ["the same order", "abc", "abc", {}],
    ["the last one comes first", "abc", "cab", { c: 2, a: -1, b: -1 }],
    ["a new one", "ab", "xab", { a: -1, b: -1 }],
    ["one is removed", "abc", "ac", { c: 1 }],
    ["a page below", "ab", "abcd", {}],
    ["the first rows", "", "ab", {}],
    ["from far below", "abcdefghijklm", "mabcdefghijkl", { m: 10 }],
  ])("rows that move: %s", (_, before, after, expected) => {
    expect(Object.fromEntries(movesOf(rowsOf(before), rowsOf(after)))).toMatchObject(expected);
    expect(movesOf(rowsOf(before), rowsOf(after)).size > 0).toBe(Object.keys(expected).length > 0);
  });

  it.each([
    ["the next one below", "-u-u", 1, 3],
    ["the first one after the last", "-u-u", 3, 1],
    ["the first one from the top", "u--u", -1, 0],
    ["no muted one", "m-u", -1, 2],
    ["the last row if none is unread", "--m", -1, 2],
  ])("2-25 two taps on the tab lead to %s", (_, kinds, top, expected) => {
    const rows = [...kinds].map((kind) => ({
      unreadCount: kind === "-" ? 0 : 1,
      recvMsgOpt: kind === "m" ? 2 : 0,
    }));
    expect(nextUnread(rows, top)).toBe(expected);
  });

  const gliding = () => names().filter((name) => name && row(name).dataset.gliding !== undefined);
  const [old, recent] = [
    aConversation({ latestMsg: aMessage({ sendTime: NOON - 60 * MINUTE }) }),
    aGroupConversation({ latestMsgSendTime: NOON - MINUTE }),
  ];
  const pinned: Conversation = { ...old, isPinned: true };

  it("rows glide to their new places, and rest there", async () => {
    const { ports, does } = await open(old, recent);
    expect(gliding()).toEqual([]);
    await does(() => ports.emit.conversations({ type: "im.conversations", conversations: [pinned] }));
    expect(gliding()).toEqual(["Anna", "Team"]);
    for (const name of gliding()) animationEnds(row(name ?? ""), "glide");
    expect(gliding()).toEqual([]);
  });

  it("no row glides for what changed behind another screen", async () => {
    const { ports, does } = await open(old, recent);
    await does(() => ports.visit(`/chat?conversationID=${old.conversationID}`));
    await screen.findByRole("log");
    await does(() => ports.emit.conversations({ type: "im.conversations", conversations: [pinned] }));
    await does(() => ports.browserBack());
    expect([names(), gliding()]).toEqual([["Anna", "Team"], []]);
  });

  it("11-56 a badge pops when its count grows, not when it shrinks or is drawn first", async () => {
    const { ports, does } = await open(aConversation({ unreadCount: 2 }));
    const pops = () => row("Anna").querySelector("[data-grown]") !== null;
    const count = (unreadCount: number) =>
      does(() =>
        ports.emit.conversations({
          type: "im.conversations",
          conversations: [aConversation({ unreadCount })],
        }),
      );
    const seen = [pops()];
    for (const unread of [3, 2, 0, 1]) {
      await count(unread);
      seen.push(pops());
    }
    expect(seen).toEqual([false, true, false, false, true]);
  });
});

describe("actions on a row", () => {
  it("4-64 a menu pins, mutes and marks as read", async () => {
    const { ports } = await open(aConversation({ unreadCount: 2 }));
    const conversationID = singleChatID("1000000002");
    for (const item of ["Pin", "Mark as read", "No sound", "Unpin", "Sound on"]) {
      await openMenu("Anna");
      await press("menuitem", item);
    }
    expect(ports.sent("im.changeConversation")).toEqual([
      { kind: "pin", conversationID, pinned: true },
      { kind: "markRead", conversationID },
      { kind: "mute", conversationID, muted: true },
      { kind: "pin", conversationID, pinned: false },
      { kind: "mute", conversationID, muted: false },
    ]);
    expect(screen.getByRole("link", { name: "Messages" })).toBeTruthy();
  });

  it("4-64 a conversation is deleted only after a confirmation", async () => {
    const { ports } = await open(aConversation(), aGroupConversation());
    await openMenu("Anna");
    await press("menuitem", "Delete");
    const question = await screen.findByRole("dialog", { name: "Delete this chat?" });
    await act(async () => void fireEvent.click(within(question).getByRole("button", { name: "Cancel" })));
    expect(ports.sent("im.changeConversation")).toEqual([]);
    await openMenu("Anna");
    await press("menuitem", "Delete");
    const again = await screen.findByRole("dialog", { name: "Delete this chat?" });
    await act(async () => {
      fireEvent.click(within(again).getByRole("button", { name: "Delete" }));
      await Promise.resolve();
    });
    expect(ports.sent("im.changeConversation")).toEqual([
      { kind: "remove", conversationID: singleChatID("1000000002") },
    ]);
    expect(names()).toEqual(["Team"]);
  });

  it("4-64 a swipe shows the actions of one row at a time; a tap hides them and opens nothing", async () => {
    const { ports } = await open(aConversation({ unreadCount: 1 }), aGroupConversation());
    const isOpen = (name: string) => within(row(name)).getByText("Delete").closest("[inert]") === null;
    swipe("Anna", 160);
    expect([isOpen("Anna"), isOpen("Team")]).toEqual([true, false]);
    swipe("Team", 160);
    expect([isOpen("Anna"), isOpen("Team")]).toEqual([false, true]);
    fireEvent.click(within(row("Team")).getByText("Team"), { detail: 1 });
    fireEvent.click(within(row("Team")).getByText("Team"), { detail: 1 });
    expect(ports.address.current.path).toBe("/conversation");
    swipe("Anna", 160);
    await act(async () => void fireEvent.click(within(row("Anna")).getByText("Mark as read")));
    expect(ports.sent("im.changeConversation")).toEqual([
      { kind: "markRead", conversationID: singleChatID("1000000002") },
    ]);
    expect(isOpen("Anna")).toBe(false);
  });

  it("1-02 a tap opens the chat at its own address", async () => {
    const { ports } = await open(aConversation());
    await act(async () => void fireEvent.click(within(row("Anna")).getByText("Anna")));
    expect(await screen.findByRole("log", { name: "Messages" })).toBeTruthy();
    expect(ports.address.current).toEqual({
      path: "/chat",
      search: `conversationID=${singleChatID("1000000002")}`,
    });
  });
});

describe("the list", () => {
  it("4-53 4-54 the next page loads once at the end, from where the last one ended", async () => {
    const page = await open(...someConversations(45));
    const asked = page.ports.sent("im.loadConversations");
    expect(asked).toEqual([
      { offset: 0, count: 20 },
      { offset: 20, count: 20 },
      { offset: 40, count: 20 },
    ]);
    expect(screen.getAllByRole("listitem")).toHaveLength(45);
    fireEvent.scroll(screen.getByRole("main"));
    expect(page.ports.sent("im.loadConversations")).toHaveLength(3);
  });

  it("3-71 the sender in a group's preview has the server's name, not the message's", async () => {
    const message = aMessage({
      conversationID: groupChatID(TEAM),
      groupID: TEAM,
      sendID: BEN,
      senderNickname: "Dave Chen",
      text: "Send me money",
    });
    const world = aWorld({
      conversations: [aGroupConversation({ latestMsg: message })],
      members: [aMember({ userID: BEN, nickname: "Ben" })],
    });
    await openPage({ world });
    expect(await screen.findByText("Ben: Send me money")).toBeTruthy();
  });

  it("3-55 a notice in a group's preview has the accounts' names, not the notice's", async () => {
    const latestMsg = aMessage({
      conversationID: groupChatID(TEAM),
      groupID: TEAM,
      sendID: BEN,
      content: {
        type: "groupNotice",
        notice: {
          act: "removed",
          by: { userID: BEN, nickname: "Dave Chen" },
          people: [{ userID: "1000000009", nickname: "Mallory" }],
          count: 1,
        },
      },
    });
    const members = [
      aMember({ userID: BEN, nickname: "Ben" }),
      aMember({ userID: "1000000009", nickname: "Nina" }),
    ];
    await openPage({ world: aWorld({ conversations: [aGroupConversation({ latestMsg })], members }) });
    await vi.waitFor(() => expect(row("Team").textContent).toContain("Ben removed Nina"));
  });

  it("2-16 a muted chat no longer counts in the tab and the title", async () => {
    const world = aWorld({ conversations: [aConversation({ unreadCount: 3 })] });
    let total = 3;
    const { ports, does } = await openPage({ world, answers: { "im.loadUnreadTotal": () => total } });
    await does(() => ports.emit.conversations({ type: "im.unreadTotal", count: 3 }));
    expect(screen.getByRole("link", { name: "Messages, 3 unread" })).toBeTruthy();
    total = 0;
    await does(() =>
      ports.emit.conversations({
        type: "im.conversations",
        conversations: [aConversation({ unreadCount: 3, recvMsgOpt: 2 })],
      }),
    );
    expect(screen.getByRole("link", { name: "Messages" })).toBeTruthy();
    expect(ports.unread).toBe(0);
  });

  it("2-15 an empty list says so and leads to the contacts", async () => {
    const { ports, does } = await openPage({ world: aWorld({ conversations: [] }) });
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    expect(await screen.findByText("No chats yet")).toBeTruthy();
    await press("button", "Start a chat");
    expect(ports.address.current.path).toBe("/contact");
  });

  it("11-55 an empty list of a user without friends leads to the search for people", async () => {
    const { ports, does } = await openPage({ world: aWorld({ conversations: [], friends: [] }) });
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    await press("button", "Add friend");
    expect(ports.address.current).toEqual({ path: "/searchToJoin", search: "isGroup=false" });
  });

  it("2-15 an empty list shows Loading until the server has answered", async () => {
    const { ports, does } = await openPage({ world: aWorld({ conversations: [] }) });
    const waits = () => within(screen.getByRole("main")).queryByText("Loading") !== null;
    expect(waits()).toBe(true);
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
    expect(waits()).toBe(true);
    expect(screen.queryByText("No chats yet")).toBeNull();
  });

  it.each([
    ["its sync failed", { type: "im.syncFailed" }],
    ["there is no connection", { type: "im.connectFailed", code: 0 }],
  ] as const)("2-15 on a new device an empty list shows an error and a retry when %s", async (_, end) => {
    const { ports, does } = await openPage({ world: aWorld({ conversations: [] }) });
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
    await does(() => (end.type === "im.syncFailed" ? ports.emit.sync(end) : ports.emit.connection(end)));
    expect(screen.queryByText("No chats yet")).toBeNull();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Couldn't load your chats");
    await act(async () => within(alert).getByRole("button", { name: "Retry" }).click());
    expect(ports.sent("im.reconnect")).toHaveLength(1);
    expect(screen.queryByRole("alert")).toBeNull();
    await does(() => ports.emit.connection({ type: "im.connected" }));
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    expect(await screen.findByText("No chats yet")).toBeTruthy();
  });

  it("4-28 a list is busy until the first sync of the session has ended, also when connected", async () => {
    const { ports, does } = await openPage();
    const list = await screen.findByRole("list", { name: "Chat list" });
    expect(list.getAttribute("aria-busy")).toBe("true");
    await does(() => ports.emit.connection({ type: "im.connected" }));
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: false }));
    expect(list.getAttribute("aria-busy")).toBe("true");
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    expect(list.getAttribute("aria-busy")).toBeNull();
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: false }));
    expect(list.getAttribute("aria-busy")).toBeNull();
  });

  it("8-31 a list that cannot be loaded offers a retry and shows no toast", async () => {
    let isBroken = true;
    const world = aWorld();
    const loadConversations = () => {
      if (isBroken) throw new Failure("unknown");
      return world.conversations;
    };
    await openPage({ world, answers: { "im.loadConversations": loadConversations } });
    expect((await screen.findByRole("alert")).textContent).toContain("Couldn't load your chats");
    isBroken = false;
    await press("button", "Retry");
    expect(await screen.findByRole("list", { name: "Chat list" })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("4-30 8-31 rows that cannot be loaded again are loaded once more, and then the bar says so", async () => {
    const { ports, does, waits } = await open(aConversation());
    await does(() => ports.emit.connection({ type: "im.connected" }));
    const reload = async () => {
      ports.hold("im.loadConversations");
      await does(() => ports.emit.sync({ type: "im.syncFinished" }));
      await does(() => ports.reject("im.loadConversations", "unknown"));
    };
    const fresh = [aConversation({ showName: "Anna Berg" })];

    await reload();
    expect(screen.queryByText("Not up to date")).toBeNull();
    await waits(3000);
    await does(() => ports.resolve("im.loadConversations", fresh));
    expect(row("Anna Berg")).toBeTruthy();
    expect(screen.queryByText("Not up to date")).toBeNull();

    await reload();
    await waits(3000);
    await does(() => ports.reject("im.loadConversations", "unknown"));
    expect(row("Anna Berg")).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe("Not up to date");
    await press("button", "Retry");
    await does(() => ports.resolve("im.loadConversations", [aConversation({ showName: "Anna" })]));
    expect(row("Anna")).toBeTruthy();
    expect(screen.queryByText("Not up to date")).toBeNull();
  });

  it("4-30 rows stay on screen while they load again", async () => {
    const { ports, does } = await open(aConversation());
    ports.hold("im.loadConversations");
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    expect(row("Anna")).toBeTruthy();
  });
});

describe("a list on a new device", () => {
  const anna = aConversation({ unreadCount: 2, latestMsg: aMessage({ text: "See you" }) });
  const told = [anna, aConversation({ conversationID: "si_ben", userID: BEN, showName: "Ben" })];
  /** The SDK's login waits until the test resolves it. */
  const begin = (world: Partial<World> = {}) =>
    openPage({ world: aWorld({ told, conversations: [], ...world }) }, (ports) =>
      ports.hold("im.login", "im.firstSync"),
    );
  const firstSyncEnds = ({ ports, does }: Page) =>
    does(() => {
      ports.answer("im.firstSync", () => false);
      ports.emit.sync({ type: "im.syncFinished" });
      ports.resolve("im.firstSync", true);
    });

  it("2-15 shows the server's rows before the SDK is there, and keeps them until the SDK's first sync ends", async () => {
    const { ports, does } = await begin();
    expect(names()).toEqual(["Anna", "Ben"]);
    expect(row("Anna").textContent).toContain("See you");
    expect(within(row("Anna")).getByRole("img", { name: "2 unread messages" })).toBeTruthy();
    await does(() => ports.resolve("im.login"));
    expect(names()).toEqual(["Anna", "Ben"]);
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
    // The first sync reports the chats one after another.
    await does(() =>
      ports.emit.conversations({ type: "im.conversations", conversations: someConversations(1) }),
    );
    expect(names()).toEqual(["Anna", "Ben"]);
    ports.answer("im.loadConversations", () => [...told, ...someConversations(1)]);
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    expect(names()).toHaveLength(3);
  });

  it("2-15 4-118 keeps the server's rows and says that the connection failed, while the first sync fails again and again", async () => {
    const { ports, does } = await begin();
    const keepsRows = () => {
      expect(names()).toEqual(["Anna", "Ben"]);
      expect(screen.queryByRole("alert")).toBeNull();
      expect(screen.queryByText(/No chats yet/)).toBeNull();
      expect(screen.queryByText("Getting your messages")).toBeNull();
    };
    await does(() => ports.resolve("im.login"));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await does(() => ports.emit.connection({ type: "im.connected" }));
      await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
      // The SDK is stopped: it cannot answer.
      ports.answer("im.loadConversations", () => {
        throw new Failure("unknown");
      });
      await does(() => ports.emit.sync({ type: "im.syncFailed" }));
      keepsRows();
      expect(screen.getByText("Connection failed")).toBeTruthy();
      await does(() => ports.emit.connection({ type: "im.crashed" }));
      keepsRows();
      expect(screen.getByText(/^Connecting/)).toBeTruthy();
      await does(() => ports.resolve("im.login"));
      keepsRows();
      await does(() => ports.emit.connection({ type: "im.connected" }));
      await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
      await does(() => ports.emit.sync({ type: "im.syncProgress", percent: 40 }));
      keepsRows();
    }
    ports.answer("im.loadConversations", () => [...told, ...someConversations(1)]);
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    expect(names()).toHaveLength(3);
  });

  it("opens a chat with its name, which waits for the sync without an error", async () => {
    const page = await begin();
    const { ports, does } = page;
    await does(() => fireEvent.click(within(row("Anna")).getByText("Anna")));
    expect(screen.getByRole("heading", { level: 1, name: "Anna" })).toBeTruthy();
    ports.answer("im.loadConversation", () => {
      throw new Failure("unknown");
    });
    await does(() => ports.resolve("im.login"));
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
    expect(screen.getByRole("heading", { level: 1, name: "Anna" })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    ports.answer("im.loadConversation", () => anna);
    await firstSyncEnds(page);
    expect(await screen.findByRole("textbox", { name: "Message" })).toBeTruthy();
  });

  it("opens a chat that no list names yet without an error before the sync ends", async () => {
    const page = await begin({ told: [] });
    const { ports, does } = page;
    await does(() => ports.visit(`/chat?conversationID=${anna.conversationID}`));
    await does(() => ports.resolve("im.login"));
    expect(screen.queryByRole("alert")).toBeNull();
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
    expect(screen.queryByRole("alert")).toBeNull();
    // A message has no receiver yet.
    expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
    ports.answer("im.loadConversation", () => anna);
    await firstSyncEnds(page);
    expect(screen.getByRole("heading", { level: 1, name: "Anna" })).toBeTruthy();
    expect(screen.getByRole("textbox", { name: "Message" })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("4-28 offers Retry for a chat that no list names while the server cannot be reached", async () => {
    const { ports, does } = await begin({ told: [] });
    await does(() => ports.visit(`/chat?conversationID=${anna.conversationID}`));
    await does(() => ports.resolve("im.login"));
    await does(() => ports.emit.connection({ type: "im.connectFailed", code: 10000 }));
    expect((await screen.findByRole("alert")).textContent).toContain("Couldn't open this chat");
    ports.answer("im.loadConversation", () => anna);
    await does(() => ports.emit.connection({ type: "im.connected" }));
    expect(screen.getByRole("textbox", { name: "Message" })).toBeTruthy();
  });

  it("opens a chat that shows an error if it is missing after the sync", async () => {
    const page = await begin();
    const { ports, does } = page;
    await does(() => fireEvent.click(within(row("Anna")).getByText("Anna")));
    ports.answer("im.loadConversation", () => {
      throw new Failure("unknown");
    });
    await does(() => ports.resolve("im.login"));
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
    await firstSyncEnds(page);
    expect((await screen.findByRole("alert")).textContent).toContain("Couldn't open this chat");
    expect(screen.getByRole("heading", { level: 1, name: "Anna" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
  });

  it("is not requested from the server if cached rows exist", async () => {
    const { ports } = await begin({ seen: told.slice(0, 1) });
    expect(names()).toEqual(["Anna"]);
    expect(ports.sent("rows.askRows")).toEqual([]);
  });

  it("says that there are no chats if the server has none", async () => {
    const { ports, does } = await begin({ told: [] });
    await does(() => ports.resolve("im.login"));
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    expect(await screen.findByText("No chats yet")).toBeTruthy();
  });
});

describe("a cached list", () => {
  const ANNAS = aConversation().conversationID;
  const before = [
    aConversation({ showName: "Anna", latestMsg: aMessage({ text: "See you" }) }),
    aConversation({ conversationID: "si_gone", userID: "gone", showName: "Gone since" }),
  ];
  /** The SDK's login waits until the test resolves it. */
  const comeBack = (world: Partial<World> = {}) =>
    openPage({ world: aWorld({ seen: before, ...world }) }, (ports) => ports.hold("im.login"));

  it("shows before the SDK is there, and says that it is connecting", async () => {
    await comeBack();
    expect(names()).toEqual(["Anna", "Gone since"]);
    expect(row("Anna").textContent).toContain("See you");
    expect(screen.getByText(/^Connecting/)).toBeTruthy();
  });

  it("offers no action that needs the SDK", async () => {
    const { ports, does } = await comeBack();
    await does(() => swipe("Anna", 200));
    expect(screen.queryAllByRole("button", { name: "Delete" })).toEqual([]);
    // Preloaded, so that a menu would show at once.
    await import("../../../src/components/SheetPanel.tsx");
    await does(preloadSheet);
    await does(() => fireEvent.contextMenu(within(row("Anna")).getByText("Anna")));
    expect(screen.queryByRole("menu")).toBeNull();
    // With the SDK the same gestures work.
    await does(() => ports.resolve("im.login"));
    await does(() => swipe("Anna", 200));
    expect(within(row("Anna")).getByRole("button", { name: "Delete" })).toBeTruthy();
    await does(() => fireEvent.contextMenu(within(row("Anna")).getByText("Anna")));
    await screen.findByRole("menu", { name: "Actions for Anna" });
  });

  it("is replaced by the SDK's list in one step", async () => {
    const { ports, does } = await comeBack({
      conversations: [aConversation({ showName: "Anna", unreadCount: 2 }), ...someConversations(2, 5)],
    });
    ports.hold("im.loadConversations");
    const anna = row("Anna");
    await does(() => ports.resolve("im.login"));
    // A single changed conversation does not replace the list.
    const news = aConversation({ conversationID: "si_new", userID: "new", showName: "New" });
    await does(() => ports.emit.conversations({ type: "im.conversations", conversations: [news] }));
    expect(names()).toEqual(["Anna", "Gone since"]);
    await does(() =>
      ports.resolve("im.loadConversations", [
        aConversation({ showName: "Anna", unreadCount: 2 }),
        ...someConversations(2, 5),
      ]),
    );
    expect(names()).toEqual(expect.arrayContaining(["Anna", "New", "Person 5", "Person 6"]));
    expect(names()).not.toContain("Gone since");
    expect(row("Anna")).toBe(anna);
    fireEvent.contextMenu(within(row("Anna")).getByText("Anna"));
    await screen.findByRole("menu", { name: "Actions for Anna" });
  });

  it("opens a chat that waits with its name until the SDK is there", async () => {
    const { ports, does } = await comeBack();
    await does(() => fireEvent.click(within(row("Anna")).getByText("Anna")));
    expect(screen.getByRole("heading", { level: 1, name: "Anna" })).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
    await does(() => ports.resolve("im.login"));
    expect(await screen.findByRole("textbox", { name: "Message" })).toBeTruthy();
  });

  it("opens a chat with its cached messages until the loaded ones are there", async () => {
    const cachedPages = {
      [ANNAS]: [
        aMessage({ clientMsgID: "1", text: "Cake?" }),
        aMessage({
          clientMsgID: "2",
          content: { type: "voice", voice: { url: "https://x/v.m4a", seconds: 4 } },
        }),
      ],
    };
    const { ports, does } = await comeBack({
      cachedPages,
      conversations: [aConversation({ showName: "Anna" }), ...someConversations(1, 5)],
    });
    await does(() => fireEvent.click(within(row("Anna")).getByText("Anna")));
    expect(await screen.findByText("Cake?")).toBeTruthy();
    // It cannot be used yet, and says why.
    expect(within(screen.getByRole("banner")).getByText(/^Connecting/)).toBeTruthy();
    expect(screen.queryByRole("log")).toBeNull();
    expect(screen.getByText("Cake?").closest("[inert]")).toBeTruthy();
    ports.hold("im.loadOlder");
    await does(() => ports.resolve("im.login"));
    await screen.findByRole("textbox", { name: "Message" });
    expect(screen.getByText("Cake?")).toBeTruthy();
    await does(() =>
      ports.resolve("im.loadOlder", {
        messages: [aMessage({ clientMsgID: "3", text: "Pie!" })],
        cursor: null,
        isEnd: true,
      }),
    );
    expect(await within(screen.getByRole("log")).findByText("Pie!")).toBeTruthy();
    expect(screen.queryByText("Cake?")).toBeNull();
    await does(() => ports.visit("/conversation"));
    await does(() => ports.visit(`/chat?conversationID=${someConversations(1, 5)[0]?.conversationID}`));
    await does(() => ports.visit(`/chat?conversationID=${ANNAS}`));
    expect(screen.queryByText("Cake?")).toBeNull();
  });

  it("opens a chat again from the cache at once, if nothing newer has arrived", async () => {
    const [other] = someConversations(1, 5);
    const anna = aConversation({ showName: "Anna", latestMsg: aMessage({ clientMsgID: "2", text: "Pie!" }) });
    const { ports, does } = await openPage({
      world: aWorld({ conversations: [anna, ...(other ? [other] : [])] }),
    });
    const seen = [
      aMessage({ clientMsgID: "1", text: "Cake?" }),
      aMessage({ clientMsgID: "2", text: "Pie!" }),
    ];
    await does(() => ports.emit.pages({ type: "pages.changed", pages: { [ANNAS]: seen } }));
    ports.hold("im.loadOlder");
    const go = (id = "") => does(() => ports.visit(`/chat?conversationID=${id}`));
    await go(ANNAS);
    expect(await screen.findByText("Cake?")).toBeTruthy();
    expect(screen.getByRole("textbox", { name: "Message" })).toBeTruthy();
    // A message that arrives while it opens does not remove the cached ones. Removed messages go once it is open.
    const news = { ...anna, latestMsg: aMessage({ clientMsgID: "3", text: "Tea" }) };
    await does(() => ports.emit.conversations({ type: "im.conversations", conversations: [news] }));
    expect(screen.getByText("Cake?")).toBeTruthy();
    await does(() => ports.resolve("im.loadOlder", { messages: seen.slice(1), cursor: null, isEnd: true }));
    expect(await within(screen.getByRole("log")).findByText("Pie!")).toBeTruthy();
    expect(screen.queryByText("Cake?")).toBeNull();
    // Now a newer message exists: the cached page would look complete without it.
    await go(other?.conversationID);
    await go(ANNAS);
    expect(screen.queryByText("Cake?")).toBeNull();
  });

  it("shows a whole cached page, without buttons", async () => {
    const messages = Array.from({ length: 20 }, (_, at) =>
      aMessage({ clientMsgID: `${at}`, text: `Line ${at}.` }),
    );
    const [newest = null] = messages.slice(-1);
    const { ports, does } = await openPage({
      world: aWorld({ conversations: [aConversation({ latestMsg: newest })] }),
    });
    await does(() => ports.emit.pages({ type: "pages.changed", pages: { [ANNAS]: messages } }));
    ports.hold("im.loadOlder");
    await does(() => ports.visit(`/chat?conversationID=${ANNAS}`));
    await screen.findByText("Line 18.");
    const seen = screen.getByText("Line 18.").closest<HTMLElement>("[inert]");
    expect(seen?.textContent?.match(/Line \d+\./g)).toEqual(messages.map((_, at) => `Line ${at}.`));
    expect(seen && within(seen).queryAllByRole("button", { hidden: true })).toEqual([]);
  });

  it("opens a chat for the first time at once, because its messages were prefetched", async () => {
    const anna = aConversation({
      unreadCount: 1,
      latestMsg: aMessage({ clientMsgID: "2", text: "Pie!" }),
    });
    const messages = [
      aMessage({ clientMsgID: "1", text: "Cake?" }),
      aMessage({ clientMsgID: "2", text: "Pie!" }),
    ];
    const { ports, does, waits } = await openPage({ world: aWorld({ conversations: [anna], messages }) });
    await waits(1500);
    const pages = Object.fromEntries(ports.keptPages);
    await does(() => ports.emit.pages({ type: "pages.changed", pages }));
    ports.hold("im.loadOlder");
    expect(ports.sent("im.markRead")).toEqual([]);
    await does(() => fireEvent.click(within(row("Anna")).getByText("Anna")));
    expect(await screen.findByText("Cake?")).toBeTruthy();
    // The unread divider is there at once, so that nothing moves later.
    const order = () => screen.getByText("Cake?").closest("[inert], [role=log]")?.textContent;
    expect(order()).toMatch(/Cake\?.*Unread messages.*Pie!/);
    await does(() => ports.resolve("im.loadOlder", { messages, cursor: null, isEnd: true }));
    expect(await within(screen.getByRole("log")).findByText("Pie!")).toBeTruthy();
    expect(order()).toMatch(/Cake\?.*Unread messages.*Pie!/);
  });

  it("does not show cached messages to a user who opens another message", async () => {
    const { does, ports } = await comeBack({ cachedPages: { [ANNAS]: [aMessage({ text: "Cake?" })] } });
    await does(() => ports.visit(`/chat?conversationID=${ANNAS}&clientMsgID=old`));
    await screen.findAllByText("Loading");
    expect(screen.queryByText("Cake?")).toBeNull();
  });

  it("4-15 is removed at sign-out with all other data", async () => {
    const { ports, does } = await openPage({ world: aWorld({ seen: before }) });
    await does(() => ports.visit("/profile"));
    await press("button", "Sign out");
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Sign out" }));
    await screen.findByRole("button", { name: "Sign in" });
    const calls = ports.wire.map(({ call }) => call).filter((call) => /(?:Rows|tPages)$/.test(call));
    expect(calls.slice(-3)).toEqual(["storage.restRows", "storage.forgetRows", "storage.forgetPages"]);
    expect(screen.queryByText("Gone since")).toBeNull();
  });
});
