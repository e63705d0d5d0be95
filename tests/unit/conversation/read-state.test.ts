import { afterEach, describe, expect, it } from "vitest";
import type { Message } from "../../../machines/domain/message.ts";
import type { SyncEvent } from "../../../machines/domain/platform-events.ts";
import type { FakePorts } from "../../fakes/ports.ts";
import { ANNA, aConversation, aMessage, aWorld, singleChatID, someMessages } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";

const CHAT = singleChatID(ANNA);
const opened: Stage[] = [];
afterEach(() => {
  for (const stage of opened.splice(0)) stage.stop();
});

interface Chat {
  unreadCount: number;
  messages?: Message[];
  latestSeq?: number;
  /** Runs before the chat opens. */
  prepare?: (ports: FakePorts) => void;
}

/** Opens a chat at its newest page of twenty messages. The newest message is in view. */
async function openChat({ unreadCount, messages = someMessages(200), latestSeq, prepare }: Chat) {
  const newest = messages.at(-1);
  if (!newest) throw new Error("The chat is empty");
  const latestMsg = { ...newest, seq: latestSeq ?? newest.seq };
  const stage = await openHeadless({
    world: aWorld({ conversations: [aConversation({ unreadCount, latestMsg })], messages }),
  });
  opened.push(stage);
  await stage.act(() => prepare?.(stage.ports));
  await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
  const part = (...names: string[]) => childOf(stage.app, "session", "signedIn", "conversation", ...names);
  const rest = (inSight: string) =>
    stage.act(() => part("readState")?.send({ type: "user.rest", inSight: [inSight] }));
  await rest(newest.clientMsgID);
  const jump = () => part("readState", "unreadJump");
  return {
    ...stage,
    part,
    rest,
    isOffered: () => jump()?.getSnapshot().hasTag("offered") ?? false,
    press: () => stage.act(() => jump()?.send({ type: "user.jumpToUnread" })),
  };
}

describe("4-61 the way to the first unread message", () => {
  it.each([
    ["150 of 200 messages are unread", 150, 51],
    ["all of them are unread", 200, 1],
    ["the server counts more than there are", 250, 1],
  ])("leads to its seq: %s", async (_, unreadCount, seq) => {
    const { isOffered, press, ports } = await openChat({ unreadCount });
    expect(isOffered()).toBe(true);
    await press();
    expect(ports.sent("im.loadFrom")).toMatchObject([{ seq }]);
  });

  const STARTED: SyncEvent = { type: "im.syncStarted", reinstall: false };
  /** What a sync brings: messages 201 to 240, unread. */
  const MISSED = someMessages(40, 201);
  const AFTER = aConversation({ unreadCount: 40, latestMsg: MISSED.at(-1) ?? null });

  it.each(["im.syncFinished", "im.syncFailed"] as const)(
    "leads to what a sync brought after the chat was opened with nothing unread: %s",
    async (type) => {
      const { isOffered, press, act, ports, part, rest } = await openChat({ unreadCount: 0 });
      await act(() => ports.emit.sync(STARTED));
      await act(() => ports.emit.messages({ type: "im.messages", messages: MISSED }));
      await act(() => ports.emit.conversations({ type: "im.conversations", conversations: [AFTER] }));
      await act(() => ports.emit.sync({ type }));
      expect(part("readState")?.getSnapshot().context.firstUnreadID).toBe("message-201");
      await rest("message-240");
      expect(isOffered()).toBe(true);
      await press();
      expect(part("history")?.getSnapshot().context.sought).toEqual({ clientMsgID: "message-201" });
    },
  );

  it("waits for the end of a sync, whose count may be newer than the newest message", async () => {
    const { isOffered, act, ports, part, rest } = await openChat({
      unreadCount: 15,
      prepare: ({ emit }) => emit.sync(STARTED),
    });
    const first = () => part("readState")?.getSnapshot().context.firstUnreadID;
    expect([isOffered(), first()]).toEqual([false, null]);
    await act(() => ports.emit.messages({ type: "im.messages", messages: MISSED }));
    await act(() => ports.emit.conversations({ type: "im.conversations", conversations: [AFTER] }));
    await act(() => ports.emit.sync({ type: "im.syncFinished" }));
    await rest("message-240");
    expect([isOffered(), first()]).toEqual([true, "message-201"]);
  });

  it("leads to the first of them although the newest one comes before the others", async () => {
    const { act, ports, part, rest, press, isOffered } = await openChat({ unreadCount: 0 });
    ports.hold("im.fillGaps");
    await act(() => ports.emit.sync(STARTED));
    await act(() => ports.emit.messages({ type: "im.messages", messages: MISSED.slice(-1) }));
    await act(() => ports.emit.conversations({ type: "im.conversations", conversations: [AFTER] }));
    await act(() => ports.emit.sync({ type: "im.syncFinished" }));
    await rest("message-240");
    expect(isOffered()).toBe(false);
    await act(() => ports.resolve("im.fillGaps", MISSED.slice(0, -1)));
    await rest("message-240");
    expect(isOffered()).toBe(true);
    await press();
    expect(part("history")?.getSnapshot().context.sought).toEqual({ clientMsgID: "message-201" });
  });

  it("stays at the first unread message when a later sync brings more", async () => {
    const { act, ports, part } = await openChat({ unreadCount: 5 });
    await act(() => ports.emit.sync(STARTED));
    await act(() => ports.emit.messages({ type: "im.messages", messages: MISSED }));
    await act(() => ports.emit.conversations({ type: "im.conversations", conversations: [AFTER] }));
    await act(() => ports.emit.sync({ type: "im.syncFinished" }));
    expect(part("readState")?.getSnapshot().context.firstUnreadID).toBe("message-196");
  });

  it("is not offered without the seq of the newest message", async () => {
    const { isOffered } = await openChat({ unreadCount: 150, latestSeq: 0 });
    expect(isOffered()).toBe(false);
  });

  it("leads to the next one if the first was deleted after the chat opened", async () => {
    const { isOffered, press, part, act, ports } = await openChat({ unreadCount: 15 });
    expect(isOffered()).toBe(true);
    await act(() => ports.emit.messages({ type: "im.deleted", clientMsgID: "message-186" }));
    await press();
    expect(part("history")?.getSnapshot().context.sought).toEqual({ clientMsgID: "message-187" });
    expect(part("readState")?.getSnapshot().context.firstUnreadID).toBe("message-187");
  });
});

describe("4-61 a row that counts more than it has", () => {
  const NOTICE = aMessage({
    seq: 201,
    contentType: 1503,
    content: { type: "groupNotice", notice: { act: "created", by: null } },
  });
  const rowOf = (unreadCount: number, latestMsg: Message) => ({
    type: "im.conversations" as const,
    conversations: [aConversation({ unreadCount, latestMsg })],
  });

  it("is marked at once if its newest message is a notice, which the SDK counts later", async () => {
    const { act, ports } = await openChat({ unreadCount: 0 });
    await act(() => ports.emit.conversations(rowOf(0, NOTICE)));
    await act(() => ports.emit.conversations(rowOf(1, NOTICE)));
    expect(ports.sent("im.markRead")).toHaveLength(1);
  });

  it("is marked when the message comes, also the first one of a chat", async () => {
    const { act, ports } = await openChat({ unreadCount: 0 });
    const empty = { ...aConversation({ unreadCount: 0 }), latestMsg: null };
    await act(() => ports.emit.conversations({ type: "im.conversations", conversations: [empty] }));
    await act(() =>
      ports.emit.conversations({ type: "im.conversations", conversations: [{ ...empty, unreadCount: 1 }] }),
    );
    expect(ports.sent("im.markRead")).toHaveLength(0);
    await act(() => ports.emit.conversations(rowOf(1, aMessage({ seq: 201 }))));
    expect(ports.sent("im.markRead")).toHaveLength(1);
  });
});
