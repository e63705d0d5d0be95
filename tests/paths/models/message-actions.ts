import { messageActionsMachine } from "../../../machines/message-actions.ts";
import type { Message } from "../../../machines/vocabulary/messages.ts";
import { ANNA, aMessage, aWorld, ME, NOON, singleChatID } from "../../fakes/world.ts";
import type { SnapshotOf } from "../graph.ts";
import { pick, press } from "../hands.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel, Wire } from "../model.ts";
import type { Stage } from "../stage.ts";
import { messageActionsOf } from "./message-menu.ts";
import { deafParent } from "./parents.ts";

const CHAT = singleChatID(ANNA);
const TWO_MINUTES = 120_000;
const own = (clientMsgID: string, text: string, changes: Partial<Message> = {}) =>
  aMessage({ sendID: ME, clientMsgID, sendTime: NOON - TWO_MINUTES, text, ...changes });
/** Just in time to be recalled, and too late. */
const OWN = own("own-1", "Mine");
const OTHER = own("own-2", "Mine, too");
const OLD = own("own-3", "Long ago", { sendTime: NOON - TWO_MINUTES - 1 });
const FAILED = own("own-4", "Lost", { status: "failed" });
const ON_ITS_WAY = own("own-5", "Soon", { status: "sending" });
const PICTURE = own("own-6", "", {
  status: "sending",
  uploaded: 0.5,
  content: { type: "picture", picture: { url: "blob:cat", thumbnail: "blob:cat", width: 4, height: 3 } },
});
const ANNAS = aMessage({ clientMsgID: "annas" });

const open = (message: Message) => ({ type: "user.openMenu", message }) as const;

/** Whose wishes are walked, so that there is an end of them; recalling two at once shows nothing more. */
const RECALLED: readonly unknown[] = [OWN];
const DELETED: readonly unknown[] = [OWN, OTHER];

/**
 * What a person does to the messages of the chat with Anna. Around the chart is what is on its way: nothing waits for
 * anything else, and nothing is dropped.
 */
export const messageActionsModel: ChartModel<typeof messageActionsMachine> = {
  chart: "messageActions",
  machine: messageActionsMachine,
  input: { userID: ME, outbox: deafParent, clock: { newID: () => "", now: () => NOON } },
  events: {
    "user.openMenu": open(OWN),
    "user.openMenu another": open(OTHER),
    "user.openMenu an old one": open(OLD),
    "user.openMenu a failed one": open(FAILED),
    "user.openMenu Anna's": open(ANNAS),
    "user.openMenu one on its way": open(ON_ITS_WAY),
    "user.openMenu a picture on its way": open(PICTURE),
    "user.closeMenu": { type: "user.closeMenu" },
    "user.revokeMessage": ({ value, context: { menu } }, around) =>
      value === "choosing" && RECALLED.includes(menu?.message) && around.includes("recall")
        ? null
        : value === "choosing" && menu?.message === OTHER
          ? null
          : { type: "user.revokeMessage" },
    "user.askDelete": { type: "user.askDelete" },
    "user.deleteMessage": ({ value, context: { menu } }, around) =>
      value === "confirming" &&
      (!DELETED.includes(menu?.message) || around.includes(`delete-${menu?.message.clientMsgID}`))
        ? null
        : { type: "user.deleteMessage" },
    "user.retryMessage": { type: "user.retryMessage", message: FAILED },
    "user.cancelUpload": { type: "user.cancelUpload", message: PICTURE },
    "messageAction.ended of a recall": (_, around) =>
      around.includes("recall") ? { type: "messageAction.ended", id: "recall" } : null,
    "messageAction.ended": (_, around) =>
      around.includes("delete-own-1") ? { type: "messageAction.ended", id: "delete" } : null,
    "messageAction.ended another": (_, around) =>
      around.includes("delete-own-2") ? { type: "messageAction.ended", id: "delete" } : null,
  },
  answers: {},
  key: ({ context }) => `${context.menu?.message.clientMsgID}`,
  around: {
    start: "",
    after(around, label, { context: { menu } }) {
      const ended = ENDS[label];
      const begun = label === "user.revokeMessage" ? "recall" : `delete-${menu?.message.clientMsgID}`;
      const isBegun = label === "user.revokeMessage" || label === "user.deleteMessage";
      const others = underWay(around).filter((one) => one !== ended);
      return (isBegun ? [...others, begun] : others).sort().join(" ");
    },
  },
  isRest: ({ value }) => value === "closed",

  opens: () => ({
    world: aWorld({ messages: [ANNAS, FAILED, OLD, OWN, OTHER, ON_ITS_WAY, PICTURE] }),
    answers: { "im.createMessage": () => new Promise(() => {}) },
  }),
  prepare: (ports) => ports.hold("im.revokeMessage", "im.deleteMessage"),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: messageActionsOf,
  calls: {},
  tells: ["im.revokeMessage", "im.deleteMessage", "outbox <- outbox.resend", "outbox <- outbox.drop"],
  stimuli: {
    "messageAction.ended of a recall": ({ ports }) => ports.reject("im.revokeMessage", "network"),
    "messageAction.ended": (stage) => finishDeleting(stage, "own-1"),
    "messageAction.ended another": (stage) => finishDeleting(stage, "own-2"),
  },
  press: {
    "user.openMenu": pick("Mine"),
    "user.openMenu another": pick("Mine, too"),
    "user.openMenu an old one": pick("Long ago"),
    "user.openMenu Anna's": pick("Text 1"),
    "user.openMenu one on its way": pick("Soon"),
    "user.closeMenu": press("button in dialog: Cancel"),
    "user.revokeMessage": press("menuitem in dialog: Recall"),
    "user.askDelete": press("menuitem in dialog: Delete"),
    "user.deleteMessage": press("menuitem in dialog: Delete"),
    "user.retryMessage": press("button: Retry"),
    "user.cancelUpload": press("button: Cancel upload, 50% done"),
  },
  // One menu lies over all others; the failed message goes on its way, and the picture shows none.
  pressable: (label, { value }) =>
    value === "closed"
      ? !/failed one|picture/.test(label)
      : !label.startsWith("user.openMenu") && !/retryMessage|cancelUpload/.test(label),
  reads: ({ value, context, children }) => ({
    is: value,
    underWay: Object.keys(children).length,
    of: context.menu?.message.clientMsgID ?? null,
    choices: context.menu?.choices ?? [],
  }),
  rows: {
    closed: ({ snapshot, step }) => ({
      reads: { is: "closed", ...factsOf(snapshot, step?.around) },
      sees:
        step?.label === "messageAction.ended of a recall" ? ["text: No connection, please try again"] : [],
    }),
    choosing: ({ snapshot, step }) => ({ reads: { is: "choosing", ...factsOf(snapshot, step?.around) } }),
    confirming: ({ snapshot, step }) => ({ reads: { is: "confirming", ...factsOf(snapshot, step?.around) } }),
  },
  leads: {
    "*": {
      "user.openMenu": "choosing",
      "user.openMenu another": "choosing",
      "user.openMenu an old one": "choosing",
      "user.openMenu a failed one": "choosing",
      "user.openMenu Anna's": "choosing",
      "user.openMenu one on its way": "choosing",
      "user.retryMessage": STAYS,
      "user.cancelUpload": STAYS,
      "messageAction.ended of a recall": STAYS,
      "messageAction.ended": STAYS,
      "messageAction.ended another": STAYS,
    },
    closed: {},
    choosing: {
      "user.closeMenu": "closed",
      "user.revokeMessage": ifOffered("recall", "closed"),
      "user.askDelete": ifOffered("delete", "confirming"),
    },
    confirming: {
      "user.closeMenu": "closed",
      "user.deleteMessage": "closed",
    },
  },
  told({ label, before }): readonly Wire[] {
    const key = { conversationID: CHAT, clientMsgID: before.context.menu?.message.clientMsgID };
    if (label === "user.retryMessage") return [["outbox <- outbox.resend", { message: FAILED }]];
    if (label === "user.cancelUpload")
      return [["outbox <- outbox.drop", { clientMsgID: PICTURE.clientMsgID }]];
    if (label === "user.revokeMessage") return [["im.revokeMessage", key]];
    if (label !== "user.deleteMessage") return [];
    return [
      ["outbox <- outbox.drop", { clientMsgID: key.clientMsgID }],
      ["im.deleteMessage", key],
    ];
  },
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
  },
};

/** What each outcome takes off what is on its way. */
const ENDS: Readonly<Record<string, string>> = {
  "messageAction.ended of a recall": "recall",
  "messageAction.ended": "delete-own-1",
  "messageAction.ended another": "delete-own-2",
};

/** What can be done with each, in the order of the menu. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  "own-1": ["copy", "reply", "recall", "delete"],
  "own-2": ["copy", "reply", "recall", "delete"],
  "own-3": ["copy", "reply", "delete"],
  "own-4": ["retry", "copy", "delete"],
  "own-5": ["copy"],
  annas: ["copy", "reply", "delete"],
};

type Actions = SnapshotOf<typeof messageActionsMachine>;

function factsOf({ context: { menu } }: Actions, around = "") {
  const of = menu?.message.clientMsgID ?? null;
  return { underWay: underWay(around).length, of, choices: CHOICES[of ?? ""] ?? [] };
}

function ifOffered(choice: string, target: string) {
  return ({ context: { menu } }: Actions): string | null =>
    CHOICES[menu?.message.clientMsgID ?? ""]?.includes(choice) ? target : null;
}

function underWay(around: string): string[] {
  return around.split(" ").filter((one) => one !== "");
}

function finishDeleting({ ports }: Stage, clientMsgID: string): void {
  for (const call of ports.pending("im.deleteMessage"))
    if (call.input.clientMsgID === clientMsgID) call.resolve();
}
