import { expect } from "vitest";
import { ANNA, aConversation, aMessage, aWorld, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

/** The chat with Anna, which is not loaded yet. */
export const conversationTests: PlainTests = {
  open: () =>
    openHeadless(
      {
        world: aWorld({ messages: [aMessage()] }),
        path: `/chat?conversationID=${singleChatID(ANNA)}`,
        answers: { "im.loginStatus": () => "loggedIn" },
      },
      (ports) => ports.hold("im.loadConversation"),
    ),
  tests: {
    "11-57 text that is shared before the chat is loaded goes into its composer": async (stage) => {
      const chat = childOf(stage.app, "session", "signedIn", "conversation");
      await stage.act(() => chat?.send({ type: "incomingShare.put", text: "See this", files: [] }));
      await stage.act(() => stage.ports.resolve("im.loadConversation", aConversation()));
      expect(childOf(chat ?? stage.app, "composer")?.getSnapshot().context.text).toBe("See this");
    },
    "11-24 a chat that is emptied on another device keeps what the user types": async (stage) => {
      const chat = () => childOf(stage.app, "session", "signedIn", "conversation") ?? stage.app;
      const shown = () => childOf(chat(), "history")?.getSnapshot().context.messages;
      const row = { ...aConversation(), latestMsg: aMessage() };
      await stage.act(() =>
        stage.ports.emit.conversations({ type: "im.conversations", conversations: [row] }),
      );
      await stage.act(() => stage.ports.resolve("im.loadConversation", row));
      expect(shown()).toHaveLength(1);
      await stage.act(() => childOf(chat(), "composer")?.send({ type: "user.type", text: "Hal", caret: 3 }));
      stage.ports.answer("im.loadOlder", ({ cursor }) => ({ messages: [], cursor, isEnd: true }));
      const emptied = { ...row, latestMsg: null };
      await stage.act(() =>
        stage.ports.emit.conversations({ type: "im.conversations", conversations: [emptied] }),
      );
      expect(shown()).toEqual([]);
      expect(childOf(chat(), "composer")?.getSnapshot().context.text).toBe("Hal");
    },
    "4-64 a chat that was cleared on another device shows only what came later": async (stage) => {
      const chat = () => childOf(stage.app, "session", "signedIn", "conversation") ?? stage.app;
      const shown = () => childOf(chat(), "history")?.getSnapshot().context.messages;
      const later = aMessage({ clientMsgID: "later", seq: 9 });
      const row = { ...aConversation(), latestMsg: aMessage() };
      await stage.act(() => stage.ports.resolve("im.loadConversation", row));
      stage.ports.answer("im.loadOlder", ({ cursor }) => ({ messages: [later], cursor, isEnd: true }));
      const tell = (cleared: string[]) =>
        stage.act(() =>
          stage.ports.emit.conversations({
            type: "im.conversations",
            conversations: [{ ...row, latestMsg: later }],
            cleared,
          }),
        );
      await tell(["si_other"]);
      expect(shown()).toHaveLength(1);
      expect(shown()).not.toEqual([later]);
      await tell([row.conversationID]);
      expect(shown()).toEqual([later]);
    },
  },
};
