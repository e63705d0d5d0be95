import { describe, expect, it } from "vitest";
import { slowRepeats } from "../../../../src/adapters/openim/worker/repeats.ts";

const url = "https://im.test/api/group/get_groups_info";

/** A bounded `fetch` in a time of its own, and when each request left, in seconds. */
function setUp() {
  let now = 0;
  const left: number[] = [];
  const bounded = slowRepeats(
    async () => {
      left.push(now / 1000);
      return new Response("{}");
    },
    {
      now: () => now,
      wait: async (ms) => {
        now += ms;
      },
    },
  );
  const bytes = (text: string) => new TextEncoder().encode(text);
  return {
    left,
    ask: (body: string | Uint8Array<ArrayBuffer>, to = url) =>
      bounded(to, { method: "POST", body: typeof body === "string" ? bytes(body) : body }),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe("what the SDK asks in a loop", () => {
  it("leaves ten times at once, and then at one a second on average", async () => {
    const { ask, left } = setUp();
    for (let count = 0; count < 100; count += 1) await ask('{"groupIDs":["a"]}');
    expect(left.slice(0, 10)).toEqual(Array(10).fill(0));
    expect(left.at(-1)).toBe(90);
    for (let start = 0; start < 80; start += 10)
      expect(left.filter((time) => time >= start && time < start + 10)).toHaveLength(10);
  });

  it("is no loop with another body or address, or after a while", async () => {
    const { ask, left, pass } = setUp();
    for (let count = 0; count < 50; count += 1) {
      await ask(`{"version":${count}}`);
      await ask('{"userID":"a"}', `${url}/${count}`);
    }
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 10; count += 1) await ask('{"groupIDs":["a"]}');
      pass(10_001);
    }
    expect(new Set(left)).toEqual(new Set([0, 10.001, 20.002]));
  });

  it("is not looked for among parts of uploads", async () => {
    const { ask, left } = setUp();
    for (let count = 0; count < 30; count += 1) await ask(new Uint8Array(200_000));
    expect(new Set(left)).toEqual(new Set([0]));
  });
});
