/**
 * The charts of a chat with the app's own wiring. Wiring them takes longer than a run, so a device of an exploration
 * keeps them from run to run, and each page plugs in what is outside of it.
 */
import { forwardTo, setup, spawnChild, stopChild } from "xstate";
import { conversationMachine } from "../../../machines/conversation/conversation.ts";
import { OUTBOX, type OutboxCommand, outboxMachine } from "../../../machines/outbox/outbox.ts";
import type { KeptDraft, Sender } from "../../../machines/outbox/outgoing-drafts.ts";
import type { MemberDirectoryCommand } from "../../../machines/people/member-directory.ts";
import type { ImPort } from "../../../machines/ports/im.ts";
import type { Clock } from "../../../machines/ports/platform.ts";
import { actorsByName } from "../../../src/wiring/actors-by-name.ts";
import { chatCharts } from "../../../src/wiring/chat.ts";
import { fakePorts } from "../../fakes/ports.ts";

interface PageInput {
  conversationID: string;
  sender: Sender;
  clock: Clock;
}

/** The part of the app above the outbox and the open chat. */
const pageMachine = setup({
  types: {
    context: {} as PageInput,
    input: {} as PageInput,
    events: {} as OutboxCommand | MemberDirectoryCommand | { type: "chat.opened" } | { type: "chat.left" },
    children: {} as { outbox: "outbox"; conversation: "conversation" },
  },
  actors: { outbox: outboxMachine, conversation: conversationMachine },
  actions: {
    openChat: spawnChild("conversation", {
      id: "conversation",
      input: ({ context: { conversationID, sender, clock }, self }) => ({
        conversationID,
        clock,
        soughtID: null,
        userID: sender.userID,
        outbox: self,
        memberDirectory: self,
      }),
    }),
    closeChat: stopChild("conversation"),
    tellOutbox: forwardTo("outbox"),
  },
}).createMachine({
  id: "page",
  context: ({ input }) => input,
  invoke: {
    id: "outbox",
    src: "outbox",
    systemId: OUTBOX,
    input: ({ context: { sender, clock } }) => ({ sender, clock }),
  },
  on: { "outbox.*": { actions: "tellOutbox" } },
  initial: "inChat",
  states: {
    inChat: { entry: "openChat", exit: "closeChat", on: { "chat.left": "elsewhere" } },
    elsewhere: { on: { "chat.opened": "inChat" } },
  },
});

/** The parts outside of a page. */
export interface Outside
  extends Pick<
    ImPort,
    | "createMessage"
    | "sendMessage"
    | "revokeMessage"
    | "deleteMessage"
    | "upload"
    | "loadOlder"
    | "loadNewer"
    | "loadAround"
    | "fillGaps"
    | "loadConversation"
    | "firstSync"
    | "saveDraft"
    | "connectionEvents"
    | "messageEvents"
    | "syncEvents"
  > {
  readOutbox(): readonly KeptDraft[];
  writeOutbox(items: readonly KeptDraft[]): void;
}

export interface MessageCharts {
  page: typeof pageMachine;
  plug(outside: Outside): void;
}

export function createMessageCharts(): MessageCharts {
  let plugged: Outside | null = null;
  const outside = (): Outside => {
    if (!plugged) throw new Error("No page is open");
    return plugged;
  };
  const fake = fakePorts();
  const ports: typeof fake = {
    ...fake,
    im: {
      ...fake.im,
      createMessage: (input) => outside().createMessage(input),
      sendMessage: (input) => outside().sendMessage(input),
      revokeMessage: (input) => outside().revokeMessage(input),
      deleteMessage: (input) => outside().deleteMessage(input),
      upload: (input, send) => outside().upload(input, send),
      loadOlder: (input) => outside().loadOlder(input),
      loadNewer: (input) => outside().loadNewer(input),
      loadAround: (input) => outside().loadAround(input),
      fillGaps: (input) => outside().fillGaps(input),
      loadConversation: (input) => outside().loadConversation(input),
      firstSync: () => outside().firstSync(),
      saveDraft: (input) => outside().saveDraft(input),
      sendTyping: async () => {},
      connectionEvents: (send) => outside().connectionEvents(send),
      messageEvents: (send) => outside().messageEvents(send),
      syncEvents: (send) => outside().syncEvents(send),
    },
    storage: {
      ...fake.storage,
      readOutbox: async () => [...outside().readOutbox()],
      writeOutbox: async ({ items }) => outside().writeOutbox(items),
    },
  };
  const { outbox, conversation } = chatCharts({
    ports,
    actors: actorsByName(ports),
    language: () => "en",
    alerts: () => ({ sound: false, notifications: false, previews: false }),
  });
  return {
    page: pageMachine.provide({ actors: { outbox, conversation } }),
    plug(next) {
      plugged = next;
      // Otherwise each run would keep the actors of its unanswered calls.
      fake.dropCalls();
    },
  };
}
