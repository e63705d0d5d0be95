import type { Rate, VoiceTurn } from "../../../../machines/media/voice-message.ts";
import { voicePlayerMachine, voiceStateOf } from "../../../../machines/media/voice-player.ts";
import { ANNA, aMessage, aWorld, ME, singleChatID } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Row, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

const ONE: VoiceTurn = { clientMsgID: "message-1", url: "https://im.example/1.webm" };
const TWO: VoiceTurn = { clientMsgID: "message-2", url: "https://im.example/2.webm" };
const LENGTHS: Readonly<Record<string, string>> = { [ONE.clientMsgID]: "00:07", [TWO.clientMsgID]: "00:09" };
const said = (seq: number, { url }: VoiceTurn, seconds: number) =>
  aMessage({ seq, content: { type: "voice", voice: { url, seconds } } });

interface Ledger {
  voice: VoiceTurn | null;
  next: VoiceTurn[];
  heard: string[];
  rate: Rate;
  seconds: number;
  isOn: boolean;
}

const START: Ledger = { voice: null, next: [], heard: [], rate: 1, seconds: 0, isOn: false };
const { read, at, remember } = ledgerFrom(START);

export const voicePlayerModel: ChartModel<typeof voicePlayerMachine> = {
  chart: "voicePlayer",
  machine: voicePlayerMachine,
  input: { userID: ME },
  events: {
    "user.playVoice one": ({ context }) => ({
      type: "user.playVoice",
      voice: ONE,
      next: context.heard.has(TWO.clientMsgID) ? [] : [TWO],
    }),
    "user.playVoice two": { type: "user.playVoice", voice: TWO, next: [] },
    "user.pauseVoice": { type: "user.pauseVoice" },
    "user.resumeVoice": { type: "user.resumeVoice" },
    "user.changeRate": ({ context }) =>
      context.seconds === 0 && context.heard.size < 2 ? { type: "user.changeRate" } : null,
    "voice.playing": { type: "voice.playing" },
    "voice.paused": { type: "voice.paused" },
    "voice.progress": ({ context }) =>
      context.seconds === 0 && context.rate === 1 ? { type: "voice.progress", seconds: 3.4 } : null,
    "voice.ended": { type: "voice.ended" },
    "voice.failed": { type: "voice.failed" },
  },
  answers: {
    readHeard: { done: { "": () => [], "of the second": () => [TWO.clientMsgID] }, failed: ["unknown"] },
  },
  key: ({ context: { voice, next, seconds, rate, heard } }) =>
    JSON.stringify([voice?.clientMsgID, next.length, seconds, rate, [...heard].sort()]),
  around: remember(after),
  // A sound that has ended sends no events, and a paused one does not continue by itself.
  cannot(label, _, { value }) {
    if (!label.startsWith("voice.")) return false;
    if (typeof value.sound === "string") return true;
    if (label === "voice.playing") return value.sound.on !== "loading";
    return label === "voice.progress" && value.sound.on !== "playing";
  },
  phase: ({ context: { next } }) => String(next.length),
  isRest: ({ value }) => value.sound === "silent" && value.memory === "known",

  opens: () => ({ world: aWorld({ messages: [said(1, ONE, 7), said(2, TWO, 9)] }) }),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${singleChatID(ANNA)}`)),
  actor: (app) => childOf(app, "session", "signedIn", "voicePlayer"),
  calls: { readHeard: "storage.readHeard" },
  tells: ["player.play", "player.command", "storage.keepHeard"],
  logged: ["readHeard"],
  press: {
    "user.playVoice one": (event, stage) => pressFirst(stage, event, ["Play", "Retry"], ONE),
    "user.playVoice two": (event, stage) => pressFirst(stage, event, ["Play", "Retry"], TWO),
    "user.pauseVoice": (event, stage) => pressFirst(stage, event, ["Pause"], ONE, TWO),
    "user.resumeVoice": (event, stage) => pressFirst(stage, event, ["Play"], playedBy(stage) ?? ONE),
    "user.changeRate": (event, stage) =>
      press(`button: Speed ${[1, 1.5, 2].find((rate) => isSeen(`Speed ${rate}×`))}×`)(event, stage),
  },
  pressable(label, { value: { sound }, context }) {
    const isOn = typeof sound === "object";
    switch (label) {
      case "user.playVoice one":
        return !isOn || context.voice?.clientMsgID !== ONE.clientMsgID;
      case "user.playVoice two":
        return !isOn || context.voice?.clientMsgID !== TWO.clientMsgID;
      case "user.pauseVoice":
        return isOn && sound.on !== "paused";
      case "user.resumeVoice":
        return isOn && sound.on === "paused";
      default:
        return isOn;
    }
  },
  reads: (snapshot) => ({
    one: voiceStateOf(snapshot, ONE.clientMsgID),
    two: voiceStateOf(snapshot, TWO.clientMsgID),
    rate: snapshot.context.rate,
    seconds: snapshot.context.seconds,
    heard: [...snapshot.context.heard].sort().join(),
    memory: snapshot.value.memory,
  }),
  rows: {
    "sound.silent": ({ step }) => ({
      reads: { ...known(step), one: null, two: null },
      holds: { sounds: [] },
      sees: [
        "button: Play voice message, 00:07",
        "button: Play voice message, 00:09",
        "!text: Couldn't play",
        ...dots(step),
      ],
    }),
    "sound.on.loading": ({ step }) => on(step, "loading"),
    "sound.on.playing": ({ step }) => on(step, "playing"),
    "sound.on.paused": ({ step }) => on(step, "paused"),
    "sound.failed": ({ step }) => ({
      reads: { ...known(step), ...stateOf(step, "failed") },
      holds: { sounds: [] },
      sees: [
        `button: Retry voice message, ${lengthOf(step)}`,
        "text: Couldn't play",
        "!button: Speed 1×",
        ...dots(step),
      ],
    }),
    "memory.reading": { asks: [["storage.readHeard", { userID: ME }]], reads: { memory: "reading" } },
    "memory.known": { reads: { memory: "known" } },
  },
  leads: {
    "sound.*": {
      "user.playVoice one": "sound.on.loading",
      "user.playVoice two": "sound.on.loading",
    },
    "sound.on.*": {
      "user.changeRate": STAYS,
      "voice.ended": ({ context }) => (context.next.length > 0 ? "sound.on.loading" : "sound.silent"),
      "voice.failed": "sound.failed",
    },
    "sound.silent": {},
    "sound.on.loading": {
      "voice.playing": "sound.on.playing",
      "voice.paused": "sound.on.paused",
      "user.pauseVoice": "sound.on.paused",
    },
    "sound.on.playing": {
      "voice.progress": STAYS,
      "voice.paused": "sound.on.paused",
      "user.pauseVoice": "sound.on.paused",
    },
    "sound.on.paused": { "user.resumeVoice": "sound.on.loading" },
    "sound.failed": {},
    "memory.reading": {
      "readHeard done": "memory.known",
      "readHeard done (of the second)": "memory.known",
      "readHeard failed (unknown)": "memory.known",
    },
    "memory.known": {},
  },
  excused: helpersDoNotFail("playback", "heardStore"),
  told: ({ label, before, around }) =>
    label === "user.changeRate" && typeof before.value.sound === "object"
      ? [["player.command", { type: "voice.setRate", rate: read(around).rate }]]
      : [],
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
    "a repeated pause event": {
      when: ({ value: { sound } }) => typeof sound === "object" && sound.on === "paused",
      make: ({ ports }) => ports.emit.voice({ type: "voice.paused" }),
    },
    "a progress event while paused": {
      when: ({ value: { sound } }) => typeof sound === "object" && sound.on === "paused",
      make: ({ ports }) => ports.emit.voice({ type: "voice.progress", seconds: 5 }),
    },
  },
};

type Around = { label: string; around: string } | null;

function after(before: Ledger, label: string): Ledger {
  switch (label) {
    case "user.playVoice one":
      return begun(before, ONE, before.heard.includes(TWO.clientMsgID) ? [] : [TWO]);
    case "user.playVoice two":
      return begun(before, TWO, []);
    case "voice.ended": {
      const [voice, ...next] = before.next;
      return voice ? begun(before, voice, next) : { ...before, isOn: false };
    }
    case "voice.failed":
      return { ...before, isOn: false };
    case "voice.progress":
      return { ...before, seconds: 3.4 };
    case "user.changeRate":
      if (!before.isOn) return before;
      return { ...before, rate: before.rate === 1 ? 1.5 : before.rate === 1.5 ? 2 : 1 };
    case "readHeard done (of the second)":
      return { ...before, heard: withID(before.heard, TWO) };
    default:
      return before;
  }
}

function begun(before: Ledger, voice: VoiceTurn, next: VoiceTurn[]): Ledger {
  return { ...before, voice, next, seconds: 0, isOn: true, heard: withID(before.heard, voice) };
}

function withID(ids: readonly string[], { clientMsgID }: VoiceTurn): string[] {
  return [...new Set([...ids, clientMsgID])].sort();
}

function known(step: Around) {
  const { rate, seconds, heard } = at(step);
  return { rate, seconds, heard: heard.join() };
}

function stateOf(step: Around, state: string) {
  const id = at(step).voice?.clientMsgID;
  return { one: id === ONE.clientMsgID ? state : null, two: id === TWO.clientMsgID ? state : null };
}

function lengthOf(step: Around): string {
  return LENGTHS[at(step).voice?.clientMsgID ?? ""] ?? "";
}

const BUTTONS = {
  loading: "button (busy): Pause",
  playing: "button: Pause",
  paused: "button: Play",
} as const;

function on(step: Around, state: "loading" | "playing" | "paused"): Row {
  const { voice, rate, seconds } = at(step);
  return {
    asks: asked(step),
    reads: { ...known(step), ...stateOf(step, state) },
    holds: { sounds: voice ? [voice.url] : [] },
    sees: [
      `${BUTTONS[state]} voice message, ${lengthOf(step)}`,
      `button: Speed ${rate}×`,
      ...(seconds > 0 ? ["text: 00:03"] : []),
      ...dots(step),
    ],
  };
}

function asked(step: Around): Wire[] {
  const { voice, rate } = at(step);
  switch (step?.label) {
    case "user.playVoice one":
    case "user.playVoice two":
    case "voice.ended":
      return voice
        ? [
            ["storage.keepHeard", { userID: ME, clientMsgID: voice.clientMsgID }],
            ["player.play", { url: voice.url, rate }],
          ]
        : [];
    case "user.pauseVoice":
      return [["player.command", { type: "voice.pause" }]];
    case "user.resumeVoice":
      return [["player.command", { type: "voice.resume" }]];
    default:
      return [];
  }
}

function dots(step: Around): string[] {
  return [at(step).heard.length < 2 ? "img: Not heard yet" : "!img: Not heard yet"];
}

function isSeen(name: string): boolean {
  return document.querySelector(`[aria-label="${name}"]`) !== null;
}

async function pressFirst(stage: Stage, event: unknown, words: string[], ...voices: VoiceTurn[]) {
  const names = voices.flatMap(({ clientMsgID }) =>
    words.map((word) => `${word} voice message, ${LENGTHS[clientMsgID]}`),
  );
  await press(`button: ${names.find(isSeen) ?? names[0]}`)(event, stage);
}

/** The voice message that plays, by the URL of its sound. */
function playedBy(stage: Stage): VoiceTurn | undefined {
  const [url] = stage.ports.held.sounds;
  return [ONE, TWO].find((voice) => voice.url === url);
}
