import { notificationsMachine } from "../../../../machines/app/notifications.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import { ANNA, aConversation, aMessage, aWorld, BEN, ME, singleChatID } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

const ANNAS = singleChatID(ANNA);
const BENS = singleChatID(BEN);
const FROM_BEN = aMessage({ clientMsgID: "ben-1", conversationID: BENS, sendID: BEN, text: "Ahoy" });
const FROM_ANNA = aMessage({ clientMsgID: "anna-9", text: "Hello" });
const OWN = aMessage({ clientMsgID: "own-9", sendID: ME, text: "Mine" });

const bens = aConversation({ conversationID: BENS, userID: BEN, showName: "Ben" });

/** The bell for incoming messages (4-65). The chart has no view, so the calls to ring are checked. */
export const notificationsModel: ChartModel<typeof notificationsMachine> = {
  chart: "notifications",
  machine: notificationsMachine,
  input: { userID: ME, globalRecvMsgOpt: 0 },
  events: {
    "im.messages from Ben": ({ context }) =>
      context.queue.length < 3
        ? { type: "im.messages", messages: [FROM_BEN, { ...FROM_BEN, clientMsgID: "ben-2" }] }
        : null,
    "im.messages from Anna": ({ context }) =>
      context.queue.length < 3 ? { type: "im.messages", messages: [FROM_ANNA] } : null,
    "im.messages of my other device": { type: "im.messages", messages: [OWN] },
    "im.profileChanged do not disturb": {
      type: "im.profileChanged",
      profile: { userID: ME, globalRecvMsgOpt: 2 },
    },
    "im.profileChanged new name": { type: "im.profileChanged", profile: { userID: ME, nickname: "Mi" } },
    "notifications.watch Anna": ({ context }) =>
      context.watched === null ? { type: "notifications.watch", conversationID: ANNAS } : null,
    "notifications.watch nothing": ({ context }) =>
      context.watched === null ? null : { type: "notifications.watch", conversationID: null },
    "page.hidden": { type: "page.hidden" },
    "page.visible": { type: "page.visible" },
  },
  answers: {
    loadConversation: {
      done: {
        "": ({ context }) => rowOf(context.queue),
        muted: ({ context }) => ({ ...rowOf(context.queue), recvMsgOpt: 2 }),
      },
      failed: ["unknown"],
    },
  },
  key: ({ context }) =>
    JSON.stringify([
      context.queue.map(({ clientMsgID }) => clientMsgID),
      context.watched,
      context.globalRecvMsgOpt,
    ]),
  phase: ({ context }) => [context.watched, context.globalRecvMsgOpt, context.queue.length === 0].join(),
  isRest: ({ value }) => value.bell === "quiet",

  opens: () => ({ world: aWorld() }),
  prepare: letChatsOpenAlone,
  actor: (app) => childOf(app, "session", "signedIn", "notifications"),
  calls: { loadConversation: "im.loadConversation" },
  tells: ["platform.alert"],
  logged: ["loadConversation"],
  stimuli: {
    "notifications.watch Anna": (stage) => stage.ports.visit(`/chat?conversationID=${ANNAS}`),
    "notifications.watch nothing": (stage) => stage.ports.visit("/contact"),
  },
  reads: ({ value }) => ({ page: value.page, bell: value.bell }),
  rows: {
    "page.visible": { reads: { page: "visible" } },
    "page.hidden": { reads: { page: "hidden" } },
    "bell.quiet": { reads: { bell: "quiet" } },
    "bell.asking": ({ snapshot: { context } }) => ({
      asks: [["im.loadConversation", { conversationID: context.queue[0]?.conversationID }]],
      reads: { bell: "asking" },
    }),
  },
  leads: {
    "*": {
      "im.profileChanged do not disturb": STAYS,
      "notifications.watch Anna": STAYS,
      "notifications.watch nothing": STAYS,
    },
    "page.visible": {
      "page.hidden": "page.hidden",
    },
    "page.hidden": {
      "page.visible": "page.visible",
    },
    "bell.quiet": {
      "im.messages from Ben": "bell.asking",
      "im.messages from Anna": (snapshot) => (isReadAtOnce(snapshot) ? null : "bell.asking"),
    },
    "bell.asking": {
      "im.messages from Ben": STAYS,
      "im.messages from Anna": (snapshot) => (isReadAtOnce(snapshot) ? null : STAYS),
      "loadConversation done": askNext,
      "loadConversation done (muted)": askNext,
      "loadConversation failed (unknown)": askNext,
    },
  },
  told({ label, before: { context } }) {
    if (label !== "loadConversation done" || context.globalRecvMsgOpt !== 0) return [];
    const [first] = context.queue;
    return [
      [
        "platform.alert",
        first?.conversationID === BENS
          ? { title: "Ben", body: "Ahoy", conversationID: BENS, isSilent: false, isShown: true }
          : { title: "Anna", body: "Hello", conversationID: ANNAS, isSilent: false, isShown: true },
      ],
    ];
  },
  noise: {
    "typing, reading, revoking": ({ ports }) => {
      ports.emit.messages({ type: "im.typing", conversationID: BENS, userID: BEN, typing: true });
      ports.emit.messages({ type: "im.read", clientMsgIDs: ["own-9"] });
      ports.emit.messages({ type: "im.deleted", clientMsgID: "ben-1" });
    },
    "the user's own message from another device": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [OWN] }),
  },
  excused: helpersDoNotFail("bell"),
};

function isReadAtOnce({ value, context }: SnapshotOf<typeof notificationsMachine>): boolean {
  return value.page === "visible" && context.watched === ANNAS;
}

/** The chart asks about each chat with new messages in turn. */
function askNext({ context }: SnapshotOf<typeof notificationsMachine>): string {
  return context.queue.length > 1 ? "bell.asking" : "bell.quiet";
}

function rowOf([first]: readonly Message[]) {
  return first?.conversationID === BENS ? bens : aConversation();
}

/** Anna's chat loads itself once, too; the test settles only the bell's calls. */
function letChatsOpenAlone(ports: Stage["ports"]): void {
  const { loadConversation } = ports.im;
  let isOpening = false;
  const { visit } = ports;
  let wasOpened = false;
  ports.visit = (path) => {
    isOpening = path.startsWith("/chat") && !wasOpened;
    visit(path);
  };
  ports.im.loadConversation = (input) => {
    if (!isOpening) return loadConversation(input);
    isOpening = false;
    wasOpened = true;
    return Promise.resolve(aConversation());
  };
}
