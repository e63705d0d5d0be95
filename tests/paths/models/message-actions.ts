import { messageActionsMachine } from "../../../machines/message-actions.ts";
import { ANNA, aMessage, aWorld, ME, NOON, singleChatID } from "../../fakes/world.ts";
import { pick } from "../hands.ts";
import type { ChartModel } from "../model.ts";
import { childOf } from "../stage.ts";
import { deafParent } from "./parents.ts";

const CHAT = singleChatID(ANNA);
/** Written a moment ago, so that it may still be recalled. */
const OWN = aMessage({ sendID: ME, clientMsgID: "own-1", seq: 4, sendTime: NOON - 10_000, text: "Mine" });
const FAILED = aMessage({ sendID: ME, clientMsgID: "own-2", status: "failed", text: "Lost" });
const KEY = { conversationID: CHAT, clientMsgID: "own-1" };

const notice = (tone: "info" | "error", words: { key: string } | { failure: string }) =>
  ["notices <- notice.add", { notice: { tone, ...words } }] as const;

/** The first word about each outcome. */
const toasts: Record<string, string[]> = {
  "revokeMessage failed (network)": ["text: No connection, please try again", "text: Mine"],
  "deleteMessage failed (network)": ["text: No connection, please try again"],
  "copyText done": ["text: Copied"],
  "copyText failed (unknown)": ["text: Copy failed"],
};

/** What a person does to one message of the chat with Anna. */
export const messageActionsModel: ChartModel<typeof messageActionsMachine> = {
  chart: "messageActions",
  machine: messageActionsMachine,
  input: { parent: deafParent, outbox: deafParent },
  events: {
    "user.copyMessage": { type: "user.copyMessage", text: "Mine" },
    "user.revokeMessage": { type: "user.revokeMessage", message: OWN },
    "user.deleteMessage": { type: "user.deleteMessage", message: OWN },
    "user.retryMessage": { type: "user.retryMessage", message: FAILED },
  },
  answers: {
    revokeMessage: { failed: ["network"] },
    deleteMessage: { failed: ["network"] },
    copyText: { failed: ["unknown"] },
  },
  isRest: ({ value }) => value === "idle",

  opens: () => ({
    world: aWorld({ messages: [aMessage(), FAILED, OWN] }),
    answers: { "im.createMessage": () => new Promise(() => {}) },
  }),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: (app) => childOf(app, "session", "messenger", "conversation", "messageActions"),
  calls: {
    revokeMessage: "im.revokeMessage",
    deleteMessage: "im.deleteMessage",
    copyText: "platform.copy",
  },
  tells: ["notices <- notice.add", "outbox <- outbox.resend", "outbox <- outbox.drop"],
  stimuli: Object.fromEntries(
    ["user.copyMessage", "user.revokeMessage", "user.deleteMessage", "user.retryMessage"].map((type) => [
      type,
      ({ app }, event) => childOf(app, "session", "messenger", "conversation")?.send(event),
    ]),
  ),
  press: {
    "user.copyMessage": pick("Mine", "Copy"),
    "user.retryMessage": pick("Lost", "Retry"),
    "user.revokeMessage": pick("Mine", "Recall"),
    "user.deleteMessage": pick("Mine", "Delete", "Delete"),
  },
  reads: ({ value }) => ({ is: value }),
  rows: {
    idle: ({ step }) => ({ reads: { is: "idle" }, sees: toasts[step?.label ?? ""] ?? [] }),
    revoking: { asks: [["im.revokeMessage", KEY]], reads: { is: "revoking" } },
    deleting: { asks: [["im.deleteMessage", KEY]], reads: { is: "deleting" } },
    copying: { asks: [["platform.copy", "Mine"]], reads: { is: "copying" } },
  },
  told({ label }) {
    const words: Record<string, readonly [string, unknown]> = {
      "revokeMessage failed (network)": notice("error", { failure: "network" }),
      "deleteMessage failed (network)": notice("error", { failure: "network" }),
      "copyText done": notice("info", { key: "copied" }),
      "copyText failed (unknown)": notice("error", { key: "copyFailed" }),
      "user.retryMessage": ["outbox <- outbox.resend", { message: FAILED }],
      "user.deleteMessage": ["outbox <- outbox.drop", { clientMsgID: "own-1" }],
    };
    const said = words[label];
    return said ? [said] : [];
  },
  noise: {
    "another action while one is on its way": {
      when: ({ value }) => value !== "idle",
      make: ({ app }) => {
        const chat = childOf(app, "session", "messenger", "conversation");
        chat?.send({ type: "user.copyMessage", text: "Other" });
        chat?.send({ type: "user.revokeMessage", message: aMessage({ seq: 9 }) });
      },
    },
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
  },
};
