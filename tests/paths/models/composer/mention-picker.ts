import { fireEvent } from "@testing-library/react";
import {
  type MentionPickerEvent,
  mentionPickerMachine,
} from "../../../../machines/composer/mention-picker.ts";
import {
  ANNA,
  aGroup,
  aGroupConversation,
  aMember,
  aWorld,
  BEN,
  groupChatID,
  ME,
  TEAM,
} from "../../../fakes/world.ts";
import { press, type } from "../../gestures.ts";
import { viewport } from "../../layout.ts";
import type { ChartModel } from "../../model.ts";
import { find } from "../../screen-expectations.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";

const CHAT = groupChatID(TEAM);
/** The user owns the team and may mention everyone. */
const LAST = [
  aMember({ roleLevel: 100 }),
  aMember({ userID: ANNA, nickname: "Anna" }),
  aMember({ userID: BEN, nickname: "Ben" }),
];
const PAGE = Array.from({ length: 500 }, (_, index) =>
  aMember({ userID: `3${index}`, nickname: `Zoe ${index}` }),
);

/** The index of the "@" that starts a mention, by typed text; null for none. */
const STARTS: Readonly<Record<string, number | null>> = { "@": 0, "@an": 0, "me@an": null, "@ @": 2 };

export const mentionPickerModel: ChartModel<typeof mentionPickerMachine> = {
  chart: "mentionPicker",
  machine: mentionPickerMachine,
  input: { groupID: TEAM, userID: ME },
  events: {
    "user.writeAt @": writing("@"),
    "user.writeAt @an": writing("@an"),
    "user.writeAt me@an": writing("me@an"),
    "user.writeAt @ @": writing("@ @"),
    "user.closeMentions": ({ value }) => (value.word === "choosing" ? { type: "user.closeMentions" } : null),
    "user.retryMembers": ({ value }) =>
      value.word === "choosing" && value.people === "failed" ? { type: "user.retryMembers" } : null,
    "im.memberChanged": { type: "im.memberChanged", groupID: TEAM, userID: BEN },
  },
  answers: {
    loadMembers: { done: { "": () => LAST, "a full page": () => PAGE }, failed: ["network"] },
  },
  cannot: (label, around) => label === "loadMembers done (a full page)" && ledger(around).read > 0,
  key: ({ context }) => `${context.word?.start}${context.word?.query}`,
  around: { start: "|none|unasked|0", after: aroundAfter },
  isRest: ({ value }) => value.word === "none" && value.people === "known",

  opens: () => ({
    world: aWorld({ conversations: [aGroupConversation()], groups: [aGroup()], members: LAST }),
  }),
  prepare: (ports) => ports.hold("im.loadMembers"),
  begin: async (stage) => {
    viewport.height = 600;
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
  },
  actor: (app) => childOf(app, "session", "signedIn", "conversation", "mentionPicker"),
  calls: { loadMembers: "im.loadMembers" },
  logged: ["loadMembers"],
  press: {
    "user.writeAt @": type("Message", "@"),
    "user.writeAt @an": type("Message", "@an"),
    "user.writeAt me@an": type("Message", "me@an"),
    "user.writeAt @ @": type("Message", "@ @"),
    "user.closeMentions": (_, { act }) =>
      act(() => void fireEvent.keyDown(find("textbox", "Message"), { key: "Escape" })),
    "user.retryMembers": press("button in alert: Retry"),
  },
  reads: ({ value, context }) => ({
    ...value,
    query: value.word === "choosing" ? (context.word?.query ?? null) : null,
    members: value.people === "known" ? context.members.length : null,
  }),
  rows: {
    "word.none": {
      reads: { word: "none", query: null },
      sees: ["!listbox: Mention someone", "!status: Loading members"],
    },
    "word.choosing": ({ step, snapshot }) => {
      const { text } = ledger(step?.around);
      const isKnown = snapshot.value.people === "known";
      return {
        reads: { word: "choosing", query: text === "@an" ? "an" : "" },
        sees: isKnown
          ? [
              "listbox: Mention someone",
              ...(text === "@an" ? ["option: Anna", "!option: Ben"] : ["option: everyone"]),
            ]
          : [],
      };
    },
    "word.declined": ({ step }) => {
      const { text } = ledger(step?.around);
      return {
        reads: { word: "declined", query: null },
        sees: ["!listbox: Mention someone", `textbox: Message = ${text}`],
      };
    },
    "people.unasked": { reads: { people: "unasked", members: null } },
    "people.loading": ({ step, snapshot }) => ({
      asks: [["im.loadMembers", { groupID: TEAM, offset: ledger(step?.around).read, count: 500 }]],
      reads: { people: "loading", members: null },
      sees:
        snapshot.value.word === "choosing" && ledger(step?.around).read === 0
          ? ["status: Loading members"]
          : [],
    }),
    "people.known": ({ step }) => ({ reads: { people: "known", members: ledger(step?.around).read } }),
    "people.failed": ({ snapshot }) => ({
      reads: { people: "failed", members: null },
      sees: snapshot.value.word === "choosing" ? ["text: Couldn't load members", "button: Retry"] : [],
    }),
  },
  leads: {
    "word.none": {
      "user.writeAt @": "word.choosing",
      "user.writeAt @an": "word.choosing",
      "user.writeAt @ @": "word.choosing",
    },
    "word.choosing": {
      "user.writeAt @": STAYS,
      "user.writeAt @an": STAYS,
      "user.writeAt me@an": "word.none",
      "user.writeAt @ @": STAYS,
      "user.closeMentions": "word.declined",
    },
    "word.declined": {
      "user.writeAt @": ifAnother("@"),
      "user.writeAt @an": ifAnother("@an"),
      "user.writeAt me@an": "word.none",
      "user.writeAt @ @": ifAnother("@ @"),
    },
    "people.unasked": {
      "user.writeAt @": ifChoosing("@"),
      "user.writeAt @an": ifChoosing("@an"),
      "user.writeAt @ @": ifChoosing("@ @"),
    },
    "people.loading": {
      "loadMembers done": "people.known",
      "loadMembers done (a full page)": "people.loading",
      "loadMembers failed (network)": "people.failed",
    },
    "people.known": {
      "im.memberChanged": ({ value }) => (value.word === "choosing" ? "people.loading" : "people.unasked"),
    },
    "people.failed": { "user.retryMembers": "people.loading" },
  },
  noise: {
    "news of a member of another group": ({ ports }) =>
      ports.emit.groups({ type: "im.memberChanged", groupID: "other", userID: BEN }),
  },
};

function writing(text: string) {
  const event: MentionPickerEvent = { type: "user.writeAt", text, mentions: [], caret: text.length };
  return (_: unknown, around: string) => (ledger(around).text === text ? null : event);
}

interface Ledger {
  text: string;
  word: string;
  people: string;
  read: number;
}

/** The text, the state of its mention, and how many members are loaded. */
function ledger(around = ""): Ledger {
  const [text = "", word = "none", people = "unasked", read = "0"] = around.split("|");
  return { text, word, people, read: Number(read) };
}

function aroundAfter(around: string, label: string): string {
  const { text, word, people, read } = { ...ledger(around), ...changeBy(ledger(around), label) };
  const isAsked = people === "unasked" && word.startsWith("choosing");
  return [text, word, isAsked ? "loading" : people, isAsked ? 0 : read].join("|");
}

function changeBy({ word, people, read }: Ledger, label: string): Partial<Ledger> {
  if (label.startsWith("user.writeAt ")) {
    const text = label.slice("user.writeAt ".length);
    const start = STARTS[text] ?? null;
    if (start === null) return { text, word: "none" };
    return word === `declined ${start}` ? { text } : { text, word: `choosing ${start}` };
  }
  switch (label) {
    case "user.closeMentions":
      return { word: word.replace("choosing", "declined") };
    case "user.retryMembers":
      return { people: "loading" };
    case "loadMembers done":
      return { people: "known", read: read + LAST.length };
    case "loadMembers done (a full page)":
      return { read: read + PAGE.length };
    case "loadMembers failed (network)":
      return { people: "failed" };
    case "im.memberChanged":
      return people === "known" ? { people: "unasked" } : {};
    default:
      return {};
  }
}

type Where = Parameters<ChartModel<typeof mentionPickerMachine>["reads"]>[0];

function ifAnother(text: string) {
  return ({ context }: Where): string | null =>
    STARTS[text] === context.word?.start ? null : "word.choosing";
}

function ifChoosing(text: string) {
  return ({ value, context }: Where): string | null =>
    value.word === "declined" && STARTS[text] === context.word?.start ? null : "people.loading";
}
