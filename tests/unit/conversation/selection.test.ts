import { afterEach, describe, expect, it } from "vitest";
import { ANNA, aMessage, aRecall, aWorld, ME, singleChatID, someMessages } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";

const CHAT = singleChatID(ANNA);
const opened: Stage[] = [];
afterEach(() => {
  for (const stage of opened.splice(0)) stage.stop();
});

async function openChat(world = aWorld()) {
  const stage = await openHeadless({ world });
  opened.push(stage);
  await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
  const actor = () => childOf(stage.app, "session", "signedIn", "conversation", "selection");
  return { ...stage, actor };
}

describe("message selection", () => {
  it("stops at 100 messages with a toast, and lets the user replace a message", async () => {
    const { ports, actor, act } = await openChat();
    const messages = someMessages(101);
    await act(() => {
      actor()?.send({ type: "user.select", message: messages[0] });
      for (const message of messages.slice(1)) actor()?.send({ type: "user.toggleMessage", message });
    });
    expect(actor()?.getSnapshot().context.chosen).toEqual(messages.slice(0, 100));
    expect(ports.wire.filter(({ call }) => call === "toasts <- toast.add")).toEqual([
      { call: "toasts <- toast.add", input: { toast: { tone: "info", key: "tooManyChosen" } } },
    ]);
    await act(() => actor()?.send({ type: "user.toggleMessage", message: messages[50] }));
    expect(actor()?.getSnapshot().context.chosen).toHaveLength(99);
    await act(() => actor()?.send({ type: "user.toggleMessage", message: messages[100] }));
    expect(actor()?.getSnapshot().context.chosen).toHaveLength(100);
  });

  it("4-62 does not forward a message that is recalled while the sheet is open, and says so", async () => {
    const { ports, actor, act, app } = await openChat();
    const [message] = someMessages(1);
    await act(() => actor()?.send({ type: "user.forwardMessage", message }));
    expect(actor()?.getSnapshot().value).toBe("forwarding");
    await act(() => ports.emit.messages(aRecall(message?.clientMsgID ?? "")));
    expect(actor()?.getSnapshot().value).toBe("none");
    expect(childOf(app, "toasts")?.getSnapshot().context.queue).toEqual([{ tone: "info", key: "recalled" }]);
  });

  it("keeps the order of the chat", async () => {
    const { actor, act } = await openChat();
    const [first, second, third] = someMessages(3);
    await act(() => {
      actor()?.send({ type: "user.select", message: third });
      actor()?.send({ type: "user.toggleMessage", message: first });
      actor()?.send({ type: "user.toggleMessage", message: second });
    });
    expect(actor()?.getSnapshot().context.chosen).toEqual([first, second, third]);
  });

  it.each([
    ["a call", { type: "callRecord", record: CALL() }],
    ["an unsupported message", { type: "unsupported" }],
    ["a meeting", { type: "custom", customType: 905 }],
    ["a notice", { type: "friendAdded" }],
    ["a revoked message", { type: "revoked", revoker: person(), sender: person() }],
  ] as const)("does not forward %s", async (_, content) => {
    const { actor, act } = await openChat();
    await act(() => actor()?.send({ type: "user.forwardMessage", message: aMessage({ content }) }));
    expect(actor()?.getSnapshot().value).toBe("none");
  });

  it("deletes messages in sequence and keeps the remaining ones selected after a failure", async () => {
    const { ports, actor, act } = await openChat(aWorld({ messages: someMessages(3) }));
    const [first, second, third] = someMessages(3);
    ports.hold("im.deleteMessage");
    await act(() => {
      actor()?.send({ type: "user.select", message: first });
      for (const message of [second, third]) actor()?.send({ type: "user.toggleMessage", message });
      actor()?.send({ type: "user.askDeleteChosen" });
      actor()?.send({ type: "user.deleteChosen" });
    });
    await act(() => {
      ports.emit.messages({ type: "im.deleted", clientMsgID: "message-1" });
      ports.resolve("im.deleteMessage");
    });
    await act(() => ports.reject("im.deleteMessage", "network"));
    expect(ports.sent("im.deleteMessage").map(({ clientMsgID }) => clientMsgID)).toEqual([
      "message-1",
      "message-2",
    ]);
    expect(actor()?.getSnapshot().value).toBe("selecting");
    expect(actor()?.getSnapshot().context.chosen).toEqual([second, third]);
  });
});

function CALL() {
  return { roomID: "room", mediaType: "voice", result: "completed", durationSeconds: 5 } as const;
}

function person() {
  return { userID: ME, nickname: "Mia" };
}
