import { createEvent, fireEvent } from "@testing-library/react";
import { recorderMachine } from "../../../../machines/composer/recorder.ts";
import type { KeptRecording } from "../../../../machines/domain/recording.ts";
import { ANNA, aMessage, aWorld, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Facts, Row, Wire } from "../../model.ts";
import { find } from "../../screen-expectations.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail, helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const PATH = `/chat?conversationID=${CHAT}`;
const BYTES = new Blob(["some words"], { type: "audio/webm" });
const BEFORE: KeptRecording = {
  clientMsgID: "before",
  enclosure: {
    type: "voice",
    mime: "audio/webm",
    bytes: 10,
    preview: "blob:before",
    seconds: 7,
    levels: [1],
  },
};

const RECORDER = ["session", "signedIn", "conversation", "recorder"] as const;

interface Ledger {
  where: "here" | "elsewhere";
  levels: number[];
  seconds: number;
  /** The kept recording: from an earlier session, saved now, or not saved. */
  waits: "no" | "before" | "now" | "unkept";
}

const START: Ledger = { where: "here", levels: [], seconds: 0, waits: "no" };
const { read, at, remember } = ledgerFrom(START);
const EMPTY = { levels: [], seconds: 0 };

const atScreen =
  <Event>(event: Event) =>
  (_: unknown, around: string): Event | null =>
    read(around).where === "here" ? event : null;

export const recorderModel: ChartModel<typeof recorderMachine> = {
  chart: "recorder",
  machine: recorderMachine,
  input: {
    conversationID: CHAT,
    userID: ME,
    outbox: ignoringParent,
    clock: { newID: () => "spoken", now: () => NOON },
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
      read(around).levels.length === 0 ? { type: "recorder.level", level: 0.4, seconds: 51.2 } : null,
    "recorder.level just before the end": (_, around) =>
      read(around).levels.length === 0 ? { type: "recorder.level", level: 0.3, seconds: 59.9 } : null,
    "recorder.level at the end": { type: "recorder.level", level: 0.7, seconds: 60 },
    "recorder.done": { type: "recorder.done", bytes: BYTES, seconds: 1 },
    "recorder.done too early": { type: "recorder.done", bytes: BYTES, seconds: 0.9 },
    "recorder.failed, denied": { type: "recorder.failed", cause: "denied" },
    "recorder.failed, missing": { type: "recorder.failed", cause: "missing" },
    "recorder.failed, in a call": { type: "recorder.failed", cause: "inCall" },
    "recorder.failed, failing": { type: "recorder.failed", cause: "failing" },
    "voiceDraft.waits": { type: "voiceDraft.waits" },
    "voiceDraft.gone": { type: "voiceDraft.gone" },
    "page.hidden": { type: "page.hidden" },
    "conversation.hidden": (_, around) =>
      read(around).where === "here" ? { type: "conversation.hidden" } : null,
  },
  answers: {},
  key: ({ context }) => [context.levels.join(), context.seconds].join(" "),
  around: remember((before, label, { value }) => after(before, label, value)),
  // A recorder sends no events before it starts or after it ends.
  cannot(label, _, { value }) {
    const where = stateIn(value);
    if (label === "voiceDraft.waits") return !["looking", "sending"].includes(where);
    if (label === "voiceDraft.gone") return !["looking", "sending", "waiting"].includes(where);
    if (label === "recorder.started") return !where.startsWith("on.asking");
    if (label.startsWith("recorder.level")) return !where.startsWith("on.recording");
    if (label.startsWith("recorder.done")) return !/^on\.(recording|finishing)/.test(where);
    if (label.startsWith("recorder.failed")) return !/^on\.(asking|recording|finishing)/.test(where);
    return false;
  },
  isRest: ({ value }) => ["idle", "waiting"].includes(stateIn(value)),

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    ports.hold("storage.readRecording", "storage.keepRecording", "im.createMessage");
  },
  begin: (stage) => stage.act(() => stage.ports.visit(PATH)),
  actor: (app) => childOf(app, ...RECORDER),
  calls: {},
  tells: ["voiceDraft <- voiceDraft.keep", "recorder.finish"],
  delays: { promptDuration: 2500, busyDuration: 6000 },
  stimuli: {
    "conversation.hidden": ({ ports }) => ports.visit("/contact"),
    "voiceDraft.waits": ({ ports }) => {
      if (ports.pending("storage.readRecording").length > 0) ports.resolve("storage.readRecording", BEFORE);
      else ports.reject("storage.keepRecording", "unknown");
    },
    "voiceDraft.gone": ({ app, ports }) => {
      const isSending = childOf(app, ...RECORDER)?.getSnapshot().value === "sending";
      const [kept] = ports.sent("storage.keepRecording").slice(-1);
      if (ports.pending("storage.readRecording").length > 0) ports.resolve("storage.readRecording", null);
      else if (isSending && kept) ports.resolve("storage.keepRecording", kept);
      else childOf(app, ...RECORDER, "voiceDraft")?.send({ type: "user.discardVoiceDraft" });
    },
  },
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
    const isSharedMedia = where.endsWith(".held");
    switch (label) {
      case "user.holdRecorder":
      case "user.startRecorder":
        return !/^(on\.|waiting)/.test(where);
      case "user.releaseRecorder":
      case "user.lockRecorder":
        return isSharedMedia;
      case "user.stopRecorder":
        return where === "on.recording.locked";
      case "user.sendRecording":
        return ["on.recording.locked", "on.finishing.toWait"].includes(where);
      case "user.discardRecording":
        return isSharedMedia || ["on.asking.locked", "on.recording.locked"].includes(where);
      case "user.dismissRecorder":
        return ["denied", "missing", "inCall", "failing"].includes(where);
      default:
        return true;
    }
  },
  reads: ({ value, tags, context: { levels, seconds } }) => ({
    state: stateIn(value),
    levels: levels.join(),
    seconds,
    isHeld: tags.has("held"),
    isAskingHeld: tags.has("askingHeld"),
  }),
  rows: {
    looking: (moment) => ({
      reads: known(moment, "looking"),
      holds: { recordings: 0 },
      sees: atHand(moment, "button: Record voice", "!button: Discard recording", "!button: Send"),
    }),
    idle: (moment) => ({
      reads: known(moment, "idle"),
      holds: { recordings: 0 },
      sees: atHand(
        moment,
        "button: Record voice",
        "!button: Stop recording",
        "!button: Dismiss",
        "!text: The recording is too short",
      ),
    }),
    "on.asking.held": (moment) => ({
      reads: known(moment, "on.asking.held"),
      holds: { recordings: 1 },
      sees: [
        "text: Waiting for the microphone",
        "text: Slide to cancel",
        "timer: Recorded time",
        "!button: Send",
      ],
    }),
    "on.asking.locked": (moment) => ({
      reads: known(moment, "on.asking.locked"),
      holds: { recordings: 1 },
      sees: ["text: Waiting for the microphone", "button: Discard recording", "!button: Send"],
    }),
    "on.recording.held": (moment) => ({
      reads: known(moment, "on.recording.held"),
      holds: { recordings: 1 },
      sees: [
        "!text: Waiting for the microphone",
        "text: Slide to cancel",
        "img: Slide up to lock",
        ...progress(moment),
      ],
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
    waiting: (moment) => ({
      reads: known(moment, "waiting"),
      holds: { recordings: 0 },
      sees: atHand(
        moment,
        "text: Recorded. Send or discard it.",
        at(moment.step).waits === "before"
          ? "button: Play voice message, 00:07"
          : "!button: Play voice message, 00:01",
        "button: Discard recording",
        "button: Send",
        "!button: Stop recording",
      ),
    }),
    sending: (moment) => ({
      reads: known(moment, "sending"),
      holds: { recordings: 0 },
      sees: atHand(moment, "button (busy): Record voice", "!button: Send"),
    }),
    tooShort: (moment) => ({
      reads: known(moment, "tooShort"),
      holds: { recordings: 0 },
      sees: atHand(moment, "text: The recording is too short", "button: Record voice"),
    }),
    denied: (moment) =>
      refused(moment, "denied", "Parley can't use the microphone. Allow it in the browser, then try again."),
    missing: (moment) =>
      refused(moment, "missing", "No microphone found. Connect a microphone, then try again."),
    inCall: (moment) => refused(moment, "inCall", "The call is using the microphone. Record after the call."),
    failing: (moment) =>
      refused(moment, "failing", "The microphone doesn't start. Another app may be using it. Try again."),
  },
  leads: {
    looking: { "voiceDraft.waits": "waiting", "voiceDraft.gone": "idle" },
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
      "recorder.done": "waiting",
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
      "recorder.done": "waiting",
      "user.sendRecording": "on.finishing.toSend",
    },
    "on.finishing.toSend": { "recorder.done": "sending" },
    waiting: { "voiceDraft.gone": "idle" },
    sending: { "voiceDraft.gone": "idle", "voiceDraft.waits": "waiting" },
    tooShort: { ...begins(), "after promptDuration": "idle" },
    denied: { ...begins(), "user.dismissRecorder": "idle" },
    missing: { ...begins(), "user.dismissRecorder": "idle" },
    inCall: {
      ...begins(),
      "user.dismissRecorder": "idle",
      "conversation.hidden": "idle",
      "after busyDuration": "idle",
    },
    failing: { ...begins(), "user.dismissRecorder": "idle" },
  },
  excused: { ...helpersDoNotFail("microphone"), ...chartsDoNotFail("voiceDraft") },
  told({ label, around, after }): readonly Wire[] {
    if (label !== "recorder.done") return [];
    const { levels } = read(around);
    const isToSend = stateIn(after.value) === "sending";
    return [["voiceDraft <- voiceDraft.keep", { recorded: { bytes: BYTES, seconds: 1 }, levels, isToSend }]];
  },
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
    "the page is visible again": ({ ports }) => ports.emit.page({ type: "page.visible" }),
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
    case "voiceDraft.waits":
      return { ...before, waits: before.waits === "no" ? "before" : "unkept" };
    case "voiceDraft.gone":
      return { ...before, waits: "no" };
    case "recorder.done":
      return { ...before, waits: "now" };
    case "conversation.hidden":
      return { ...before, where: "elsewhere" };
    default:
      return before;
  }
}

function known(moment: Moment, state: string): Facts {
  const { levels, seconds } = at(moment.step);
  return {
    state,
    levels: levels.join(),
    seconds,
    isHeld: state === "on.asking.held" || state === "on.recording.held",
    isAskingHeld: state === "on.asking.held",
  };
}

function atHand(moment: Moment, ...expectations: string[]): string[] {
  return at(moment.step).where === "here" ? expectations : [];
}

function progress(moment: Moment): string[] {
  const { seconds } = at(moment.step);
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

function stateIn(value: unknown): string {
  if (typeof value === "string") return value;
  const [[key, inner] = ["", ""]] = Object.entries(value ?? {});
  return inner === "" ? key : `${key}.${stateIn(inner)}`;
}

function isShown(words: string): boolean {
  return document.body.textContent?.includes(words) ?? false;
}

/** A touch on the button; `x` and `y` are the distance in px from its start. */
/** A touch a second later, so that it is not the second tap of a double tap. */
function touch(stage: Stage, what: "pointerDown" | "pointerUp" | "pointerMove", x: number, y: number) {
  const finger = { pointerType: "touch", isPrimary: true, pointerId: 1, clientX: 300 + x, clientY: 700 + y };
  const button = find("button", "Record voice");
  const event = createEvent[what](button, finger);
  Object.defineProperty(event, "timeStamp", { value: event.timeStamp + 1000 });
  return stage.act(() => void fireEvent(button, event));
}
