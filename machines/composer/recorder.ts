import { assign, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { PageEvent } from "../domain/platform-events.ts";
import {
  LONGEST_RECORDING,
  type Recorded,
  type RecorderEvent,
  type RecordingOwner,
  SHORTEST_RECORDING,
} from "../domain/recording.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/index.ts";
import { type Listener, stream } from "../ports/stub.ts";
import { type VoiceDraftNews, voiceDraftMachine } from "./voice-draft.ts";

/** Speaking a voice message in one conversation: held like a walkie-talkie, or with the hands free. */

export type RecorderChartEvent =
  | RecorderEvent
  | PageEvent
  | VoiceDraftNews
  | { type: "conversation.hidden" }
  /** A finger is on the button; it stays there for as long as one speaks. */
  | { type: "user.holdRecorder" }
  | { type: "user.releaseRecorder" }
  | { type: "user.lockRecorder" }
  /** With the hands free from the beginning. */
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
  /** How loud it was, some ten a second. */
  levels: readonly number[];
  seconds: number;
}

/** What the microphone is told: it is over. Should nobody be there to hear of it, it is kept with these levels. */
export interface FinishRecording {
  type: "recorder.finish";
  levels: readonly number[];
}

/** How speaking begins: with the finger on the button, or without. */
const BEGINNINGS = {
  "user.holdRecorder": { target: "#recorder.on.asking.held", actions: "clear" },
  "user.startRecorder": { target: "#recorder.on.asking.locked", actions: "clear" },
} as const;

/** Why there is nothing to hear; once it is over nothing fails any more. */
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
  params: ({ event }: { event: Recorded }) => ({ recorded: said(event), isToSend: false }),
} as const;
const TO_SEND = {
  type: "keep",
  params: ({ event }: { event: Recorded }) => ({ recorded: said(event), isToSend: true }),
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
  delays: { promptDuration: 2500 },
}).createMachine({
  id: "recorder",
  context: ({ input }) => ({ ...input, levels: [], seconds: 0 }),
  invoke: [
    { id: "pageEvents", src: "pageEvents", onError: { actions: "reportFailure" } },
    {
      id: "voiceDraft",
      src: "voiceDraft",
      input: ({ context: { conversationID, userID, outbox, clock }, self }) => ({
        conversationID,
        userID,
        outbox,
        clock,
        parent: self,
      }),
      onError: { actions: "reportFailure" },
    },
  ],
  initial: "looking",
  states: {
    looking: {
      description: "Something said here before may wait to be sent; nothing is said over it.",
      meta: { rule: "4-63" },
      on: { "voiceDraft.waits": "waiting", "voiceDraft.gone": "idle" },
    },
    idle: { on: BEGINNINGS },
    on: {
      description: "The microphone is this state's: leaving it lets the microphone go.",
      invoke: {
        id: "microphone",
        src: "microphone",
        input: owner,
        onError: { target: "failing", actions: "reportFailure" },
      },
      initial: "asking",
      states: {
        asking: {
          description: "Nothing was said yet, so that nothing is lost by going away.",
          initial: "locked",
          on: {
            ...REFUSALS,
            "user.discardRecording": "#recorder.idle",
            "page.hidden": "#recorder.idle",
            "conversation.hidden": "#recorder.idle",
          },
          states: {
            held: {
              tags: "held",
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
            "Whoever looks away speaks no more; what was said waits for them. So it does when the microphone goes, or a call takes it.",
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
          description: "The last moments are written down.",
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
      description: "It can be listened to, and is sent when the person says so, today or tomorrow.",
      meta: { rule: "4-63, 5-19" },
      tags: "waiting",
      on: { "voiceDraft.gone": "idle" },
    },
    sending: {
      description: "What cannot be handed over waits, as if nobody had said to send it.",
      tags: "sending",
      on: { "voiceDraft.gone": "idle", "voiceDraft.waits": "waiting" },
    },
    tooShort: {
      description: "Discarded, and said so for a moment.",
      meta: { rule: "5-11, 5-19" },
      tags: "tooShort",
      after: { promptDuration: "idle" },
      on: BEGINNINGS,
    },
    denied: { tags: "denied", on: { ...BEGINNINGS, "user.dismissRecorder": "idle" } },
    missing: { tags: "missing", on: { ...BEGINNINGS, "user.dismissRecorder": "idle" } },
    inCall: { tags: "inCall", on: { ...BEGINNINGS, "user.dismissRecorder": "idle" } },
    failing: { tags: "failing", on: { ...BEGINNINGS, "user.dismissRecorder": "idle" } },
  },
});

/** What views tell apart; none of them while nothing is going on. "held" is asking as well as recording. */
export type RecorderTag =
  | "held"
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

function said({ bytes, seconds }: Recorded): Recorded {
  return { bytes, seconds };
}
