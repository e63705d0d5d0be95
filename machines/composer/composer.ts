import { and, assign, log, not, sendTo, setup, stateIn } from "xstate";
import { addToast, toastsOf } from "../app/toasts.ts";
import { type BlockReason, blockReasonOf, type Standing } from "../conversation/membership.ts";
import { canAnswer } from "../conversation/message-permissions.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { Conversation, DraftText } from "../domain/conversation.ts";
import { withShared } from "../domain/incoming-share.ts";
import {
  edited,
  MESSAGE_LIMIT,
  NOTHING_WRITTEN,
  sendable,
  type Typed,
  type Written,
} from "../domain/mention.ts";
import { isNotice, type Message, type MessageEvent } from "../domain/message.ts";
import type { PageEvent } from "../domain/platform-events.ts";
import { isVisible } from "../domain/visible-text.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import { type Listener, port, stream } from "../ports/stub.ts";

export type ComposerEvent =
  | PageEvent
  | { type: "membership.changed"; standing: Standing }
  | { type: "conversation.loaded"; conversation: Conversation }
  | { type: "conversation.hidden" }
  /** Adds shared text below the draft (11-57). */
  | { type: "composer.append"; text: string }
  | ({ type: "user.type" } & Typed)
  | Extract<MessageEvent, { type: "im.revoked" | "im.deleted" }>
  | { type: "user.reply"; message: Message }
  | { type: "user.cancelReply" }
  /** The draft of a chat where the user may not write. */
  | { type: "user.copyDraft" }
  | { type: "user.send" };

export interface ComposerInput {
  conversationID: string;
  outbox: Listener<OutboxCommand>;
}

export interface ComposerContext extends ComposerInput, Written {
  /** The text of the last save to the SDK. */
  savedText: string;
  replyTo: Message | null;
  /** The id of `replyTo` in the last save. */
  savedReplyID: string | null;
  standing: Standing;
}

const COPIED = { tone: "info", key: "copied" } as const;

export const composerMachine = setup({
  types: {
    context: {} as ComposerContext,
    events: {} as ComposerEvent,
    input: {} as ComposerInput,
    tags: {} as "blank" | "tooLong",
    meta: {} as RuleMeta,
  },
  actors: {
    messageEvents: stream("messageEvents"),
    pageEvents: stream("pageEvents"),
    typist: stream<{ type: "typist.set"; typing: boolean }, { conversationID: string }>("typist"),
    copyText: port<void, { text: string }>("copyText"),
    saveDraft: port<void, DraftText & { conversationID: string }>("saveDraft"),
  },
  actions: {
    setText: assign(({ context }, typed: Typed) => edited(context, typed)),
    append: assign(({ context }, { text: shared }: { text: string }) => {
      const text = withShared(context.text, shared);
      return edited(context, { text, caret: text.length });
    }),
    restoreDraft: assign(({ context }, conversation: Conversation) => {
      const { draftText: text, draftMentions: mentions = [], draftReply, draftReplyID = null } = conversation;
      const isThere = draftReply && canAnswer(draftReply) && !isNotice(draftReply.content);
      return {
        text,
        mentions,
        caret: text.length,
        savedText: text,
        replyTo: isThere ? draftReply : context.replyTo,
        savedReplyID: draftReplyID,
      };
    }),
    clearText: assign({ ...NOTHING_WRITTEN, replyTo: null }),
    setReply: assign((_, { message }: { message: Message | null }) => ({ replyTo: message })),
    setStanding: assign((_, { standing }: { standing: Standing }) => ({ standing })),
    rememberSaved: assign({
      savedText: ({ context }) => context.text,
      savedReplyID: ({ context }) => replyIDIn(context),
    }),
    dispatch: sendTo(
      ({ context }) => context.outbox,
      ({ context }) => ({
        type: "outbox.send" as const,
        conversationID: context.conversationID,
        ...sendable(context),
        replyTo: context.replyTo,
      }),
    ),
    tellTyping: sendTo("typist", (_, { typing }: { typing: boolean }) => ({ type: "typist.set", typing })),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `composer: ${event.type}`),
  },
  guards: {
    isUntouched: ({ context }) => context.text === "",
    hasText: ({ context }) => isVisible(context.text),
    isSent: and([stateIn({ field: { open: "writing" } }), "hasText"]),
    isTooLong: ({ context }) => context.text.length > MESSAGE_LIMIT,
    isBlank: (_, { text }: { text: string }) => !isVisible(text),
    isWord: (_, { text }: { text: string }) => isVisible(text),
    isDraftStale: ({ context }) =>
      context.text !== context.savedText || replyIDIn(context) !== context.savedReplyID,
    isStillWriting: stateIn({ draft: { changed: "busy" } }),
    isStillTyping: stateIn({ typing: { speaking: "busy" } }),
    isReplyTo: ({ context }, { clientMsgID }: { clientMsgID: string }) => replyIDIn(context) === clientMsgID,
    /** Nobody can write in the group any more, or the user is not in it: the draft has no use here. */
    isOver: ({ context: { standing } }) => standing === "dismissed" || standing === "left",
    isBlocked: ({ context }) => selectBlockReason({ context }) !== null,
  },
  delays: { draftDelay: 800, draftRetryPause: 10_000, typingPause: 5000, typingEndPause: 2000 },
}).createMachine({
  id: "composer",
  context: ({ input }) => ({
    ...input,
    ...NOTHING_WRITTEN,
    savedText: "",
    replyTo: null,
    savedReplyID: null,
    standing: "unknown",
  }),
  invoke: [
    child("messageEvents"),
    child("pageEvents"),
    { ...child("typist"), input: ({ context }) => ({ conversationID: context.conversationID }) },
  ],
  type: "parallel",
  on: {
    "conversation.loaded": {
      guard: "isUntouched",
      actions: { type: "restoreDraft", params: ({ event }) => event.conversation },
    },
    "composer.append": { actions: { type: "append", params: ({ event }) => event } },
    "im.revoked": {
      guard: { type: "isReplyTo", params: ({ event }) => event },
      actions: { type: "setReply", params: { message: null } },
    },
    "im.deleted": {
      guard: { type: "isReplyTo", params: ({ event }) => event },
      actions: { type: "setReply", params: { message: null } },
    },
    "membership.changed": {
      actions: { type: "setStanding", params: ({ event }) => ({ standing: event.standing }) },
    },
  },
  states: {
    field: {
      initial: "open",
      states: {
        open: {
          always: { guard: "isBlocked", target: "blocked" },
          initial: "writing",
          states: {
            writing: {
              always: { guard: "isTooLong", target: "tooLong" },
              on: {
                "user.send": [
                  { guard: "hasText", actions: ["dispatch", "clearText"] },
                  { guard: not("isUntouched"), target: "blank" },
                ],
              },
            },
            blank: {
              tags: "blank",
              description: "There was nothing to send. The hint stays until the user types.",
              meta: { rule: "5-18" },
              on: {
                "user.type": {
                  target: "writing",
                  actions: { type: "setText", params: ({ event }) => event },
                },
                "composer.append": {
                  target: "writing",
                  actions: { type: "append", params: ({ event }) => event },
                },
              },
            },
            tooLong: {
              tags: "tooLong",
              description: "The text is longer than the limit. It stays as it is until the user shortens it.",
              always: { guard: not("isTooLong"), target: "writing" },
            },
          },
          on: {
            "user.type": { actions: { type: "setText", params: ({ event }) => event } },
            "user.reply": {
              actions: { type: "setReply", params: ({ event }) => ({ message: event.message }) },
            },
            "user.cancelReply": { actions: { type: "setReply", params: { message: null } } },
          },
        },
        blocked: {
          description: "A line of text says why the user cannot write here. The text is kept.",
          always: { guard: not("isBlocked"), target: "open" },
          initial: "resting",
          states: {
            resting: { on: { "user.copyDraft": { guard: "hasText", target: "copying" } } },
            copying: {
              description:
                "Once the draft of a group that was dismissed, or that the user has left, is on the clipboard, it is removed. A text that is added meanwhile keeps it.",
              meta: { rule: "4-63" },
              invoke: {
                id: "copyText",
                src: "copyText",
                input: ({ context: { text } }) => ({ text }),
                onDone: [
                  {
                    guard: "isOver",
                    target: "resting",
                    actions: ["clearText", { type: "notify", params: { toast: COPIED } }],
                  },
                  { target: "resting", actions: { type: "notify", params: { toast: COPIED } } },
                ],
                onError: {
                  target: "resting",
                  actions: {
                    type: "notify",
                    params: { toast: { tone: "error", key: "copyFailed" } },
                  },
                },
              },
              on: {
                "composer.append": {
                  target: "resting",
                  actions: { type: "append", params: ({ event }) => event },
                },
              },
            },
          },
        },
      },
    },
    draft: {
      initial: "saved",
      states: {
        saved: { always: { guard: "isDraftStale", target: "changed" } },
        changed: {
          description: "Saves after a pause in typing, or at once when the chat or page is hidden.",
          meta: { rule: "4-63" },
          after: {
            draftDelay: [{ guard: "isStillWriting", target: "changed", reenter: true }, { target: "saving" }],
          },
          on: { "conversation.hidden": "saving", "page.hidden": "saving" },
          initial: "quiet",
          states: {
            quiet: { on: { "user.type": "busy" } },
            busy: {
              description:
                "The user typed since the timer started, so it runs again when it ends. Key presses do not reset it.",
            },
          },
        },
        saving: {
          description:
            "Newer text is saved at once when the chat or page is hidden, because the page may be closed next.",
          entry: "rememberSaved",
          on: {
            "conversation.hidden": { guard: "isDraftStale", target: "saving", reenter: true },
            "page.hidden": { guard: "isDraftStale", target: "saving", reenter: true },
          },
          invoke: {
            id: "saveDraft",
            src: "saveDraft",
            input: ({ context: { conversationID, text, mentions, replyTo } }) => ({
              conversationID,
              text,
              ...(mentions.length > 0 ? { mentions } : {}),
              ...(replyTo ? { replyID: replyTo.clientMsgID } : {}),
            }),
            onDone: "saved",
            onError: { target: "unsaved", actions: "reportFailure" },
          },
        },
        unsaved: {
          description: "Saving failed. Retry when the chat or page is hidden, or after a delay.",
          meta: { rule: "4-63" },
          always: { guard: "isDraftStale", target: "changed" },
          after: { draftRetryPause: "saving" },
          on: { "conversation.hidden": "saving", "page.hidden": "saving" },
        },
      },
    },
    typing: {
      initial: "silent",
      states: {
        silent: {
          on: {
            "user.type": [
              { guard: { type: "isBlank", params: ({ event }) => ({ text: event.text }) } },
              { target: "speaking", actions: { type: "tellTyping", params: { typing: true } } },
            ],
          },
        },
        speaking: {
          description: 'The peer sees "is typing" until a pause.',
          after: {
            typingPause: [
              { guard: "isStillTyping", target: "speaking", reenter: true },
              { target: "silent", actions: { type: "tellTyping", params: { typing: false } } },
            ],
          },
          on: {
            "user.type": {
              guard: { type: "isBlank", params: ({ event }) => ({ text: event.text }) },
              target: "silent",
              actions: { type: "tellTyping", params: { typing: false } },
            },
            "user.send": { guard: "isSent", target: "ending" },
            "conversation.hidden": {
              target: "silent",
              actions: { type: "tellTyping", params: { typing: false } },
            },
          },
          initial: "quiet",
          states: {
            quiet: {
              on: {
                "user.type": {
                  guard: { type: "isWord", params: ({ event }) => ({ text: event.text }) },
                  target: "busy",
                },
              },
            },
            busy: { description: "The user typed since the timer started, so it runs again when it ends." },
          },
        },
        ending: {
          description:
            "A message was sent. The SDK makes one request at a time, so the end of typing waits until the message is on its way.",
          after: {
            typingEndPause: { target: "silent", actions: { type: "tellTyping", params: { typing: false } } },
          },
          on: {
            "user.type": [
              { guard: { type: "isBlank", params: ({ event }) => ({ text: event.text }) } },
              {
                target: "speaking",
                actions: [
                  { type: "tellTyping", params: { typing: false } },
                  { type: "tellTyping", params: { typing: true } },
                ],
              },
            ],
            "conversation.hidden": {
              target: "silent",
              actions: { type: "tellTyping", params: { typing: false } },
            },
          },
        },
      },
    },
  },
});

function replyIDIn({ replyTo }: ComposerContext): string | null {
  return replyTo?.clientMsgID ?? null;
}

/** Returns why a line of text replaces the composer, or null (6-13 to 6-17). */
export function selectBlockReason(snapshot: { context: ComposerContext }): BlockReason | null {
  return blockReasonOf(snapshot.context.standing);
}
