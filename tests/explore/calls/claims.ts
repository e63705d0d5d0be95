/** The claims that must hold in every run of the explored calls, and those that some run must show. */
import type { CallRecord } from "../../../machines/domain/call.ts";
import type { Claims } from "../../../tools/charts/explore/claims.ts";
import type { CallSide } from "../../pair/device.ts";
import { RECORDED, RECORDED_BY_CALLEE } from "../../pair/invariants.ts";
import { short } from "../../pair/relay.ts";
import { callLogProblem, heldProblem } from "../common/device-claims.ts";
import type { CallDevice, Heard } from "./call-device.ts";
import type { World } from "./world.ts";

/** Both users are free at most this long after the last act, in milliseconds. */
const LONGEST_CALL = 60_000;
/** A user is in a call without the peer at most this long, in milliseconds: R16 and a late signal. */
const LONGEST_ALONE = 20_000;
/** The same if the network lost an answer: the ring timeout, and 5 s (R12). */
const LONGEST_RING = 36_000;

export const claims: Claims<World> = {
  never: {
    "R1 R13 a device throws, or logs what is no failed request": callLogProblem,
    "R4 R9 a call rings or goes on although its caller ended it": ({ devices }) => {
      for (const { name, side, heard, expectation } of devices) {
        if (side?.role !== "callee" || side.connectedAt !== null) continue;
        const isEnded = heard.some((one) => one.roomID === side.roomID && isEnd(one));
        if (isEnded)
          return `${name} is ${expectation} in room ${short(side.roomID)}, which its caller ended.`;
      }
      return null;
    },
    "R7 both users give up their own call for the other's": ({ devices }) => {
      const given = devices.flatMap(({ person, sides }) =>
        sides.flatMap((side) =>
          side.role === "caller" && side.reason === "replaced" ? [{ person, side }] : [],
        ),
      );
      const crossing = given.find((one) =>
        given.some(
          (other) =>
            other.person !== one.person && areAtOnce(one.side, other.side) && one.side !== other.side,
        ),
      );
      return crossing
        ? `Room ${short(crossing.side.roomID)} and the call that crosses it are both given up.`
        : null;
    },
    "R10 a device is in a call while its user talks on another": (world) => {
      if (world.time.isBusy() || world.hasLost || world.hasReloaded) return null;
      for (const { person, side, name } of world.devices) {
        if (!side || side.connectedAt === null) continue;
        const other = world.devices.find((one) => one.person === person && one.name !== name && one.side);
        if (other) return `${name} is in a call while ${other.name} is ${other.expectation}.`;
      }
      return null;
    },
    "R7 R12 R16 R21 a user is in a call without the peer for too long": (world) => {
      const { longestAlone, hasLost, hasReloaded } = world;
      const longest = hasLost || hasReloaded ? LONGEST_RING : LONGEST_ALONE;
      for (const [name, milliseconds] of longestAlone)
        if (milliseconds > longest) return `${name} waits ${Math.round(milliseconds / 1000)} s for the peer.`;
      return null;
    },
    "0-08 a user is not free 60 s after the last act": ({ devices, time, actedAt }) => {
      const now = time.now();
      const isLate = ({ connectedAt, endedAt }: CallSide) =>
        connectedAt === null && (endedAt ?? now) === now && now - actedAt > LONGEST_CALL;
      const late = devices.find(({ sides }) => sides.some(isLate));
      return late ? `${late.name} waits ${Math.round((now - actedAt) / 1000)} s.` : null;
    },
    "0-08 a call goes on although its user hung up": ({ devices }) => {
      const inCall = devices.find(({ side, hungUp }) => side && hungUp.has(side.roomID));
      return inCall ? `${inCall.name} is ${inCall.expectation} after hanging up.` : null;
    },
    "0-08 a call waits for ever": ({ devices, time, aloneSince }) => {
      if (time.steps().length > 0) return null;
      const stuck = devices.find(
        ({ name, side }) => side && (side.connectedAt === null || aloneSince.has(name)),
      );
      return stuck ? `${stuck.name} is ${stuck.expectation}, and nothing can end it.` : null;
    },
    "R6 a caller is told that a user is busy who is in no other call": ({ devices }) => {
      for (const { name, sides } of devices)
        for (const side of sides) {
          if (side.reason !== "busy") continue;
          const isBusy = devices.some((other) =>
            other.sides.some(
              (theirs) =>
                theirs.userID === side.peerID && theirs.peerID !== side.userID && areAtOnce(theirs, side),
            ),
          );
          if (!isBusy) return `${name} is told so in room ${short(side.roomID)}.`;
        }
      return null;
    },
  },
  eventually: {
    "R5 each late accept gets an answer": ({ devices, relay, hasReloaded }) => {
      // a new page knows no call of the page before
      if (hasReloaded) return null;
      for (const { name, heard, sides } of devices)
        for (const { kind, roomID, inRoom } of heard) {
          const isOwn = sides.some((side) => side.role === "caller" && side.roomID === roomID);
          if (kind !== "accept" || inRoom === roomID || !isOwn) continue;
          const isAnswered = relay.sent.some(
            (one) => one.device === name && one.roomID === roomID && one.kind === "hungup",
          );
          if (!isAnswered) return `${name} does not answer the accept of room ${short(roomID)}.`;
        }
      return null;
    },
    "4-90 no device holds a room, a sound or a wake lock": heldProblem,
    "2-97 R21 each call has one record, by the caller, or by a callee whose caller is gone": ({
      devices,
    }) => {
      for (const { name, sides, records } of devices)
        for (const roomID of new Set(sides.map((side) => side.roomID))) {
          const here = sides.filter((side) => side.roomID === roomID);
          const written = records.filter((record) => record.roomID === roomID);
          const due = here.flatMap((side) => dueOf(side) ?? []);
          // after a reload a new page may write it
          const isReloaded = here.some(({ role, reason }) => role === "caller" && reason === null);
          const results = written.map(({ result }) => result);
          const isRight = isReloaded ? results.length <= 1 : results.sort().join() === due.sort().join();
          const isOwn = written.every(
            ({ isByCallee = false }) => isByCallee === (here[0]?.role === "callee"),
          );
          if (!isRight || !isOwn)
            return `${name} owes "${due.join()}" for room ${short(roomID)} and writes "${results.join()}".`;
        }
      return null;
    },
  },
  sometimes: {
    ...reached("R12 the ring times out", (side) => side.reason === "noAnswer"),
    ...reached("R12 the callee stops by itself", (side) => side.reason === "missed"),
    ...reached("the caller cancels", (side) => side.reason === "cancelled"),
    ...reached("the callee is called off", (side) => side.reason === "calledOff"),
    ...reached("the callee declines", (side) => side.reason === "declined"),
    ...reached(
      "R14 the callee hangs up before both meet",
      (side) => side.reason === "hungUp" && side.role === "caller",
    ),
    ...reached(
      "R9 the caller gives up after the accept",
      (side) => side.reason === "hungUp" && side.role === "callee",
    ),
    ...reached("the caller gives up at once", (side) => side.reason === "abandoned"),
    ...reached("both talk and end", (side) => side.reason === "completed" && side.connectedAt !== null),
    ...reached("R7 a crossing call yields", (side) => side.reason === "replaced" && side.role === "caller"),
    ...reached(
      "R8 a new call replaces the old",
      (side) => side.reason === "replaced" && side.role === "callee",
    ),
    ...reached("R10 another device answers", (side) => side.reason === "answeredElsewhere"),
    ...reached("R6 a user is busy", (side) => side.reason === "busy"),
    ...reached("R13 the call does not start", (side) => side.reason === "notStarted"),
    ...reached("R14 R16 a call fails", (side) => side.reason === "failed"),
    ...reached("R16 R21 the peer is lost", (side) => side.reason === "peerLost"),
    ...heardWhile("R3 an invitation comes again", "invite", ({ inRoom, roomID }) => inRoom === roomID),
    "R4 an invitation comes after its cancel": ({ devices }) =>
      devices.some(({ heard }) =>
        heard.some(
          ({ kind, roomID }, index) =>
            kind === "invite" && heard.slice(0, index).some((one) => one.roomID === roomID && isEnd(one)),
        ),
      ),
    ...heardWhile("R5 an accept comes too late", "accept", ({ inRoom, roomID }) => inRoom !== roomID),
    ...heardWhile("R9 a cancel meets an accept", "cancel", ({ before }) => before === "joining"),
    ...heardWhile("R9 a cancel comes too late", "cancel", ({ before }) => before === "talking"),
    ...heardWhile("R11 a rejected call stops elsewhere", "cancel", ({ before }) => before === "ringing"),
    ...heardWhile("R19 both hang up", "hungup", ({ before, inRoom }) => before === "free" && inRoom === null),
    "R20 a page closes in a call": ({ devices }) =>
      devices.some(({ sides }) => sides.some(({ reason, endedAt }) => endedAt !== null && reason === null)),
  },
};

/** The result that this side writes (2-97, R21). */
function dueOf({ role, reason, connectedAt }: CallSide): CallRecord["result"] | null {
  if (reason === null) return null;
  if (role === "caller") return RECORDED[reason];
  if (reason === "peerLost" && connectedAt === null) return "failed";
  return RECORDED_BY_CALLEE[reason] ?? null;
}

function areAtOnce(one: CallSide, other: CallSide): boolean {
  const isBefore = (first: CallSide, second: CallSide) => (first.endedAt ?? Infinity) < second.begunAt;
  return !isBefore(one, other) && !isBefore(other, one);
}

function isEnd({ kind, acceptedBy }: Heard): boolean {
  return kind === "hungup" || (kind === "cancel" && acceptedBy === null);
}

type Sometimes = Claims<World>["sometimes"];

function reached(name: string, is: (side: CallSide) => boolean): Sometimes {
  return { [name]: ({ devices }) => devices.some(({ sides }) => sides.some(is)) };
}

function heardWhile(
  name: string,
  kind: Heard["kind"],
  is: (heard: Heard, device: CallDevice) => boolean,
): Sometimes {
  return {
    [name]: ({ devices }) =>
      devices.some((device) => device.heard.some((one) => one.kind === kind && is(one, device))),
  };
}
