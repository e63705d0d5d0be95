import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SdkReport } from "../../../../src/adapters/openim/connection/channel.ts";
import { batchesOf } from "../../../../src/adapters/openim/worker/event-batches.ts";

const event = (name: string, data: unknown): SdkReport => ({
  type: "event",
  event: { name, data, errCode: 0 },
});
const result = (id: number): SdkReport => ({ type: "result", id, data: Array(500).fill(id) });

const heard = (news: readonly SdkReport[]) =>
  news.flatMap((one) =>
    one.type === "event" && Array.isArray(one.event.data) && one.event.data.length > 0
      ? one.event.data.map((entry: unknown) => [one.event.name, entry])
      : [[one, null]],
  );
const entriesIn = (batch: readonly SdkReport[]) =>
  batch.reduce(
    (sum, one) => sum + (one.type === "event" && Array.isArray(one.event.data) ? one.event.data.length : 0),
    0,
  );

describe("batches of worker reports", () => {
  it("contain a small burst in one message and never split a result", () => {
    const news = [
      event("OnRecvNewMessages", [1, 2]),
      event("OnSyncServerFinish", true),
      result(1),
      event("empty", []),
    ];
    expect(batchesOf(news)).toEqual([news]);
  });

  it("are as few as 200 list entries in each allow, whatever results are among them", () => {
    const list = (count: number) => event("a", Array(count).fill(0));
    const sizes = (...news: SdkReport[]) => batchesOf(news).map(entriesIn);
    expect(sizes(list(100), list(100))).toEqual([200]);
    expect(sizes(list(150), list(100), list(100), list(1))).toEqual([150, 200, 1]);
    expect(sizes(result(1), list(200))).toEqual([200]);
    expect(sizes(list(199), result(1), result(2), list(1))).toEqual([200]);
    expect(sizes(list(1), list(200))).toEqual([1, 200]);
  });

  it("4-46 keep all entries in order, with at most 200 list entries in each batch", () => {
    const news = fc.oneof(
      fc.tuple(fc.constantFrom("a", "b"), fc.nat(700)).map(([name, count]) =>
        event(
          name,
          Array.from({ length: count }, (_, index) => index),
        ),
      ),
      fc.nat(9).map(result),
    );
    fc.assert(
      fc.property(fc.array(news, { minLength: 1, maxLength: 8 }), (all) => {
        const batches = batchesOf(all);
        expect(heard(batches.flat())).toEqual(heard(all));
        for (const batch of batches) expect(entriesIn(batch)).toBeLessThanOrEqual(200);
      }),
    );
  });
});
