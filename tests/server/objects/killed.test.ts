// The server is killed during an upload. The SDK continues with the upload's id and the parts that had
// arrived.
// @vitest-environment node
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bodyOf, cut, noise, partBytes } from "../support/uploads.ts";

const script = fileURLToPath(new URL("../support/backend-process.mjs", import.meta.url));
const ready = v.object({ origin: v.string(), tokens: v.object({ alice: v.string() }) });
const signed = v.object({ parts: v.array(v.object({ url: v.string() })) });
const begun = v.object({ upload: v.object({ uploadID: v.string(), sign: signed }) });

let data: string;
let running: ChildProcess | undefined;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "parley-"));
});
afterEach(() => {
  running?.kill("SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

/** Starts a backend in its own process; `ask` returns the data of a call that must succeed. */
async function start() {
  const child = spawn(process.execPath, [script, data, "alice"], { stdio: ["ignore", "pipe", "inherit"] });
  running = child;
  const [line] = await once(createInterface(child.stdout), "line");
  const { origin, tokens } = v.parse(ready, JSON.parse(line));
  return {
    async ask<Data>(path: string, body: object, schema: v.GenericSchema<unknown, Data>): Promise<Data> {
      const headers = { "Content-Type": "application/json", operationID: "test", token: tokens.alice };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const response = await fetch(`${origin}/api/object/${path}`, init);
      return v.parse(v.object({ errCode: v.literal(0), data: schema }), await response.json()).data;
    },
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

it("keeps the parts that had arrived, and takes the missing part again", async () => {
  const file = cut(noise(partBytes + 500_000));
  const name = "alice/film.bin";
  const first = await start();
  const body = { hash: file.hash, size: file.size, maxParts: 20, name };
  const { upload } = await first.ask("initiate_multipart_upload", body, begun);
  const [one, two] = upload.sign.parts;
  await fetch(one?.url ?? "", { method: "PUT", body: file.parts[0] });
  const half = request(two?.url ?? "", { method: "PUT", headers: { "Content-Length": 500_000 } });
  const broken = once(half, "error");
  await new Promise((sent) => half.write(noise(200_000, 7), sent));
  await first.kill();
  await broken;

  const second = await start();
  const again = await second.ask("auth_sign", { uploadID: upload.uploadID, partNumbers: [2] }, signed);
  await fetch(again.parts[0]?.url ?? "", { method: "PUT", body: file.parts[1] });
  const { url } = await second.ask(
    "complete_multipart_upload",
    { uploadID: upload.uploadID, parts: file.md5s, name },
    v.object({ url: v.string() }),
  );
  expect((await bodyOf(fetch(url))).equals(file.bytes)).toBe(true);
});
