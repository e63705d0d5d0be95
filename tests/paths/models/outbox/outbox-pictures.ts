import type { Message } from "../../../../machines/domain/message.ts";
import { outboxMachine } from "../../../../machines/outbox/outbox.ts";
import { type Departing, messageOf } from "../../../../machines/outbox/outgoing-drafts.ts";
import type { OutgoingDraft } from "../../../../machines/ports/im.ts";
import { ANNA, aMessage, aWorld, ME, NOON, OWN_PICTURE, singleChatID } from "../../../fakes/world.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";

const CHAT = singleChatID(ANNA);
const IDS = ["A", "B", "00000000000000000000000000000001"] as const;
type ID = (typeof IDS)[number];
const [A, B, WORDS] = IDS;

const ADDRESSES = { url: "https://im.example/cat.png" };
/** They are one album, named after the first. */
const DRAFT = { conversationID: CHAT, text: "", replyTo: null, albumID: A };
const draftOf = (clientMsgID: ID): OutgoingDraft =>
  clientMsgID === WORDS
    ? { clientMsgID, ...DRAFT, text: "Cats", follows: true }
    : { clientMsgID, ...DRAFT, enclosure: OWN_PICTURE };
const FAILURE = "fileGone";
const storedOf = (id: ID, ledger: Ledger | null) =>
  ledger?.[id] === "failed" ? { ...draftOf(id), failed: { failure: FAILURE, sendTime: NOON } } : draftOf(id);

/** The state of each message: uploading, ready, on its way to the server, failed, or gone. */
type Fate = "up" | "ready" | "going" | "failed" | "gone";
type Ledger = Record<ID, Fate>;
const START: Ledger = { [A]: "up", [B]: "up", [WORDS]: "ready" };

const read = (around: string): Ledger | null => (around === "" ? null : JSON.parse(around));

/** The first message goes once it is ready. Failed and removed messages are skipped. */
function after(ledger: Ledger): Ledger {
  const first = IDS.find((id) => ledger[id] !== "failed" && ledger[id] !== "gone");
  return first && ledger[first] === "ready" ? { ...ledger, [first]: "going" } : ledger;
}

const FATES: Readonly<Record<string, Fate>> = {
  "outgoingMessage.ready": "ready",
  "outgoingMessage.ended": "gone",
  "outgoingMessage.changed": "failed",
  "outbox.drop": "gone",
};

function next(around: string, label: string): string {
  if (label === "outbox.attach") return JSON.stringify(after(START));
  if (label === "outbox.clear") return JSON.stringify(cleared(read(around) ?? START));
  const [type = "", id] = label.split(" ");
  const ledger = read(around);
  const fate = FATES[type];
  if (!ledger || !fate || label.endsWith("too early")) return around;
  return JSON.stringify(after({ ...ledger, [id === "words" ? WORDS : (id ?? "")]: fate }));
}

/** A message on its way to the server cannot be held back. */
const cleared = (ledger: Ledger): Ledger => ({
  [A]: clearedFate(ledger[A]),
  [B]: clearedFate(ledger[B]),
  [WORDS]: clearedFate(ledger[WORDS]),
});
const clearedFate = (fate: Fate): Fate => (fate === "going" ? "going" : "gone");

const when =
  <Event>(id: ID, fates: readonly Fate[], event: Event) =>
  (_: unknown, around: string): Event | null => {
    const fate = read(around)?.[id];
    return fate && fates.includes(fate) ? event : null;
  };

const changed = (message: Message) => ({ type: "outgoingMessage.changed", message }) as const;
const ready = (clientMsgID: ID) => ({ type: "outgoingMessage.ready", clientMsgID }) as const;
const ended = (clientMsgID: ID) => ({ type: "outgoingMessage.ended", clientMsgID }) as const;
const failedNow = (clientMsgID: ID) => ({ type: "outgoingMessage.failed", clientMsgID }) as const;
const drop = (clientMsgID: ID) => ({ type: "outbox.drop", clientMsgID }) as const;

const sender = { userID: ME, nickname: "Mia", faceURL: "" };
const prepared = (id: ID): Message =>
  messageOf(draftOf(id), null, { sender, sendTime: NOON + IDS.indexOf(id) });

/** Two pictures and a caption that are sent together to Anna. `around` holds their states. */
export const outboxPicturesModel: ChartModel<typeof outboxMachine> = {
  chart: "outbox",
  machine: outboxMachine,
  input: { sender, clock: { newID: () => WORDS, now: () => NOON } },
  events: {
    "outbox.attach": ({ value }, around) =>
      value === "open" && around === ""
        ? {
            type: "outbox.attach",
            conversationID: CHAT,
            attachments: [A, B].map((clientMsgID) => ({ clientMsgID, enclosure: OWN_PICTURE })),
            caption: "Cats",
          }
        : null,
    "outgoingMessage.ready A": when(A, ["up"], ready(A)),
    "outgoingMessage.ready B": when(B, ["up"], ready(B)),
    "outgoingMessage.ended A": when(A, ["going"], ended(A)),
    "outgoingMessage.ended B": when(B, ["going"], ended(B)),
    "outgoingMessage.ended words": when(WORDS, ["going"], ended(WORDS)),
    "outgoingMessage.changed A": when(
      A,
      ["up"],
      changed({ ...prepared(A), status: "failed", failure: FAILURE }),
    ),
    "outbox.drop A": when(A, ["up"], drop(A)),
    "outbox.drop B": when(B, ["up", "ready"], drop(B)),
    "outbox.drop A too early": when(A, ["going"], drop(A)),
    "outbox.clear": (_, around) =>
      left(around).some((id) => read(around)?.[id] !== "going")
        ? { type: "outbox.clear", conversationID: CHAT }
        : null,
    "outbox.clear another chat": (_, around) =>
      left(around).length > 0 ? { type: "outbox.clear", conversationID: "si_other" } : null,
  },
  answers: { readOutbox: { done: { nothing: () => [] } } },
  replies(label, _, around) {
    if (label === "outbox.attach")
      return [
        changed({ ...prepared(A), uploaded: 0 }),
        changed({ ...prepared(B), uploaded: 0 }),
        changed(prepared(WORDS)),
        ready(WORDS),
      ];
    if (label === "outbox.clear")
      return left(around)
        .filter((id) => read(around)?.[id] !== "going")
        .map(ended)
        .reverse();
    const failed = label === "outgoingMessage.changed A" ? [failedNow(A)] : [];
    const gone = label === "outbox.drop A" ? [ended(A)] : label === "outbox.drop B" ? [ended(B)] : [];
    const going = newlyGoing(around, next(around, label)).map((id) => changed(prepared(id)));
    return [...failed, ...gone, ...going];
  },
  key: ({ context }) => JSON.stringify(Object.values(context.items).map(fateOf)),
  around: { start: "", after: next },
  evenIgnored: ["outbox.drop A too early", "outbox.clear another chat"],
  isRest: ({ value, context }) => value === "open" && Object.keys(context.items).length === 0,

  opens: () => ({ world: aWorld({ messages: [] }) }),
  prepare: (ports) => ports.hold("im.createMessage", "im.sendMessage"),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: (app) => childOf(app, "session", "signedIn", "outbox"),
  calls: { readOutbox: "storage.readOutbox" },
  tells: [
    "im.upload",
    "im.createMessage",
    "storage.writeOutbox",
    "history <- outbox.begun",
    "history <- outbox.dropped",
  ],
  stimuli: {
    "outbox.attach": ({ app }, event) => childOf(app, "session", "signedIn")?.send(event),
    "outgoingMessage.ready A": ({ ports }) =>
      ports.emit.upload({ type: "upload.done", addresses: ADDRESSES }, A),
    "outgoingMessage.ready B": ({ ports }) =>
      ports.emit.upload({ type: "upload.done", addresses: ADDRESSES }, B),
    "outgoingMessage.ended A": (stage) => finish(stage, A),
    "outgoingMessage.ended B": (stage) => finish(stage, B),
    "outgoingMessage.ended words": (stage) => finish(stage, WORDS),
    "outgoingMessage.changed A": ({ ports }) =>
      ports.emit.upload({ type: "upload.failed", failure: FAILURE }, A),
    "outbox.drop A": ({ app }, event) => childOf(app, "session", "signedIn")?.send(event),
    "outbox.drop B": ({ app }, event) => childOf(app, "session", "signedIn")?.send(event),
    "outbox.drop A too early": ({ app }, event) => childOf(app, "session", "signedIn")?.send(event),
    "outbox.clear": ({ app }, event) => childOf(app, "session", "signedIn")?.send(event),
    "outbox.clear another chat": ({ app }, event) => childOf(app, "session", "signedIn")?.send(event),
  },
  reads: ({ value, context }) => ({ is: value, waits: Object.keys(context.items) }),
  rows: {
    restoring: { asks: [["storage.readOutbox", { userID: ME }]], reads: { is: "restoring", waits: [] } },
    open: ({ step }) => ({ reads: { is: "open", waits: left(step?.around ?? "") } }),
  },
  told({ label, aroundBefore, around }) {
    const keep = (): Wire => [
      "storage.writeOutbox",
      { type: "outbox.keep", userID: ME, items: left(around).map((id) => storedOf(id, read(around))) },
    ];
    const makes = newlyGoing(aroundBefore, around).map(
      (id): Wire => [
        "im.createMessage",
        id === WORDS ? draftOf(id) : { ...draftOf(id), addresses: ADDRESSES },
      ],
    );
    if (label === "outbox.attach")
      return [
        ...[A, B].map((clientMsgID): Wire => ["im.upload", { clientMsgID, attachment: OWN_PICTURE }]),
        keep(),
        "history <- outbox.begun",
      ];
    if (label.startsWith("readOutbox")) return [keep()];
    if (label === "outgoingMessage.changed A") return [...makes, keep()];
    if (label.startsWith("outgoingMessage.ended")) return [...makes, keep()];
    if (label === "outbox.clear") return keepsWithoutEach(aroundBefore, around);
    if (label === "outbox.drop A" || label === "outbox.drop B")
      return [["history <- outbox.dropped", { clientMsgID: label.endsWith("A") ? A : B }], keep(), ...makes];
    return makes;
  },
};

/** The list is stored once for each message that left it, the last one first. */
function keepsWithoutEach(before: string, around: string): readonly Wire[] {
  const staying = left(around);
  const gone = left(before).filter((id) => !staying.includes(id));
  return gone.map((_, index) => {
    const still = gone.slice(0, gone.length - 1 - index);
    return [
      "storage.writeOutbox",
      {
        type: "outbox.keep",
        userID: ME,
        items: IDS.filter((id) => staying.includes(id) || still.includes(id)).map((id) =>
          storedOf(id, read(before)),
        ),
      },
    ];
  });
}

function newlyGoing(before: string, around: string): readonly ID[] {
  return IDS.filter((id) => read(around)?.[id] === "going" && read(before)?.[id] !== "going");
}

function left(around: string): readonly ID[] {
  const ledger = read(around);
  return ledger ? IDS.filter((id) => ledger[id] !== "gone") : [];
}

function fateOf({ message, isReady }: Departing): unknown {
  return [message.clientMsgID, message.status, message.uploaded, isReady];
}

async function finish(stage: Stage, id: ID): Promise<void> {
  const waiting = (name: "im.createMessage" | "im.sendMessage") =>
    stage.ports
      .pending<"im.createMessage" | "im.sendMessage">(name)
      .find(({ input }) => input.clientMsgID === id);
  const made = aMessage({ clientMsgID: id, sendID: ME, seq: 0, status: "sending" });
  waiting("im.createMessage")?.resolve(made);
  await stage.settle();
  waiting("im.sendMessage")?.resolve({ ...made, seq: 9, status: "sent" });
}
