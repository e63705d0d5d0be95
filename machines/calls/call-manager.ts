import { and, assertEvent, assign, enqueueActions, forwardTo, log, raise, sendTo, setup } from "xstate";
import { addToast, toastsOf } from "../app/toasts.ts";
import { isMeetingID, type SignalContent, type SignalEvent } from "../domain/call.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { ToastContent } from "../domain/toast.ts";
import { port, stream } from "../ports/stub.ts";
import {
  type CallKeeping,
  type CallOutcome,
  endToast,
  isKnown,
  isOf,
  recordOf,
  toastOf,
} from "./call-rules.ts";
import {
  answerTo,
  type CallManagerContext,
  type CallManagerEvent,
  callFrom,
  callIn,
  callInput,
  callTo,
  camerasAgree,
  type EndSignalEvent,
  groupInput,
  isFromPeer,
  isLateAccept,
  isOfGroupCall,
  isOfSameGroup,
  isSamePerson,
  keyOfCall,
  keyOfSignal,
  losesTo,
  mayRing,
  meetingInput,
  pickedUp,
  refusalOf,
  withAnswer,
  withEndedCall,
  withEndedGroupCall,
} from "./call-slots.ts";
import { calleeMachine } from "./callee.ts";
import { callerMachine } from "./caller.ts";
import { groupCallMachine } from "./group-call.ts";
import { groupNoticesMachine } from "./group-notices.ts";
import {
  type GroupOutcome,
  groupCallAt,
  groupCallFrom,
  groupCallTo,
  hasGroupCall,
  isOfGroup,
} from "./group-rules.ts";
import { invitationCheckMachine } from "./invitation-check.ts";
import {
  isOverForAll,
  type MeetingKeeping,
  type MeetingOutcome,
  meetingMachine,
  meetingToast,
} from "./meeting.ts";
import { signalQueueMachine } from "./signal-queue.ts";

/**
 * Holds at most one call and outlives it. Routes each signal to its call (R1), or handles signals for rooms that are
 * not, not yet or no longer a call (R2 to R8). Keeps what outlives a call: ended calls, records, pending end signals.
 */

const IN_A_CALL: ToastContent = { tone: "info", key: "alreadyInCall" };

export const callManagerMachine = setup({
  types: {
    context: {} as CallManagerContext,
    events: {} as CallManagerEvent,
    input: {} as Pick<CallManagerContext, "parent" | "clock" | "userID" | "place">,
    children: {} as {
      call: "caller" | "callee";
      groupCall: "groupCall";
      meeting: "meeting";
      invitationCheck: "invitationCheck";
      signalQueue: "signalQueue";
      endSignal: "endSignal";
      groupNotices: "groupNotices";
      callKeeper: "callKeeper";
      meetingKeeper: "meetingKeeper";
    },
    tags: {} as "engaged" | "unchosen" | "minimised" | "docked",
    meta: {} as RuleMeta,
  },
  actors: {
    caller: callerMachine,
    callee: calleeMachine,
    groupCall: groupCallMachine,
    meeting: meetingMachine,
    invitationCheck: invitationCheckMachine,
    signalQueue: signalQueueMachine,
    signalEvents: stream("signalEvents"),
    pushAnswers: stream("pushAnswers"),
    /** Sends the pending end signal on teardown, when the session ends or the page closes (R20). */
    endSignal: stream<EndSignalEvent>("endSignal"),
    groupNotices: groupNoticesMachine,
    callKeeper: stream<CallKeeping, { userID: string }>("callKeeper"),
    meetingKeeper: stream<MeetingKeeping, { userID: string }>("meetingKeeper"),
    prepareMedia: port<void>("prepareMedia"),
  },
  actions: {
    dial: assign(({ context, event }) => {
      assertEvent(event, "user.call");
      return { call: callTo(event.participant, event.mediaType, context), heardAt: 0 };
    }),
    pickUp: assign(({ context, event }) => ({
      call: pickedUp(signalIn(event), context),
      heardAt: signalIn(event).sentAt,
    })),
    noteAnswer: assign(({ event }) => {
      assertEvent(event, "push.answered");
      return { answeredRoomID: event.roomID };
    }),
    acceptCall: sendTo("call", { type: "user.accept" }),
    hear: assign({ heardAt: ({ context, event }) => Math.max(context.heardAt, signalIn(event).sentAt) }),
    setNext: assign(({ context, event }) => ({
      next: callFrom(signalIn(event), context),
      heardAt: signalIn(event).sentAt,
    })),
    yieldTo: assign(({ context, event }) => {
      const signal = signalIn(event);
      const next = { ...callFrom(signal, context), ringTime: 0, camera: camerasAgree(context, signal) };
      return { next, heardAt: signal.sentAt };
    }),
    takeNext: assign(({ context }) => ({ call: context.next, next: null })),
    replaceCall: sendTo("call", { type: "call.replace" }),
    forwardToCall: forwardTo("call"),
    forwardToGroupCall: forwardTo("groupCall"),
    clearCall: assign({ call: null, group: null, meetingID: null }),
    callGroup: assign(({ context, event }) => {
      assertEvent(event, "user.callGroup");
      return { group: groupCallTo(event, context) };
    }),
    joinGroup: assign(({ event }) => {
      assertEvent(event, "user.joinCall");
      return { group: groupCallAt(event) };
    }),
    checkInvitation: sendTo("invitationCheck", ({ event }) => ({
      type: "invitationCheck.check" as const,
      signal: signalIn(event),
    })),
    /** A call that began during the check gets the invitation as if it came now; one that may not ring is dropped. */
    routeSignal: raise(({ event }) => signalIn(event)),
    pickUpGroup: assign(({ context: { clock }, event }) => {
      assertEvent(event, "invitationCheck.passed");
      const { signal, inviter } = event;
      return { group: groupCallFrom(signal, { entry: "ring", inviter, clock }) };
    }),
    setNextGroup: assign((_, { outcome }: { outcome: GroupOutcome }) => ({ nextGroup: outcome.next })),
    takeNextGroup: assign(({ context }) => ({ group: context.nextGroup, nextGroup: null })),
    markGroupEnded: assign({
      endedCalls: ({ context }, { outcome }: { outcome: GroupOutcome }) =>
        withEndedGroupCall(context, outcome),
    }),
    openMeeting: assign(({ context, event }) => {
      assertEvent(event, ["user.openMeeting", "meetingKeeper.left"]);
      return {
        meetingID: event.roomID ?? context.clock.newID(),
        isNewMeeting: event.roomID === null,
        overMeetingID: null,
      };
    }),
    leaveMeeting: assign({ meetingID: null }),
    keepMeeting: sendTo("meetingKeeper", ({ context }) => ({
      type: "meeting.keep" as const,
      roomID: meetingInput(context).roomID,
    })),
    dropMeeting: sendTo("meetingKeeper", { type: "meeting.over" }),
    markMeetingOver: assign({
      overMeetingID: ({ context }, { outcome }: { outcome: MeetingOutcome }) =>
        isOverForAll(outcome) ? context.meetingID : null,
    }),
    tellNotice: sendTo("groupNotices", ({ event }) => {
      assertEvent(event, "call.notice");
      return { ...event, type: "groupNotices.send" as const };
    }),
    setEndSignals: sendTo("endSignal", ({ event }) => {
      assertEvent(event, "call.setEndSignals");
      return { type: "endSignal.set" as const, signals: event.signals };
    }),
    showEnd: enqueueActions(({ enqueue, self }, { toast }: { toast: ToastContent | null }) => {
      if (toast) enqueue.sendTo(toastsOf({ self }), { type: "toast.add", toast });
    }),
    markCurrentEnded: assign({
      endedCalls: ({ context }) => withEndedCall(context, keyOfCall(callIn(context))),
    }),
    markEnded: assign({
      endedCalls: ({ context, event }) => withEndedCall(context, keyOfSignal(signalIn(event))),
    }),
    markBusy: assign({
      endedCalls: ({ context, event }) =>
        withEndedCall(context, { ...keyOfSignal(signalIn(event)), refusal: "busy" }),
    }),
    markDeclined: assign({
      endedCalls: ({ context }, { outcome }: { outcome: CallOutcome }) =>
        outcome.reason === "declined"
          ? withEndedCall(context, { ...keyOfCall(callIn(context)), refusal: "declined" })
          : context.endedCalls,
    }),
    markAnswered: assign({ endedCalls: ({ context, event }) => withAnswer(context, signalIn(event)) }),
    answer: sendTo("signalQueue", ({ event }, { content }: { content: SignalContent }) => ({
      type: "signalQueue.deliver" as const,
      signal: answerTo(signalIn(event), content),
    })),
    deliver: sendTo("signalQueue", ({ event }) => {
      assertEvent(event, "call.sendSignal");
      return { type: "signalQueue.deliver" as const, signal: event.signal };
    }),
    setEndSignal: sendTo("endSignal", ({ event }) => {
      assertEvent(event, "call.setEndSignal");
      return { type: "endSignal.set" as const, signals: [event.signal] };
    }),
    clearEndSignal: sendTo("endSignal", { type: "endSignal.set", signals: [] }),
    keepCall: sendTo("callKeeper", ({ event }) => {
      assertEvent(event, "call.keep");
      return event;
    }),
    dropKept: sendTo("callKeeper", { type: "call.over" }),
    setOutput: assign(({ event }) => {
      assertEvent(event, "call.outputChosen");
      return { outputID: event.outputID };
    }),
    tellEnd: enqueueActions(
      (
        { context, enqueue, self },
        { outcome, isOutgoing }: { outcome: CallOutcome; isOutgoing: boolean },
      ) => {
        const { invitation, participant } = callIn(context);
        const { userID } = participant.userInfo;
        const toast = toastOf(outcome, isOutgoing);
        const record = recordOf(invitation, outcome, isOutgoing);
        if (toast) enqueue.sendTo(toastsOf({ self }), { type: "toast.add", toast });
        if (record) enqueue.sendTo(context.parent, { type: "callManager.record", userID, record });
        if (!isOutgoing && isKnown(outcome))
          enqueue.sendTo(context.parent, {
            type: "callManager.known",
            userID,
            roomID: invitation.roomID,
            hasTalked: outcome.reason === "completed",
          });
      },
    ),
    notify: sendTo(toastsOf, addToast),
    reportDropped: log(({ event }) => `callManager: dropped ${event.type}`),
    reportFailure: log(({ event }) => `callManager: ${event.type}`),
  },
  guards: {
    isCallable: ({ context, event }) =>
      event.type === "user.call" && event.participant.userInfo.userID !== context.userID,
    isWithPeer: ({ context: { call }, event }) =>
      event.type === "user.call" && call !== null && isSamePerson(event.participant, call.participant),
    isForThis: ({ context, event }) => isOf(signalIn(event), context.call),
    isSameRoom: ({ context, event }) => signalIn(event).invitation.roomID === context.call?.invitation.roomID,
    mayRing: ({ context, event }) => mayRing(signalIn(event), context),
    mayRingForGroup: ({ context, event }) => isOfGroup(signalIn(event)) && mayRing(signalIn(event), context),
    isOfGroupCall: ({ context, event }) => isOfGroupCall(signalIn(event), context),
    isOfSameGroup: ({ context, event }) =>
      isOfSameGroup(signalIn(event), context) && mayRing(signalIn(event), context),
    canCallGroup: ({ context, event }) =>
      event.type === "user.callGroup" && groupCallTo(event, context).people.length > 0,
    /** The page of a meeting opens its lobby itself, perhaps that of another meeting. */
    canReturn: ({ context, event }) =>
      event.type === "meetingKeeper.left" && isMeetingID(event.roomID) && context.place.path !== "/meeting",
    canOpenMeeting: ({ event }) =>
      event.type === "user.openMeeting" && (event.roomID === null || isMeetingID(event.roomID)),
    isThisGroupCall: ({ context, event }) =>
      (event.type === "user.joinCall" && hasGroupCall(context, event.roomID)) ||
      (event.type === "user.callGroup" && event.group.groupID === context.group?.group.groupID),
    isThisMeeting: ({ context, event }) =>
      event.type === "user.openMeeting" && event.roomID !== null && event.roomID === context.meetingID,
    isMoved: (_, { outcome }: { outcome: GroupOutcome }) => outcome.next !== null,
    isCalledAgain: ({ context, event }) =>
      !isOfGroup(signalIn(event)) &&
      isFromPeer(signalIn(event), context) &&
      signalIn(event).sentAt >= context.heardAt,
    losesTo: ({ context, event }) => !isOfGroup(signalIn(event)) && losesTo(signalIn(event), context),
    winsOver: ({ context, event }) => !isOfGroup(signalIn(event)) && isFromPeer(signalIn(event), context),
    isLateAccept: ({ context, event }) => isLateAccept(signalIn(event), context),
    isRefused: ({ context, event }) => refusalOf(signalIn(event), context) !== undefined,
    isAnswered: ({ context, event }) =>
      event.type === "push.answered" && event.roomID === context.call?.invitation.roomID,
    hasNext: ({ context }) => context.next !== null,
    hasNextGroup: ({ context }) => context.nextGroup !== null,
  },
}).createMachine({
  id: "callManager",
  context: ({ input }) => ({
    ...input,
    call: null,
    next: null,
    group: null,
    nextGroup: null,
    meetingID: null,
    isNewMeeting: false,
    overMeetingID: null,
    heardAt: 0,
    answeredRoomID: null,
    endedCalls: [],
    outputID: "",
  }),
  description:
    "A signal that ends an unknown call is remembered. A late accept is answered once, and a repeated invitation to a call that this user rejected is rejected again.",
  meta: { rule: "R1, R4, R5, R26" },
  invoke: [
    child("signalEvents"),
    child("pushAnswers"),
    { ...child("invitationCheck"), input: ({ self }) => ({ parent: self }) },
    child("signalQueue"),
    child("endSignal"),
    child("groupNotices"),
    { ...child("callKeeper"), input: ({ context: { userID } }) => ({ userID }) },
    { ...child("meetingKeeper"), input: ({ context: { userID } }) => ({ userID }) },
  ],
  initial: "free",
  on: {
    "call.sendSignal": { actions: "deliver" },
    "call.setEndSignal": { actions: "setEndSignal" },
    "call.setEndSignals": { actions: "setEndSignals" },
    "call.notice": { actions: "tellNotice" },
    "call.keep": { actions: "keepCall" },
    "call.outputChosen": { actions: "setOutput" },
    "push.answered": { actions: "noteAnswer" },
    "signal.accept": {
      guard: "isLateAccept",
      actions: [{ type: "answer", params: { content: { kind: "hungup" } } }, "markAnswered"],
    },
    "signal.reject": { actions: "markEnded" },
    "signal.cancel": { actions: "markEnded" },
    "signal.hungup": { actions: "markEnded" },
    "invitationCheck.passed": { actions: "routeSignal" },
    "invitationCheck.refused": { actions: "markEnded" },
  },
  states: {
    free: {
      on: {
        "user.call": { guard: "isCallable", target: "engaged.line.outgoing", actions: "dial" },
        "user.callGroup": { guard: "canCallGroup", target: "engaged.line.group", actions: "callGroup" },
        "user.joinCall": { target: "engaged.line.group", actions: "joinGroup" },
        "user.openMeeting": {
          guard: "canOpenMeeting",
          target: "engaged.line.meeting",
          actions: "openMeeting",
        },
        "meetingKeeper.left": { guard: "canReturn", target: "engaged.line.meeting", actions: "openMeeting" },
        "signal.invite": [
          { guard: "mayRingForGroup", actions: "checkInvitation" },
          { guard: "mayRing", target: "engaged.line.incoming", actions: "pickUp" },
          { guard: "isRefused", actions: { type: "answer", params: refusedAgain } },
          { actions: "reportDropped" },
        ],
        "invitationCheck.passed": { guard: "mayRing", target: "engaged.line.group", actions: "pickUpGroup" },
      },
    },
    engaged: {
      description:
        "A call is active and gets its signals. Other callers get a busy reject. A new invitation from the peer replaces this call. The media library loads now (7-41).",
      meta: { rule: "R1, R3, R6, R8" },
      tags: "engaged",
      type: "parallel",
      invoke: child("prepareMedia"),
      on: {
        "signal.invite": [
          { guard: "isSameRoom" },
          { guard: "isCalledAgain", actions: ["setNext", "replaceCall"] },
          {
            guard: "mayRing",
            actions: [{ type: "answer", params: { content: { kind: "reject", isBusy: true } } }, "markBusy"],
          },
          { guard: "isRefused", actions: { type: "answer", params: refusedAgain } },
          { actions: "reportDropped" },
        ],
        "signal.*": { guard: "isForThis", actions: ["hear", "forwardToCall"] },
      },
      states: {
        line: {
          initial: "incoming",
          states: {
            outgoing: {
              invoke: {
                id: "call",
                src: "caller",
                input: ({ context, self }) => ({ ...callInput(context), parent: self }),
                onDone: {
                  target: "#callManager.settling",
                  actions: {
                    type: "tellEnd",
                    params: ({ event }) => ({ outcome: event.output, isOutgoing: true }),
                  },
                },
                onError: { target: "#callManager.settling", actions: "reportFailure" },
              },
              initial: "calling",
              states: {
                calling: {
                  description: "Two users call each other: the same call survives on both sides.",
                  meta: { rule: "R7" },
                  on: {
                    "call.connected": "talking",
                    "signal.invite": [
                      { guard: "losesTo", actions: ["yieldTo", "replaceCall"] },
                      { guard: "winsOver" },
                    ],
                  },
                },
                talking: {},
              },
            },
            incoming: {
              on: { "push.answered": { guard: "isAnswered", actions: "acceptCall" } },
              invoke: {
                id: "call",
                src: "callee",
                input: ({ context, self }) => ({ ...callInput(context), parent: self }),
                onDone: {
                  target: "#callManager.settling",
                  actions: [
                    {
                      type: "tellEnd",
                      params: ({ event }) => ({ outcome: event.output, isOutgoing: false }),
                    },
                    { type: "markDeclined", params: ({ event }) => ({ outcome: event.output }) },
                  ],
                },
                onError: { target: "#callManager.settling", actions: "reportFailure" },
              },
            },
            group: {
              description:
                "A group call gets the signals of its room and of its group. All other invitations get a busy reject.",
              meta: { rule: "R6, R24, R25" },
              invoke: {
                id: "groupCall",
                src: "groupCall",
                input: ({ context, self }) => ({ ...groupInput(context), parent: self }),
                onDone: [
                  {
                    guard: { type: "isMoved", params: ({ event }) => ({ outcome: event.output }) },
                    target: "#callManager.settlingGroup",
                    actions: [
                      { type: "markGroupEnded", params: ({ event }) => ({ outcome: event.output }) },
                      { type: "setNextGroup", params: ({ event }) => ({ outcome: event.output }) },
                    ],
                  },
                  {
                    target: "#callManager.settlingGroup",
                    actions: [
                      { type: "markGroupEnded", params: ({ event }) => ({ outcome: event.output }) },
                      { type: "showEnd", params: ({ event }) => ({ toast: endToast(event.output) }) },
                    ],
                  },
                ],
                onError: { target: "#callManager.settlingGroup", actions: "reportFailure" },
              },
              on: {
                "signal.invite": [
                  {
                    guard: and(["isOfGroupCall", "mayRing"]),
                    actions: ["forwardToGroupCall", "markEnded"],
                  },
                  { guard: "isOfGroupCall" },
                  { guard: "isOfSameGroup", actions: "forwardToGroupCall" },
                ],
                "signal.*": { guard: "isOfGroupCall", actions: "forwardToGroupCall" },
              },
            },
            meeting: {
              description:
                "A meeting. It gets no signals. It is stored while the user is in: after a reload on another page its lobby opens again.",
              meta: { rule: "R6, R31" },
              invoke: {
                id: "meeting",
                src: "meeting",
                input: ({ context, self }) => ({ ...meetingInput(context), parent: self }),
                onDone: {
                  target: "#callManager.settlingGroup",
                  actions: [
                    "dropMeeting",
                    { type: "markMeetingOver", params: ({ event }) => ({ outcome: event.output }) },
                    { type: "showEnd", params: ({ event }) => ({ toast: meetingToast(event.output) }) },
                  ],
                },
                onError: { target: "#callManager.settlingGroup", actions: "reportFailure" },
              },
              initial: "lobby",
              states: {
                lobby: {
                  description: "The user is not in the meeting yet: a call rings and replaces the lobby.",
                  on: {
                    "meeting.entered": { target: "inside", actions: "keepMeeting" },
                    "signal.invite": [
                      { guard: "mayRingForGroup", actions: "checkInvitation" },
                      {
                        guard: "mayRing",
                        target: "#callManager.engaged.line.incoming",
                        actions: ["dropMeeting", "leaveMeeting", "pickUp"],
                      },
                    ],
                    "invitationCheck.passed": {
                      guard: "mayRing",
                      target: "#callManager.engaged.line.group",
                      actions: ["dropMeeting", "leaveMeeting", "pickUpGroup"],
                    },
                  },
                },
                inside: {},
              },
            },
          },
        },
        window: {
          description:
            "How the user wants to see the call: full screen, docked beside the chat, or minimised.",
          initial: "aside",
          states: {
            full: { on: { "user.minimise": "aside.minimised", "user.dock": "aside.docked" } },
            aside: {
              description:
                "The page may be visible. A second call to the same peer or group shows this call.",
              initial: "unchosen",
              on: {
                "user.restore": "full",
                "user.call": [
                  { guard: "isWithPeer", target: "full" },
                  { actions: { type: "notify", params: { toast: IN_A_CALL } } },
                ],
                "user.callGroup": [
                  { guard: "isThisGroupCall", target: "full" },
                  { actions: { type: "notify", params: { toast: IN_A_CALL } } },
                ],
                "user.joinCall": [
                  { guard: "isThisGroupCall", target: "full" },
                  { actions: { type: "notify", params: { toast: IN_A_CALL } } },
                ],
                "user.openMeeting": [
                  { guard: "isThisMeeting", target: "full" },
                  { actions: { type: "notify", params: { toast: IN_A_CALL } } },
                ],
              },
              states: {
                unchosen: {
                  description:
                    "The user has not chosen yet. In a wide window a call that rings here floats. Every other call fills the window.",
                  tags: "unchosen",
                  on: { "user.minimise": "minimised", "user.dock": "docked" },
                },
                minimised: { tags: "minimised", on: { "user.dock": "docked" } },
                docked: { tags: "docked", on: { "user.minimise": "minimised" } },
              },
            },
          },
        },
      },
    },
    settling: {
      description: "The call ended. A replacing call starts, or the pending end signal is cleared.",
      meta: { rule: "R7, R8, R20" },
      entry: ["markCurrentEnded", "dropKept"],
      always: [
        { guard: "hasNext", target: "engaged.line.incoming", actions: "takeNext" },
        { target: "free", actions: ["clearEndSignal", "clearCall"] },
      ],
    },
    settlingGroup: {
      description: "The call of many ended. Another call of the same group takes its place, or none.",
      meta: { rule: "R20, R24" },
      always: [
        { guard: "hasNextGroup", target: "engaged.line.group", actions: "takeNextGroup" },
        { target: "free", actions: ["clearEndSignal", "clearCall"] },
      ],
    },
  },
});

function signalIn(event: CallManagerEvent): SignalEvent {
  if (event.type === "invitationCheck.passed" || event.type === "invitationCheck.refused")
    return event.signal;
  assertEvent(event, "signal.*");
  return event;
}

function refusedAgain({ context, event }: { context: CallManagerContext; event: CallManagerEvent }) {
  const isBusy = refusalOf(signalIn(event), context) === "busy";
  return { content: { kind: "reject", isBusy } } as const;
}
