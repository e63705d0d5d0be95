import { describe, expect, it } from "vitest";
import { createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import type { SyncEvent } from "../../../machines/domain/platform-events.ts";
import { syncMachine } from "../../../machines/session/sync.ts";

/** A sync whose reconnections the test counts. */
function setUp() {
  const clock = new SimulatedClock();
  let reconnections = 0;
  const machine = syncMachine.provide({
    actors: {
      syncEvents: fromCallback(() => {}),
      reconnect: fromPromise(async () => {
        reconnections += 1;
      }),
    },
  });
  const sync = createActor(machine, { clock }).start();
  const hear = (...types: ("im.syncFailed" | "im.syncFinished")[]) => {
    for (const type of types) {
      const started: SyncEvent = { type: "im.syncStarted", reinstall: true };
      sync.send(started);
      sync.send({ type });
    }
  };
  const reconnectionsAfter = (milliseconds: number) => {
    clock.increment(milliseconds);
    return reconnections;
  };
  return { hear, reconnectionsAfter };
}

describe("a failed sync", () => {
  it("4-117 is repeated without a press, after a pause that doubles", () => {
    const { hear, reconnectionsAfter } = setUp();
    hear("im.syncFailed");
    expect(reconnectionsAfter(1999)).toBe(0);
    expect(reconnectionsAfter(1)).toBe(1);
    hear("im.syncFailed");
    expect(reconnectionsAfter(3999)).toBe(1);
    expect(reconnectionsAfter(1)).toBe(2);
  });

  it("4-117 is repeated every five minutes at last", () => {
    const { hear, reconnectionsAfter } = setUp();
    for (let failures = 0; failures < 20; failures += 1) hear("im.syncFailed");
    expect(reconnectionsAfter(299_999)).toBe(0);
    expect(reconnectionsAfter(1)).toBe(1);
  });

  it("4-117 is repeated after two seconds again if a sync finished in between", () => {
    const { hear, reconnectionsAfter } = setUp();
    hear("im.syncFailed", "im.syncFailed", "im.syncFailed", "im.syncFinished", "im.syncFailed");
    expect(reconnectionsAfter(2000)).toBe(1);
  });
});
