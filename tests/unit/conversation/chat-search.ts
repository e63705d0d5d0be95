import { expect } from "vitest";
import type { ChatSearchEvent } from "../../../machines/conversation/chat-search.ts";
import { ANNA, aMessage, aWorld, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const ANNAS = { userID: ANNA, nickname: "Anna" };

/** The chat with Anna, with two hits of "lunch". The newer hit is in view. */
export const chatSearchTests: PlainTests = {
  async open() {
    const messages = [
      aMessage({ seq: 1, clientMsgID: "older", text: "Lunch at one?" }),
      aMessage({ seq: 2, clientMsgID: "newer", text: "No lunch today" }),
    ];
    const stage = await openHeadless({
      world: aWorld({ messages }),
      path: `/chat?conversationID=${singleChatID(ANNA)}`,
      answers: { "im.loginStatus": () => "loggedIn", "im.searchConversation": () => messages },
    });
    await send(stage, { type: "user.openChatSearch", from: null });
    await send(stage, { type: "user.typeKeyword", keyword: "lunch" });
    await send(stage, { type: "user.submitKeyword" });
    return stage;
  },
  tests: {
    "11-53 the chat goes to the other hit when the hit in view is deleted": async (stage) => {
      await send(stage, { type: "im.deleted", clientMsgID: "newer" });
      expect(sought(stage)).toEqual(["newer", "older"]);
    },
    "11-53 the chat goes to the other hit when the hit in view is recalled": async (stage) => {
      await send(stage, { type: "im.revoked", clientMsgID: "newer", revoker: ANNAS, sender: ANNAS });
      expect(sought(stage)).toEqual(["newer", "older"]);
    },
    "11-53 the chat stays where it is when a hit out of view is deleted or recalled": async (stage) => {
      await send(stage, { type: "im.deleted", clientMsgID: "older" });
      await send(stage, { type: "im.revoked", clientMsgID: "older", revoker: ANNAS, sender: ANNAS });
      expect(sought(stage)).toEqual(["newer"]);
    },
  },
};

function send({ app, act }: Stage, event: ChatSearchEvent): Promise<void> {
  return act(() => childOf(app, "session", "signedIn", "conversation", "chatSearch")?.send(event));
}

function sought({ ports }: Stage): unknown[] {
  return ports.wire
    .filter(({ call }) => call === "conversation <- chatSearch.seek")
    .map(({ input }) => (input as { clientMsgID: string }).clientMsgID);
}
