import { assign, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type EmojiMemory, NO_EMOJIS, type SkinTone, withEmoji } from "../domain/emoji.ts";
import { type Sticker, withSticker } from "../domain/sticker.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";

/**
 * The panel with emoji and stickers. A tap on a sticker sends it. Stores recent emoji and stickers and the
 * skin tone.
 */

export type EmojiPanelEvent =
  | { type: "user.openEmojis" }
  | { type: "user.closeEmojis" }
  | { type: "user.pickEmoji"; emoji: string }
  | { type: "user.chooseTone"; tone: SkinTone }
  | { type: "user.sendSticker"; sticker: Sticker };

export interface EmojiPanelInput {
  conversationID: string;
  userID: string;
  outbox: Listener<OutboxCommand>;
  clock: Clock;
}

export interface EmojiPanelContext extends EmojiPanelInput, EmojiMemory {}

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
        type: "outbox.attach" as const,
        conversationID,
        attachments: [{ clientMsgID: clock.newID(), enclosure: { type: "face" as const, sticker } }],
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
  invoke: child("emojiStore"),
  type: "parallel",
  states: {
    panel: {
      initial: "closed",
      states: {
        closed: { on: { "user.openEmojis": "open" } },
        open: {
          description:
            "The panel replaces the keyboard. It stays open while the user picks, and closes with its button or with back.",
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
          description: "Load what this user picked on this device before.",
          invoke: {
            id: "readEmojis",
            src: "readEmojis",
            input: ({ context }) => ({ userID: context.userID }),
            onDone: { target: "known", actions: { type: "setMemory", params: ({ event }) => event.output } },
            onError: { target: "known", actions: "reportFailure" },
          },
        },
        known: {
          description: "Save each pick at once, because the page may be closed next.",
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
