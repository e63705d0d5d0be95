import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type SyncContext, selectReinstallPercent } from "../../../machines/session/sync.ts";
import type { FakeOptions, FakePorts } from "../../fakes/ports.ts";
import {
  ANNA,
  aConversation,
  aGroup,
  aGroupConversation,
  aMember,
  aMessage,
  aWorld,
  BEN,
  groupChatID,
  ME,
  NOON,
  singleChatID,
  someMessages,
  TEAM,
} from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";

const CHAT = singleChatID(ANNA);

const opened: Stage[] = [];
afterEach(() => {
  for (const stage of opened.splice(0)) stage.stop();
});

async function open(options: FakeOptions = { world: aWorld() }, prepare?: (ports: FakePorts) => void) {
  const stage = await openHeadless(options, prepare);
  opened.push(stage);
  return stage;
}

async function openChat(options: FakeOptions = { world: aWorld() }, prepare?: (ports: FakePorts) => void) {
  const stage = await open(options, prepare);
  await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
  return stage;
}

/** Advances in steps of 100 ms: a timer that starts when another timer ends starts at the end of a step. */
async function elapse(stage: Stage, milliseconds: number) {
  for (let left = milliseconds; left > 0; left -= 100) await stage.advance(Math.min(left, 100));
}

const part = ({ app }: Stage, name: string) => childOf(app, "session", "signedIn", "conversation", name);
const listOf = ({ app }: Stage) => childOf(app, "session", "signedIn", "conversations");
const arrive = (stage: Stage, seq: number) =>
  stage.act(() => {
    const message = aMessage({ seq });
    stage.ports.emit.messages({ type: "im.messages", messages: [message] });
    stage.ports.emit.conversations({
      type: "im.conversations",
      conversations: [aConversation({ unreadCount: 1, latestMsg: message })],
    });
  });
const shown = (stage: Stage): string[] =>
  part(stage, "history")
    ?.getSnapshot()
    .context.messages.map(({ clientMsgID }: { clientMsgID: string }) => clientMsgID);

describe("reading", () => {
  it("4-61 appends a message once, even if it is reported twice", async () => {
    const stage = await openChat();
    await arrive(stage, 9);
    await arrive(stage, 9);
    expect(shown(stage).filter((id) => id === "message-9")).toHaveLength(1);
  });

  it("4-61 marks a new message read while the chat is visible and scrolled to its end", async () => {
    const stage = await openChat();
    await arrive(stage, 9);
    expect(stage.ports.sent("im.markRead")).toEqual([{ conversationID: CHAT }]);
  });

  it.each([
    ["the page is hidden", (stage: Stage) => stage.ports.emit.page({ type: "page.hidden" })],
    ["another screen covers it", (stage: Stage) => stage.ports.visit("/contact")],
    [
      "the user has scrolled up",
      (stage: Stage) => part(stage, "readState")?.send({ type: "user.leaveBottom" }),
    ],
  ])("4-61 does not mark a new message read while %s", async (_, turnAway) => {
    const stage = await openChat();
    await stage.act(() => turnAway(stage));
    await arrive(stage, 9);
    expect(stage.ports.sent("im.markRead")).toEqual([]);
    expect(shown(stage)).toContain("message-9");
  });

  it.each(["im.syncFinished", "im.syncFailed"] as const)(
    "4-61 marks nothing read during a sync, and marks the new messages read after %s",
    async (type) => {
      const stage = await openChat();
      await stage.act(() => stage.ports.emit.sync({ type: "im.syncStarted", reinstall: false }));
      await arrive(stage, 9);
      expect(stage.ports.sent("im.markRead")).toEqual([]);
      await stage.act(() => stage.ports.emit.sync({ type }));
      expect(stage.ports.sent("im.markRead")).toEqual([{ conversationID: CHAT }]);
    },
  );

  it("4-61 marks a chat that was opened during a sync read after the sync ends", async () => {
    const stage = await open({ world: aWorld({ conversations: [aConversation({ unreadCount: 2 })] }) });
    await stage.act(() => stage.ports.emit.sync({ type: "im.syncStarted", reinstall: false }));
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
    expect(stage.ports.sent("im.markRead")).toEqual([]);
    await stage.act(() => stage.ports.emit.sync({ type: "im.syncFinished" }));
    expect(stage.ports.sent("im.markRead")).toEqual([{ conversationID: CHAT }]);
  });

  it("4-61 marks a message read that arrives while an earlier mark is pending", async () => {
    const stage = await openChat(undefined, (ports) => ports.hold("im.markRead"));
    await arrive(stage, 9);
    await arrive(stage, 10);
    await stage.act(() => stage.ports.resolve("im.markRead"));
    expect(stage.ports.sent("im.markRead")).toHaveLength(2);
  });

  it("4-61 counts new messages below while the user has scrolled up", async () => {
    const stage = await openChat();
    const reading = part(stage, "readState");
    await stage.act(() => reading?.send({ type: "user.leaveBottom" }));
    await arrive(stage, 9);
    await arrive(stage, 10);
    expect(reading?.getSnapshot().context.waiting).toBe(2);
    await stage.act(() => reading?.send({ type: "user.reachBottom" }));
    expect(reading?.getSnapshot().context.waiting).toBe(0);
    expect(stage.ports.sent("im.markRead")).toHaveLength(1);
  });

  it("4-61 does not count the user's own messages from another device", async () => {
    const stage = await openChat();
    const reading = part(stage, "readState");
    await stage.act(() => reading?.send({ type: "user.leaveBottom" }));
    await stage.act(() =>
      stage.ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 9, sendID: ME })] }),
    );
    expect(reading?.getSnapshot().context.waiting).toBe(0);
  });

  it("4-62 replaces a revoked message in place", async () => {
    const stage = await openChat();
    const before = shown(stage);
    const anna = { userID: ANNA, nickname: "Anna" };
    await stage.act(() =>
      stage.ports.emit.messages({
        type: "im.revoked",
        clientMsgID: "message-2",
        revoker: anna,
        sender: anna,
      }),
    );
    expect(shown(stage)).toEqual(before);
    expect(part(stage, "history")?.getSnapshot().context.messages[1].content).toEqual({
      type: "revoked",
      revoker: anna,
      sender: anna,
    });
  });
});

describe("the peer's typing", () => {
  const isTyping = (stage: Stage) =>
    childOf(stage.app, "session", "signedIn", "conversation")?.getSnapshot().value.peer === "typing";
  const types = (stage: Stage, userID: string, conversationID: string = CHAT) =>
    stage.act(() => stage.ports.emit.messages({ type: "im.typing", conversationID, userID, typing: true }));

  it("ends twelve seconds after the last typing event", async () => {
    const stage = await openChat();
    await types(stage, ANNA);
    await stage.advance(11_999);
    expect(isTyping(stage)).toBe(true);
    await stage.advance(1);
    expect(isTyping(stage)).toBe(false);
  });

  it("is prolonged only by the peer in this chat", async () => {
    const stage = await openChat();
    await types(stage, ANNA);
    await stage.advance(11_000);
    await types(stage, BEN, "si_other");
    await types(stage, ME);
    await stage.advance(1000);
    expect(isTyping(stage)).toBe(false);
  });
});

describe("drafts", () => {
  it("4-63 saves a draft once, when the timer ends without a new key", async () => {
    const stage = await openChat();
    const composer = part(stage, "composer");
    for (const text of ["H", "He", "Hel"]) {
      await stage.act(() => composer?.send({ type: "user.type", text }));
      await elapse(stage, 700);
    }
    // The last key comes at 1.4 s. The current timer run ends at 1.6 s.
    await elapse(stage, 200);
    expect(stage.ports.sent("im.saveDraft")).toEqual([]);
    await elapse(stage, 100);
    expect(stage.ports.sent("im.saveDraft")).toEqual([{ conversationID: CHAT, text: "Hel" }]);
    await elapse(stage, 2000);
    expect(stage.ports.sent("im.saveDraft")).toHaveLength(1);
  });

  it("4-63 saves the draft at once when the user leaves the chat", async () => {
    const stage = await openChat();
    await stage.act(() => part(stage, "composer")?.send({ type: "user.type", text: "Hel" }));
    await stage.act(() => stage.ports.visit("/conversation"));
    expect(stage.ports.sent("im.saveDraft")).toEqual([{ conversationID: CHAT, text: "Hel" }]);
  });

  it("4-63 saves the draft when the user opens another chat directly", async () => {
    const other = aConversation({ conversationID: "si_other", showName: "Other" });
    const stage = await openChat({ world: aWorld({ conversations: [aConversation(), other] }) });
    await stage.act(() => part(stage, "composer")?.send({ type: "user.type", text: "Hel" }));
    await stage.act(() => stage.ports.visit("/chat?conversationID=si_other"));
    expect(stage.ports.sent("im.saveDraft")).toEqual([{ conversationID: CHAT, text: "Hel" }]);
  });

  it("4-63 retries a failed draft save after a delay and on leaving the chat", async () => {
    const stage = await openChat();
    stage.ports.hold("im.saveDraft");
    const draft = { conversationID: CHAT, text: "Hel" };
    await stage.act(() => part(stage, "composer")?.send({ type: "user.type", text: "Hel" }));
    await stage.advance(800);
    await stage.act(() => stage.ports.reject("im.saveDraft", "unknown"));
    await stage.advance(10_000);
    expect(stage.ports.sent("im.saveDraft")).toEqual([draft, draft]);
    await stage.act(() => stage.ports.reject("im.saveDraft", "unknown"));
    await stage.act(() => stage.ports.visit("/conversation"));
    expect(stage.ports.sent("im.saveDraft")).toEqual([draft, draft, draft]);
    await stage.act(() => stage.ports.resolve("im.saveDraft"));
    await stage.advance(10_000);
    expect(stage.ports.sent("im.saveDraft")).toHaveLength(3);
  });

  it("4-63 restores the draft when the user returns", async () => {
    const stage = await openChat({ world: aWorld({ conversations: [aConversation({ draftText: "Hel" })] }) });
    expect(part(stage, "composer")?.getSnapshot().context.text).toBe("Hel");
  });

  it("4-63 clears the draft after the message is sent", async () => {
    const stage = await openChat({ world: aWorld({ conversations: [aConversation({ draftText: "Hel" })] }) });
    await stage.act(() => part(stage, "composer")?.send({ type: "user.send" }));
    await stage.advance(800);
    expect(stage.ports.sent("im.saveDraft")).toEqual([{ conversationID: CHAT, text: "" }]);
  });

  it("5-18 does not send blank text", async () => {
    const stage = await openChat();
    for (const text of ["", " ", "\n\t "]) {
      await stage.act(() => {
        part(stage, "composer")?.send({ type: "user.type", text });
        part(stage, "composer")?.send({ type: "user.send" });
      });
    }
    expect(stage.ports.sent("im.createMessage")).toEqual([]);
  });

  it("5-18 shows an error for blank text but not for an empty field", async () => {
    const stage = await openChat();
    const composer = part(stage, "composer");
    await stage.act(() => composer?.send({ type: "user.send" }));
    expect(composer?.getSnapshot().hasTag("blank")).toBe(false);
    await stage.act(() => composer?.send({ type: "user.type", text: " " }));
    await stage.act(() => composer?.send({ type: "user.send" }));
    expect(composer?.getSnapshot().hasTag("blank")).toBe(true);
  });
});

describe("typing", () => {
  const typed = (stage: Stage, text: string) =>
    stage.act(() => part(stage, "composer")?.send({ type: "user.type", text }));

  it("is sent once while the user types, and ends after a pause between five and ten seconds", async () => {
    const stage = await openChat();
    const told = () => stage.ports.sent("im.sendTyping").map(({ typing }) => typing);
    for (const text of ["H", "He", "Hel", "Hell"]) {
      await typed(stage, text);
      await elapse(stage, 4000);
    }
    // The last key comes at 12 s. The current pause ends at 15 s.
    await elapse(stage, 3900);
    expect(told()).toEqual([true]);
    await elapse(stage, 100);
    expect(told()).toEqual([true, false]);
  });

  it("continues when a text is too long to be sent", async () => {
    const stage = await openChat();
    await stage.act(() => {
      part(stage, "composer")?.send({ type: "user.type", text: "x".repeat(10_001) });
      part(stage, "composer")?.send({ type: "user.send" });
    });
    expect(stage.ports.sent("im.sendTyping")).toEqual([{ conversationID: CHAT, typing: true }]);
  });

  it("2-26 ends after a message once the SDK has the message, because it makes one request at a time", async () => {
    const stage = await openChat();
    const told = () => stage.ports.sent("im.sendTyping").map(({ typing }) => typing);
    await typed(stage, "Hello");
    await stage.act(() => part(stage, "composer")?.send({ type: "user.send" }));
    expect(stage.ports.sent("im.sendMessage")).toHaveLength(1);
    expect(told()).toEqual([true]);
    await typed(stage, " ");
    expect(told()).toEqual([true]);
    await elapse(stage, 2000);
    expect(told()).toEqual([true, false]);
  });

  it("begins again if the user goes on after a message", async () => {
    const stage = await openChat();
    await typed(stage, "Hello");
    await stage.act(() => part(stage, "composer")?.send({ type: "user.send" }));
    await typed(stage, "And");
    await elapse(stage, 2000);
    expect(stage.ports.sent("im.sendTyping").map(({ typing }) => typing)).toEqual([true, false, true]);
  });
});

describe("history", () => {
  it("7-31 loads pages of 20 from the oldest message until the SDK reports the end", async () => {
    const stage = await openChat({ world: aWorld({ messages: someMessages(40) }) });
    const history = part(stage, "history");
    await stage.act(() => history?.send({ type: "user.loadOlder" }));
    await stage.act(() => history?.send({ type: "user.loadOlder" }));
    expect(stage.ports.sent("im.loadOlder")).toEqual([
      { conversationID: CHAT, cursor: null, count: 20 },
      { conversationID: CHAT, cursor: "message-21", count: 20 },
    ]);
    expect(shown(stage)).toHaveLength(40);
    expect(history?.getSnapshot().value.past).toBe("exhausted");
  });

  it("7-31 stops paging only when the SDK reports the end, whatever the page size", async () => {
    const stage = await openChat({ world: aWorld() }, (ports) => ports.hold("im.loadOlder"));
    const past = () => part(stage, "history")?.getSnapshot().value.past;
    await stage.act(() => stage.ports.resolve("im.loadOlder", { messages: [], cursor: null, isEnd: false }));
    expect(past()).toBe("idle");
    await stage.act(() => part(stage, "history")?.send({ type: "user.loadOlder" }));
    await stage.act(() =>
      stage.ports.resolve("im.loadOlder", { messages: someMessages(20), cursor: null, isEnd: true }),
    );
    expect(past()).toBe("exhausted");
  });

  it("8-22 8-23 shows a toast when a page fails, stops paging and lets the user retry", async () => {
    const stage = await openChat({ world: aWorld({ messages: someMessages(40) }) });
    stage.ports.hold("im.loadOlder");
    const history = part(stage, "history");
    await stage.act(() => history?.send({ type: "user.loadOlder" }));
    await stage.act(() => stage.ports.reject("im.loadOlder", "network"));
    expect(childOf(stage.app, "toasts")?.getSnapshot().context.queue).toEqual([
      { tone: "error", key: "getHistoryFailed" },
    ]);
    await stage.act(() => history?.send({ type: "user.loadOlder" }));
    expect(stage.ports.sent("im.loadOlder")).toHaveLength(2);
    await stage.act(() => history?.send({ type: "user.retryHistory" }));
    expect(stage.ports.sent("im.loadOlder")).toHaveLength(3);
  });

  /** Scrolls up until the newest messages have left the window. */
  async function openPast(prepare?: (ports: FakePorts) => void) {
    const stage = await openChat({ world: aWorld({ messages: someMessages(430) }) }, prepare);
    const write = () =>
      stage.act(() => {
        part(stage, "composer")?.send({ type: "user.type", text: "Hi" });
        part(stage, "composer")?.send({ type: "user.send" });
      });
    const goUp = async () => {
      for (let page = 0; page < 20; page++) await to(stage, { type: "user.loadOlder" });
      expect(isInPast(stage)).toBe(true);
    };
    return { stage, write, goUp };
  }
  const to = (stage: Stage, event: { type: string }) => stage.act(() => part(stage, "history")?.send(event));
  const isInPast = (stage: Stage): boolean =>
    part(stage, "history")?.getSnapshot().matches({ tail: "detached" });

  it("shows no gap after a message is sent while the user reads old messages", async () => {
    const { stage, write, goUp } = await openPast((ports) => ports.hold("im.sendMessage"));
    await write();
    await goUp();
    const [{ clientMsgID = "" } = {}] = stage.ports.sent("im.sendMessage");
    await stage.act(() =>
      stage.ports.resolve("im.sendMessage", aMessage({ seq: 431, clientMsgID, sendID: ME, sendTime: NOON })),
    );
    expect(shown(stage).at(-1)).toBe("message-410");
    while (isInPast(stage)) await to(stage, { type: "user.loadNewer" });
    expect(shown(stage).filter((id) => id.startsWith("message-"))).toEqual(
      someMessages(399, 32).map(({ clientMsgID }) => clientMsgID),
    );
  });

  it("stays at old messages when a pending message is created", async () => {
    const { stage, write, goUp } = await openPast((ports) => ports.hold("im.createMessage"));
    await write();
    await goUp();
    await stage.act(() => stage.ports.resolve("im.createMessage", aMessage({ seq: 0, status: "sending" })));
    expect(isInPast(stage)).toBe(true);
  });

  it("jumps to the newest messages when the user sends or resends from old messages", async () => {
    const { stage, write, goUp } = await openPast((ports) => ports.hold("im.createMessage"));
    await goUp();
    await write();
    expect(isInPast(stage)).toBe(false);
    const sent = shown(stage).at(-1);
    await stage.act(() => stage.ports.reject("im.createMessage", "network"));
    await goUp();
    expect(shown(stage)).not.toContain(sent);
    await to(stage, { type: "user.jumpToLatest" });
    expect(shown(stage).at(-1)).toBe(sent);
  });

  it("discards a newer page that arrives after an older page dropped the newest messages", async () => {
    const { stage, goUp } = await openPast();
    await goUp();
    stage.ports.hold("im.loadNewer", "im.loadOlder");
    await to(stage, { type: "user.loadNewer" });
    await to(stage, { type: "user.loadOlder" });
    await stage.act(() =>
      stage.ports.resolve("im.loadOlder", {
        messages: someMessages(10),
        cursor: shown(stage)[0] ?? null,
        isEnd: true,
      }),
    );
    const newest = shown(stage).at(-1);
    await stage.act(() =>
      stage.ports.resolve("im.loadNewer", {
        messages: someMessages(10, 421),
        cursor: "message-420",
        isEnd: true,
      }),
    );
    expect(shown(stage).at(-1)).toBe(newest);
    expect(isInPast(stage)).toBe(true);
  });

  it("can page back to the beginning after newer messages pushed it out of the window", async () => {
    const { stage, goUp } = await openPast();
    await goUp();
    await to(stage, { type: "user.loadOlder" });
    expect(part(stage, "history")?.getSnapshot().value.past).toBe("exhausted");
    await to(stage, { type: "user.loadNewer" });
    expect(shown(stage)[0]).not.toBe("message-1");
    await to(stage, { type: "user.loadOlder" });
    expect(shown(stage)[0]).toBe("message-1");
  });

  it("4-30 catches up again when a second sync ends during the first catch-up", async () => {
    const stage = await openChat();
    stage.ports.hold("im.loadOlder");
    for (let times = 0; times < 2; times++)
      await stage.act(() => stage.ports.emit.sync({ type: "im.syncFinished" }));
    expect(stage.ports.pending("im.loadOlder")).toHaveLength(2);
    const [first, second] = stage.ports.pending("im.loadOlder");
    await stage.act(() => first?.resolve({ messages: someMessages(3), cursor: null, isEnd: true }));
    await stage.act(() => second?.resolve({ messages: someMessages(4), cursor: null, isEnd: true }));
    expect(shown(stage)).toHaveLength(4);
  });

  it("2-06 never shows a late page of one chat in another chat", async () => {
    const other = aConversation({ conversationID: "si_other", showName: "Other" });
    const world = aWorld({ conversations: [aConversation(), other], messages: [] });
    const stage = await openChat({ world }, (ports) => ports.hold("im.loadOlder"));
    const [late] = stage.ports.pending("im.loadOlder");
    await stage.act(() => stage.ports.visit("/chat?conversationID=si_other"));
    await stage.act(() => late?.resolve({ messages: someMessages(3), cursor: null, isEnd: true }));
    expect(shown(stage)).toEqual([]);
  });

  it("4-30 keeps the loaded older pages after a sync and adds the new messages", async () => {
    const world = aWorld({ messages: someMessages(45) });
    const stage = await openChat({ world });
    await stage.act(() => part(stage, "history")?.send({ type: "user.loadOlder" }));
    expect(shown(stage)).toHaveLength(40);
    world.messages = [...world.messages, aMessage({ seq: 46 })];
    await stage.act(() => stage.ports.emit.sync({ type: "im.syncFinished" }));
    expect(shown(stage)).toHaveLength(41);
    expect(shown(stage).at(-1)).toBe("message-46");
  });
});

describe("the menu of a message", () => {
  it("4-62 revokes only a sent message of the user that is at most two minutes old", async () => {
    const stage = await openChat();
    const actions = part(stage, "messageMenu");
    const mine = (seconds: number) => aMessage({ sendID: ME, sendTime: NOON - seconds * 1000 });
    for (const message of [mine(121), { ...mine(1), status: "sending" }, aMessage()]) {
      await stage.act(() => {
        actions?.send({ type: "user.openMenu", message });
        actions?.send({ type: "user.revokeMessage" });
      });
      expect(stage.ports.sent("im.revokeMessage")).toEqual([]);
    }
    await stage.act(() => {
      actions?.send({ type: "user.openMenu", message: mine(119) });
      actions?.send({ type: "user.revokeMessage" });
    });
    expect(stage.ports.sent("im.revokeMessage")).toHaveLength(1);
  });

  it("deletes nothing without a confirmation", async () => {
    const stage = await openChat();
    const actions = part(stage, "messageMenu");
    await stage.act(() => {
      actions?.send({ type: "user.openMenu", message: aMessage() });
      actions?.send({ type: "user.deleteMessage" });
    });
    expect(stage.ports.sent("im.deleteMessage")).toEqual([]);
  });
});

describe("call records", () => {
  const record = (unreadCount: number) =>
    aConversation({
      unreadCount,
      latestMsg: aMessage({
        content: {
          type: "callRecord",
          record: { roomID: "a", mediaType: "voice", result: "completed", durationSeconds: 61 },
        },
      }),
    });

  it("2-97 does not retry a failed mark when the record is already read", async () => {
    const stage = await open(undefined, (ports) => ports.hold("im.markMessageRead"));
    const tell = (unreadCount: number) =>
      stage.act(() =>
        stage.ports.emit.conversations({ type: "im.conversations", conversations: [record(unreadCount)] }),
      );
    const signedIn = childOf(stage.app, "session", "signedIn");
    await stage.act(() =>
      signedIn?.send({ type: "callManager.known", userID: ANNA, roomID: "a", hasTalked: true }),
    );
    await tell(1);
    await tell(0);
    await stage.act(() => stage.ports.reject("im.markMessageRead", "network"));
    await stage.advance(5000);
    expect(stage.ports.sent("im.markMessageRead")).toHaveLength(1);
  });
});

describe("the user's standing in a group", () => {
  async function openTeam(prepare?: (ports: FakePorts) => void) {
    const members = [aMember({ muteEndTime: NOON + 60_000 })];
    const stage = await open({ world: aWorld({ members }) }, prepare);
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${groupChatID(TEAM)}`));
    return stage;
  }
  const standing = (stage: Stage): string => part(stage, "composer")?.getSnapshot().context.standing;

  /** Types a text and sends it, if there is a composer. */
  const write = (stage: Stage) =>
    stage.act(() => {
      part(stage, "composer")?.send({ type: "user.type", text: "Hi" });
      part(stage, "composer")?.send({ type: "user.send" });
    });
  const texts = (stage: Stage) => stage.ports.sent("im.createMessage").map(({ text }) => text);

  it("6-18 ends the mute in time, even if the group cannot be loaded", async () => {
    const stage = await openTeam();
    stage.ports.hold("im.loadMembership");
    await stage.advance(59_999);
    await write(stage);
    expect(texts(stage)).toEqual([]);
    await stage.advance(1);
    await stage.act(() => stage.ports.reject("im.loadMembership", "network"));
    await write(stage);
    expect(texts(stage)).toEqual(["Hi"]);
  });

  it("6-16 keeps a group dismissed, even if the group cannot be loaded", async () => {
    const stage = await openTeam((ports) => ports.hold("im.loadMembership"));
    await stage.act(() => stage.ports.emit.groups({ type: "im.groupChanged", group: aGroup({ status: 2 }) }));
    await stage.act(() => stage.ports.reject("im.loadMembership", "network"));
    expect(standing(stage)).toBe("dismissed");
  });
});

describe("the conversation list", () => {
  it("4-64 pins a row, marks it read and deletes it, in sequence", async () => {
    const stage = await open({ world: aWorld({ conversations: [aConversation({ unreadCount: 3 })] }) });
    const change = (kind: "pin" | "markRead" | "remove") =>
      kind === "pin"
        ? ({ kind, conversationID: CHAT, pinned: true } as const)
        : ({ kind, conversationID: CHAT } as const);
    const row = () => listOf(stage)?.getSnapshot().context.rows[0];
    await stage.act(() => listOf(stage)?.send({ type: "user.changeConversation", change: change("pin") }));
    expect(row().isPinned).toBe(true);
    await stage.act(() =>
      listOf(stage)?.send({ type: "user.changeConversation", change: change("markRead") }),
    );
    expect(row().unreadCount).toBe(0);
    await stage.act(() => listOf(stage)?.send({ type: "user.changeConversation", change: change("remove") }));
    expect(row()).toBeUndefined();
  });

  it("4-64 keeps the row and shows a toast when a change fails", async () => {
    const stage = await open({ world: aWorld() }, (ports) => ports.hold("im.changeConversation"));
    const before = listOf(stage)?.getSnapshot().context.rows;
    await stage.act(() =>
      listOf(stage)?.send({
        type: "user.changeConversation",
        change: { kind: "remove", conversationID: CHAT },
      }),
    );
    await stage.act(() => stage.ports.reject("im.changeConversation", "network"));
    expect(listOf(stage)?.getSnapshot().context.rows).toBe(before);
    expect(childOf(stage.app, "toasts")?.getSnapshot().context.queue).toHaveLength(1);
  });

  it("8-31 logs failed list loads without a toast and keeps the old rows", async () => {
    const stage = await open();
    const rows = listOf(stage)?.getSnapshot().context.rows;
    stage.ports.hold("im.loadConversations", "im.loadFriends", "im.loadUnreadTotal");
    await stage.act(() => stage.ports.emit.sync({ type: "im.syncFinished" }));
    for (const name of ["im.loadConversations", "im.loadFriends", "im.loadUnreadTotal"] as const)
      await stage.act(() => stage.ports.reject(name, "unknown"));
    expect(childOf(stage.app, "toasts")?.getSnapshot().context.queue).toEqual([]);
    expect(listOf(stage)?.getSnapshot().context.rows).toBe(rows);
    expect(stage.ports.wire.filter(({ call }) => call === "log")).toHaveLength(3);
  });

  it("4-65 shows the unread total in the title and clears it on sign-out", async () => {
    const stage = await open({ world: aWorld({ conversations: [aConversation({ unreadCount: 120 })] }) });
    expect(stage.ports.unread).toBe(120);
    await stage.act(() => stage.ports.emit.conversations({ type: "im.unreadTotal", count: 5 }));
    expect(stage.ports.unread).toBe(5);
    await stage.act(() => childOf(stage.app, "session")?.send({ type: "user.signOut" }));
    expect(stage.ports.unread).toBe(0);
  });
});

describe("the reinstall overlay", () => {
  const anyContext = fc.record<SyncContext>({
    reinstall: fc.boolean(),
    progress: fc.integer({ min: 0, max: 100 }),
    failures: fc.nat({ max: 3 }),
  });

  it("2-08 2-09 2-10 4-118 shows for a reinstall strictly between 0 and 100 percent that repeats no failed one", () => {
    const anyState = fc.constantFrom("idle", "syncing", "stale", "retrying");
    fc.assert(
      fc.property(anyState, anyContext, (value, context) => {
        const { reinstall, progress, failures } = context;
        const isBetween = progress > 0 && progress < 100;
        const isFirstTry = reinstall && failures === 0;
        const expected = value === "syncing" && isFirstTry && isBetween ? progress : null;
        expect(selectReinstallPercent({ value: { work: value }, context })).toBe(expected);
      }),
    );
  });
});

/** The order of a notification and its message differs between servers. */
describe("a notification and its message", () => {
  type Told = "its message" | "its notification";
  const orders: readonly (readonly [Told, Told])[] = [
    ["its message", "its notification"],
    ["its notification", "its message"],
  ];
  const added = aMessage({
    clientMsgID: "added",
    conversationID: groupChatID(TEAM),
    groupID: TEAM,
    recvID: "",
    sendTime: NOON,
  });

  function tell(stage: Stage, what: Told) {
    return stage.act(() => {
      const { emit } = stage.ports;
      if (what === "its message") {
        emit.messages({ type: "im.messages", messages: [added] });
        emit.conversations({
          type: "im.conversations",
          conversations: [aGroupConversation({ latestMsg: added, latestMsgSendTime: NOON })],
        });
      } else {
        emit.groups({ type: "im.groupJoined", groupID: TEAM });
      }
    });
  }

  const groupsIn = (stage: Stage): string[] =>
    childOf(stage.app, "session", "signedIn", "contacts")
      ?.getSnapshot()
      .context.groups.map(({ groupID }: { groupID: string }) => groupID);
  const rowsIn = (stage: Stage): string[] =>
    listOf(stage)
      ?.getSnapshot()
      .context.rows.map(({ conversationID }: { conversationID: string }) => conversationID);

  it.each(orders)("adds a joined group to both lists once, for the order %s, %s", async (...told) => {
    const world = aWorld({ groups: [], members: [], conversations: [aConversation()] });
    const stage = await open({ world });
    for (const what of told) {
      if (what === "its notification") world.groups = [aGroup()];
      await tell(stage, what);
    }
    await stage.advance(1000);
    expect(groupsIn(stage)).toEqual([TEAM]);
    expect(rowsIn(stage)).toEqual([groupChatID(TEAM), CHAT]);
  });

  it.each(orders)("lets a user who was invited again write, for the order %s, %s", async (...told) => {
    const world = aWorld({ members: [] });
    const stage = await open({ world });
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${groupChatID(TEAM)}`));
    expect(part(stage, "membership")?.getSnapshot().context.member).toBeNull();
    for (const what of told) {
      if (what === "its notification") world.members = [aMember()];
      await tell(stage, what);
    }
    expect(part(stage, "membership")?.getSnapshot().context.member).toMatchObject({ userID: ME });
    expect(shown(stage).filter((id) => id === "added")).toHaveLength(1);
  });

  it("reloads the group list after a message without its notification, and lets the member write after a group change", async () => {
    const world = aWorld({ groups: [], members: [] });
    const stage = await open({ world });
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${groupChatID(TEAM)}`));
    await tell(stage, "its message");
    world.groups = [aGroup()];
    world.members = [aMember()];
    await stage.act(() => stage.ports.emit.groups({ type: "im.groupChanged", group: aGroup() }));
    await stage.advance(1000);
    expect(groupsIn(stage)).toEqual([TEAM]);
    expect(part(stage, "membership")?.getSnapshot().context.member).toMatchObject({ userID: ME });
  });
});
