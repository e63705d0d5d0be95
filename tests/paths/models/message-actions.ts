import { messageActionsMachine } from "../../../machines/message-actions.ts";
import { ANNA, aMessage, aWorld, singleChatID } from "../../fakes/world.ts";
import type { ChartModel } from "../model.ts";
import { childOf } from "../stage.ts";
import { deafParent } from "./parents.ts";

const CHAT = singleChatID(ANNA);
const OWN = aMessage({ sendID: "1000000001", clientMsgID: "own-1", seq: 4 });
const KEY = { conversationID: CHAT, clientMsgID: "own-1" };

const notice = (tone: "info" | "error", words: { key: string } | { failure: string }) =>
  ["notices <- notice.add", { notice: { tone, ...words } }] as const;

/** What a person does to one message of the chat with Anna. */
export const messageActionsModel: ChartModel<typeof messageActionsMachine> = {
  chart: "messageActions",
  machine: messageActionsMachine,
  input: { parent: deafParent, outbox: deafParent },
  events: {
    "user.copyMessage": { type: "user.copyMessage", text: "Text 1" },
    "user.revokeMessage": { type: "user.revokeMessage", message: OWN },
    "user.deleteMessage": { type: "user.deleteMessage", message: OWN },
    "user.retryMessage": { type: "user.retryMessage", message: OWN },
  },
  answers: {
    revokeMessage: { failed: ["network"] },
    deleteMessage: { failed: ["network"] },
    copyText: { failed: ["unknown"] },
  },
  isRest: ({ value }) => value === "idle",

  opens: () => ({
    world: aWorld({ messages: [aMessage(), OWN] }),
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
  reads: ({ value }) => ({ is: value }),
  rows: {
    idle: { reads: { is: "idle" } },
    revoking: { asks: [["im.revokeMessage", KEY]], reads: { is: "revoking" } },
    deleting: { asks: [["im.deleteMessage", KEY]], reads: { is: "deleting" } },
    copying: { asks: [["platform.copy", "Text 1"]], reads: { is: "copying" } },
  },
  told({ label }) {
    const words: Record<string, readonly [string, unknown]> = {
      "revokeMessage failed (network)": notice("error", { failure: "network" }),
      "deleteMessage failed (network)": notice("error", { failure: "network" }),
      "copyText done": notice("info", { key: "copied" }),
      "copyText failed (unknown)": notice("error", { key: "copyFailed" }),
      "user.retryMessage": ["outbox <- outbox.resend", { message: OWN }],
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
