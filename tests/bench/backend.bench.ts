import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, it, vi } from "vitest";
import { type BenchClient, connectRelay, connectSdk, type OnText } from "./support/clients.ts";
import { type Host, startHost } from "./support/host.ts";
import { type ReadyProcess, startNode } from "./support/process.ts";
import { createReport, quantile, type Report } from "./support/report.ts";
import { createStore, web } from "./support/store.ts";

const runs = 5;
/** Neighbours are pairs; everyone sends and receives. */
const people = Array.from({ length: 50 }, (_, index) => `person${index}`);
/** Messages per user at full speed: the next is sent when the previous is acknowledged. */
const messagesEach = 40;
/** Messages at a fixed rate, in total for all users. */
const paced = { perSecond: 100, seconds: 3 };

interface Room {
  server: Pick<ReadyProcess, "processorTime">;
  clients: readonly BenchClient[];
  heard: { onText: OnText };
}

let host: Host;
let relay: ReadyProcess;
const rooms = new Map<string, Room>();
const subjects = { backend: "embedded backend", relay: "bare relay" };

beforeAll(async () => {
  vi.spyOn(console, "info").mockReturnValue(); // every SDK logs its version
  const tokens: string[] = [];
  const store = await createStore([], (im) => {
    for (const userID of people) {
      im.registerUser({ userID, nickname: userID, faceURL: "" });
      tokens.push(im.issueToken(userID, web));
    }
  });
  host = await startHost(store.folder);
  relay = await startNode([fileURLToPath(new URL("support/relay.mjs", import.meta.url))], /ready at (\S+)/);
  rooms.set(
    subjects.backend,
    await openRoom(host, (userID, onText, index) =>
      connectSdk(host.origin, { userID, token: tokens[index] ?? "" }, onText),
    ),
  );
  rooms.set(
    subjects.relay,
    await openRoom(relay, (userID, onText) => connectRelay(relay.said, userID, onText)),
  );
}, 60_000);

afterAll(async () => {
  for (const { clients } of rooms.values()) for (const client of clients) await client.close();
  await relay?.close();
  await host?.close();
});

it("50 clients in pairs send to each other", async () => {
  const report = createReport("Messages between 50 connections in 25 single chats", Object.values(subjects));
  for (const room of rooms.values()) await sendAtFullSpeed(room, 5); // creates the conversations and warms up the code
  for (let run = 0; run < runs; run += 1)
    for (const [subject, room] of rooms) {
      addFullSpeed(report, subject, await sendAtFullSpeed(room, messagesEach));
      addPaced(report, subject, await sendPaced(room));
    }
  report.note("Embedded backend: @openim/client-sdk, store on disk, product process of its own.");
  report.note("Bare relay: plain websockets, frames of the same size, nothing checked and nothing stored.");
  report.note("All clients share one process; the servers have one each.");
  report.print();
});

interface Outcome {
  /** Processor time in milliseconds. */
  serverTime: number;
  clientTime: number;
  /** Milliseconds since the start. */
  lastAcknowledged: number;
  lastDelivered: number;
  /** Milliseconds from the send call to the event at the receiver, per message. */
  latencies: readonly number[];
}

async function openRoom(
  server: Room["server"],
  connect: (userID: string, onText: OnText, index: number) => Promise<BenchClient>,
): Promise<Room> {
  const heard: Room["heard"] = { onText: () => {} };
  const clients: BenchClient[] = [];
  for (const [index, userID] of people.entries())
    clients.push(await connect(userID, (text) => heard.onText(text), index));
  return { server, clients, heard };
}

/** Sends with `schedule` and waits until `total` messages are delivered. */
async function observe(
  room: Room,
  total: number,
  schedule: (send: (sender: number, number: number) => Promise<void>) => Promise<void>,
): Promise<Outcome> {
  const sentAt = new Map<string, number>();
  const latencies: number[] = [];
  const serverTime = room.server.processorTime();
  const clientUsage = process.cpuUsage();
  const start = performance.now();
  const delivered = new Promise<void>((resolve) => {
    room.heard.onText = (text) => {
      const sent = sentAt.get(text);
      if (sent === undefined) return;
      sentAt.delete(text);
      latencies.push(performance.now() - sent);
      if (latencies.length === total) resolve();
    };
  });
  await schedule(async (sender, number) => {
    const text = `Message ${number} of ${sender}, a line as long as people write them`;
    sentAt.set(text, performance.now());
    // Neighbours: 0 and 1, 2 and 3, ...
    await room.clients[sender]?.send(people[sender ^ 1] ?? "", text);
  });
  const lastAcknowledged = performance.now() - start;
  await delivered;
  const lastDelivered = performance.now() - start;
  const { user, system } = process.cpuUsage(clientUsage);
  return {
    serverTime: room.server.processorTime() - serverTime,
    clientTime: (user + system) / 1000,
    lastAcknowledged,
    lastDelivered,
    latencies,
  };
}

function sendAtFullSpeed(room: Room, each: number): Promise<Outcome> {
  return observe(room, people.length * each, async (send) => {
    await Promise.all(
      people.map(async (_, sender) => {
        for (let number = 0; number < each; number += 1) await send(sender, number);
      }),
    );
  });
}

function sendPaced(room: Room): Promise<Outcome> {
  const total = paced.perSecond * paced.seconds;
  return observe(room, total, async (send) => {
    const sent: Promise<void>[] = [];
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        sent.push(send(sent.length % people.length, sent.length));
        if (sent.length < total) return;
        clearInterval(timer);
        resolve();
      }, 1000 / paced.perSecond);
    });
    await Promise.all(sent);
  });
}

function addFullSpeed(report: Report, subject: string, outcome: Outcome): void {
  const count = outcome.latencies.length;
  report.add("full speed: acknowledged", "1/s", subject, (count / outcome.lastAcknowledged) * 1000);
  report.add("full speed: delivered", "1/s", subject, (count / outcome.lastDelivered) * 1000);
  report.add("full speed: server CPU per message", "ms", subject, outcome.serverTime / count);
  report.add("full speed: clients' CPU per message", "ms", subject, outcome.clientTime / count);
  report.add("full speed: send to receive, p50", "ms", subject, quantile(outcome.latencies, 0.5));
  report.add("full speed: send to receive, p95", "ms", subject, quantile(outcome.latencies, 0.95));
}

function addPaced(report: Report, subject: string, { latencies }: Outcome): void {
  const pace = `${paced.perSecond}/s`;
  report.add(`${pace}: send to receive, p50`, "ms", subject, quantile(latencies, 0.5));
  report.add(`${pace}: send to receive, p95`, "ms", subject, quantile(latencies, 0.95));
}
