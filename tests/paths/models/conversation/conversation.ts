import { conversationMachine } from "../../../../machines/conversation/conversation.ts";
import {
  ANNA,
  aBlack,
  aConversation,
  aGroup,
  aGroupConversation,
  aMessage,
  aWorld,
  BEN,
  groupChatID,
  ME,
  NOON,
  TEAM,
} from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { emitOutside } from "../../outside.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail, helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

/** One id that the load reports as a group or as a user. */
const CHAT = groupChatID(TEAM);
const PATH = `/chat?conversationID=${CHAT}`;
const asPerson = aConversation({ conversationID: CHAT });
const asGroup = aGroupConversation();
const PARTS = [
  "history",
  "jumpHistory",
  "readState",
  "composer",
  "attachments",
  "emojiPanel",
  "messageMenu",
  "recorder",
  "selection",
  "shareConfirmation",
  "chatSearch",
];
/** Sent a moment ago, so it can still be revoked. */
const TEXT = aMessage({
  conversationID: CHAT,
  clientMsgID: "own-1",
  sendID: ME,
  sendTime: NOON - 10_000,
  text: "Mine",
});
const FAILED = aMessage({
  conversationID: CHAT,
  clientMsgID: "own-2",
  sendID: ME,
  status: "failed",
  text: "Lost",
});
/** The files of a share are in the paths of `attachments`: their sheet would cover the chat. */
const SHARE = { type: "incomingShare.put" as const, text: "See this", files: [] };
const ANNAS = aMessage({ conversationID: CHAT, clientMsgID: "annas" });

export const conversationModel: ChartModel<typeof conversationMachine> = {
  chart: "conversation",
  machine: conversationMachine,
  input: {
    conversationID: CHAT,
    soughtID: null,
    userID: ME,
    outbox: ignoringParent,
    memberDirectory: ignoringParent,
    clock: { newID: () => "", now: () => NOON },
  },
  events: {
    "im.conversations": {
      type: "im.conversations",
      conversations: [{ ...asGroup, showName: "Team A" }],
    },
    "im.typing": { type: "im.typing", conversationID: CHAT, userID: ANNA, typing: true },
    "im.typing still": ({ value }) =>
      value.peer === "typing"
        ? { type: "im.typing", conversationID: CHAT, userID: ANNA, typing: true }
        : null,
    "im.typing of mine": { type: "im.typing", conversationID: CHAT, userID: ME, typing: true },
    "im.blackChanged": { type: "im.blackChanged", person: aBlack({ userID: ANNA }) },
    "im.blackChanged another": ({ value }) =>
      value.peer === "typing" ? { type: "im.blackChanged", person: aBlack({ userID: BEN }) } : null,
    "im.typing no more": { type: "im.typing", conversationID: CHAT, userID: ANNA, typing: false },
    // Behind another screen the bell loads the chat with the same call.
    "im.messages from Anna": (_, around) =>
      isShown(around) ? { type: "im.messages", messages: [ANNAS] } : null,
    "history.changed": (_, around) => changed(around),
    "conversation.hidden": (_, around) => (isShown(around) ? { type: "conversation.hidden" } : null),
    "conversation.shown": (_, around) =>
      isShown(around) ? null : { type: "conversation.shown", soughtID: null },
    "conversation.shown for a message": (_, around) =>
      isShown(around) ? null : { type: "conversation.shown", soughtID: "annas" },
    "jumpHistory.seek": { type: "jumpHistory.seek", clientMsgID: "annas" },
    "chatSearch.seek": { type: "chatSearch.seek", clientMsgID: "annas" },
    "readState.seek": { type: "readState.seek", clientMsgID: "annas" },
    "membership.changed dismissed": { type: "membership.changed", standing: "dismissed" },
    "membership.changed unknown": { type: "membership.changed", standing: "unknown" },
    "incomingShare.put": (_, around) => (hasShare(around) ? null : SHARE),
    "user.retryConversation": { type: "user.retryConversation" },
    "im.connectFailed": ({ value }) =>
      value.identity === "waiting" ? { type: "im.connectFailed", code: 10000 } : null,
    "im.connected": ({ value }) => (/failed/.test(JSON.stringify(value)) ? { type: "im.connected" } : null),
    "im.syncFinished": ({ value }) =>
      /failed|loading/.test(JSON.stringify(value)) ? { type: "im.syncFinished" } : null,
  },
  answers: {
    loadConversation: { done: { "a person": () => asPerson, "a group": () => asGroup }, failed: ["network"] },
    firstSync: { done: { "it has ended": () => true, "none is expected": () => false }, failed: ["unknown"] },
  },
  replies(label) {
    if (label === "chatSearch.seek" || label === "readState.seek")
      return [{ type: "jumpHistory.seek", clientMsgID: "annas" }];
    return label === "im.messages from Anna" ? [changed("shown came")] : [];
  },
  key: ({ context }) => `${context.conversation?.showName} ${context.sharedText}`,
  around: {
    start: "shown - ",
    after(around, label, { value }) {
      // The text of a share waits for the draft.
      if (label === "incomingShare.put")
        return typeof value.identity === "object" ? around : around.replace(/^(\S+ \S+)/, "$1+");
      if (label.startsWith("loadConversation done"))
        return `${around.split(" ", 2).join(" ").replace("+", "")} ${NAMES[label]}`;
      if (label === "im.messages from Anna") return around.replace("-", "came");
      if (label in NAMES) return `${around.split(" ", 2).join(" ")} ${NAMES[label]}`;
      if (label === "conversation.hidden") return around.replace("shown", "covered");
      return label.startsWith("conversation.shown") ? around.replace("covered", "shown") : around;
    },
  },
  isRest: ({ value }) => typeof value.identity === "object" && value.peer === "quiet",

  opens: () => ({
    world: aWorld({ messages: [FAILED, TEXT] }),
    answers: {
      "platform.copy": () => new Promise(() => {}),
      "im.loadMembership": () => new Promise(() => {}),
      "im.searchConversation": () => [ANNAS],
    },
  }),
  begin: (stage) => stage.act(() => stage.ports.visit(PATH)),
  actor: (app) => childOf(app, "session", "signedIn", "conversation"),
  calls: { loadConversation: "im.loadConversation", firstSync: "im.firstSync" },
  tells: [
    "navigation <- navigation.go",
    "history <- history.seek",
    "jumpHistory <- conversation.shown",
    "jumpHistory <- chatSearch.seek",
    "jumpHistory <- readState.seek",
    "readState <- conversation.shown",
    "readState <- conversation.hidden",
    "readState <- conversation.loaded",
    "readState <- conversation.unavailable",
    "readState <- history.changed",
    "composer <- conversation.hidden",
    "recorder <- conversation.hidden",
    "composer <- conversation.loaded",
    "composer <- membership.changed",
    "composer <- composer.append",
    "attachments <- attachments.add",
  ],
  // The bell loads other chats with the same call.
  isOwn: ({ call, input }) =>
    call !== "im.loadConversation" || JSON.stringify(input) === JSON.stringify({ conversationID: CHAT }),
  logged: ["loadConversation", "firstSync"],
  delays: { peerTypingTimeout: 12_000 },
  stimuli: {
    "incomingShare.put": ({ app }) => childOf(app, "session", "signedIn")?.send(SHARE),
    // Each typing event restarts the timeout of twelve seconds.
    "im.typing still": async (stage, event) => {
      await stage.advance(11_000);
      emitOutside(stage.ports, event);
      await stage.advance(11_000);
    },
    // The history ignores the unknown id, but reports its messages again.
    "history.changed": ({ ports }) => ports.emit.messages({ type: "im.deleted", clientMsgID: "unknown" }),
    "conversation.hidden": ({ ports }) => ports.visit("/contact"),
    "conversation.shown": ({ ports }) => ports.visit(PATH),
    "conversation.shown for a message": ({ ports }) => ports.visit(`${PATH}&clientMsgID=annas`),
    "jumpHistory.seek": ({ app }) =>
      childOf(app, "session", "signedIn", "conversation", "jumpHistory")?.send({
        type: "user.jump",
        to: "annas",
        from: null,
      }),
    "chatSearch.seek": async ({ app, settle }) => {
      const search = childOf(app, "session", "signedIn", "conversation", "chatSearch");
      search?.send({ type: "user.openChatSearch", from: null });
      search?.send({ type: "user.typeKeyword", keyword: "Text" });
      search?.send({ type: "user.submitKeyword" });
      await settle();
      search?.send({ type: "user.closeChatSearch" });
    },
    // No message is unread here.
    "readState.seek": ({ app }, event) => childOf(app, "session", "signedIn", "conversation")?.send(event),
    "membership.changed dismissed": ({ ports }) => {
      ports.emit.groups({ type: "im.groupChanged", group: aGroup({ status: 2 }) });
    },
    // The member is still loading.
    "membership.changed unknown": ({ ports }) => {
      ports.emit.groups({ type: "im.groupChanged", group: aGroup() });
    },
  },
  press: {
    "user.retryConversation": press("button in alert: Retry"),
  },
  pressable: (label, _, around) => !label.startsWith("user.") || isShown(around),
  reads: ({ value, context, children }) => ({
    parts: PARTS.filter((part) => children[part]),
    mayMention: children.mentionPicker !== undefined,
    identity: value.identity,
    peer: value.peer,
    name: context.conversation?.showName ?? null,
  }),
  rows: {
    "identity.loading": ({ step }) => ({
      asks: [["im.loadConversation", { conversationID: CHAT }]],
      reads: { identity: "loading", mayMention: false, name: nameIn(step) },
      sees: shown(step, "textbox: Message", "!text: Couldn't open this chat"),
    }),
    "identity.waiting": ({ step }) => ({
      asks: ["im.firstSync"],
      reads: { identity: "waiting", mayMention: false, name: nameIn(step) },
      sees: shown(step, "!textbox: Message", "!text: Couldn't open this chat"),
    }),
    "identity.open.direct": ({ step }) => ({
      reads: { identity: { open: "direct" }, mayMention: false, name: nameIn(step) },
      sees: shown(
        step,
        `heading: ${nameIn(step)}`,
        step?.label === "im.blackChanged" ? "button: Unblock" : "textbox: Message",
      ),
    }),
    "identity.open.group": ({ step }) => ({
      reads: { identity: { open: "group" }, mayMention: true, name: nameIn(step) },
      sees: shown(
        step,
        `heading: ${nameIn(step)}`,
        ...(step?.label === "membership.changed dismissed" ? ["text: This group was dismissed"] : []),
      ),
    }),
    "identity.failed": ({ step }) => ({
      reads: { identity: "failed", mayMention: false, name: nameIn(step) },
      sees: shown(step, "text: Couldn't open this chat", "!textbox: Message"),
    }),
    "peer.quiet": ({ step }) => ({
      reads: { peer: "quiet", parts: PARTS },
      sees: shown(step, "!text: typing…"),
    }),
    "peer.typing": ({ step, snapshot }) => ({
      reads: { peer: "typing", parts: PARTS },
      // A chat that is still to come has no header of its own.
      sees: snapshot.value.identity === "waiting" ? [] : shown(step, "text: typing…"),
    }),
  },
  leads: {
    "*": {
      "im.conversations": STAYS,
      "history.changed": STAYS,
      "incomingShare.put": STAYS,
      "conversation.hidden": STAYS,
      "conversation.shown": STAYS,
      "conversation.shown for a message": STAYS,
      "jumpHistory.seek": STAYS,
      "readState.seek": STAYS,
      "chatSearch.seek": STAYS,
    },
    "identity.loading": {
      "loadConversation done (a person)": "identity.open.direct",
      "loadConversation done (a group)": "identity.open.group",
      "loadConversation failed (network)": "identity.waiting",
      "im.syncFinished": "identity.loading",
    },
    "identity.waiting": {
      "firstSync done (it has ended)": "identity.loading",
      "firstSync done (none is expected)": "identity.failed",
      "firstSync failed (unknown)": "identity.failed",
      "im.connectFailed": "identity.failed",
      // It has come.
      "im.conversations": "identity.loading",
    },
    "identity.open.*": {
      "im.conversations": STAYS,
      "conversation.shown": STAYS,
      "conversation.shown for a message": STAYS,
    },
    "identity.open.direct": {},
    "identity.open.group": {
      "membership.changed dismissed": STAYS,
      "membership.changed unknown": STAYS,
    },
    "identity.failed": {
      "user.retryConversation": "identity.loading",
      "im.syncFinished": "identity.loading",
      "im.connected": "identity.loading",
      "conversation.shown": "identity.loading",
      "conversation.shown for a message": "identity.loading",
      "im.conversations": "identity.loading",
    },
    "peer.*": {
      "im.typing": "peer.typing",
    },
    "peer.quiet": {},
    "peer.typing": {
      "im.typing no more": "peer.quiet",
      "im.blackChanged": ({ context }) => (context.conversation?.userID === ANNA ? "peer.quiet" : null),
      "im.messages from Anna": "peer.quiet",
      "im.typing still": "peer.typing",
      "after peerTypingTimeout": "peer.quiet",
    },
  },
  told({ label, around, aroundBefore, before }) {
    const append: readonly Wire[] = [["composer <- composer.append", { text: SHARE.text }]];
    const waiting = hasShare(aroundBefore) ? append : [];
    const told: Record<string, readonly Wire[]> = {
      "conversation.hidden": [
        "readState <- conversation.hidden",
        "composer <- conversation.hidden",
        "recorder <- conversation.hidden",
      ],
      "conversation.shown": [
        "readState <- conversation.shown",
        ["jumpHistory <- conversation.shown", { soughtID: null }],
      ],
      "jumpHistory.seek": [["history <- history.seek", { clientMsgID: "annas" }]],
      "chatSearch.seek": [
        ["jumpHistory <- chatSearch.seek", { clientMsgID: "annas" }],
        ["history <- history.seek", { clientMsgID: "annas" }],
      ],
      "readState.seek": [
        ["jumpHistory <- readState.seek", { clientMsgID: "annas" }],
        ["history <- history.seek", { clientMsgID: "annas" }],
      ],
      // The message id leaves the address, so a later return does not jump again.
      "conversation.shown for a message": [
        "readState <- conversation.shown",
        ["jumpHistory <- conversation.shown", { soughtID: "annas" }],
        ["history <- history.seek", { clientMsgID: "annas" }],
        ["navigation <- navigation.go", { to: PATH, replace: true }],
      ],
      "history.changed": [["readState <- history.changed", { messages: changed(around).messages }]],
      "im.messages from Anna": [["readState <- history.changed", { messages: changed(around).messages }]],
      "im.syncFinished": [["readState <- history.changed", { messages: changed(around).messages }]],
      "firstSync done (none is expected)": ["readState <- conversation.unavailable"],
      "firstSync failed (unknown)": ["readState <- conversation.unavailable"],
      "im.connectFailed": ["readState <- conversation.unavailable"],
      "loadConversation done (a person)": [...loaded(asPerson), ...waiting],
      "loadConversation done (a group)": [...loaded(asGroup), ...waiting],
      "incomingShare.put": [
        ...(typeof before.value.identity === "object" ? append : []),
        ["attachments <- attachments.add", { files: [] }],
      ],
      // The notice replaces the field, so a recording must end.
      "membership.changed dismissed": [
        ["composer <- membership.changed", { standing: "dismissed" }],
        "recorder <- conversation.hidden",
      ],
      // Only a known loss of the right to write ends a recording.
      "membership.changed unknown": [["composer <- membership.changed", { standing: "unknown" }]],
    };
    return told[label] ?? [];
  },
  noise: {
    "a peer types in another chat": ({ ports }) =>
      ports.emit.messages({ type: "im.typing", conversationID: "si_other", userID: BEN, typing: true }),
    "the user types on another device": ({ ports }) =>
      ports.emit.messages({ type: "im.typing", conversationID: CHAT, userID: ME, typing: true }),
    "a message of another chat": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ conversationID: "si_other" })] }),
    "another chat changes": ({ ports }) =>
      ports.emit.conversations({
        type: "im.conversations",
        conversations: [aConversation({ conversationID: "si_other", showName: "Other" })],
      }),
  },
  excused: {
    ...helpersDoNotFail("syncEvents", "connectionEvents", "contactEvents"),
    ...chartsDoNotFail(
      "attachments",
      "emojiPanel",
      "mentionPicker",
      "history",
      "jumpHistory",
      "readState",
      "composer",
      "messageMenu",
      "selection",
      "membership",
      "recorder",
      "shareConfirmation",
      "chatSearch",
    ),
  },
};

const NAMES: Readonly<Record<string, string>> = {
  "im.conversations": "Team A",
  "loadConversation done (a person)": "Anna",
  "loadConversation done (a group)": "Team",
};

function nameIn(step: { around: string } | null): string | null {
  return step?.around.split(" ").slice(2).join(" ") || null;
}

function isShown(around: string): boolean {
  return around.startsWith("shown");
}

function hasShare(around: string): boolean {
  return around.split(" ")[1]?.endsWith("+") ?? false;
}

function changed(around: string) {
  const messages = [...(around.split(" ")[1]?.startsWith("came") ? [ANNAS] : []), FAILED, TEXT];
  return { type: "history.changed", messages } as const;
}

function shown(step: { around: string } | null, ...expectations: string[]): string[] {
  return step && !isShown(step.around) ? ["!textbox: Message"] : expectations;
}

function loaded(conversation: unknown): readonly Wire[] {
  return [
    ["readState <- conversation.loaded", { conversation }],
    ["composer <- conversation.loaded", { conversation }],
  ];
}
