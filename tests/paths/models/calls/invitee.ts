import { inviteeMachine } from "../../../../machines/calls/invitee.ts";
import type { Invitation } from "../../../../machines/domain/call.ts";
import { aHungup, anAccept, anInvitation, aReject, ROOM } from "../../../fakes/signals.ts";
import { ANNA, aGroup, aMember, aParticipant, aWorld, BEN, ME, NOON, TEAM } from "../../../fakes/world.ts";
import type { Step } from "../../graph.ts";
import type { ChartModel, Row, Wire } from "../../model.ts";
import { chartsDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import {
  arrive,
  callManagerOf,
  holdSignals,
  isAbout,
  isOver,
  nameEverything,
  sendsSignal,
} from "./call-parts.ts";

const PHONE = "9".repeat(32);
const INVITATION: Invitation = anInvitation({
  roomID: ROOM,
  inviterUserID: ME,
  inviteeUserIDList: [ANNA],
  sessionType: "group",
  groupID: TEAM,
  extra: { initiateTime: NOON, startTime: NOON },
});
const about = { invitation: INVITATION };
/** The inviter's copies say the time that is left, which is shorter. `inviterModel` has them. */
const FIRST = `"timeout":${INVITATION.timeout}`;

/** Anna, invited by this user to a group call. */
export const inviteeModel: ChartModel<typeof inviteeMachine> = {
  chart: "invitee",
  machine: inviteeMachine,
  input: {
    parent: ignoringParent,
    clock: { newID: () => ROOM, now: () => NOON },
    invitation: INVITATION,
    participant: aParticipant(),
  },
  events: {
    "signal.accept": anAccept({ ...about, deviceID: PHONE }),
    "signal.accept of a simple client": anAccept({ ...about, deviceID: null }),
    "signal.reject": aReject(about),
    "signal.reject busy": aReject({ ...about, isBusy: true }),
    "signal.reject outside": aReject({ ...about, isOutside: true }),
    "signal.hungup": aHungup(about),
    "invitee.arrived": { type: "invitee.arrived" },
  },
  answers: { invite: { failed: ["network"] } },
  // The device that accepted first.
  around: {
    start: "",
    after: (around, label) =>
      around === "" && label.startsWith("signal.accept")
        ? label === "signal.accept"
          ? PHONE
          : "unknown"
        : around,
  },
  evenIgnored: ["signal.accept", "signal.reject"],
  isRest: isOver,

  opens: () => ({
    world: aWorld({ groups: [aGroup()], members: [aMember(), aMember({ userID: ANNA, nickname: "Anna" })] }),
  }),
  prepare(ports) {
    nameEverything(ports, ROOM);
    holdSignals(ports, "invite");
  },
  async begin(stage) {
    const group = { groupID: TEAM, name: "Team", faceURL: "" };
    const call = { type: "user.callGroup", group, people: [aParticipant()], mediaType: "voice" };
    await stage.act(() => callManagerOf(stage.app)?.send(call));
    await stage.act(() => stage.ports.emit.room({ type: "room.connected", members: [] }));
  },
  actor: (app) => callManagerOf(app, "groupCall")?.getSnapshot().context.invitees[ANNA]?.actor,
  calls: { invite: "im.sendSignal" },
  tells: ["groupCall <- invitee.ended"],
  isOwn: ({ call, input }) =>
    call !== "im.sendSignal" || !isAbout(input, `"kind":"invite"`) || isAbout(input, FIRST),
  logged: ["invite"],
  delays: { waitTimeout: 30_000, meetTimeout: 17_000 },
  stimuli: { "invitee.arrived": arrive },
  reads: ({ value }) => ({ is: value }),
  rows: {
    "ringing.inviting": {
      asks: [sendsSignal(ANNA, { kind: "invite" }, INVITATION)],
      reads: { is: { ringing: "inviting" } },
      holds: { ringing: ["ringback"] },
    },
    "ringing.waiting": { reads: { is: { ringing: "waiting" } }, holds: { ringing: ["ringback"] } },
    accepted: { reads: { is: "accepted" }, holds: { ringing: ["ringback"] } },
    joined: over,
    declined: over,
    busy: over,
    outside: over,
    noAnswer: over,
  },
  leads: {
    "*": { "invitee.arrived": "joined" },
    "ringing.*": {
      "signal.accept": "accepted",
      "signal.accept of a simple client": "accepted",
      "signal.reject": "declined",
      "signal.reject busy": "busy",
      "signal.reject outside": "outside",
      "signal.hungup": "declined",
      "after waitTimeout": "noAnswer",
    },
    "ringing.inviting": {
      "invite done": "ringing.waiting",
      "invite failed (network)": "noAnswer",
    },
    "ringing.waiting": {},
    accepted: {
      // R10: the first accept counts; a reject of another device does not.
      "signal.hungup": "declined",
      "after meetTimeout": "noAnswer",
    },
    joined: {},
    declined: {},
    busy: {},
    outside: {},
    noAnswer: {},
  },
  told: (step) => (isOver(step.after) ? ending(step) : []),
  noise: {
    "R1 answers of another user": ({ ports }) => {
      for (const signal of [anAccept, aReject, aHungup]) ports.emit.signals(signal({ ...about, from: BEN }));
    },
    "R26 answers to an earlier invitation": ({ ports }) => {
      const earlier = { invitation: { ...INVITATION, extra: { initiateTime: NOON - 1 } } };
      for (const signal of [anAccept, aReject, aHungup]) ports.emit.signals(signal(earlier));
    },
  },
  excused: chartsDoNotFail("inviter"),
};

function over(): Row {
  return { gone: true, holds: { ringing: [] } };
}

/** The end of the ring, and the signals to the devices of the invited user. */
function ending({ label, aroundBefore }: Step<typeof inviteeMachine>): readonly Wire[] {
  const ended = (status: string): Wire => ["groupCall <- invitee.ended", { userID: ANNA, status }];
  const cancel = (acceptedBy: string | null): Wire =>
    sendsSignal(ANNA, { kind: "cancel", acceptedBy }, INVITATION);
  switch (label) {
    case "invitee.arrived":
      return [ended("joined"), cancel(aroundBefore === PHONE ? PHONE : "another")];
    case "signal.reject":
    case "signal.hungup":
      return [ended("declined"), cancel(null)];
    case "signal.reject busy":
      return [ended("busy"), cancel(null)];
    case "signal.reject outside":
      return [ended("outside"), cancel(null)];
    default:
      return [ended("noAnswer"), cancel(null)];
  }
}
