import { assign, log, setup, stateIn } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { mayManage } from "../domain/group.ts";
import { type MentionWord, type Written, wordAt } from "../domain/mention.ts";
import type { GroupEvent, GroupMember } from "../domain/people.ts";
import { port, stream } from "../ports/stub.ts";

/** Picks the member to mention while the user types "@" in a group, and loads the members. */

export type MentionPickerEvent =
  | GroupEvent
  /** The caret moved or the text changed. */
  | ({ type: "user.writeAt" } & Written)
  | { type: "user.closeMentions" }
  | { type: "user.retryMembers" };

export interface MentionPickerInput {
  groupID: string;
  userID: string;
}

export interface MentionPickerContext extends MentionPickerInput {
  /** The current or last text after "@". */
  word: MentionWord | null;
  members: readonly GroupMember[];
  /** Number of members the server has returned. */
  read: number;
}

/** Members per request (2-61). */
export const MENTION_PAGE = 500;

interface OfGroup {
  groupID: string;
}

export const mentionPickerMachine = setup({
  types: {
    context: {} as MentionPickerContext,
    events: {} as MentionPickerEvent,
    input: {} as MentionPickerInput,
    tags: {} as "choosing" | "loading" | "failed",
    meta: {} as RuleMeta,
  },
  actors: {
    groupEvents: stream("groupEvents"),
    loadMembers: port<GroupMember[], OfGroup & { offset: number; count: number }>("loadMembers"),
  },
  actions: {
    setWord: assign((_, written: Written) => ({ word: wordAt(written, written.caret) })),
    addPage: assign(({ context }, { members }: { members: readonly GroupMember[] }) => {
      const known = new Set(context.members.map(({ userID }) => userID));
      const fresh = members.filter(({ userID }) => !known.has(userID));
      return { members: [...context.members, ...fresh], read: context.read + members.length };
    }),
    forgetMembers: assign({ members: [], read: 0 }),
    reportFailure: log(({ event }) => `mentionPicker: ${event.type}`),
  },
  guards: {
    isWord: (_, written: Written) => wordAt(written, written.caret) !== null,
    /** Whether this is the "@" that the user dismissed. */
    isSameWord: ({ context }, written: Written) =>
      context.word !== null && wordAt(written, written.caret)?.start === context.word.start,
    isChoosing: stateIn({ word: "choosing" }),
    isThisGroup: ({ context }, { groupID }: OfGroup) => groupID === context.groupID,
    isFullPage: (_, { members }: { members: readonly GroupMember[] }) => members.length === MENTION_PAGE,
  },
}).createMachine({
  id: "mentionPicker",
  context: ({ input }) => ({ ...input, word: null, members: [], read: 0 }),
  invoke: child("groupEvents"),
  type: "parallel",
  states: {
    word: {
      initial: "none",
      states: {
        none: {
          on: {
            "user.writeAt": {
              guard: { type: "isWord", params: ({ event }) => event },
              target: "choosing",
              actions: { type: "setWord", params: ({ event }) => event },
            },
          },
        },
        choosing: {
          description: 'The text between "@" and the caret filters the members.',
          tags: "choosing",
          on: {
            "user.writeAt": [
              {
                guard: { type: "isWord", params: ({ event }) => event },
                actions: { type: "setWord", params: ({ event }) => event },
              },
              { target: "none" },
            ],
            "user.closeMentions": "declined",
          },
        },
        declined: {
          description: 'The user dismissed the list for this "@". Another "@" opens it again.',
          meta: { rule: "11-24" },
          on: {
            "user.writeAt": [
              { guard: { type: "isSameWord", params: ({ event }) => event } },
              {
                guard: { type: "isWord", params: ({ event }) => event },
                target: "choosing",
                actions: { type: "setWord", params: ({ event }) => event },
              },
              { target: "none" },
            ],
          },
        },
      },
    },
    people: {
      initial: "unasked",
      states: {
        unasked: {
          description: "Load no members before the first mention.",
          always: { guard: "isChoosing", target: "loading", actions: "forgetMembers" },
        },
        loading: {
          description: "A matching member may be on any page, so load all pages (2-61).",
          tags: "loading",
          invoke: {
            id: "loadMembers",
            src: "loadMembers",
            input: ({ context: { groupID, read } }) => ({ groupID, offset: read, count: MENTION_PAGE }),
            onDone: [
              {
                guard: { type: "isFullPage", params: ({ event }) => ({ members: event.output }) },
                target: "loading",
                reenter: true,
                actions: { type: "addPage", params: ({ event }) => ({ members: event.output }) },
              },
              {
                target: "known",
                actions: { type: "addPage", params: ({ event }) => ({ members: event.output }) },
              },
            ],
            onError: { target: "failed", actions: "reportFailure" },
          },
        },
        known: {
          description:
            "The list is valid until a member joins, leaves or changes. Then it is reloaded when needed.",
          on: {
            "im.memberChanged": {
              guard: { type: "isThisGroup", params: ({ event }) => event },
              target: "unasked",
            },
          },
        },
        failed: {
          tags: "failed",
          on: { "user.retryMembers": "loading" },
        },
      },
    },
  },
});

/** Whether the user may mention everyone: owner or admin, according to the loaded members. */
export function maySpeakToAll({ context }: { context: MentionPickerContext }): boolean {
  return mayManage(context.members.find(({ userID }) => userID === context.userID) ?? null);
}
