import type { EventObject } from "xstate";
import { jumpHistoryMachine } from "../../../../machines/conversation/jump-history.ts";
import { ANNA, aConversation, aMessage, aWorld, singleChatID, someMessages } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Moment, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const PATH = `/chat?conversationID=${CHAT}`;
const line = (number: number) => `message-${number}`;

const BEGINNING = [1, 2, 3].map(line);
const MIDDLE = [4, 5, 6].map(line);
const END = [7, 8, 9].map(line);

/** What was visible, where the user was and came from, computed from the labels alone. */
interface Ledger {
  inSight: readonly string[];
  place: string | null;
  trail: readonly string[];
}

const ARRIVED: Ledger = { inSight: [], place: null, trail: [] };

export const jumpHistoryModel: ChartModel<typeof jumpHistoryMachine> = {
  chart: "jumpHistory",
  machine: jumpHistoryMachine,
  input: { conversationID: CHAT, soughtID: null, parent: ignoringParent },
  events: {
    "user.jump to the first": jumping({ to: line(1), from: null }),
    "user.jump to the first, from the eighth": jumping({ to: line(1), from: line(8) }),
    "user.jump to the fifth": jumping({ to: line(5), from: null }),
    "user.jumpBack": { type: "user.jumpBack" },
    "user.rest at the beginning": { type: "user.rest", inSight: BEGINNING, isAtEnd: false },
    "user.rest in the middle": { type: "user.rest", inSight: MIDDLE, isAtEnd: false },
    "user.rest at the end": { type: "user.rest", inSight: END, isAtEnd: true },
    "user.rest with nothing": { type: "user.rest", inSight: [], isAtEnd: false },
    "conversation.shown": { type: "conversation.shown", soughtID: null },
    "conversation.shown for the first": ({ context: { trail } }) =>
      trail.length < 2 ? { type: "conversation.shown", soughtID: line(1) } : null,
  },
  answers: {},
  key: ({ context: { inSight, place, trail } }) => JSON.stringify([inSight, place, trail]),
  around: {
    start: JSON.stringify(ARRIVED),
    after: (around, label) => JSON.stringify(goOn(read(around), label)),
  },
  phase: ({ context: { trail } }) => `${trail.length}`,
  evenIgnored: ["user.jump to the first", "conversation.shown for the first", "user.jumpBack"],
  isRest: () => true,

  opens: () => ({
    world: aWorld({ conversations: [aConversation()], messages: someMessages(9) }),
    path: PATH,
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  actor: jumpsOf,
  calls: {},
  tells: ["conversation <- jumpHistory.seek", "navigation <- navigation.go"],
  stimuli: {
    "conversation.shown": (stage) => comeBack(stage, PATH),
    "conversation.shown for the first": (stage) => comeBack(stage, `${PATH}&clientMsgID=${line(1)}`),
  },
  press: {
    "user.jumpBack": press("button: Back to where you were"),
    // jsdom has no layout. Tests of the log cover scrolling and quotes.
    "user.jump": say,
    "user.rest": say,
  },
  // After another page, the chat would report what is visible, but jsdom has no layout.
  pressable: (label, { value }) =>
    !label.startsWith("conversation.shown") && (label !== "user.jumpBack" || value === "away"),
  reads: ({ value, context }, { ports }) => ({
    is: value,
    trail: context.trail,
    // A later return to the chat must not jump again.
    isAddressForgotten: !ports.address.current.search.includes("clientMsgID"),
  }),
  rows: {
    here: {
      reads: { is: "here", trail: [], isAddressForgotten: true },
      sees: ["!button: Back to where you were"],
    },
    away: (moment) => ({
      reads: { is: "away", trail: ledger(moment).trail, isAddressForgotten: true },
      sees: ["button: Back to where you were"],
    }),
  },
  leads: {
    "*": {
      "user.jump to the first": ({ context }) => (isFar(context, 1) ? "away" : STAYS),
      "user.jump to the first, from the eighth": ({ context }) =>
        context.inSight.includes(line(1)) ? STAYS : "away",
      "user.jump to the fifth": ({ context }) => (isFar(context, 5) ? "away" : STAYS),
      "conversation.shown for the first": ({ context }) => (isFar(context, 1) ? "away" : STAYS),
      "user.rest at the beginning": STAYS,
      "user.rest in the middle": STAYS,
      "user.rest at the end": STAYS,
      "user.rest with nothing": STAYS,
    },
    here: {},
    away: {
      "user.jumpBack": ({ context }) => (context.trail.length > 1 ? STAYS : "here"),
      "user.rest at the end": "here",
      "user.rest at the beginning": ({ context }) => (isAllSeen(context, BEGINNING) ? "here" : STAYS),
      "user.rest in the middle": ({ context }) => (isAllSeen(context, MIDDLE) ? "here" : STAYS),
    },
  },
  told({ label, aroundBefore }) {
    const seek = (clientMsgID: string): Wire => ["conversation <- jumpHistory.seek", { clientMsgID }];
    const forget: Wire = ["navigation <- navigation.go", { to: pathOfChat(), replace: true }];
    if (label.startsWith("user.jump to the first")) return [seek(line(1))];
    if (label === "user.jump to the fifth") return [seek(line(5))];
    if (label === "conversation.shown for the first") return [seek(line(1)), forget];
    const last = read(aroundBefore).trail.at(-1);
    return label === "user.jumpBack" && last ? [seek(last)] : [];
  },
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 10 })] }),
  },
};

/** The same after opening the chat at a message. The page the user came from is no place in the chat. */
export const jumpHistoryAtMessageModel: ChartModel<typeof jumpHistoryMachine> = {
  ...jumpHistoryModel,
  input: { ...jumpHistoryModel.input, soughtID: line(5) },
  opens: () => ({ ...jumpHistoryModel.opens(), path: `${PATH}&clientMsgID=${line(5)}` }),
};

function jumping(jump: { to: string; from: string | null }) {
  return ({ context }: Jumps) =>
    context.trail.length < 2 ? ({ type: "user.jump", ...jump } as const) : null;
}

function jumpsOf(app: Stage["app"]) {
  return childOf(app, "session", "signedIn", "conversation", "jumpHistory");
}

function say(event: EventObject, stage: Stage): Promise<void> {
  return stage.act(() => jumpsOf(stage.app)?.send(event));
}

async function comeBack({ ports, settle }: Stage, path: string): Promise<void> {
  ports.visit("/contact");
  await settle();
  ports.visit(path);
}

function pathOfChat(): string {
  return `/chat?${new URLSearchParams({ conversationID: CHAT })}`;
}

type Jumps = SnapshotOf<typeof jumpHistoryMachine>;

function isFar({ inSight, place }: Jumps["context"], number: number): boolean {
  return !inSight.includes(line(number)) && place !== null;
}

function isAllSeen({ trail }: Jumps["context"], inSight: readonly string[]): boolean {
  return trail.every((place) => inSight.includes(place));
}

function read(around: string): Ledger {
  const told: Ledger = JSON.parse(around);
  return told;
}

function ledger({ step }: Moment<typeof jumpHistoryMachine>): Ledger {
  return step ? read(step.around) : ARRIVED;
}

const JUMPS: Readonly<Record<string, readonly [to: string, from: string | null]>> = {
  "user.jump to the first": [line(1), null],
  "user.jump to the first, from the eighth": [line(1), line(8)],
  "user.jump to the fifth": [line(5), null],
  "conversation.shown for the first": [line(1), null],
};

const SIGHTS: Readonly<Record<string, readonly [inSight: readonly string[], place: string | null]>> = {
  "user.rest at the beginning": [BEGINNING, line(2)],
  "user.rest in the middle": [MIDDLE, line(5)],
  "user.rest at the end": [END, line(8)],
  "user.rest with nothing": [[], null],
};

function goOn(before: Ledger, label: string): Ledger {
  const jump = JUMPS[label];
  if (jump) {
    const [to, from] = jump;
    const origin = from ?? before.place;
    const isWorthIt = origin !== null && !before.inSight.includes(to);
    return { inSight: [], place: to, trail: isWorthIt ? [...before.trail, origin] : before.trail };
  }
  const [inSight, place] = SIGHTS[label] ?? [];
  if (inSight && place !== undefined) {
    if (label.endsWith("end")) return { inSight, place, trail: [] };
    const trail = [...before.trail];
    while (trail.length > 0 && inSight.includes(trail.at(-1) ?? "")) trail.pop();
    return { inSight, place, trail };
  }
  if (label !== "user.jumpBack" || before.trail.length === 0) return before;
  return { inSight: [], place: before.trail.at(-1) ?? null, trail: before.trail.slice(0, -1) };
}
