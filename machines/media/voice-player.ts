import { assign, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { port, stream } from "../ports/stub.ts";
import { nextRate, type Rate, type VoiceCommand, type VoiceEvent, type VoiceTurn } from "./voice-message.ts";

/** Plays voice messages, one at a time in the whole app, then the next unheard ones. */

export type VoicePlayerEvent =
  | VoiceEvent
  /** Plays `voice` from the start, then each of `next`. */
  | { type: "user.playVoice"; voice: VoiceTurn; next: readonly VoiceTurn[] }
  | { type: "user.pauseVoice" }
  | { type: "user.resumeVoice" }
  | { type: "user.changeRate" };

export interface VoicePlayerContext {
  userID: string;
  voice: VoiceTurn | null;
  next: readonly VoiceTurn[];
  seconds: number;
  rate: Rate;
  /** clientMsgIDs that were played on this device, fully or in part. */
  heard: ReadonlySet<string>;
}

export const voicePlayerMachine = setup({
  types: {
    context: {} as VoicePlayerContext,
    events: {} as VoicePlayerEvent,
    input: {} as Pick<VoicePlayerContext, "userID">,
    tags: {} as "loading" | "playing" | "paused" | "failed",
    meta: {} as RuleMeta,
  },
  actors: {
    playback: stream<VoiceCommand, { url: string; rate: Rate }>("playback"),
    heardStore: stream<{ type: "heard.keep"; userID: string; clientMsgID: string }>("heardStore"),
    readHeard: port<readonly string[], { userID: string }>("readHeard"),
  },
  actions: {
    setVoice: assign((_, { voice, next }: Pick<VoicePlayerContext, "next"> & { voice: VoiceTurn }) => ({
      voice,
      next,
      seconds: 0,
    })),
    takeNext: assign(({ context }) => {
      const [voice = nothing(), ...next] = context.next;
      return { voice, next, seconds: 0 };
    }),
    markHeard: assign(({ context }) => ({
      heard: new Set([...context.heard, voiceOf(context).clientMsgID]),
    })),
    keepHeard: sendTo("heardStore", ({ context }) => ({
      type: "heard.keep" as const,
      userID: context.userID,
      clientMsgID: voiceOf(context).clientMsgID,
    })),
    remember: assign(({ context }, { heard }: { heard: readonly string[] }) => ({
      heard: new Set([...heard, ...context.heard]),
    })),
    setProgress: assign((_, { seconds }: Pick<VoicePlayerContext, "seconds">) => ({ seconds })),
    changeRate: assign({ rate: ({ context }) => nextRate(context.rate) }),
    tellRate: sendTo("playback", ({ context }) => ({ type: "voice.setRate" as const, rate: context.rate })),
    pause: sendTo("playback", { type: "voice.pause" }),
    resume: sendTo("playback", { type: "voice.resume" }),
    reportFailure: log(({ event }) => `voicePlayer: ${event.type}`),
  },
  guards: { hasNext: ({ context }) => context.next.length > 0 },
}).createMachine({
  id: "voicePlayer",
  context: ({ input }) => ({ ...input, voice: null, next: [], seconds: 0, rate: 1, heard: new Set() }),
  invoke: child("heardStore"),
  type: "parallel",
  states: {
    sound: {
      initial: "silent",
      states: {
        silent: {
          on: {
            "user.playVoice": {
              target: "on",
              actions: [{ type: "setVoice", params: ({ event }) => event }, "markHeard", "keepHeard"],
            },
          },
        },
        on: {
          description: "This state owns the playback: leaving it stops the sound.",
          meta: { rule: "3-77" },
          initial: "loading",
          invoke: {
            id: "playback",
            src: "playback",
            input: ({ context }) => ({ url: voiceOf(context).url, rate: context.rate }),
            onError: { target: "failed", actions: "reportFailure" },
          },
          on: {
            "user.playVoice": {
              target: "on",
              reenter: true,
              actions: [{ type: "setVoice", params: ({ event }) => event }, "markHeard", "keepHeard"],
            },
            "voice.ended": [
              {
                guard: "hasNext",
                target: "on",
                reenter: true,
                actions: ["takeNext", "markHeard", "keepHeard"],
              },
              { target: "silent" },
            ],
            "voice.failed": "failed",
            "user.changeRate": { actions: ["changeRate", "tellRate"] },
          },
          states: {
            loading: {
              tags: "loading",
              on: {
                "voice.playing": "playing",
                "voice.paused": "paused",
                "user.pauseVoice": { target: "paused", actions: "pause" },
              },
            },
            playing: {
              tags: "playing",
              on: {
                "voice.progress": { actions: { type: "setProgress", params: ({ event }) => event } },
                "voice.paused": "paused",
                "user.pauseVoice": { target: "paused", actions: "pause" },
              },
            },
            paused: {
              description: "Paused by the user, a call or the system. Only the user resumes.",
              tags: "paused",
              on: { "user.resumeVoice": { target: "loading", actions: "resume" } },
            },
          },
        },
        failed: {
          description: "Playback failed. The next messages do not start by themselves.",
          tags: "failed",
          on: {
            "user.playVoice": {
              target: "on",
              actions: [{ type: "setVoice", params: ({ event }) => event }, "markHeard", "keepHeard"],
            },
          },
        },
      },
    },
    memory: {
      initial: "reading",
      states: {
        reading: {
          description: "Messages played while loading are kept too.",
          invoke: {
            id: "readHeard",
            src: "readHeard",
            input: ({ context: { userID } }) => ({ userID }),
            onDone: {
              target: "known",
              actions: { type: "remember", params: ({ event }) => ({ heard: event.output }) },
            },
            onError: { target: "known", actions: "reportFailure" },
          },
        },
        known: {},
      },
    },
  },
});

/** Returns the playback state of this voice message; null if it is not the current one. */
export function voiceStateOf(
  { context, tags }: { context: VoicePlayerContext; tags: ReadonlySet<string> },
  clientMsgID: string,
): VoiceState | null {
  if (context.voice?.clientMsgID !== clientMsgID) return null;
  return VOICE_STATES.find((state) => tags.has(state)) ?? null;
}

const VOICE_STATES = ["loading", "playing", "paused", "failed"] as const;
export type VoiceState = (typeof VOICE_STATES)[number];

function voiceOf({ voice }: VoicePlayerContext): VoiceTurn {
  return voice ?? nothing();
}

function nothing(): never {
  throw new Error("No voice message to play");
}
