import { assign, log, sendTo, setup } from "xstate";
import { addNotice, failureNotice, noticesOf } from "./notices.ts";
import type { OutboxCommand } from "./outbox.ts";
import type { Clock } from "./ports/index.ts";
import type { BytesToKeep } from "./ports/storage.ts";
import { type Listener, port, stream } from "./ports/stub.ts";
import type { RuleMeta } from "./vocabulary/charts.ts";
import { failureCode } from "./vocabulary/failures.ts";
import {
  enclosedVoice,
  LONGEST_RECORDING,
  type Recorded,
  type RecorderEvent,
  SHORTEST_RECORDING,
} from "./vocabulary/recordings.ts";
import type { PageEvent } from "./vocabulary/surroundings.ts";

/** Speaking a voice message in one conversation: held like a walkie-talkie, or with the hands free. */

export type RecorderChartEvent =
  | RecorderEvent
  | PageEvent
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
  /** What was said, once it is over; and the id it will be sent under. */
  recorded: Recorded | null;
  clientMsgID: string;
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

export const recorderMachine = setup({
  types: {
    context: {} as RecorderContext,
    events: {} as RecorderChartEvent,
    input: {} as RecorderInput,
    tags: {} as RecorderTag,
    meta: {} as RuleMeta,
  },
  actors: {
    pageEvents: stream("pageEvents"),
    microphone: stream<{ type: "recorder.finish" }>("microphone"),
    keepRecording: port<{ preview: string; poster: string }, BytesToKeep>("keepRecording"),
  },
  actions: {
    clear: assign({ levels: [], seconds: 0, recorded: null }),
    addLevel: assign(({ context }, { level, seconds }: { level: number; seconds: number }) => ({
      levels: [...context.levels, level],
      seconds,
    })),
    setRecorded: assign(({ context }, { bytes, seconds, preview }: Recorded) => ({
      recorded: { bytes, seconds, preview },
      seconds,
      clientMsgID: context.clock.newID(),
    })),
    finish: sendTo("microphone", { type: "recorder.finish" }),
    dispatch: sendTo(
      ({ context }) => context.outbox,
      ({ context }, { preview }: { preview: string }) => ({
        type: "outbox.enclose" as const,
        conversationID: context.conversationID,
        enclosed: [enclosedVoice(recordedIn(context), { ...context, preview })],
      }),
    ),
    notify: sendTo(noticesOf, addNotice),
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
  context: ({ input }) => ({ ...input, levels: [], seconds: 0, recorded: null, clientMsgID: "" }),
  invoke: { id: "pageEvents", src: "pageEvents", onError: { actions: "reportFailure" } },
  initial: "idle",
  states: {
    idle: { on: BEGINNINGS },
    on: {
      description: "The microphone is this state's: leaving it lets the microphone go.",
      invoke: {
        id: "microphone",
        src: "microphone",
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
            "recorder.done": [
              {
                guard: { type: "isTooShort", params: ({ event }) => event },
                target: "#recorder.tooShort",
              },
              { target: "waiting", actions: { type: "setRecorded", params: ({ event }) => event } },
            ],
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
            "recorder.done": [
              {
                guard: { type: "isTooShort", params: ({ event }) => event },
                target: "#recorder.tooShort",
              },
              { target: "waiting", actions: { type: "setRecorded", params: ({ event }) => event } },
            ],
          },
          states: {
            toWait: { tags: "finishing", on: { "user.sendRecording": "toSend" } },
            toSend: {
              tags: "sending",
              on: {
                "recorder.done": [
                  {
                    guard: { type: "isTooShort", params: ({ event }) => event },
                    target: "#recorder.tooShort",
                  },
                  {
                    target: "#recorder.on.keeping",
                    actions: { type: "setRecorded", params: ({ event }) => event },
                  },
                ],
              },
            },
          },
        },
        waiting: {
          description: "It can be listened to, and is sent when the person says so.",
          tags: "waiting",
          on: { "user.sendRecording": "keeping", "user.discardRecording": "#recorder.idle" },
        },
        keeping: {
          description: "On the device first: a reload must not lose it.",
          tags: "sending",
          invoke: {
            id: "keepRecording",
            src: "keepRecording",
            input: ({ context }) => ({
              userID: context.userID,
              clientMsgID: context.clientMsgID,
              bytes: recordedIn(context).bytes,
              poster: null,
            }),
            onDone: {
              target: "#recorder.idle",
              actions: { type: "dispatch", params: ({ event }) => event.output },
            },
            onError: {
              target: "waiting",
              actions: {
                type: "notify",
                params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
              },
            },
          },
        },
      },
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

function recordedIn({ recorded }: RecorderContext): Recorded {
  if (!recorded) throw new Error("Nothing was recorded");
  return recorded;
}
