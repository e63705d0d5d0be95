import { voiceDraftMachine } from "../../../../machines/composer/voice-draft.ts";
import type { KeptRecording } from "../../../../machines/domain/recording.ts";
import { ANNA, aMessage, aWorld, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { ChartModel, Row, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const RECORDER = ["session", "signedIn", "conversation", "recorder"] as const;
const ID = "spoken";
const BYTES = new Blob(["some words"], { type: "audio/webm" });
const OWNER = { userID: ME, conversationID: CHAT };

const NOW = spoken(ID, 4, [0.25, 0.5]);
const BEFORE = spoken("before", 7, [1]);
const KEPT: Readonly<Record<string, KeptRecording | null>> = {
  "": null,
  now: NOW,
  "now, kept": shownFrom(NOW),
  before: shownFrom(BEFORE),
};

const keeping = { type: "voiceDraft.keep", recorded: { bytes: BYTES, seconds: 4.2 }, levels: [0.25, 0.5] };

/** A recording for Anna that waits. `around` names it, see `KEPT`. */
export const voiceDraftModel: ChartModel<typeof voiceDraftMachine> = {
  chart: "voiceDraft",
  machine: voiceDraftMachine,
  input: {
    ...OWNER,
    outbox: ignoringParent,
    parent: ignoringParent,
    clock: { newID: () => ID, now: () => NOON },
  },
  events: {
    "voiceDraft.keep to wait": { ...keeping, type: "voiceDraft.keep", isToSend: false },
    "voiceDraft.keep to send": { ...keeping, type: "voiceDraft.keep", isToSend: true },
    "user.sendVoiceDraft": { type: "user.sendVoiceDraft" },
    "user.discardVoiceDraft": { type: "user.discardVoiceDraft" },
  },
  answers: {
    readRecording: { done: { none: () => null, one: () => shownFrom(BEFORE) }, failed: ["unknown"] },
    keepRecording: { done: { "": () => shownFrom(NOW) }, failed: ["unknown"] },
  },
  key: ({ context: { recording } }) => `${recording?.clientMsgID} ${recording?.enclosure.preview}`,
  around: { start: "", after },
  // The recorder hands over a recording only if none waits.
  cannot: (label, _, { value }) => label.startsWith("voiceDraft.keep") && value !== "empty",
  isAlone: true,
  isRest: ({ value }) => value === "empty" || value === "kept",

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    ports.platform.newID = () => ID;
    ports.hold("im.createMessage");
  },
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: (app) => childOf(app, ...RECORDER, "voiceDraft"),
  calls: { readRecording: "storage.readRecording", keepRecording: "storage.keepRecording" },
  tells: [
    "outbox <- outbox.attach",
    "toasts <- toast.add",
    "recorder <- voiceDraft.waits",
    "recorder <- voiceDraft.gone",
    "storage.dropRecording",
    "storage.releaseRecording",
  ],
  logged: ["readRecording"],
  press: {
    "user.sendVoiceDraft": press("button: Send"),
    "user.discardVoiceDraft": press("button: Discard recording"),
  },
  pressable: (label, { value }) =>
    !label.startsWith("user.") || !["looking", "empty", "toSend"].includes(leafIn(value)),
  stimuli: {
    "voiceDraft.keep to wait": (stage) => speak(stage, "user.stopRecorder"),
    "voiceDraft.keep to send": (stage) => speak(stage, "user.sendRecording"),
  },
  reads: ({ value, context: { recording, bytes } }) => ({
    state: leafIn(value),
    recording,
    hasBytes: bytes !== null,
  }),
  rows: {
    looking: {
      asks: [["storage.readRecording", OWNER]],
      reads: { state: "looking", recording: null, hasBytes: false },
      sees: ["button: Record voice", "!button: Discard recording"],
    },
    empty: {
      asks: ["recorder <- voiceDraft.gone"],
      reads: { state: "empty", recording: null, hasBytes: false },
      sees: ["button: Record voice", "!button: Discard recording", "!button: Send"],
    },
    "keeping.toWait": {
      asks: [["storage.keepRecording", { ...OWNER, ...NOW, bytes: BYTES }]],
      reads: { state: "toWait", recording: NOW, hasBytes: true },
      sees: [
        "text: Recorded. Send or discard it.",
        "text: 00:04",
        "button: Send",
        "!button: Play voice message, 00:04",
      ],
    },
    "keeping.toSend": ({ step }): Row => ({
      asks:
        step && leafIn(step.before.value) === "toWait"
          ? []
          : [["storage.keepRecording", { ...OWNER, ...NOW, bytes: BYTES }]],
      reads: { state: "toSend", recording: NOW, hasBytes: true },
    }),
    unkept: {
      asks: ["recorder <- voiceDraft.waits"],
      reads: { state: "unkept", recording: NOW, hasBytes: true },
      sees: ["text: 00:04", "button: Send", "button: Discard recording"],
    },
    kept: ({ step }): Row => {
      const recording = KEPT[step?.around ?? ""];
      return {
        asks: ["recorder <- voiceDraft.waits"],
        reads: { state: "kept", recording, hasBytes: recording?.clientMsgID === ID },
        sees: [
          `button: Play voice message, ${recording?.clientMsgID === ID ? "00:04" : "00:07"}`,
          "button: Send",
          "button: Discard recording",
          "!button: Record voice",
        ],
      };
    },
  },
  leads: {
    looking: {
      "readRecording done (none)": "empty",
      "readRecording done (one)": "kept",
      "readRecording failed (unknown)": "empty",
    },
    empty: {
      "voiceDraft.keep to wait": "keeping.toWait",
      "voiceDraft.keep to send": "keeping.toSend",
    },
    "keeping.*": { "keepRecording failed (unknown)": "unkept" },
    "keeping.toWait": {
      "user.sendVoiceDraft": "keeping.toSend",
      "user.discardVoiceDraft": "empty",
      "keepRecording done": "kept",
    },
    "keeping.toSend": { "keepRecording done": "empty" },
    unkept: { "user.sendVoiceDraft": "keeping.toSend", "user.discardVoiceDraft": "empty" },
    kept: { "user.sendVoiceDraft": "empty", "user.discardVoiceDraft": "empty" },
  },
  excused: helpersDoNotFail("recordingStore"),
  told({ label, before }): readonly Wire[] {
    const was = leafIn(before.value);
    if (label === "keepRecording failed (unknown)")
      return [["toasts <- toast.add", { toast: { tone: "error", failure: "unknown" } }]];
    if (label === "user.discardVoiceDraft" && was !== "unkept") return [["storage.dropRecording", OWNER]];
    const isSent =
      (label === "keepRecording done" && was === "toSend") ||
      (label === "user.sendVoiceDraft" && was === "kept");
    const recording = before.context.recording?.clientMsgID === ID ? shownFrom(NOW) : shownFrom(BEFORE);
    return isSent
      ? [
          ["outbox <- outbox.attach", { conversationID: CHAT, attachments: [recording] }],
          ["storage.releaseRecording", OWNER],
        ]
      : [];
  },
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
    "the page is hidden": ({ ports }) => ports.emit.page({ type: "page.hidden" }),
  },
};

function after(around: string, label: string, { value }: { value: unknown }): string {
  if (leafIn(value) === "empty") return "";
  if (label === "readRecording done (one)") return "before";
  if (label.startsWith("voiceDraft.keep")) return "now";
  return label === "keepRecording done" ? "now, kept" : around;
}

async function speak({ app, ports, settle }: Stage, then: "user.stopRecorder" | "user.sendRecording") {
  const recorder = childOf(app, ...RECORDER);
  recorder?.send({ type: "user.startRecorder" });
  await settle();
  ports.emit.recorder({ type: "recorder.started" });
  for (const [index, level] of keeping.levels.entries())
    ports.emit.recorder({ type: "recorder.level", level, seconds: index + 1 });
  recorder?.send({ type: then });
  ports.emit.recorder({ type: "recorder.done", ...keeping.recorded });
  await settle();
}

function spoken(clientMsgID: string, seconds: number, levels: readonly number[]): KeptRecording {
  const enclosure = { type: "voice", mime: "audio/webm", bytes: 10, preview: "", seconds, levels } as const;
  return { clientMsgID, enclosure };
}

function shownFrom({ clientMsgID, enclosure }: KeptRecording): KeptRecording {
  return { clientMsgID, enclosure: { ...enclosure, preview: `blob:${clientMsgID}` } };
}

function leafIn(value: unknown): string {
  return typeof value === "string" ? value : String(Object.values(value ?? {})[0]);
}
