import { fireEvent } from "@testing-library/react";
import { type MessageMenuEvent, messageMenuMachine } from "../../../../machines/conversation/message-menu.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import type { GroupMember } from "../../../../machines/domain/people.ts";
import {
  ANNA,
  aMember,
  aMessage,
  aRecall,
  aWorld,
  BEN,
  ME,
  NOON,
  singleChatID,
  TEAM,
} from "../../../fakes/world.ts";
import { pick, press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Wire } from "../../model.ts";
import type { Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { ignoringParent } from "../parents.ts";
import { messageActionsOf } from "./message-menu-entries.ts";

const CHAT = singleChatID(ANNA);
const TWO_MINUTES = 120_000;
const own = (clientMsgID: string, text: string, changes: Partial<Message> = {}) =>
  aMessage({ sendID: ME, clientMsgID, sendTime: NOON - TWO_MINUTES, text, ...changes });
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
const ANNAS_PICTURE = aMessage({ clientMsgID: "annas-picture", content: { type: "picture" } });
const ANNAS = aMessage({ clientMsgID: "annas" });
const BENS = aMessage({ clientMsgID: "bens", sendID: BEN, groupID: TEAM, text: "In the group" });
const OLD_IN_GROUP = own("own-7", "Long ago", { groupID: TEAM, sendTime: NOON - TWO_MINUTES - 1 });
const WORDING = { text: "Mine", mentions: [] };

const RECALLED = aRecall(ANNAS.clientMsgID);
const DELETED_ELSEWHERE = { type: "im.deleted", clientMsgID: ANNAS.clientMsgID } as const;

const roles = (mine: number, bens?: number): GroupMember[] => [
  aMember({ userID: ME, roleLevel: mine }),
  ...(bens === undefined ? [] : [aMember({ userID: BEN, roleLevel: bens })]),
];
/** By answer: the members, and whether the user may revoke Ben's message and an old message of their own. */
const ROLES: Readonly<Record<string, readonly [members: GroupMember[], bens: boolean, own: boolean]>> = {
  "I am the owner": [roles(100, 60), true, true],
  "I am an admin": [roles(60, 20), true, true],
  "I am an admin, Ben has left": [roles(60), true, true],
  "both are admins": [roles(60, 60), false, true],
  "Ben is the owner": [roles(60, 100), false, true],
  "I am a member": [roles(20, 20), false, false],
  "I have left": [[], false, false],
};

const open = (message: Message) => ({ type: "user.openMenu", message }) as const;

/** Only these are deleted, so that the traversal ends. Two revocations at once add no new case. */
const DELETED: readonly unknown[] = [OWN, OTHER];

/**
 * Actions on the messages of the chat with Anna. `around` holds the actions in progress: none waits for
 * another, and none is dropped.
 */
export const messageMenuModel: ChartModel<typeof messageMenuMachine> = {
  chart: "messageMenu",
  machine: messageMenuMachine,
  input: { userID: ME, outbox: ignoringParent, clock: { newID: () => "", now: () => NOON } },
  events: {
    "user.openMenu": inTime(OWN),
    "user.openMenu another": inTime(OTHER),
    "user.openMenu an old one": inTime(OLD),
    "user.openMenu a failed one": inTime(FAILED),
    "user.openMenu Anna's": (_, around) => (isGone(around) ? null : inTime(ANNAS)(_, around)),
    "user.openMenu a picture": inTime(ANNAS_PICTURE),
    "user.openMenu one on its way": inTime(ON_ITS_WAY),
    "user.openMenu a picture on its way": inTime(PICTURE),
    "im.revoked": ifOpenForAnnas(RECALLED),
    "im.revoked another": ifOpenForAnnas(aRecall("another")),
    "im.deleted": ifOpenForAnnas(DELETED_ELSEWHERE),
    "im.deleted another": ifOpenForAnnas({ ...DELETED_ELSEWHERE, clientMsgID: "another" }),
    "user.closeMenu": { type: "user.closeMenu" },
    "user.revokeMessage": ({ value, context: { menu } }, around) =>
      typeof value === "object" && (menu?.message === OTHER || (menu?.message === OWN && hasRecalled(around)))
        ? null
        : { type: "user.revokeMessage" },
    "user.selectText": { type: "user.selectText" },
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
    "messageAction.revoked": (_, around) =>
      around.includes("recall")
        ? { type: "messageAction.revoked", id: "recall", clientMsgID: "own-1", wording: WORDING }
        : null,
    "messageAction.ended after a while": ({ value }, around) =>
      value === "closed" && around.includes("said") ? { type: "messageAction.ended", id: "recall" } : null,
    "messageAction.ended": (_, around) =>
      around.includes("delete-own-1") ? { type: "messageAction.ended", id: "delete" } : null,
    "messageAction.ended another": (_, around) =>
      around.includes("delete-own-2") ? { type: "messageAction.ended", id: "delete" } : null,
  },
  answers: {},
  evenIgnored: ["im.revoked another", "im.deleted another"],
  key: ({ context }) => `${context.menu?.message.clientMsgID}`,
  around: {
    start: "",
    after(around, label, { context: { menu } }) {
      if (label === "messageAction.revoked") return around.replace("recall", "said");
      if (label === "messageAction.ended after a while") return around.replace("said", "later");
      if (label === "im.revoked" || label === "im.deleted") return [...parts(around), GONE].sort().join(" ");
      const ended = ENDS[label];
      const begun = label === "user.revokeMessage" ? "recall" : `delete-${menu?.message.clientMsgID}`;
      const isBegun = label === "user.revokeMessage" || label === "user.deleteMessage";
      const others = parts(around).filter((one) => one !== ended);
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
  calls: { loadMembersByID: "im.loadMembersByID" },
  tells: ["im.revokeMessage", "im.deleteMessage", "outbox <- outbox.resend", "outbox <- outbox.drop"],
  stimuli: {
    "im.revoked": ({ ports }) => ports.emit.messages(RECALLED),
    "im.revoked another": ({ ports }) => ports.emit.messages(aRecall("another")),
    "im.deleted": ({ ports }) => ports.emit.messages(DELETED_ELSEWHERE),
    "im.deleted another": ({ ports }) =>
      ports.emit.messages({ ...DELETED_ELSEWHERE, clientMsgID: "another" }),
    "messageAction.ended of a recall": ({ ports }) => ports.reject("im.revokeMessage", "network"),
    "messageAction.revoked": ({ ports }) => ports.resolve("im.revokeMessage"),
    "messageAction.ended after a while": (stage) => stage.advance(5 * 60_000),
    "messageAction.ended": (stage) => finishDeleting(stage, "own-1"),
    "messageAction.ended another": (stage) => finishDeleting(stage, "own-2"),
  },
  press: {
    "user.openMenu": pick("Mine"),
    "user.openMenu another": pick("Mine, too"),
    "user.openMenu an old one": pick("Long ago"),
    "user.openMenu Anna's": pick("Text 1"),
    "user.openMenu one on its way": pick("Soon"),
    "user.closeMenu": async (event, stage) => {
      const { value } = messageActionsOf(stage.app)?.getSnapshot() ?? {};
      if (value !== "showingText") return press("button in dialog: Cancel")(event, stage);
      await stage.act(
        () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" }),
      );
    },
    "user.selectText": press("menuitem in dialog: Select text"),
    "user.revokeMessage": press("menuitem in dialog: Recall"),
    "user.askDelete": press("menuitem in dialog: Delete"),
    "user.deleteMessage": press("menuitem in dialog: Delete"),
    "user.retryMessage": press("button: Retry"),
    "user.cancelUpload": press("button: Cancel upload, 50% done"),
  },
  // An open menu covers all others. The failed message is being sent, and the picture is not drawn.
  pressable: (label, { value }) =>
    value === "closed"
      ? !/failed one|picture/.test(label)
      : !label.startsWith("user.openMenu") && !/retryMessage|cancelUpload/.test(label),
  reads: ({ value, context, children }) => ({
    is: value,
    underWay: Object.keys(children).filter((id) => id !== "loadMembersByID" && id !== "messageEvents").length,
    of: context.menu?.message.clientMsgID ?? null,
    choices: context.menu?.choices ?? [],
    mayBeSaidAgain: Object.values(context.revoked),
  }),
  rows: {
    closed: ({ snapshot, step }) => ({
      reads: { is: "closed", ...factsOf(snapshot, step?.around) },
      sees:
        step?.label === "messageAction.ended of a recall" ? ["text: No connection, please try again"] : [],
    }),
    "choosing.settled": ({ snapshot, step }) => ({
      reads: { is: { choosing: "settled" }, ...factsOf(snapshot, step?.around) },
    }),
    "choosing.asking": ({ snapshot, step }) => ({
      asks: [["im.loadMembersByID", { groupID: TEAM, userIDs: askedAbout(snapshot) }]],
      reads: { is: { choosing: "asking" }, ...factsOf(snapshot, step?.around) },
    }),
    showingText: ({ snapshot, step }) => ({
      reads: { is: "showingText", ...factsOf(snapshot, step?.around) },
      sees: ["dialog: Select text", "!menu: Message actions"],
    }),
    confirming: ({ snapshot, step }) => ({ reads: { is: "confirming", ...factsOf(snapshot, step?.around) } }),
  },
  leads: {
    "*": {
      "user.openMenu": "choosing.settled",
      "user.openMenu another": "choosing.settled",
      "user.openMenu an old one": "choosing.settled",
      "user.openMenu a failed one": "choosing.settled",
      "user.openMenu Anna's": "choosing.settled",
      "user.openMenu a picture": "choosing.settled",
      "user.openMenu one on its way": "choosing.settled",
      "user.openMenu Ben's": "choosing.asking",
      "user.openMenu an old one in the group": "choosing.asking",
      "im.revoked": "closed",
      "im.deleted": "closed",
      "user.retryMessage": STAYS,
      "user.cancelUpload": STAYS,
      "messageAction.revoked": STAYS,
      "messageAction.ended of a recall": STAYS,
      "messageAction.ended": STAYS,
      "messageAction.ended another": STAYS,
    },
    closed: { "messageAction.ended after a while": STAYS },
    "choosing.*": {
      "user.closeMenu": "closed",
      "user.revokeMessage": ifOffered("recall", "closed"),
      "user.selectText": ifOffered("selectText", "showingText"),
      "user.askDelete": ifOffered("delete", "confirming"),
    },
    "choosing.settled": {},
    "choosing.asking": {
      ...Object.fromEntries(
        Object.keys(ROLES).map((who) => [`loadMembersByID done (${who})`, "choosing.settled"]),
      ),
      "loadMembersByID failed (network)": "choosing.settled",
    },
    showingText: { "user.closeMenu": "closed" },
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
  unreachable: { "choosing.asking": "the model of a group starts there" },
};

/** Messages in a group, where the roles decide who may revoke. */
export const groupMessageMenuModel: ChartModel<typeof messageMenuMachine> = {
  ...messageMenuModel,
  events: {
    "user.openMenu Ben's": open(BENS),
    "user.openMenu an old one in the group": open(OLD_IN_GROUP),
    "user.closeMenu": { type: "user.closeMenu" },
    "user.selectText": { type: "user.selectText" },
    "user.revokeMessage": (_, around) => (isRecalled(around) ? null : { type: "user.revokeMessage" }),
  },
  answers: {
    loadMembersByID: {
      done: Object.fromEntries(Object.entries(ROLES).map(([who, [members]]) => [who, () => members])),
      failed: ["network"],
    },
  },
  key: ({ context }) => [context.menu?.message.clientMsgID, context.menu?.choices].join(),
  around: {
    start: "|",
    after(around, label, { context: { menu } }) {
      const [recalled = ""] = around.split("|");
      if (label === "user.revokeMessage") return "recall|recall";
      const who = /^loadMembersByID done \((.+)\)$/.exec(label)?.[1] ?? "";
      const [, bens, own] = ROLES[who] ?? [];
      if (menu?.message === BENS ? bens : own) return `${recalled}|recall`;
      return label.startsWith("user.openMenu") ? `${recalled}|` : around;
    },
  },
  unreachable: { confirming: "the model of a chat starts there" },
};

/** Anna's message was recalled, or deleted on another device. */
const GONE = "gone";

function isGone(around: string): boolean {
  return parts(around).includes(GONE);
}

function ifOpenForAnnas(event: MessageMenuEvent) {
  return ({ value, context: { menu } }: Actions, around: string) =>
    value !== "closed" && menu?.message === ANNAS && !isGone(around) ? event : null;
}

const ENDS: Readonly<Record<string, string>> = {
  "messageAction.ended of a recall": "recall",
  "messageAction.ended": "delete-own-1",
  "messageAction.ended another": "delete-own-2",
};

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  "own-1": ["copy", "selectText", "reply", "forward", "select", "recall", "delete"],
  "own-2": ["copy", "selectText", "reply", "forward", "select", "recall", "delete"],
  "own-3": ["copy", "selectText", "reply", "forward", "select", "delete"],
  "own-4": ["retry", "copy", "selectText", "select", "delete"],
  "own-5": ["copy", "selectText"],
  "own-7": ["copy", "selectText", "reply", "forward", "select", "delete"],
  annas: ["copy", "selectText", "reply", "forward", "select", "delete"],
  "annas-picture": ["reply", "forward", "select", "delete"],
  bens: ["copy", "selectText", "reply", "forward", "select", "delete"],
};

type Actions = SnapshotOf<typeof messageMenuMachine>;

function factsOf({ context: { menu } }: Actions, around = "") {
  const of = menu?.message.clientMsgID ?? null;
  return {
    underWay: underWay(around).length,
    of,
    choices: offered(of, around),
    mayBeSaidAgain: around.includes("said") ? [{ clientMsgID: "own-1", wording: WORDING }] : [],
  };
}

function offered(of: string | null, around: string): readonly string[] {
  const choices = CHOICES[of ?? ""] ?? [];
  const isAdded = around.endsWith("|recall");
  return isAdded ? choices.toSpliced(choices.indexOf("delete"), 0, "recall") : choices;
}

function ifOffered(choice: string, target: string) {
  return ({ context: { menu } }: Actions, around: string): string | null =>
    offered(menu?.message.clientMsgID ?? null, around).includes(choice) ? target : null;
}

function parts(around: string): string[] {
  return (around.split("|")[0] ?? "").split(" ").filter((one) => one !== "");
}

function underWay(around: string): string[] {
  return parts(around).filter((one) => one !== "later" && one !== GONE);
}

function hasRecalled(around: string): boolean {
  return ["recall", "said", "later"].some((one) => parts(around).includes(one));
}

function isRecalled(around: string): boolean {
  return around.startsWith("recall|");
}

function inTime(message: Message) {
  return (_: unknown, around: string) => (around.includes("later") ? null : open(message));
}

function askedAbout({ context: { menu } }: Actions): string[] {
  return menu?.message === BENS ? [ME, BEN] : [ME];
}

function finishDeleting({ ports }: Stage, clientMsgID: string): void {
  for (const call of ports.pending("im.deleteMessage"))
    if (call.input.clientMsgID === clientMsgID) call.resolve();
}
