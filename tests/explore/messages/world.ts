/**
 * Two users with a chat. One writes, on one or two devices, and the other reads, joined by a model of the message
 * server. A chooser decides what users and the network do.
 */
import type { Message } from "../../../machines/domain/message.ts";
import { messageOf } from "../../../machines/outbox/outgoing-drafts.ts";
import type { Chooser } from "../../../tools/charts/explore/chooser.ts";
import { createWitness, type Witness } from "../../../tools/charts/explore/claims.ts";
import type { RunResult, Subject } from "../../../tools/charts/explore/explore.ts";
import { aProfile, NOON } from "../../fakes/world.ts";
import { USER_IDS } from "../../pair/device.ts";
import { createEnumerated } from "../common/enumerated.ts";
import { createExploredTime, type ExploredTime, START, type Step } from "../common/explored-time.ts";
import { END, play } from "../common/play.ts";
import { actsOf, type ToldWorld, type Watching } from "../common/space.ts";
import type { Line } from "../common/tell.ts";
import { claims } from "./claims.ts";
import { createMessageCharts, type MessageCharts } from "./message-charts.ts";
import { CHAT, createMessageDevice, type DeviceStart, type MessageDevice } from "./message-device.ts";
import { createMessageServer, type MessageServer } from "./message-server.ts";
import { type Met, wordOf } from "./sdk.ts";

export interface World extends ToldWorld {
  readonly devices: readonly MessageDevice[];
  readonly time: ExploredTime;
  readonly server: MessageServer;
  readonly met: ReadonlySet<Met>;
}

export interface Cast {
  readonly devices: readonly DeviceStart[];
  /** Number of messages that mia sent before the run. */
  readonly earlier: number;
}

const TEXTS = ["one", "two", "three", "four", "five"] as const;

const FILES = [
  ["first", "second"],
  ["third", "fourth"],
] as const;

export function messagesOf(cast: Cast, watching: Watching = {}): Subject {
  const charts = cast.devices.map(createMessageCharts);
  return async (chooser) => {
    const world = createWorld(cast, charts, chooser, watching);
    const witness = createWitness(claims);
    const result = await live(world, cast, chooser, witness);
    watching.end?.();
    for (const device of world.devices) device.close();
    return result;
  };
}

interface LiveWorld extends World {
  story: Line[];
}

function createWorld(
  { devices: starts, earlier }: Cast,
  charts: readonly MessageCharts[],
  chooser: Chooser,
  { inspect, begin }: Watching,
): LiveWorld {
  const time = createExploredTime();
  const story: Line[] = [];
  const met = new Set<Met>();
  let moments = 0;
  const now = () => {
    moments += 1;
    return NOON + moments;
  };
  const server = createMessageServer(now, () => devices);
  for (let count = 1; count <= earlier; count += 1) server.begin(earlierMessage(count));
  const sdkWorld = {
    time,
    server,
    now,
    choices: createEnumerated(chooser, ({ says }) => story.push({ kind: "choice", says })),
    meet: (what: Met) => void met.add(what),
  };
  const devices: MessageDevice[] = starts.map((start, index) => {
    const isSecond = starts.findIndex(({ person }) => person === start.person) !== index;
    const name = isSecond ? `${start.person}2` : start.person;
    let count = 0;
    const newID = () => {
      count += 1;
      return `${name}-${count}`;
    };
    const own = charts[index];
    if (!own) throw new Error("A device has no charts");
    return createMessageDevice({ name, start, newID }, own, {
      ...sdkWorld,
      inspect: inspect && ((event) => inspect(name, event)),
    });
  });
  const world: LiveWorld = { devices, time, server, story, met };
  begin?.(world);
  return world;
}

function earlierMessage(count: number): Message {
  const draft = {
    clientMsgID: `earlier-${count}`,
    conversationID: CHAT,
    text: `earlier ${count}`,
    replyTo: null,
  };
  const sender = aProfile({ userID: USER_IDS.mia, nickname: "mia" });
  return messageOf(draft, null, { sender, sendTime: NOON });
}

async function live(
  world: LiveWorld,
  { devices: starts }: Cast,
  chooser: Chooser,
  witness: Witness<World>,
): Promise<RunResult> {
  await open(world, starts);
  return play(world, {
    look() {
      for (const device of world.devices) device.look();
    },
    steps: () => [...nextOf(world), ...world.devices.flatMap((device) => actsNow(world, device))],
    state: () => stateOf(world),
    chooser,
    witness,
  });
}

/** Opens the pages. Those that are open before the run have finished their sync. */
async function open({ devices, time }: LiveWorld, starts: readonly DeviceStart[]): Promise<void> {
  for (const [index, device] of devices.entries()) {
    if (starts[index]?.page === "opening") continue;
    device.open();
    if (starts[index]?.page === "elsewhere") device.leaveChat();
  }
  await time.settle();
  for (let [next] = time.steps(); next; [next] = time.steps()) {
    next.run();
    await time.settle();
  }
  for (const [index, device] of devices.entries()) if (starts[index]?.page === "opening") device.open();
}

/** What happens without a user's decision. At the end the users look at everything. */
function nextOf({ time, devices }: LiveWorld): readonly Step[] {
  const steps = time.steps();
  if (steps.length > 0) return steps;
  for (const { toPress } of devices) if (toPress) return [toPress];
  return [END];
}

function actsNow({ devices }: LiveWorld, device: MessageDevice): Step[] {
  const { name, person, isInChat, failed, recallable, deletable, far, isAbove } = device;
  const costs = actsOf(person);
  const sent = devices.flatMap((one) => one.sent);
  const text = TEXTS[sent.length];
  const files = FILES[devices.flatMap(({ picked }) => picked).length];
  const steps: Step[] = [];
  if (isInChat && text)
    steps.push({ says: `${name} sends "${text}".`, costs, run: () => device.write(text) });
  if (isInChat && files)
    steps.push({
      says: `${name} sends the files "${files.join('" and "')}".`,
      costs: "files",
      run: () => device.sendFiles(files),
    });
  for (const message of failed)
    steps.push({
      says: `${name} presses Retry at ${wordOf(message)}.`,
      costs: "retry",
      run: () => device.retry(message),
    });
  if (far)
    steps.push({
      says: `${name} jumps to ${wordOf(far)}.`,
      costs: "jump",
      run: () => device.jump(far),
    });
  if (isAbove) steps.push({ says: `${name} scrolls down.`, costs: "scroll", run: () => device.scrollDown() });
  for (const message of recallable)
    steps.push({
      says: `${name} recalls ${wordOf(message)}.`,
      costs: "recall",
      run: () => device.recall(message),
    });
  for (const message of deletable)
    steps.push({
      says: `${name} deletes ${wordOf(message)}.`,
      costs: "delete",
      run: () => device.delete(message),
    });
  if (isInChat)
    steps.push({ says: `${name} leaves the chat.`, costs: "visit", run: () => device.leaveChat() });
  else steps.push({ says: `${name} opens the chat again.`, run: () => device.openChat() });
  if (device.isConnected && device.isBusy)
    steps.push({ says: `The line of ${name} is cut.`, costs: "cut", run: () => device.cut() });
  steps.push({
    says: `The page of ${name} is closed and opened again.`,
    costs: "reload",
    run() {
      device.close();
      device.open();
    },
  });
  return steps;
}

/**
 * Timers count from now, and times of messages by their rank, so that the same situation at another time is the same
 * state.
 */
function stateOf({ devices, server, time }: World): string {
  const now = time.now();
  const state = [
    devices.map((device) => device.state()),
    server.stored.map(({ clientMsgID, sendTime, content }) => [clientMsgID, sendTime, content.type]),
    server.recalls,
    devices.map(({ userID }) => server.deletionsOf(userID)),
    time.state(),
  ];
  const moments = new Set<number>();
  const text = JSON.stringify(state, (_, value: unknown) => {
    if (typeof value !== "number" || value < START / 2) return value;
    if (value < NOON) return `${value - now} ms`;
    moments.add(value);
    return `moment ${value}`;
  });
  const ranks = new Map([...moments].sort((a, b) => a - b).map((moment, rank) => [String(moment), rank]));
  return text
    .replace(/"moment (\d+)"/g, (_, moment: string) => String(ranks.get(moment)))
    .replace(/(?<=")x:\d+(?=")/g, "x");
}
