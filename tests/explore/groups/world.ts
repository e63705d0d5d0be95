/**
 * The members of a group, and perhaps a second device of one of them. One calls the group; all may call it, join, invite
 * each other and leave, on a network that a chooser decides.
 */
import type { InspectionEvent } from "xstate";
import type { GroupCallNotice } from "../../../machines/domain/call.ts";
import type { Chooser } from "../../../tools/charts/explore/chooser.ts";
import { createWitness, type Witness } from "../../../tools/charts/explore/claims.ts";
import type { RunResult, Subject } from "../../../tools/charts/explore/explore.ts";
import { aGroup, aMember, NOON, TEAM } from "../../fakes/world.ts";
import { USER_IDS } from "../../pair/device.ts";
import { createManyMedia, type ManyMedia } from "../../pair/many-media.ts";
import { createRelay, type Relay, short } from "../../pair/relay.ts";
import type { Person } from "../../pair/styles.ts";
import { type CallCharts, createCallCharts, nameOf } from "../common/call-charts.ts";
import { act, createExploredScene, createIDs, textOf } from "../common/explored-scene.ts";
import { START, type Step } from "../common/explored-time.ts";
import { END, play } from "../common/play.ts";
import { actsOf, type ToldWorld, type Watching } from "../common/space.ts";
import type { Line } from "../common/tell.ts";
import { claims } from "./claims.ts";
import { createGroupDevice, type GroupDevice } from "./group-device.ts";

/** A stored message that tells the group of its call. */
export interface Told {
  readonly by: string;
  readonly roomID: string;
  readonly state: GroupCallNotice["state"];
  /** The users who are in the room then, and of whom the sender has heard. */
  readonly known: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface GroupCallWorld extends ToldWorld {
  readonly devices: readonly GroupDevice[];
  readonly relay: Relay;
  readonly media: ManyMedia;
  readonly faults: { readonly count: number };
  /** Whether a signal was lost, or a request failed. */
  readonly hasLost: boolean;
  /** Whether a page reloaded or crashed, or a media connection was lost. */
  readonly hasBroken: boolean;
  /** The users who are not in the group any more. */
  readonly outsiders: ReadonlySet<Person>;
  /** Oldest first. */
  readonly told: readonly Told[];
  /** Whether something is so. */
  isSo(what: Lasting, device: string): boolean;
  /** How long something is so without a break, or was so until now, in milliseconds; 0 if it is not so. */
  lasts(what: Lasting, device: string): number;
}

/**
 * `alone`: in a room without another user, and none that this user invited rings. `ringsForNobody`: rings, and no user
 * is in the room. `apart`: in a room, and another room of the group has users too. `waits`: rings, or joins.
 * `showsRinging`: shows a user as ringing of whom no device rings or joins.
 */
export type Lasting = (typeof LASTING)[number];
const LASTING = ["alone", "ringsForNobody", "apart", "waits", "showsRinging"] as const;

export interface GroupCast {
  /** The user of each device. */
  people: readonly Person[];
  /** The users whom mia calls as the run begins. */
  called: readonly Person[];
  /** Whether users who are free call the group. */
  isCrossing?: boolean;
  /** Users act at most this long after the last act, in milliseconds; at any time by default. */
  pace?: number;
  /** Whether the rooms of mia have the larger ids (R24). */
  isMiaLast?: boolean;
}

export function groupCallsOf(cast: GroupCast, watching: Watching = {}): Subject {
  const charts = cast.people.map(createCallCharts);
  return async (chooser) => {
    const world = createWorld(cast, charts, chooser, watching);
    const witness = createWitness(claims);
    const result = await live(world, chooser, witness);
    watching.end?.();
    // not in an orderly way: that would send signals, and the run is over
    for (const device of world.devices) device.close(false);
    return result;
  };
}

interface LiveWorld extends GroupCallWorld {
  readonly cast: GroupCast;
  story: Line[];
  /** When a user acted last, in milliseconds. */
  actedAt: number;
  /** Number of acts. Clocks are that many milliseconds ahead: of two invitations, the later is newer (R26). */
  acts: number;
  hasBegun: boolean;
  hasLost: boolean;
  hasBroken: boolean;
  told: Told[];
  readonly outsiders: Set<Person>;
  /** Since when something is so, and for how long. */
  readonly since: Map<string, number>;
  readonly lasting: Map<string, number>;
}

function createWorld(
  cast: GroupCast,
  charts: readonly CallCharts[],
  chooser: Chooser,
  { inspect, begin }: Watching,
): LiveWorld {
  const { people, isMiaLast = false } = cast;
  const { scene, story, faults } = createExploredScene(
    people,
    chooser,
    (kind) => {
      if (kind === "loss" || kind === "failure") world.hasLost = true;
    },
    GRID,
  );
  const { time } = scene;
  const media = createManyMedia(time, scene.choices, PARTING);
  const isMember = (userID: string) =>
    people.some((person) => USER_IDS[person] === userID && !world.outsiders.has(person));
  const devices: GroupDevice[] = charts.map((own, index) => {
    const person = people[index] ?? "mia";
    const isSecond = people.indexOf(person) !== index;
    const name = isSecond ? `${person}2` : person;
    const rank = { mia: isMiaLast ? "e" : "a", anna: "b", ben: "d" }[person];
    const userID = USER_IDS[person];
    return createGroupDevice(
      scene,
      {
        name,
        person,
        newID: createIDs(`${rank}${isSecond ? "2" : "1"}`),
        newPlace: createIDs(`${rank}${index}`),
      },
      own,
      {
        relay: () => relay,
        media,
        lead: () => world.acts,
        inspect: inspect && ((event: InspectionEvent) => inspect(name, event)),
        loadMembersByID: async (userIDs) =>
          (isMember(userID) ? userIDs.filter(isMember) : []).map((id) =>
            aMember({ userID: id, nickname: nameOf(id) }),
          ),
        lookUpGroup: () => ({ group: aGroup(), me: isMember(userID) ? aMember({ userID }) : null }),
        tell({ roomID, state }) {
          scene.trace(`${name} tells the group that call ${short(roomID)} is ${state}`);
          const known = media.known(roomID, userID);
          world.told.push({ by: name, roomID, state, known, at: NOON + time.now() });
        },
      },
    );
  });
  const relay = createRelay(scene, () => devices);
  const world: LiveWorld = {
    cast,
    devices,
    time,
    relay,
    media,
    faults,
    story,
    actedAt: START,
    acts: 0,
    hasBegun: false,
    hasLost: false,
    hasBroken: false,
    told: [],
    outsiders: new Set(),
    since: new Map(),
    lasting: new Map(),
    isSo: (what, device) => world.since.has(keyOf(what, device)),
    lasts: (what, device) => world.lasting.get(keyOf(what, device)) ?? 0,
  };
  begin?.(world);
  for (const device of devices) device.open();
  return world;
}

/** Timers fire at multiples of this, in milliseconds: more than the acts of a run. */
const GRID = 100;
/** How long a user who left waits for the byes of others; milliseconds. */
const PARTING = 3000;

function live(world: LiveWorld, chooser: Chooser, witness: Witness<GroupCallWorld>): Promise<RunResult> {
  return play(world, {
    look: () => watch(world),
    steps() {
      for (const device of world.devices) device.forgetNews();
      return [...nextOf(world), ...world.devices.flatMap((device) => actsNow(world, device))];
    },
    state: () => stateOf(world),
    chooser,
    witness,
  });
}

const keyOf = (what: Lasting, device: string) => `${what} ${device}`;

function watch(world: LiveWorld): void {
  const { since, lasting, time } = world;
  lasting.clear();
  for (const [key, begun] of since) lasting.set(key, time.now() - begun);
  for (const device of world.devices)
    for (const what of LASTING) {
      const key = keyOf(what, device.name);
      if (!isSo(what, device, world)) since.delete(key);
      else if (!since.has(key)) since.set(key, time.now());
    }
}

function isSo(
  what: Lasting,
  { screen, side, ringing, userID, people }: GroupDevice,
  { media, devices }: GroupCallWorld,
): boolean {
  const isInRoom = screen === "calling" || screen === "talking";
  const others = media.inside(side?.roomID ?? "").filter((id) => id !== userID);
  switch (what) {
    case "alone":
      return isInRoom && others.length === 0 && ringing.length === 0;
    case "ringsForNobody":
      return screen === "ringing" && others.length === 0;
    case "waits":
      return isWaiting(screen);
    case "showsRinging":
      return devices.some(
        (other) =>
          people[other.userID] === "ringing" &&
          !devices.some((one) => one.userID === other.userID && isWaiting(one.screen)),
      );
    default:
      return isInRoom && media.rooms().some((roomID) => roomID !== side?.roomID);
  }
}

function isWaiting(screen: GroupDevice["screen"]): boolean {
  return screen === "ringing" || screen === "joining";
}

/** What happens without a user's decision. Users leave a call at last that would not end by itself. */
function nextOf(world: LiveWorld): readonly Step[] {
  const { cast, devices, time } = world;
  const [mia] = devices;
  if (!world.hasBegun && mia?.screen === "free")
    return [actOf(world, mia, "calls the group.", undefined, () => mia.callGroup(cast.called))];
  const steps = time.steps();
  if (steps.length > 0) return steps;
  const inCall = devices.find(({ side }) => side);
  return inCall ? [actOf(world, inCall, "hangs up at last.", undefined, inCall.hangUp)] : [END];
}

function actOf(
  world: LiveWorld,
  { name }: GroupDevice,
  does: string,
  costs: string | undefined,
  run: () => void,
): Step {
  return act(world, name, `${name} ${does}`, costs, () => {
    world.acts += 1;
    world.hasBegun = true;
    run();
  });
}

function actsNow(world: LiveWorld, device: GroupDevice): Step[] {
  const { cast, outsiders, time, actedAt } = world;
  if (cast.pace !== undefined && time.now() - actedAt > cast.pace) return [];
  const { person, screen, members, ringing } = device;
  const costs = actsOf(person);
  const others = [...new Set(cast.people)].filter((one) => one !== person);
  const can = (does: string, run: () => void, bound = costs) => actOf(world, device, does, bound, run);
  const breaks = (does: string, bound: string, run: () => void) =>
    can(
      does,
      () => {
        world.hasBroken = true;
        run();
      },
      bound,
    );
  const reopen = (isOrderly: boolean) => () => {
    device.close(isOrderly);
    device.open();
  };
  const pages = [
    breaks("reloads the page.", "reload", reopen(true)),
    breaks("opens the page again after a crash.", "crash", reopen(false)),
  ];
  const removal = outsiders.has(person)
    ? []
    : [can("is removed from the group.", () => remove(world, person), "removal")];
  const cut = device.isOnline ? [breaks("loses the media connection.", "cut", device.cut)] : [];
  switch (screen) {
    case "away":
      return [];
    case "free":
      if (outsiders.has(person)) return [];
      return [
        ...(cast.isCrossing ? [can("calls the group.", () => device.callGroup(others))] : []),
        ...rowsOf(world).map((row) => can(`joins call ${short(row.roomID)}.`, () => device.join(row))),
        ...removal,
      ];
    case "ringing":
      return [
        can("accepts the call.", device.accept),
        can("declines the call.", device.hangUp),
        ...pages,
        ...removal,
      ];
    default: {
      const isFree = (one: Person) =>
        !members?.includes(USER_IDS[one]) && !ringing.includes(USER_IDS[one]) && !outsiders.has(one);
      const absent = others.filter(isFree);
      const invites = members && absent.length > 0;
      return [
        can("hangs up.", device.hangUp),
        ...(invites ? [can(`invites ${absent.join(" and ")}.`, () => device.invite(absent))] : []),
        ...pages,
        ...cut,
        ...removal,
      ];
    }
  }
}

/** The calls that the chat of the group offers to join. */
function rowsOf({ told }: LiveWorld): { roomID: string; by: string; startedAt: number }[] {
  return told
    .filter(
      ({ state, roomID }) => state === "on" && told.findLast((one) => one.roomID === roomID)?.state === "on",
    )
    .map(({ roomID, by, at }) => ({ roomID, by: USER_IDS[by as Person], startedAt: at }));
}

function remove(world: LiveWorld, person: Person): void {
  world.outsiders.add(person);
  for (const device of world.devices)
    if (device.person === person) device.hearOfGroup({ type: "im.groupLeft", groupID: TEAM });
}

/**
 * Times count from now, and are rounded to a second, so that the same situation at another time is the same state. Of
 * invitations the order is kept: a later one rings again (R26).
 */
function stateOf(world: LiveWorld): string {
  const { devices, time, media, actedAt, since, told, outsiders } = world;
  const now = time.now();
  const pause = Math.min(now - actedAt, (world.cast.pace ?? -1) + 1);
  const state = {
    devices: devices.map((device) => device.state()),
    // exact: whether a timer may fire before something that is late depends on it
    waits: textOf(time.state(), (moment) => `${moment < START ? moment : moment - now}`),
    rooms: media.state(),
    order: time.departures().map((at) => devices.map(({ heardAt }) => at + NOON >= heardAt)),
    pause: `${pause}`,
    since: [...since],
    rows: rowsOf(world).map(({ roomID, by }) => [roomID, by]),
    told: [...new Set(told.map(({ roomID, state: is }) => `${roomID} ${is}`))].sort(),
    outsiders: [...outsiders],
    has: [world.hasBegun, world.hasLost, world.hasBroken],
  };
  const invitations: number[] = [];
  const text = textOf(state, (time, key) => {
    if (!IS_INVITATION.test(key)) return `${Math.round((time < START ? time : time - now) / 1000)} s`;
    invitations.push(time);
    return `invitation ${time}`;
  });
  const inOrder = [...new Set(invitations)].sort();
  return text.replace(/(?<="invitation )\d+/g, (time) => String(inOrder.indexOf(Number(time))));
}

/** Properties that say when an invitation was made. */
const IS_INVITATION = /^initiate(Time|dAt)$/;
