import { assign, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type EmojiMemory, NO_EMOJIS, type SkinTone, withEmoji } from "../domain/emoji.ts";
import { type Sticker, withSticker } from "../domain/sticker.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/index.ts";
import { type Listener, port, stream } from "../ports/stub.ts";

/**
 * The emoji panel below what one writes, with stickers that go out at a tap, and what it remembers: the emoji and
 * stickers picked lately, and the skin tone.
 */

export type EmojiPanelEvent =
  | { type: "user.openEmojis" }
  | { type: "user.closeEmojis" }
  | { type: "user.pickEmoji"; emoji: string }
  | { type: "user.chooseTone"; tone: SkinTone }
  | { type: "user.sendSticker"; sticker: Sticker };

export interface EmojiPanelInput {
  conversationID: string;
  /** Whose they are. */
  userID: string;
  outbox: Listener<OutboxCommand>;
  clock: Clock;
}

export interface EmojiPanelContext extends EmojiPanelInput, EmojiMemory {}

/** What the store is told. */
export interface EmojiPanelKept {
  type: "emojiPanel.keep";
  userID: string;
  memory: EmojiMemory;
}

export const emojiPanelMachine = setup({
  types: {
    context: {} as EmojiPanelContext,
    events: {} as EmojiPanelEvent,
    input: {} as EmojiPanelInput,
    tags: {} as "open",
    meta: {} as RuleMeta,
  },
  actors: {
    readEmojis: port<EmojiMemory, { userID: string }>("readEmojis"),
    emojiStore: stream<EmojiPanelKept>("emojiStore"),
  },
  actions: {
    setMemory: assign((_, { recent, tone, stickers }: EmojiMemory) => ({ recent, tone, stickers })),
    remember: assign({
      recent: ({ context }, { emoji }: { emoji: string }) => withEmoji(context.recent, emoji),
    }),
    setTone: assign((_, { tone }: { tone: SkinTone }) => ({ tone })),
    rememberSticker: assign({
      stickers: ({ context }, { sticker }: { sticker: Sticker }) => withSticker(context.stickers, sticker),
    }),
    sendSticker: sendTo(
      ({ context }) => context.outbox,
      ({ context: { clock, conversationID } }, { sticker }: { sticker: Sticker }) => ({
        type: "outbox.enclose" as const,
        conversationID,
        enclosed: [{ clientMsgID: clock.newID(), enclosure: { type: "face" as const, sticker } }],
      }),
    ),
    keep: sendTo("emojiStore", ({ context: { userID, recent, tone, stickers } }) => ({
      type: "emojiPanel.keep" as const,
      userID,
      memory: { recent, tone, stickers },
    })),
    reportFailure: log(({ event }) => `emojiPanel: ${event.type}`),
  },
}).createMachine({
  id: "emojiPanel",
  context: ({ input }) => ({ ...input, ...NO_EMOJIS }),
  invoke: { id: "emojiStore", src: "emojiStore", onError: { actions: "reportFailure" } },
  type: "parallel",
  states: {
    panel: {
      initial: "closed",
      states: {
        closed: { on: { "user.openEmojis": "open" } },
        open: {
          description:
            "In place of the keyboard. It stays while one picks, and goes by its button or by back.",
          meta: { rule: "11-24" },
          tags: "open",
          on: {
            "user.closeEmojis": "closed",
            "user.sendSticker": { actions: { type: "sendSticker", params: ({ event }) => event } },
          },
        },
      },
    },
    memory: {
      initial: "reading",
      states: {
        reading: {
          description: "What this person picked on this device before.",
          invoke: {
            id: "readEmojis",
            src: "readEmojis",
            input: ({ context }) => ({ userID: context.userID }),
            onDone: { target: "known", actions: { type: "setMemory", params: ({ event }) => event.output } },
            onError: { target: "known", actions: "reportFailure" },
          },
        },
        known: {
          description: "Each pick is kept at once: there may be no later.",
          on: {
            "user.pickEmoji": {
              actions: [{ type: "remember", params: ({ event }) => event }, "keep"],
            },
            "user.sendSticker": {
              actions: [{ type: "rememberSticker", params: ({ event }) => event }, "keep"],
            },
            "user.chooseTone": {
              actions: [{ type: "setTone", params: ({ event }) => event }, "keep"],
            },
          },
        },
      },
    },
  },
});
