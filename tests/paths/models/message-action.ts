import type { AnyActorRef } from "xstate";
import { type MessageWish, messageActionMachine } from "../../../machines/message-action.ts";
import type { App } from "../../../src/wiring/index.ts";
import { ANNA, aMessage, aWorld, ME, NOON, singleChatID } from "../../fakes/world.ts";
import type { ChartModel } from "../model.ts";
import { childOf } from "../stage.ts";
import { deafParent } from "./parents.ts";

const CHAT = singleChatID(ANNA);
/** Written a moment ago, so that it may still be recalled. */
const OWN = aMessage({ sendID: ME, clientMsgID: "own-1", seq: 4, sendTime: NOON - 10_000, text: "Mine" });
const KEY = { conversationID: CHAT, clientMsgID: "own-1" };

const ELSEWHERE = "begins so in another model of this chart";

/** What is said of each outcome; what needs no words is seen in the chat. */
const words: Readonly<Record<string, unknown>> = {
  "revokeMessage failed (network)": { tone: "error", failure: "network" },
  "deleteMessage failed (network)": { tone: "error", failure: "network" },
  "copyText done": { tone: "info", key: "copied" },
  "copyText failed (unknown)": { tone: "error", key: "copyFailed" },
};

/** Recalling a message of the chat with Anna. */
export const messageActionModel = modelOf(
  { kind: "revoke", ...KEY },
  { type: "user.revokeMessage", message: OWN },
  { deleting: ELSEWHERE, copying: ELSEWHERE },
);

/** Deleting one for oneself. */
export const deletingModel = modelOf(
  { kind: "delete", ...KEY },
  { type: "user.deleteMessage", message: OWN },
  { revoking: ELSEWHERE, copying: ELSEWHERE },
);

/** Copying its words. */
export const copyingModel = modelOf(
  { kind: "copy", text: "Mine" },
  { type: "user.copyMessage", text: "Mine" },
  { revoking: ELSEWHERE, deleting: ELSEWHERE },
);

function modelOf(
  wish: MessageWish,
  event: { type: string; [key: string]: unknown },
  unreachable: Readonly<Record<string, string>>,
): ChartModel<typeof messageActionMachine> {
  return {
    chart: "messageAction",
    machine: messageActionMachine,
    input: { parent: deafParent, wish },
    events: {},
    answers: {
      revokeMessage: { failed: ["network"] },
      deleteMessage: { failed: ["network"] },
      copyText: { failed: ["unknown"] },
    },
    isRest: ({ value }) => value === "ended",

    opens: () => ({ world: aWorld({ messages: [OWN] }) }),
    async begin(stage) {
      await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
      await stage.act(() => childOf(stage.app, "session", "messenger", "conversation")?.send(event));
    },
    actor: onlyChild,
    calls: {
      revokeMessage: "im.revokeMessage",
      deleteMessage: "im.deleteMessage",
      copyText: "platform.copy",
    },
    tells: ["notices <- notice.add"],
    reads: ({ value }) => ({ is: value }),
    rows: {
      revoking: { asks: [["im.revokeMessage", KEY]], reads: { is: "revoking" } },
      deleting: { asks: [["im.deleteMessage", KEY]], reads: { is: "deleting" } },
      copying: { asks: [["platform.copy", "Mine"]], reads: { is: "copying" } },
      ended: { gone: true },
    },
    leads: {
      revoking: {
        "revokeMessage done": "ended",
        "revokeMessage failed (network)": "ended",
      },
      deleting: {
        "deleteMessage done": "ended",
        "deleteMessage failed (network)": "ended",
      },
      copying: {
        "copyText done": "ended",
        "copyText failed (unknown)": "ended",
      },
      ended: {},
    },
    told({ label }) {
      const notice = words[label];
      return notice ? [["notices <- notice.add", { notice }]] : [];
    },
    noise: {
      "another action on the same message": {
        when: ({ value }) => value === "ended",
        make: ({ ports }) => ports.emit.messages({ type: "im.deleted", clientMsgID: "own-1" }),
      },
      "a message arrives": ({ ports }) =>
        ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
    },
    unreachable,
  };
}

/** Nobody else is at work in these paths. */
function onlyChild(app: App): AnyActorRef | undefined {
  const actions = childOf(app, "session", "messenger", "conversation", "messageActions");
  const children: Readonly<Record<string, AnyActorRef>> = actions?.getSnapshot().children ?? {};
  return Object.values(children)[0];
}
