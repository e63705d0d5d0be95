import { assign, log, sendTo, setup, stateIn } from "xstate";
import { addToast, asToast, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import {
  type KeptRecording,
  type Recorded,
  type RecordingOwner,
  voiceAttachment,
} from "../domain/recording.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/platform.ts";
import type { RecordingToKeep } from "../ports/recorder.ts";
import { type Listener, port, stream } from "../ports/stub.ts";

/** The unsent voice message of one conversation. Like a text draft, it survives a reload. */

export type VoiceDraftEvent =
  /** A recording is done: keep it as a draft, or send it as soon as it is saved. */
  | { type: "voiceDraft.keep"; recorded: Recorded; levels: readonly number[]; isToSend: boolean }
  | { type: "user.sendVoiceDraft" }
  | { type: "user.discardVoiceDraft" };

export type VoiceDraftNews =
  | { type: "voiceDraft.waits" }
  /** There is no draft, so the user can record. */
  | { type: "voiceDraft.gone" };

export interface VoiceDraftInput extends RecordingOwner {
  outbox: Listener<OutboxCommand>;
  parent: Listener<VoiceDraftNews>;
  clock: Clock;
}

export interface VoiceDraftContext extends VoiceDraftInput {
  recording: KeptRecording | null;
  /** The recorded data; null for a draft of an earlier session. */
  bytes: Blob | null;
}

export interface RecordingGone extends RecordingOwner {
  /** "drop": the user deleted it. "release": it was sent, and the outbox owns the data now. */
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
    setRecording: assign(
      ({ context }, { recorded, levels }: { recorded: Recorded; levels: readonly number[] }) => ({
        recording: voiceAttachment(recorded, { clientMsgID: context.clock.newID(), levels }),
        bytes: recorded.bytes,
      }),
    ),
    setKept: assign((_, { recording }: { recording: KeptRecording | null }) => ({ recording })),
    clear: assign({ recording: null, bytes: null }),
    dispatch: sendTo(
      ({ context }) => context.outbox,
      ({ context }) => ({
        type: "outbox.attach" as const,
        conversationID: context.conversationID,
        attachments: [recordingIn(context)],
      }),
    ),
    release: sendTo("recordingStore", ({ context }) => gone("recording.release", context)),
    drop: sendTo("recordingStore", ({ context }) => gone("recording.drop", context)),
    tellWaiting: sendTo(({ context }) => context.parent, { type: "voiceDraft.waits" }),
    tellGone: sendTo(({ context }) => context.parent, { type: "voiceDraft.gone" }),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `voiceDraft: ${event.type}`),
  },
  guards: {
    isFound: (_, { recording }: { recording: KeptRecording | null }) => recording !== null,
    isForSending: (_, { isToSend }: { isToSend: boolean }) => isToSend,
    isToSend: stateIn({ keeping: "toSend" }),
  },
}).createMachine({
  id: "voiceDraft",
  context: ({ input }) => ({ ...input, recording: null, bytes: null }),
  invoke: child("recordingStore"),
  initial: "looking",
  states: {
    looking: {
      description: "Load the unsent recording of this chat.",
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
      entry: ["clear", "tellGone"],
      on: {
        "voiceDraft.keep": [
          {
            guard: { type: "isForSending", params: ({ event }) => event },
            target: "keeping.toSend",
            actions: { type: "setRecording", params: ({ event }) => event },
          },
          { target: "keeping.toWait", actions: { type: "setRecording", params: ({ event }) => event } },
        ],
      },
    },
    keeping: {
      description: "Save before sending, so that opening another chat or a reload does not lose it.",
      meta: { rule: "4-63" },
      initial: "toWait",
      invoke: {
        id: "keepRecording",
        src: "keepRecording",
        input: ({ context }) => ({ ...owner({ context }), ...recordingIn(context), bytes: bytesIn(context) }),
        onDone: [
          {
            guard: "isToSend",
            target: "empty",
            actions: [{ type: "setKept", params: answered }, "dispatch", "release"],
          },
          { target: "kept", actions: { type: "setKept", params: answered } },
        ],
        onError: { target: "unkept", actions: { type: "notify", params: asToast } },
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
      description: "Saving failed: the draft lasts until the chat closes, and sending saves again.",
      entry: "tellWaiting",
      on: { "user.sendVoiceDraft": "keeping.toSend", "user.discardVoiceDraft": "empty" },
    },
    kept: {
      description: "The user can play, send or delete the draft, also after a reload.",
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
  return { recording: event.output };
}

function owner({ context: { userID, conversationID } }: { context: RecordingOwner }): RecordingOwner {
  return { userID, conversationID };
}

function gone(type: RecordingGone["type"], context: RecordingOwner): RecordingGone {
  return { type, ...owner({ context }) };
}

function recordingIn({ recording }: VoiceDraftContext): KeptRecording {
  if (!recording) throw new Error("No voice message to send");
  return recording;
}

function bytesIn({ bytes }: VoiceDraftContext): Blob {
  if (!bytes) throw new Error("No recording to store");
  return bytes;
}
