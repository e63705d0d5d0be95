import { describe, expect, it } from "vitest";
import { slowRepeats } from "../../../../src/adapters/openim/worker/repeats.ts";

const url = "https://im.test/api/group/get_groups_info";

/** The throttled `fetch` with a fake clock. `left` holds the time of each request in seconds. */
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
    asked: (init: RequestInit) => bounded(url, init),
    ask: (body: string | Uint8Array<ArrayBuffer>, to = url) =>
      bounded(to, { method: "POST", body: typeof body === "string" ? bytes(body) : body }),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe("repeated SDK requests", () => {
  it("are sent ten times at once and then once a second on average", async () => {
    const { ask, left } = setUp();
    for (let count = 0; count < 100; count += 1) await ask('{"groupIDs":["a"]}');
    expect(left.slice(0, 10)).toEqual(Array(10).fill(0));
    expect(left.at(-1)).toBe(90);
    for (let start = 0; start < 80; start += 10)
      expect(left.filter((time) => time >= start && time < start + 10)).toHaveLength(10);
  });

  it("are not throttled with another body or URL, or after a pause", async () => {
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

  it("are slowed down also if the SDK sends text, and not without a body", async () => {
    const { asked, left } = setUp();
    for (let count = 0; count < 11; count += 1) await asked({ body: "a" });
    for (let count = 0; count < 30; count += 1) await asked({});
    expect(left.slice(9)).toEqual([0, ...Array(31).fill(10)]);
  });

  it("are not throttled for upload parts", async () => {
    const { ask, left } = setUp();
    for (let count = 0; count < 30; count += 1) await ask(new Uint8Array(200_000));
    expect(new Set(left)).toEqual(new Set([0]));
  });
});
