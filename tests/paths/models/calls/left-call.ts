import type { LeftCall } from "../../../../machines/calls/call-rules.ts";
import { leftCallMachine } from "../../../../machines/calls/left-call.ts";
import { anInvitation, ROOM } from "../../../fakes/signals.ts";
import { ANNA, aWorld, ME, NOON } from "../../../fakes/world.ts";
import type { ChartModel, Moment, Wire } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { ignoringParent } from "../parents.ts";
import { sendsSignal } from "./call-parts.ts";

const TALK: LeftCall = {
  roomID: ROOM,
  mediaType: "voice",
  peerID: ANNA,
  startedAt: NOON - 60_000,
  partedAt: null,
  leftAt: NOON,
};

const RANG: LeftCall = { ...TALK, startedAt: null };

const ACCEPTED = "takeCall done (a call that this user accepted)";

/** A call that rang at the peer is cancelled; a call that this user accepted has failed. */
function endSignal({ step }: Moment<typeof leftCallMachine>): Wire {
  return step?.around === ACCEPTED
    ? sendsSignal(
        ANNA,
        { kind: "hungup", hasFailed: true },
        anInvitation({ inviterUserID: ANNA, inviteeUserIDList: [ME] }),
      )
    : sendsSignal(
        ANNA,
        { kind: "cancel", acceptedBy: null },
        anInvitation({ inviterUserID: ME, inviteeUserIDList: [ANNA] }),
      );
}

export const leftCallModel: ChartModel<typeof leftCallMachine> = {
  chart: "leftCall",
  machine: leftCallMachine,
  input: { parent: ignoringParent, userID: ME, clock: { newID: () => ROOM, now: () => NOON } },
  events: {},
  answers: {
    takeCall: {
      done: {
        "no call": () => null,
        "a talk": () => TALK,
        "a talk they were apart in": () => ({ ...TALK, partedAt: NOON - 20_000 }),
        "a call that rings": () => RANG,
        "a call that rang out": () => ({ ...RANG, leftAt: NOON - 30_000 }),
        "a talk of an hour ago": () => ({ ...TALK, startedAt: NOON - 3_660_000, leftAt: NOON - 3_600_000 }),
        "an older talk": () => ({ ...TALK, startedAt: NOON - 3_660_001, leftAt: NOON - 3_600_001 }),
        "a call that rings at a user who is offline": () => ({ ...RANG, isRecorded: true }),
        "a talk that rang at a user who was offline": () => ({ ...TALK, isRecorded: true }),
        "a call that this user accepted": () => ({ ...RANG, isIncoming: true }),
        "a talk that the peer started": () => ({ ...TALK, isIncoming: true }),
        "an older call that rang": () => ({ ...RANG, leftAt: NOON - 3_600_001 }),
      },
      failed: ["unknown"],
    },
    cancel: { failed: ["network"] },
    cancelAgain: { failed: ["network"] },
  },
  around: {
    start: "",
    after: (taken, label) => (label.startsWith("takeCall") ? label : taken),
  },
  isRest: ({ value }) => value === "settled",

  opens: () => ({ world: aWorld() }),
  actor: (app) => childOf(app, "session", "signedIn", "leftCall"),
  calls: { takeCall: "storage.takeCall", cancel: "im.sendSignal", cancelAgain: "im.sendSignal" },
  tells: ["signedIn <- callManager.record"],
  logged: ["takeCall", "cancel", "cancelAgain"],
  delays: { retryDelay: 1000 },
  reads: ({ value }) => ({ is: value }),
  rows: {
    taking: { asks: [["storage.takeCall", { userID: ME }]], reads: { is: "taking" } },
    cancelling: (moment) => ({ asks: [endSignal(moment)], reads: { is: "cancelling" } }),
    pausing: { reads: { is: "pausing" } },
    cancellingAgain: (moment) => ({ asks: [endSignal(moment)], reads: { is: "cancellingAgain" } }),
    settled: { reads: { is: "settled" } },
  },
  leads: {
    taking: {
      "takeCall done (no call)": "settled",
      "takeCall done (a talk)": "settled",
      "takeCall done (a talk they were apart in)": "settled",
      "takeCall done (a call that rings)": "cancelling",
      "takeCall done (a call that rang out)": "settled",
      "takeCall done (a talk of an hour ago)": "settled",
      "takeCall done (an older talk)": "settled",
      "takeCall done (a call that rings at a user who is offline)": "cancelling",
      "takeCall done (a talk that rang at a user who was offline)": "settled",
      [ACCEPTED]: "cancelling",
      "takeCall done (a talk that the peer started)": "settled",
      "takeCall done (an older call that rang)": "settled",
      "takeCall failed (unknown)": "settled",
    },
    cancelling: {
      "cancel done": "settled",
      "cancel failed (network)": "pausing",
    },
    pausing: { "after retryDelay": "cancellingAgain" },
    cancellingAgain: {
      "cancelAgain done": "settled",
      "cancelAgain failed (network)": "settled",
    },
    settled: {},
  },
  told: ({ label }) => RECORDS[label] ?? [],
};

const written = (result: string, durationSeconds: number): Wire => [
  "signedIn <- callManager.record",
  { userID: ANNA, record: { roomID: ROOM, mediaType: "voice", result, durationSeconds } },
];

const RECORDS: Readonly<Record<string, readonly Wire[]>> = {
  "takeCall done (a talk)": [written("completed", 60)],
  "takeCall done (a talk they were apart in)": [written("completed", 40)],
  "takeCall done (a call that rings)": [written("cancelled", 0)],
  "takeCall done (a call that rang out)": [written("cancelled", 0)],
  "takeCall done (a talk that rang at a user who was offline)": [written("completed", 60)],
  "takeCall done (a talk of an hour ago)": [written("completed", 60)],
};
