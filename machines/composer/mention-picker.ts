import { assign, log, setup, stateIn } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { mayManage } from "../domain/group.ts";
import { type MentionWord, type Written, wordAt } from "../domain/mention.ts";
import type { GroupEvent, GroupMember } from "../domain/people.ts";
import { port, stream } from "../ports/stub.ts";

/** Choosing whom a message in a group speaks to, while an "@" is being typed; and who there is to choose from. */

export type MentionPickerEvent =
  | GroupEvent
  /** Where one writes now, and what stands there. */
  | ({ type: "user.writeAt" } & Written)
  | { type: "user.closeMentions" }
  | { type: "user.retryMembers" };

export interface MentionPickerInput {
  groupID: string;
  userID: string;
}

export interface MentionPickerContext extends MentionPickerInput {
  /** What is typed of a name, or was last. */
  word: MentionWord | null;
  /** As far as they are read, each once. */
  members: readonly GroupMember[];
  /** How many the server has handed out. */
  read: number;
}

/** Members asked for at once (2-61). */
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
    /** Whether it is the "@" that was turned down. */
    isSameWord: ({ context }, written: Written) =>
      context.word !== null && wordAt(written, written.caret)?.start === context.word.start,
    isChoosing: stateIn({ word: "choosing" }),
    isThisGroup: ({ context }, { groupID }: OfGroup) => groupID === context.groupID,
    isFullPage: (_, { members }: { members: readonly GroupMember[] }) => members.length === MENTION_PAGE,
  },
}).createMachine({
  id: "mentionPicker",
  context: ({ input }) => ({ ...input, word: null, members: [], read: 0 }),
  invoke: { id: "groupEvents", src: "groupEvents", onError: { actions: "reportFailure" } },
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
          description: 'An "@" and what follows it up to the caret look for a name.',
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
          description: 'This "@" means nobody. Another one may.',
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
          description: "Nobody is asked about until somebody is to be mentioned.",
          always: { guard: "isChoosing", target: "loading", actions: "forgetMembers" },
        },
        loading: {
          description: "Who is meant may be on any page, so page after page is read to the last (2-61).",
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
            "Until somebody comes, goes or changes; then they are read when they are needed again.",
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

/** Whether I may speak to everyone at once: as owner or admin, as far as the members say so. */
export function maySpeakToAll({ context }: { context: MentionPickerContext }): boolean {
  return mayManage(context.members.find(({ userID }) => userID === context.userID) ?? null);
}
