import type { FailureCode } from "../../../../machines/domain/failure.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import { outgoingMessageMachine } from "../../../../machines/outbox/outgoing-message.ts";
import type { OutgoingDraft } from "../../../../machines/ports/im.ts";
import type { App } from "../../../../src/wiring/index.ts";
import { ANNA, aMessage, aWorld, ME, NOON, OWN_PICTURE, singleChatID } from "../../../fakes/world.ts";
import { pick, press } from "../../gestures.ts";
import type { ChartModel, Moment, Row, Wire } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { messageActionsOf, remove, sendAgain } from "../conversation/message-menu-entries.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const ID = "own-2";
/** Picked together with it, and before it. Its upload runs until the model ends it. */
const FIRST = "own-1";

const DRAFT: OutgoingDraft = {
  clientMsgID: ID,
  conversationID: CHAT,
  text: "",
  replyTo: null,
  enclosure: OWN_PICTURE,
  albumID: FIRST,
};
const ADDRESSES = { url: "https://im.example/cat.png" };
const content = (url: string): Message["content"] => ({
  type: "picture",
  picture: { url, thumbnail: url, width: 4, height: 3 },
});

const PREPARED: Message = {
  clientMsgID: ID,
  conversationID: CHAT,
  sendID: ME,
  recvID: "",
  groupID: "",
  senderNickname: "Mia",
  senderFaceUrl: "",
  contentType: 102,
  content: content("blob:cat"),
  seq: 0,
  sendTime: NOON + 1,
  status: "sending",
  isRead: false,
  albumID: FIRST,
};
const MADE = aMessage({
  clientMsgID: ID,
  sendID: ME,
  recvID: ANNA,
  content: content(ADDRESSES.url),
  seq: 0,
  sendTime: NOON + 1,
  status: "sending",
  albumID: FIRST,
});
const MADE_LATER: Message = { ...MADE, sendTime: NOON + 3000 };
const SENT: Message = { ...MADE, seq: 4, sendTime: NOON + 5, status: "sent" };

/** Stored as failed, so a reload does not send it. */
const GIVEN_UP: Wire = ["outbox <- outgoingMessage.failed", { clientMsgID: ID }];

const FAILURES: Readonly<Record<string, FailureCode>> = {
  "upload.failed (fileGone)": "fileGone",
  "upload.failed (network)": "network",
};
const REASONS: Partial<Record<FailureCode, readonly string[]>> = {
  fileGone: ["text: This file is no longer on this device. Please choose it again."],
  network: ["text: No connection, please try again"],
};

const isUploading = (value: unknown) => typeof value === "object";
const itsActor = (app: App) => childOf(app, "session", "signedIn", "outbox", ID);

function uploading({ step }: Moment<typeof outgoingMessageMachine>): Row {
  const isSame = step !== null && isUploading(step.before.value);
  const before = isSame ? step.before.context.message.uploaded : 0;
  const uploaded = step?.label === "upload.progress" ? 0.4 : before;
  return {
    ...stillSending(uploaded),
    asks: isSame
      ? []
      : [["im.upload", { clientMsgID: ID, attachment: OWN_PICTURE }], ...shown({ ...PREPARED, uploaded: 0 })],
  };
}

function stillSending(uploaded: number | undefined): Row {
  return {
    reads: { message: { ...PREPARED, uploaded } },
    sees: [
      "img: Photo",
      `button: Cancel upload, ${uploaded === 0 ? 0 : 40}% done`,
      "img: Sending",
      "!button: Retry",
    ],
  };
}

/** The second of two pictures on their way. `around` is the state of the first: "" or "failed". */
export const outgoingPictureModel: ChartModel<typeof outgoingMessageMachine> = {
  chart: "outgoingMessage",
  machine: outgoingMessageMachine,
  input: { parent: ignoringParent, draft: DRAFT, message: PREPARED },
  events: {
    "upload.progress": ({ context }) =>
      context.message.uploaded === 0 ? { type: "upload.progress", share: 0.4 } : null,
    "upload.done": { type: "upload.done", addresses: ADDRESSES },
    "upload.failed (fileGone)": { type: "upload.failed", failure: "fileGone" },
    "upload.failed (network)": { type: "upload.failed", failure: "network" },
    "im.connecting": { type: "im.connecting" },
    "im.connectFailed": { type: "im.connectFailed", code: 0 },
    "im.connected": { type: "im.connected" },
    "outbox.turn": ({ value }, around) =>
      value === "queued" && around === "" ? { type: "outbox.turn" } : null,
    "outbox.retry": { type: "outbox.retry" },
    "outbox.discard": { type: "outbox.discard" },
  },
  answers: {
    createMessage: { done: { "": () => MADE_LATER }, failed: ["unknown"] },
    sendMessage: { done: { "": () => SENT }, failed: ["network"] },
  },
  key: ({ context }) => `${context.message.uploaded} ${context.draft.addresses?.url} ${context.repeats}`,
  around: { start: "", after: (around, label) => (label === "outbox.turn" ? "failed" : around) },
  // No message is before it any more.
  replies: (label, { context }, around) =>
    around === "failed" && (label === "upload.done" || (label === "outbox.retry" && context.draft.addresses))
      ? [{ type: "outbox.turn" }]
      : [],
  isRest: ({ value }) => value === "ended",
  // The longest pause. tests/unit/outbox/outgoing-message.ts has the others.
  delays: { uploadPause: 18_000 },

  opens: () => ({ world: aWorld() }),
  begin: async (stage) => {
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
    await stage.act(() =>
      childOf(stage.app, "session", "signedIn")?.send({
        type: "outbox.attach",
        conversationID: CHAT,
        attachments: [FIRST, ID].map((clientMsgID) => ({ clientMsgID, enclosure: OWN_PICTURE })),
      }),
    );
  },
  actor: itsActor,
  calls: { createMessage: "im.createMessage", sendMessage: "im.sendMessage" },
  tells: [
    "im.upload",
    "outbox <- outgoingMessage.changed",
    "outbox <- outgoingMessage.ready",
    "outbox <- outgoingMessage.failed",
    "outbox <- outgoingMessage.ended",
    "history <- outbox.message",
    "history <- outbox.dropped",
  ],
  isOwn: ({ input }) => JSON.stringify(input ?? null).includes(`"${ID}"`),
  stimuli: {
    "upload.progress": ({ ports }) => ports.emit.upload({ type: "upload.progress", share: 0.4 }, ID),
    "upload.done": ({ ports }) => ports.emit.upload({ type: "upload.done", addresses: ADDRESSES }, ID),
    "upload.failed (fileGone)": ({ ports }) =>
      ports.emit.upload({ type: "upload.failed", failure: "fileGone" }, ID),
    "upload.failed (network)": ({ ports }) =>
      ports.emit.upload({ type: "upload.failed", failure: "network" }, ID),
    "outbox.turn": ({ ports }) => ports.emit.upload({ type: "upload.failed", failure: "fileGone" }, FIRST),
    "outbox.retry": ({ app }) => sendAgain(app, PREPARED),
    "outbox.discard": ({ app }) => {
      remove(app, { ...PREPARED, status: "failed" });
      messageActionsOf(app)?.send({ type: "user.cancelUpload", message: PREPARED });
    },
  },
  press: {
    "outbox.retry": press("button: Retry"),
    "outbox.discard": async (event, stage) => {
      const { message } = itsActor(stage.app)?.getSnapshot().context ?? {};
      if (message?.status === "failed") await pick("[Picture]", "Delete", "Delete")(event, stage);
      else await press(`button: Cancel upload, ${Math.round(100 * message?.uploaded)}% done`)(event, stage);
    },
  },
  // If the first failed, too, every button is there twice.
  pressable: (label, _, around) =>
    label !== "outbox.retry" && label !== "outbox.discard" ? true : around === "",
  reads: ({ context }) => ({ message: context.message }),
  rows: {
    "uploading.connected": uploading,
    "uploading.disconnected": uploading,
    pausing: (moment) => ({ ...uploading(moment), asks: [] }),
    offline: ({ step }) => stillSending(step?.before.context.message.uploaded),
    queued: {
      asks: [
        ...shown({ ...PREPARED, uploaded: 1 }),
        ["outbox <- outgoingMessage.ready", { clientMsgID: ID }],
      ],
      reads: { message: { ...PREPARED, uploaded: 1 } },
      sees: ["button: Cancel upload, 100% done"],
    },
    preparing: {
      asks: [["im.createMessage", { ...DRAFT, addresses: ADDRESSES }], ...shown(PREPARED)],
      reads: { message: PREPARED },
      sees: ["img: Photo", "img: Sending", "!button: Cancel upload, 100% done"],
    },
    unmade: ({ step }) => {
      const failure = FAILURES[step?.label ?? ""] ?? "unknown";
      const message = { ...PREPARED, status: "failed", failure };
      return {
        asks: [...shown(message), GIVEN_UP],
        reads: { message },
        sees: [
          "img: Not sent",
          "button: Retry",
          "!button: Cancel upload, 0% done",
          ...(REASONS[failure] ?? []),
        ],
      };
    },
    sending: {
      asks: [["im.sendMessage", { conversationID: CHAT, clientMsgID: ID }], ...shown(MADE)],
      reads: { message: MADE },
      sees: ["img: Photo", "img: Sending"],
    },
    failed: ({ snapshot }) => {
      const message = { ...MADE, status: "failed", failure: snapshot.context.message.failure };
      return {
        asks: [...shown(message), GIVEN_UP],
        reads: { message },
        sees: ["img: Not sent", "button: Retry"],
      };
    },
    ended: { gone: true },
  },
  told({ label, before, after, aroundBefore }) {
    const ready: Wire[] = [
      ...shown({ ...PREPARED, uploaded: 1 }),
      ["outbox <- outgoingMessage.ready", { clientMsgID: ID }],
    ];
    const isAtOnce = aroundBefore === "failed" && after.value === "preparing" && label !== "outbox.turn";
    if (isAtOnce) return ready;
    if (label === "upload.progress") return shown({ ...PREPARED, uploaded: 0.4 });
    if (after.value !== "ended" || before.value === "ended") return [];
    const ending = ["outbox <- outgoingMessage.ended", { clientMsgID: ID }] as const;
    return label === "sendMessage done"
      ? [...shown(SENT), ending]
      : [["history <- outbox.dropped", { clientMsgID: ID }], ending];
  },
  noise: {
    "a late upload event": {
      when: ({ value }) => !isUploading(value),
      make: ({ ports }) => ports.emit.upload({ type: "upload.progress", share: 0.9 }, ID),
    },
  },
};

function shown(message: unknown): Wire[] {
  return [
    ["outbox <- outgoingMessage.changed", { message }],
    ["history <- outbox.message", { message }],
  ];
}
