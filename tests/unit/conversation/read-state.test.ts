import { afterEach, describe, expect, it } from "vitest";
import type { Message } from "../../../machines/domain/message.ts";
import type { FakePorts } from "../../fakes/ports.ts";
import { ANNA, aConversation, aWorld, singleChatID, someMessages } from "../../fakes/world.ts";
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
  await stage.act(() => part("readState")?.send({ type: "user.rest", inSight: [newest.clientMsgID] }));
  const jump = () => part("readState", "unreadJump");
  return {
    ...stage,
    part,
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

  it("is not offered by a count from a running sync, which may be newer than the newest message", async () => {
    const { isOffered } = await openChat({
      unreadCount: 150,
      prepare: ({ emit }) => emit.sync({ type: "im.syncStarted", reinstall: false }),
    });
    expect(isOffered()).toBe(false);
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
