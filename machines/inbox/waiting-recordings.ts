import { assign, type EventObject, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { RecordingsEvent } from "../domain/recording.ts";
import { stream } from "../ports/stub.ts";

/** Conversations with an unsent voice message, for the list. */

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
      description: "Emits the current value on subscribe, then every change.",
      meta: { rule: "4-63" },
      invoke: { ...child("recordingEvents"), input: ({ context: { userID } }) => ({ userID }) },
      on: { "recordings.changed": { actions: { type: "setConversations", params: ({ event }) => event } } },
    },
  },
});
