import { assign, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { Group, GroupEvent, GroupMember } from "../domain/people.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";

/** The user's membership in the group of the open conversation, and whether they may write (4-55 to 4-58). */

/** "unknown" while loading: nothing is blocked on a guess (6-18). */
export type Standing = "unknown" | "mayWrite" | "left" | "dismissed" | "banned" | "muted" | "groupMuted";

export interface MembershipContext {
  groupID: string;
  parent: Listener<{ type: "membership.changed"; standing: Standing }>;
  clock: Clock;
  group: Group | null;
  /** Null: not a member. Undefined: not loaded yet. */
  member: GroupMember | null | undefined;
}

/** Why a user may not write. */
export type BlockReason = Exclude<Standing, "mayWrite" | "unknown">;

/** Longest delay of a timer, in milliseconds; a longer one fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const membershipMachine = setup({
  types: {
    context: {} as MembershipContext,
    events: {} as GroupEvent,
    input: {} as Pick<MembershipContext, "groupID" | "parent" | "clock">,
    meta: {} as RuleMeta,
  },
  actors: {
    groupEvents: stream("groupEvents"),
    loadGroup: port<Group | null, { groupID: string }>("loadGroup"),
    loadMembership: port<GroupMember | null, { groupID: string }>("loadMembership"),
  },
  actions: {
    setGroup: assign((_, { group }: { group: Group | null }) => ({ group })),
    setMember: assign((_, { member }: { member: GroupMember | null }) => ({ member })),
    forgetMember: assign({ member: undefined }),
    tellStanding: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "membership.changed" as const, standing: standingOf(context) }),
    ),
    reportFailure: log(({ event }) => `membership: ${event.type}`),
  },
  guards: {
    isThisGroup: ({ context }, { groupID }: { groupID: string }) => groupID === context.groupID,
    isMuted: ({ context }) => standingOf(context) === "muted",
  },
  delays: {
    muteRemaining: ({ context }) =>
      Math.min((context.member?.muteEndTime ?? 0) - context.clock.now(), LONGEST_TIMER),
  },
}).createMachine({
  id: "membership",
  context: ({ input }) => ({ ...input, group: null, member: undefined }),
  invoke: child("groupEvents"),
  initial: "loadingGroup",
  on: {
    "im.groupChanged": {
      guard: { type: "isThisGroup", params: ({ event }) => ({ groupID: event.group.groupID }) },
      target: ".loadingMember",
      actions: [{ type: "setGroup", params: ({ event }) => ({ group: event.group }) }, "tellStanding"],
    },
    "im.groupDismissed": {
      guard: { type: "isThisGroup", params: ({ event }) => ({ groupID: event.groupID }) },
      target: ".loadingGroup",
    },
    "im.groupLeft": {
      guard: { type: "isThisGroup", params: ({ event }) => ({ groupID: event.groupID }) },
      target: ".loadingGroup",
    },
    "im.groupJoined": {
      guard: { type: "isThisGroup", params: ({ event }) => ({ groupID: event.groupID }) },
      target: ".loadingGroup",
    },
    "im.memberChanged": {
      guard: { type: "isThisGroup", params: ({ event }) => ({ groupID: event.groupID }) },
      target: ".loadingMember",
    },
  },
  states: {
    loadingGroup: {
      description:
        "The server also answers for groups the user is not in. Without an answer, the SDK still knows whether the user is a member.",
      invoke: {
        id: "loadGroup",
        src: "loadGroup",
        input: ({ context }) => ({ groupID: context.groupID }),
        onDone: {
          target: "loadingMember",
          actions: { type: "setGroup", params: ({ event }) => ({ group: event.output }) },
        },
        onError: { target: "loadingMember", actions: "reportFailure" },
      },
    },
    loadingMember: {
      description:
        "Reload on a group change too: after a new invitation the group change may be the only event, if the message came before the notification.",
      invoke: {
        id: "loadMembership",
        src: "loadMembership",
        input: ({ context }) => ({ groupID: context.groupID }),
        onDone: {
          target: "known",
          actions: [{ type: "setMember", params: ({ event }) => ({ member: event.output }) }, "tellStanding"],
        },
        onError: { target: "unknown", actions: ["reportFailure", "forgetMember", "tellStanding"] },
      },
    },
    known: {
      description: "Group events update it.",
      always: { guard: "isMuted", target: "muted" },
    },
    muted: {
      description: "The user is muted for a while. A timer ends this, because no event does.",
      meta: { rule: "6-18" },
      after: { muteRemaining: "loadingMember" },
    },
    unknown: {
      description:
        "Loading failed, and the old value may be stale. Do not block: the server decides when a message is sent. The next event reloads.",
      meta: { rule: "6-18" },
    },
  },
});

function standingOf({ group, member, clock }: MembershipContext): Standing {
  return standingIn(group, member, clock.now());
}

/** Returns why the user may not write, or null. While that is unknown, the server decides when a message is sent. */
export function blockReasonOf(standing: Standing): BlockReason | null {
  return standing === "mayWrite" || standing === "unknown" ? null : standing;
}

/**
 * Returns whether a member may write in the group at `now` (ms), and why not. `member` is undefined until it
 * is loaded.
 */
export function standingIn(
  group: Group | null,
  member: GroupMember | null | undefined,
  now: number,
): Standing {
  if (group?.status === 2) return "dismissed";
  if (member === undefined) return "unknown";
  if (member === null) return "left";
  if (group?.status === 1) return "banned";
  if (group?.status === 3 && member.roleLevel === 20) return "groupMuted";
  if (member.muteEndTime > now) return "muted";
  return "mayWrite";
}
