import { assign, enqueueActions, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { chatPath } from "../domain/route.ts";
import type { Listener } from "../ports/stub.ts";
import type { ChatSearchNews } from "./chat-search.ts";
import type { ReadStateNews } from "./read-state.ts";

/**
 * Jumps inside a conversation, and the way back. A position is a message, not a scroll offset: the messages
 * around it may change, and may have to be loaded.
 */

export type JumpHistoryEvent =
  | ChatSearchNews
  | ReadStateNews
  /** The conversation comes to the front, at that message if the id is not null. */
  | { type: "conversation.shown"; soughtID: string | null }
  /** Jump to a message. `from` is the message with the link to it; null for the current position. */
  | { type: "user.jump"; to: string; from: string | null }
  | { type: "user.jumpBack" }
  /** Scrolling stopped, or a jump is about to start. `inSight` lists the visible messages in order. */
  | { type: "user.rest"; inSight: readonly string[]; isAtEnd: boolean };

export type JumpHistoryNews = { type: "jumpHistory.seek"; clientMsgID: string };

export interface JumpHistoryInput {
  conversationID: string;
  /** The message to open at; null for the newest. */
  soughtID: string | null;
  parent: Listener<JumpHistoryNews>;
}

export interface JumpHistoryContext extends JumpHistoryInput {
  /** clientMsgIDs; empty during a jump out of sight. */
  inSight: readonly string[];
  /** The current position: the message in the middle, or the target of the last jump. */
  place: string | null;
  /** Where the jumps started, last jump last. */
  trail: readonly string[];
}

/** `to` is null when there is no target message; `from` is null for the current position. */
interface Jump {
  to: string | null;
  from: string | null;
}

const NOTHING: readonly string[] = [];

export const jumpHistoryMachine = setup({
  types: { context: {} as JumpHistoryContext, events: {} as JumpHistoryEvent, input: {} as JumpHistoryInput },
  actions: {
    remember: assign(({ context: { place, trail } }, { from }: Jump) => ({
      trail: [...trail, ...listOf(from ?? place)],
    })),
    seek: enqueueActions(({ context, enqueue }, { to }: Pick<Jump, "to">) => {
      enqueue.sendTo(context.parent, { type: "jumpHistory.seek", clientMsgID: to ?? "" });
      const isInSight = to !== null && context.inSight.includes(to);
      enqueue.assign({ inSight: isInSight ? context.inSight : NOTHING, place: to });
    }),
    dropLast: assign({ trail: ({ context }) => context.trail.slice(0, -1) }),
    look: assign((_, { inSight }: { inSight: readonly string[] }) => ({
      inSight,
      place: inSight[Math.floor(inSight.length / 2)] ?? null,
    })),
    dropSeen: assign({
      trail: ({ context }, { inSight }: { inSight: readonly string[] }) => unseen(context, inSight),
    }),
    forgetTrail: assign({ trail: NOTHING }),
    /** Replaces the URL, so that coming back from a later page does not jump again. */
    forgetSought: sendTo(navigationOf, ({ context }) => ({
      type: "navigation.go" as const,
      to: chatPath(context.conversationID),
      replace: true,
    })),
  },
  guards: {
    isSought: (_, { to }: Pick<Jump, "to">) => to !== null,
    /** The target is not visible, and there is a position to come back to. */
    isFar: ({ context: { inSight, place } }, { to, from }: Jump) =>
      to !== null && !inSight.includes(to) && (from ?? place) !== null,
    isLast: ({ context }) => context.trail.length === 1,
    isBack: ({ context }, { inSight, isAtEnd }: { inSight: readonly string[]; isAtEnd: boolean }) =>
      isAtEnd || unseen(context, inSight).length === 0,
  },
}).createMachine({
  id: "jumpHistory",
  context: ({ input }) => ({ ...input, inSight: NOTHING, place: null, trail: NOTHING }),
  initial: "arriving",
  on: {
    "user.jump": [
      {
        guard: { type: "isFar", params: ({ event }) => event },
        target: ".away",
        actions: [
          { type: "remember", params: ({ event }) => event },
          { type: "seek", params: ({ event }) => event },
        ],
      },
      { actions: { type: "seek", params: ({ event }) => event } },
    ],
    "conversation.shown": [
      {
        guard: { type: "isFar", params: ({ event }) => comingFor(event) },
        target: ".away",
        actions: [
          { type: "remember", params: ({ event }) => comingFor(event) },
          { type: "seek", params: ({ event }) => comingFor(event) },
          "forgetSought",
        ],
      },
      {
        guard: { type: "isSought", params: ({ event }) => comingFor(event) },
        actions: [{ type: "seek", params: ({ event }) => comingFor(event) }, "forgetSought"],
      },
    ],
    // Only the place where a search begins is one to go back to, not each hit.
    "chatSearch.seek": { actions: { type: "seek", params: hitIn } },
    // From there the button to the newest message leads back.
    "readState.seek": { actions: { type: "seek", params: hitIn } },
    "user.rest": { actions: { type: "look", params: ({ event }) => event } },
  },
  states: {
    arriving: {
      description: "The conversation opens at the target message, so there is no position to go back to.",
      always: [
        {
          guard: { type: "isSought", params: ({ context }) => ({ to: context.soughtID }) },
          target: "here",
          actions: "forgetSought",
        },
        { target: "here" },
      ],
    },
    here: {
      description: "No jump to undo: the user scrolled here, or came back.",
      on: {
        "chatSearch.seek": {
          guard: { type: "isFar", params: hitIn },
          target: "away",
          actions: [
            { type: "remember", params: hitIn },
            { type: "seek", params: hitIn },
          ],
        },
      },
    },
    away: {
      description: "The user jumped and can go back. Scrolling back or to the end clears the way back.",
      on: {
        "user.jumpBack": [
          {
            guard: "isLast",
            target: "here",
            actions: [{ type: "seek", params: ({ context }) => ({ to: lastOf(context) }) }, "dropLast"],
          },
          { actions: [{ type: "seek", params: ({ context }) => ({ to: lastOf(context) }) }, "dropLast"] },
        ],
        "user.rest": [
          {
            guard: { type: "isBack", params: ({ event }) => event },
            target: "here",
            actions: [{ type: "look", params: ({ event }) => event }, "forgetTrail"],
          },
          {
            actions: [
              { type: "look", params: ({ event }) => event },
              { type: "dropSeen", params: ({ event }) => event },
            ],
          },
        ],
      },
    },
  },
});

function comingFor({ soughtID }: { soughtID: string | null }): Jump {
  return { to: soughtID, from: null };
}

function hitIn({ event: { clientMsgID } }: { event: ChatSearchNews | ReadStateNews }): Jump {
  return { to: clientMsgID, from: null };
}

function lastOf({ trail }: JumpHistoryContext): string | null {
  return trail.at(-1) ?? null;
}

/** Drops the last positions of the trail that are visible again. */
function unseen({ trail }: JumpHistoryContext, inSight: readonly string[]): readonly string[] {
  const last = trail.findLastIndex((place) => !inSight.includes(place));
  return trail.slice(0, last + 1);
}

function listOf(place: string | null): readonly string[] {
  return place === null ? NOTHING : [place];
}
