import { assign, enqueueActions, log, setup } from "xstate";
import type { CallParticipant, SignalEvent } from "../domain/call.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { GroupMember } from "../domain/people.ts";
import { type Listener, port } from "../ports/stub.ts";
import { WAIT_SECONDS } from "./call-rules.ts";
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

export interface InvitationCheckContext extends InvitationCheckInput {
  /** The first invitation is looked up. */
  waiting: readonly SignalEvent[];
}

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
    reportFailure: log(({ event }) => `invitationCheck: ${event.type}`),
  },
  guards: { hasInvitations: ({ context }) => context.waiting.length > 0 },
  delays: { retryDelay: 1000, ringTime: WAIT_SECONDS * 1000 },
}).createMachine({
  id: "invitationCheck",
  context: ({ input }) => ({ ...input, waiting: [] }),
  initial: "idle",
  on: { "invitationCheck.check": { actions: { type: "add", params: ({ event }) => event } } },
  states: {
    idle: { always: { guard: "hasInvitations", target: "asking" } },
    asking: {
      meta: { rule: "R28" },
      after: { ringTime: { target: "idle", actions: "dropFirst" } },
      initial: "checking",
      states: {
        checking: {
          invoke: {
            id: "loadInviter",
            src: "loadMembersByID",
            input: ({ context }) => {
              const { invitation, sender } = firstOf(context);
              return { groupID: invitation.groupID, userIDs: [sender.userID] };
            },
            onDone: {
              target: "#invitationCheck.idle",
              actions: [{ type: "tell", params: ({ event }) => ({ members: event.output }) }, "dropFirst"],
            },
            onError: { target: "pausing", actions: "reportFailure" },
          },
        },
        pausing: {
          description:
            "The sender could not be looked up. Asks again after a second, as long as an invitation rings.",
          after: { retryDelay: "checking" },
        },
      },
    },
  },
});

/** Of one sender the newest invitation to a room counts. */
function withInvitation(waiting: readonly SignalEvent[], signal: SignalEvent): readonly SignalEvent[] {
  const isSame = ({ sender, invitation }: SignalEvent) =>
    sender.userID === signal.sender.userID && invitation.roomID === signal.invitation.roomID;
  if (waiting.some(isSame)) return waiting.map((one) => (isSame(one) ? signal : one));
  return [...waiting, signal].slice(0, MOST_INVITED);
}

function firstOf({ waiting }: InvitationCheckContext): SignalEvent {
  const [signal] = waiting;
  if (!signal) throw new Error("No invitation to check");
  return signal;
}
