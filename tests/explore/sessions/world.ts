/**
 * Two tabs of a browser, in which users sign in, register and sign out. A chooser decides what the users, the network,
 * the server and timers do.
 */
import { passwordHash } from "../../../src/adapters/chat-server/account.ts";
import type { AppPorts } from "../../../src/wiring/program.ts";
import type { Chooser } from "../../../tools/charts/explore/chooser.ts";
import { createWitness } from "../../../tools/charts/explore/claims.ts";
import type { Subject } from "../../../tools/charts/explore/explore.ts";
import { NOON } from "../../fakes/world.ts";
import { USER_IDS } from "../../pair/device.ts";
import type { Person } from "../../pair/styles.ts";
import { createEnumerated } from "../common/enumerated.ts";
import { createExploredTime, type ExploredTime, START, type Step } from "../common/explored-time.ts";
import { END, play } from "../common/play.ts";
import type { ToldWorld, Watching } from "../common/space.ts";
import type { Line } from "../common/tell.ts";
import { type AccountServer, createAccountServer } from "./account-server.ts";
import { type Browser, createBrowser } from "./browser.ts";
import { claims } from "./claims.ts";
import { createTab, type Met, passwordOf, type Tab } from "./tab.ts";

export interface World extends ToldWorld {
  readonly tabs: readonly Tab[];
  readonly time: ExploredTime;
  readonly server: AccountServer;
  readonly browser: Browser;
  /** The IM token of the last sign-in that the server answered; null after a sign-out. */
  readonly accepted: string | null;
  /** Whether a sign-in was answered during a sign-out. Either may be the last. */
  readonly isContested: boolean;
  /** When a user or the server acted last, in milliseconds. */
  readonly actedAt: number;
  /** When what the tabs show changed last, in milliseconds. */
  readonly changedAt: number;
  readonly met: ReadonlySet<Met>;
}

const LEAVING = ["forgetting", "expelled"];

export interface Cast {
  /** The user who is signed in at the start of a run; null without one. */
  readonly signedIn: Person | null;
  /** Number of tabs, and of those that are open at the start. */
  readonly tabs: number;
  readonly open: number;
}

interface LiveWorld extends World {
  story: Line[];
  accepted: string | null;
  isContested: boolean;
  actedAt: number;
  changedAt: number;
  /** What the tabs show. */
  picture: string;
  /** Whether the run has begun: before, nothing fails. */
  hasBegun: boolean;
}

export type ChangePorts = (ports: AppPorts) => AppPorts;

/** `change` takes the rule of an adapter out. */
export function sessionsOf(cast: Cast, watching: Watching = {}, change?: ChangePorts): Subject {
  return async (chooser) => {
    const world = createWorld(cast, chooser, watching, change);
    await prepare(world, cast);
    const result = await play(world, {
      look: () => lookAt(world),
      steps: () => [...nextOf(world), ...actsNow(world)],
      state: () => stateOf(world),
      chooser,
      witness: createWitness(claims),
    });
    watching.end?.();
    for (const tab of world.tabs) tab.close();
    return result;
  };
}

function createWorld(
  { tabs: count }: Cast,
  chooser: Chooser,
  { inspect, begin }: Watching,
  change: ChangePorts | undefined,
): LiveWorld {
  const time = createExploredTime();
  const story: Line[] = [];
  const met = new Set<Met>();
  const server = createAccountServer((person) => passwordHash(passwordOf(person)));
  const browser = createBrowser(time);
  const enumerated = createEnumerated(chooser, ({ says }) => story.push({ kind: "choice", says }));
  const choices: typeof enumerated = {
    ...enumerated,
    chance: (probability, fault) => world.hasBegun && enumerated.chance(probability, fault),
  };
  const tabs = Array.from({ length: count }, (_, index) => {
    const name = `tab ${index + 1}`;
    return createTab(name, {
      time,
      server,
      choices,
      browser,
      inspect: inspect && ((event) => inspect(name, event)),
      change,
      meet: (what) => void met.add(what),
      accept(imToken) {
        world.accepted = imToken;
        world.isContested ||= tabs.some(({ phase }) => LEAVING.includes(phase));
      },
      leave() {
        world.accepted = null;
      },
    });
  });
  const world: LiveWorld = {
    tabs,
    time,
    server,
    browser,
    story,
    met,
    accepted: null,
    isContested: false,
    actedAt: START,
    changedAt: START,
    picture: "",
    hasBegun: false,
  };
  begin?.(world);
  return world;
}

/** Opens the tabs and signs the user in. */
async function prepare(world: LiveWorld, { signedIn, open }: Cast): Promise<void> {
  const { tabs, time } = world;
  const settle = async () => {
    await time.settle();
    for (let [next] = time.steps(); next; [next] = time.steps()) {
      next.run();
      await time.settle();
    }
  };
  for (const [index, tab] of tabs.slice(0, open).entries()) {
    tab.open();
    await settle();
    if (index > 0 || signedIn === null) continue;
    tab.signIn(signedIn);
    await settle();
  }
  world.actedAt = time.now();
  world.changedAt = time.now();
  world.hasBegun = true;
}

function lookAt(world: LiveWorld): void {
  const picture = JSON.stringify(world.tabs.map(({ phase, path, formErrors }) => [phase, path, formErrors]));
  if (picture === world.picture) return;
  world.picture = picture;
  world.changedAt = world.time.now();
}

/** What happens without a decision. A user who registers goes on once the page has answered. */
function nextOf(world: LiveWorld): readonly Step[] {
  const { time, tabs } = world;
  if (!time.isBusy())
    for (const { goesOn } of tabs) if (goesOn) return [act(world, goesOn.says, undefined, goesOn.run)];
  const steps = time.steps();
  return steps.length > 0 ? steps : [END];
}

/** The news from tab to tab is faster than the user, who acts after it. */
function actsNow(world: LiveWorld): Step[] {
  const acts = world.browser.isBusy ? [] : world.tabs.flatMap((tab) => actsIn(world, tab));
  return [...acts, ...actsOfServer(world)];
}

function actsIn(world: LiveWorld, tab: Tab): Step[] {
  if (!tab.isOpen) return [act(world, `The user opens ${tab.name}.`, "open", tab.open)];
  return [
    ...tab.presses.map((press) => act(world, press.says, press.costs, press.run)),
    act(world, `The user closes ${tab.name}.`, "close", tab.close),
    act(world, `The user reloads ${tab.name}.`, "reload", () => {
      tab.close();
      tab.open();
    }),
  ];
}

function actsOfServer(world: LiveWorld): Step[] {
  const { server } = world;
  return (["mia", "anna"] as const).flatMap((person) => {
    const userID = USER_IDS[person];
    if (!server.hasLogin(userID)) return [];
    return [
      act(world, `The login of ${person} expires.`, "expiry", () => server.expire(userID)),
      act(world, `${person} signs in on another device.`, "kick", () => server.signInElsewhere(userID)),
    ];
  });
}

function act(world: LiveWorld, says: string, costs: string | undefined, run: () => void): Step {
  return {
    says,
    costs,
    run() {
      world.actedAt = world.time.now();
      run();
    },
  };
}

/** Moments count from now, so that the same situation at another time is the same state. */
function stateOf({ tabs, browser, server, time, actedAt, changedAt, ...has }: World): string {
  const now = time.now();
  const state = [
    tabs.map((tab) => tab.state()),
    browser.state(),
    server.state(),
    time.state(),
    [has.accepted, has.isContested],
    actedAt,
    changedAt,
  ];
  const text = JSON.stringify(state, (_, value: unknown) => {
    if (typeof value !== "number" || value < START / 2) return value;
    const moment = value >= NOON ? value - NOON + START : value;
    return `${Math.ceil((moment - now) / 1000)} s`;
  });
  return text.replace(/(?<=")x:\d+(?=")/g, "x");
}
