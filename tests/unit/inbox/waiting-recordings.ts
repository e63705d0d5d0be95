import { expect } from "vitest";
import { ANNA, aWorld, ME, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

export const waitingRecordingsTests: PlainTests = {
  open: () => openHeadless({ world: aWorld() }),
  tests: {
    "4-63 keeps the chats that have an unsent voice message": async ({ app, act, ports }) => {
      const kept = () =>
        childOf(app, "session", "signedIn", "waitingRecordings")?.getSnapshot().context.conversationIDs;
      expect(kept()).toEqual([]);
      for (const conversationIDs of [[singleChatID(ANNA)], []]) {
        await act(() => ports.emit.recordings({ type: "recordings.changed", conversationIDs }));
        expect(kept()).toEqual(conversationIDs);
      }
    },
    "4-63 reads only those of the user": async ({ app }) => {
      const chart = childOf(app, "session", "signedIn", "waitingRecordings");
      expect(chart?.getSnapshot().context.userID).toBe(ME);
    },
  },
};
