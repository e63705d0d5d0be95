import { afterEach, describe, expect, it, vi } from "vitest";
import type { Sdk } from "../../../../src/adapters/openim/connection/channel.ts";
import { patchSdk } from "../../../../src/adapters/openim/worker/quirks.ts";

afterEach(() => vi.unstubAllGlobals());

describe("history reads in the SDK's worker", () => {
  /** An SDK whose reads end on demand. */
  function anSdk() {
    const running: { page: unknown; end(): void; fail(): void }[] = [];
    const read = (page: unknown) =>
      new Promise((resolve, reject) => {
        running.push({ page, end: () => resolve({ data: page }), fail: () => reject(new Error("refused")) });
      });
    const sdk = { getAdvancedHistoryMessageList: read, getAdvancedHistoryMessageListReverse: read };
    vi.stubGlobal("self", {});
    patchSdk(sdk as unknown as Sdk);
    return { sdk, running };
  }
  const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

  it("11-19 of one chat run in sequence: a parallel read would take new messages for duplicates", async () => {
    const { sdk, running } = anSdk();
    const first = sdk.getAdvancedHistoryMessageList({ conversationID: "a", page: 1 });
    const second = sdk.getAdvancedHistoryMessageListReverse({ conversationID: "a", page: 2 });
    const other = sdk.getAdvancedHistoryMessageList({ conversationID: "b", page: 3 });
    await flush();
    expect(running.map(({ page }) => page)).toMatchObject([{ page: 1 }, { page: 3 }]);
    running[0]?.end();
    expect(await first).toMatchObject({ data: { page: 1 } });
    await flush();
    expect(running.map(({ page }) => page)).toMatchObject([{ page: 1 }, { page: 3 }, { page: 2 }]);
    running[1]?.end();
    running[2]?.end();
    expect(await Promise.all([second, other])).toHaveLength(2);
  });

  it("continue after a failed read", async () => {
    const { sdk, running } = anSdk();
    const first = sdk.getAdvancedHistoryMessageList({ conversationID: "a", page: 1 });
    const second = sdk.getAdvancedHistoryMessageList({ conversationID: "a", page: 2 });
    await flush();
    running[0]?.fail();
    await expect(first).rejects.toThrow("refused");
    await flush();
    running[1]?.end();
    expect(await second).toMatchObject({ data: { page: 2 } });
  });
});
