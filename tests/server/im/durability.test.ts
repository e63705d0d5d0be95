// A backend killed with SIGKILL while messages come in: no acknowledged message is lost, and no seq is used
// twice.
// @vitest-environment node
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectGob, type GobClient, newMessageID } from "../support/gob-client.ts";

const script = fileURLToPath(new URL("../support/backend-process.mjs", import.meta.url));
const ready = v.object({ origin: v.string(), tokens: v.record(v.string(), v.string()) });

let data: string;
let running: ChildProcess | undefined;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "parley-"));
});
afterEach(() => {
  running?.kill("SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

async function start() {
  running = spawn(process.execPath, [script, data, "alice", "bob"], { stdio: ["ignore", "pipe", "inherit"] });
  if (running.stdout === null) throw new Error("no output");
  const [line] = await once(createInterface(running.stdout), "line");
  return v.parse(ready, JSON.parse(line));
}

async function kill() {
  const process = running;
  if (process === undefined) return;
  process.kill("SIGKILL");
  await once(process, "exit");
}

/** Sends from one client until the server is gone; `acknowledged` collects each sent id that was answered. */
async function pour(client: GobClient, recvID: string, acknowledged: string[]): Promise<void> {
  let gone = false;
  client.closed.then(() => {
    gone = true;
  });
  while (!gone) {
    const clientMsgID = newMessageID();
    const answer = client.send({ recvID, clientMsgID }).then(() => acknowledged.push(clientMsgID));
    await Promise.race([answer, client.closed]);
  }
}

async function storedIDs(client: GobClient, conversationID: string): Promise<string[]> {
  const max = (await client.maxSeqs())[conversationID] ?? 0;
  const ids: string[] = [];
  for (let from = 1; from <= max; from += 100) {
    const seqs = Array.from({ length: Math.min(100, max - from + 1) }, (_, i) => from + i);
    const { Msgs } = await client.pullSeqs(conversationID, seqs);
    expect(Msgs.map((message) => [message.seq, message.status])).toEqual(seqs.map((seq) => [seq, 1]));
    ids.push(...Msgs.map((message) => message.clientMsgID));
  }
  return ids;
}

it("loses no acknowledged message and reuses no seq after a kill while sending", async () => {
  const acknowledged: string[] = [];
  let highest = 0;
  for (let round = 0; round < 2; round += 1) {
    const { origin, tokens } = await start();
    const [alice, bob] = await Promise.all(
      ["alice", "bob"].map((userID) => connectGob(origin, { userID, token: tokens[userID] ?? "" })),
    );
    if (alice === undefined || bob === undefined) throw new Error("not connected");
    const known = (await alice.maxSeqs()).si_alice_bob ?? 0;
    expect(known).toBeGreaterThanOrEqual(highest);
    const target = acknowledged.length + 150;
    const pouring = [pour(alice, "bob", acknowledged), pour(bob, "alice", acknowledged)];
    while (acknowledged.length < target) await alice.maxSeqs();
    await kill();
    await Promise.all(pouring);
    highest = Math.max(0, ...bob.received().map((message) => message.seq));
  }

  const { origin, tokens } = await start();
  const bob = await connectGob(origin, { userID: "bob", token: tokens.bob ?? "" });
  const stored = await storedIDs(bob, "si_alice_bob");
  expect(new Set(stored).size).toBe(stored.length);
  expect(new Set(stored)).toEqual(new Set([...stored, ...acknowledged]));
  expect(stored.length).toBeGreaterThanOrEqual(highest);
  await bob.send({ recvID: "alice" });
  expect((await bob.maxSeqs()).si_alice_bob).toBe(stored.length + 1);
});

it("keeps logins over a restart", async () => {
  const first = await start();
  await kill();
  running = spawn(process.execPath, [script, data], { stdio: ["ignore", "pipe", "inherit"] });
  if (running.stdout === null) throw new Error("no output");
  const [line] = await once(createInterface(running.stdout), "line");
  const { origin } = v.parse(ready, JSON.parse(line));
  const alice = await connectGob(origin, { userID: "alice", token: first.tokens.alice ?? "" });
  expect(alice.greeting.errCode).toBe(0);
});
