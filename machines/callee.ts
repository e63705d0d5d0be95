import { assign, type EventObject, enqueueActions, log, sendTo, setup } from "xstate";
import {
  type CallCommand,
  type CallNews,
  type CallOutcome,
  type EndReason,
  isIn,
  type Letter,
  letterOf,
  parted,
  reunited,
  withMember,
} from "./calls.ts";
import type { CallParticipant, Invitation, SignalEvent, Words } from "./events.ts";
import { type Listener, port, stream } from "./port.ts";
import type { Clock, Ring } from "./ports.ts";
import { type RoomNews, type RoomOutput, roomMachine } from "./room.ts";

/**
 * One incoming call: ring, accept, token, media room, talk. The phone hands on only signals of this call from its other
 * side (R1).
 */

export interface CalleeContext {
  parent: Listener<CallNews>;
  clock: Clock;
  userID: string;
  /** This device as far as this call goes, so that the inviter can say which one took it (R10). */
  deviceID: string;
  invitation: Invitation;
  participant: CallParticipant;
  /** Whether this side was invited (3-20). */
  isJoin: true;
  /** Milliseconds it may ring; 0 for a call that is accepted by itself (R7). */
  ringTime: number;
  /** Whether the person chose to be seen: by accepting a video call, or by having started one (R7). */
  camera: boolean;
  outputID: string;
  /** User ids of those in the media room; null while the link is down. */
  members: readonly string[] | null;
  /** Milliseconds since the epoch, later by the time they were apart; null before both have met. */
  startedAt: number | null;
  /** Since when they are apart; null while they are not (R21). */
  partedAt: number | null;
  /** What the other side has to be told if this ends now; null for nothing. */
  owed: Words | null;
  /** Why it ended; until then, why it would if the media connection went away. */
  reason: EndReason;
}

const REJECT: Words = { kind: "reject", isBusy: false };
const HUNGUP: Words = { kind: "hungup" };
/** The inviter calls off at the timeout; this much later nobody will (0-08). */
const GRACE = 5000;

export const calleeMachine = setup({
  types: {
    context: {} as CalleeContext,
    events: {} as SignalEvent | RoomNews | CallCommand | { type: "user.accept" } | { type: "user.hangUp" },
    input: {} as Omit<
      CalleeContext,
      "deviceID" | "isJoin" | "members" | "startedAt" | "partedAt" | "owed" | "reason"
    >,
    output: {} as CallOutcome,
    children: {} as { room: "room" },
  },
  actors: {
    room: roomMachine,
    requestAccess: port<void, { roomID: string; userID: string }>("requestAccess"),
    sendSignal: port<void, Letter>("sendSignal"),
    loadUser: port<CallParticipant["userInfo"], { userID: string }>("loadUser"),
    ring: stream<EventObject, Ring>("ring"),
    wakeLock: stream("wakeLock"),
  },
  actions: {
    setUser: assign({
      participant: ({ context }, { userInfo }: { userInfo: CallParticipant["userInfo"] }) => ({
        ...context.participant,
        userInfo,
      }),
    }),
    setMembers: assign((_, { members }: { members: readonly string[] | null }) => ({ members })),
    addMember: assign({
      members: ({ context }, { userID }: { userID: string }) => withMember(context.members, userID, true),
    }),
    dropMember: assign({
      members: ({ context }, { userID }: { userID: string }) => withMember(context.members, userID, false),
    }),
    markStart: assign({ startedAt: ({ context }) => context.clock.now() }),
    markParting: assign(({ context }) => parted(context, context.clock.now())),
    markReturn: assign(({ context }) => reunited(context, context.clock.now())),
    setReason: assign((_, { reason }: { reason: EndReason }) => ({ reason })),
    owe: enqueueActions(({ context, enqueue }, { words }: { words: Words }) => {
      enqueue.assign({ owed: words });
      enqueue.sendTo(context.parent, { type: "call.owe", letter: letterOf(context, words) });
    }),
    sayOwed: enqueueActions(({ context, enqueue }) => {
      if (context.owed)
        enqueue.sendTo(context.parent, { type: "call.say", letter: letterOf(context, context.owed) });
    }),
    passOutput: sendTo(
      ({ context }) => context.parent,
      (_, { outputID }: { outputID: string }) => ({ type: "call.outputChosen" as const, outputID }),
    ),
    reportFailure: log(({ event }) => `callee: ${event.type}`),
  },
  guards: {
    isExpected: ({ context }) => context.ringTime === 0,
    isLinkUp: ({ context }) => context.members !== null,
    isPeerThere: ({ context }) => isIn(context.members, peerOf(context)),
    isPeer: ({ context }, { userID }: { userID: string }) => userID === peerOf(context),
    hasPeerLeft: ({ context }, { userID, isDropped }: { userID: string; isDropped: boolean }) =>
      userID === peerOf(context) && !isDropped,
    isTaken: (_, { acceptedBy }: { acceptedBy: string | null }) => acceptedBy !== null,
    isTakenElsewhere: ({ context }, { acceptedBy }: { acceptedBy: string | null }) =>
      acceptedBy !== null && acceptedBy !== context.deviceID,
    isDuplicate: (_, { cause }: RoomOutput) => cause === "duplicate",
  },
  delays: {
    ringTimeout: ({ context }) => context.ringTime + GRACE,
    joinTimeout: 15_000,
    peerTimeout: 30_000,
    returnTimeout: 3000,
  },
}).createMachine({
  id: "callee",
  context: ({ input }) => ({
    ...input,
    deviceID: input.clock.newID(),
    isJoin: true,
    members: null,
    startedAt: null,
    partedAt: null,
    owed: null,
    reason: "missed",
  }),
  output: ({ context: { reason, startedAt, partedAt, clock } }): CallOutcome => ({
    reason,
    failure: null,
    startedAt,
    endedAt: partedAt ?? clock.now(),
  }),
  initial: "on",
  on: {
    "call.replace": { target: ".ended", actions: { type: "setReason", params: { reason: "replaced" } } },
  },
  states: {
    on: {
      type: "parallel",
      states: {
        card: {
          description: "The overlay opens with what the invitation says; the card only adds to it (4-91).",
          initial: "loading",
          states: {
            loading: {
              invoke: {
                id: "loadUser",
                src: "loadUser",
                input: ({ context }) => ({ userID: peerOf(context) }),
                onDone: {
                  target: "settled",
                  actions: { type: "setUser", params: ({ event }) => ({ userInfo: event.output }) },
                },
                onError: { target: "settled", actions: "reportFailure" },
              },
            },
            settled: {},
          },
        },
        call: {
          initial: "arriving",
          states: {
            arriving: {
              description: "A call that won against one's own to the same person is accepted by itself.",
              meta: { rule: "R7" },
              always: [{ guard: "isExpected", target: "accepting" }, { target: "ringing" }],
            },
            ringing: {
              description: "Stops by itself a little after the inviter should have called off.",
              meta: { rule: "R9, R10, R12" },
              entry: { type: "owe", params: { words: REJECT } },
              invoke: {
                id: "ringtone",
                src: "ring",
                input: ({ context: { invitation, participant } }) => ({
                  kind: "ringtone",
                  name: participant.userInfo.nickname,
                  mediaType: invitation.mediaType,
                }),
                onError: { actions: "reportFailure" },
              },
              after: { ringTimeout: "#callee.ended" },
              on: {
                "user.accept": "accepting",
                "user.hangUp": {
                  target: "#callee.ended",
                  actions: ["sayOwed", { type: "setReason", params: { reason: "declined" } }],
                },
                "signal.cancel": [
                  {
                    guard: { type: "isTakenElsewhere", params: ({ event }) => event },
                    target: "#callee.ended",
                    actions: { type: "setReason", params: { reason: "answeredElsewhere" } },
                  },
                  {
                    target: "#callee.ended",
                    actions: { type: "setReason", params: { reason: "calledOff" } },
                  },
                ],
                "signal.hungup": {
                  target: "#callee.ended",
                  actions: { type: "setReason", params: { reason: "calledOff" } },
                },
              },
            },
            accepting: {
              description: "First the accept, then the token (4-77, 4-78). A cancel still ends it.",
              meta: { rule: "R9, R13, R14" },
              entry: [
                { type: "owe", params: { words: HUNGUP } },
                { type: "setReason", params: { reason: "failed" } },
              ],
              on: {
                "user.hangUp": {
                  target: "#callee.ended",
                  actions: ["sayOwed", { type: "setReason", params: { reason: "declined" } }],
                },
                "signal.cancel": [
                  {
                    guard: { type: "isTakenElsewhere", params: ({ event }) => event },
                    target: "#callee.ended",
                    actions: { type: "setReason", params: { reason: "answeredElsewhere" } },
                  },
                  {
                    target: "#callee.ended",
                    actions: { type: "setReason", params: { reason: "calledOff" } },
                  },
                ],
                "signal.hungup": {
                  target: "#callee.ended",
                  actions: { type: "setReason", params: { reason: "calledOff" } },
                },
              },
              initial: "answering",
              states: {
                answering: {
                  invoke: {
                    id: "answer",
                    src: "sendSignal",
                    input: ({ context }) => letterOf(context, { kind: "accept", deviceID: context.deviceID }),
                    onDone: "requestingAccess",
                    onError: { target: "#callee.ended", actions: ["sayOwed", "reportFailure"] },
                  },
                },
                requestingAccess: {
                  invoke: {
                    id: "requestAccess",
                    src: "requestAccess",
                    input: ({ context }) => ({
                      roomID: context.invitation.roomID,
                      userID: context.userID,
                    }),
                    onDone: "#callee.on.call.inRoom",
                    onError: { target: "#callee.ended", actions: ["sayOwed", "reportFailure"] },
                  },
                },
              },
            },
            inRoom: {
              invoke: {
                id: "room",
                src: "room",
                input: ({ context: { invitation, outputID, camera }, self }) => ({
                  parent: self,
                  roomID: invitation.roomID,
                  outputID,
                  camera,
                }),
                onDone: [
                  {
                    guard: { type: "isDuplicate", params: ({ event }) => event.output },
                    target: "#callee.ended",
                    actions: { type: "setReason", params: { reason: "answeredElsewhere" } },
                  },
                  { target: "#callee.ended", actions: "sayOwed" },
                ],
                onError: { target: "#callee.ended", actions: ["sayOwed", "reportFailure"] },
              },
              on: {
                "room.up": {
                  actions: { type: "setMembers", params: ({ event }) => ({ members: event.members }) },
                },
                "room.down": { actions: { type: "setMembers", params: { members: null } } },
                "room.arrived": {
                  actions: { type: "addMember", params: ({ event }) => ({ userID: event.userID }) },
                },
                "room.departed": {
                  actions: { type: "dropMember", params: ({ event }) => ({ userID: event.userID }) },
                },
                "call.outputChosen": {
                  actions: { type: "passOutput", params: ({ event }) => ({ outputID: event.outputID }) },
                },
              },
              initial: "joining",
              states: {
                joining: {
                  description:
                    "Until the media link is up and the inviter is there. A cancel still ends it, unless it names a device: of two that accepted, the media server keeps the one that joined last.",
                  meta: { rule: "R9, R10, R16" },
                  always: { guard: "isPeerThere", target: "connected" },
                  after: {
                    joinTimeout: [
                      {
                        guard: "isLinkUp",
                        target: "#callee.ended",
                        actions: ["sayOwed", { type: "setReason", params: { reason: "peerLost" } }],
                      },
                      { target: "#callee.ended", actions: "sayOwed" },
                    ],
                  },
                  on: {
                    "signal.cancel": [
                      { guard: { type: "isTaken", params: ({ event }) => event } },
                      {
                        target: "#callee.ended",
                        actions: { type: "setReason", params: { reason: "calledOff" } },
                      },
                    ],
                    "signal.hungup": {
                      target: "#callee.ended",
                      actions: { type: "setReason", params: { reason: "calledOff" } },
                    },
                    "user.hangUp": {
                      target: "#callee.ended",
                      actions: ["sayOwed", { type: "setReason", params: { reason: "declined" } }],
                    },
                  },
                },
                connected: {
                  description: "Both are in the room. From here on only a hungup ends it; a cancel is late.",
                  meta: { rule: "R9, R19" },
                  entry: ["markStart", { type: "setReason", params: { reason: "connectionLost" } }],
                  invoke: { id: "wakeLock", src: "wakeLock", onError: { actions: "reportFailure" } },
                  on: {
                    "room.down": {
                      target: ".reconnecting",
                      actions: { type: "setMembers", params: { members: null } },
                    },
                    "room.departed": [
                      {
                        guard: { type: "hasPeerLeft", params: ({ event }) => event },
                        target: ".left",
                        actions: { type: "dropMember", params: ({ event }) => ({ userID: event.userID }) },
                      },
                      {
                        guard: { type: "isPeer", params: ({ event }) => event },
                        target: ".apart",
                        actions: { type: "dropMember", params: ({ event }) => ({ userID: event.userID }) },
                      },
                    ],
                    "signal.hungup": {
                      target: "#callee.ended",
                      actions: { type: "setReason", params: { reason: "completed" } },
                    },
                    "user.hangUp": {
                      target: "#callee.ended",
                      actions: ["sayOwed", { type: "setReason", params: { reason: "completed" } }],
                    },
                  },
                  initial: "together",
                  states: {
                    together: { entry: "markReturn" },
                    apart: {
                      description:
                        "Nothing comes of the other side, or the media server lost it. It may come back for a while.",
                      meta: { rule: "R21" },
                      entry: "markParting",
                      always: { guard: "isPeerThere", target: "together" },
                      after: {
                        peerTimeout: {
                          target: "#callee.ended",
                          actions: ["sayOwed", { type: "setReason", params: { reason: "peerLost" } }],
                        },
                      },
                    },
                    left: {
                      description:
                        "The other side left. A client that reconnects in full does so, too, and is back at once.",
                      meta: { rule: "R18" },
                      entry: "markParting",
                      always: { guard: "isPeerThere", target: "together" },
                      after: {
                        returnTimeout: {
                          target: "#callee.ended",
                          actions: { type: "setReason", params: { reason: "completed" } },
                        },
                      },
                    },
                    reconnecting: {
                      description:
                        "The own link is down; the room limits for how long. Then it shows whether the other side is there.",
                      meta: { rule: "R17" },
                      entry: "markParting",
                      on: {
                        "room.up": {
                          target: "apart",
                          actions: {
                            type: "setMembers",
                            params: ({ event }) => ({ members: event.members }),
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    ended: { type: "final" },
  },
});

function peerOf({ participant }: CalleeContext): string {
  return participant.userInfo.userID;
}
