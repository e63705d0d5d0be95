/** What must hold in every run of the explored calls, and what some run must show. */
import type { CallSide } from "../../pair/device.ts";
import { RECORDED } from "../../pair/invariants.ts";
import { short } from "../../pair/relay.ts";
import type { Claims } from "../engine/claims.ts";
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
    "R1 a device throws or logs a failure": ({ devices }) => {
      for (const { name, errors, log } of devices) {
        if (errors.length > 0) return `${name} throws ${String(errors[0])}.`;
        const line = log.find((one) => one !== "callManager: dropped signal.invite");
        if (line) return `${name} logs "${line}".`;
      }
      return null;
    },
    "R4 R9 a call rings or goes on although its caller ended it": ({ devices }) => {
      for (const { name, side, heard, expectation } of devices) {
        if (side?.role !== "callee" || side.connectedAt !== null) continue;
        const isEnded = heard.some((one) => one.roomID === side.roomID && isEnd(one));
        if (isEnded)
          return `${name} is ${expectation} in room ${short(side.roomID)}, which its caller ended.`;
      }
      return null;
    },
    "R5 a late accept stays without an answer": ({ devices, time, relay, hasReloaded }) => {
      // a new page knows no call of the page before
      if (time.isBusy() || hasReloaded) return null;
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
    "R10 two devices of a user are in a call": ({ devices, time }) => {
      if (time.isBusy()) return null;
      for (const { person, side, name } of devices) {
        if (!side) continue;
        const other = devices.find((one) => one.person === person && one.name !== name && one.side);
        if (other && (side.connectedAt !== null || side.role === "caller"))
          return `${name} is in a call while ${other.name} is ${other.expectation}.`;
      }
      return null;
    },
    "R7 R12 R16 R21 a user is in a call without the peer for too long": (world) => {
      const { devices, time, aloneSince, hasLost } = world;
      const longest = hasLost ? LONGEST_RING : LONGEST_ALONE;
      const left = devices.find(({ name }) => time.now() - (aloneSince.get(name) ?? time.now()) > longest);
      return left ? `${left.name} is ${left.expectation} without the peer.` : null;
    },
    "0-08 a user is not free 60 s after the last act": ({ devices, time, actedAt }) => {
      const late = devices.find(
        ({ side }) => side && side.connectedAt === null && time.now() - actedAt > LONGEST_CALL,
      );
      return late ? `${late.name} is still ${late.expectation}.` : null;
    },
  },
  eventually: {
    "4-90 no device holds a room, a sound or a wake lock": ({ devices }) => {
      for (const { name, held } of devices) if (held.length > 0) return `${name} holds ${held.join(", ")}.`;
      return null;
    },
    "2-97 the caller writes one record of each call, with its result": ({ devices }) => {
      for (const { sides, records, name } of devices)
        for (const { role, roomID, reason } of sides) {
          const written = records.filter((record) => record.roomID === roomID && !record.isByCallee);
          const results = written.map(({ result }) => result).join();
          if (role === "callee" && written.length > 0)
            return `${name} writes a record of room ${short(roomID)} for its caller.`;
          if (role === "callee") continue;
          const expected = reason && RECORDED[reason];
          if (reason !== null && results !== (expected ?? ""))
            return `Room ${short(roomID)} ends as ${reason} and is written as "${results}".`;
          if (reason === null && written.length > 1)
            return `Room ${short(roomID)} is written as "${results}" after a reload.`;
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
    ...reached("the caller gives up at once", (side) => side.reason === "abandoned"),
    ...reached("both talk and end", (side) => side.reason === "completed" && side.connectedAt !== null),
    ...reached("R7 a crossing call yields", (side) => side.reason === "replaced" && side.role === "caller"),
    ...reached(
      "R8 a new call replaces the old",
      (side) => side.reason === "replaced" && side.role === "callee",
    ),
    ...reached("R10 another device answers", (side) => side.reason === "answeredElsewhere"),
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
