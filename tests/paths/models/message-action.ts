import type { AnyActorRef } from "xstate";
import { type MessageWish, messageActionMachine } from "../../../machines/message-action.ts";
import type { Message } from "../../../machines/vocabulary/messages.ts";
import type { App } from "../../../src/wiring/index.ts";
import { ANNA, aMessage, aWorld, ME, NOON, singleChatID } from "../../fakes/world.ts";
import type { ChartModel } from "../model.ts";
import { messageActionsOf, recall, remove } from "./message-menu.ts";
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
};

/** Recalling a message of the chat with Anna. */
export const messageActionModel = modelOf({ kind: "revoke", ...KEY }, recall, { deleting: ELSEWHERE });

/** Deleting one for oneself. */
export const deletingModel = modelOf({ kind: "delete", ...KEY }, remove, { revoking: ELSEWHERE });

function modelOf(
  wish: MessageWish,
  act: (app: App, message: Message) => void,
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
    },
    isRest: ({ value }) => value === "ended",

    opens: () => ({ world: aWorld({ messages: [OWN] }) }),
    async begin(stage) {
      await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
      await stage.act(() => act(stage.app, OWN));
    },
    actor: onlyChild,
    calls: {
      revokeMessage: "im.revokeMessage",
      deleteMessage: "im.deleteMessage",
    },
    tells: ["notices <- notice.add"],
    reads: ({ value }) => ({ is: value }),
    rows: {
      revoking: { asks: [["im.revokeMessage", KEY]], reads: { is: "revoking" } },
      deleting: { asks: [["im.deleteMessage", KEY]], reads: { is: "deleting" } },
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
  const children: Readonly<Record<string, AnyActorRef>> = messageActionsOf(app)?.getSnapshot().children ?? {};
  return Object.values(children)[0];
}
