import { assign, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { GroupEvent, GroupMember, GroupStanding } from "../domain/people.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { port, stream } from "../ports/stub.ts";
import { type GroupChangeNews, groupChangeMachine } from "./group-change.ts";

/**
 * The group on screen: its data, the user's own membership, and the members. An event about a member reloads
 * only that member. Changes are in the `groupChange` chart.
 */

export type GroupChartEvent =
  | GroupEvent
  | SyncEvent
  | GroupChangeNews
  | { type: "user.retryGroup" }
  | { type: "user.loadMoreMembers" }
  /** Search in all members, so load all pages. */
  | { type: "user.seekMember" };

export interface GroupInput {
  groupID: string;
  userID: string;
}

export interface GroupContext extends GroupInput, GroupStanding {
  /** The members loaded so far, each once: the owner, admins, then the others by join time. */
  members: readonly GroupMember[];
  /** Offset of the next page; null when all are loaded. */
  next: number | null;
  /** Members with an event since the last load (`changed`), and those being reloaded (`asked`). */
  changed: readonly string[];
  asked: readonly string[];
}

/** Members per request (2-61). */
export const MEMBER_PAGE = 500;

interface Members {
  members: readonly GroupMember[];
}

interface OfGroup {
  groupID: string;
}

export const groupMachine = setup({
  types: {
    context: {} as GroupContext,
    events: {} as GroupChartEvent,
    input: {} as GroupInput,
    children: {} as { groupChange: "groupChange" },
    tags: {} as "failed" | "membersFailed" | "loadingMembers",
    meta: {} as RuleMeta,
  },
  actors: {
    groupEvents: stream("groupEvents"),
    syncEvents: stream("syncEvents"),
    groupChange: groupChangeMachine,
    lookUpGroup: port<GroupStanding, OfGroup>("lookUpGroup"),
    loadMembers: port<GroupMember[], OfGroup & { offset: number; count: number }>("loadMembers"),
    loadMembersByID: port<GroupMember[], OfGroup & { userIDs: readonly string[] }>("loadMembersByID"),
  },
  actions: {
    setStanding: assign((_, { group, me }: GroupStanding) => ({ group, me })),
    addPage: assign(({ context }, { members }: Members) => {
      const all = [...context.members, ...members.filter((one) => !holds(context.members, one.userID))];
      return { members: all, next: members.length === MEMBER_PAGE ? all.length : null };
    }),
    noteChange: assign({
      changed: ({ context }, { userID }: { userID: string }) => [
        ...context.changed.filter((one) => one !== userID),
        userID,
      ],
    }),
    askChanged: assign(({ context }) => ({ asked: context.changed, changed: [] })),
    renew: assign(({ context }, { members }: Members) => renewed(context, members)),
    forgetMembers: assign({ members: [], next: 0, changed: [] }),
    reportFailure: log(({ event }) => `group: ${event.type}`),
  },
  guards: {
    isThisGroup: ({ context }, { groupID }: OfGroup) => groupID === context.groupID,
    isMe: ({ context }, { groupID, userID }: OfGroup & { userID: string }) =>
      groupID === context.groupID && userID === context.userID,
    isMember: ({ context }) => context.me !== null,
    isOutside: ({ context }) => context.me === null,
    hasMore: ({ context }) => context.next !== null,
    isFullPage: (_, { members }: Members) => members.length === MEMBER_PAGE,
    hasChanged: ({ context }) => context.changed.length > 0,
  },
}).createMachine({
  id: "group",
  context: ({ input }) => ({
    ...input,
    group: null,
    me: null,
    members: [],
    next: 0,
    changed: [],
    asked: [],
  }),
  invoke: [
    child("groupEvents"),
    child("syncEvents"),
    { ...child("groupChange"), input: ({ context, self }) => ({ groupID: context.groupID, parent: self }) },
  ],
  type: "parallel",
  states: {
    facts: {
      initial: "loading",
      on: {
        "im.groupChanged": {
          guard: { type: "isThisGroup", params: ({ event }) => event.group },
          target: ".loading",
        },
        "im.groupDismissed": {
          guard: { type: "isThisGroup", params: ({ event }) => event },
          target: ".loading",
        },
        "im.groupLeft": { guard: { type: "isThisGroup", params: ({ event }) => event }, target: ".loading" },
        "im.groupJoined": {
          guard: { type: "isThisGroup", params: ({ event }) => event },
          target: ".loading",
        },
        "im.memberChanged": { guard: { type: "isMe", params: ({ event }) => event }, target: ".loading" },
        "groupChange.done": ".loading",
      },
      states: {
        loading: {
          description: "The loaded data stays on screen meanwhile.",
          meta: { rule: "4-55, 4-56, 4-57, 4-58" },
          invoke: {
            id: "lookUpGroup",
            src: "lookUpGroup",
            input: ({ context }) => ({ groupID: context.groupID }),
            onDone: {
              target: "known",
              actions: { type: "setStanding", params: ({ event }) => event.output },
            },
            onError: { target: "failed", actions: "reportFailure" },
          },
        },
        known: { description: "An event about the group or the user's membership reloads it." },
        failed: { tags: "failed", on: { "user.retryGroup": "loading", "im.syncFinished": "loading" } },
      },
    },
    members: {
      initial: "outside",
      states: {
        outside: {
          description: "The server lists members only to members.",
          always: { guard: "isMember", target: "inside" },
        },
        inside: {
          initial: "loading",
          always: { guard: "isOutside", target: "outside", actions: "forgetMembers" },
          on: {
            "im.memberChanged": {
              guard: { type: "isThisGroup", params: ({ event }) => event },
              actions: { type: "noteChange", params: ({ event }) => event },
            },
          },
          states: {
            loading: {
              description:
                "Load a page: the first one at once, the next ones when the user scrolls to the end (2-61).",
              tags: "loadingMembers",
              invoke: {
                id: "loadMembers",
                src: "loadMembers",
                input: ({ context }) => ({
                  groupID: context.groupID,
                  offset: nextPage(context),
                  count: MEMBER_PAGE,
                }),
                onDone: {
                  target: "ready",
                  actions: { type: "addPage", params: ({ event }) => ({ members: event.output }) },
                },
                onError: { target: "failed", actions: "reportFailure" },
              },
              on: { "user.seekMember": "loadingAll" },
            },
            loadingAll: {
              description: "A match may be on any page, so load all pages (2-61).",
              tags: "loadingMembers",
              invoke: {
                id: "loadMembers",
                src: "loadMembers",
                input: ({ context }) => ({
                  groupID: context.groupID,
                  offset: nextPage(context),
                  count: MEMBER_PAGE,
                }),
                onDone: [
                  {
                    guard: { type: "isFullPage", params: ({ event }) => ({ members: event.output }) },
                    target: "loadingAll",
                    reenter: true,
                    actions: { type: "addPage", params: ({ event }) => ({ members: event.output }) },
                  },
                  {
                    target: "ready",
                    actions: { type: "addPage", params: ({ event }) => ({ members: event.output }) },
                  },
                ],
                onError: { target: "failed", actions: "reportFailure" },
              },
            },
            failed: {
              tags: "membersFailed",
              on: { "user.retryGroup": "loading", "im.syncFinished": "loading" },
            },
            ready: {
              always: { guard: "hasChanged", target: "renewing", actions: "askChanged" },
              on: {
                "user.loadMoreMembers": { guard: "hasMore", target: "loading" },
                "user.seekMember": { guard: "hasMore", target: "loadingAll" },
              },
            },
            renewing: {
              description: "Reload members with events: replace, remove or add them.",
              invoke: {
                id: "loadMembersByID",
                src: "loadMembersByID",
                input: ({ context: { groupID, asked } }) => ({ groupID, userIDs: asked }),
                onDone: {
                  target: "ready",
                  actions: { type: "renew", params: ({ event }) => ({ members: event.output }) },
                },
                onError: { target: "ready", actions: "reportFailure" },
              },
            },
          },
        },
      },
    },
  },
});

function nextPage({ next }: GroupContext): number {
  if (next === null) throw new Error("The last page is loaded");
  return next;
}

/** Merges reloaded members: removes those who left, and adds new ones only if all pages are loaded. */
function renewed({ members, next, asked }: GroupContext, answers: readonly GroupMember[]) {
  const kept = members.flatMap((member) => {
    if (!asked.includes(member.userID)) return [member];
    const answer = answers.find(({ userID }) => userID === member.userID);
    return answer ? [answer] : [];
  });
  if (next !== null) return { members: kept, next: Math.max(0, next - (members.length - kept.length)) };
  return { members: [...kept, ...answers.filter(({ userID }) => !holds(members, userID))] };
}

function holds(members: readonly GroupMember[], userID: string): boolean {
  return members.some((member) => member.userID === userID);
}
