import { expect } from "vitest";
import { ANNA, aConversation, aMessage, aWorld, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const CHAT = singleChatID(ANNA);

/** A window with room for a page beside the chat. */
export const appTests: PlainTests = {
  open: () =>
    openHeadless({
      world: aWorld({ conversations: [aConversation()] }),
      width: "three",
      answers: { "im.loginStatus": () => "loggedIn" },
    }),
  tests: {
    "11-21 reads the messages of a chat while its details stand beside it": async ({ act, app, ports }) => {
      const navigation = childOf(app, "navigation");
      for (const to of [`/chat?conversationID=${CHAT}`, `/singleSetting?conversationID=${CHAT}`])
        await act(() => navigation?.send({ type: "user.navigate", to }));
      const message = aMessage({ clientMsgID: "new", seq: 9 });
      const row = aConversation({ unreadCount: 1, latestMsg: message });
      await act(() => ports.emit.messages({ type: "im.messages", messages: [message] }));
      await act(() => ports.emit.conversations({ type: "im.conversations", conversations: [row] }));
      expect(ports.sent("im.markRead")).toEqual([{ conversationID: CHAT }]);
    },
  },
};
