import type { Message, QuotedMessage } from "../../../../machines/domain/message.ts";
import { outboxMachine } from "../../../../machines/outbox/outbox.ts";
import type { KeptDraft } from "../../../../machines/outbox/outgoing-drafts.ts";
import type { OutgoingDraft } from "../../../../machines/ports/im.ts";
import type { CallName } from "../../../fakes/calls.ts";
import { ANNA, aConversation, aMessage, aWorld, BEN, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { remove, sendAgain } from "../conversation/message-menu-entries.ts";
import { helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const BENS = singleChatID(BEN);
const ID = "00000000000000000000000000000001";

const draft = (clientMsgID: string, text: string, replyTo: string | null = null): OutgoingDraft => ({
  clientMsgID,
  conversationID: CHAT,
  text,
  replyTo,
});
const HI = draft(ID, "Hi");
const REPLY = draft(ID, "Hi", "message-1");
const LEFT = draft("left-1", "Left behind");
const GIVEN_UP: KeptDraft = {
  ...draft("left-2", "Given up"),
  failed: { failure: "blockedByPeer", sendTime: NOON - 5000 },
};
/** It keeps its place until it is sent. */
const GOING_AGAIN = (): Message => ({ ...prepared(draft("left-2", "Given up")), sendTime: NOON - 5000 });
const CALL = { roomID: "room", mediaType: "voice", result: "completed", durationSeconds: 61 } as const;
const RECORD: OutgoingDraft = { ...draft(ID, ""), call: CALL };
/** Failed in an earlier session: the local store knows them, the outbox does not. */
const OLD = aMessage({ clientMsgID: "old-1", sendID: ME, text: "Old", status: "failed" });
const OLD_REPLY = aMessage({
  clientMsgID: "old-2",
  sendID: ME,
  status: "failed",
  content: {
    type: "quote",
    text: "Yes",
    quoted: quote("?"),
  },
});
const PICTURE = aMessage({
  clientMsgID: "old-3",
  sendID: ME,
  content: { type: "picture" },
  status: "failed",
});

const QUOTES: Record<string, QuotedMessage> = {
  Hi: quote("Text 1"),
  Yes: quote("?"),
};

const prepared = ({ clientMsgID, text, replyTo, call }: OutgoingDraft): Message => ({
  clientMsgID,
  conversationID: CHAT,
  sendID: ME,
  recvID: "",
  groupID: "",
  senderNickname: "Mia",
  senderFaceUrl: "",
  contentType: call ? 110 : replyTo === null ? 101 : 114,
  content: call
    ? { type: "callRecord", record: call }
    : replyTo === null
      ? { type: "text", text }
      : { type: "quote", text, quoted: QUOTES[text] ?? null },
  seq: 0,
  sendTime: NOON,
  status: "sending",
  isRead: false,
});
const MADE = aMessage({ clientMsgID: ID, sendID: ME, text: "Hi", seq: 0, status: "sending" });
const SENT: Message = { ...MADE, seq: 9, status: "sent" };

/** The draft of each message, except the one that is written here. */
const DRAFTS: Readonly<Record<string, OutgoingDraft>> = {
  "left-1": LEFT,
  "left-2": draft("left-2", "Given up"),
  "old-1": draft("old-1", "Old"),
  "old-2": draft("old-2", "Yes", "message-1"),
};

/**
 * `fate` of the message that is written here: "", "making", "making a reply", "failed", "failed a reply" or
 * "gone"; "recorded" for the record of a call; "retried" when the message that failed before the reload was sent
 * again. `isRestored` once the messages of the session before are read. `waits`: ids in the outbox, in order. `follower`: the conversation that is told.
 */
interface Ledger {
  fate: string;
  isRestored: boolean;
  waits: readonly string[];
  follower: string;
}
const START: Ledger = { fate: "", isRestored: false, waits: [], follower: "" };

function read(around: string | undefined): Ledger {
  return around === undefined ? START : JSON.parse(around);
}

const fateOf = (around: string): string => read(around).fate;

function next(around: string, label: string): string {
  const before = read(around);
  const ledger = { ...before, isRestored: before.isRestored || label.startsWith("readOutbox ") };
  const reply = ledger.fate.endsWith("a reply") ? " a reply" : "";
  const add = (id: string, fate = ledger.fate): Ledger => ({
    ...ledger,
    fate,
    waits: [...ledger.waits, id],
  });
  const after: Readonly<Record<string, () => Ledger>> = {
    "outbox.follow": () => ({ ...ledger, follower: CHAT }),
    "outbox.follow Ben's chat": () => ({ ...ledger, follower: BENS }),
    "readOutbox done (something left)": () => add("left-1"),
    "readOutbox done (something failed)": () => add("left-2"),
    "outbox.send": () => add(ID, "making"),
    "outbox.send a reply": () => add(ID, "making a reply"),
    "outbox.record": () => add(ID, "recorded"),
    "outbox.resend an old one": () => add("old-1"),
    "outbox.resend an old reply": () => add("old-2"),
    "outbox.resend what failed now": () => ({ ...ledger, fate: `making${reply}` }),
    "outbox.resend what failed before": () => ({ ...ledger, fate: "retried" }),
    "outgoingMessage.changed": () => ({ ...ledger, fate: `failed${reply}` }),
    "outbox.drop": () => withoutIt(ledger),
    "outgoingMessage.ended": () => withoutIt(ledger),
  };
  return JSON.stringify(after[label]?.() ?? ledger);
}

function withoutIt(ledger: Ledger): Ledger {
  return { ...ledger, fate: "gone", waits: ledger.waits.filter((id) => id !== ID) };
}

/** The messages that are being sent; the chat with Anna opens on the way. `around` holds the `Ledger`. */
export const outboxModel: ChartModel<typeof outboxMachine> = {
  chart: "outbox",
  machine: outboxMachine,
  input: {
    sender: { userID: ME, nickname: "Mia", faceURL: "" },
    clock: { newID: () => ID, now: () => NOON },
  },
  events: {
    "outbox.follow": ({ context }) =>
      isAtAnnas({ context })
        ? null
        : { type: "outbox.follow", conversationID: CHAT, follower: ignoringParent },
    "outbox.follow Ben's chat": ({ context }) =>
      isAtAnnas({ context })
        ? { type: "outbox.follow", conversationID: BENS, follower: ignoringParent }
        : null,
    "outbox.send": (snapshot, around) =>
      isAtAnnas(snapshot) && fateOf(around) === ""
        ? { type: "outbox.send", conversationID: CHAT, text: "Hi", replyTo: null }
        : null,
    "outbox.send a reply": (snapshot, around) =>
      isAtAnnas(snapshot) && fateOf(around) === ""
        ? { type: "outbox.send", conversationID: CHAT, text: "Hi", replyTo: aMessage() }
        : null,
    "outbox.record": (snapshot, around) =>
      isAtAnnas(snapshot) && fateOf(around) === ""
        ? { type: "outbox.record", conversationID: CHAT, record: CALL }
        : null,
    "outbox.resend an old one": (snapshot) =>
      isAtAnnas(snapshot) && !("old-1" in snapshot.context.items)
        ? { type: "outbox.resend", message: OLD }
        : null,
    "outbox.resend an old reply": (snapshot) =>
      isAtAnnas(snapshot) && !("old-2" in snapshot.context.items)
        ? { type: "outbox.resend", message: OLD_REPLY }
        : null,
    "outbox.resend a picture": (snapshot) =>
      isAtAnnas(snapshot) ? { type: "outbox.resend", message: PICTURE } : null,
    "outbox.resend what failed now": (snapshot, around) =>
      isAtAnnas(snapshot) && fateOf(around).startsWith("failed")
        ? { type: "outbox.resend", message: prepared(HI) }
        : null,
    "outbox.resend what failed before": (snapshot, around) =>
      isAtAnnas(snapshot) && fateOf(around) === "" && "left-2" in snapshot.context.items
        ? { type: "outbox.resend", message: { ...GOING_AGAIN(), status: "failed" } }
        : null,
    "outbox.drop": (snapshot, around) =>
      isAtAnnas(snapshot) && fateOf(around).startsWith("failed")
        ? { type: "outbox.drop", clientMsgID: ID }
        : null,
    // It is on its way and can no longer be held back.
    "outbox.drop too early": (snapshot, around) =>
      isAtAnnas(snapshot) && fateOf(around).startsWith("making")
        ? { type: "outbox.drop", clientMsgID: ID }
        : null,
    "outbox.drop what is not there": (snapshot) =>
      isAtAnnas(snapshot) ? { type: "outbox.drop", clientMsgID: "message-2" } : null,
    "outgoingMessage.changed": ({ context }, around) =>
      fateOf(around).startsWith("making") && context.items[ID]
        ? {
            type: "outgoingMessage.changed",
            message: { ...context.items[ID].message, status: "failed", failure: "network" },
          }
        : null,
    "outgoingMessage.ended": (_, around) =>
      fateOf(around).startsWith("making") ? { type: "outgoingMessage.ended", clientMsgID: ID } : null,
  },
  answers: {
    readOutbox: {
      done: { "something left": () => [LEFT], "something failed": () => [GIVEN_UP], nothing: () => [] },
      failed: ["unknown"],
    },
  },
  replies(label, _, around) {
    if (label === "outbox.resend what failed now")
      return [
        {
          type: "outgoingMessage.changed",
          message: prepared(fateOf(around).endsWith("a reply") ? REPLY : HI),
        },
      ];
    if (label === "outgoingMessage.changed") return [{ type: "outgoingMessage.failed", clientMsgID: ID }];
    if (label === "readOutbox done (something failed)")
      return [{ type: "outgoingMessage.failed", clientMsgID: "left-2" }];
    if (label === "outbox.resend what failed before")
      return [{ type: "outgoingMessage.changed", message: GOING_AGAIN() }];
    return [];
  },
  key: ({ context }) => [Object.keys(context.items).sort(), context.follower?.conversationID].join(),
  phase: ({ context }, around) =>
    `${context.follower?.conversationID} ${fateOf(around).startsWith("failed")}`,
  evenIgnored: ["outbox.drop what is not there", "outbox.drop too early", "outbox.resend a picture"],
  around: { start: JSON.stringify(START), after: next, key: fateOf },
  isRest: ({ value }) => value === "open",

  opens: () => ({
    world: aWorld({
      conversations: [aConversation(), aConversation({ conversationID: BENS, userID: BEN, showName: "Ben" })],
      messages: [],
    }),
  }),
  prepare: (ports) => ports.hold("im.createMessage", "im.sendMessage", "im.deleteMessage"),
  actor: (app) => childOf(app, "session", "signedIn", "outbox"),
  calls: { readOutbox: "storage.readOutbox" },
  tells: [
    "im.createMessage",
    "storage.writeOutbox",
    "history <- outbox.begun",
    "history <- outbox.message",
    "history <- outbox.dropped",
  ],
  logged: ["readOutbox"],
  stimuli: {
    "outbox.follow": ({ ports }) => ports.visit(`/chat?conversationID=${CHAT}`),
    "outbox.follow Ben's chat": ({ ports }) => ports.visit(`/chat?conversationID=${BENS}`),
    "outbox.send": (stage) => write(stage),
    "outbox.send a reply": (stage) => write(stage, aMessage()),
    "outbox.record": ({ app }) =>
      childOf(app, "session", "signedIn")?.send({ type: "callManager.record", userID: ANNA, record: CALL }),
    "outbox.resend": (stage, event) => sendAgain(stage.app, (event as { message?: unknown }).message),
    "outbox.drop what is not there": ({ app }) => remove(app, aMessage({ seq: 2 })),
    "outbox.drop": ({ app }) => remove(app, { ...prepared(HI), status: "failed" }),
    "outbox.drop too early": ({ app }) =>
      childOf(app, "session", "signedIn")?.send({ type: "outbox.drop", clientMsgID: ID }),
    "outgoingMessage.changed": ({ ports }) => pendingFor({ ports }, "im.createMessage")?.reject("network"),
    "outgoingMessage.ended": async (stage) => {
      pendingFor(stage, "im.createMessage")?.resolve(MADE);
      await stage.settle();
      pendingFor(stage, "im.sendMessage")?.resolve(SENT);
    },
  },
  reads: ({ value, context }) => ({ is: value, waits: Object.keys(context.items) }),
  rows: {
    restoring: ({ step }) => ({
      asks: [["storage.readOutbox", { userID: ME }]],
      reads: { is: "restoring", waits: read(step?.around).waits },
    }),
    open: ({ step }) => ({ reads: { is: "open", waits: read(step?.around).waits } }),
  },
  leads: {
    "*": {
      "outbox.attach": STAYS,
      "outgoingMessage.ready A": STAYS,
      "outgoingMessage.ready B": STAYS,
      "outgoingMessage.ended A": STAYS,
      "outgoingMessage.ended B": STAYS,
      "outgoingMessage.ended words": STAYS,
      "outgoingMessage.changed A": STAYS,
      "outbox.drop A": STAYS,
      "outbox.drop B": STAYS,
      "outbox.clear": STAYS,
      "outbox.follow": STAYS,
      "outbox.follow Ben's chat": STAYS,
      "outbox.send": STAYS,
      "outbox.send a reply": STAYS,
      "outbox.record": STAYS,
      "outbox.resend an old one": STAYS,
      "outbox.resend an old reply": STAYS,
      "outbox.resend what failed now": STAYS,
      "outbox.resend what failed before": STAYS,
      "outbox.drop": STAYS,
      "outgoingMessage.changed": STAYS,
      "outgoingMessage.ended": STAYS,
    },
    restoring: {
      "readOutbox done (something left)": "open",
      "readOutbox done (something failed)": "open",
      "readOutbox done (nothing)": "open",
      "readOutbox failed (unknown)": "open",
    },
    open: {},
  },
  told({ label, around }) {
    const ledger = read(around);
    const isShown = ledger.follower === CHAT;
    const show = (message: unknown): Wire[] => (isShown ? [["history <- outbox.message", { message }]] : []);
    const begin = (one: OutgoingDraft): Wire[] => [["im.createMessage", one], ...show(prepared(one))];
    // A user's own action appears in the chat at once, even if the window is in the past.
    const begun: Wire[] = isShown ? ["history <- outbox.begun"] : [];
    // Storing a list without the messages of the session before would delete them and their files.
    const keep = (): Wire[] =>
      !ledger.isRestored
        ? []
        : [
            [
              "storage.writeOutbox",
              {
                type: "outbox.keep",
                userID: ME,
                items: ledger.waits.map((id) => ({ ...draftOf(id, ledger), failed: failureOf(id, ledger) })),
              },
            ],
          ];
    const own = draftOf(ID, ledger);
    switch (label) {
      case "outbox.send":
        return [...begin(HI), ...keep(), ...begun];
      case "outbox.send a reply":
        return [...begin(REPLY), ...keep(), ...begun];
      case "outbox.record":
        return [...begin(RECORD), ...keep()];
      case "outbox.resend an old one":
        return [...begin(draft("old-1", "Old")), ...keep(), ...begun];
      case "outbox.resend an old reply":
        return [...begin(draft("old-2", "Yes", "message-1")), ...keep(), ...begun];
      case "outbox.resend what failed now":
        return [...begin(own), ...keep(), ...begun];
      case "outbox.resend what failed before":
        return [
          ["im.createMessage", draft("left-2", "Given up")],
          ...show(GOING_AGAIN()),
          ...keep(),
          ...begun,
        ];
      case "outbox.drop":
        return [["history <- outbox.dropped", { clientMsgID: ID }], ...keep()];
      case "outgoingMessage.changed":
        return [...show({ ...prepared(own), status: "failed", failure: "network" }), ...keep()];
      case "outgoingMessage.ended":
        return [...show({ ...MADE, sendTime: NOON }), ...show(SENT), ...keep()];
      case "readOutbox done (something left)":
        return [...begin(LEFT), ...keep()];
      case "readOutbox done (something failed)":
        return [...show(shownAs(GIVEN_UP, ledger)), ...keep(), ...keep()];
      case "readOutbox done (nothing)":
        return [...keep()];
      case "outbox.follow":
        return ledger.waits.flatMap((id) => show(shownAs(draftOf(id, ledger), ledger)));
      default:
        return [];
    }
  },
  noise: {
    "deleting an unknown message": {
      when: (snapshot) => isAtAnnas(snapshot),
      make: ({ app }) => remove(app, aMessage({ seq: 2 })),
    },
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
  },
  excused: helpersDoNotFail("outboxStore"),
};

type Context = {
  items: Readonly<Record<string, { draft: OutgoingDraft }>>;
  follower: { conversationID: string } | null;
};

function isAtAnnas({ context }: { context: Context }): boolean {
  return context.follower?.conversationID === CHAT;
}

function draftOf(id: string, { fate }: Ledger): OutgoingDraft {
  if (fate === "recorded" && id === ID) return RECORD;
  return DRAFTS[id] ?? (fate.endsWith("a reply") ? REPLY : HI);
}

function failureOf(id: string, { fate }: Ledger): KeptDraft["failed"] {
  if (id === "left-2") return fate === "retried" ? undefined : GIVEN_UP.failed;
  return id === ID && fate.startsWith("failed") ? { failure: "network", sendTime: NOON } : undefined;
}

function shownAs(one: OutgoingDraft, ledger: Ledger): unknown {
  const failed = failureOf(one.clientMsgID, ledger);
  const message = one.clientMsgID === "left-2" ? GOING_AGAIN() : prepared(one);
  return { ...message, ...(failed ? { status: "failed", ...failed } : {}) };
}

function write({ app }: Stage, replyTo?: Message): void {
  const composer = childOf(app, "session", "signedIn", "conversation", "composer");
  if (replyTo) composer?.send({ type: "user.reply", message: replyTo });
  composer?.send({ type: "user.type", text: "Hi" });
  composer?.send({ type: "user.send" });
}

function pendingFor<Name extends CallName & ("im.createMessage" | "im.sendMessage")>(
  { ports }: Pick<Stage, "ports">,
  name: Name,
) {
  return ports
    .pending<"im.createMessage" | "im.sendMessage">(name)
    .find(({ input }) => input.clientMsgID === ID);
}

function quote(text: string): QuotedMessage {
  return {
    clientMsgID: "message-1",
    sendID: ANNA,
    senderNickname: "Anna",
    content: { type: "text", text },
  };
}
