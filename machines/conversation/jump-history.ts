import { assign, enqueueActions, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { chatPath } from "../domain/route.ts";
import type { Listener } from "../ports/stub.ts";

/**
 * The ways one jumped inside a conversation, and back. A place is a message, not a height: what stands around it may
 * have changed meanwhile, and may have to be fetched.
 */

export type JumpHistoryEvent =
  /** The conversation comes to the front, for that message if there is one. */
  | { type: "conversation.shown"; soughtID: string | null }
  /** To a message; `from` the one that speaks of it, null from wherever one is. */
  | { type: "user.jump"; to: string; from: string | null }
  | { type: "user.jumpBack" }
  /** Scrolling came to rest, or a jump is about to begin: these messages are in sight, in order. */
  | { type: "user.rest"; inSight: readonly string[]; isAtEnd: boolean };

/** That message is to be brought into view. */
export type JumpHistoryNews = { type: "jumpHistory.seek"; clientMsgID: string };

export interface JumpHistoryInput {
  conversationID: string;
  /** The message one comes for; null for the newest. */
  soughtID: string | null;
  parent: Listener<JumpHistoryNews>;
}

export interface JumpHistoryContext extends JumpHistoryInput {
  /** By clientMsgID; nothing while one is on the way. */
  inSight: readonly string[];
  /** Where one is: what stands in the middle, or where one jumped to. */
  place: string | null;
  /** Where one jumped from, the last jump last. */
  trail: readonly string[];
}

/** Null: to nothing in particular, from wherever one is. */
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
      enqueue.assign({ inSight: NOTHING, place: to });
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
    /** Whoever comes back here later, from a page in front of it, finds it as they left it. */
    forgetSought: sendTo(navigationOf, ({ context }) => ({
      type: "navigation.go" as const,
      to: chatPath(context.conversationID),
      replace: true,
    })),
  },
  guards: {
    isSought: (_, { to }: Pick<Jump, "to">) => to !== null,
    /** It is not in sight, and there is somewhere to come back to. */
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
    "user.rest": { actions: { type: "look", params: ({ event }) => event } },
  },
  states: {
    arriving: {
      description:
        "What one came for is opened with the conversation; there is nowhere in it to come back to.",
      always: [
        {
          guard: { type: "isSought", params: ({ context }) => ({ to: context.soughtID }) },
          target: "here",
          actions: "forgetSought",
        },
        { target: "here" },
      ],
    },
    here: { description: "One is where one scrolled to, or has come back." },
    away: {
      description: "One jumped, and can come back. Who scrolls back, or to the end, needs no way.",
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

function lastOf({ trail }: JumpHistoryContext): string | null {
  return trail.at(-1) ?? null;
}

/** The places one came from, without the last ones that are in sight again. */
function unseen({ trail }: JumpHistoryContext, inSight: readonly string[]): readonly string[] {
  const last = trail.findLastIndex((place) => !inSight.includes(place));
  return trail.slice(0, last + 1);
}

function listOf(place: string | null): readonly string[] {
  return place === null ? NOTHING : [place];
}
