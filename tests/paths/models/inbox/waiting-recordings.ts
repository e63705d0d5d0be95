import { waitingRecordingsMachine } from "../../../../machines/inbox/waiting-recordings.ts";
import { ANNA, aMessage, aWorld, ME, singleChatID } from "../../../fakes/world.ts";
import type { ChartModel } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

const CHAT = singleChatID(ANNA);

export const waitingRecordingsModel: ChartModel<typeof waitingRecordingsMachine> = {
  chart: "waitingRecordings",
  machine: waitingRecordingsMachine,
  input: { userID: ME },
  events: {
    "recordings.changed": { type: "recordings.changed", conversationIDs: [CHAT] },
    "recordings.changed to none": { type: "recordings.changed", conversationIDs: [] },
  },
  answers: {},
  key: ({ context }) => context.conversationIDs.join(),
  around: {
    start: "none",
    after: (_, label) => (label === "recordings.changed" ? "waits" : "none"),
  },
  isRest: () => true,

  opens: () => ({ world: aWorld() }),
  actor: (app) => childOf(app, "session", "signedIn", "waitingRecordings"),
  calls: {},
  press: {},
  reads: ({ value, context: { userID, conversationIDs } }) => ({ state: value, userID, conversationIDs }),
  rows: {
    listening: ({ step }) => {
      const waits = step?.around === "waits";
      return {
        reads: { state: "listening", userID: ME, conversationIDs: waits ? [CHAT] : [] },
        sees: waits ? ["text: [Draft]", "text: [Voice]"] : ["!text: [Draft]"],
      };
    },
  },
  leads: {
    listening: { "recordings.changed": STAYS, "recordings.changed to none": STAYS },
  },
  excused: helpersDoNotFail("recordingEvents"),
  noise: {
    "the page is visible again": ({ ports }) => ports.emit.page({ type: "page.visible" }),
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
  },
};
