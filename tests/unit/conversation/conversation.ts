import { expect } from "vitest";
import { ANNA, aConversation, aWorld, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

/** The chat with Anna, which is not loaded yet. */
export const conversationTests: PlainTests = {
  open: () =>
    openHeadless(
      {
        world: aWorld(),
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
  },
};
