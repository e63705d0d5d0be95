import { assign, type EventObject, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { RecordingsEvent } from "../domain/recording.ts";
import { stream } from "../ports/stub.ts";

/** Where something that was spoken waits to be sent: the list of conversations says so. */

export interface WaitingRecordingsContext {
  userID: string;
  conversationIDs: readonly string[];
}

export const waitingRecordingsMachine = setup({
  types: {
    context: {} as WaitingRecordingsContext,
    events: {} as RecordingsEvent,
    input: {} as Pick<WaitingRecordingsContext, "userID">,
    meta: {} as RuleMeta,
  },
  actors: { recordingEvents: stream<EventObject, { userID: string }>("recordingEvents") },
  actions: {
    setConversations: assign((_, { conversationIDs }: RecordingsEvent) => ({ conversationIDs })),
    reportFailure: log(({ event }) => `waitingRecordings: ${event.type}`),
  },
}).createMachine({
  id: "waitingRecordings",
  context: ({ input }) => ({ ...input, conversationIDs: [] }),
  initial: "listening",
  states: {
    listening: {
      description: "It is told at once, and whenever that changes.",
      meta: { rule: "4-63" },
      invoke: {
        id: "recordingEvents",
        src: "recordingEvents",
        input: ({ context: { userID } }) => ({ userID }),
        onError: { actions: "reportFailure" },
      },
      on: { "recordings.changed": { actions: { type: "setConversations", params: ({ event }) => event } } },
    },
  },
});
