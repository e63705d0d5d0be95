import { expect } from "vitest";
import { ANNA, aConversation, aMessage, aWorld, singleChatID, someMessages } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const CHAT = singleChatID(ANNA);

/** The chat with Anna, of which the messages 4 and 5 are missing. */
export const historyGapsTests: PlainTests = {
  open: async () => {
    const stage = await openHeadless(
      {
        world: aWorld({ conversations: [aConversation()], messages: someMessages(3) }),
        path: `/chat?conversationID=${CHAT}`,
        answers: { "im.loginStatus": () => "loggedIn" },
      },
      (ports) => ports.hold("im.fillGaps"),
    );
    await arrives(stage, 6);
    return stage;
  },
  tests: {
    "11-19 asks five times, and as often again when the user retries": async (stage) => {
      await failUntilItWaits(stage);
      expect(asked(stage)).toHaveLength(5);
      await stage.act(() => gaps(stage)?.send({ type: "user.fillGaps" }));
      await failUntilItWaits(stage);
      expect(asked(stage)).toHaveLength(10);
    },
    "11-19 asks once for the number of a message that failed here although the server has it": async (
      stage,
    ) => {
      const failed = aMessage({ seq: 4, status: "failed" });
      await stage.act(() => stage.ports.resolve("im.fillGaps", [failed, aMessage({ seq: 5 })]));
      expect(asked(stage)).toEqual([[4]]);
      expect(gaps(stage)?.getSnapshot().value).toBe("whole");
    },
    "11-19 shows the gap when the answer takes longer than a moment": async (stage) => {
      const isDrawn = () => gaps(stage)?.getSnapshot().context.isDrawn;
      await stage.advance(299);
      expect(isDrawn()).toBe(false);
      await stage.advance(1);
      expect(isDrawn()).toBe(true);
    },
    "11-19 asks after a sync for what the server did not have": async (stage) => {
      await stage.act(() => stage.ports.resolve("im.fillGaps", []));
      await arrives(stage, 8);
      expect(asked(stage).at(-1)).toEqual([7]);
      await stage.act(() => stage.ports.reject("im.fillGaps", "network"));
      await stage.act(() => stage.ports.emit.sync({ type: "im.syncFinished" }));
      expect(asked(stage).at(-1)?.toSorted()).toEqual([4, 7]);
    },
  },
};

function gaps({ app }: Stage) {
  return childOf(app, "session", "signedIn", "conversation", "history", "historyGaps");
}

/** The first missing numbers of every request. */
function asked({ ports }: Stage): number[][] {
  return ports.sent("im.fillGaps").map((request) => request.gaps.map(({ from }) => from));
}

function arrives(stage: Stage, seq: number): Promise<void> {
  return stage.act(() => stage.ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq })] }));
}

async function failUntilItWaits(stage: Stage): Promise<void> {
  for (let times = 0; times < 20 && stage.ports.pending("im.fillGaps").length > 0; times++) {
    await stage.act(() => stage.ports.reject("im.fillGaps", "network"));
    await stage.advance(5000);
  }
}
