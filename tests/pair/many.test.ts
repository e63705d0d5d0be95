import { afterEach, describe, expect, it } from "vitest";
import { type Crowd, createCrowd, type Member, participant, TEAM_CALL } from "./many.ts";
import { ONLY, seeds } from "./seeds.ts";

const ALL = seeds(40);

/** How long users press things, in milliseconds. */
const BUSY = 90_000;
/** After this long without a press, nothing rings and no user is alone. */
const QUIET = 110_000;
/** Longer than a cancel and its repetition take. */
const STALE_RING = 12_000;

let crowd: Crowd | undefined;
afterEach(() => crowd?.stop());

describe("several users of one group", () => {
  it.each(ALL)("11-40 agree on who is in, and no ring outlives its call (%i)", async (seed) => {
    crowd = createCrowd(namesFor(seed), seed, { delay: 3000, repeats: 0.15 });
    const watch = watchRings(crowd);
    plan(crowd);
    await crowd.time.runUntil(BUSY, watch.look);
    await crowd.time.runUntil(BUSY + QUIET, watch.look);
    const problems = [...watch.problems, ...problemsIn(crowd)];
    expect(problems, trace(crowd)).toEqual([]);
    const before = [...crowd.rooms];
    const mark = crowd.notices.length;
    await leaveOneByOne(crowd, watch.look);
    expect(crowd.members.map(({ is }) => is === "free" || is === "closed")).not.toContain(false);
    expect(crowd.rooms).toEqual([]);
    const told = crowd.notices.slice(mark).map(({ notice: { roomID, state } }) => `${state} ${roomID}`);
    expect(told.sort(), trace(crowd)).toEqual(before.map((roomID) => `over ${roomID}`).sort());
  });

  it.each(ALL.slice(0, 8))(
    "R4 R11 the caller reads a decline although its signal is lost (%i)",
    async (seed) => {
      crowd = createCrowd(["a", "b", "c"], seed, { delay: 500, repeats: 0, loses: "reject" });
      const [caller, invited, other] = crowd.members;
      if (!caller || !invited || !other) throw new Error("There are three");
      caller.send({
        type: "user.callGroup",
        ...TEAM_CALL,
        people: [participant(invited.userID), participant(other.userID)],
      });
      await crowd.time.runUntil(15_000, () => {
        if (invited.is === "ringing") invited.send({ type: "user.hangUp" });
        if (other.is === "ringing") other.send({ type: "user.accept" });
      });
      expect([invited.is, caller.people], trace(crowd)).toEqual(["free", { b: "declined", c: "joined" }]);
    },
  );

  it.each(ALL.slice(0, 3))(
    "R26 a user who is invited again stops ringing, although an earlier cancel is on its way (%i)",
    async (seed) => {
      crowd = createCrowd(["a", "b"], seed, { delay: 500, repeats: 0 });
      const [caller, invited] = crowd.members;
      if (!caller || !invited) throw new Error("There are two");
      caller.send({ type: "user.callGroup", ...TEAM_CALL, people: [participant(invited.userID)] });
      await crowd.time.runUntil(15_000, () => {
        if (invited.is === "ringing" && caller.is === "calling") invited.send({ type: "user.hangUp" });
        if (caller.people[invited.userID] !== "declined") return;
        caller.send({ type: "user.invite", people: [participant(invited.userID)] });
        caller.send({ type: "user.hangUp" });
      });
      expect([caller.is, invited.is], trace(crowd)).toEqual(["free", "free"]);
    },
  );

  it.each(ALL.slice(0, 12))("R24 all call each other at once and end in one room (%i)", async (seed) => {
    crowd = createCrowd(["a", "b", "c", "d"], seed, { delay: 2000, repeats: 0.1 });
    const everybody = crowd.members.map(({ userID }) => participant(userID));
    for (const member of crowd.members)
      crowd.time.after(crowd.random.between(0, 1500), () =>
        member.send({ type: "user.callGroup", ...TEAM_CALL, people: everybody }),
      );
    await crowd.time.runUntil(60_000, () => acceptAll(crowd));
    expect(crowd.rooms, trace(crowd)).toHaveLength(1);
    expect(problemsIn(crowd), trace(crowd)).toEqual([]);
    expect(crowd.inside(crowd.rooms[0] ?? "")).toHaveLength(4);
  });

  it.each(ALL)("11-40 R23 leave at about the same time, and the last tells it (%i)", async (seed) => {
    crowd = createCrowd(namesFor(seed), seed, { delay: 3000, repeats: 0.1 });
    const here = crowd;
    const [first, ...others] = here.members;
    const people = others.map(({ userID }) => participant(userID));
    first?.send({ type: "user.callGroup", ...TEAM_CALL, people });
    await here.time.runUntil(20_000, () => acceptAll(here));
    expect(here.members.map(({ is }) => is)).toEqual(here.members.map(() => "connected"));
    const span = here.random.between(0, 6000);
    for (const member of here.members)
      here.time.after(here.random.between(0, span), () => member.send({ type: "user.hangUp" }));
    await here.time.runUntil(60_000, () => {});
    expect(here.members.map(({ is }) => is)).toEqual(here.members.map(() => "free"));
    expect(here.rooms).toEqual([]);
    expect(
      here.notices.map(({ notice: { state } }) => state),
      trace(here),
    ).toEqual(["on", "over"]);
  });
});

function namesFor(seed: number): readonly string[] {
  return ["a", "b", "c", "d", "e", "f"].slice(0, 3 + (seed % 4));
}

function acceptAll(here: Crowd | undefined): void {
  for (const member of here?.members ?? []) if (member.is === "ringing") member.send({ type: "user.accept" });
}

/** Users press what they can, at random times. */
function plan(here: Crowd): void {
  const { time, random } = here;
  for (const member of here.members) {
    let at = random.between(0, 8000);
    while (at < BUSY) {
      time.after(at, () => act(here, member));
      at += random.between(500, 9000);
    }
  }
}

function act(here: Crowd, member: Member): void {
  const { random } = here;
  const others = here.members.filter(({ userID }) => userID !== member.userID);
  const some = others.filter(() => random.chance(0.6)).map(({ userID }) => participant(userID));
  switch (member.is) {
    case "free":
      if (random.chance(0.5)) return;
      if (random.chance(0.6)) member.send({ type: "user.callGroup", ...TEAM_CALL, people: some });
      else joinByRow(here, member);
      return;
    case "ringing":
      if (random.chance(0.7)) member.send({ type: random.chance(0.7) ? "user.accept" : "user.hangUp" });
      return;
    case "closed":
      return;
    case "joining":
      if (random.chance(0.1)) member.send({ type: "user.hangUp" });
      return;
    default:
      if (random.chance(0.15)) member.send({ type: "user.hangUp" });
      else if (random.chance(0.04)) member.cut();
      else if (random.chance(0.02)) member.close();
      else if (random.chance(0.4)) member.send({ type: "user.invite", people: some });
  }
}

function joinByRow(here: Crowd, member: Member): void {
  const last = here.notices.findLast(({ notice }) => notice.state === "on");
  if (!last) return;
  const { by, at, notice } = last;
  const call = { roomID: notice.roomID, inviter: participant(by).userInfo, startedAt: at };
  member.send({ type: "user.joinCall", ...TEAM_CALL, ...call });
}

/** Reports devices that ring for long although no user is in the room. */
function watchRings(here: Crowd) {
  const since = new Map<string, number>();
  const problems: string[] = [];
  const look = () => {
    for (const { userID, is, roomID } of here.members) {
      const isStale = is === "ringing" && here.inside(roomID ?? "").length === 0;
      if (!isStale) since.delete(userID);
      else if (!since.has(userID)) since.set(userID, here.time.now());
      if (here.time.now() - (since.get(userID) ?? Infinity) < STALE_RING) continue;
      if (isStale) problems.push(`${userID} rings for an empty room at ${here.time.now()}`);
      since.set(userID, Infinity);
    }
  };
  return { problems, look };
}

/** What is wrong once no user presses anything and all signals have arrived. */
function problemsIn(here: Crowd): string[] {
  return here.members.flatMap(({ userID, is, roomID, members, people }) => {
    if (is === "free" || is === "closed") return [];
    if (is === "ringing" || is === "joining") return [`${userID} is still ${is}`];
    const inside = here.inside(roomID ?? "");
    const others = inside.filter((id) => id !== userID).sort();
    const problems: string[] = [];
    if (!inside.includes(userID)) problems.push(`${userID} believes to be in, but is not`);
    if (others.length === 0) problems.push(`${userID} is alone and believes to be in`);
    if ([...(members ?? [])].sort().join() !== others.join())
      problems.push(`${userID} lists ${members?.join()} but ${others.join()} are in`);
    const joined = Object.keys(people).filter((id) => people[id] === "joined");
    if (joined.sort().join() !== others.join()) problems.push(`${userID} shows ${joined.join()} as joined`);
    const ringing = Object.keys(people).filter((id) => people[id] === "ringing");
    if (ringing.length > 0) problems.push(`${userID} shows ${ringing.join()} as ringing`);
    return problems;
  });
}

/** Some close the page instead. The last user of a room hangs up: a page that closes tells the group nothing. */
async function leaveOneByOne(here: Crowd, look: () => void): Promise<void> {
  for (const member of here.members) {
    const isLast = here.inside(member.roomID ?? "").length <= 1;
    if (!isLast && here.random.chance(0.3)) member.close();
    else if (member.is !== "free") member.send({ type: "user.hangUp" });
    await here.time.runUntil(here.time.now() + 10_000, look);
  }
}

function trace(here: Crowd): string {
  return ONLY === null ? "" : here.log.join("\n");
}
