import { messageActionsMachine } from "../../../machines/message-actions.ts";
import { ANNA, aMessage, aWorld, ME, NOON, singleChatID } from "../../fakes/world.ts";
import { pick } from "../hands.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel } from "../model.ts";
import { childOf, type Stage } from "../stage.ts";
import { deafParent } from "./parents.ts";

const CHAT = singleChatID(ANNA);
/** Written a moment ago, so that they may still be recalled. */
const own = (clientMsgID: string, seq: number, text: string) =>
  aMessage({ sendID: ME, clientMsgID, seq, sendTime: NOON - 10_000, text });
const OWN = own("own-1", 4, "Mine");
const OTHER = own("own-3", 5, "Mine, too");
const FAILED = aMessage({ sendID: ME, clientMsgID: "own-2", status: "failed", text: "Lost" });
const key = (clientMsgID: string) => ({ conversationID: CHAT, clientMsgID });

/** What each wish puts on its way, by label. */
const BEGINS: Readonly<Record<string, string>> = {
  "user.copyMessage": "copy",
  "user.revokeMessage": "recall",
  "user.deleteMessage": "delete",
  "user.deleteMessage another": "delete-another",
};

/** What each outcome takes off it. */
const ENDS: Readonly<Record<string, string>> = {
  "messageAction.ended of a copy": "copy",
  "messageAction.ended of a recall": "recall",
  "messageAction.ended": "delete",
  "messageAction.ended another": "delete-another",
};

/**
 * What a person does to the messages of the chat with Anna. Around the chart is what is on its way: nothing waits for
 * anything else, and nothing is dropped.
 */
export const messageActionsModel: ChartModel<typeof messageActionsMachine> = {
  chart: "messageActions",
  machine: messageActionsMachine,
  input: { outbox: deafParent },
  events: {
    "user.copyMessage": (_, around) =>
      isUnderWay(around, "copy") ? null : { type: "user.copyMessage", text: "Mine" },
    "user.revokeMessage": (_, around) =>
      isUnderWay(around, "recall") ? null : { type: "user.revokeMessage", message: OWN },
    "user.deleteMessage": (_, around) =>
      isUnderWay(around, "delete") ? null : { type: "user.deleteMessage", message: OWN },
    "user.deleteMessage another": (_, around) =>
      isUnderWay(around, "delete-another") ? null : { type: "user.deleteMessage", message: OTHER },
    "user.retryMessage": { type: "user.retryMessage", message: FAILED },
    "messageAction.ended of a copy": (_, around) =>
      isUnderWay(around, "copy") ? { type: "messageAction.ended", id: "copy" } : null,
    "messageAction.ended of a recall": (_, around) =>
      isUnderWay(around, "recall") ? { type: "messageAction.ended", id: "recall" } : null,
    "messageAction.ended": (_, around) =>
      isUnderWay(around, "delete") ? { type: "messageAction.ended", id: "delete" } : null,
    "messageAction.ended another": (_, around) =>
      isUnderWay(around, "delete-another") ? { type: "messageAction.ended", id: "delete-another" } : null,
  },
  answers: {},
  around: {
    start: "",
    after(around, label) {
      const [begun, ended] = [BEGINS[label], ENDS[label]];
      const others = underWay(around).filter((one) => one !== ended);
      return (begun ? [...others, begun] : others).sort().join(" ");
    },
  },
  phase: (_, around) => around,
  isRest: () => true,

  opens: () => ({
    world: aWorld({ messages: [aMessage(), FAILED, OWN, OTHER] }),
    answers: { "im.createMessage": () => new Promise(() => {}) },
  }),
  prepare: (ports) => ports.hold("im.revokeMessage", "im.deleteMessage", "platform.copy"),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: (app) => childOf(app, "session", "messenger", "conversation", "messageActions"),
  calls: {},
  tells: [
    "im.revokeMessage",
    "im.deleteMessage",
    "platform.copy",
    "outbox <- outbox.resend",
    "outbox <- outbox.drop",
  ],
  stimuli: {
    ...Object.fromEntries(
      [...Object.keys(BEGINS), "user.retryMessage"].map((label) => [
        label,
        ({ app }: Stage, event: { type: string }) =>
          childOf(app, "session", "messenger", "conversation")?.send(event),
      ]),
    ),
    "messageAction.ended of a copy": ({ ports }) => ports.resolve("platform.copy"),
    "messageAction.ended of a recall": ({ ports }) => ports.reject("im.revokeMessage", "network"),
    "messageAction.ended": (stage) => finishDeleting(stage, "own-1"),
    "messageAction.ended another": (stage) => finishDeleting(stage, "own-3"),
  },
  press: {
    "user.copyMessage": pick("Mine", "Copy"),
    "user.retryMessage": pick("Lost", "Retry"),
    "user.revokeMessage": pick("Mine", "Recall"),
    "user.deleteMessage": pick("Mine", "Delete", "Delete"),
    "user.deleteMessage another": pick("Mine, too", "Delete", "Delete"),
  },
  reads: ({ children }) => ({ underWay: Object.keys(children).length }),
  rows: {
    "": ({ step }) => ({
      reads: { underWay: underWay(step?.around ?? "").length },
      sees: [
        ...(step?.label === "messageAction.ended of a copy" ? ["text: Copied"] : []),
        ...(step?.label === "messageAction.ended of a recall"
          ? ["text: No connection, please try again"]
          : []),
      ],
    }),
  },
  leads: {
    "": {
      "user.copyMessage": STAYS,
      "user.revokeMessage": STAYS,
      "user.deleteMessage": STAYS,
      "user.deleteMessage another": STAYS,
      "user.retryMessage": STAYS,
      "messageAction.ended of a copy": STAYS,
      "messageAction.ended of a recall": STAYS,
      "messageAction.ended": STAYS,
      "messageAction.ended another": STAYS,
    },
  },
  told({ label }) {
    const words: Record<string, readonly (readonly [string, unknown])[]> = {
      "user.copyMessage": [["platform.copy", "Mine"]],
      "user.revokeMessage": [["im.revokeMessage", key("own-1")]],
      "user.deleteMessage": [
        ["outbox <- outbox.drop", { clientMsgID: "own-1" }],
        ["im.deleteMessage", key("own-1")],
      ],
      "user.deleteMessage another": [
        ["outbox <- outbox.drop", { clientMsgID: "own-3" }],
        ["im.deleteMessage", key("own-3")],
      ],
      "user.retryMessage": [["outbox <- outbox.resend", { message: FAILED }]],
    };
    return words[label] ?? [];
  },
  noise: {
    // It would be sent all the same, and come back.
    "a deletion of what is on its way": ({ app }) =>
      childOf(app, "session", "messenger", "conversation")?.send({
        type: "user.deleteMessage",
        message: { ...OWN, status: "sending" },
      }),
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
  },
};

function underWay(around: string): string[] {
  return around.split(" ").filter((one) => one !== "");
}

function isUnderWay(around: string, wish: string): boolean {
  return underWay(around).includes(wish);
}

function finishDeleting({ ports }: Stage, clientMsgID: string): void {
  for (const call of ports.pending("im.deleteMessage"))
    if (call.input.clientMsgID === clientMsgID) call.resolve();
}
