import { assign, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { PageEvent } from "../domain/platform-events.ts";
import {
  LONGEST_RECORDING,
  type Recorded,
  type RecorderEvent,
  type RecordingOwner,
  SHORTEST_RECORDING,
} from "../domain/recording.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, stream } from "../ports/stub.ts";
import { type VoiceDraftNews, voiceDraftMachine } from "./voice-draft.ts";

/**
 * Records a voice message in one conversation, in two modes: held (while the button is pressed) or locked.
 */

export type RecorderChartEvent =
  | RecorderEvent
  | PageEvent
  | VoiceDraftNews
  | { type: "conversation.hidden" }
  /** The button is pressed; it records until release. */
  | { type: "user.holdRecorder" }
  | { type: "user.releaseRecorder" }
  | { type: "user.lockRecorder" }
  /** Start in locked mode. */
  | { type: "user.startRecorder" }
  | { type: "user.stopRecorder" }
  | { type: "user.sendRecording" }
  | { type: "user.discardRecording" }
  | { type: "user.dismissRecorder" };

export interface RecorderInput {
  conversationID: string;
  userID: string;
  outbox: Listener<OutboxCommand>;
  clock: Clock;
}

export interface RecorderContext extends RecorderInput {
  /** Loudness, about ten values a second. */
  levels: readonly number[];
  seconds: number;
}

/**
 * Tells the microphone to stop. If the recorder is gone when the recording is ready, the recording is kept
 * with these levels.
 */
export interface FinishRecording {
  type: "recorder.finish";
  levels: readonly number[];
}

const BEGINNINGS = {
  "user.holdRecorder": { target: "#recorder.on.asking.held", actions: "clear" },
  "user.startRecorder": { target: "#recorder.on.asking.locked", actions: "clear" },
} as const;

/** Reasons why recording fails. After the recording is done, no failure follows. */
const REFUSALS = {
  "recorder.failed": [
    { guard: "isDenied", target: "#recorder.denied" },
    { guard: "isMissing", target: "#recorder.missing" },
    { guard: "isInCall", target: "#recorder.inCall" },
    { target: "#recorder.failing" },
  ],
} as const;

const TOO_SHORT = {
  guard: { type: "isTooShort", params: done },
  target: "#recorder.tooShort",
} as const;

const TO_WAIT = {
  type: "keep",
  params: ({ event }: { event: Recorded }) => ({ recorded: withoutType(event), isToSend: false }),
} as const;
const TO_SEND = {
  type: "keep",
  params: ({ event }: { event: Recorded }) => ({ recorded: withoutType(event), isToSend: true }),
} as const;

export const recorderMachine = setup({
  types: {
    context: {} as RecorderContext,
    events: {} as RecorderChartEvent,
    input: {} as RecorderInput,
    tags: {} as RecorderTag,
    children: {} as { voiceDraft: "voiceDraft" },
    meta: {} as RuleMeta,
  },
  actors: {
    pageEvents: stream("pageEvents"),
    microphone: stream<FinishRecording, RecordingOwner>("microphone"),
    voiceDraft: voiceDraftMachine,
  },
  actions: {
    clear: assign({ levels: [], seconds: 0 }),
    addLevel: assign(({ context }, { level, seconds }: { level: number; seconds: number }) => ({
      levels: [...context.levels, level],
      seconds,
    })),
    finish: sendTo("microphone", ({ context: { levels } }) => ({ type: "recorder.finish" as const, levels })),
    keep: sendTo(
      "voiceDraft",
      ({ context: { levels } }, { recorded, isToSend }: { recorded: Recorded; isToSend: boolean }) => ({
        type: "voiceDraft.keep" as const,
        recorded,
        levels,
        isToSend,
      }),
    ),
    reportFailure: log(({ event }) => `recorder: ${event.type}`),
  },
  guards: {
    isTooShort: (_, { seconds }: { seconds: number }) => seconds < SHORTEST_RECORDING,
    isFull: (_, { seconds }: { seconds: number }) => seconds >= LONGEST_RECORDING,
    isDenied: ({ event }) => event.type === "recorder.failed" && event.cause === "denied",
    isMissing: ({ event }) => event.type === "recorder.failed" && event.cause === "missing",
    isInCall: ({ event }) => event.type === "recorder.failed" && event.cause === "inCall",
  },
  delays: { promptDuration: 2500, busyDuration: 6000 },
}).createMachine({
  id: "recorder",
  context: ({ input }) => ({ ...input, levels: [], seconds: 0 }),
  invoke: [
    child("pageEvents"),
    {
      ...child("voiceDraft"),
      input: ({ context: { conversationID, userID, outbox, clock }, self }) => ({
        conversationID,
        userID,
        outbox,
        clock,
        parent: self,
      }),
    },
  ],
  initial: "looking",
  states: {
    looking: {
      description: "A voice draft of this chat may exist; the user cannot record over it.",
      meta: { rule: "4-63" },
      on: { "voiceDraft.waits": "waiting", "voiceDraft.gone": "idle" },
    },
    idle: { on: BEGINNINGS },
    on: {
      description: "This state owns the microphone: leaving it releases the microphone.",
      invoke: {
        id: "microphone",
        src: "microphone",
        input: owner,
        onError: { target: "failing", actions: "reportFailure" },
      },
      initial: "asking",
      states: {
        asking: {
          description: "Nothing is recorded yet, so hiding the page or chat loses nothing.",
          initial: "locked",
          on: {
            ...REFUSALS,
            "user.discardRecording": "#recorder.idle",
            "page.hidden": "#recorder.idle",
            "conversation.hidden": "#recorder.idle",
          },
          states: {
            held: {
              tags: ["held", "askingHeld"],
              on: {
                "recorder.started": "#recorder.on.recording.held",
                "user.lockRecorder": "locked",
                "user.releaseRecorder": "#recorder.tooShort",
              },
            },
            locked: { tags: "asking", on: { "recorder.started": "#recorder.on.recording.locked" } },
          },
        },
        recording: {
          description:
            "Hiding the page or chat stops recording and keeps the draft. A lost microphone or a call does the same.",
          initial: "locked",
          on: {
            ...REFUSALS,
            "recorder.level": { actions: { type: "addLevel", params: ({ event }) => event } },
            "recorder.done": [TOO_SHORT, { target: "#recorder.waiting", actions: TO_WAIT }],
            "user.discardRecording": "#recorder.idle",
            "page.hidden": "finishing.toWait",
            "conversation.hidden": "finishing.toWait",
          },
          states: {
            held: {
              tags: "held",
              on: {
                "recorder.level": {
                  guard: { type: "isFull", params: ({ event }) => event },
                  target: "#recorder.on.finishing.toSend",
                  actions: { type: "addLevel", params: ({ event }) => event },
                },
                "user.lockRecorder": "locked",
                "user.releaseRecorder": "#recorder.on.finishing.toSend",
              },
            },
            locked: {
              tags: "recording",
              meta: { rule: "5-19" },
              on: {
                "recorder.level": {
                  guard: { type: "isFull", params: ({ event }) => event },
                  target: "#recorder.on.finishing.toWait",
                  actions: { type: "addLevel", params: ({ event }) => event },
                },
                "user.stopRecorder": "#recorder.on.finishing.toWait",
                "user.sendRecording": "#recorder.on.finishing.toSend",
              },
            },
          },
        },
        finishing: {
          description: "Waits for the last data of the microphone.",
          entry: "finish",
          initial: "toWait",
          on: {
            ...REFUSALS,
            "recorder.done": [TOO_SHORT, { target: "#recorder.waiting", actions: TO_WAIT }],
          },
          states: {
            toWait: { tags: "finishing", on: { "user.sendRecording": "toSend" } },
            toSend: {
              tags: "sending",
              on: {
                "recorder.done": [TOO_SHORT, { target: "#recorder.sending", actions: TO_SEND }],
              },
            },
          },
        },
      },
    },
    waiting: {
      description: "The draft can be played, and is sent when the user says so, also after a reload.",
      meta: { rule: "4-63, 5-19" },
      tags: "waiting",
      on: { "voiceDraft.gone": "idle" },
    },
    sending: {
      description: "If the outbox does not get the recording, it stays as a draft.",
      tags: "sending",
      on: { "voiceDraft.gone": "idle", "voiceDraft.waits": "waiting" },
    },
    tooShort: {
      description: "Too short: discarded, with a hint for a moment.",
      meta: { rule: "5-11, 5-19" },
      tags: "tooShort",
      after: { promptDuration: "idle" },
      on: BEGINNINGS,
    },
    denied: { tags: "denied", on: { ...BEGINNINGS, "user.dismissRecorder": "idle" } },
    missing: { tags: "missing", on: { ...BEGINNINGS, "user.dismissRecorder": "idle" } },
    inCall: {
      description: "The reason goes after a while, because it is wrong once the call is over.",
      tags: "inCall",
      after: { busyDuration: "idle" },
      on: { ...BEGINNINGS, "user.dismissRecorder": "idle", "conversation.hidden": "idle" },
    },
    failing: { tags: "failing", on: { ...BEGINNINGS, "user.dismissRecorder": "idle" } },
  },
});

/** Tags for the views. "held" is set while asking ("askingHeld") and while recording; no tag is set while idle. */
export type RecorderTag =
  | "held"
  | "askingHeld"
  | "asking"
  | "recording"
  | "finishing"
  | "waiting"
  | "sending"
  | "tooShort"
  | "denied"
  | "missing"
  | "inCall"
  | "failing";

function done({ event }: { event: Recorded }): Recorded {
  return event;
}

function owner({ context: { userID, conversationID } }: { context: RecordingOwner }): RecordingOwner {
  return { userID, conversationID };
}

function withoutType({ bytes, seconds }: Recorded): Recorded {
  return { bytes, seconds };
}
