/**
 * Two or three users, or a user and a peer with two devices. They call each other on a network that a chooser decides.
 */
import type { InspectionEvent } from "xstate";
import type { Chooser } from "../../../tools/charts/explore/chooser.ts";
import { createWitness, type Witness } from "../../../tools/charts/explore/claims.ts";
import type { RunResult, Subject } from "../../../tools/charts/explore/explore.ts";
import { NOON } from "../../fakes/world.ts";
import { createMediaServer, type MediaServer } from "../../pair/media-server.ts";
import { createRelay, type Relay } from "../../pair/relay.ts";
import type { Person } from "../../pair/styles.ts";
import { type CallCharts, createCallCharts } from "../common/call-charts.ts";
import { act, createExploredScene, createIDs, textOf } from "../common/explored-scene.ts";
import { START, type Step } from "../common/explored-time.ts";
import { END, play } from "../common/play.ts";
import { actsOf, type ToldWorld, type Watching } from "../common/space.ts";
import type { Line } from "../common/tell.ts";
import { type CallDevice, createCallDevice } from "./call-device.ts";
import { claims } from "./claims.ts";

export interface World extends ToldWorld {
  readonly devices: readonly CallDevice[];
  readonly relay: Relay;
  readonly media: MediaServer;
  /** Whether the rooms of mia have the smaller ids (R7). */
  readonly isMiaFirst: boolean;
  /** Number of failed requests. */
  readonly faults: { readonly count: number };
  readonly hasLost: boolean;
  readonly hasReloaded: boolean;
  /** When a user acted last, in milliseconds. */
  readonly actedAt: number;
  /** By device: since when it is in a call whose peer is not in it. */
  readonly aloneSince: ReadonlyMap<string, number>;
  /** By device: the longest such time that is over, in milliseconds. */
  readonly longestAlone: ReadonlyMap<string, number>;
}

export interface Cast {
  /** The user of each device. */
  people: readonly Person[];
  /** Whether mia and anna can do the same. Then it does not matter whose rooms have the smaller ids (R7). */
  isSymmetric: boolean;
}

export const PAIR = ["mia", "anna"] as const;
export const THREE_USERS = ["mia", "anna", "ben"] as const;
export const TWO_DEVICES = ["mia", "anna", "anna"] as const;

export function callsOf(cast: Cast, watching: Watching = {}): Subject {
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

interface LiveWorld extends World {
  story: Line[];
  actedAt: number;
  hasLost: boolean;
  hasReloaded: boolean;
  aloneSince: Map<string, number>;
  longestAlone: Map<string, number>;
}

function createWorld(
  { people, isSymmetric }: Cast,
  charts: readonly CallCharts[],
  chooser: Chooser,
  { inspect, begin }: Watching,
): LiveWorld {
  const sizes = [
    { says: "The rooms of mia have the smaller ids." },
    { says: "The rooms of anna have the smaller ids." },
  ] as const;
  const isMiaFirst = isSymmetric || chooser.choose(sizes) === 0;
  const { scene, story, faults } = createExploredScene(people, chooser, (kind) => {
    if (kind === "loss" || kind === "failure") world.hasLost = true;
  });
  const { time } = scene;
  const media = createMediaServer(scene);
  const devices: CallDevice[] = charts.map((own, index) => {
    const person = people[index] ?? "mia";
    const isSecond = people.indexOf(person) !== index;
    const name = isSecond ? `${person}2` : person;
    const rank = { mia: isMiaFirst ? "a" : "c", anna: "b", ben: "d" }[person];
    const newID = createIDs(`${rank}${isSecond ? "2" : "1"}`);
    const server = {
      relay: () => relay,
      media,
      inspect: inspect && ((event: InspectionEvent) => inspect(name, event)),
    };
    return createCallDevice(
      scene,
      { name, person, peer: person === "mia" ? "anna" : "mia", newID },
      own,
      server,
    );
  });
  const relay = createRelay(scene, () => devices);
  const world: LiveWorld = {
    devices,
    time,
    relay,
    media,
    isMiaFirst,
    faults,
    story,
    actedAt: START,
    hasLost: false,
    hasReloaded: false,
    aloneSince: new Map(),
    longestAlone: new Map(),
  };
  begin?.(world);
  for (const device of devices) device.open();
  return world;
}

function live(world: LiveWorld, chooser: Chooser, witness: Witness<World>): Promise<RunResult> {
  return play(world, {
    look: () => watchAlone(world),
    steps: () => [...nextOf(world), ...world.devices.flatMap((device) => actsNow(world, device))],
    state: () => stateOf(world),
    chooser,
    witness,
  });
}

function watchAlone({ devices, time, aloneSince, longestAlone }: LiveWorld): void {
  for (const { name, person, side } of devices) {
    const isPeerThere = devices.some(
      (other) => other.person !== person && other.side?.roomID === side?.roomID,
    );
    const since = aloneSince.get(name);
    if (since !== undefined)
      longestAlone.set(name, Math.max(longestAlone.get(name) ?? 0, time.now() - since));
    if (!side || isPeerThere) aloneSince.delete(name);
    else if (since === undefined) aloneSince.set(name, time.now());
  }
}

/** What happens without a user's decision. The caller ends a call that would not end by itself. */
function nextOf(world: LiveWorld): readonly Step[] {
  const steps = world.time.steps();
  if (steps.length > 0) return steps;
  const talking =
    world.devices.find(({ side }) => side?.role === "caller") ?? world.devices.find(({ side }) => side);
  if (!talking) return [END];
  return [act(world, talking.name, `${talking.name} hangs up at last.`, undefined, talking.hangUp)];
}

function actsNow(world: LiveWorld, device: CallDevice): Step[] {
  const { name, person, peer } = device;
  const costs = actsOf(person);
  const reopen = (isOrderly: boolean) => () => {
    world.hasReloaded = true;
    device.close(isOrderly);
    device.open();
  };
  const reload = [
    act(world, name, `${name} reloads the page.`, "reload", reopen(true)),
    act(world, name, `The page of ${name} crashes and opens again.`, "crash", reopen(false)),
  ];
  switch (device.expectation) {
    case "away":
      return [];
    case "free":
      return [act(world, name, `${name} calls ${peer}.`, costs, device.call)];
    case "ringing":
      return [
        act(world, name, `${name} accepts the call.`, costs, device.accept),
        act(world, name, `${name} declines the call.`, costs, device.hangUp),
        ...reload,
      ];
    default:
      return [act(world, name, `${name} hangs up.`, costs, device.hangUp), ...reload];
  }
}

/**
 * Moments count from now, and times are rounded to a second, so that the same situation at another time is the same
 * state. Which of two signals is older is kept, because an old invitation is no new call (R8).
 */
function stateOf({ devices, time, media, isMiaFirst, actedAt, aloneSince, ...has }: World): string {
  const now = time.now();
  const rooms = [...new Set(devices.flatMap(({ sides }) => sides.map(({ roomID }) => roomID)))];
  const isOver = devices.every(({ side }) => !side);
  const state = {
    devices: devices.map((device) => device.state()),
    waits: time.state(),
    rooms: rooms.map((roomID) => [roomID, media.members(roomID)]),
    order: time.departures().map((at) => devices.map(({ heardAt }) => at + NOON >= heardAt)),
    actedAt: isOver ? null : actedAt,
    aloneSince: [...aloneSince],
    has: [isMiaFirst, has.hasLost, has.hasReloaded],
  };
  return textOf(state, (moment) =>
    moment < START ? `${Math.ceil(moment / 1000)} s` : `${Math.ceil((moment - now) / 1000)} s`,
  );
}
