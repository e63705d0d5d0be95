import type { Place } from "../../../../machines/domain/route.ts";
import { signedInMachine } from "../../../../machines/session/signed-in.ts";
import { anInvite } from "../../../fakes/signals.ts";
import {
  ANNA,
  aConversation,
  aGroupConversation,
  aMessage,
  aParticipant,
  aProfile,
  aWorld,
  BEN,
  groupChatID,
  NOON,
  singleChatID,
  TEAM,
} from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Moment, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { remove } from "../conversation/message-menu-entries.ts";
import { chartsDoNotFail } from "../excuses.ts";

const ANNAS = singleChatID(ANNA);
const BENS = singleChatID(BEN);
const chat = (conversationID: string): Place => ({
  path: "/chat",
  search: `conversationID=${conversationID}`,
});
const AT_ANNAS = chat(ANNAS);
const AT_MESSAGE: Place = { path: "/chat", search: `conversationID=${ANNAS}&clientMsgID=hit` };
const LIST: Place = { path: "/conversation", search: "" };
const CALLS: Place = { path: "/callRecord", search: "" };
const CONTACTS: Place = { path: "/contact", search: "" };
const HELLO = aMessage({ clientMsgID: "left", sendID: "1000000001", text: "Left" });

const SHARE = { type: "incomingShare.put" as const, text: "See this", files: [] };

const RECORD = {
  roomID: "1".padStart(32, "0"),
  mediaType: "voice",
  result: "cancelled",
  durationSeconds: 0,
} as const;

/** Children that live as long as the user is signed in. */
const KEPT = [
  "presence",
  "notificationOffer",
  "pushSubscription",
  "leftCall",
  "meetingInvitation",
  "gallery",
  "incomingShare",
  "disappearingMessages",
  "downloads",
  "typists",
  "waitingRecordings",
  "voicePlayer",
  "prefetch",
  "keptLink",
] as const;

/** The children of a signed-in user: which conversation is open, and which child gets which event. */
export const signedInModel: ChartModel<typeof signedInMachine> = {
  chart: "signedIn",
  machine: signedInMachine,
  input: {
    profile: aProfile(),
    clock: { newID: () => "", now: () => NOON },
    place: LIST,
  },
  events: {
    "place.changed to Anna's chat": { type: "place.changed", place: AT_ANNAS },
    "place.changed to Ben's chat": { type: "place.changed", place: chat(BENS) },
    // In a wide window the message may be chosen beside its chat (11-21).
    "place.changed to a message of Anna's": ({ value, context }) =>
      value.chat === "elsewhere" || context.open?.conversationID === ANNAS
        ? { type: "place.changed", place: AT_MESSAGE }
        : null,
    "place.changed to the contacts": { type: "place.changed", place: CONTACTS },
    "place.changed to the calls": { type: "place.changed", place: CALLS },
    "callManager.record": ({ context, value }) =>
      context.open === null && value.chat === "elsewhere"
        ? { type: "callManager.record", userID: ANNA, record: RECORD }
        : null,
    "callManager.known": { type: "callManager.known", userID: ANNA, roomID: "1", hasTalked: false },
    "conversations.cleared": { type: "conversations.cleared", conversationID: ANNAS },
    "conversations.cleared all": { type: "conversations.cleared", conversationID: null },
    "memberDirectory.meet": { type: "memberDirectory.meet", groupID: TEAM, userIDs: [BEN] },
    "session.ending": { type: "session.ending" },
    "change.failed": ({ context }) =>
      context.open === null ? { type: "change.failed", key: "change.failed", failure: "network" } : null,
    "incomingShare.put": ({ value, context }) =>
      value.chat === "inConversation" && context.open?.conversationID === ANNAS ? SHARE : null,
    "outbox.*": ({ value, context }) =>
      value.chat === "inConversation" && context.open?.conversationID === ANNAS
        ? { type: "outbox.drop", clientMsgID: "left" }
        : null,
  },
  answers: {},
  key: ({ context }) => `${context.open?.conversationID}`,
  // The conversation opened last, whether the contacts were shown, and the current path.
  around: { start: "  /conversation", after: aroundAfter },
  // The contacts reload when they are shown again. A chat may open first, or replace another.
  phase: ({ value }, around) => `${value.people === "behind" && isSeen(around)} ${lastOpened(around) === ""}`,
  isRest: ({ value }) => value.chat === "elsewhere" && value.people === "behind",

  opens: () => ({
    world: aWorld({
      conversations: [aConversation(), aConversation({ conversationID: BENS, userID: BEN, showName: "Ben" })],
    }),
  }),
  prepare: (ports) => ports.hold("im.deleteMessage"),
  actor: (app) => childOf(app, "session", "signedIn"),
  calls: {},
  tells: [
    "notifications <- notifications.watch",
    "contacts <- contacts.shown",
    "conversation <- conversation.shown",
    "conversation <- conversation.hidden",
    "im.loadConversation",
    "outbox <- outbox.drop",
    "outbox <- outbox.clear",
    "memberDirectory <- memberDirectory.meet",
    "outbox <- outbox.record",
    "conversation <- incomingShare.put",
    "callReceipts <- callReceipts.expect",
    "toasts <- toast.add",
  ],
  // The list of chats says itself that all were cleared.
  isOwn: ({ call, input }) =>
    call !== "toasts <- toast.add" || JSON.stringify(input).includes("change.failed"),
  stimuli: {
    "place.changed to Anna's chat": (stage) => visit(stage, `/chat?conversationID=${ANNAS}`),
    "place.changed to a message of Anna's": (stage) => visit(stage, `/chat?${AT_MESSAGE.search}`),
    "place.changed to Ben's chat": (stage) => visit(stage, `/chat?conversationID=${BENS}`),
    "place.changed to the contacts": (stage) => visit(stage, "/contact"),
    "place.changed to the calls": (stage) => visit(stage, "/callRecord"),
    "callManager.record": async (stage) => {
      const phone = childOf(stage.app, "session", "signedIn", "callManager");
      phone?.send({ type: "user.call", participant: aParticipant(), mediaType: "voice" });
      await stage.settle();
      stage.ports.emit.room({ type: "room.connected", members: [] });
      await stage.settle();
      childOf(stage.app, "session", "signedIn", "callManager", "call")?.send({ type: "user.hangUp" });
    },
    "callManager.known": async (stage) => {
      stage.ports.emit.signals(anInvite({ invitation: { roomID: "1" } }));
      await stage.settle();
      childOf(stage.app, "session", "signedIn", "callManager", "call")?.send({ type: "user.hangUp" });
    },
    "conversations.cleared": ({ app }) =>
      childOf(app, "session", "signedIn", "conversations")?.send({
        type: "user.changeConversation",
        change: { kind: "clear", conversationID: ANNAS },
      }),
    "conversations.cleared all": ({ app }) =>
      childOf(app, "session", "signedIn", "conversations")?.send({
        type: "user.changeConversation",
        change: { kind: "clearAll", conversationID: null },
      }),
    "memberDirectory.meet": ({ ports }) => {
      const latestMsg = aMessage({ conversationID: groupChatID(TEAM), groupID: TEAM, sendID: BEN });
      ports.emit.conversations({
        type: "im.conversations",
        conversations: [aGroupConversation({ latestMsg })],
      });
    },
    "session.ending": ({ app }) => childOf(app, "session", "signedIn")?.send({ type: "session.ending" }),
    "change.failed": ({ app }) =>
      childOf(app, "session", "signedIn")?.send({
        type: "change.failed",
        key: "change.failed",
        failure: "network",
      }),
    "incomingShare.put": ({ app }) => childOf(app, "session", "signedIn")?.send(SHARE),
    "outbox.*": ({ app }) => remove(app, HELLO),
  },
  reads: ({ value, context, children }, { ports }) => ({
    chat: value.chat,
    watched: children.notifications?.getSnapshot().context.watched,
    hasCallList: children.routeScopes?.getSnapshot().children.callList !== undefined,
    // Contact requests get the place, too, because visible requests count as seen.
    requestsAt: children.contactRequests?.getSnapshot().context.place.path,
    open: context.open?.conversationID ?? null,
    listening: ports.listeners("messages"),
    keeps: KEPT.filter((chart) => children[chart]),
  }),
  rows: {
    "chat.elsewhere": (moment) => ({
      reads: { chat: "elsewhere", keeps: KEPT, watched: null, ...opened(moment) },
    }),
    "chat.inConversation": (moment) => ({
      reads: { chat: "inConversation", keeps: KEPT, watched: openAt(moment), ...opened(moment) },
    }),
    "people.behind": {},
    "people.inFront": { asks: ["contacts <- contacts.shown"] },
    pages: (moment) => ({
      reads: { hasCallList: pathAt(moment) === "/callRecord", requestsAt: pathAt(moment) },
    }),
  },
  leads: {
    "*": {
      "callManager.record": STAYS,
      "callManager.known": STAYS,
      "memberDirectory.meet": STAYS,
      "outbox.*": STAYS,
      "change.failed": STAYS,
      "incomingShare.put": STAYS,
    },
    "chat.elsewhere": {
      "conversations.cleared": ifAnnasIsOpen,
      "conversations.cleared all": ({ context }) => (context.open ? STAYS : null),
      "place.changed to Anna's chat": "chat.inConversation",
      "place.changed to Ben's chat": "chat.inConversation",
      "place.changed to a message of Anna's": "chat.inConversation",
    },
    "chat.inConversation": {
      "conversations.cleared": ifAnnasIsOpen,
      "conversations.cleared all": ({ context }) => (context.open ? STAYS : null),
      "place.changed to Anna's chat": ({ context }) =>
        context.open?.conversationID === ANNAS ? null : STAYS,
      "place.changed to a message of Anna's": STAYS,
      "place.changed to Ben's chat": ({ context }) => (context.open?.conversationID === BENS ? null : STAYS),
      "place.changed to the contacts": "chat.elsewhere",
      "place.changed to the calls": "chat.elsewhere",
      "session.ending": STAYS,
    },
    "people.behind": {
      "place.changed to the contacts": "people.inFront",
    },
    "people.inFront": {
      "place.changed to Anna's chat": "people.behind",
      "place.changed to Ben's chat": "people.behind",
      "place.changed to a message of Anna's": "people.behind",
      "place.changed to the calls": "people.behind",
    },
    pages: {
      "place.changed to Anna's chat": STAYS,
      "place.changed to Ben's chat": STAYS,
      "place.changed to a message of Anna's": STAYS,
      "place.changed to the contacts": STAYS,
      "place.changed to the calls": STAYS,
    },
  },
  told({ label, before, around }) {
    const [was, is] = [before.context.open?.conversationID, lastOpened(around)];
    const watch = (conversationID: string | null): Wire => [
      "notifications <- notifications.watch",
      { conversationID },
    ];
    switch (label) {
      case "place.changed to Anna's chat":
      case "place.changed to Ben's chat":
      case "place.changed to a message of Anna's": {
        const soughtID = label.includes("message") ? "hit" : null;
        if (is === was && before.value.chat === "inConversation")
          return soughtID ? [["conversation <- conversation.shown", { soughtID }]] : [];
        if (is === was) return [watch(is), ["conversation <- conversation.shown", { soughtID }]];
        // The draft of the other chat is saved before that chat closes.
        const hides = before.value.chat === "inConversation" ? ["conversation <- conversation.hidden"] : [];
        return [watch(is), ...hides, ["im.loadConversation", { conversationID: is }]];
      }
      case "place.changed to the contacts":
      case "place.changed to the calls":
        return before.value.chat === "elsewhere" ? [] : [watch(null), "conversation <- conversation.hidden"];
      case "session.ending":
        return before.value.chat === "inConversation" ? ["conversation <- conversation.hidden"] : [];
      case "conversations.cleared":
        // A visible chat reloads now; a hidden one reloads when it is shown.
        return [
          ["outbox <- outbox.clear", { conversationID: ANNAS }],
          ...(was === ANNAS ? reloads(before, was) : []),
        ];
      case "conversations.cleared all":
        return [["outbox <- outbox.clear", { conversationID: null }], ...reloads(before, was)];
      case "callManager.record":
        return [["outbox <- outbox.record", { conversationID: ANNAS, record: RECORD }]];
      case "callManager.known":
        return [["callReceipts <- callReceipts.expect", { conversationID: ANNAS, roomID: "1" }]];
      case "memberDirectory.meet":
        return [["memberDirectory <- memberDirectory.meet", { groupID: TEAM, userIDs: [BEN] }]];
      case "incomingShare.put":
        return [["conversation <- incomingShare.put", { text: SHARE.text, files: [] }]];
      case "change.failed":
        return [
          ["toasts <- toast.add", { toast: { tone: "error", key: "change.failed", failure: "network" } }],
        ];
      case "outbox.*":
        return [["outbox <- outbox.drop", { clientMsgID: "left" }]];
      default:
        return [];
    }
  },
  noise: {
    "the same place twice again": async ({ ports, settle }) => {
      const { path, search } = ports.address.current;
      for (let time = 0; time < 2; time += 1) {
        ports.visit(search === "" ? path : `${path}?${search}`);
        await settle();
      }
    },
  },
  excused: chartsDoNotFail(
    "conversations",
    "contacts",
    "contactRequests",
    "outbox",
    "notifications",
    "notificationOffer",
    "pushSubscription",
    "callManager",
    "memberDirectory",
    "presence",
    "callReceipts",
    "meetingInvitation",
    "leftCall",
    "routeScopes",
    "voicePlayer",
    "disappearingMessages",
    "gallery",
    "incomingShare",
    "downloads",
    "typists",
    "waitingRecordings",
    "prefetch",
    "keptLink",
  ),
};

const OPENED: Readonly<Record<string, string>> = {
  "place.changed to Anna's chat": ANNAS,
  "place.changed to Ben's chat": BENS,
  "place.changed to a message of Anna's": ANNAS,
};

const PATHS: Readonly<Record<string, string>> = {
  "place.changed to Anna's chat": "/chat",
  "place.changed to Ben's chat": "/chat",
  "place.changed to a message of Anna's": "/chat",
  "place.changed to the contacts": "/contact",
  "place.changed to the calls": "/callRecord",
};

function aroundAfter(around: string, label: string, { value }: SnapshotOf<typeof signedInMachine>): string {
  if (label === "conversations.cleared" && value.chat === "elsewhere" && lastOpened(around) === ANNAS)
    return around.slice(ANNAS.length);
  if (label === "conversations.cleared all" && value.chat === "elsewhere")
    return around.slice(lastOpened(around).length);
  const seen = label === "place.changed to the contacts" || isSeen(around) ? "seen" : "";
  return `${OPENED[label] ?? lastOpened(around)} ${seen} ${PATHS[label] ?? pathIn(around)}`;
}

function reloads({ value }: SnapshotOf<typeof signedInMachine>, conversationID: string | undefined): Wire[] {
  return conversationID !== undefined && value.chat === "inConversation"
    ? [["im.loadConversation", { conversationID }]]
    : [];
}

function ifAnnasIsOpen({ context }: SnapshotOf<typeof signedInMachine>): string | null {
  return context.open?.conversationID === ANNAS ? STAYS : null;
}

function isSeen(around: string): boolean {
  return around.includes(" seen ");
}

function pathAt({ snapshot, step }: Moment<typeof signedInMachine>): string {
  return step ? pathIn(step.around) : snapshot.context.place.path;
}

function pathIn(around: string): string {
  return around.split(" ")[2] ?? "";
}

function lastOpened(around: string): string {
  return around.split(" ")[0] ?? "";
}

function openAt({ snapshot, step }: Moment<typeof signedInMachine>): string | null {
  if (!step) return snapshot.context.place === AT_ANNAS ? ANNAS : null;
  return lastOpened(step.around) || null;
}

/**
 * Message listeners: the bell, the list, its typists and disappearing messages always listen. With an open conversation,
 * its own chart, history, read state and selection listen, too.
 */
function opened(moment: Moment<typeof signedInMachine>) {
  const open = openAt(moment);
  return { open, listening: open === null ? 4 : 10 };
}

function visit({ ports }: Stage, path: string): void {
  ports.answer("im.loginStatus", () => "loggedIn");
  ports.visit(path);
}

export const signedInAtChatModel: ChartModel<typeof signedInMachine> = {
  ...signedInModel,
  input: { ...signedInModel.input, place: AT_ANNAS },
  around: { start: `${ANNAS}  /chat`, after: aroundAfter },
  opens: () => ({
    ...signedInModel.opens(),
    path: `/chat?conversationID=${ANNAS}`,
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
};

export const signedInAtCallsModel: ChartModel<typeof signedInMachine> = {
  ...signedInModel,
  input: { ...signedInModel.input, place: CALLS },
  around: { start: "  /callRecord", after: aroundAfter },
  opens: () => ({
    ...signedInModel.opens(),
    path: "/callRecord",
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
};
