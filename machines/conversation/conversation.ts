import { assign, enqueueActions, forwardTo, log, sendTo, setup } from "xstate";
import { attachmentsMachine } from "../composer/attachments.ts";
import { composerMachine } from "../composer/composer.ts";
import { emojiPanelMachine } from "../composer/emoji-panel.ts";
import { mentionPickerMachine } from "../composer/mention-picker.ts";
import { recorderMachine } from "../composer/recorder.ts";
import { shareConfirmationMachine } from "../composer/share-confirmation.ts";
import { child } from "../domain/child.ts";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import { type IncomingShareNews, withShared } from "../domain/incoming-share.ts";
import type { HistoryNews, Message, MessageEvent } from "../domain/message.ts";
import type { Black, ContactEvent } from "../domain/people.ts";
import type { GatewayEvent, SyncEvent } from "../domain/platform-events.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { MemberDirectoryCommand } from "../people/member-directory.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { type ChatSearchNews, chatSearchMachine } from "./chat-search.ts";
import { historyMachine } from "./history.ts";
import { type JumpHistoryNews, jumpHistoryMachine } from "./jump-history.ts";
import { blockReasonOf, membershipMachine, type Standing } from "./membership.ts";
import { messageMenuMachine } from "./message-menu.ts";
import { type ReadStateNews, readStateMachine } from "./read-state.ts";
import { selectionMachine } from "./selection.ts";

/** One open conversation. Each one has its own actor, so a late answer cannot reach another conversation. */

export type ConversationEvent =
  | ConversationListEvent
  | MessageEvent
  | ContactEvent
  | SyncEvent
  | GatewayEvent
  | HistoryNews
  | JumpHistoryNews
  | ChatSearchNews
  | ReadStateNews
  | IncomingShareNews
  /** The conversation comes to the front, at that message if the id is not null. */
  | { type: "conversation.shown"; soughtID: string | null }
  | { type: "conversation.hidden" }
  | { type: "membership.changed"; standing: Standing }
  | { type: "user.retryConversation" };

export interface ConversationInput {
  conversationID: string;
  /** The message to open at; null for the newest. */
  soughtID: string | null;
  userID: string;
  outbox: Listener<OutboxCommand>;
  memberDirectory: Listener<MemberDirectoryCommand>;
  clock: Clock;
}

export interface ConversationContext extends ConversationInput {
  conversation: Conversation | null;
  /** Text of a share that waits for the draft, which is loaded with the conversation; "" for none. */
  sharedText: string;
}

export const conversationMachine = setup({
  types: {
    context: {} as ConversationContext,
    events: {} as ConversationEvent,
    input: {} as ConversationInput,
    tags: {} as "peerTyping" | "coming" | "unavailable",
    children: {} as {
      history: "history";
      jumpHistory: "jumpHistory";
      readState: "readState";
      composer: "composer";
      attachments: "attachments";
      emojiPanel: "emojiPanel";
      membership: "membership";
      mentionPicker: "mentionPicker";
      recorder: "recorder";
      shareConfirmation: "shareConfirmation";
      messageMenu: "messageMenu";
      selection: "selection";
      chatSearch: "chatSearch";
    },
  },
  actors: {
    history: historyMachine,
    jumpHistory: jumpHistoryMachine,
    readState: readStateMachine,
    composer: composerMachine,
    attachments: attachmentsMachine,
    emojiPanel: emojiPanelMachine,
    membership: membershipMachine,
    mentionPicker: mentionPickerMachine,
    recorder: recorderMachine,
    shareConfirmation: shareConfirmationMachine,
    conversationEvents: stream("conversationEvents"),
    messageEvents: stream("messageEvents"),
    contactEvents: stream("contactEvents"),
    syncEvents: stream("syncEvents"),
    connectionEvents: stream("connectionEvents"),
    loadConversation: port<Conversation, { conversationID: string }>("loadConversation"),
    firstSync: port<boolean>("firstSync"),
    messageMenu: messageMenuMachine,
    selection: selectionMachine,
    chatSearch: chatSearchMachine,
  },
  actions: {
    refresh: assign({ conversation: ({ context, event }) => rowIn(context, event) ?? context.conversation }),
    /** Its messages were removed on another device, or the last of them here. */
    tellEmptied: enqueueActions(({ context, event, enqueue }) => {
      const had = context.conversation?.latestMsg ?? null;
      const isEmptied = had !== null && rowIn(context, event)?.latestMsg === null;
      if (isEmptied || isCleared(context, event)) enqueue.sendTo("history", { type: "history.emptied" });
    }),
    tellReadingShown: sendTo("readState", { type: "conversation.shown" }),
    tellReadingHidden: sendTo("readState", { type: "conversation.hidden" }),
    tellComposerHidden: sendTo("composer", { type: "conversation.hidden" }),
    tellRecorderHidden: sendTo("recorder", { type: "conversation.hidden" }),
    open: enqueueActions(({ enqueue }, { conversation }: { conversation: Conversation }) => {
      enqueue.assign({ conversation });
      enqueue.sendTo("readState", { type: "conversation.loaded", conversation });
      enqueue.sendTo("composer", { type: "conversation.loaded", conversation });
    }),
    keepText: assign(({ context }, { text }: { text: string }) => ({
      sharedText: withShared(context.sharedText, text),
    })),
    putText: enqueueActions(({ context: { sharedText: text }, enqueue }) => {
      if (text === "") return;
      enqueue.sendTo("composer", { type: "composer.append", text });
      enqueue.assign({ sharedText: "" });
    }),
    putFiles: sendTo("attachments", (_, { files }: { files: readonly File[] }) => ({
      type: "attachments.add" as const,
      files,
    })),
    /** Only a known loss of the right to write ends a recording. */
    tellStanding: enqueueActions(({ enqueue }, { standing }: { standing: Standing }) => {
      enqueue.sendTo("composer", { type: "membership.changed", standing });
      if (blockReasonOf(standing)) enqueue.sendTo("recorder", { type: "conversation.hidden" });
    }),
    tellReadingUnavailable: sendTo("readState", { type: "conversation.unavailable" }),
    forwardToReading: forwardTo("readState"),
    forwardToJumps: forwardTo("jumpHistory"),
    seek: sendTo("history", (_, { clientMsgID }: { clientMsgID: string }) => ({
      type: "history.seek" as const,
      clientMsgID,
    })),
    reportFailure: log(({ event }) => `conversation: ${event.type}`),
  },
  guards: {
    isHere: ({ context, event }) => rowIn(context, event) !== undefined,
    hasSynced: (_, { hasSynced }: { hasSynced: boolean }) => hasSynced,
    isGroup: (_, { conversation }: { conversation: Conversation }) => conversation.kind === "group",
    isPeerTyping: ({ context }, event: { conversationID: string; userID: string; typing: boolean }) =>
      event.conversationID === context.conversationID && event.userID !== context.userID && event.typing,
    isFromPeer: ({ context }, { messages }: { messages: readonly Message[] }) =>
      messages.some(
        ({ conversationID, sendID }) =>
          conversationID === context.conversationID && sendID !== context.userID,
      ),
    isPeerBlocked: ({ context }, { person }: { person: Black }) =>
      person.userID === context.conversation?.userID,
    isPeerPausing: ({ context }, event: { conversationID: string; userID: string; typing: boolean }) =>
      event.conversationID === context.conversationID && event.userID !== context.userID && !event.typing,
  },
  delays: { peerTypingTimeout: 12_000 },
}).createMachine({
  id: "conversation",
  context: ({ input }) => ({ ...input, conversation: null, sharedText: "" }),
  invoke: [
    {
      ...child("history"),
      input: ({ context, self }) => ({
        conversationID: context.conversationID,
        soughtID: context.soughtID,
        userID: context.userID,
        parent: self,
        outbox: context.outbox,
        memberDirectory: context.memberDirectory,
      }),
    },
    {
      ...child("jumpHistory"),
      input: ({ context: { conversationID, soughtID }, self }) => ({
        conversationID,
        soughtID,
        parent: self,
      }),
    },
    {
      ...child("readState"),
      input: ({ context: { conversationID, userID }, self }) => ({ conversationID, userID, parent: self }),
    },
    {
      ...child("composer"),
      input: ({ context }) => ({ conversationID: context.conversationID, outbox: context.outbox }),
    },
    { ...child("attachments"), input: sending },
    { ...child("emojiPanel"), input: sending },
    { ...child("messageMenu"), input: sending },
    { ...child("selection"), input: sending },
    {
      ...child("chatSearch"),
      input: ({ context: { conversationID }, self }) => ({ conversationID, parent: self }),
    },
    { ...child("shareConfirmation"), input: sending },
    { ...child("recorder"), input: sending },
    child("conversationEvents"),
    child("messageEvents"),
  ],
  type: "parallel",
  on: {
    "im.conversations": { actions: ["tellEmptied", "refresh"] },
    "history.changed": { actions: "forwardToReading" },
    "conversation.shown": { actions: ["tellReadingShown", "forwardToJumps"] },
    "chatSearch.seek": { actions: "forwardToJumps" },
    "readState.seek": { actions: "forwardToJumps" },
    "jumpHistory.seek": { actions: { type: "seek", params: ({ event }) => event } },
    "incomingShare.put": {
      actions: [
        { type: "keepText", params: ({ event }) => event },
        { type: "putFiles", params: ({ event }) => event },
      ],
    },
    "conversation.hidden": { actions: ["tellReadingHidden", "tellComposerHidden", "tellRecorderHidden"] },
  },
  states: {
    identity: {
      initial: "loading",
      states: {
        loading: {
          description:
            "Reload if a sync finishes while loading: the first answer may be older than the sync.",
          invoke: [
            {
              id: "loadConversation",
              src: "loadConversation",
              input: ({ context }) => ({ conversationID: context.conversationID }),
              onDone: [
                {
                  guard: { type: "isGroup", params: loaded },
                  target: "open.group",
                  actions: [{ type: "open", params: loaded }, "putText"],
                },
                { target: "open.direct", actions: [{ type: "open", params: loaded }, "putText"] },
              ],
              onError: { target: "waiting", actions: "reportFailure" },
            },
            child("syncEvents"),
          ],
          on: { "im.syncFinished": { target: "loading", reenter: true } },
        },
        waiting: {
          tags: "coming",
          description:
            "On a new device the conversation comes with the first sync. Until that ends or the connection fails, it loads.",
          invoke: [
            {
              id: "firstSync",
              src: "firstSync",
              onDone: [
                {
                  guard: { type: "hasSynced", params: ({ event }) => ({ hasSynced: event.output }) },
                  target: "loading",
                },
                { target: "failed", actions: "tellReadingUnavailable" },
              ],
              onError: { target: "failed", actions: ["tellReadingUnavailable", "reportFailure"] },
            },
            child("connectionEvents"),
          ],
          on: {
            "im.conversations": { guard: "isHere", target: "loading", actions: "refresh" },
            "im.connectFailed": { target: "failed", actions: "tellReadingUnavailable" },
          },
        },
        open: {
          description: "The peer or group is loaded.",
          on: {
            "incomingShare.put": {
              actions: [
                { type: "keepText", params: ({ event }) => event },
                "putText",
                { type: "putFiles", params: ({ event }) => event },
              ],
            },
          },
          initial: "direct",
          states: {
            direct: {},
            group: {
              invoke: [
                {
                  ...child("membership"),
                  input: ({ context, self }) => ({
                    groupID: context.conversation?.groupID ?? "",
                    parent: self,
                    clock: context.clock,
                  }),
                },
                {
                  ...child("mentionPicker"),
                  input: ({ context: { conversation, userID } }) => ({
                    groupID: conversation?.groupID ?? "",
                    userID,
                  }),
                },
              ],
              on: {
                "membership.changed": { actions: { type: "tellStanding", params: ({ event }) => event } },
              },
            },
          },
        },
        failed: {
          tags: "unavailable",
          description:
            "Loading failed, or the conversation does not exist yet. A conversation, sync or connection event retries.",
          invoke: [child("syncEvents"), child("connectionEvents")],
          on: {
            "user.retryConversation": "loading",
            "conversation.shown": { target: "loading", actions: ["tellReadingShown", "forwardToJumps"] },
            "im.syncFinished": "loading",
            "im.connected": "loading",
            "im.conversations": { guard: "isHere", target: "loading", actions: "refresh" },
          },
        },
      },
    },
    peer: {
      initial: "quiet",
      states: {
        quiet: {
          on: {
            "im.typing": { guard: { type: "isPeerTyping", params: ({ event }) => event }, target: "typing" },
          },
        },
        typing: {
          tags: "peerTyping",
          description:
            "The peer is typing. A message, a stop signal from the peer, a timeout, or blocking the peer ends it.",
          invoke: child("contactEvents"),
          after: { peerTypingTimeout: "quiet" },
          on: {
            "im.blackChanged": {
              guard: { type: "isPeerBlocked", params: ({ event }) => event },
              target: "quiet",
            },
            "im.typing": [
              { guard: { type: "isPeerPausing", params: ({ event }) => event }, target: "quiet" },
              {
                guard: { type: "isPeerTyping", params: ({ event }) => event },
                target: "typing",
                reenter: true,
              },
            ],
            "im.messages": { guard: { type: "isFromPeer", params: ({ event }) => event }, target: "quiet" },
          },
        },
      },
    },
  },
});

function rowIn({ conversationID }: ConversationContext, event: ConversationEvent): Conversation | undefined {
  if (event.type !== "im.conversations") return undefined;
  return event.conversations.find((row) => row.conversationID === conversationID);
}

function isCleared({ conversationID }: ConversationContext, event: ConversationEvent): boolean {
  return event.type === "im.conversations" && event.cleared?.includes(conversationID) === true;
}

function loaded({ event }: { event: { output: Conversation } }) {
  return { conversation: event.output };
}

function sending({ context: { conversationID, userID, outbox, clock } }: { context: ConversationContext }) {
  return { conversationID, userID, outbox, clock };
}
