import type { AnyActorRef } from "xstate";
import { type MessageWish, messageActionMachine } from "../../../../machines/conversation/message-action.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import type { App } from "../../../../src/wiring/index.ts";
import { ANNA, aMessage, aWorld, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import type { ChartModel } from "../../model.ts";
import { ignoringParent } from "../parents.ts";
import { messageActionsOf, recall, remove } from "./message-menu-entries.ts";

const CHAT = singleChatID(ANNA);
/** Sent a moment ago, so it can still be revoked. */
const OWN = aMessage({ sendID: ME, clientMsgID: "own-1", seq: 4, sendTime: NOON - 10_000, text: "Mine" });
const KEY = { conversationID: CHAT, clientMsgID: "own-1" };

const ELSEWHERE = "another model of this chart starts there";

const words: Readonly<Record<string, unknown>> = {
  "revokeMessage failed (network)": { tone: "error", failure: "network" },
  "deleteMessage failed (network)": { tone: "error", failure: "network" },
};

const WORDING = { text: "Mine", mentions: [] };

export const messageActionModel = modelOf({
  wish: { kind: "revoke", ...KEY, wording: WORDING },
  message: OWN,
  act: recall,
  unreachable: { deleting: ELSEWHERE },
});

/** Revokes a picture, which has no text to edit again. */
export const revokingPictureModel = modelOf({
  wish: { kind: "revoke", ...KEY },
  message: { ...OWN, content: { type: "picture" } },
  act: recall,
  unreachable: { offering: ELSEWHERE, deleting: ELSEWHERE },
});

export const deletingModel = modelOf({
  wish: { kind: "delete", ...KEY },
  message: OWN,
  act: remove,
  unreachable: { revoking: ELSEWHERE, offering: ELSEWHERE },
});

interface Beginning {
  wish: MessageWish;
  message: Message;
  act: (app: App, message: Message) => void;
  unreachable: Readonly<Record<string, string>>;
}

function modelOf({ wish, message, act, unreachable }: Beginning): ChartModel<typeof messageActionMachine> {
  return {
    chart: "messageAction",
    machine: messageActionMachine,
    input: { parent: ignoringParent, wish },
    events: {},
    answers: {
      revokeMessage: { failed: ["network"] },
      deleteMessage: { failed: ["network"] },
    },
    isRest: ({ value }) => value === "ended",

    opens: () => ({ world: aWorld({ messages: [message] }) }),
    async begin(stage) {
      await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
      await stage.act(() => act(stage.app, message));
    },
    actor: onlyAction,
    calls: {
      revokeMessage: "im.revokeMessage",
      deleteMessage: "im.deleteMessage",
    },
    delays: { editAgainTime: 5 * 60_000 },
    tells: ["toasts <- toast.add", "messageMenu <- messageAction.revoked"],
    reads: ({ value }) => ({ is: value }),
    rows: {
      revoking: { asks: [["im.revokeMessage", KEY]], reads: { is: "revoking" } },
      offering: { reads: { is: "offering" } },
      deleting: { asks: [["im.deleteMessage", KEY]], reads: { is: "deleting" } },
      ended: { gone: true },
    },
    leads: {
      revoking: {
        "revokeMessage done": ({ context }) => (context.wish.wording ? "offering" : "ended"),
        "revokeMessage failed (network)": "ended",
      },
      offering: { "after editAgainTime": "ended" },
      deleting: {
        "deleteMessage done": "ended",
        "deleteMessage failed (network)": "ended",
      },
      ended: {},
    },
    told({ label }) {
      if (label === "revokeMessage done" && wish.wording)
        return [
          ["messageMenu <- messageAction.revoked", { id: "0", clientMsgID: "own-1", wording: WORDING }],
        ];
      const toast = words[label];
      return toast ? [["toasts <- toast.add", { toast }]] : [];
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

/** The menu names its actions by a number. */
function onlyAction(app: App): AnyActorRef | undefined {
  const children: Readonly<Record<string, AnyActorRef>> = messageActionsOf(app)?.getSnapshot().children ?? {};
  return Object.entries(children).find(([id]) => /^\d+$/.test(id))?.[1];
}
