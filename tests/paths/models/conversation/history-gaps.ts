import { historyGapsMachine } from "../../../../machines/conversation/history-gaps.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import { ANNA, aConversation, aMessage, aWorld, singleChatID, someMessages } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const BEFORE = someMessages(3);
const [FOURTH, FIFTH, SIXTH, SEVENTH] = [4, 5, 6, 7].map((seq) => aMessage({ seq }));
/** Attempts in a row. */
const PATIENCE = 5;

const changed = (messages: readonly Message[]) => ({ type: "history.changed", messages }) as const;

/** Anna's first three messages are loaded. The sixth arrives, and the two before it are missing. */
export const historyGapsModel: ChartModel<typeof historyGapsMachine> = {
  chart: "historyGaps",
  machine: historyGapsMachine,
  input: { conversationID: CHAT, parent: ignoringParent },
  events: {
    "history.changed to three messages": ({ context: { messages } }) =>
      messages.length === 0 ? changed(BEFORE) : null,
    "history.changed by the sixth message": ({ context: { messages } }) =>
      has(messages, 3) && !has(messages, 6) ? changed(inOrder([...messages, SIXTH])) : null,
    "history.changed by the seventh message": ({ context: { messages } }) =>
      has(messages, 6) && !has(messages, 7) ? changed(inOrder([...messages, SEVENTH])) : null,
    "history.changed by a deletion": ({ context: { messages } }) =>
      has(messages, 6) && !has(messages, 7) ? changed(messages.filter(({ seq }) => seq !== 6)) : null,
    "im.syncFinished": { type: "im.syncFinished" },
    "user.fillGaps": { type: "user.fillGaps" },
  },
  answers: {
    fillGaps: {
      done: { both: () => list(FOURTH, FIFTH), one: () => list(FIFTH), nothing: () => [] },
      failed: ["network"],
    },
  },
  key: ({ context: { messages, answered, failures, isDrawn } }) =>
    JSON.stringify([messages.map(({ seq }) => seq), answered, failures, isDrawn]),
  phase: ({ context: { messages } }) => `${has(messages, 6)}`,
  isRest: ({ value }) => value === "whole",

  opens: () => ({
    world: aWorld({ conversations: [aConversation()], messages: BEFORE }),
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  prepare: (ports) => ports.hold("im.loadOlder"),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: holesOf,
  calls: { fillGaps: "im.fillGaps" },
  tells: ["history <- historyGaps.filled"],
  logged: ["fillGaps"],
  delays: { moment: 300, again: 5000 },
  stimuli: {
    "history.changed to three messages": ({ ports }) => {
      for (const call of ports.pending("im.loadOlder"))
        call.resolve({ messages: BEFORE, cursor: null, isEnd: true });
    },
    "history.changed by the sixth message": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: list(SIXTH) }),
    "history.changed by the seventh message": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: list(SEVENTH) }),
    "history.changed by a deletion": ({ ports }) =>
      ports.emit.messages({ type: "im.deleted", clientMsgID: "message-6" }),
  },
  press: { "user.fillGaps": press("button: Retry") },
  pressable: (label, { value }) => label !== "user.fillGaps" || value === "unfilled",
  reads: ({ value, context }, { app }) => ({
    state: value,
    isDrawn: context.isDrawn,
    messages: seqsOf(context.messages),
    loaded: seqsOf(historyOf(app)?.getSnapshot().context.messages ?? []),
  }),
  rows: {
    whole: ({ snapshot }) => ({
      reads: { state: "whole", isDrawn: false, ...loadedAt(snapshot) },
      sees: ["!text: Loading missing messages", "!text: Some messages are missing here"],
    }),
    asking: ({ snapshot }) => ({
      asks: [ask(snapshot)],
      reads: { state: "asking", isDrawn: snapshot.context.isDrawn, ...loadedAt(snapshot) },
      sees: [`${snapshot.context.isDrawn ? "" : "!"}text: Loading missing messages`],
    }),
    unfilled: ({ snapshot }) => ({
      reads: { state: "unfilled", isDrawn: true, ...loadedAt(snapshot) },
      sees: ["text: Some messages are missing here", "button: Retry"],
    }),
  },
  leads: {
    "*": {
      "history.changed to three messages": STAYS,
      "history.changed by the seventh message": STAYS,
      "history.changed by the sixth message": STAYS,
      "history.changed by a deletion": STAYS,
    },
    whole: {
      "history.changed by the sixth message": ({ context: { messages, answered } }) =>
        isTorn([...messages, ...list(SIXTH)], answered) ? "asking" : STAYS,
      // Numbers without a message may have one after the sync.
      "im.syncFinished": ({ context: { messages } }) => (isTorn(messages, []) ? "asking" : STAYS),
    },
    asking: {
      "after moment": STAYS,
      "history.changed by a deletion": hasWindowMoved,
      "fillGaps done (both)": "whole",
      "fillGaps done (one)": "whole",
      "fillGaps done (nothing)": "whole",
      "fillGaps failed (network)": "unfilled",
    },
    unfilled: {
      "history.changed by a deletion": hasWindowMoved,
      "after again": ({ context: { failures } }) => (failures < PATIENCE ? "asking" : null),
      "im.syncFinished": "asking",
      "user.fillGaps": "asking",
    },
  },
  told: ({ label }): readonly Wire[] => {
    const found: Record<string, Message[]> = {
      "fillGaps done (both)": list(FOURTH, FIFTH),
      "fillGaps done (one)": list(FIFTH),
    };
    const messages = found[label];
    return messages ? [["history <- historyGaps.filled", { messages }]] : [];
  },
  noise: {
    "a message of another chat": ({ ports }) =>
      ports.emit.messages({
        type: "im.messages",
        messages: [aMessage({ clientMsgID: "foreign", conversationID: "si_other", seq: 90 })],
      }),
  },
};

function holesOf(app: Stage["app"]) {
  return childOf(app, "session", "signedIn", "conversation", "history", "historyGaps");
}

function historyOf(app: Stage["app"]) {
  return childOf(app, "session", "signedIn", "conversation", "history");
}

function loadedAt({ context: { messages } }: SnapshotOf<typeof historyGapsMachine>) {
  return { messages: seqsOf(messages), loaded: seqsOf(messages) };
}

function ask({ context: { messages } }: SnapshotOf<typeof historyGapsMachine>): Wire {
  const gap = has(messages, 5)
    ? { from: 4, to: 4, nextID: "message-5" }
    : { from: 4, to: 5, nextID: "message-6" };
  return ["im.fillGaps", { conversationID: CHAT, gaps: [gap] }];
}

/** Deletes the sixth message: a gap remains only if the fifth is loaded and the fourth is missing. */
function hasWindowMoved({ context: { messages } }: SnapshotOf<typeof historyGapsMachine>): string {
  return has(messages, 5) ? STAYS : "whole";
}

function seqsOf(messages: readonly Message[]): number[] {
  return messages.map(({ seq }) => seq);
}

function has(messages: readonly Message[], number: number): boolean {
  return messages.some(({ seq }) => seq === number);
}

function isTorn(messages: readonly Message[], answered: readonly number[]): boolean {
  const isMissing = (number: number) => !has(messages, number) && !answered.includes(number);
  return (isMissing(4) && (has(messages, 5) || has(messages, 6))) || (isMissing(5) && has(messages, 6));
}

function list(...messages: (Message | undefined)[]): Message[] {
  return messages.flatMap((message) => message ?? []);
}

function inOrder(messages: (Message | undefined)[]): Message[] {
  return list(...messages).sort((a, b) => a.seq - b.seq);
}
