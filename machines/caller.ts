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
import type { CallParticipant, FailureCode, Invitation, SignalEvent, Words } from "./events.ts";
import { failureCode } from "./failure.ts";
import { type Listener, port, stream } from "./port.ts";
import type { Clock, Ring } from "./ports.ts";
import { type RoomNews, type RoomOutput, roomMachine } from "./room.ts";

/**
 * One outgoing call: token, media room, invitation, wait, talk. The phone hands on only signals of this call from its
 * other side (R1).
 */

export interface CallerContext {
  parent: Listener<CallNews>;
  clock: Clock;
  userID: string;
  invitation: Invitation;
  participant: CallParticipant;
  /** Whether this side was invited (3-20). */
  isJoin: false;
  outputID: string;
  /** User ids of those in the media room; null while the link is down. */
  members: readonly string[] | null;
  /** The invitee's device that took the call and has not been named to the others yet (R10). */
  deviceID: string | null;
  /** Milliseconds since the epoch, later by the time they were apart; null before both have met. */
  startedAt: number | null;
  /** Since when they are apart; null while they are not (R21). */
  partedAt: number | null;
  /** What the other side has to be told if this ends now; null for nothing. */
  owed: Words | null;
  /** Why it ended; until then, why it would if the media connection went away. */
  reason: EndReason;
  failure: FailureCode | null;
}

const CANCEL: Words = { kind: "cancel", acceptedBy: null };
const HUNGUP: Words = { kind: "hungup" };

export const callerMachine = setup({
  types: {
    context: {} as CallerContext,
    events: {} as SignalEvent | RoomNews | CallCommand | { type: "user.hangUp" },
    input: {} as Pick<
      CallerContext,
      "parent" | "clock" | "userID" | "invitation" | "participant" | "outputID"
    >,
    output: {} as CallOutcome,
    children: {} as { room: "room" },
  },
  actors: {
    room: roomMachine,
    requestAccess: port<void, { roomID: string; userID: string }>("requestAccess"),
    sendSignal: port<void, Letter>("sendSignal"),
    ring: stream<EventObject, Ring>("ring"),
    wakeLock: stream("wakeLock"),
  },
  actions: {
    setMembers: assign((_, { members }: { members: readonly string[] | null }) => ({ members })),
    addMember: assign({
      members: ({ context }, { userID }: { userID: string }) => withMember(context.members, userID, true),
    }),
    dropMember: assign({
      members: ({ context }, { userID }: { userID: string }) => withMember(context.members, userID, false),
    }),
    setDevice: assign((_, { deviceID }: { deviceID: string | null }) => ({ deviceID })),
    markStart: assign({ startedAt: ({ context }) => context.clock.now() }),
    markParting: assign(({ context }) => parted(context, context.clock.now())),
    markReturn: assign(({ context }) => reunited(context, context.clock.now())),
    setReason: assign((_, { reason }: { reason: EndReason }) => ({ reason })),
    setFailure: assign((_, { failure }: { failure: FailureCode }) => ({ failure })),
    owe: enqueueActions(({ context, enqueue }, { words }: { words: Words }) => {
      enqueue.assign({ owed: words });
      enqueue.sendTo(context.parent, { type: "call.owe", letter: letterOf(context, words) });
    }),
    sayOwed: enqueueActions(({ context, enqueue }) => {
      if (context.owed)
        enqueue.sendTo(context.parent, { type: "call.say", letter: letterOf(context, context.owed) });
    }),
    nameDevice: enqueueActions(({ context, enqueue }) => {
      if (context.deviceID === null) return;
      const words: Words = { kind: "cancel", acceptedBy: context.deviceID };
      enqueue.sendTo(context.parent, { type: "call.say", letter: letterOf(context, words) });
      enqueue.assign({ deviceID: null });
    }),
    tellConnected: sendTo(({ context }) => context.parent, { type: "call.connected" }),
    passOutput: sendTo(
      ({ context }) => context.parent,
      (_, { outputID }: { outputID: string }) => ({ type: "call.outputChosen" as const, outputID }),
    ),
    reportFailure: log(({ event }) => `caller: ${event.type}`),
  },
  guards: {
    isLinkUp: ({ context }) => context.members !== null,
    isPeerThere: ({ context }) => isIn(context.members, peerOf(context)),
    isPeer: ({ context }, { userID }: { userID: string }) => userID === peerOf(context),
    hasPeerLeft: ({ context }, { userID, isDropped }: { userID: string; isDropped: boolean }) =>
      userID === peerOf(context) && !isDropped,
    isBusy: (_, { isBusy }: { isBusy: boolean }) => isBusy,
    isDuplicate: (_, { cause }: RoomOutput) => cause === "duplicate",
  },
  delays: {
    joinTimeout: 15_000,
    waitTimeout: ({ context }) => context.invitation.timeout * 1000,
    peerTimeout: 30_000,
    returnTimeout: 3000,
  },
}).createMachine({
  id: "caller",
  context: ({ input }) => ({
    ...input,
    isJoin: false,
    members: null,
    deviceID: null,
    startedAt: null,
    partedAt: null,
    owed: null,
    reason: "notStarted",
    failure: null,
  }),
  output: ({ context: { reason, failure, startedAt, partedAt, clock } }): CallOutcome => ({
    reason,
    failure,
    startedAt,
    endedAt: partedAt ?? clock.now(),
  }),
  initial: "requestingAccess",
  on: {
    "call.replace": { target: ".ended", actions: { type: "setReason", params: { reason: "replaced" } } },
  },
  states: {
    requestingAccess: {
      description: "A token for a room of its own (0-01). Giving up here says nothing to anybody (4-74).",
      invoke: {
        id: "requestAccess",
        src: "requestAccess",
        input: ({ context }) => ({ roomID: context.invitation.roomID, userID: context.userID }),
        onDone: "inRoom",
        onError: {
          target: "ended",
          actions: [
            { type: "setFailure", params: ({ event }) => ({ failure: failureCode(event.error) }) },
            "reportFailure",
          ],
        },
      },
      on: {
        "user.hangUp": { target: "ended", actions: { type: "setReason", params: { reason: "abandoned" } } },
      },
    },
    inRoom: {
      invoke: {
        id: "room",
        src: "room",
        input: ({ context: { invitation, outputID }, self }) => ({
          parent: self,
          roomID: invitation.roomID,
          outputID,
          camera: invitation.mediaType === "video",
        }),
        onDone: [
          {
            guard: { type: "isDuplicate", params: ({ event }) => event.output },
            target: "ended",
            actions: { type: "setReason", params: { reason: "answeredElsewhere" } },
          },
          { target: "ended", actions: "sayOwed" },
        ],
        onError: { target: "ended", actions: ["sayOwed", "reportFailure"] },
      },
      on: {
        "room.up": { actions: { type: "setMembers", params: ({ event }) => ({ members: event.members }) } },
        "room.down": { actions: { type: "setMembers", params: { members: null } } },
        "room.arrived": { actions: { type: "addMember", params: ({ event }) => ({ userID: event.userID }) } },
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
          description: "The media connection comes first: who accepts finds the caller there (0-03).",
          meta: { rule: "R16" },
          after: { joinTimeout: "#caller.ended" },
          on: {
            "room.up": {
              target: "calling",
              actions: { type: "setMembers", params: ({ event }) => ({ members: event.members }) },
            },
            "signal.accept": {
              target: "answered",
              actions: { type: "setDevice", params: ({ event }) => ({ deviceID: event.deviceID }) },
            },
            "user.hangUp": {
              target: "#caller.ended",
              actions: { type: "setReason", params: { reason: "abandoned" } },
            },
          },
        },
        calling: {
          entry: [
            { type: "owe", params: { words: CANCEL } },
            { type: "setReason", params: { reason: "failed" } },
          ],
          invoke: {
            id: "ringback",
            src: "ring",
            input: { kind: "ringback" },
            onError: { actions: "reportFailure" },
          },
          on: {
            "signal.accept": [
              {
                guard: "isLinkUp",
                target: "connected",
                actions: { type: "setDevice", params: ({ event }) => ({ deviceID: event.deviceID }) },
              },
              {
                target: "answered",
                actions: { type: "setDevice", params: ({ event }) => ({ deviceID: event.deviceID }) },
              },
            ],
            "signal.reject": [
              {
                guard: { type: "isBusy", params: ({ event }) => ({ isBusy: event.isBusy }) },
                target: "#caller.ended",
                actions: ["sayOwed", { type: "setReason", params: { reason: "busy" } }],
              },
              {
                target: "#caller.ended",
                actions: ["sayOwed", { type: "setReason", params: { reason: "declined" } }],
              },
            ],
            "signal.hungup": {
              target: "#caller.ended",
              actions: ["sayOwed", { type: "setReason", params: { reason: "declined" } }],
            },
            "user.hangUp": {
              target: "#caller.ended",
              actions: ["sayOwed", { type: "setReason", params: { reason: "cancelled" } }],
            },
            "call.replace": {
              target: "#caller.ended",
              actions: ["sayOwed", { type: "setReason", params: { reason: "replaced" } }],
            },
          },
          initial: "inviting",
          states: {
            inviting: {
              description: "The invitation goes out. One that failed may have arrived, so it is taken back.",
              meta: { rule: "R13" },
              invoke: {
                id: "invite",
                src: "sendSignal",
                input: ({ context }) => letterOf(context, { kind: "invite" }),
                onDone: "waiting",
                onError: {
                  target: "#caller.ended",
                  actions: [
                    "sayOwed",
                    { type: "setReason", params: { reason: "notStarted" } },
                    { type: "setFailure", params: ({ event }) => ({ failure: failureCode(event.error) }) },
                    "reportFailure",
                  ],
                },
              },
            },
            waiting: {
              description: "It rings over there. The first answer counts; the other devices are called off.",
              meta: { rule: "R10, R11, R12" },
              after: {
                waitTimeout: {
                  target: "#caller.ended",
                  actions: ["sayOwed", { type: "setReason", params: { reason: "noAnswer" } }],
                },
              },
            },
          },
        },
        answered: {
          description: "Accepted while the media link was not up: remembered until it is (0-04).",
          meta: { rule: "R16" },
          entry: [
            { type: "owe", params: { words: HUNGUP } },
            { type: "setReason", params: { reason: "failed" } },
          ],
          after: { joinTimeout: { target: "#caller.ended", actions: "sayOwed" } },
          on: {
            "room.up": {
              target: "connected",
              actions: { type: "setMembers", params: ({ event }) => ({ members: event.members }) },
            },
            "signal.hungup": "#caller.ended",
            "user.hangUp": {
              target: "#caller.ended",
              actions: ["sayOwed", { type: "setReason", params: { reason: "cancelled" } }],
            },
          },
        },
        connected: {
          description: "Accepted, and the media link was up (0-03): the timer runs.",
          entry: ["markStart", { type: "owe", params: { words: HUNGUP } }, "tellConnected"],
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
              target: "#caller.ended",
              actions: { type: "setReason", params: { reason: "completed" } },
            },
            "user.hangUp": {
              target: "#caller.ended",
              actions: ["sayOwed", { type: "setReason", params: { reason: "completed" } }],
            },
          },
          initial: "meeting",
          states: {
            meeting: {
              description:
                "The other side accepted and is on its way into the room. Nobody has talked yet, however it ends; that the own link goes down gives it no more time.",
              meta: { rule: "R16, R21" },
              always: { guard: "isPeerThere", target: "together" },
              on: {
                "room.down": { actions: { type: "setMembers", params: { members: null } } },
                "signal.hungup": "#caller.ended",
                "user.hangUp": {
                  target: "#caller.ended",
                  actions: ["sayOwed", { type: "setReason", params: { reason: "cancelled" } }],
                },
              },
              after: { joinTimeout: { target: "#caller.ended", actions: "sayOwed" } },
            },
            together: {
              description: "Both are in the room. Devices that still ring over there are told who took it.",
              meta: { rule: "R10" },
              entry: [
                "markReturn",
                "nameDevice",
                { type: "setReason", params: { reason: "connectionLost" } },
              ],
            },
            apart: {
              description:
                "Nothing comes of the other side, or the media server lost it. It may come back for a while.",
              meta: { rule: "R21" },
              entry: "markParting",
              always: { guard: "isPeerThere", target: "together" },
              after: {
                peerTimeout: {
                  target: "#caller.ended",
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
                  target: "#caller.ended",
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
                  actions: { type: "setMembers", params: ({ event }) => ({ members: event.members }) },
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

function peerOf({ participant }: CallerContext): string {
  return participant.userInfo.userID;
}
