import { describe, expect, it } from "vitest";
import { withoutDepths } from "../../src/adapters/openim/worker/depths.ts";

const nested = (levels: number): unknown => {
  let value: unknown = "the end";
  for (let level = 0; level < levels; level += 1) value = { inner: value };
  return value;
};

describe("what is nested too deep", () => {
  it("is cut, so that it can be handed on; what is beside it stays", () => {
    const news = [
      { type: "event", data: nested(100_000) },
      { type: "result", id: 7, data: ["whole", { a: 1 }] },
    ];
    expect(() => structuredClone(news)).toThrow();
    const cut = withoutDepths(news);
    expect(structuredClone(cut)).toEqual([expect.objectContaining({ type: "event" }), news[1]]);
  });

  it("is left alone when it is not that deep", () => {
    expect(withoutDepths(nested(60))).toEqual(nested(60));
  });
});
