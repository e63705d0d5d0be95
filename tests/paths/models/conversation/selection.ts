import {
  type SelectionEvent,
  selectIsOn,
  selectionMachine,
} from "../../../../machines/conversation/selection.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import type { App } from "../../../../src/wiring/index.ts";
import { ANNA, aMessage, aRecall, aWorld, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import { pick, press } from "../../gestures.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import { forwardingEnds } from "./forwarding-ends.ts";

const CHAT = singleChatID(ANNA);
const SELECTION = ["session", "signedIn", "conversation", "selection"] as const;
const FORWARDING = [...SELECTION, "forwarding"] as const;
const own = (clientMsgID: string, text: string, changes: Partial<Message> = {}) =>
  aMessage({ sendID: ME, clientMsgID, sendTime: NOON - 10 * 60_000, text, ...changes });
const ANNAS = aMessage({ clientMsgID: "annas", text: "Hello", sendTime: NOON - 20 * 60_000 });
const OWN = own("own", "Mine");
const FAILED = own("failed", "Lost", { status: "failed", sendTime: NOON - 5 * 60_000 });
const SENDING = own("sending", "Soon", { status: "sending" });
const NOTICE = own("notice", "", { content: { type: "friendAdded" } });

const NAMES: Readonly<Record<string, string>> = {
  annas: "Anna, 11:40, Hello",
  own: "You, 11:50, Mine",
  failed: "You, 11:55, Lost",
};
const ORDER = Object.keys(NAMES);

const choosing = (message: Message) => ({ type: "user.toggleMessage", message }) as const;
const REVOKED: SelectionEvent = aRecall("annas");

/**
 * Selects messages of the chat with Anna. The ledger in `around` holds the state, the selected, forwarded,
 * deleting and removed messages.
 */
export const selectionModel: ChartModel<typeof selectionMachine> = {
  chart: "selection",
  machine: selectionMachine,
  input: { conversationID: CHAT, outbox: ignoringParent, clock: { newID: () => "", now: () => NOON } },
  events: {
    "user.select": ifThere("annas", { type: "user.select", message: ANNAS }),
    "user.select a notice": { type: "user.select", message: NOTICE },
    "user.toggleMessage Anna's": ifThere("annas", choosing(ANNAS)),
    "user.toggleMessage mine": ifThere("own", choosing(OWN)),
    "user.toggleMessage a failed one": choosing(FAILED),
    "user.toggleMessage one on its way": choosing(SENDING),
    "user.toggleMessage a notice": choosing(NOTICE),
    "user.cancelSelection": { type: "user.cancelSelection" },
    "user.askDeleteChosen": { type: "user.askDeleteChosen" },
    "user.keepChosen": { type: "user.keepChosen" },
    "user.deleteChosen": { type: "user.deleteChosen" },
    "user.forwardChosen": { type: "user.forwardChosen" },
    "user.forwardMessage": ifThere("annas", { type: "user.forwardMessage", message: ANNAS }),
    "user.forwardMessage a failed one": { type: "user.forwardMessage", message: FAILED },
    "im.revoked": ifThere("annas", REVOKED),
    "im.deleted": ifThere("own", { type: "im.deleted", clientMsgID: "own" }),
  },
  answers: {
    deleteMessages: { done: { "": () => undefined }, failed: ["network"] },
    forwarding: { done: { sent: () => ({ isSent: true }), left: () => ({ isSent: false }) } },
  },
  key: ({ context: { chosen, forwarded } }) => `${idsOf(chosen)} / ${idsOf(forwarded)}`,
  around: { start: JSON.stringify({ state: "none", chosen: [], sentOn: [], going: [], gone: [] }), after },
  evenIgnored: ["user.toggleMessage a notice", "user.toggleMessage one on its way"],
  isRest: ({ value }) => value === "none",

  opens: () => ({ world: aWorld({ messages: [ANNAS, OWN, FAILED] }) }),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: selectionOf,
  calls: { deleteMessages: "im.deleteMessage" },
  tells: ["outbox <- outbox.drop", "toasts <- toast.add"],
  stimuli: {
    "deleteMessages done": async ({ ports, settle }) => {
      for (
        let call = ports.pending("im.deleteMessage")[0];
        call;
        call = ports.pending("im.deleteMessage")[0]
      ) {
        call.resolve();
        await settle();
      }
    },
    "deleteMessages failed (network)": ({ ports }) => ports.reject("im.deleteMessage", "network"),
    ...forwardingEnds(FORWARDING, { userID: ANNA }, CHAT),
  },
  press: {
    "user.select": pick("Hello", "Select"),
    "user.toggleMessage Anna's": press(`checkbox: ${NAMES.annas}`),
    "user.toggleMessage mine": press(`checkbox: ${NAMES.own}`),
    "user.toggleMessage a failed one": press(`checkbox: ${NAMES.failed}`),
    "user.cancelSelection": press("button: Cancel"),
    "user.askDeleteChosen": press("button: Delete"),
    "user.keepChosen": press("button in dialog: Cancel"),
    "user.deleteChosen": press("menuitem in dialog: Delete"),
    "user.forwardChosen": press("button: Forward"),
    "user.forwardMessage": pick("Hello", "Forward"),
  },
  pressable: (label, { value, context }) => {
    const states: Readonly<Record<string, boolean>> = {
      "user.select": value === "none",
      "user.toggleMessage Anna's": value === "selecting",
      "user.toggleMessage mine": value === "selecting",
      "user.toggleMessage a failed one": value === "selecting",
      "user.cancelSelection": value === "selecting",
      "user.askDeleteChosen": value === "selecting" && context.chosen.length > 0,
      "user.keepChosen": value === "confirming",
      "user.deleteChosen": value === "confirming",
      "user.forwardChosen": value === "selecting" && context.chosen.some(({ status }) => status === "sent"),
      "user.forwardMessage": value === "none",
    };
    return states[label] ?? !label.startsWith("user.");
  },
  reads: (snapshot) => ({
    is: snapshot.value,
    isOn: selectIsOn(snapshot),
    isAsking: snapshot.tags.has("confirming"),
    isBusy: snapshot.tags.has("deleting"),
    chosen: idsOf(snapshot.context.chosen),
    sentOn: idsOf(snapshot.context.forwarded),
  }),
  rows: {
    none: ({ step }) => ({
      reads: { is: "none", ...factsOf(step) },
      sees: ["heading: Anna", "textbox: Message", "!toolbar: Selected messages", `!checkbox: ${NAMES.own}`],
    }),
    selecting: ({ step }) => ({
      reads: { is: "selecting", ...factsOf(step) },
      sees: [
        `heading: ${ledgerOf(step).chosen.length} selected`,
        "toolbar: Selected messages",
        "!textbox: Message",
        ...ORDER.filter((id) => !ledgerOf(step).gone.includes(id)).map(
          (id) => `checkbox${ledgerOf(step).chosen.includes(id) ? " (checked)" : ""}: ${NAMES[id]}`,
        ),
        ...(step?.label === "deleteMessages failed (network)"
          ? ["text: No connection, please try again"]
          : []),
      ],
    }),
    confirming: ({ step }) => ({
      reads: { is: "confirming", ...factsOf(step) },
      sees: [
        ledgerOf(step).chosen.length === 1
          ? "menu: Delete this message?"
          : `menu: Delete ${ledgerOf(step).chosen.length} messages?`,
      ],
    }),
    deleting: ({ step }) => ({
      asks: ledgerOf(step)
        .going.slice(0, 1)
        .map((id): Wire => ["im.deleteMessage", keyOf(id)]),
      reads: { is: "deleting", ...factsOf(step) },
      sees: ["toolbar (busy): Selected messages", "!button: Delete"],
    }),
    forwarding: ({ step }) => ({
      reads: { is: "forwarding", ...factsOf(step) },
      sees: ["dialog: Forward to"],
    }),
  },
  leads: {
    "*": { "im.revoked": STAYS, "im.deleted": STAYS },
    none: { "user.select": "selecting", "user.forwardMessage": "forwarding" },
    selecting: {
      "user.toggleMessage Anna's": STAYS,
      "user.toggleMessage mine": STAYS,
      "user.toggleMessage a failed one": STAYS,
      "user.cancelSelection": "none",
      "user.askDeleteChosen": (_, around) => (read(around).chosen.length > 0 ? "confirming" : null),
      "user.forwardChosen": (_, around) => (sendable(read(around)).length > 0 ? "forwarding" : null),
    },
    confirming: {
      "user.keepChosen": "selecting",
      "user.deleteChosen": "deleting",
      "im.revoked": leavingNone("annas"),
      "im.deleted": leavingNone("own"),
    },
    deleting: { "deleteMessages done": "none", "deleteMessages failed (network)": "selecting" },
    forwarding: {
      "forwarding done (sent)": "none",
      "forwarding done (left)": (_, around) => (read(around).chosen.length > 0 ? "selecting" : "none"),
    },
  },
  told({ label, aroundBefore }) {
    const before = read(aroundBefore);
    const tells: Record<string, readonly Wire[]> = {
      "user.deleteChosen":
        before.state === "confirming" && before.chosen.includes("failed")
          ? [["outbox <- outbox.drop", { clientMsgID: "failed" }]]
          : [],
      "deleteMessages done": before.going.slice(1).map((id): Wire => ["im.deleteMessage", keyOf(id)]),
      "deleteMessages failed (network)": [
        ["toasts <- toast.add", { toast: { tone: "error", failure: "network" } }],
      ],
      "forwarding done (sent)": [["toasts <- toast.add", { toast: { tone: "info", key: "forwarded" } }]],
    };
    return tells[label] ?? [];
  },
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
    "deletion of a message of another chat": ({ ports }) =>
      ports.emit.messages({ type: "im.deleted", clientMsgID: "elsewhere" }),
  },
  excused: {
    ...chartsDoNotFail("forwarding"),
    // Covered by tests/unit/conversation/selection.test.ts
    "selection.selecting | user.toggleMessage #1": "a path would have to select a hundred messages first",
  },
};

interface Ledger {
  state: string;
  chosen: readonly string[];
  sentOn: readonly string[];
  going: readonly string[];
  gone: readonly string[];
}

function read(around: string): Ledger {
  return JSON.parse(around);
}

function ledgerOf(step: { around: string } | null): Ledger {
  return read(step?.around ?? selectionModel.around?.start ?? "");
}

function after(around: string, label: string): string {
  const before = read(around);
  return JSON.stringify({ ...before, ...changeBy(label, before) });
}

function changeBy(label: string, before: Ledger): Partial<Ledger> {
  const { state, chosen, gone } = before;
  const without = (id: string): Partial<Ledger> => {
    const left = chosen.filter((one) => one !== id);
    const isLast = state === "confirming" && left.length === 0;
    return { chosen: left, gone: [...gone, id], ...(isLast ? { state: "selecting" } : {}) };
  };
  if (label === "im.revoked") return without("annas");
  if (label === "im.deleted") return without("own");
  switch (`${state}: ${label}`) {
    case "none: user.select":
      return { state: "selecting", chosen: ["annas"] };
    case "none: user.forwardMessage":
      return { state: "forwarding", sentOn: ["annas"] };
    case "selecting: user.toggleMessage Anna's":
      return { chosen: toggled(chosen, "annas") };
    case "selecting: user.toggleMessage mine":
      return { chosen: toggled(chosen, "own") };
    case "selecting: user.toggleMessage a failed one":
      return { chosen: toggled(chosen, "failed") };
    case "selecting: user.cancelSelection":
      return { state: "none", chosen: [] };
    case "selecting: user.askDeleteChosen":
      return chosen.length > 0 ? { state: "confirming" } : {};
    case "selecting: user.forwardChosen":
      return sendable(before).length > 0 ? { state: "forwarding", sentOn: sendable(before) } : {};
    case "confirming: user.keepChosen":
      return { state: "selecting" };
    case "confirming: user.deleteChosen":
      return { state: "deleting", going: chosen };
    case "deleting: deleteMessages done":
      return { state: "none", chosen: [], going: [] };
    case "deleting: deleteMessages failed (network)":
      return { state: "selecting", going: [] };
    case "forwarding: forwarding done (sent)":
      return { state: "none", chosen: [] };
    case "forwarding: forwarding done (left)":
      return { state: chosen.length > 0 ? "selecting" : "none" };
    default:
      return {};
  }
}

function toggled(chosen: readonly string[], id: string): string[] {
  return ORDER.filter((one) => (one === id) !== chosen.includes(one));
}

function sendable({ chosen }: Ledger): readonly string[] {
  return chosen.filter((id) => id !== "failed");
}

function factsOf(step: { around: string } | null) {
  const { state, chosen, sentOn } = ledgerOf(step);
  return {
    isOn: state !== "none" && (state !== "forwarding" || chosen.length > 0),
    isAsking: state === "confirming",
    isBusy: state === "deleting",
    chosen: chosen.join("+"),
    sentOn: sentOn.join("+"),
  };
}

function ifThere(id: string, event: SelectionEvent) {
  return (_: unknown, around: string) => (read(around).gone.includes(id) ? null : event);
}

function leavingNone(id: string) {
  return (_: unknown, around: string) =>
    read(around).chosen.every((one) => one === id) ? "selecting" : STAYS;
}

function selectionOf(app: App) {
  return childOf(app, ...SELECTION);
}

function idsOf(messages: readonly Message[]): string {
  return messages.map(({ clientMsgID }) => clientMsgID).join("+");
}

function keyOf(clientMsgID: string) {
  return { conversationID: CHAT, clientMsgID };
}
