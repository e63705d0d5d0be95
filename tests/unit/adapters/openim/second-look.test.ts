import { beforeEach, describe, expect, it, vi } from "vitest";
import { setUpIm } from "../support/im-set-up.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

describe("the second look at what the server has", () => {
  const SYNC = [{ name: "OnSyncServerStart", data: false }, { name: "OnSyncServerFinish" }];
  const LOOK = "setAppBackgroundStatus";
  const signedIn = async () => {
    const set = setUpIm({ [LOOK]: () => "", logout: () => "" });
    await set.im.login();
    return set;
  };

  it("comes six seconds after each sync, as a server pushes nothing in the first second", async () => {
    const { worker } = await signedIn();
    worker().emit({ name: "OnConnectSuccess" }, ...SYNC);
    await vi.advanceTimersByTimeAsync(5900);
    expect(worker().argsOf(LOOK)).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(worker().argsOf(LOOK)).toEqual([[true], [false]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker().argsOf(LOOK)).toHaveLength(2);
    worker().emit({ name: "OnConnecting" }, { name: "OnConnectSuccess" }, ...SYNC);
    await vi.advanceTimersByTimeAsync(6000);
    expect(worker().argsOf(LOOK).slice(2)).toEqual([[true], [false]]);
  });

  it("leaves a hidden app in the background", async () => {
    const { worker, hide } = await signedIn();
    hide();
    worker().emit(...SYNC);
    await vi.advanceTimersByTimeAsync(6000);
    expect(worker().argsOf(LOOK)).toEqual([[false], [true]]);
  });

  it("does not come while the SDK connects again", async () => {
    const { worker } = await signedIn();
    worker().emit(...SYNC, { name: "OnConnecting" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker().argsOf(LOOK)).toEqual([]);
  });

  it("does not come after a crash", async () => {
    const { im, workers, worker } = await signedIn();
    worker().emit(...SYNC);
    worker().fail();
    await im.login();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers.flatMap((each) => each.argsOf(LOOK))).toEqual([]);
  });

  it.each(["logout", "stop"] as const)("does not come after %s", async (leave) => {
    const { im, workers, worker } = await signedIn();
    worker().emit(...SYNC);
    await im[leave]();
    await im.login();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers.flatMap((each) => each.argsOf(LOOK))).toEqual([]);
  });
});
