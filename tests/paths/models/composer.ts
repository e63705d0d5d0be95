import type { EventObject } from "xstate";
import { composerMachine, selectBlockReason } from "../../../machines/composer.ts";
import { aGroup, aGroupConversation, aMessage, aWorld, groupChatID, TEAM } from "../../fakes/world.ts";
import type { SnapshotOf } from "../graph.ts";
import { pick, press, type } from "../hands.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel, Moment, Row } from "../model.ts";
import { childOf, type Stage } from "../stage.ts";
import { leavesOf } from "../structure.ts";
import { helpersDoNotFail } from "./excuses.ts";
import { deafParent } from "./parents.ts";

const CHAT = groupChatID(TEAM);
const PATH = `/chat?conversationID=${CHAT}`;
const ANNAS = aMessage({ conversationID: CHAT, groupID: TEAM, recvID: "", clientMsgID: "team-1" });
/** One letter more than a message holds. */
const TOO_LONG = "x".repeat(10_001);
const withDraft = aGroupConversation({ draftText: "half a word" });

/** Writing in the team's chat (a group's, so that it can be taken away). */
export const composerModel: ChartModel<typeof composerMachine> = {
  chart: "composer",
  machine: composerMachine,
  input: { conversationID: CHAT, outbox: deafParent },
  events: {
    "user.type Hi": (snapshot) => typing(snapshot, "Hi"),
    "user.type nothing": (snapshot) => typing(snapshot, ""),
    "user.type a space": (snapshot) => typing(snapshot, " "),
    // From a field as it was opened: what was saved or answered before makes no difference to the length.
    "user.type too much": (snapshot) =>
      snapshot.context.savedText === "" && snapshot.context.replyTo === null
        ? typing(snapshot, TOO_LONG)
        : null,
    // Typing on before a pause is over: both the draft's and the other side's clock start anew.
    "user.type on": ({ value, context }) =>
      isOpen(value) && value.draft === "changed" && value.typing === "speaking"
        ? { type: "user.type", text: context.text }
        : null,
    "user.type on, the draft being saved": ({ value, context }) =>
      isOpen(value) && value.draft === "saved" && value.typing === "speaking"
        ? { type: "user.type", text: context.text }
        : null,
    "user.reply": { type: "user.reply", message: ANNAS },
    "user.cancelReply": { type: "user.cancelReply" },
    "user.send": ({ value }) => (isOpen(value) ? { type: "user.send" } : null),
    "conversation.loaded with a draft": (_, around) =>
      around === "loading" ? { type: "conversation.loaded", conversation: withDraft } : null,
    "conversation.hidden": (_, around) => (around === "covered" ? null : { type: "conversation.hidden" }),
    "membership.changed muted": (_, around) =>
      around === "in the group" ? { type: "membership.changed", standing: "groupMuted" } : null,
    "membership.changed mayWrite": (_, around) =>
      around === "in the group" ? { type: "membership.changed", standing: "mayWrite" } : null,
    "page.hidden": { type: "page.hidden" },
  },
  answers: { saveDraft: { failed: ["unknown"] } },
  key: ({ context }) =>
    [short(context.text), short(context.savedText), context.replyTo !== null, context.standing].join(),
  phase: ({ context }) => `${context.replyTo !== null}`,
  around: {
    start: "loading",
    after(around, label) {
      if (label === "conversation.hidden") return "covered";
      return label.startsWith("conversation.loaded") ? "in the group" : around;
    },
  },
  evenIgnored: ["user.send", "conversation.loaded with a draft"],
  // Typing starts two timers, and the draft's is the shorter one; a failed draft's is the longest.
  cannot: (label, _, { value }) =>
    (label === "after typingPause" && value.draft === "changed") ||
    (label === "after draftRetryPause" && value.typing === "speaking"),
  isRest: ({ value, context }) =>
    value.draft === "saved" && value.typing === "silent" && context.standing !== "groupMuted",

  opens: () => ({ world: aWorld({ conversations: [aGroupConversation()] }) }),
  prepare: (ports) => ports.hold("im.loadConversation"),
  begin: (stage) => stage.act(() => stage.ports.visit(PATH)),
  actor: (app) => childOf(app, "session", "messenger", "conversation", "composer"),
  calls: { saveDraft: "im.saveDraft" },
  tells: ["im.sendTyping", "outbox <- outbox.send"],
  logged: ["saveDraft"],
  delays: { draftDelay: 800, draftRetryPause: 10_000, typingPause: 5000 },
  stimuli: {
    "user.type on": (stage, event) => typeOn(stage, event, 700),
    "user.type on, the draft being saved": (stage, event) => typeOn(stage, event, 4000),
    "conversation.loaded with a draft": ({ ports }) => ports.resolve("im.loadConversation", withDraft),
    "conversation.hidden": ({ ports }) => ports.visit("/contact"),
    "membership.changed muted": ({ ports }) => {
      ports.emit.groups({ type: "im.groupChanged", group: aGroup({ status: 3 }) });
    },
    "membership.changed mayWrite": ({ ports }) => {
      ports.emit.groups({ type: "im.groupChanged", group: aGroup() });
    },
  },
  press: {
    "user.type Hi": type("Message", "Hi"),
    "user.type nothing": type("Message", ""),
    "user.type a space": type("Message", " "),
    "user.type too much": type("Message", TOO_LONG),
    "user.reply": pick("Text 1", "Reply"),
    "user.cancelReply": press("button: Cancel reply"),
    "user.send": press("button: Send"),
  },
  pressable(label, { value, context }, around) {
    if (label.startsWith("user.type on")) return false;
    if (!label.startsWith("user.")) return true;
    if (around === "covered" || value.field === "blocked") return false;
    // Typing what is there already, or sending nothing, is not possible.
    if (label === "user.type Hi") return context.text !== "Hi";
    if (label === "user.type nothing") return context.text !== "";
    if (label === "user.type a space") return context.text !== " ";
    if (label === "user.type too much") return context.text !== TOO_LONG;
    // Nothing is drawn before it is known what is unread.
    if (label === "user.reply") return around !== "loading";
    if (label === "user.cancelReply") return context.replyTo !== null;
    return label !== "user.send" || (context.text !== "" && context.text !== TOO_LONG);
  },
  reads: ({ value, context }) => ({
    ...value,
    text: context.text,
    replyTo: context.replyTo?.clientMsgID ?? null,
    blocked: selectBlockReason({ context }),
  }),
  rows: {
    "field.open.writing": (moment) => writable(moment, "writing", ["!alert: "]),
    "field.open.blank": (moment) => writable(moment, "blank", ["text: Content cannot be empty"]),
    "field.open.tooLong": (moment) =>
      writable(moment, "tooLong", [
        "text: A message holds 10,000 characters. Shorten it, or send it in parts.",
        "text: 1 characters too many",
        "button (disabled): Send",
      ]),
    "field.blocked": ({ snapshot: { context }, step }) => ({
      sees: shown(step, "text: The group is muted", "!textbox: Message"),
      reads: {
        field: "blocked",
        blocked: "groupMuted",
        text: context.text,
        replyTo: context.replyTo?.clientMsgID ?? null,
      },
    }),
    // What the SDK did not take is not as good as taken.
    "draft.saved": ({ step }) => ({
      reads: { draft: step?.label.startsWith("saveDraft failed") ? "unsaved" : "saved" },
    }),
    "draft.changed": { reads: { draft: "changed" } },
    "draft.saving": ({ snapshot: { context } }) => ({
      asks: [["im.saveDraft", { conversationID: CHAT, text: context.text }]],
      reads: { draft: "saving" },
    }),
    "draft.unsaved": { reads: { draft: "unsaved" } },
    "typing.silent": { reads: { typing: "silent" } },
    "typing.speaking": { reads: { typing: "speaking" } },
  },
  leads: {
    "field.open.*": {
      "user.type Hi": "field.open.writing",
      "user.type nothing": "field.open.writing",
      "user.type a space": "field.open.writing",
      "user.type too much": "field.open.tooLong",
      "user.reply": STAYS,
      "user.cancelReply": STAYS,
      "membership.changed muted": "field.blocked",
      "membership.changed mayWrite": STAYS,
    },
    "field.open.writing": {
      "user.type Hi": STAYS,
      "user.type nothing": STAYS,
      "user.type a space": STAYS,
      // An empty field has nothing to refuse.
      "user.send": (snapshot) =>
        isSent(snapshot) ? STAYS : snapshot.context.text === "" ? null : "field.open.blank",
      "conversation.loaded with a draft": ifEmpty(STAYS),
    },
    "field.open.blank": {},
    "field.open.tooLong": { "user.type too much": STAYS },
    "field.blocked": {
      "membership.changed mayWrite": ({ context }) =>
        context.text === TOO_LONG ? "field.open.tooLong" : "field.open.writing",
    },
    "draft.saved": {
      "user.type Hi": ifNot("Hi", "draft.changed"),
      "user.type nothing": ifNot("", "draft.changed"),
      "user.type a space": ifNot(" ", "draft.changed"),
      "user.type too much": ifNot(TOO_LONG, "draft.changed"),
      "user.send": ifSent("draft.changed"),
    },
    "draft.changed": {
      "user.type Hi": "draft.changed",
      "user.type nothing": "draft.changed",
      "user.type a space": "draft.changed",
      "user.type too much": "draft.changed",
      "user.type on": "draft.changed",
      "conversation.hidden": "draft.saving",
      "page.hidden": "draft.saving",
      "after draftDelay": "draft.saving",
    },
    "draft.saving": {
      "conversation.hidden": ifStale("draft.saving", null),
      "page.hidden": ifStale("draft.saving", null),
      "saveDraft done": ifStale("draft.changed", "draft.saved"),
      "saveDraft failed (unknown)": ifStale("draft.changed", "draft.unsaved"),
    },
    "draft.unsaved": {
      "user.type Hi": ifNot("Hi", "draft.changed"),
      "user.type nothing": ifNot("", "draft.changed"),
      "user.type a space": ifNot(" ", "draft.changed"),
      "user.type too much": ifNot(TOO_LONG, "draft.changed"),
      "user.send": ifSent("draft.changed"),
      "conversation.hidden": "draft.saving",
      "page.hidden": "draft.saving",
      "after draftRetryPause": "draft.saving",
    },
    "typing.silent": {
      "user.type Hi": "typing.speaking",
      "user.type too much": "typing.speaking",
    },
    "typing.speaking": {
      "user.type Hi": "typing.speaking",
      "user.type too much": "typing.speaking",
      "user.type on": "typing.speaking",
      "user.type on, the draft being saved": "typing.speaking",
      "user.type nothing": "typing.silent",
      "user.type a space": "typing.silent",
      // What is too long to be sent is still being written.
      "user.send": (snapshot) => (isSent(snapshot) ? "typing.silent" : null),
      "conversation.hidden": "typing.silent",
      "after typingPause": "typing.silent",
    },
  },
  told({ label, before, after }) {
    const [was, is] = [before.value.typing, after.value.typing];
    const { text } = before.context;
    const isSent =
      label === "user.send" && isOpen(before.value) && text.trim() !== "" && text.length <= 10_000;
    return [
      ...(was !== is
        ? [["im.sendTyping", { conversationID: CHAT, typing: is === "speaking" }] as const]
        : []),
      ...(isSent
        ? [
            [
              "outbox <- outbox.send",
              { conversationID: CHAT, text: before.context.text.trim(), replyTo: before.context.replyTo },
            ] as const,
          ]
        : []),
    ];
  },
  noise: {
    "looking away with nothing new to save": {
      when: ({ value, context }) =>
        (value.draft === "saved" || value.draft === "saving") && context.text === context.savedText,
      make: ({ ports }) => ports.emit.page({ type: "page.hidden" }),
    },
    "news of another group": ({ ports }) =>
      ports.emit.groups({ type: "im.groupChanged", group: aGroup({ groupID: "other", status: 2 }) }),
    "a draft written on another device": ({ ports }) =>
      ports.emit.conversations({
        type: "im.conversations",
        conversations: [aGroupConversation({ draftText: "elsewhere" })],
      }),
  },
  excused: helpersDoNotFail("typist"),
};

type Composer = SnapshotOf<typeof composerMachine>;

/** There is no field to type into while one line stands in its place. */
function typing({ value }: { value: { field: unknown } }, text: string) {
  return isOpen(value) ? ({ type: "user.type", text } as const) : null;
}

function isOpen(value: { field: unknown }): boolean {
  return value.field !== "blocked";
}

/** Enough of a text to tell it from the others here. */
function short(text: string): string {
  return text.length > 100 ? `${text.length} letters` : text;
}

/** A field one can write in, and what is said about what was written. */
function writable(
  { snapshot: { context }, step }: Moment<typeof composerMachine>,
  is: "writing" | "blank" | "tooLong",
  sights: string[],
): Row {
  return {
    sees: shown(
      step,
      `textbox: Message = ${context.text}`,
      ...sights,
      ...(context.text === "" ? ["!button: Send"] : is === "tooLong" ? [] : ["button: Send"]),
      context.replyTo ? "text: Replying to Anna" : "!text: Replying to Anna",
    ),
    reads: {
      field: { open: is },
      blocked: null,
      text: context.text,
      replyTo: context.replyTo?.clientMsgID ?? null,
    },
  };
}

function shown(step: { around: string } | null, ...sights: string[]): string[] {
  return step?.around === "covered" ? [] : sights;
}

/** The same words again, `pause` milliseconds later, and as long a pause behind them. */
async function typeOn(stage: Stage, event: EventObject, pause: number): Promise<void> {
  await stage.advance(pause);
  childOf(stage.app, "session", "messenger", "conversation", "composer")?.send(event);
  await stage.advance(pause);
}

/** Words are sent; spaces are none, and too many wait to be shortened. */
function isSent({ value, context }: Composer): boolean {
  return leavesOf({ value }).includes("field.open.writing") && context.text.trim() !== "";
}

/** The field is empty after sending, which differs from what was saved. */
function ifSent(target: string) {
  return (snapshot: Composer): string | null =>
    isSent(snapshot) && snapshot.context.savedText !== "" ? target : null;
}

/** A draft from the store is welcome where nothing was written yet. */
function ifEmpty(target: string) {
  return ({ context }: Composer): string | null => (context.text === "" ? target : null);
}

/** What is typed differs from what was saved last. */
function ifNot(text: string, target: string) {
  return ({ context }: Composer): string | null => (context.savedText === text ? null : target);
}

/** More was written since the draft went off to be saved. */
function ifStale(target: string, otherwise: string | null) {
  return ({ context }: Composer): string | null => (context.text === context.savedText ? otherwise : target);
}
