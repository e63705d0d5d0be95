import { assign, log, sendTo, setup, stateIn } from "xstate";
import { addNotice, failureNotice, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { failureCode } from "../domain/failure.ts";
import {
  enclosedVoice,
  type KeptRecording,
  type Recorded,
  type RecordingOwner,
} from "../domain/recording.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/index.ts";
import type { RecordingToKeep } from "../ports/recorder.ts";
import { type Listener, port, stream } from "../ports/stub.ts";

/** What was spoken in one conversation and waits to be sent there: as a draft in words, it outlives a reload. */

export type VoiceDraftEvent =
  /** Something was said: it waits for the person, or goes out as soon as it is kept. */
  | { type: "voiceDraft.keep"; recorded: Recorded; levels: readonly number[]; isToSend: boolean }
  | { type: "user.sendVoiceDraft" }
  | { type: "user.discardVoiceDraft" };

/** What the recorder is told. */
export type VoiceDraftNews =
  | { type: "voiceDraft.waits" }
  /** There is none (any more): something can be said. */
  | { type: "voiceDraft.gone" };

export interface VoiceDraftInput extends RecordingOwner {
  outbox: Listener<OutboxCommand>;
  parent: Listener<VoiceDraftNews>;
  clock: Clock;
}

export interface VoiceDraftContext extends VoiceDraftInput {
  said: KeptRecording | null;
  /** As they came from the microphone; null where they were kept in another visit. */
  bytes: Blob | null;
}

/** What is told to where recordings are kept. */
export interface RecordingGone extends RecordingOwner {
  /** It was thrown away; or it was sent, and its bytes are the outbox's. */
  type: "recording.drop" | "recording.release";
}

export const voiceDraftMachine = setup({
  types: {
    context: {} as VoiceDraftContext,
    events: {} as VoiceDraftEvent,
    input: {} as VoiceDraftInput,
    meta: {} as RuleMeta,
  },
  actors: {
    recordingStore: stream<RecordingGone>("recordingStore"),
    readRecording: port<KeptRecording | null, RecordingOwner>("readRecording"),
    keepRecording: port<KeptRecording, RecordingToKeep>("keepRecording"),
  },
  actions: {
    setSaid: assign(
      ({ context }, { recorded, levels }: { recorded: Recorded; levels: readonly number[] }) => ({
        said: enclosedVoice(recorded, { clientMsgID: context.clock.newID(), levels }),
        bytes: recorded.bytes,
      }),
    ),
    setKept: assign((_, { said }: { said: KeptRecording | null }) => ({ said })),
    clear: assign({ said: null, bytes: null }),
    dispatch: sendTo(
      ({ context }) => context.outbox,
      ({ context }) => ({
        type: "outbox.enclose" as const,
        conversationID: context.conversationID,
        enclosed: [saidIn(context)],
      }),
    ),
    release: sendTo("recordingStore", ({ context }) => gone("recording.release", context)),
    drop: sendTo("recordingStore", ({ context }) => gone("recording.drop", context)),
    tellWaiting: sendTo(({ context }) => context.parent, { type: "voiceDraft.waits" }),
    tellGone: sendTo(({ context }) => context.parent, { type: "voiceDraft.gone" }),
    notify: sendTo(toastsOf, addNotice),
    reportFailure: log(({ event }) => `voiceDraft: ${event.type}`),
  },
  guards: {
    isFound: (_, { said }: { said: KeptRecording | null }) => said !== null,
    isSaidToSend: (_, { isToSend }: { isToSend: boolean }) => isToSend,
    isToSend: stateIn({ keeping: "toSend" }),
  },
}).createMachine({
  id: "voiceDraft",
  context: ({ input }) => ({ ...input, said: null, bytes: null }),
  invoke: { id: "recordingStore", src: "recordingStore", onError: { actions: "reportFailure" } },
  initial: "looking",
  states: {
    looking: {
      description: "What was said here before and not sent is found again.",
      meta: { rule: "4-63" },
      invoke: {
        id: "readRecording",
        src: "readRecording",
        input: owner,
        onDone: [
          {
            guard: { type: "isFound", params: answered },
            target: "kept",
            actions: { type: "setKept", params: answered },
          },
          { target: "empty" },
        ],
        onError: { target: "empty", actions: "reportFailure" },
      },
    },
    empty: {
      description: "Nothing waits.",
      entry: ["clear", "tellGone"],
      on: {
        "voiceDraft.keep": [
          {
            guard: { type: "isSaidToSend", params: ({ event }) => event },
            target: "keeping.toSend",
            actions: { type: "setSaid", params: ({ event }) => event },
          },
          { target: "keeping.toWait", actions: { type: "setSaid", params: ({ event }) => event } },
        ],
      },
    },
    keeping: {
      description: "On the device first: another chat, or a reload, must not lose it.",
      meta: { rule: "4-63" },
      initial: "toWait",
      invoke: {
        id: "keepRecording",
        src: "keepRecording",
        input: ({ context }) => ({ ...owner({ context }), ...saidIn(context), bytes: bytesIn(context) }),
        onDone: [
          {
            guard: "isToSend",
            target: "empty",
            actions: [{ type: "setKept", params: answered }, "dispatch", "release"],
          },
          { target: "kept", actions: { type: "setKept", params: answered } },
        ],
        onError: {
          target: "unkept",
          actions: {
            type: "notify",
            params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
          },
        },
      },
      states: {
        toWait: {
          on: {
            "user.sendVoiceDraft": "toSend",
            "user.discardVoiceDraft": { target: "#voiceDraft.empty", actions: "drop" },
          },
        },
        toSend: {},
      },
    },
    unkept: {
      description:
        "The device did not take it: it lasts as long as the chat is open, and sending tries again.",
      entry: "tellWaiting",
      on: { "user.sendVoiceDraft": "keeping.toSend", "user.discardVoiceDraft": "empty" },
    },
    kept: {
      description: "It can be listened to, sent, or thrown away, today or tomorrow.",
      meta: { rule: "4-63, 5-19" },
      entry: "tellWaiting",
      on: {
        "user.sendVoiceDraft": { target: "empty", actions: ["dispatch", "release"] },
        "user.discardVoiceDraft": { target: "empty", actions: "drop" },
      },
    },
  },
});

function answered({ event }: { event: { output: KeptRecording | null } }) {
  return { said: event.output };
}

function owner({ context: { userID, conversationID } }: { context: RecordingOwner }): RecordingOwner {
  return { userID, conversationID };
}

function gone(type: RecordingGone["type"], context: RecordingOwner): RecordingGone {
  return { type, ...owner({ context }) };
}

function saidIn({ said }: VoiceDraftContext): KeptRecording {
  if (!said) throw new Error("Nothing was said");
  return said;
}

function bytesIn({ bytes }: VoiceDraftContext): Blob {
  if (!bytes) throw new Error("Nothing was recorded");
  return bytes;
}
