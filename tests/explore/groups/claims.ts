/** The claims that must hold in every run of the explored group calls, and those that some run must show. */
import type { Claims } from "../../../tools/charts/explore/claims.ts";
import { short } from "../../pair/relay.ts";
import { callLogProblem, heldProblem } from "../common/device-claims.ts";
import type { GroupDevice, GroupSide, GroupSignal, HeardInvitation } from "./group-device.ts";
import type { GroupCallWorld } from "./world.ts";

/** A late arrival, in milliseconds. */
const LATE = 10_000;
/** R29: a user who is alone leaves after this many milliseconds. */
const ALONE = 60_000;
/** Until the server notices that a page is gone, in milliseconds. */
const NOTICE = 5000;
/** R12: an invited device rings at most this long, in milliseconds. */
const RING = 35_000;
/** Milliseconds. */
const LONGEST_WAIT = 60_000;

export const claims: Claims<GroupCallWorld> = {
  never: {
    "R1 R13 a device throws, or logs what is no failed request": callLogProblem,
    "R4 R25 a device rings although every inviter ended the call": ({ devices }) => {
      for (const { name, side, screen, invitations } of devices) {
        const heard = invitations.filter(({ roomID, invitedAt }) => roomID === side?.roomID && invitedAt > 0);
        if (screen !== "ringing" || !side || heard.length === 0) continue;
        if (heard.every(({ invitedAt, endedAt }) => endedAt >= invitedAt))
          return `${name} rings for room ${short(side.roomID)}.`;
      }
      return null;
    },
    "R12 R23 a device rings for a call in which nobody is": (world) => {
      const hasFaults = world.hasLost || world.hasBroken || world.outsiders.size > 0;
      const longest = hasFaults ? RING + LATE : LATE + 2000;
      for (const { name } of world.devices) {
        const milliseconds = world.lasts("ringsForNobody", name);
        if (milliseconds > longest) return `${name} rings for ${seconds(milliseconds)}.`;
      }
      return null;
    },
    "R4 R26 a device rings twice for one invitation": ({ devices }) => {
      for (const { name, sides } of devices)
        for (const [index, side] of sides.entries()) {
          const before = sides
            .slice(0, index)
            .find((other) => side.entry === "ring" && isSameInvitation(side, other));
          if (before) return `${name} rings again for room ${short(side.roomID)} after ${before.reason}.`;
        }
      return null;
    },
    "R10 a person is in two calls": (world) => {
      if (world.time.isBusy()) return null;
      for (const { person, name, screen } of world.devices) {
        if (screen !== "talking" && screen !== "calling") continue;
        const other = world.devices.find((one) => one.person === person && one.name !== name && isIn(one));
        if (other) return `${name} and ${other.name} are in a call.`;
      }
      return null;
    },
    "R10 a device rings while its user is in that call on another": (world) => {
      if (world.time.isBusy() || world.hasLost || world.hasBroken) return null;
      for (const { person, name, screen, side } of world.devices) {
        if (screen !== "ringing") continue;
        const other = world.devices.find(
          (one) =>
            one.person === person && one.name !== name && isIn(one) && one.side?.roomID === side?.roomID,
        );
        if (other) return `${name} rings while ${other.name} is in the call.`;
      }
      return null;
    },
    "R29 a user is alone in a call for too long": (world) => {
      for (const { name } of world.devices) {
        const milliseconds = world.lasts("alone", name);
        if (milliseconds > ALONE + NOTICE + LATE) return `${name} is alone for ${seconds(milliseconds)}.`;
      }
      return null;
    },
    "R24 two calls of a group do not become one": (world) => {
      for (const { name } of world.devices) {
        const milliseconds = world.lasts("apart", name);
        if (milliseconds > RING + LATE + 2000)
          return `${name} is in one call for ${seconds(milliseconds)} while another goes on.`;
      }
      return null;
    },
    "R28 a user who is not in the group is in its call": ({ devices, outsiders }) => {
      const wrong = devices.find(({ person, screen }) => outsiders.has(person) && screen !== "free");
      return wrong ? `${wrong.name} is ${wrong.screen}.` : null;
    },
    "R12 R16 a user is shown as ringing who does not ring": (world) => {
      for (const { name } of world.devices) {
        const milliseconds = world.lasts("showsRinging", name);
        if (world.time.steps().length === 0 && world.isSo("showsRinging", name))
          return `${name} sees it, and nothing can change it.`;
        if (milliseconds > RING + LATE) return `${name} sees it for ${seconds(milliseconds)}.`;
      }
      return null;
    },
    "0-08 a device rings or joins for longer than 60 s": (world) => {
      for (const { name, screen } of world.devices) {
        const milliseconds = world.lasts("waits", name);
        if (milliseconds > LONGEST_WAIT) return `${name} is ${screen} after ${seconds(milliseconds)}.`;
      }
      return null;
    },
    "0-08 a call goes on although its user hung up": ({ devices }) => {
      const inCall = devices.find(({ side }) => side?.isHungUp);
      return inCall ? `${inCall.name} is ${inCall.screen} after hanging up.` : null;
    },
    "0-08 a call waits for ever": ({ devices, time, media }) => {
      if (time.steps().length > 0) return null;
      const stuck = devices.find(
        ({ side, screen }) => side && (!isInRoom(screen) || media.inside(side.roomID).length < 2),
      );
      return stuck ? `${stuck.name} is ${stuck.screen}, and nothing can end it.` : null;
    },
    "11-40 the members of a call do not agree on who is in": ({ devices, media, time }) => {
      if (time.isBusy()) return null;
      for (const { name, side, screen, members, people, userID } of devices) {
        if (!side || !members || !isInRoom(screen)) continue;
        const inside = media.inside(side.roomID);
        const others = inside
          .filter((id) => id !== userID)
          .sort()
          .join();
        const joined = Object.keys(people).filter((id) => people[id] === "joined");
        if (!inside.includes(userID)) return `${name} believes to be in, but is not.`;
        if ([...members].sort().join() !== others)
          return `${name} lists "${members.join()}", but "${others}" are in.`;
        if (joined.sort().join() !== others)
          return `${name} shows "${joined.join()}", but "${others}" are in.`;
      }
      return null;
    },
    "11-40 R23 a user tells the group that a call is over, and knows of others who are in": ({ told }) => {
      const wrong = told.find(({ state, known }) => state === "over" && known.length > 0);
      return wrong
        ? `${wrong.by} tells it of room ${short(wrong.roomID)}, in which ${wrong.known.join()} are.`
        : null;
    },
    "11-40 the group is told twice that a call is on": ({ told }) => {
      const calls = told.flatMap(({ state, roomID }) => (state === "on" ? roomID : []));
      return new Set(calls).size === calls.length ? null : `It is told of ${calls.map(short).join(" and ")}.`;
    },
  },
  eventually: {
    "4-90 no device holds a room, a sound or a wake lock": heldProblem,
    "0-08 every user is free": ({ devices }) => {
      const busy = devices.find(({ screen }) => screen !== "free");
      return busy ? `${busy.name} is ${busy.screen}.` : null;
    },
    "11-40 R23 the group is not told that a call is over": ({ told, hasBroken, outsiders }) => {
      if (hasBroken || outsiders.size > 0) return null;
      const open = told.find(({ roomID }) => told.findLast((one) => one.roomID === roomID)?.state === "on");
      return open ? `Its row offers to join room ${short(open.roomID)}.` : null;
    },
  },
  sometimes: {
    ...ended("R23 a user leaves, and the call goes on or is over", "completed"),
    ...ended("the user hangs up before another is in", "cancelled"),
    ...ended("R29 no invited user comes", "noAnswer"),
    ...ended("R12 the invited device stops by itself", "missed"),
    ...ended("an invited user declines", "declined"),
    ...ended("every inviter cancels", "calledOff"),
    ...ended("R10 another device takes the call", "answeredElsewhere"),
    ...ended("R14 the room is not reached", "failed"),
    ...ended("R17 the media connection is lost", "connectionLost"),
    ...ended("R28 a user is not in the group any more", "removed"),
    ...ended("R24 R27 another call takes its place", "moved"),
    ...began("a user joins by the row", ({ entry }) => entry === "join"),
    ...began("R24 a user moves to the other call", ({ entry }) => entry === "move"),
    ...began(
      "R29 a user who joins finds nobody",
      ({ entry, reason }) => entry === "join" && reason === "noAnswer",
    ),
    ...began(
      "R29 a user who was with others is alone",
      ({ reason, hasMet, isHungUp }) => reason === "completed" && hasMet && !isHungUp,
    ),
    "R26 a user is invited again after an end": ({ devices }) =>
      devices.some(({ sides }) =>
        sides.some((side, index) =>
          sides
            .slice(0, index)
            .some(
              (other) =>
                side.entry === "ring" &&
                other.entry === "ring" &&
                side.roomID === other.roomID &&
                side.page === other.page,
            ),
        ),
      ),
    ...heardWhile("R3 an invitation comes again", "invite", ({ inRoom, roomID }) => inRoom === roomID),
    "R4 an invitation comes after its cancel": ({ devices }) =>
      devices.some(({ invitations, news }) =>
        news.some(
          (one) =>
            one.kind === "invite" &&
            invitations.some(
              (known) => isOf(one, known) && known.endedAt >= one.invitedAt && known.endedAt > 0,
            ),
        ),
      ),
    ...heardWhile("R5 an accept comes too late", "accept", ({ inRoom, roomID }) => inRoom !== roomID),
    "R25 two members invite a user": ({ devices }) =>
      devices.some(
        ({ side, screen, invitations }) =>
          screen === "ringing" &&
          invitations.filter(({ roomID, invitedAt }) => roomID === side?.roomID && invitedAt > 0).length > 1,
      ),
    ...heardWhile("R11 a rejected call stops elsewhere", "cancel", ({ before }) => before === "ringing"),
    ...heardWhile("R32 a cancel meets an accept", "cancel", ({ before }) => before === "joining"),
    ...heardWhile(
      "R24 an invitation to another call comes",
      "invite",
      ({ inRoom, roomID }) => inRoom !== null && inRoom !== roomID,
    ),
    "R23 two users leave at the same time": ({ media }) => media.parting() > 1,
    "R20 a page closes in a call": ({ devices }) =>
      devices.some(({ sides }) => sides.some(({ reason, endedAt }) => endedAt !== null && reason === null)),
    "11-40 a call is over for the group": ({ told }) => told.some(({ state }) => state === "over"),
    "all three are in the call": ({ media }) =>
      media.rooms().some((roomID) => media.inside(roomID).length > 2),
  },
};

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`;
}

function isInRoom(screen: GroupDevice["screen"]): boolean {
  return screen === "calling" || screen === "talking";
}

function isIn({ screen }: GroupDevice): boolean {
  return isInRoom(screen);
}

function isOf(one: GroupSignal, { roomID, from }: HeardInvitation): boolean {
  return one.roomID === roomID && one.from === from;
}

/** Whether both sides rang for the same invitation on the same page. */
function isSameInvitation(one: GroupSide, other: GroupSide): boolean {
  return (
    other.entry === "ring" &&
    one.page === other.page &&
    one.roomID === other.roomID &&
    one.inviterID === other.inviterID &&
    one.invitedAt <= other.invitedAt
  );
}

type Sometimes = Claims<GroupCallWorld>["sometimes"];

function began(name: string, is: (side: GroupSide) => boolean): Sometimes {
  return { [name]: ({ devices }) => devices.some(({ sides }) => sides.some(is)) };
}

function ended(name: string, reason: GroupSide["reason"]): Sometimes {
  return began(`${reason}: ${name}`, (side) => side.reason === reason);
}

function heardWhile(name: string, kind: GroupSignal["kind"], is: (heard: GroupSignal) => boolean): Sometimes {
  return {
    [name]: ({ devices }) => devices.some(({ news }) => news.some((one) => one.kind === kind && is(one))),
  };
}
