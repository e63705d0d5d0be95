import * as v from "valibot";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createChatServer } from "../../../src/adapters/chat-server/chat-server.ts";
import { createServerClock } from "../../../src/adapters/server-clock.ts";
import { chatServerForEach, refuse } from "./support/chat-server.ts";

const server = chatServerForEach();
const noon = Date.UTC(2026, 10, 29, 12);

beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ["Date", "performance"] }));

/** The device's clock shows noon. `ask`: a request whose answer has this time, in milliseconds after noon. */
function setUp() {
  const clock = createServerClock();
  const post = createChatServer(() => ({ chatUrl: server.origin }), "chat server", clock);
  return {
    clock,
    ask: async (at: number) => {
      server.headers = { Date: new Date(noon + at).toUTCString() };
      await post({ path: "/user", body: {}, token: null, answer: v.unknown() }).catch(() => {});
    },
  };
}

describe("R2 the time on a device with a wrong clock", () => {
  it.each([
    ["ahead by 90 s", -90_000],
    ["behind by ten minutes", 600_000],
    ["of a wrong day", 86_400_000],
  ])("%s is the server's after the first answer", async (_, at) => {
    const { clock, ask } = setUp();
    expect(clock.now()).toBe(noon);
    await ask(at);
    expect(Math.abs(clock.now() - (noon + at))).toBeLessThanOrEqual(1000);
    const before = clock.now();
    vi.advanceTimersByTime(70_000);
    expect(clock.now() - before).toBe(70_000);
  });

  it("is the server's after an answer that refuses", async () => {
    const { clock, ask } = setUp();
    server.answer = refuse(1501);
    await ask(-90_000);
    expect(clock.now()).toBeLessThan(noon - 80_000);
  });

  it("does not jump with each answer", async () => {
    const { clock, ask } = setUp();
    await ask(-90_000);
    const first = clock.now();
    for (const at of [-88_000, -91_000, -90_000]) await ask(at);
    expect(clock.now()).toBe(first);
  });

  it("is the device's again when its clock is set right, at once and after the next answer", async () => {
    const { clock, ask } = setUp();
    await ask(-90_000);
    vi.setSystemTime(noon - 90_000);
    expect(clock.now()).toBe(noon - 90_000);
    await ask(-90_000);
    expect(clock.now()).toBe(noon - 90_000);
  });

  it("is the server's after the device has slept, also if its clock was set right before", async () => {
    const { clock, ask } = setUp();
    await ask(-90_000);
    const sleep = 3_600_000;
    vi.setSystemTime(Date.now() + sleep);
    expect(Math.abs(clock.now() - (noon - 90_000 + sleep))).toBeLessThanOrEqual(1000);
    vi.setSystemTime(noon - 90_000);
    await ask(-90_000);
    vi.setSystemTime(Date.now() + sleep);
    expect(clock.now()).toBe(noon - 90_000 + sleep);
  });

  it("is the device's when the answer differs by a few seconds, or names no time", async () => {
    const { clock, ask } = setUp();
    await ask(-3000);
    expect(clock.now()).toBe(noon);
    for (const date of [null, "", "yesterday"]) clock.hear(date, noon);
    expect(clock.now()).toBe(noon);
  });

  it("counts a slow answer from the middle of its way", () => {
    const clock = createServerClock();
    vi.advanceTimersByTime(9000);
    clock.hear(new Date(noon).toUTCString(), noon);
    expect(clock.now()).toBe(noon + 9000);
  });
});
