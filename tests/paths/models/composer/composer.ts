import {
  type ComposerEvent,
  composerMachine,
  selectBlockReason,
} from "../../../../machines/composer/composer.ts";
import { blockReasonOf } from "../../../../machines/conversation/membership.ts";
import { leavesOf } from "../../../../tools/charts/paths/structure.ts";
import {
  ANNA,
  aGroup,
  aGroupConversation,
  aMember,
  aMessage,
  aRecall,
  aWorld,
  groupChatID,
  TEAM,
} from "../../../fakes/world.ts";
import { pick, press, type } from "../../gestures.ts";
import type { SnapshotOf, Step } from "../../graph.ts";
import type { ChartModel, Moment, Row, Wire } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = groupChatID(TEAM);
const PATH = `/chat?conversationID=${CHAT}`;
const ANNAS = aMessage({ conversationID: CHAT, groupID: TEAM, recvID: "", clientMsgID: "team-1" });
/** One character above the limit. */
const TOO_LONG = "x".repeat(10_001);
const NO_TEXT = "text: Content cannot be empty";
const LONG_TEXT = "text: A message can have up to 10,000 characters. Shorten it or send it in parts.";
const withDraft = aGroupConversation({ draftText: "half a word" });
const withReply = aGroupConversation({
  draftText: "half a word",
  draftReplyID: ANNAS.clientMsgID,
  draftReply: ANNAS,
});

const PLACED = { userID: ANNA, name: "Anna", start: 0 };
const MENTION: ComposerEvent = {
  type: "user.type",
  text: "@Anna ",
  caret: 6,
  mention: PLACED,
};

const RECALLED = aRecall(ANNAS.clientMsgID);
const DELETED = { type: "im.deleted", clientMsgID: ANNAS.clientMsgID } as const;

/** The text that another app shared (11-57). */
const SHARED = "See this";

const TEXTS: Readonly<Record<string, string>> = {
  nothing: "",
  "a space": " ",
  Hi: "Hi",
  "too much": TOO_LONG,
  "a draft": "half a word",
  "an at": "@",
  "a mention": "@Anna ",
  "a share": SHARED,
  "a space and a share": ` \n${SHARED}`,
  "a draft and a share": `half a word\n${SHARED}`,
};
/** The text after a share was added below it. */
const WITH_SHARE: Readonly<Record<string, string>> = {
  nothing: "a share",
  "a space": "a space and a share",
  "a draft": "a draft and a share",
};

export const composerModel: ChartModel<typeof composerMachine> = {
  chart: "composer",
  machine: composerMachine,
  input: { conversationID: CHAT, outbox: ignoringParent },
  events: {
    "user.type Hi": typing("Hi"),
    "user.type nothing": typing("nothing"),
    "user.type a space": typing("a space", "nothing", "Hi"),
    "user.type too much": typing("too much", "nothing"),
    "user.type an at": (_, around) =>
      isWritable(around) && fieldIn(around).where === "in the group" && fieldIn(around).text === "nothing"
        ? { type: "user.type", text: "@", caret: 1 }
        : null,
    "user.type a mention": (_, around) =>
      isWritable(around) && fieldIn(around).text === "an at" ? MENTION : null,
    // Typing before a pause ends extends it, and starts no timer.
    "user.type on": ({ value, context }, around) =>
      isWritable(around) && isChanged(value) && isTyping(value)
        ? { type: "user.type", text: context.text }
        : null,
    "user.type on, the draft being saved": ({ value, context }, around) =>
      isWritable(around) && value.draft === "saved" && isTyping(value)
        ? { type: "user.type", text: context.text }
        : null,
    "user.reply": ({ value }, around) => {
      const { where, text, isReply, isGone } = fieldIn(around);
      const isDrawn = isWritable(around) && where === "in the group" && !isGone;
      return isDrawn && !isReply && (text === "Hi" || (text === "nothing" && value.typing === "silent"))
        ? { type: "user.reply", message: ANNAS }
        : null;
    },
    "user.cancelReply": (_, around) =>
      isWritable(around) && fieldIn(around).isReply ? { type: "user.cancelReply" } : null,
    "im.revoked": ifReply(RECALLED),
    "im.revoked another": ifReply(aRecall("another")),
    "im.deleted": ifReply(DELETED),
    "im.deleted another": ifReply({ ...DELETED, clientMsgID: "another" }),
    "user.send": (_, around) =>
      isWritable(around) && !fieldIn(around).isReply ? { type: "user.send" } : null,
    "user.send a reply": (_, around) =>
      isWritable(around) && fieldIn(around).isReply ? { type: "user.send" } : null,
    "conversation.loaded with a draft": (_, around) =>
      fieldIn(around).where === "loading" ? { type: "conversation.loaded", conversation: withDraft } : null,
    "conversation.loaded with a reply": ({ value }, around) =>
      around === "loading, nothing" && value.draft === "saved" && value.typing === "silent"
        ? { type: "conversation.loaded", conversation: withReply }
        : null,
    "conversation.hidden": (_, around) =>
      fieldIn(around).where === "covered" ? null : { type: "conversation.hidden" },
    "membership.changed muted": (_, around) =>
      fieldIn(around).where === "in the group" && !fieldIn(around).isDismissed
        ? { type: "membership.changed", standing: "groupMuted" }
        : null,
    "membership.changed mayWrite": (_, around) =>
      fieldIn(around).where === "in the group" && !fieldIn(around).isDismissed
        ? { type: "membership.changed", standing: "mayWrite" }
        : null,
    "membership.changed dismissed": ({ value }, around) =>
      around === "in the group, a draft" && value.draft === "saved" && value.typing === "silent"
        ? { type: "membership.changed", standing: "dismissed" }
        : null,
    "user.copyDraft": ({ value }, around) => {
      const isKept = value.draft === "saved" && value.typing === "silent";
      return isKept && /^in the group, a draft, (muted|dismissed)$/.test(around)
        ? { type: "user.copyDraft" }
        : null;
    },
    "composer.append": (_, around) => {
      const { where, text, isGone, isDismissed } = fieldIn(around);
      return where === "in the group" && text in WITH_SHARE && !isGone && !isDismissed
        ? { type: "composer.append", text: SHARED }
        : null;
    },
    "page.hidden": { type: "page.hidden" },
  },
  answers: { saveDraft: { failed: ["unknown"] }, copyText: { failed: ["unknown"] } },
  // The saved draft matters only while it is being saved; otherwise it equals or will equal the written one.
  key: ({ value, context: { standing, savedText, savedReplyID } }) =>
    [
      blockReasonOf(standing),
      value.draft === "saving" ? `${short(savedText)} ${savedReplyID !== null}` : "",
    ].join(),
  around: { start: "loading, nothing", after: aroundAfter },
  evenIgnored: [
    ...["user.send", "user.send a reply", "conversation.loaded with a draft"],
    ...["im.revoked another", "im.deleted another"],
  ],
  // Typing starts two timers, and the draft's is shorter. The retry of a failed draft is the longest.
  cannot: (label, _, { value }) =>
    ((label === "after typingPause" || label === "after typingEndPause") && isChanged(value)) ||
    (label === "after draftRetryPause" && isSpeaking(value)) ||
    (value.typing === "ending" && !AFTER_SENDING.test(label)),
  isRest: ({ value, context }) =>
    value.draft === "saved" && value.typing === "silent" && selectBlockReason({ context }) === null,

  opens: () => ({
    world: aWorld({
      conversations: [aGroupConversation()],
      members: [aMember(), aMember({ userID: ANNA, nickname: "Anna" })],
    }),
  }),
  prepare: (ports) => ports.hold("im.loadConversation"),
  begin: (stage) => stage.act(() => stage.ports.visit(PATH)),
  actor: (app) => childOf(app, "session", "signedIn", "conversation", "composer"),
  calls: { saveDraft: "im.saveDraft", copyText: "platform.copy" },
  tells: ["im.sendTyping", "outbox <- outbox.send", "toasts <- toast.add"],
  logged: ["saveDraft"],
  delays: { draftDelay: 800, draftRetryPause: 10_000, typingPause: 5000, typingEndPause: 2000 },
  stimuli: {
    "composer.append": ({ app }) =>
      childOf(app, "session", "signedIn")?.send({ type: "incomingShare.put", text: SHARED, files: [] }),
    "conversation.loaded with a draft": ({ ports }) => ports.resolve("im.loadConversation", withDraft),
    "conversation.loaded with a reply": ({ ports }) => ports.resolve("im.loadConversation", withReply),
    "im.revoked": ({ ports }) => ports.emit.messages(RECALLED),
    "im.revoked another": ({ ports }) => ports.emit.messages(aRecall("another")),
    "im.deleted": ({ ports }) => ports.emit.messages(DELETED),
    "im.deleted another": ({ ports }) => ports.emit.messages({ ...DELETED, clientMsgID: "another" }),
    "conversation.hidden": ({ ports }) => ports.visit("/contact"),
    "membership.changed muted": ({ ports }) => {
      ports.emit.groups({ type: "im.groupChanged", group: aGroup({ status: 3 }) });
    },
    "membership.changed dismissed": ({ ports }) => {
      ports.emit.groups({ type: "im.groupChanged", group: aGroup({ status: 2 }) });
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
    "user.type an at": type("Message", "@"),
    "user.type a mention": press("option: Anna"),
    "user.reply": pick("Text 1", "Reply"),
    "user.cancelReply": press("button: Cancel reply"),
    "user.send": press("button: Send"),
    "user.copyDraft": press("button: Copy draft"),
  },
  pressable(label, _, around) {
    const { text } = fieldIn(around);
    if (label.startsWith("user.type on")) return false;
    return !label.startsWith("user.send") || (text !== "nothing" && text !== "too much");
  },
  reads: ({ value, context }) => ({
    ...value,
    text: context.text,
    replyTo: context.replyTo?.clientMsgID ?? null,
    blocked: selectBlockReason({ context }),
  }),
  rows: {
    "field.open.writing": (moment) => writable(moment, "writing", [`!${NO_TEXT}`, `!${LONG_TEXT}`]),
    "field.open.blank": (moment) => writable(moment, "blank", [NO_TEXT]),
    "field.open.tooLong": (moment) =>
      writable(moment, "tooLong", [LONG_TEXT, "text: 1 characters too many", "button (disabled): Send"]),
    "field.blocked.resting": (moment) => blockedRow(moment, "resting"),
    "field.blocked.copying": (moment) => ({
      asks: [["platform.copy", "half a word"]],
      ...blockedRow(moment, "copying"),
    }),
    // A draft that the SDK refused is not saved.
    "draft.saved": ({ step }) => ({
      reads: { draft: step?.label.startsWith("saveDraft failed") ? "unsaved" : "saved" },
    }),
    "draft.changed.quiet": { reads: { draft: { changed: "quiet" } } },
    "draft.changed.busy": { reads: { draft: { changed: "busy" } } },
    "draft.saving": ({ step }) => ({
      asks: [
        [
          "im.saveDraft",
          {
            conversationID: CHAT,
            text: written(step).text,
            ...(isMention(step) ? { mentions: [PLACED] } : {}),
            ...(written(step).replyTo === null ? {} : { replyID: ANNAS.clientMsgID }),
          },
        ],
      ],
      reads: { draft: "saving" },
    }),
    "draft.unsaved": { reads: { draft: "unsaved" } },
    "typing.silent": { reads: { typing: "silent" } },
    "typing.speaking.quiet": { reads: { typing: { speaking: "quiet" } } },
    "typing.speaking.busy": { reads: { typing: { speaking: "busy" } } },
    "typing.ending": { reads: { typing: "ending" } },
  },
  leads: {
    "*": { "im.revoked": STAYS, "im.deleted": STAYS },
    "field.open.*": {
      "user.type Hi": "field.open.writing",
      "user.type nothing": "field.open.writing",
      "composer.append": "field.open.writing",
      "user.reply": STAYS,
      "user.cancelReply": STAYS,
      "membership.changed muted": "field.blocked.resting",
      "membership.changed dismissed": "field.blocked.resting",
      "membership.changed mayWrite": STAYS,
    },
    "field.open.writing": {
      "user.type Hi": STAYS,
      "user.type nothing": STAYS,
      "composer.append": STAYS,
      "user.type an at": STAYS,
      "user.type a mention": STAYS,
      "user.type a space": STAYS,
      "user.type too much": "field.open.tooLong",
      "user.send": sentOrRefused,
      "user.send a reply": sentOrRefused,
      "conversation.loaded with a draft": ifEmpty(STAYS),
      "conversation.loaded with a reply": STAYS,
    },
    "field.open.blank": {},
    "field.open.tooLong": {},
    "field.blocked.resting": { "composer.append": STAYS, "user.copyDraft": "field.blocked.copying" },
    "field.blocked.copying": {
      "composer.append": "field.blocked.resting",
      "copyText done": "field.blocked.resting",
      "copyText failed (unknown)": "field.blocked.resting",
    },
    "field.blocked.*": {
      "membership.changed mayWrite": ({ context }) =>
        context.text === TOO_LONG ? "field.open.tooLong" : "field.open.writing",
    },
    "draft.saved": {
      "composer.append": "draft.changed.quiet",
      "user.type an at": "draft.changed.quiet",
      "user.type a mention": "draft.changed.quiet",
      "user.type Hi": "draft.changed.quiet",
      "user.type nothing": "draft.changed.quiet",
      "user.type a space": "draft.changed.quiet",
      "user.type too much": "draft.changed.quiet",
      "user.send": ifSent("draft.changed.quiet"),
      "user.send a reply": ifSent("draft.changed.quiet"),
      "user.reply": "draft.changed.quiet",
      "user.cancelReply": "draft.changed.quiet",
      "im.revoked": "draft.changed.quiet",
      "im.deleted": "draft.changed.quiet",
      // The user can write here again some day, unless the group was dismissed.
      "copyText done": (_, around) => (fieldIn(around).isDismissed ? "draft.changed.quiet" : null),
    },
    "draft.changed.*": {
      "conversation.hidden": "draft.saving",
      "page.hidden": "draft.saving",
    },
    "draft.changed.quiet": {
      "user.type an at": "draft.changed.busy",
      "user.type a mention": "draft.changed.busy",
      "user.type Hi": "draft.changed.busy",
      "user.type nothing": "draft.changed.busy",
      "user.type a space": "draft.changed.busy",
      "user.type too much": "draft.changed.busy",
      "user.type on": "draft.changed.busy",
      "after draftDelay": "draft.saving",
    },
    // The user typed while the timer ran, so it runs again.
    "draft.changed.busy": { "after draftDelay": "draft.changed.quiet" },
    "draft.saving": {
      "conversation.hidden": ifStale("draft.saving", null),
      "page.hidden": ifStale("draft.saving", null),
      "saveDraft done": ifStale("draft.changed.quiet", "draft.saved"),
      "saveDraft failed (unknown)": ifStale("draft.changed.quiet", "draft.unsaved"),
    },
    "draft.unsaved": {
      "composer.append": "draft.changed.quiet",
      "user.type an at": "draft.changed.quiet",
      "user.type a mention": "draft.changed.quiet",
      "user.type Hi": "draft.changed.quiet",
      "user.type nothing": "draft.changed.quiet",
      "user.type a space": "draft.changed.quiet",
      "user.type too much": "draft.changed.quiet",
      "user.send": ifSent("draft.changed.quiet"),
      "user.send a reply": ifSent("draft.changed.quiet"),
      "user.reply": "draft.changed.quiet",
      "user.cancelReply": "draft.changed.quiet",
      "im.revoked": "draft.changed.quiet",
      "im.deleted": "draft.changed.quiet",
      "conversation.hidden": "draft.saving",
      "page.hidden": "draft.saving",
      "after draftRetryPause": "draft.saving",
    },
    "typing.silent": {
      "user.type an at": "typing.speaking.quiet",
      "user.type a mention": "typing.speaking.quiet",
      "user.type Hi": "typing.speaking.quiet",
      "user.type too much": "typing.speaking.quiet",
    },
    "typing.speaking.*": {
      "user.type nothing": "typing.silent",
      "user.type a space": "typing.silent",
      // A text that is too long is not sent and stays in progress.
      "user.send": ifSent("typing.ending"),
      "user.send a reply": ifSent("typing.ending"),
      "conversation.hidden": "typing.silent",
    },
    "typing.speaking.quiet": {
      "user.type Hi": "typing.speaking.busy",
      "user.type a mention": "typing.speaking.busy",
      "user.type on": "typing.speaking.busy",
      "user.type on, the draft being saved": "typing.speaking.busy",
      "after typingPause": "typing.silent",
    },
    "typing.speaking.busy": { "after typingPause": "typing.speaking.quiet" },
    "typing.ending": {
      "user.type an at": "typing.speaking.quiet",
      "user.type Hi": "typing.speaking.quiet",
      "user.type too much": "typing.speaking.quiet",
      "conversation.hidden": "typing.silent",
      "after typingEndPause": "typing.silent",
    },
  },
  told({ event, label, before, after }) {
    const [was, is] = [isSpeaking(before.value), isSpeaking(after.value)];
    const { text, replyTo } = before.context;
    const saysTyping = (typing: boolean): Wire => ["im.sendTyping", { conversationID: CHAT, typing }];
    const isBegunAgain = before.value.typing === "ending" && isTyping(after.value);
    const words =
      text === "@Anna "
        ? { text: `@${ANNA}`, mentions: [{ userID: ANNA, name: "Anna" }] }
        : { text: text.trim() };
    const copied: Readonly<Record<string, Wire[]>> = {
      "copyText done": [["toasts <- toast.add", { toast: { tone: "info", key: "copied" } }]],
      "copyText failed (unknown)": [["toasts <- toast.add", { toast: { tone: "error", key: "copyFailed" } }]],
    };
    const sends: Wire = ["outbox <- outbox.send", { conversationID: CHAT, ...words, replyTo }];
    return [
      ...(was === is ? [] : [saysTyping(is)]),
      ...(isBegunAgain ? [saysTyping(false), saysTyping(true)] : []),
      ...(event.type === "user.send" && isSent(before) ? [sends] : []),
      ...(copied[label] ?? []),
    ];
  },
  noise: {
    "hiding the page with nothing to save": {
      when: ({ value, context }) =>
        (value.draft === "saved" || value.draft === "saving") && !isStale(context),
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
  excused: {
    ...helpersDoNotFail("typist"),
    "composer.typing.ending | user.type #1": "tests/unit/conversation/chat.test.ts types a space there",
  },
};

type Composer = SnapshotOf<typeof composerMachine>;

interface Field {
  where: string;
  text: string;
  isReply: boolean;
  isMuted: boolean;
  isDismissed: boolean;
  /** Whether the message of the reply was recalled or deleted. Then the model tries little more. */
  isGone: boolean;
}

function fieldIn(around: string): Field {
  const [where = "", text = "", ...words] = around.split(", ");
  const [isReply, isMuted, isDismissed, isGone] = ["a reply", "muted", "dismissed", "gone"].map((word) =>
    words.includes(word),
  );
  return {
    where,
    text,
    isReply: isReply === true,
    isMuted: isMuted === true,
    isDismissed: isDismissed === true,
    isGone: isGone === true,
  };
}

function aroundAfter(around: string, label: string): string {
  const { where, text, ...is } = { ...fieldIn(around), ...changeBy(label, fieldIn(around)) };
  const words = { "a reply": is.isReply, muted: is.isMuted, dismissed: is.isDismissed, gone: is.isGone };
  return [where, text, ...Object.entries(words).flatMap(([word, holds]) => (holds ? [word] : []))].join(", ");
}

/** The field after a label. Sending clears it unless the text is blank or too long. */
function changeBy(label: string, { text, isDismissed }: Field): Partial<Field> {
  const typed = label.replace(/^user\.type /, "");
  if (typed !== label) return typed in TEXTS ? { text: typed } : {};
  switch (label) {
    case "user.reply":
      return { isReply: true };
    case "user.cancelReply":
      return { isReply: false };
    case "im.revoked":
    case "im.deleted":
      return { isReply: false, isGone: true };
    case "user.send":
    case "user.send a reply":
      return ["Hi", "a draft", "an at", "a mention", ...Object.values(WITH_SHARE)].includes(text)
        ? { text: "nothing", isReply: false }
        : {};
    case "conversation.loaded with a reply":
      return { where: "in the group", text: "a draft", isReply: true };
    case "conversation.loaded with a draft":
      return { where: "in the group", text: text === "nothing" ? "a draft" : text };
    case "composer.append":
      return { text: WITH_SHARE[text] ?? text };
    case "conversation.hidden":
      return { where: "covered" };
    case "membership.changed muted":
      return { isMuted: true, isDismissed: false };
    case "membership.changed dismissed":
      return { isMuted: false, isDismissed: true };
    case "membership.changed mayWrite":
      return { isMuted: false, isDismissed: false };
    case "copyText done":
      return isDismissed ? { text: "nothing", isReply: false } : {};
    default:
      return {};
  }
}

function isWritable(around: string): boolean {
  const { where, isMuted, isDismissed } = fieldIn(around);
  return where !== "covered" && !isMuted && !isDismissed;
}

/** Typing a text that differs from the current one; `over` limits the current texts. */
function typing(text: string, ...over: readonly string[]) {
  const event: ComposerEvent = { type: "user.type", text: TEXTS[text] ?? "" };
  return (_: unknown, around: string) => {
    const { text: is, isGone } = fieldIn(around);
    return isWritable(around) && !isGone && is !== text && (over.length === 0 || over.includes(is))
      ? event
      : null;
  };
}

function ifReply(event: ComposerEvent) {
  return (_: unknown, around: string) => (fieldIn(around).isReply ? event : null);
}

function written(step: Step<typeof composerMachine> | null) {
  const { text, isReply } = fieldIn(step?.around ?? "loading, nothing");
  return { text: TEXTS[text] ?? "", replyTo: isReply ? ANNAS.clientMsgID : null };
}

function isMention(step: Step<typeof composerMachine> | null): boolean {
  return fieldIn(step?.around ?? "").text === "a mention";
}

/** Short, but unique among the texts here. */
function short(text: string): string {
  return text.length > 100 ? `${text.length} letters` : text;
}

function writable(
  { step }: Moment<typeof composerMachine>,
  is: "writing" | "blank" | "tooLong",
  expectations: string[],
): Row {
  const { text, replyTo } = written(step);
  return {
    sees: shown(
      step,
      `textbox: Message = ${text}`,
      ...expectations,
      ...(text === "" ? ["!button: Send"] : is === "tooLong" ? [] : ["button: Send"]),
      replyTo === null ? "!text: Replying to Anna" : "text: Replying to Anna",
    ),
    reads: { field: { open: is }, blocked: null, text, replyTo },
  };
}

function blockedRow({ step }: Moment<typeof composerMachine>, is: "resting" | "copying"): Row {
  const isDismissed = fieldIn(step?.around ?? "").isDismissed;
  return {
    sees: shown(
      step,
      isDismissed ? "text: This group was dismissed" : "text: Only the owner and admins can write",
      "!textbox: Message",
      `${written(step).text.trim() === "" ? "!" : ""}button: Copy draft`,
    ),
    reads: {
      field: { blocked: is },
      blocked: isDismissed ? "dismissed" : "groupMuted",
      ...written(step),
    },
  };
}

function shown(step: { around: string } | null, ...expectations: string[]): string[] {
  return step && fieldIn(step.around).where === "covered" ? [] : expectations;
}

function isChanged({ draft }: Composer["value"]): boolean {
  return typeof draft === "object";
}

/** Whether the peer sees that the user is typing. */
function isSpeaking({ typing }: Composer["value"]): boolean {
  return typing !== "silent";
}

/** What is tried while the end of typing waits. Other events do not concern it. */
const AFTER_SENDING = /^(user\.type Hi|conversation\.hidden|after (draftDelay|typingEndPause))$/;

function isTyping({ typing }: Composer["value"]): boolean {
  return typeof typing === "object";
}

function isSent({ value, context }: Composer): boolean {
  return leavesOf({ value }).includes("field.open.writing") && context.text.trim() !== "";
}

function ifSent(target: string) {
  return (snapshot: Composer): string | null => (isSent(snapshot) ? target : null);
}

/** An empty field shows no error. */
function sentOrRefused(snapshot: Composer): string | null {
  return isSent(snapshot) ? STAYS : snapshot.context.text === "" ? null : "field.open.blank";
}

/** A stored draft fills the field only if it is empty. */
function ifEmpty(target: string) {
  return ({ context }: Composer): string | null => (context.text === "" ? target : null);
}

function ifStale(target: string, otherwise: string | null) {
  return ({ context }: Composer): string | null => (isStale(context) ? target : otherwise);
}

function isStale({ text, savedText, replyTo, savedReplyID }: Composer["context"]): boolean {
  return text !== savedText || (replyTo?.clientMsgID ?? null) !== savedReplyID;
}
