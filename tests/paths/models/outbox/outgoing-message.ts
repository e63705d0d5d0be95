import type { Message } from "../../../../machines/domain/message.ts";
import { outgoingMessageMachine } from "../../../../machines/outbox/outgoing-message.ts";
import { ANNA, aMessage, aWorld, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import { pick, press } from "../../gestures.ts";
import type { ChartModel } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { remove, sendAgain } from "../conversation/message-menu-entries.ts";
import { helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const ID = "00000000000000000000000000000001";
const DRAFT = { clientMsgID: ID, conversationID: CHAT, text: "Hi", replyTo: null };

const PREPARED: Message = {
  clientMsgID: ID,
  conversationID: CHAT,
  sendID: ME,
  recvID: "",
  groupID: "",
  senderNickname: "Mia",
  senderFaceUrl: "",
  contentType: 101,
  content: { type: "text", text: "Hi" },
  seq: 0,
  sendTime: NOON,
  status: "sending",
  isRead: false,
};
const MADE = aMessage({
  clientMsgID: ID,
  sendID: ME,
  recvID: ANNA,
  text: "Hi",
  seq: 0,
  sendTime: NOON,
  status: "sending",
});
const MADE_LATER: Message = { ...MADE, sendTime: NOON + 3 };
const SENT: Message = { ...MADE, seq: 4, sendTime: NOON + 5, status: "sent" };

/** Stored as failed, so a reload does not send it. */
const GIVEN_UP = ["outbox <- outgoingMessage.failed", { clientMsgID: ID }] as const;

export const outgoingMessageModel: ChartModel<typeof outgoingMessageMachine> = {
  chart: "outgoingMessage",
  machine: outgoingMessageMachine,
  input: { parent: ignoringParent, draft: DRAFT, message: PREPARED },
  events: {
    "outbox.retry": { type: "outbox.retry" },
    "outbox.discard": { type: "outbox.discard" },
  },
  answers: {
    createMessage: { done: { "": () => MADE_LATER }, failed: ["unknown"] },
    sendMessage: { done: { "": () => SENT }, failed: ["network", "blockedByPeer"] },
  },
  isRest: ({ value }) => value === "ended",

  opens: () => ({ world: aWorld() }),
  begin: async (stage) => {
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
    const composer = childOf(stage.app, "session", "signedIn", "conversation", "composer");
    await stage.act(() => {
      composer?.send({ type: "user.type", text: "Hi" });
      composer?.send({ type: "user.send" });
    });
  },
  actor: (app) => childOf(app, "session", "signedIn", "outbox", ID),
  calls: { createMessage: "im.createMessage", sendMessage: "im.sendMessage" },
  tells: [
    "outbox <- outgoingMessage.changed",
    "outbox <- outgoingMessage.failed",
    "outbox <- outgoingMessage.ended",
    "history <- outbox.message",
    "history <- outbox.dropped",
  ],
  stimuli: {
    "outbox.retry": ({ app }) => sendAgain(app, PREPARED),
    "outbox.discard": ({ app }) => remove(app, { ...PREPARED, status: "failed" }),
  },
  press: {
    "outbox.retry": press("button: Retry"),
    "outbox.discard": pick("Hi", "Delete", "Delete"),
  },
  reads: ({ context }) => ({ message: context.message }),
  unreachable: {
    "uploading.connected": "text is not uploaded",
    "uploading.disconnected": "text is not uploaded",
    pausing: "text is not uploaded",
    offline: "text is not uploaded",
    queued: "text waits for no upload",
  },
  rows: {
    "uploading.connected": {},
    "uploading.disconnected": {},
    pausing: {},
    offline: {},
    queued: {},
    preparing: {
      asks: [["im.createMessage", DRAFT], ...shown(PREPARED)],
      reads: { message: PREPARED },
      sees: ["text: Hi", "img: Sending", "!button: Retry", "textbox: Message = "],
    },
    unmade: {
      sees: ["text: Hi", "img: Not sent", "text: Not sent", "button: Retry"],
      asks: [...shown({ ...PREPARED, status: "failed", failure: "unknown" }), GIVEN_UP],
      reads: { message: { ...PREPARED, status: "failed", failure: "unknown" } },
    },
    sending: {
      asks: [["im.sendMessage", { conversationID: CHAT, clientMsgID: ID }], ...shown(MADE)],
      reads: { message: MADE },
      sees: ["text: Hi", "img: Sending", "!button: Retry"],
    },
    failed: ({ snapshot }) => {
      const { failure } = snapshot.context.message;
      const message = { ...MADE, status: "failed", failure };
      const reason =
        failure === "network" ? "No connection, please try again" : "You can't send messages to this person";
      return {
        asks: [...shown(message), GIVEN_UP],
        reads: { message },
        sees: ["text: Hi", "img: Not sent", `text: ${reason}`, "button: Retry"],
      };
    },
    ended: ({ step }) => ({
      gone: true,
      sees: step?.label === "sendMessage done" ? ["text: Hi", "img: Sent", "!button: Retry"] : ["!text: Hi"],
    }),
  },
  leads: {
    "uploading.*": {
      "upload.progress": STAYS,
      "upload.done": "queued",
      "upload.failed (fileGone)": "unmade",
      "outbox.discard": "ended",
    },
    "uploading.connected": {
      "upload.failed (network)": ({ context }) => (context.repeats < 3 ? "pausing" : "unmade"),
      "im.connecting": "uploading.disconnected",
      "im.connectFailed": "uploading.disconnected",
    },
    "uploading.disconnected": {
      "upload.failed (network)": "offline",
      "im.connected": "uploading.connected",
    },
    pausing: {
      "after uploadPause": "uploading.connected",
      "im.connected": "uploading.connected",
      "im.connecting": "offline",
      "im.connectFailed": "offline",
      "outbox.discard": "ended",
    },
    offline: {
      "im.connected": "uploading.connected",
      "outbox.discard": "ended",
    },
    queued: { "outbox.turn": "preparing", "outbox.discard": "ended" },
    preparing: {
      "createMessage done": "sending",
      "createMessage failed (unknown)": "unmade",
    },
    unmade: {
      "outbox.retry": ({ context: { draft } }) =>
        draft.enclosure ? (draft.addresses ? "queued" : "uploading.connected") : "preparing",
      "outbox.discard": "ended",
    },
    sending: {
      "sendMessage done": "ended",
      "sendMessage failed (network)": "failed",
      "sendMessage failed (blockedByPeer)": "failed",
    },
    failed: {
      "outbox.retry": "sending",
      "outbox.discard": "ended",
    },
    ended: {},
  },
  told({ label, after }) {
    if (after.value !== "ended") return [];
    const ending = ["outbox <- outgoingMessage.ended", { clientMsgID: ID }] as const;
    return label === "sendMessage done"
      ? [...shown(SENT), ending]
      : [["history <- outbox.dropped", { clientMsgID: ID }], ending];
  },
  excused: helpersDoNotFail("upload", "connectionEvents"),
  noise: {
    // The SDK sends it anyway, so a deletion has to wait until it is sent or has failed.
    "an early deletion": {
      when: ({ value }) => value === "preparing" || value === "sending",
      make: ({ app }) => remove(app, PREPARED),
    },
    "a needless retry": {
      when: ({ value }) => value === "preparing" || value === "sending",
      make: ({ app }) => sendAgain(app, PREPARED),
    },
    "the peer types": ({ ports }) =>
      ports.emit.messages({ type: "im.typing", conversationID: CHAT, userID: ANNA, typing: true }),
  },
};

/** The same message after a reload: it was refused before and is still failed. */
const REFUSED: Message = { ...PREPARED, status: "failed", failure: "blockedByPeer" };
export const outgoingMessageRestoredModel: ChartModel<typeof outgoingMessageMachine> = {
  ...outgoingMessageModel,
  input: { parent: ignoringParent, draft: DRAFT, message: REFUSED },
  opens: () => ({
    world: aWorld({ unsent: [{ ...DRAFT, failed: { failure: "blockedByPeer", sendTime: NOON } }] }),
  }),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  rows: {
    ...outgoingMessageModel.rows,
    unmade: ({ step }) => {
      const message = step ? { ...PREPARED, status: "failed", failure: "unknown" } : REFUSED;
      const reason = step ? "Not sent" : "You can't send messages to this person";
      return {
        asks: [...shown(message), GIVEN_UP],
        reads: { message },
        sees: ["text: Hi", "img: Not sent", `text: ${reason}`, "button: Retry"],
      };
    },
  },
};

function shown(message: unknown) {
  return [
    ["outbox <- outgoingMessage.changed", { message }],
    ["history <- outbox.message", { message }],
  ] as const;
}
