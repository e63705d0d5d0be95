import { describe, expect, it } from "vitest";
import { createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import type { SyncEvent } from "../../../machines/domain/platform-events.ts";
import { syncMachine } from "../../../machines/session/sync.ts";

/** A sync chart whose SDK is played by the test. `retries` are the seconds at which it reconnected. */
function started() {
  const clock = new SimulatedClock();
  const retries: number[] = [];
  let report: (event: SyncEvent) => void = () => {};
  const machine = syncMachine.provide({
    actors: {
      syncEvents: fromCallback(({ sendBack }) => {
        report = sendBack;
      }),
      reconnect: fromPromise(async () => {
        retries.push(clock.now() / 1000);
      }),
    },
  });
  createActor(machine, { clock }).start();
  const fail = () => {
    report({ type: "im.syncStarted", reinstall: true });
    report({ type: "im.syncFailed" });
  };
  const wait = async (seconds: number) => {
    clock.increment(seconds * 1000);
    await Promise.resolve();
  };
  return { fail, wait, retries, report: (event: SyncEvent) => report(event) };
}

describe("a failed sync", () => {
  it("4-28 is retried by itself after 5 s, and later after twice the pause, up to a minute", async () => {
    const { fail, wait, retries } = started();
    const pauses = [5, 10, 20, 40, 60, 60];
    for (const pause of pauses) {
      fail();
      await wait(pause - 1);
      await wait(1);
    }
    expect(retries).toEqual([5, 15, 35, 75, 135, 195]);
  });

  it("4-28 is retried after 5 s again once a sync has finished", async () => {
    const { fail, wait, retries, report } = started();
    fail();
    await wait(5);
    fail();
    await wait(10);
    report({ type: "im.syncStarted", reinstall: false });
    report({ type: "im.syncFinished" });
    fail();
    await wait(5);
    expect(retries).toEqual([5, 15, 20]);
  });
});
