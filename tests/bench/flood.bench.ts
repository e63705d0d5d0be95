import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Libsql from "libsql";
import * as v from "valibot";
import { afterAll, beforeAll, it, vi } from "vitest";
import { type BenchClient, connectSdk } from "./support/clients.ts";
import { type Host, startHost } from "./support/host.ts";
import { startNode } from "./support/process.ts";
import { createReport, quantile } from "./support/report.ts";
import { createStore, post, web } from "./support/store.ts";

const messages = 200;
const intervalMs = 50;
/** A message that has not arrived this long after the last send counts as lost. */
const patienceMs = 15_000;

let host: Host;
let alice: BenchClient;
let bob: BenchClient;
let mallory: string;
let group: string;
let folder: string;
let onText: (text: string) => void = () => {};
let talks = 0;

beforeAll(async () => {
  vi.spyOn(console, "info").mockReturnValue(); // every SDK logs its version
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
      group = im.createGroup({ name: "G", owner: "mallory", members: ["alice", "bob", ...friends] });
    }
  });
  folder = store.folder;
  host = await startHost(folder);
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

it("another user's messages during a connection flood", async () => {
  const subjects = { quiet: "quiet", flood: "flood" };
  const report = createReport("Alice's messages to Bob, while a stranger floods", Object.values(subjects));
  const measure = async (subject: string) => {
    const { latencies, memory } = await talk();
    report.add("from send to arrival, median", "ms", subject, quantile(latencies, 0.5));
    report.add("from send to arrival, 95th percentile", "ms", subject, quantile(latencies, 0.95));
    report.add("resident memory of the server, peak", "MB", subject, memory);
  };
  await talk(); // warms up the code
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

it("another user's messages while a user floods REST or the gateway", async () => {
  // The kind that fills the memory comes last.
  const kinds = ["quiet", "names", "groups", "requests", "registrations", "messages", "settings"] as const;
  const report = createReport("Alice's messages to Bob, while a user asks REST in a loop", kinds);
  const seconds = (messages * intervalMs) / 1000 + 2;
  const script = fileURLToPath(new URL("support/rest-flood.mjs", import.meta.url));
  await talk(); // warms up the code
  for (const kind of kinds) {
    const what = kind === "registrations" ? await registrationCode() : group;
    const args = [script, host.origin, kind, mallory, String(seconds), what];
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
  report.note(
    "registrations: with one valid code; messages: to a group of 303, of which Alice and Bob are online.",
  );
  report.note("20 calls at a time, from a process of its own; Infinity: it was not there after 15 s.");
  report.print();
});

/** Requests a registration code and reads it from the store; the server prints it only for the operator. */
async function registrationCode(): Promise<string> {
  await post(`${host.origin}/chat/account/code/send`, {
    areaCode: "+86",
    phoneNumber: "13700000077",
    usedFor: 1,
  });
  const store = new Libsql(join(folder, "parley.sqlite"), { readonly: true });
  const rows = store.prepare("SELECT code FROM verification_codes").all([]);
  store.close();
  return v.parse(v.tuple([v.object({ code: v.string() })]), rows)[0].code;
}

/** Sends at a fixed rate. Returns the milliseconds until each message arrived, and the server's peak memory in MB. */
async function talk(): Promise<{ latencies: readonly number[]; memory: number }> {
  talks += 1;
  const sentAt = new Map<string, number>();
  const latencies: number[] = [];
  let memory = 0;
  const arrived = new Promise<void>((resolve) => {
    onText = (text) => {
      const at = sentAt.get(text);
      if (at === undefined) return;
      latencies.push(performance.now() - at);
      if (latencies.length === messages) resolve();
    };
  });
  for (let number = 0; number < messages; number += 1) {
    const text = `Message ${number} of talk ${talks}`;
    sentAt.set(text, performance.now());
    void alice.send("bob", text);
    memory = Math.max(memory, host.memory());
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  const lost = Array.from({ length: messages - latencies.length }, () => Number.POSITIVE_INFINITY);
  return { latencies: [...latencies, ...lost], memory };
}
