/** The invariants of every simulation, checked at its end. Each reports in words what is wrong. */
import type { EndReason } from "../../machines/calls/call-rules.ts";
import type { CallRecord } from "../../machines/domain/call.ts";
import type { CallSide } from "./device.ts";
import { NEWS } from "./media-server.ts";
import { PARTING } from "./people.ts";
import { short } from "./relay.ts";
import type { Separation, Simulation } from "./simulation.ts";

export type Invariant =
  | "free"
  | "held"
  | "records"
  | "chats"
  | "reasons"
  | "alone"
  | "patience"
  | "glare"
  | "parting"
  | "replacement"
  | "calledOff"
  | "lateAccept"
  | "busy"
  | "told"
  | "elsewhere"
  | "quiet";

export interface Problem {
  invariant: Invariant;
  what: string;
}

export interface Verdict {
  problems: readonly Problem[];
  /** How many cases each invariant checked. */
  seen: Readonly<Partial<Record<Invariant, number>>>;
}

interface Room {
  roomID: string;
  caller: CallSide | undefined;
  callees: readonly CallSide[];
}

interface Inspection {
  simulation: Simulation;
  rooms: readonly Room[];
  /** Counts a checked case, and records what is wrong with it. */
  check(invariant: Invariant, isRight: boolean, what: () => string): void;
}

export function checkInvariants(simulation: Simulation): Verdict {
  const problems: Problem[] = [];
  const seen: Partial<Record<Invariant, number>> = {};
  const inspection: Inspection = {
    simulation,
    rooms: roomsOf(simulation),
    check(invariant, isRight, what) {
      seen[invariant] = (seen[invariant] ?? 0) + 1;
      if (!isRight) problems.push({ invariant, what: what() });
    },
  };
  for (const inspect of [
    silence,
    records,
    reasons,
    patience,
    glare,
    replacement,
    calledOff,
    lateAccept,
    busy,
    told,
    elsewhere,
  ])
    inspect(inspection);
  return { problems, seen };
}

function roomsOf({ sides }: Simulation): Room[] {
  const ids = [...new Set(sides.map(({ roomID }) => roomID))];
  return ids.map((roomID) => ({
    roomID,
    caller: sides.find((side) => side.roomID === roomID && side.role === "caller"),
    callees: sides.filter((side) => side.roomID === roomID && side.role === "callee"),
  }));
}

/* ---------------------------------------------------------------- nothing is left over */

function silence({ simulation, check }: Inspection): void {
  for (const device of simulation.devices) {
    check(
      "free",
      device.expectation === "free" || device.expectation === "away",
      () => `${device.name} is ${device.expectation}`,
    );
    for (const { rooms, ringing, awake } of device.held)
      check(
        "held",
        rooms.length === 0 && ringing.length === 0 && awake === 0,
        () => `${device.name} holds ${JSON.stringify({ rooms, ringing, awake })}`,
      );
    check("quiet", device.errors.length === 0, () => `${device.name} threw ${device.errors.join(", ")}`);
  }
  const lines = simulation.devices
    .flatMap(({ log }) => log)
    .filter((line) => line !== "callManager: dropped signal.invite");
  check(
    "quiet",
    lines.length <= simulation.faults,
    () => `${simulation.faults} failures were logged as ${lines.join("; ")}`,
  );
  const strange = lines.filter((line) => !/^\w+: xstate\.error\.actor\.\w+$/.test(line));
  check("quiet", strange.length === 0, () => `logged: ${strange.join("; ")}`);
}

/* ---------------------------------------------------------------- records */

/** The result in the caller's record, by the caller's end reason (2-97). */
export const RECORDED: Readonly<Record<EndReason, CallRecord["result"] | null>> = {
  completed: "completed",
  connectionLost: "completed",
  peerLost: "completed",
  cancelled: "cancelled",
  declined: "declined",
  hungUp: "declined",
  busy: "busy",
  noAnswer: "noAnswer",
  failed: "failed",
  abandoned: null,
  notStarted: null,
  replaced: null,
  missed: null,
  calledOff: null,
  answeredElsewhere: null,
};
/** The result in the callee's record if the caller is gone without a signal (R21). */
export const RECORDED_BY_CALLEE: Readonly<Partial<Record<EndReason, CallRecord["result"]>>> = {
  missed: "noAnswer",
  peerLost: "completed",
};

function records({ simulation, rooms, check }: Inspection): void {
  const { stored, devices } = simulation;
  for (const { roomID, caller, callees } of rooms) {
    const written = stored.flatMap(({ sendID, content }) =>
      content.type === "callRecord" && content.record.roomID === roomID
        ? [{ sendID, ...content.record }]
        : [],
    );
    // 11-25: the record of a ring at a user who was offline says already that the call was missed.
    const rings = written.filter(({ ringSeconds }) => ringSeconds !== undefined);
    const told = caller?.reason ? RECORDED[caller.reason] : null;
    const expected = rings.length > 0 && told !== "completed" && told !== "declined" ? null : told;
    check("records", rings.length <= 1, () => `${short(roomID)} rings ${rings.length} times in the chat`);
    const byCaller = written.filter(
      ({ isByCallee, ringSeconds }) => !isByCallee && ringSeconds === undefined,
    );
    const results = byCaller.map(({ result }) => result);
    const isRight = results.length === (expected ? 1 : 0) && results.every((result) => result === expected);
    check(
      "records",
      isRight,
      () => `${short(roomID)} ended ${caller?.reason} and is written as [${results}]`,
    );
    const isByCaller = [...rings, ...byCaller].every(({ sendID }) => sendID === caller?.userID);
    check("records", isByCaller, () => `${short(roomID)} is written by the callee in the caller's name`);
    const due = callees.flatMap(({ reason, connectedAt }) => {
      if (reason === "peerLost" && connectedAt === null) return "failed";
      return (reason && RECORDED_BY_CALLEE[reason]) ?? [];
    });
    const byCallee = written.flatMap(({ isByCallee, result }) => (isByCallee ? result : []));
    check(
      "records",
      due.sort().join() === byCallee.sort().join(),
      () => `the callee owes [${due}] for ${short(roomID)} and writes [${byCallee}]`,
    );
  }
  for (const { name, chat } of devices) {
    if (!chat) continue;
    const shown = chat.messages.map(({ clientMsgID }) => clientMsgID).sort();
    const kept = stored.filter(({ conversationID }) => conversationID === chat.conversationID);
    const isSame =
      shown.join() ===
      kept
        .map(({ clientMsgID }) => clientMsgID)
        .sort()
        .join();
    check("chats", isSame, () => `${name} sees ${shown.length} records of ${kept.length}`);
  }
}

/* ---------------------------------------------------------------- reasons */

type Other = EndReason | "nothing";

/** The callee's end reason while only a single user acts at a time; "nothing" means that it never rang. */
const IN_ORDER: Readonly<Partial<Record<EndReason, readonly Other[]>>> = {
  completed: ["completed"],
  cancelled: ["calledOff", "hungUp"],
  declined: ["declined"],
  hungUp: ["declined"],
  // declined: a decline that crosses the time-out, which no user triggers
  noAnswer: ["calledOff", "hungUp", "declined"],
  abandoned: ["nothing"],
};

/**
 * The caller was connected. declined, failed and missed: the call ended between the accept and the connection in the
 * room (R9, R14).
 */
const AFTER_TALK: readonly Other[] = [
  "completed",
  "connectionLost",
  "peerLost",
  "declined",
  "failed",
  "missed",
  "calledOff",
  "hungUp",
  "replaced",
];
/** The caller ended the call before the callee joined: the call may never have rung. */
const AFTER_WAIT: readonly Other[] = ["nothing", ...AFTER_TALK];

/**
 * Possible ends while signals are in flight or requests fail. A "completed" callee whose caller never connected is
 * short: the accept was late, or the hungup overtook the accept (R5, R9).
 */
const CROSSED: Readonly<Record<EndReason, readonly Other[]>> = {
  completed: AFTER_TALK,
  connectionLost: AFTER_TALK,
  peerLost: AFTER_TALK,
  cancelled: AFTER_WAIT,
  declined: ["declined", "failed", "completed", "connectionLost", "peerLost"],
  // the callee may find the caller in the room before the caller finds the callee
  hungUp: ["declined", "completed", "connectionLost", "peerLost"],
  busy: ["nothing"],
  noAnswer: AFTER_WAIT,
  failed: AFTER_WAIT,
  // the invitation whose request failed may have arrived (R13)
  notStarted: ["nothing", "peerLost", "missed", "calledOff", "hungUp", "declined", "failed", "replaced"],
  abandoned: ["nothing"],
  replaced: AFTER_WAIT,
  missed: [],
  calledOff: [],
  answeredElsewhere: [],
};

/** How long a callee may stay connected without its caller, in milliseconds: the travel time of two signals, or R17. */
const MAX_ONE_SIDED = 20_000;

function reasons({ simulation: { style }, rooms, check }: Inspection): void {
  if (style.net.lose > 0 || style.habits.leaving > 0) return;
  const allowed: Readonly<Partial<Record<EndReason, readonly Other[]>>> =
    style.habits.pace === "unhurried" ? IN_ORDER : CROSSED;
  for (const { roomID, caller, callees } of rooms) {
    const ours = caller?.reason;
    if (!caller || !ours) {
      check("reasons", false, () => `${short(roomID)} has no end at the caller's`);
      continue;
    }
    const theirs: readonly Other[] =
      callees.length > 0 ? callees.map(({ reason }) => reason ?? "nothing") : ["nothing"];
    // only one of several devices answers; a new call may reach another device before the cancel of the old call (R8)
    const rest: readonly Other[] =
      callees.length > 1 ? ["answeredElsewhere", "missed", "calledOff", "hungUp", "replaced"] : [];
    const may = [...(allowed[ours] ?? []), ...rest];
    check(
      "reasons",
      theirs.every((reason) => may.includes(reason)),
      () => `${short(roomID)} is ${ours} for the caller and ${theirs.join(" and ")} for the callee`,
    );
    for (const { connectedAt, endedAt } of callees) {
      if (connectedAt === null || endedAt === null || caller.connectedAt !== null) continue;
      check(
        "reasons",
        endedAt - connectedAt <= MAX_ONE_SIDED,
        () => `the callee believes in ${short(roomID)} for ${endedAt - connectedAt} ms, the caller never did`,
      );
    }
  }
}

/* ---------------------------------------------------------------- time */

/** How long a connected user waits for a peer who never came (R16), and for a peer who left (R21); milliseconds. */
const PATIENCE: Readonly<Record<Separation, number>> = { unmet: 17_000, parted: 30_000 };
/** The longest setup of a call in milliseconds: tokens, 30 s ring timeout, 5 s grace, joining. */
const LONGEST_SETUP = 75_000;

function patience({ simulation: { longestAlone, sides }, check }: Inspection): void {
  for (const kind of ["unmet", "parted"] as const) {
    const longest = longestAlone[kind];
    if (!longest) continue;
    check(
      "alone",
      longest.milliseconds <= PATIENCE[kind] + NEWS + 50,
      () =>
        `${longest.side.device} is alone in ${short(longest.side.roomID)} (${kind}) for ${longest.milliseconds} ms`,
    );
  }
  for (const { device, roomID, begunAt, connectedAt, endedAt } of sides) {
    if (connectedAt !== null || endedAt === null) continue;
    check(
      "patience",
      endedAt - begunAt <= LONGEST_SETUP,
      () => `${device} waits ${endedAt - begunAt} ms in ${short(roomID)}`,
    );
  }
}

/* ---------------------------------------------------------------- crossing calls */

/** Two crossing calls become a single talk in the smaller room, which lasts until a user hangs up. */
function glare({ simulation, rooms, check }: Inspection): void {
  if (simulation.style.habits.pace !== "crossing") return;
  const talks = rooms.filter(
    ({ caller, callees }) =>
      isConnectedUntil(PARTING, caller) && callees.some((callee) => isConnectedUntil(PARTING, callee)),
  );
  if (rooms.length > 1) {
    const smallest = rooms.map(({ roomID }) => roomID).sort()[0];
    const isRight = talks.length === 1 && talks[0]?.roomID === smallest;
    check(
      "glare",
      isRight,
      () => `${talks.length} talks come of calls in ${rooms.map(({ roomID }) => short(roomID))}`,
    );
  }
  for (const { roomID, caller, callees } of talks) {
    const ends = [caller?.reason, ...callees.map(({ reason }) => reason)];
    const isRight = ends.every((reason) => reason === "completed" || reason === "connectionLost");
    check("parting", isRight, () => `${short(roomID)} ends as ${ends.join(" and ")}`);
  }
}

function isConnectedUntil(moment: number, side: CallSide | undefined): boolean {
  return side?.connectedAt != null && (side.endedAt ?? 0) >= moment;
}

/** A replaced side continues at once with the other call of the same users. */
function replacement({ simulation: { sides }, check }: Inspection): void {
  for (const { reason, device, roomID, peerID, endedAt } of sides) {
    if (reason !== "replaced") continue;
    const next = sides.find(
      (side) => side.device === device && side.roomID !== roomID && side.begunAt === endedAt,
    );
    check("replacement", next?.peerID === peerID, () => `${device} loses ${short(roomID)} to nothing`);
  }
}

/** A call is remembered longer than any signal is in flight (R4). A reloaded page forgets it. */
function calledOff({ simulation: { style, sides, received }, check }: Inspection): void {
  if (style.habits.leaving > 0) return;
  for (const { kind, device, roomID, at } of received) {
    if (kind !== "cancel" && kind !== "hungup") continue;
    const ringing = sides.find(
      (side) => side.device === device && side.roomID === roomID && side.begunAt > at,
    );
    check("calledOff", !ringing, () => `${device} rings for ${short(roomID)}, which was called off before`);
  }
}

function lateAccept({ simulation: { style, sides, received, sent }, check }: Inspection): void {
  if (style.habits.leaving > 0) return;
  for (const { kind, device, roomID, at } of received) {
    const side = sides.find((one) => one.device === device && one.roomID === roomID && one.role === "caller");
    if (kind !== "accept" || !side || side.endedAt === null || side.endedAt >= at) continue;
    const isAnswered = sent.some(
      (one) => one.device === device && one.roomID === roomID && one.kind === "hungup",
    );
    check(
      "lateAccept",
      isAnswered,
      () => `${device} leaves the late accept of ${short(roomID)} without an answer`,
    );
  }
}

function busy({ simulation: { sides }, rooms, check }: Inspection): void {
  for (const { roomID, caller } of rooms) {
    if (caller?.reason !== "busy") continue;
    const { peerID, begunAt, endedAt } = caller;
    const isEngaged = sides.some(
      (side) =>
        side.userID === peerID &&
        side.roomID !== roomID &&
        side.begunAt <= (endedAt ?? 0) &&
        (side.endedAt ?? Number.POSITIVE_INFINITY) >= begunAt,
    );
    check("busy", isEngaged, () => `${short(roomID)} is told to be busy by somebody who is not`);
  }
}

/** Every call to a user who is in a call with another user gets an answer, also a repeated call. */
function told({ simulation: { style, sides, received, sent }, check }: Inspection): void {
  if (style.habits.leaving > 0 || style.net.fail > 0) return;
  for (const { kind, device, roomID, at } of received) {
    const by = sides.find((side) => side.roomID === roomID && side.role === "caller")?.userID;
    const engaged = sides.find(
      (side) =>
        side.device === device && side.begunAt < at && (side.endedAt ?? Number.POSITIVE_INFINITY) > at,
    );
    if (kind !== "invite" || !engaged || engaged.peerID === by) continue;
    const isKnown = received.some(
      (one) => one.device === device && one.roomID === roomID && one.kind !== "invite" && one.at <= at,
    );
    if (isKnown) continue;
    const isTold = sent.some(
      (one) => one.device === device && one.roomID === roomID && one.kind === "reject",
    );
    check("told", isTold, () => `${device} is in a call and leaves ${short(roomID)} without an answer`);
  }
}

/* ---------------------------------------------------------------- several devices */

/** After this time, in milliseconds, every signal of a call has arrived, except for duplicates. */
const TOLD = 10_000;

/** A call moves from one device to another within this time, in milliseconds, if the caller is still there. */
const MOVE = 4000;

function elsewhere({ simulation, rooms, check }: Inspection): void {
  if (new Set(simulation.style.cast).size === simulation.style.cast.length) return;
  for (const { roomID, caller, callees } of rooms) {
    const talks = callees.flatMap(({ connectedAt, endedAt }) =>
      connectedAt === null ? [] : [{ from: connectedAt, to: endedAt ?? Number.POSITIVE_INFINITY }],
    );
    for (const [index, one] of talks.entries())
      for (const other of talks.slice(index + 1)) {
        const overlap = Math.min(one.to, other.to) - Math.max(one.from, other.from);
        check("elsewhere", overlap <= NEWS, () => `two devices talk in ${short(roomID)} for ${overlap} ms`);
      }
    if (callees.length < 2 || !caller) continue;
    for (const { device, reason, endedAt } of callees) {
      if (reason !== "answeredElsewhere" || (caller.endedAt ?? 0) < (endedAt ?? 0) + MOVE) continue;
      // the caller may have met a device that hung up before the caller knew
      const isAnswered = callees.some(
        (other) =>
          other.device !== device &&
          (other.connectedAt !== null || (other.reason === "declined" && hasAccepted(simulation, other))),
      );
      check("elsewhere", isAnswered, () => `${device} leaves ${short(roomID)} to a device that never talks`);
    }
    const answer = callees.find(({ connectedAt }) => connectedAt !== null);
    for (const callee of callees) {
      if (callee === answer || callee.endedAt === null) continue;
      const isToldBy = Math.max(answer?.connectedAt ?? 0, caller.connectedAt ?? 0) + TOLD;
      if (isConnectedUntil(isToldBy, caller) && isConnectedUntil(isToldBy, answer))
        check(
          "elsewhere",
          callee.reason !== "missed" && callee.reason !== "calledOff",
          () => `${callee.device} misses ${short(roomID)}, which was answered by ${answer?.device}`,
        );
      if (caller.reason === "declined")
        check(
          "elsewhere",
          callee.endedAt <= (caller.endedAt ?? 0) + TOLD || callee.connectedAt !== null,
          () => `${callee.device} rings on in ${short(roomID)} after it was declined`,
        );
    }
  }
}

function hasAccepted({ sent }: Simulation, { device, roomID }: CallSide): boolean {
  return sent.some((one) => one.kind === "accept" && one.device === device && one.roomID === roomID);
}
