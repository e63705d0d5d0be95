import {
  type ActorRefFrom,
  and,
  assertEvent,
  assign,
  type EventObject,
  enqueueActions,
  forwardTo,
  log,
  not,
  sendTo,
  setup,
  stateIn,
  stopChild,
} from "xstate";
import type {
  CallGroup,
  CallParticipant,
  GroupCallNotice,
  Invitation,
  SignalContent,
  SignalEvent,
} from "../domain/call.ts";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import { ownValue } from "../domain/own-value.ts";
import type { ContactEvent, GroupEvent, GroupMember, GroupStanding } from "../domain/people.ts";
import type { GatewayEvent } from "../domain/platform-events.ts";
import type { Clock, Ring } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { isAcceptOpen, type OutgoingSignal, ringEnd, survives, WAIT_SECONDS } from "./call-rules.ts";
import { type GroupRoomNews, type GroupRoomOutput, groupRoomMachine } from "./group-room.ts";
import {
  aloneSince,
  answers,
  companions,
  GROUP_ENDS,
  type GroupOutcome,
  type GroupSeat,
  groupCallFrom,
  heldStart,
  invitationBy,
  isOfGroup,
  mayInvite,
  type OpenInvitation,
  overNotice,
  type Person,
  peopleOf,
  signalTo,
  unnamedIn,
  userOf,
  withInvitation,
  withMembers,
  withNames,
  withoutInvitation,
  withPerson,
} from "./group-rules.ts";
import { type InviteeNews, inviteeMachine } from "./invitee.ts";

/**
 * One group call, whether this user started it, was invited, or joined later. The room says who is in; signals only
 * ring. Each final state is an end reason.
 */

export type GroupCallNews =
  | { type: "call.sendSignal"; signal: OutgoingSignal }
  /** The signals to send if the call is torn down now (R20). */
  | { type: "call.setEndSignals"; signals: readonly OutgoingSignal[] }
  /** What the group is told about its call. */
  | { type: "call.notice"; groupID: string; notice: GroupCallNotice; ifLast?: boolean }
  | { type: "call.outputChosen"; outputID: string };

export type GroupCallUserEvent =
  | { type: "user.accept" }
  | { type: "user.hangUp" }
  | { type: "user.invite"; people: readonly CallParticipant[] };

type GroupCallEvent =
  | SignalEvent
  | ContactEvent
  | GatewayEvent
  | GroupEvent
  | GroupRoomNews
  | InviteeNews
  | GroupCallUserEvent;

export interface GroupCallInput extends GroupSeat {
  parent: Listener<GroupCallNews>;
  clock: Clock;
  userID: string;
  outputID: string;
}

interface Invitee {
  invitation: Invitation;
  actor: ActorRefFrom<typeof inviteeMachine>;
}

export interface GroupCallContext extends Omit<GroupCallInput, "people"> {
  people: readonly Person[];
  /** Identifies this device within this call (R10). */
  deviceID: string;
  /** When the invitation stops ringing, in milliseconds since the epoch. */
  ringsUntil: number;
  /** The other users in the room; null before this user is in. */
  members: readonly string[] | null;
  /** When the first two members met; null before. In milliseconds since the epoch. */
  since: number | null;
  /** Since when this user is alone, in milliseconds since the epoch; null while another member is in, and before. */
  aloneAt: number | null;
  /** The users that this user invited and that ring, by user id. */
  invitees: Readonly<Record<string, Invitee>>;
  /** The invitations that ring here. */
  invitations: readonly OpenInvitation[];
  /** What goes to the inviters if the call ends now; null for nothing. */
  answer: SignalContent | null;
  /** Whether the inviter left or cancelled after this user accepted. */
  isCalledOff: boolean;
  /** Milliseconds since the epoch; null before another user was in. */
  startedAt: number | null;
  failure: FailureCode | null;
  /** The users whose names are being loaded, or were loaded last. */
  wanted: readonly string[];
  /** The last invitation to another room of this group; it counts if its sender is in the group (R24). */
  rival: SignalEvent | null;
  /** The call that this user moves to (R24). */
  next: GroupSeat | null;
}

const REJECT: SignalContent = { kind: "reject", isBusy: false };
const REJECT_OUTSIDE: SignalContent = { kind: "reject", isBusy: false, isOutside: true };
const HUNGUP: SignalContent = { kind: "hungup" };
const CANCEL: SignalContent = { kind: "cancel", acceptedBy: null };
/** The inviter cancels at the timeout. After this many more milliseconds no cancel is expected. */
const GRACE = 5000;

export const groupCallMachine = setup({
  types: {
    context: {} as GroupCallContext,
    events: {} as GroupCallEvent,
    input: {} as GroupCallInput,
    output: {} as GroupOutcome,
    children: {} as { groupRoom: "groupRoom" },
    tags: {} as "ringing" | "calling" | "connected",
    meta: {} as RuleMeta,
  },
  actors: {
    groupRoom: groupRoomMachine,
    invitee: inviteeMachine,
    requestAccess: port<void, { roomID: string; userID: string }>("requestAccess"),
    sendSignal: port<void, OutgoingSignal>("sendSignal"),
    lookUpGroup: port<GroupStanding, { groupID: string }>("lookUpGroup"),
    loadMembersByID: port<GroupMember[], { groupID: string; userIDs: readonly string[] }>("loadMembersByID"),
    connectionEvents: stream("connectionEvents"),
    contactEvents: stream("contactEvents"),
    groupEvents: stream("groupEvents"),
    ring: stream<EventObject, Ring>("ring"),
    wakeLock: stream("wakeLock"),
  },
  actions: {
    setGroup: assign(({ context }, { standing }: { standing: GroupStanding }) => ({
      group: named(context.group, standing),
    })),
    wantNames: assign({ wanted: ({ context }) => unnamedIn(context.people) }),
    setNames: assign(({ context }, { members }: { members: readonly GroupMember[] }) => ({
      people: withNames(context.people, context.wanted, members),
    })),
    setRival: assign({ rival: ({ event }) => signalIn(event) }),
    addInvitation: assign({
      invitations: ({ context, event }) => withInvitation(context.invitations, signalIn(event)),
    }),
    dropInvitation: assign({
      invitations: ({ context, event }) => withoutInvitation(context.invitations, inviterIn(event)),
    }),
    setAnswer: assign((_, { answer }: { answer: SignalContent }) => ({ answer })),
    /** A user who is not in the group any more has not declined. */
    markOutside: assign({
      answer: ({ context: { answer } }) => (answer?.kind === "reject" ? REJECT_OUTSIDE : answer),
    }),
    markCalledOff: assign({ isCalledOff: true }),
    setMembers: assign(({ context, event }) => {
      assertEvent(event, "groupRoom.members");
      const { members } = event;
      const now = context.clock.now();
      const since = heldStart(event.since, context, now);
      return {
        members,
        since,
        aloneAt: aloneSince(context, members, now),
        people: withMembers(context.people, members),
      };
    }),
    tellArrivals: enqueueActions(({ context, enqueue }) => {
      for (const userID of context.members ?? []) {
        const invitee = ownValue(context.invitees, userID);
        if (invitee) enqueue.sendTo(invitee.actor, { type: "invitee.arrived" });
      }
    }),
    markStart: assign({ startedAt: ({ context }) => context.startedAt ?? context.clock.now() }),
    invite: assign(({ context, spawn, self }, { chosen }: { chosen: readonly CallParticipant[] }) => {
      const { members, userID, clock } = context;
      const ringing = Object.keys(context.invitees);
      const invited = mayInvite(chosen, { members: members ?? [], ringing, userID });
      const all = [...ringing, ...invited.map(({ userInfo }) => userInfo.userID)];
      const invitation = invitationBy(userID, context.invitation, all, clock.now());
      const spawned = invited.map((participant) => {
        const input = { parent: self, clock, invitation, participant };
        return [participant.userInfo.userID, { invitation, actor: spawn("invitee", { input }) }] as const;
      });
      const people = invited.reduce(
        (list, { userInfo }) => withPerson(list, userInfo, "ringing"),
        context.people,
      );
      return { people, invitees: { ...context.invitees, ...Object.fromEntries(spawned) } };
    }),
    forwardToInvitee: enqueueActions(({ context, event, enqueue }) => {
      const invitee = ownValue(context.invitees, signalIn(event).sender.userID);
      if (invitee) enqueue.sendTo(invitee.actor, signalIn(event));
    }),
    dropInvitee: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, "invitee.ended");
      const { [event.userID]: ended, ...invitees } = context.invitees;
      if (!ended) return;
      enqueue(stopChild(ended.actor));
      const { user } = context.people.find((person) => person.user.userID === event.userID) ?? {};
      enqueue.assign({
        invitees,
        people: user ? withPerson(context.people, user, event.status) : context.people,
      });
    }),
    missOthers: assign({
      people: ({ context }) =>
        context.people.map((person) =>
          person.status === "ringing" && !ownValue(context.invitees, person.user.userID)
            ? { ...person, status: "noAnswer" as const }
            : person,
        ),
    }),
    setEndSignals: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "call.setEndSignals" as const, signals: endSignalsOf(context) }),
    ),
    sendEndSignals: enqueueActions(({ context, enqueue }) => {
      for (const signal of endSignalsOf(context))
        enqueue.sendTo(context.parent, { type: "call.sendSignal", signal });
    }),
    sendCancels: enqueueActions(({ context, enqueue }) => {
      for (const signal of cancelsOf(context))
        enqueue.sendTo(context.parent, { type: "call.sendSignal", signal });
    }),
    passSignal: forwardTo(({ context }) => context.parent),
    passOutput: forwardTo(({ context }) => context.parent),
    tellOn: sendTo(
      ({ context }) => context.parent,
      ({ context: { group, invitation, people } }) => ({
        type: "call.notice" as const,
        groupID: group.groupID,
        notice: {
          roomID: invitation.roomID,
          mediaType: invitation.mediaType,
          state: "on" as const,
          invited: people.length,
        },
      }),
    ),
    /** The last user who leaves tells the group. A member that the server lost may have crashed, and sends no notice. */
    tellOver: enqueueActions(({ context, enqueue }) => {
      if (context.members?.length === 0) enqueue.sendTo(context.parent, overNews(context));
    }),
    /** Others may leave at the same time: the last user is known a moment later. */
    tellOverIfLast: enqueueActions(({ context, enqueue }) => {
      const { members } = context;
      if (members) enqueue.sendTo(context.parent, { ...overNews(context), ifLast: members.length > 0 });
    }),
    ringNext: assign(({ context: { clock, group, inviter }, event }) => ({
      next: { ...groupCallFrom(signalIn(event), { entry: "ring", inviter, clock }), group },
    })),
    /** Another member chose the room: microphone and camera stay off, unless two calls were just starting. */
    moveNext: assign(({ context: { rival, people, clock, group, camera, microphone, startedAt } }) => {
      if (!rival) return {};
      const seat = groupCallFrom(rival, { entry: "move", inviter: userOf(rival.sender.userID), clock });
      const isStarting = startedAt === null;
      const devices = { camera: isStarting && camera && seat.camera, microphone: isStarting && microphone };
      return { next: { ...seat, ...devices, group, people: companions(people, rival.sender) } };
    }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureCode(error) })),
    reportFailure: log(({ event }) => `groupCall: ${event.type}`),
  },
  guards: {
    isInvited: ({ context }) => context.entry === "ring",
    isMoving: ({ context }) => context.entry === "move",
    isStarted: ({ context }) => context.entry === "start",
    isOutsider: (_, { standing }: { standing: GroupStanding }) => standing.me === null,
    isThisGroup: ({ context }, { groupID }: { groupID: string }) => groupID === context.group.groupID,
    isSameRoom: ({ context, event }) => signalIn(event).invitation.roomID === context.invitation.roomID,
    isFromInviter: ({ context, event }) => signalIn(event).sender.userID === context.inviter.userID,
    isNewer: ({ context, event }) => signalIn(event).sentAt >= context.heardAt,
    isFromAnInviter: ({ context, event }) =>
      context.invitations.some(({ inviter }) => inviter.userID === inviterIn(event)),
    isLastInvitation: ({ context, event }) =>
      withoutInvitation(context.invitations, inviterIn(event)).length === 0,
    isTaken: ({ event }) => event.type === "signal.cancel" && event.acceptedBy !== null,
    isTakenHere: ({ context, event }) =>
      event.type === "signal.cancel" && event.acceptedBy === context.deviceID,
    isOfInvitee: ({ context, event }) => {
      const { sender, invitation } = signalIn(event);
      const invitee = ownValue(context.invitees, sender.userID);
      return invitee !== undefined && answers(invitation, invitee.invitation);
    },
    isRival: ({ context, event }) => {
      const { groupID, roomID } = signalIn(event).invitation;
      const { group, invitation } = context;
      return isOfGroup(signalIn(event)) && groupID === group.groupID && roomID !== invitation.roomID;
    },
    hasToMove: ({ context: { rival, invitation } }, { members }: { members: readonly GroupMember[] }) =>
      members.length > 0 && rival !== null && survives(rival.invitation.roomID, invitation.roomID),
    mayTakeAlong: ({ context }, { members }: { members: readonly GroupMember[] }) =>
      members.length > 0 && context.members !== null,
    isOpen: ({ context }, { failure }: { failure: FailureCode }) =>
      isAcceptOpen(failure, context.ringsUntil, context.clock.now()),
    isInRoom: ({ context }) => context.members !== null,
    hasCompany: ({ context }) => Boolean(context.members?.length),
    /** A user who moved waits for the others: they may move on to a third room. */
    isCalledOff: ({ context }) => context.isCalledOff && context.entry === "ring",
    isAnybodyRinging: ({ context }) => Object.keys(context.invitees).length > 0,
    hasUnnamed: ({ context }) => unnamedIn(context.people).length > 0,
    hasMet: stateIn({ inRoom: { talk: "talking" } }),
    endsAs: (_, { end, is }: GroupRoomOutput & { is: GroupRoomOutput["end"] }) => end === is,
  },
  delays: {
    ringTimeout: ({ context }) => context.ringTime + GRACE,
    retryDelay: 1000,
    joinTimeout: 15_000,
    aloneTimeout: ({ context }) => (isEmptyRoom(context) ? 10_000 : 60_000),
    othersTimeout: WAIT_SECONDS * 1000,
    namesPause: 5000,
  },
}).createMachine({
  id: "groupCall",
  context: ({ input }) => ({
    ...input,
    people: peopleOf(input, input.userID),
    deviceID: input.clock.newID(),
    ringsUntil: ringEnd(input, input.clock.now()),
    members: null,
    since: null,
    aloneAt: null,
    invitees: {},
    invitations: input.entry === "ring" || input.entry === "move" ? [invitationTo(input)] : [],
    answer: null,
    isCalledOff: false,
    startedAt: null,
    failure: null,
    wanted: [],
    rival: null,
    next: null,
  }),
  output: ({ context, event }): GroupOutcome => ({
    reason: endingIn(event, GROUP_ENDS),
    failure: context.failure,
    invited: context.people.map(({ user }) => user.userID),
    next: context.next,
  }),
  description: "A user who leaves the group, or is removed from it, also leaves its call.",
  meta: { rule: "R28" },
  invoke: [
    child("groupEvents"),
    {
      id: "lookUpGroup",
      src: "lookUpGroup",
      input: ({ context }) => ({ groupID: context.group.groupID }),
      onDone: [
        {
          guard: { type: "isOutsider", params: ({ event }) => ({ standing: event.output }) },
          target: ".removed",
          actions: "sendCancels",
        },
        { actions: { type: "setGroup", params: ({ event }) => ({ standing: event.output }) } },
      ],
      onError: { actions: "reportFailure" },
    },
  ],
  initial: "arriving",
  on: {
    "im.groupLeft": {
      guard: { type: "isThisGroup", params: ({ event }) => event },
      target: ".removed",
      actions: ["markOutside", "sendEndSignals"],
    },
    "im.groupDismissed": {
      guard: { type: "isThisGroup", params: ({ event }) => event },
      target: ".removed",
      actions: ["markOutside", "sendEndSignals"],
    },
    "call.sendSignal": { actions: "passSignal" },
  },
  states: {
    arriving: {
      description: "A user who moves from another call of the group does not ring.",
      meta: { rule: "R24" },
      always: [
        { guard: "isInvited", target: "ringing" },
        { guard: "isMoving", target: "entering.accepting" },
        { target: "entering.requestingAccess" },
      ],
    },
    ringing: {
      description:
        "Rings as long as an invitation stands: several members may invite the same user. Another room of the group waits, unless the same inviter calls again. An invitation of a user who is blocked, perhaps on another device, counts no more. The names of the other invited users are loaded meanwhile.",
      meta: { rule: "R9, R10, R11, R12, R25, R27" },
      tags: "ringing",
      entry: [{ type: "setAnswer", params: { answer: REJECT } }, "setEndSignals", "wantNames"],
      invoke: [
        {
          id: "ringtone",
          src: "ring",
          input: ({ context: { invitation, inviter } }) => ({
            kind: "ringtone",
            name: inviter.nickname,
            mediaType: invitation.mediaType,
          }),
          onError: { actions: "reportFailure" },
        },
        {
          id: "loadInvited",
          src: "loadMembersByID",
          input: ({ context: { group, wanted } }) => ({ groupID: group.groupID, userIDs: wanted }),
          onDone: { actions: { type: "setNames", params: ({ event }) => ({ members: event.output }) } },
          onError: { actions: "reportFailure" },
        },
        child("contactEvents"),
      ],
      after: { ringTimeout: "missed" },
      on: {
        "user.accept": "entering.accepting",
        "user.hangUp": { target: "declined", actions: "sendEndSignals" },
        "signal.invite": [
          { guard: "isSameRoom", actions: ["addInvitation", "setEndSignals"] },
          {
            guard: and(["isFromInviter", "isNewer"]),
            target: "moved",
            actions: "ringNext",
          },
        ],
        "signal.cancel": [
          { guard: not("isFromAnInviter") },
          { guard: "isTaken", target: "answeredElsewhere" },
          { guard: "isLastInvitation", target: "calledOff" },
          { actions: ["dropInvitation", "setEndSignals"] },
        ],
        "signal.hungup": [
          { guard: not("isFromAnInviter") },
          { guard: "isLastInvitation", target: "calledOff" },
          { actions: ["dropInvitation", "setEndSignals"] },
        ],
        "im.blackChanged": [
          { guard: not("isFromAnInviter") },
          { guard: "isLastInvitation", target: "declined", actions: "sendEndSignals" },
          { actions: ["dropInvitation", "setEndSignals"] },
        ],
      },
    },
    entering: {
      description: "A cancel of the inviter does not end the call: others may be in the room.",
      meta: { rule: "R32" },
      on: {
        "signal.cancel": [
          { guard: not("isFromAnInviter") },
          { guard: "isTakenHere" },
          { guard: "isTaken", target: "answeredElsewhere" },
          { actions: "markCalledOff" },
        ],
        "signal.hungup": { guard: "isFromAnInviter", actions: "markCalledOff" },
      },
      initial: "requestingAccess",
      states: {
        accepting: {
          description:
            "Sends the accept to the inviter, again when the connection comes back, then requests the token.",
          meta: { rule: "R13, R14" },
          entry: [{ type: "setAnswer", params: { answer: HUNGUP } }, "setEndSignals"],
          invoke: [
            child("connectionEvents"),
            {
              id: "answer",
              src: "sendSignal",
              input: ({ context }) =>
                signalTo(firstInvitation(context), { kind: "accept", deviceID: context.deviceID }),
              onDone: "requestingAccess",
              onError: [
                {
                  guard: { type: "isOpen", params: ({ event }) => ({ failure: failureCode(event.error) }) },
                  target: "unsent",
                  actions: "reportFailure",
                },
                { target: "#groupCall.failed", actions: ["sendEndSignals", "reportFailure"] },
              ],
            },
          ],
          on: {
            "im.connected": { target: "accepting", reenter: true },
            "user.hangUp": { target: "#groupCall.declined", actions: "sendEndSignals" },
          },
        },
        unsent: {
          description:
            "The server did not answer: the device may be offline. The accept is sent again while the invitation rings.",
          meta: { rule: "R13" },
          after: { retryDelay: "accepting" },
          on: { "user.hangUp": { target: "#groupCall.declined", actions: "sendEndSignals" } },
        },
        requestingAccess: {
          description: "Requests a token for the room.",
          invoke: {
            id: "requestAccess",
            src: "requestAccess",
            input: ({ context }) => ({ roomID: context.invitation.roomID, userID: context.userID }),
            onDone: "#groupCall.inRoom",
            onError: {
              target: "#groupCall.failed",
              actions: [
                "sendEndSignals",
                { type: "setFailure", params: ({ event }) => ({ error: event.error }) },
                "reportFailure",
              ],
            },
          },
          on: { "user.hangUp": { target: "#groupCall.cancelled", actions: "sendEndSignals" } },
        },
      },
    },
    inRoom: {
      type: "parallel",
      invoke: {
        id: "groupRoom",
        src: "groupRoom",
        input: ({ context: { clock, userID, invitation, outputID, camera, microphone }, self }) => ({
          parent: self,
          clock,
          userID,
          roomID: invitation.roomID,
          outputID,
          camera,
          microphone,
          isEncrypted: false,
        }),
        onDone: [
          {
            guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "duplicate" }) },
            target: "answeredElsewhere",
            actions: "sendCancels",
          },
          {
            guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "removed" }) },
            target: "removed",
            actions: "sendEndSignals",
          },
          { guard: "hasMet", target: "connectionLost", actions: ["sendEndSignals", "tellOver"] },
          { target: "failed", actions: "sendEndSignals" },
        ],
        onError: { target: "failed", actions: ["sendEndSignals", "reportFailure"] },
      },
      on: {
        "call.outputChosen": { actions: "passOutput" },
        "invitee.ended": { actions: ["dropInvitee", "setEndSignals"] },
        "signal.accept": { guard: "isOfInvitee", actions: "forwardToInvitee" },
        "signal.reject": { guard: "isOfInvitee", actions: "forwardToInvitee" },
        "signal.hungup": [
          { guard: "isOfInvitee", actions: "forwardToInvitee" },
          { guard: "isFromAnInviter", actions: "markCalledOff" },
        ],
        "signal.cancel": [
          { guard: not("isFromAnInviter") },
          { guard: "isTaken" },
          { actions: "markCalledOff" },
        ],
      },
      states: {
        talk: {
          on: {
            "groupRoom.members": { actions: ["setMembers", "tellArrivals"] },
            "user.invite": {
              guard: "isInRoom",
              actions: [
                { type: "invite", params: ({ event }) => ({ chosen: event.people }) },
                "setEndSignals",
              ],
            },
          },
          initial: "joining",
          states: {
            joining: {
              description: "Connects to the media room.",
              meta: { rule: "R16" },
              after: { joinTimeout: { target: "#groupCall.failed", actions: "sendEndSignals" } },
              on: {
                "groupRoom.members": { target: "arrived", actions: "setMembers" },
                "user.hangUp": { target: "#groupCall.cancelled", actions: "sendEndSignals" },
              },
            },
            arrived: {
              description: "In the room. Now the devices of the invited users ring.",
              entry: [
                { type: "invite", params: ({ context }) => ({ chosen: toInvite(context) }) },
                "setEndSignals",
              ],
              always: [
                { guard: "isStarted", target: "calling", actions: "tellOn" },
                { guard: "hasCompany", target: "talking" },
                { target: "calling" },
              ],
            },
            calling: {
              description: "No other user is in yet.",
              meta: { rule: "R32" },
              tags: "calling",
              always: [
                { guard: "hasCompany", target: "talking" },
                {
                  guard: "isCalledOff",
                  target: "#groupCall.calledOff",
                  actions: ["sendEndSignals", "tellOver"],
                },
              ],
              on: {
                "user.hangUp": {
                  target: "#groupCall.cancelled",
                  actions: ["sendEndSignals", "tellOver"],
                },
              },
              initial: "quiet",
              states: {
                ringing: {
                  always: { guard: not("isAnybodyRinging"), target: "quiet" },
                  invoke: {
                    id: "ringback",
                    src: "ring",
                    input: { kind: "ringback" },
                    onError: { actions: "reportFailure" },
                  },
                },
                quiet: {
                  description:
                    "Alone, and no invited user rings: leaves after a minute. A call that was joined by its row and is empty is over: leaves after ten seconds.",
                  meta: { rule: "R29" },
                  always: { guard: "isAnybodyRinging", target: "ringing" },
                  after: {
                    aloneTimeout: {
                      target: "#groupCall.noAnswer",
                      actions: ["sendEndSignals", "tellOver"],
                    },
                  },
                },
              },
            },
            talking: {
              description:
                "Others are in. The call goes on if the inviter leaves. A user who is alone for a minute leaves.",
              meta: { rule: "R23, R29" },
              tags: "connected",
              entry: "markStart",
              invoke: child("wakeLock"),
              on: {
                "user.hangUp": {
                  target: "#groupCall.completed",
                  actions: ["sendEndSignals", "tellOverIfLast"],
                },
              },
              initial: "together",
              states: {
                together: { always: { guard: not("hasCompany"), target: "waiting" } },
                waiting: {
                  description: "The others left, but an invited user rings.",
                  always: [
                    { guard: "hasCompany", target: "together" },
                    { guard: not("isAnybodyRinging"), target: "alone" },
                  ],
                },
                alone: {
                  description:
                    "The others left, and no invited user rings. A full reconnect brings them back at once.",
                  meta: { rule: "R29" },
                  always: [
                    { guard: "hasCompany", target: "together" },
                    { guard: "isAnybodyRinging", target: "waiting" },
                  ],
                  after: {
                    aloneTimeout: {
                      target: "#groupCall.completed",
                      actions: ["sendEndSignals", "tellOver"],
                    },
                  },
                },
              },
            },
          },
        },
        names: {
          description:
            "Names and pictures come from the members of the group, never from the room. A name that cannot be loaded stays empty, and is asked for again.",
          initial: "known",
          states: {
            known: { always: { guard: "hasUnnamed", target: "loading" } },
            loading: {
              entry: "wantNames",
              invoke: {
                id: "loadNames",
                src: "loadMembersByID",
                input: ({ context: { group, wanted } }) => ({ groupID: group.groupID, userIDs: wanted }),
                onDone: {
                  target: "known",
                  actions: { type: "setNames", params: ({ event }) => ({ members: event.output }) },
                },
                onError: { target: "unanswered", actions: "reportFailure" },
              },
            },
            unanswered: {
              description: "The names are asked for again after a pause.",
              after: { namesPause: "loading" },
            },
          },
        },
        rivals: {
          description:
            "Two calls in one group become one. A user in the room with the larger id moves and takes the others along; a user in the room with the smaller id invites the users in the other.",
          meta: { rule: "R24" },
          initial: "none",
          states: {
            none: {
              on: { "signal.invite": { guard: "isRival", target: "checking", actions: "setRival" } },
            },
            checking: {
              description:
                "Only a member of the group may move this user, or is invited without being chosen.",
              invoke: {
                id: "checkRival",
                src: "loadMembersByID",
                input: ({ context: { group, rival } }) => ({
                  groupID: group.groupID,
                  userIDs: rival ? [rival.sender.userID] : [],
                }),
                onDone: [
                  {
                    guard: { type: "hasToMove", params: ({ event }) => ({ members: event.output }) },
                    target: "#groupCall.moved",
                    actions: ["moveNext", "sendEndSignals", "tellOverIfLast"],
                  },
                  {
                    guard: { type: "mayTakeAlong", params: ({ event }) => ({ members: event.output }) },
                    target: "none",
                    actions: [
                      { type: "invite", params: ({ context }) => ({ chosen: rivalIn(context) }) },
                      "setEndSignals",
                    ],
                  },
                  { target: "none" },
                ],
                onError: { target: "none", actions: "reportFailure" },
              },
            },
          },
        },
        others: {
          description: "A user whom another member invited, and who does not come, has not answered.",
          initial: "awaited",
          states: {
            awaited: { after: { othersTimeout: { target: "missed", actions: "missOthers" } } },
            missed: {},
          },
        },
      },
    },
    completed: { type: "final", description: "This user left, or was alone.", output: "completed" },
    cancelled: {
      type: "final",
      description: "The user hung up before another user was in.",
      output: "cancelled",
    },
    noAnswer: { type: "final", description: "No invited user came.", output: "noAnswer" },
    missed: { type: "final", description: "The ring timed out and no cancel came.", output: "missed" },
    declined: {
      type: "final",
      description: "The user declined, or blocked the last inviter.",
      meta: { rule: "R11" },
      output: "declined",
    },
    calledOff: {
      type: "final",
      description: "Every inviter cancelled, and no user is in the room.",
      output: "calledOff",
    },
    answeredElsewhere: {
      type: "final",
      description: "Another device of this user took the call.",
      meta: { rule: "R10" },
      output: "answeredElsewhere",
    },
    failed: { type: "final", description: "The room was not reached.", output: "failed" },
    connectionLost: {
      type: "final",
      description: "This side's media connection was lost.",
      meta: { rule: "R17" },
      output: "connectionLost",
    },
    removed: {
      type: "final",
      description: "This user is not in the group, or was removed from the room.",
      meta: { rule: "R28" },
      output: "removed",
    },
    moved: {
      type: "final",
      description: "Another call of the same group takes its place.",
      meta: { rule: "R24, R27" },
      output: "moved",
    },
  },
});

function signalIn(event: EventObject): SignalEvent {
  return event as SignalEvent;
}

/** Returns the user whose invitation a signal, or a change of the black list, is about. */
function inviterIn(event: GroupCallEvent): string {
  return event.type === "im.blackChanged" ? event.person.userID : signalIn(event).sender.userID;
}

function invitationTo({ inviter, invitation }: GroupSeat): OpenInvitation {
  return { inviter, invitation };
}

function cancelsOf({ invitees }: GroupCallContext): readonly OutgoingSignal[] {
  return Object.entries(invitees).map(([to, { invitation }]) => ({ to, signal: { ...CANCEL, invitation } }));
}

/** Returns what is sent if the call ends now: a cancel to all that ring, and the answer to the inviters. */
function endSignalsOf(context: GroupCallContext): readonly OutgoingSignal[] {
  const { answer, invitations } = context;
  return [...cancelsOf(context), ...(answer ? invitations.map((one) => signalTo(one, answer)) : [])];
}

/** The call lasts until the last moment with two members: the time that this user waits alone does not count. */
function overNews({ group, invitation, since, aloneAt, clock }: GroupCallContext) {
  const notice = overNotice(invitation, since, aloneAt ?? clock.now());
  return { type: "call.notice" as const, groupID: group.groupID, notice };
}

/** Returns the users that this user invites on arrival. */
function toInvite({ entry, people }: GroupCallContext): readonly CallParticipant[] {
  if (entry !== "start" && entry !== "move") return [];
  return people.filter(({ status }) => status === "ringing").map(({ user }) => ({ userInfo: user }));
}

function rivalIn({ rival }: GroupCallContext): readonly CallParticipant[] {
  return rival ? [{ userInfo: userOf(rival.sender.userID) }] : [];
}

/** Whether this user joined a call that all others have left. */
function isEmptyRoom({ entry, startedAt, people }: GroupCallContext): boolean {
  return entry === "join" && startedAt === null && people.length === 0;
}

function named(group: CallGroup, { group: found }: GroupStanding): CallGroup {
  return found ? { groupID: group.groupID, name: found.groupName, faceURL: found.faceURL } : group;
}

function firstInvitation({ invitations }: GroupCallContext): OpenInvitation {
  const [first] = invitations;
  if (!first) throw new Error("No user invited this one");
  return first;
}
