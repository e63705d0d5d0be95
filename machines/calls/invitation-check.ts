import { assign, enqueueActions, log, setup } from "xstate";
import type { CallParticipant, SignalEvent } from "../domain/call.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { GroupMember } from "../domain/people.ts";
import { type Listener, port } from "../ports/stub.ts";
import { MOST_INVITED, namedInviter, userOf } from "./group-rules.ts";

/**
 * Looks up who invites this user to a group call. Nothing is shown or heard before the sender is known to be in the
 * group, and the user can call meanwhile (R28).
 */

export type InvitationCheckNews =
  /** The sender is in the group. `inviter` is how the group knows the sender. */
  | { type: "invitationCheck.passed"; signal: SignalEvent; inviter: CallParticipant["userInfo"] }
  /** The sender is not in the group, or this user is not. */
  | { type: "invitationCheck.refused"; signal: SignalEvent };

export interface InvitationCheckInput {
  parent: Listener<InvitationCheckNews>;
}

interface Waiting {
  signal: SignalEvent;
  /** How often the sender could not be looked up. */
  failures: number;
}

export interface InvitationCheckContext extends InvitationCheckInput {
  /** The first invitation is looked up. */
  waiting: readonly Waiting[];
}

/** Most invitations of one sender that wait. */
const MOST_OF_SENDER = 2;
/** With a pause of a second each, an invitation is then too old to ring (R2). */
const MOST_FAILURES = 30;

export const invitationCheckMachine = setup({
  types: {
    context: {} as InvitationCheckContext,
    events: {} as { type: "invitationCheck.check"; signal: SignalEvent },
    input: {} as InvitationCheckInput,
    meta: {} as RuleMeta,
  },
  actors: {
    loadMembersByID: port<GroupMember[], { groupID: string; userIDs: readonly string[] }>("loadMembersByID"),
  },
  actions: {
    add: assign({
      waiting: ({ context }, { signal }: { signal: SignalEvent }) => withInvitation(context.waiting, signal),
    }),
    tell: enqueueActions(({ context, enqueue }, { members }: { members: readonly GroupMember[] }) => {
      const signal = firstOf(context);
      const { userID } = signal.sender;
      const isMember = members.some((member) => member.userID === userID);
      enqueue.sendTo(
        context.parent,
        isMember
          ? { type: "invitationCheck.passed", signal, inviter: namedInviter(userOf(userID), members) }
          : { type: "invitationCheck.refused", signal },
      );
    }),
    dropFirst: assign({ waiting: ({ context }) => context.waiting.slice(1) }),
    /** Another invitation is next, so that a group that the server does not know delays no other call. */
    putBack: assign(({ context: { waiting } }) => {
      const [first, ...others] = waiting;
      if (!first) return {};
      const failures = first.failures + 1;
      return { waiting: failures < MOST_FAILURES ? [...others, { ...first, failures }] : others };
    }),
    reportFailure: log(({ event }) => `invitationCheck: ${event.type}`),
  },
  guards: { hasInvitations: ({ context }) => context.waiting.length > 0 },
  delays: { retryDelay: 1000, answerTime: 10_000 },
}).createMachine({
  id: "invitationCheck",
  context: ({ input }) => ({ ...input, waiting: [] }),
  initial: "idle",
  on: { "invitationCheck.check": { actions: { type: "add", params: ({ event }) => event } } },
  states: {
    idle: { always: { guard: "hasInvitations", target: "checking" } },
    checking: {
      meta: { rule: "R28" },
      after: { answerTime: { target: "pausing", actions: "putBack" } },
      invoke: {
        id: "loadInviter",
        src: "loadMembersByID",
        input: ({ context }) => {
          const { invitation, sender } = firstOf(context);
          return { groupID: invitation.groupID, userIDs: [sender.userID] };
        },
        onDone: {
          target: "idle",
          actions: [{ type: "tell", params: ({ event }) => ({ members: event.output }) }, "dropFirst"],
        },
        onError: { target: "pausing", actions: ["reportFailure", "putBack"] },
      },
    },
    pausing: {
      description: "The sender could not be looked up. Asks again after a second, the next invitation first.",
      after: { retryDelay: "idle" },
    },
  },
});

/**
 * A repeated invitation replaces the earlier one. Not if it names another group: the answer that is on its way is about
 * the group of the earlier one.
 */
function withInvitation(waiting: readonly Waiting[], signal: SignalEvent): readonly Waiting[] {
  const { sender, invitation } = signal;
  const ofSender = waiting.filter((one) => one.signal.sender.userID === sender.userID);
  const earlier = ofSender.find(
    (one) =>
      one.signal.invitation.roomID === invitation.roomID &&
      one.signal.invitation.groupID === invitation.groupID,
  );
  if (earlier) return waiting.map((one) => (one === earlier ? { ...one, signal } : one));
  if (ofSender.length >= MOST_OF_SENDER || waiting.length >= MOST_INVITED) return waiting;
  return [...waiting, { signal, failures: 0 }];
}

function firstOf({ waiting }: InvitationCheckContext): SignalEvent {
  const [first] = waiting;
  if (!first) throw new Error("No invitation to check");
  return first.signal;
}
