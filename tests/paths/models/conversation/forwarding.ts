import { fireEvent } from "@testing-library/react";
import type { Receiver } from "../../../../machines/conversation/forwarded-messages.ts";
import { forwardingMachine } from "../../../../machines/conversation/forwarding.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import type { App } from "../../../../src/wiring/index.ts";
import {
  ANNA,
  aConversation,
  aFriend,
  aMember,
  aMessage,
  aRecall,
  aWorld,
  BEN,
  groupChatID,
  ME,
  NOON,
  singleChatID,
  TEAM,
} from "../../../fakes/world.ts";
import { press, type } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const FIRST = aMessage({ clientMsgID: "first", seq: 1, text: "Shall we?" });
const SECOND = aMessage({ clientMsgID: "second", seq: 2, text: "Yes", sendID: ME, senderNickname: "Mia" });
const BENS: Receiver = { conversationID: singleChatID(BEN), contact: { userID: BEN } };
const TEAMS: Receiver = { conversationID: groupChatID(TEAM), contact: { groupID: TEAM } };
const SUMMARY = { title: "Chat history of Anna and Mia", lines: ["Anna: Shall we?", "Mia: Yes"] };
const RECALLED = aRecall(FIRST.clientMsgID);
const WORD = "Look at this";
const ID = "new";
const MOST = 9;
const CLOSED = { [TEAM]: "muted" } as const;

const another = (count: number): Receiver => ({
  conversationID: singleChatID(`more-${count}`),
  contact: { userID: `more-${count}` },
});

type Forwarding = SnapshotOf<typeof forwardingMachine>;
const picking = (receiver: Receiver) => ({ type: "user.pickReceiver", receiver }) as const;

export const forwardingModel = modelOf([FIRST, SECOND]);

export const forwardingOneModel = modelOf([FIRST]);

function modelOf(messages: readonly Message[]): ChartModel<typeof forwardingMachine> {
  const isOne = messages.length === 1;
  const manner = isOne ? "each" : "merged";
  return {
    chart: "forwarding",
    machine: forwardingMachine,
    input: { messages, outbox: ignoringParent, clock: { newID: () => ID, now: () => NOON } },
    events: {
      "user.pickReceiver Ben": (_, around) => (hasCrowd(around) ? null : picking(BENS)),
      "user.pickReceiver the team": (_, around) => (hasCrowd(around) ? null : picking(TEAMS)),
      // Adds receivers up to one above the limit; the last accepted one can be removed.
      "user.pickReceiver one more": ({ context: { receivers } }, around) =>
        receivers.length <= MOST && (around === `|${manner}||` || hasCrowd(around))
          ? picking(another(receivers.length))
          : null,
      "user.pickReceiver the last again": ({ context: { receivers } }) =>
        receivers.length === MOST ? picking(another(MOST - 1)) : null,
      // Also with a warning on the screen, which is gone then.
      "user.confirmReceivers": (_, around) =>
        hasCrowd(around) && troubleOf({ around }) === "" ? null : { type: "user.confirmReceivers" },
      "user.leaveForwarding": (_, around) => (hasCrowd(around) ? null : { type: "user.leaveForwarding" }),
      "user.chooseManner each": { type: "user.chooseManner", manner: "each" },
      "user.chooseManner merged": { type: "user.chooseManner", manner: "merged" },
      "user.typeWord": { type: "user.typeWord", word: WORD },
      "user.typeWord a blank": { type: "user.typeWord", word: "  " },
      "user.sendForward": (_, around) => ({
        type: "user.sendForward",
        summary: isOne ? { ...SUMMARY, lines: SUMMARY.lines.slice(0, 1) } : summaryIn({ around }),
      }),
      "im.revoked": (_, around) =>
        hasCrowd(around) || wordOf({ around }) !== "" || isRecalled({ around }) ? null : RECALLED,
      "im.revoked another": (_, around) => (around === `|${manner}||` ? aRecall("another") : null),
    },
    answers: {
      findReceivers: {
        done: { "": ({ context }) => context.receivers.map(({ conversationID }) => conversationID) },
        failed: ["network"],
      },
      findClosed: { done: { "": () => ({}), "the team": () => CLOSED }, failed: ["network"] },
    },
    key: ({ context }) =>
      [
        idsOf(context.receivers),
        context.manner,
        context.word,
        TEAM in context.closed,
        context.trouble,
        context.messages.length,
      ].join(),
    // The receivers, the manner, the comment, and what went wrong.
    around: {
      start: `|${manner}||`,
      after(around, label) {
        const [picked = "", how = "", word = "", trouble = "", ...rest] = around.split("|");
        if (label === "im.revoked another") return around;
        if (label === "im.revoked") return [picked, `${how} recalled`, word, trouble, ...rest].join("|");
        if (label.startsWith("findClosed"))
          return [
            picked,
            how,
            word,
            trouble,
            label === "findClosed done (the team)" ? "closed" : "open",
          ].join("|");
        if (label.startsWith("user.pickReceiver")) {
          const name = label.slice("user.pickReceiver ".length);
          const now = toggled(picked, name, rest.includes("closed"));
          const tooMany = name === "one more" ? "tooManyChats" : trouble;
          return [now, how, word, now === picked ? tooMany : "", ...rest].join("|");
        }
        if (label.startsWith("user.chooseManner"))
          return [
            picked,
            isOne || how.endsWith(" recalled") ? how : label.slice("user.chooseManner ".length),
            word,
            trouble,
            ...rest,
          ].join("|");
        if (label === "user.typeWord") return [picked, how, WORD, trouble, ...rest].join("|");
        if (label === "user.typeWord a blank") return [picked, how, "  ", trouble, ...rest].join("|");
        return [picked, how, word, label === "findReceivers failed (network)" ? "network" : "", ...rest].join(
          "|",
        );
      },
    },
    evenIgnored: ["im.revoked"],
    cannot: (label, around) =>
      label.startsWith("findClosed")
        ? around.split("|").length > 4
        : hasCrowd(around) && /chooseManner|typeWord|failed/.test(label),
    // The manner and the messages decide what is sent.
    phase: (_, around) => around.split("|")[1] ?? "",
    isRest: ({ value }) => value === "left" || value === "sent",

    opens: () => ({
      world: aWorld({
        messages: [FIRST, SECOND],
        conversations: [aConversation()],
        friends: [aFriend(), aFriend({ userID: BEN, nickname: "Ben" })],
      }),
      answers: { "im.createMessage": () => new Promise(() => {}) },
    }),
    prepare: (ports) => {
      ports.platform.newID = () => ID;
    },
    async begin(stage) {
      await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
      await stage.act(() => {
        const selection = selectionOf(stage.app);
        if (isOne) return selection?.send({ type: "user.forwardMessage", message: FIRST });
        selection?.send({ type: "user.select", message: SECOND });
        selection?.send({ type: "user.toggleMessage", message: FIRST });
        selection?.send({ type: "user.forwardChosen" });
      });
    },
    actor: forwardingOf,
    calls: { findReceivers: "im.findConversation", findClosed: "im.loadMemberships" },
    logged: ["findClosed"],
    tells: ["outbox <- outbox.attach", "toasts <- toast.add"],
    stimuli: {
      "findReceivers done": ({ ports }) => {
        for (const { input, resolve } of ports.pending("im.findConversation"))
          resolve(
            aConversation({
              conversationID: "userID" in input ? singleChatID(input.userID) : groupChatID(input.groupID),
            }),
          );
      },
      "im.revoked": ({ ports }) => ports.emit.messages(RECALLED),
      "im.revoked another": ({ ports }) => ports.emit.messages(aRecall("another")),
      "findClosed done": ({ ports }) => ports.resolve("im.loadMemberships", [aMember()]),
      "findClosed done (the team)": ({ ports }) =>
        ports.resolve("im.loadMemberships", [aMember({ muteEndTime: NOON + 60_000 })]),
      "findReceivers failed (network)": ({ ports }) => {
        for (const { reject } of ports.pending("im.findConversation")) reject("network");
      },
    },
    press: {
      "user.pickReceiver Ben": press("checkbox in dialog: Ben"),
      "user.pickReceiver the team": press("checkbox in dialog: Team"),
      "user.confirmReceivers": (event, stage) =>
        press(`button in dialog: Next (${countIn(stage)})`)(event, stage),
      "user.leaveForwarding": async (event, stage) => {
        if (forwardingOf(stage.app)?.getSnapshot().value === "confirming")
          return press("button in dialog: Back")(event, stage);
        await stage.act(
          () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" }),
        );
      },
      "user.chooseManner each": press("radio in dialog: One by one"),
      "user.chooseManner merged": press("radio in dialog: Combined"),
      "user.typeWord": type("Add a message", WORD),
      "user.typeWord a blank": type("Add a message", "  "),
      "user.sendForward": press("button in dialog: Send"),
    },
    // A checked option cannot be chosen again, and this world has too few chats for the limit.
    pressable: (label, { value, context }) =>
      ({
        "user.pickReceiver Ben": value === "picking",
        "user.pickReceiver the team":
          value === "picking" && (!(TEAM in context.closed) || context.receivers.some(isTeam)),
        "user.pickReceiver one more": false,
        "user.confirmReceivers": value === "picking" && context.receivers.length > 0,
        "user.leaveForwarding": value !== "finding",
        "user.chooseManner each":
          value === "confirming" && context.manner === "merged" && context.messages.length > 1,
        "user.chooseManner merged":
          value === "confirming" && context.manner === "each" && context.messages.length > 1,
        "user.typeWord": value === "confirming" && context.word !== WORD,
        "user.typeWord a blank": value === "confirming" && context.word !== "  ",
        "user.sendForward": value === "confirming",
      })[label] ?? true,
    reads: ({ value, tags, context: { receivers, manner: how, word, trouble, messages: forwarded } }) => ({
      is: value,
      shows: [...tags].sort().join(),
      receivers: idsOf(receivers),
      manner: how,
      word,
      trouble: trouble ?? "",
      forwarded: forwarded.map(({ clientMsgID }) => clientMsgID),
    }),
    rows: {
      picking: ({ step }) => ({
        reads: { is: "picking", shows: "", ...factsOf(step, isOne) },
        sees: [
          "dialog: Forward to",
          "searchbox: Search chats",
          seen("Ben", step),
          seen("Team", step),
          `${troubleOf(step) === "" ? "!" : ""}text: You can pick up to 9 chats at once`,
        ],
      }),
      confirming: ({ step }) => ({
        reads: { is: "confirming", shows: "confirming", ...factsOf(step, isOne) },
        sees: [
          "dialog: Forward",
          `textbox: Add a message = ${wordOf(step)}`,
          "button: Send",
          `${isRecalled(step) ? "!" : ""}text: Anna: Shall we?`,
          `${isOne ? "!" : ""}text: Mia: Yes`,
          ...(mannerOf(step) === "merged"
            ? ["text: Chat history of Anna and Mia"]
            : ["!text: Chat history of Anna and Mia"]),
          `${troubleOf(step) === "" ? "!" : ""}text: No connection, please try again`,
        ],
      }),
      finding: ({ step }) => ({
        asks: pickedIn(step).map(({ contact }): Wire => ["im.findConversation", contact]),
        reads: { is: "finding", shows: "confirming,working", ...factsOf(step, isOne) },
      }),
      left: ({ step }) => ({
        gone: true,
        sees: [
          "!dialog: Forward to",
          ...(step?.label === "im.revoked" ? ["text: The message was recalled"] : []),
          ...(isOne ? [] : [`heading: ${isRecalled(step) ? 1 : 2} selected`]),
        ],
      }),
      sent: ({ step }) => ({
        gone: true,
        // The toast waits for an earlier one.
        sees: ["!dialog: Forward", ...(isRecalled(step) ? [] : ["text: Forwarded"]), "!heading: 2 selected"],
      }),
    },
    leads: {
      "*": {
        "im.revoked": ifLast("left", STAYS),
        "findClosed done": STAYS,
        "findClosed done (the team)": STAYS,
        "findClosed failed (network)": STAYS,
      },
      picking: {
        "user.pickReceiver Ben": STAYS,
        // A closed group can be deselected but not selected.
        "user.pickReceiver the team": ({ context }) =>
          TEAM in context.closed && !context.receivers.some(isTeam) ? null : STAYS,
        "user.pickReceiver one more": STAYS,
        "user.pickReceiver the last again": STAYS,
        "user.confirmReceivers": (_, around) => (around.startsWith("|") ? null : "confirming"),
        "user.leaveForwarding": "left",
      },
      confirming: {
        "user.chooseManner each": ifSeveral,
        "user.chooseManner merged": ifSeveral,
        "user.typeWord": STAYS,
        "user.typeWord a blank": STAYS,
        "user.leaveForwarding": "picking",
        "user.sendForward": "finding",
      },
      finding: {
        "findReceivers done": "sent",
        "findReceivers failed (network)": "confirming",
        // The preview had its words, so the user confirms again.
        "im.revoked": ifLast("left", "confirming"),
      },
      left: {},
      sent: {},
    },
    told({ label, around }) {
      if (label === "im.revoked")
        return [["toasts <- toast.add", { toast: { tone: "info", key: "recalled" } }]];
      if (label !== "findReceivers done") return [];
      const word = wordOf({ around });
      return [
        ...pickedIn({ around }).flatMap(({ conversationID }): Wire[] => [
          [
            "outbox <- outbox.attach",
            {
              conversationID,
              attachments:
                mannerOf({ around }) === "merged"
                  ? [mergedIn({ around })]
                  : leftOf(messages, { around }).map(copyOf),
              caption: word === WORD ? WORD : "",
            },
          ],
        ]),
        ["toasts <- toast.add", { toast: { tone: "info", key: "forwarded" } }],
      ];
    },
    noise: {
      "a message arrives": ({ ports }) =>
        ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
      // In the state "left", the deletion would change the selection.
      "deletion of a forwarded message": {
        when: ({ value }) => value !== "left",
        make: ({ ports }) => ports.emit.messages({ type: "im.deleted", clientMsgID: "first" }),
      },
    },
  };
}

const keyOf = ({ conversationID, clientMsgID }: Message) => ({ conversationID, clientMsgID });

function copyOf(message: Message) {
  return {
    clientMsgID: ID,
    enclosure: { type: "forward", source: keyOf(message), from: message.senderNickname },
    content: message.content,
  };
}

type At = { around: string } | null;

function isRecalled(step: At): boolean {
  return step?.around.split("|")[1]?.endsWith(" recalled") === true;
}

function leftOf(messages: readonly Message[], step: At): readonly Message[] {
  return isRecalled(step) ? messages.filter((message) => message !== FIRST) : messages;
}

function summaryIn(step: At) {
  return isRecalled(step) ? { ...SUMMARY, lines: SUMMARY.lines.slice(1) } : SUMMARY;
}

function mergedIn(step: At) {
  const messages = leftOf([FIRST, SECOND], step);
  const summary = summaryIn(step);
  return {
    clientMsgID: ID,
    enclosure: { type: "merged", ...summary, sources: messages.map(keyOf) },
    content: {
      type: "merge",
      merged: {
        ...summary,
        messages: messages.map(({ clientMsgID, sendID, senderNickname, sendTime, content }) => ({
          clientMsgID,
          sendID,
          senderNickname,
          sendTime,
          content,
        })),
      },
    },
  };
}

function selectionOf(app: App) {
  return childOf(app, "session", "signedIn", "conversation", "selection");
}

function forwardingOf(app: App) {
  return childOf(app, "session", "signedIn", "conversation", "selection", "forwarding");
}

function toggled(picked: string, name: string, isTeamClosed: boolean): string {
  const all = picked.split("+").filter((one) => one !== "");
  if (name === "the team" && isTeamClosed && !all.includes(name)) return picked;
  if (name === "one more") return all.length >= MOST ? picked : [...all, `more ${all.length}`].join("+");
  if (name === "the last again") return all.slice(0, -1).join("+");
  return (all.includes(name) ? all.filter((one) => one !== name) : [...all, name]).join("+");
}

function pickedIn(step: { around: string } | null): readonly Receiver[] {
  const names = (step?.around.split("|")[0] ?? "").split("+").filter((one) => one !== "");
  return names.map((name) => {
    if (name === "Ben") return BENS;
    return name === "the team" ? TEAMS : another(Number(name.slice("more ".length)));
  });
}

function factsOf(step: { around: string } | null, isOne = false) {
  return {
    receivers: idsOf(pickedIn(step)),
    manner: mannerOf(step) ?? (isOne ? "each" : "merged"),
    word: wordOf(step),
    trouble: troubleOf(step),
    forwarded: leftOf(isOne ? [FIRST] : [FIRST, SECOND], step).map(({ clientMsgID }) => clientMsgID),
  };
}

function mannerOf(step: { around: string } | null): string | undefined {
  return step?.around.split("|")[1]?.split(" ")[0];
}

function wordOf(step: { around: string } | null): string {
  return step?.around.split("|")[2] ?? "";
}

function troubleOf(step: { around: string } | null): string {
  return step?.around.split("|")[3] ?? "";
}

function hasCrowd(around: string): boolean {
  return around.startsWith("more");
}

function idsOf(receivers: readonly Receiver[]): string {
  return receivers.map(({ conversationID }) => conversationID).join("+");
}

function ifSeveral({ context }: Forwarding): string | null {
  return context.messages.length > 1 ? STAYS : null;
}

function ifLast(target: string, otherwise: string) {
  return ({ context }: Forwarding): string => (context.messages.length === 1 ? target : otherwise);
}

function isTeam({ conversationID }: Receiver): boolean {
  return conversationID === TEAMS.conversationID;
}

function countIn({ app }: Stage): number {
  return forwardingOf(app)?.getSnapshot().context.receivers.length ?? 0;
}

function seen(name: "Ben" | "Team", step: { around: string } | null): string {
  const isPicked = pickedIn(step).includes(name === "Ben" ? BENS : TEAMS);
  const isClosed = name === "Team" && step?.around.endsWith("|closed");
  return `checkbox${isPicked ? " (checked)" : isClosed ? " (disabled)" : ""}: ${name}`;
}
