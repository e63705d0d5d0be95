import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, it, vi } from "vitest";
import { type Host, startHost } from "./support/host.ts";
import { startNode } from "./support/process.ts";
import { createReport, quantile } from "./support/report.ts";
import { createStore, web } from "./support/store.ts";
import { connectSdk, type Talker } from "./support/talkers.ts";

const messages = 200;
const intervalMs = 50;

let host: Host;
let alice: Talker;
let bob: Talker;
let mallory: string;
let onText: (text: string) => void = () => {};

beforeAll(async () => {
  vi.spyOn(console, "info").mockReturnValue(); // every SDK says its version
  const tokens = new Map<string, string>();
  const store = await createStore([], (im) => {
    for (const userID of ["alice", "bob", "mallory"]) {
      im.registerUser({ userID, nickname: userID, faceURL: "" });
      tokens.set(userID, im.issueToken(userID, web));
    }
    const friends = Array.from({ length: 300 }, (_, index) => `friend${index}`);
    for (const userID of friends) im.registerUser({ userID, nickname: userID, faceURL: "" });
    for (const userID of ["alice", "bob", ...friends.slice(0, 200)]) im.makeFriends("mallory", userID);
    for (let index = 0; index < 5; index += 1) {
      im.createGroup({ name: "G", owner: "mallory", members: ["alice", "bob", ...friends] });
    }
  });
  host = await startHost(store.folder);
  const login = (userID: string) => ({ userID, token: tokens.get(userID) ?? "" });
  alice = await connectSdk(host.origin, login("alice"), () => {});
  bob = await connectSdk(host.origin, login("bob"), (text) => onText(text));
  mallory = tokens.get("mallory") ?? "";
}, 60_000);

afterAll(async () => {
  await alice?.close();
  await bob?.close();
  await host?.close();
});

it("another person's messages during a flood", async () => {
  const subjects = { quiet: "quiet", flood: "flood" };
  const report = createReport("Alice's messages to Bob, while a stranger floods", Object.values(subjects));
  const measure = async (subject: string) => {
    const { latencies, memory } = await talk();
    report.add("from send to arrival, median", "ms", subject, quantile(latencies, 0.5));
    report.add("from send to arrival, 95th percentile", "ms", subject, quantile(latencies, 0.95));
    report.add("resident memory of the server, peak", "MB", subject, memory);
  };
  await talk(); // warms the code
  await measure(subjects.quiet);
  const seconds = (messages * intervalMs) / 1000 + 2;
  const script = fileURLToPath(new URL("support/flood.mjs", import.meta.url));
  const { port } = new URL(host.origin);
  const flood = await startNode([script, port, "mallory", mallory, String(seconds)], /(flooding)/);
  await measure(subjects.flood);
  await flood.close();
  report.note(
    `${messages} messages, one every ${intervalMs} ms; @openim/client-sdk, the product in a process of its own.`,
  );
  report.note(
    "The flood, from a process of its own: 5 000 connections, gzip bombs of 500 MB, bodies of 100 GB.",
  );
  report.print();
});

it("another person's messages while somebody calls REST in a loop", async () => {
  const kinds = ["quiet", "names", "groups", "requests", "settings"] as const;
  const report = createReport("Alice's messages to Bob, while a user calls REST in a loop", kinds);
  const seconds = (messages * intervalMs) / 1000 + 2;
  const script = fileURLToPath(new URL("support/rest-flood.mjs", import.meta.url));
  await talk(); // warms the code
  for (const kind of kinds) {
    const args = [script, host.origin, kind, mallory, String(seconds)];
    const flood = kind === "quiet" ? undefined : await startNode(args, /(flooding)/);
    const { latencies, memory } = await talk();
    report.add("from send to arrival, median", "ms", kind, quantile(latencies, 0.5));
    report.add("from send to arrival, 95th percentile", "ms", kind, quantile(latencies, 0.95));
    report.add("resident memory of the server, peak", "MB", kind, memory);
    await flood?.close();
  }
  report.note(
    "names: with 202 friends and 5 groups of 303; settings: ex of 950 kB in 250 conversations, read back.",
  );
  report.note("20 calls at a time, from a process of its own.");
  report.print();
});

/** Sends at an easy pace; milliseconds until each message arrived, and the most memory seen meanwhile, in MB. */
async function talk(): Promise<{ latencies: readonly number[]; memory: number }> {
  const sentAt = new Map<string, number>();
  const latencies: number[] = [];
  let memory = 0;
  const arrived = new Promise<void>((resolve) => {
    onText = (text) => {
      latencies.push(performance.now() - (sentAt.get(text) ?? Number.NaN));
      if (latencies.length === messages) resolve();
    };
  });
  for (let number = 0; number < messages; number += 1) {
    const text = `Message ${number}`;
    sentAt.set(text, performance.now());
    void alice.send("bob", text);
    memory = Math.max(memory, host.memory());
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  await arrived;
  return { latencies, memory };
}
