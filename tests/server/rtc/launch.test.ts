// The thread of the media server, as the main thread asks it.
// @vitest-environment node
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchWorker, type RunningWorker } from "../../../server/rtc/thread/launch.ts";

let worker: RunningWorker;
beforeAll(async () => {
  const keys = { apiKey: "key", secret: "secret" };
  worker = await launchWorker({ ...keys, udpPort: 0, isForNetwork: false, hasNetworkEmulator: false });
});
afterAll(() => worker.terminate());

const ask = () => worker.ask({ question: "rooms" }, "rooms");

it("keeps nothing of questions that are answered", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const megabytes = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const askMany = async () => {
    for (let i = 0; i < 20_000; i++) await ask();
  };
  await askMany();
  const before = megabytes();
  await askMany();
  expect(megabytes() - before).toBeLessThan(4);
});

it("refuses questions when the thread has ended", async () => {
  await worker.terminate();
  await expect(ask()).rejects.toThrow("the media server has ended");
});
