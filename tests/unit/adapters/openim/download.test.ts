import { beforeEach, describe, expect, it, vi } from "vitest";
import { FIRST_VISIT } from "../../../../src/adapters/openim/connection/channel.ts";
import { createFirstRun } from "../../../../src/adapters/openim/connection/first-run.ts";
import { countDownload } from "../../../../src/adapters/openim/worker/download.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

describe("the first download of the wasm", () => {
  beforeEach(() => void vi.stubGlobal("self", globalThis));

  let served: Response;
  const serve = (chunks: number[]) => {
    vi.stubGlobal("fetch", async () => {
      served = new Response(
        new ReadableStream({
          start(controller) {
            for (const [index, length] of chunks.entries())
              controller.enqueue(new Uint8Array(length).fill(index));
            controller.close();
          },
        }),
        { headers: { "Content-Type": "application/wasm" } },
      );
      return served;
    });
  };

  it("10-02 reports its progress in percent, and passes the response on unchanged and streamable", async () => {
    serve([19, 231, 250, 1, 499]);
    const told: number[] = [];
    countDownload("/core.wasm", 1000, (percent) => told.push(percent));
    const response = await self.fetch("/core.wasm");
    // A browser caches compiled code only for a response that the browser itself created.
    expect(response).toBe(served);
    const bytes = new Uint8Array(await response.arrayBuffer());
    await expect.poll(() => told).toEqual([1, 25, 50, 100]);
    expect(bytes.length).toBe(1000);
    expect([bytes[0], bytes[19], bytes[250], bytes[500], bytes[999]]).toEqual([0, 1, 2, 3, 4]);
    expect(response.headers.get("Content-Type")).toBe("application/wasm");
  });

  it("10-02 reports at most 100 percent of a wasm that is larger than expected", async () => {
    serve([600, 600]);
    const told: number[] = [];
    countDownload("/core.wasm", 1000, (percent) => told.push(percent));
    await (await self.fetch("/core.wasm")).arrayBuffer();
    await expect.poll(() => told).toEqual([60, 100]);
  });

  it("leaves other requests unchanged", async () => {
    serve([10]);
    const told: number[] = [];
    countDownload("/core.wasm", 10, (percent) => told.push(percent));
    await (await self.fetch("/sql.wasm")).arrayBuffer();
    expect(told).toEqual([]);
  });

  it("10-02 reports progress only on the first run of a version", async () => {
    const { im, names, heard, worker } = setUpIm();
    await im.start();
    worker().report({ type: "progress", percent: 40 });
    await expect.poll(() => heard).toContainEqual({ type: "im.loading", percent: 40 });
    await im.stop();
    await im.start();
    expect(names).toEqual([FIRST_VISIT, "im-sdk"]);
  });

  it("10-02 reports progress again for a new version", () => {
    const storage = memoryStorage();
    createFirstRun(storage, "1.0.0").remember();
    expect(createFirstRun(storage, "1.0.0").isFirst()).toBe(false);
    expect(createFirstRun(storage, "1.1.0").isFirst()).toBe(true);
  });

  it("10-02 the SDK starts without access to the storage", () => {
    const run = createFirstRun(closedStorage(), "1.0.0");
    run.remember();
    expect(run.isFirst()).toBe(true);
  });
});
