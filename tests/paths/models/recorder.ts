import { fireEvent } from "@testing-library/react";
import { recorderMachine } from "../../../machines/recorder.ts";
import { ANNA, aMessage, aWorld, ME, NOON, singleChatID } from "../../fakes/world.ts";
import { press } from "../hands.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel, Facts, Row, Wire } from "../model.ts";
import { find } from "../sights.ts";
import { childOf, type Stage } from "../stage.ts";
import { helpersDoNotFail } from "./excuses.ts";
import { deafParent } from "./parents.ts";

const CHAT = singleChatID(ANNA);
const PATH = `/chat?conversationID=${CHAT}`;
/** The id everything that is sent gets here. */
const ID = "spoken";
const BYTES = new Blob(["some words"], { type: "audio/webm" });
const HEARD = "blob:heard";

/** By hand: where the person is, and what was recorded. */
interface Ledger {
  where: "here" | "elsewhere";
  levels: number[];
  seconds: number;
  isRecorded: boolean;
}

const START: Ledger = { where: "here", levels: [], seconds: 0, isRecorded: false };
const EMPTY = { levels: [], seconds: 0, isRecorded: false };

const atScreen =
  <Event>(event: Event) =>
  (_: unknown, around: string): Event | null =>
    ledger(around).where === "here" ? event : null;

/** Speaking to Anna. */
export const recorderModel: ChartModel<typeof recorderMachine> = {
  chart: "recorder",
  machine: recorderMachine,
  input: {
    conversationID: CHAT,
    userID: ME,
    outbox: deafParent,
    clock: { newID: () => ID, now: () => NOON },
  },
  events: {
    "user.holdRecorder": atScreen({ type: "user.holdRecorder" }),
    "user.releaseRecorder": atScreen({ type: "user.releaseRecorder" }),
    "user.lockRecorder": atScreen({ type: "user.lockRecorder" }),
    "user.startRecorder": atScreen({ type: "user.startRecorder" }),
    "user.stopRecorder": atScreen({ type: "user.stopRecorder" }),
    "user.sendRecording": atScreen({ type: "user.sendRecording" }),
    "user.discardRecording": atScreen({ type: "user.discardRecording" }),
    "user.dismissRecorder": atScreen({ type: "user.dismissRecorder" }),
    "recorder.started": { type: "recorder.started" },
    "recorder.level": (_, around) =>
      ledger(around).levels.length === 0 ? { type: "recorder.level", level: 0.4, seconds: 51.2 } : null,
    "recorder.level just before the end": (_, around) =>
      ledger(around).levels.length === 0 ? { type: "recorder.level", level: 0.3, seconds: 59.9 } : null,
    "recorder.level at the end": { type: "recorder.level", level: 0.7, seconds: 60 },
    "recorder.done": { type: "recorder.done", bytes: BYTES, seconds: 1, preview: HEARD },
    "recorder.done too early": { type: "recorder.done", bytes: BYTES, seconds: 0.9, preview: HEARD },
    "recorder.failed, denied": { type: "recorder.failed", cause: "denied" },
    "recorder.failed, missing": { type: "recorder.failed", cause: "missing" },
    "recorder.failed, in a call": { type: "recorder.failed", cause: "inCall" },
    "recorder.failed, failing": { type: "recorder.failed", cause: "failing" },
    "page.hidden": { type: "page.hidden" },
    "conversation.hidden": (_, around) =>
      ledger(around).where === "here" ? { type: "conversation.hidden" } : null,
  },
  answers: {
    keepRecording: { done: { "": () => ({ preview: "blob:kept", poster: "" }) }, failed: ["unknown"] },
  },
  key: ({ context }) => [context.levels.join(), context.seconds, context.recorded !== null].join(" "),
  around: {
    start: JSON.stringify(START),
    after: (around, label, { value }) => JSON.stringify(after(ledger(around), label, value)),
  },
  // What has not begun, or is over, says nothing.
  cannot(label, _, { value }) {
    const where = stateIn(value);
    if (label === "recorder.started") return !where.startsWith("on.asking");
    if (label.startsWith("recorder.level")) return !where.startsWith("on.recording");
    if (label.startsWith("recorder.done")) return !/^on\.(recording|finishing)/.test(where);
    if (label.startsWith("recorder.failed")) return !/^on\.(asking|recording|finishing)/.test(where);
    return false;
  },
  isRest: ({ value }) => ["idle", "on.waiting"].includes(stateIn(value)),

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    ports.platform.newID = () => ID;
    ports.hold("im.createMessage");
  },
  begin: (stage) => stage.act(() => stage.ports.visit(PATH)),
  actor: (app) => childOf(app, "session", "messenger", "conversation", "recorder"),
  calls: { keepRecording: "storage.keepBytes" },
  tells: ["outbox <- outbox.enclose", "notices <- notice.add", "recorder.finish"],
  delays: { promptDuration: 2500 },
  stimuli: { "conversation.hidden": ({ ports }) => ports.visit("/contact") },
  press: {
    "user.holdRecorder": (_, stage) => touch(stage, "pointerDown", 0, 0),
    "user.releaseRecorder": (_, stage) => touch(stage, "pointerUp", 0, 0),
    "user.lockRecorder": (_, stage) => touch(stage, "pointerMove", -10, -90),
    "user.startRecorder": press("button: Record voice"),
    "user.stopRecorder": press("button: Stop recording"),
    "user.sendRecording": press("button: Send"),
    "user.discardRecording": (event, stage) =>
      isShown("Slide to cancel")
        ? touch(stage, "pointerMove", -120, -10)
        : press("button: Discard recording")(event, stage),
    "user.dismissRecorder": press("button: Dismiss"),
  },
  pressable(label, { value }) {
    const where = stateIn(value);
    const isHeld = where.endsWith(".held");
    switch (label) {
      case "user.holdRecorder":
      case "user.startRecorder":
        return !where.startsWith("on.");
      case "user.releaseRecorder":
      case "user.lockRecorder":
        return isHeld;
      case "user.stopRecorder":
        return where === "on.recording.locked";
      case "user.sendRecording":
        return ["on.recording.locked", "on.finishing.toWait", "on.waiting"].includes(where);
      case "user.discardRecording":
        return isHeld || ["on.asking.locked", "on.recording.locked", "on.waiting"].includes(where);
      case "user.dismissRecorder":
        return ["denied", "missing", "inCall", "failing"].includes(where);
      default:
        return true;
    }
  },
  reads: ({ value, context: { levels, seconds, recorded } }) => ({
    state: stateIn(value),
    levels: levels.join(),
    seconds,
    heardFrom: recorded?.preview ?? null,
  }),
  rows: {
    idle: (moment) => ({
      reads: known(moment, "idle"),
      holds: { recordings: 0 },
      sees: atHand(moment, "button: Record voice", "!button: Stop recording", "!alert: "),
    }),
    "on.asking.held": (moment) => ({
      reads: known(moment, "on.asking.held"),
      holds: { recordings: 1 },
      sees: ["text: Slide to cancel", "timer: Recorded time", "!button: Send"],
    }),
    "on.asking.locked": (moment) => ({
      reads: known(moment, "on.asking.locked"),
      holds: { recordings: 1 },
      sees: ["text: Waiting for the microphone", "button: Discard recording", "!button: Send"],
    }),
    "on.recording.held": (moment) => ({
      reads: known(moment, "on.recording.held"),
      holds: { recordings: 1 },
      sees: ["text: Slide to cancel", "img: Slide up to go on without holding", ...progress(moment)],
    }),
    "on.recording.locked": (moment) => ({
      reads: known(moment, "on.recording.locked"),
      holds: { recordings: 1 },
      sees: [
        "button: Stop recording",
        "button: Discard recording",
        "button: Send",
        "!button: Record voice",
        "!text: Slide to cancel",
        ...progress(moment),
      ],
    }),
    "on.finishing.toWait": (moment) => finishing(moment, "on.finishing.toWait"),
    "on.finishing.toSend": (moment) => finishing(moment, "on.finishing.toSend"),
    "on.waiting": (moment) => ({
      reads: known(moment, "on.waiting"),
      holds: { recordings: 1 },
      sees: atHand(
        moment,
        "text: Recorded. Send or discard it.",
        "button: Play voice message, 00:01",
        "button: Discard recording",
        "button: Send",
        "!button: Stop recording",
      ),
    }),
    "on.keeping": (moment) => ({
      asks: [["storage.keepBytes", { userID: ME, clientMsgID: ID, bytes: BYTES, poster: null }]],
      reads: known(moment, "on.keeping"),
      holds: { recordings: 1 },
      sees: atHand(moment, "button (busy): Record voice", "!button: Send"),
    }),
    tooShort: (moment) => ({
      reads: known(moment, "tooShort"),
      holds: { recordings: 0 },
      sees: atHand(moment, "text: The recording is too short", "button: Record voice"),
    }),
    denied: (moment) =>
      refused(
        moment,
        "denied",
        "Parley may not use the microphone. Allow it in the browser, then try again.",
      ),
    missing: (moment) => refused(moment, "missing", "No microphone was found. Connect one, then try again."),
    inCall: (moment) =>
      refused(moment, "inCall", "The microphone is in a call. Record once the call is over."),
    failing: (moment) =>
      refused(
        moment,
        "failing",
        "The microphone does not start. Another program may be using it; try again.",
      ),
  },
  leads: {
    idle: begins(),
    "on.asking.*": {
      "user.discardRecording": "idle",
      "page.hidden": "idle",
      "conversation.hidden": "idle",
      ...fails(),
    },
    "on.asking.held": {
      "recorder.started": "on.recording.held",
      "user.lockRecorder": "on.asking.locked",
      "user.releaseRecorder": "tooShort",
    },
    "on.asking.locked": { "recorder.started": "on.recording.locked" },
    "on.recording.*": {
      "recorder.level": STAYS,
      "recorder.level just before the end": STAYS,
      "recorder.done": "on.waiting",
      "recorder.done too early": "tooShort",
      "user.discardRecording": "idle",
      "page.hidden": "on.finishing.toWait",
      "conversation.hidden": "on.finishing.toWait",
      ...fails(),
    },
    "on.recording.held": {
      "recorder.level at the end": "on.finishing.toSend",
      "user.lockRecorder": "on.recording.locked",
      "user.releaseRecorder": "on.finishing.toSend",
    },
    "on.recording.locked": {
      "recorder.level at the end": "on.finishing.toWait",
      "user.stopRecorder": "on.finishing.toWait",
      "user.sendRecording": "on.finishing.toSend",
    },
    "on.finishing.*": { "recorder.done too early": "tooShort", ...fails() },
    "on.finishing.toWait": {
      "recorder.done": "on.waiting",
      "user.sendRecording": "on.finishing.toSend",
    },
    "on.finishing.toSend": { "recorder.done": "on.keeping" },
    "on.waiting": { "user.sendRecording": "on.keeping", "user.discardRecording": "idle" },
    "on.keeping": { "keepRecording done": "idle", "keepRecording failed (unknown)": "on.waiting" },
    tooShort: { ...begins(), "after promptDuration": "idle" },
    denied: { ...begins(), "user.dismissRecorder": "idle" },
    missing: { ...begins(), "user.dismissRecorder": "idle" },
    inCall: { ...begins(), "user.dismissRecorder": "idle" },
    failing: { ...begins(), "user.dismissRecorder": "idle" },
  },
  excused: helpersDoNotFail("microphone"),
  told({ label, around }): readonly Wire[] {
    if (label === "keepRecording failed (unknown)")
      return [["notices <- notice.add", { notice: { tone: "error", failure: "unknown" } }]];
    if (label !== "keepRecording done") return [];
    const enclosure = {
      type: "voice",
      mime: "audio/webm",
      bytes: 10,
      preview: "blob:kept",
      seconds: 1,
      levels: ledger(around).levels,
    };
    return [
      ["outbox <- outbox.enclose", { conversationID: CHAT, enclosed: [{ clientMsgID: ID, enclosure }] }],
    ];
  },
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
    "the page is there again": ({ ports }) => ports.emit.page({ type: "page.visible" }),
  },
};

function begins() {
  return { "user.holdRecorder": "on.asking.held", "user.startRecorder": "on.asking.locked" };
}

function fails() {
  return {
    "recorder.failed, denied": "denied",
    "recorder.failed, missing": "missing",
    "recorder.failed, in a call": "inCall",
    "recorder.failed, failing": "failing",
  };
}

type Moment = { step: { label: string; around: string; before: unknown } | null };

function ledger(around: string): Ledger {
  return JSON.parse(around);
}

function after(before: Ledger, label: string, value: unknown): Ledger {
  const where = stateIn(value);
  switch (label) {
    case "user.holdRecorder":
    case "user.startRecorder":
      return where.startsWith("on.asking") ? { ...before, ...EMPTY } : before;
    case "recorder.level":
      return { ...before, levels: [...before.levels, 0.4], seconds: 51.2 };
    case "recorder.level just before the end":
      return { ...before, levels: [...before.levels, 0.3], seconds: 59.9 };
    case "recorder.level at the end":
      return { ...before, levels: [...before.levels, 0.7], seconds: 60 };
    case "recorder.done":
      return { ...before, seconds: 1, isRecorded: true };
    case "conversation.hidden":
      return { ...before, where: "elsewhere" };
    default:
      return before;
  }
}

function lastOf({ step }: Moment): Ledger {
  return step ? ledger(step.around) : START;
}

function known(moment: Moment, state: string): Facts {
  const { levels, seconds, isRecorded } = lastOf(moment);
  return { state, levels: levels.join(), seconds, heardFrom: isRecorded ? HEARD : null };
}

/** What is seen while one is at the chat. */
function atHand(moment: Moment, ...sights: string[]): string[] {
  return lastOf(moment).where === "here" ? sights : [];
}

function progress(moment: Moment): string[] {
  const { seconds } = lastOf(moment);
  if (seconds === 0) return ["timer: Recorded time", "text: 00:00"];
  return seconds === 51.2 ? ["text: 00:51", "text: 9 seconds left"] : ["text: 00:59", "text: 1 second left"];
}

function finishing(moment: Moment, state: string): Row {
  const isAsked = !stateIn(valueIn(moment.step?.before)).includes("finishing");
  return {
    asks: isAsked ? ["recorder.finish"] : [],
    reads: known(moment, state),
    holds: { recordings: 1 },
    sees: atHand(
      moment,
      state === "on.finishing.toSend" ? "button (busy): Record voice" : "button: Discard recording",
      "!button: Stop recording",
      "!text: Slide to cancel",
    ),
  };
}

function refused(moment: Moment, state: string, words: string): Row {
  return {
    reads: known(moment, state),
    holds: { recordings: 0 },
    sees: atHand(moment, `text: ${words}`, "button: Record voice", "button: Dismiss"),
  };
}

function valueIn(snapshot: unknown): unknown {
  return typeof snapshot === "object" && snapshot !== null && "value" in snapshot ? snapshot.value : "";
}

/** A state as its leaf, e.g. "on.recording.held". */
function stateIn(value: unknown): string {
  if (typeof value === "string") return value;
  const [[key, inner] = ["", ""]] = Object.entries(value ?? {});
  return inner === "" ? key : `${key}.${stateIn(inner)}`;
}

function isShown(words: string): boolean {
  return document.body.textContent?.includes(words) ?? false;
}

/** A finger on the button, moved from where it came down. */
function touch(stage: Stage, what: "pointerDown" | "pointerUp" | "pointerMove", x: number, y: number) {
  const finger = { pointerType: "touch", isPrimary: true, pointerId: 1, clientX: 300 + x, clientY: 700 + y };
  return stage.act(() => void fireEvent[what](find("button", "Record voice"), finger));
}
