import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import type { SdkEvent } from "../../../../src/adapters/openim/connection/channel.ts";
import { createRpc } from "../../../../src/adapters/openim/connection/rpc.ts";
import { refusal, type Script, ScriptedWorker } from "../support/scripted-worker.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

function setUp(script: Script = {}, onEvent: (name: string) => void = () => {}) {
  const workers: ScriptedWorker[] = [];
  const heard: string[] = [];
  const rpc = createRpc(
    () => {
      const worker = new ScriptedWorker(script);
      workers.push(worker);
      return worker;
    },
    {
      onEvents(events: readonly SdkEvent[]) {
        heard.push(events.map(({ name }) => name).join("+"));
        for (const { name } of events) onEvent(name);
      },
      onProgress: (percent) => heard.push(`${percent}%`),
      onCrash: () => heard.push("crash"),
    },
  );
  const worker = (index = 0): ScriptedWorker => {
    const found = workers[index];
    if (!found) throw new Error(`no worker ${index}`);
    return found;
  };
  const startReady = async () => {
    const started = rpc.start();
    worker(workers.length - 1).report({ type: "ready" });
    await started;
  };
  return { rpc, workers, worker, heard, startReady };
}

const code = (promise: Promise<unknown>) => promise.then(() => "none", failureCode);

const ann = {
  userID: "xa",
  token: "t",
  platformID: 5,
  apiAddr: "https://im.test/api",
  wsAddr: "wss://im.test/ws",
};

describe("the SDK's worker", () => {
  it("1-24 starts once, and calls wait until it is ready", async () => {
    const { rpc, workers, worker } = setUp({ getTotalUnreadMsgCount: () => 3 });
    const started = Promise.all([rpc.start(), rpc.start()]);
    const unread = rpc.call("getTotalUnreadMsgCount");
    expect(worker().calls).toEqual([]);
    worker().report({ type: "ready" });
    await started;
    expect(await unread).toBe(3);
    expect(workers).toHaveLength(1);
  });

  it("4-01 receives a login before it is ready", async () => {
    const { rpc, worker } = setUp({ login: () => "in" });
    const login = rpc.login(ann);
    expect(worker().calls).toEqual([{ verb: "call", name: "login", args: [ann] }]);
    worker().report({ type: "ready" });
    expect(await login).toBe("in");
  });

  it("7-36 calls wasm functions without the SDK's wrapper", async () => {
    const { rpc, worker, startReady } = setUp({ changeGroupMute: () => "" });
    await startReady();
    await rpc.raw("changeGroupMute", "g1", true);
    expect(worker().calls).toEqual([{ verb: "raw", name: "changeGroupMute", args: ["g1", true] }]);
  });

  it("8-01 maps a refusal code to a failure", async () => {
    const partNotPut =
      'error *url.Error not implement CodeError: Put "http://im.example:1302/object/2": net/http: fetch() failed';
    const { rpc, startReady } = setUp({
      sendMessage: () => Promise.reject(refusal(1302, "blocked")),
      getSelfUserInfo: () => Promise.reject(refusal(10005, "Error: 10000 Network error")),
      getFriendList: () => Promise.reject(refusal(10005, "no number in here")),
      uploadFile: () => Promise.reject(refusal(10005, partNotPut)),
    });
    await startReady();
    expect(await code(rpc.raw("sendMessage"))).toBe("blockedByPeer");
    expect(await code(rpc.call("getSelfUserInfo"))).toBe("network");
    expect(await code(rpc.raw("getFriendList"))).toBe("unknown");
    expect(await code(rpc.raw("uploadFile"))).toBe("network");
  });

  it("7-51 reports a burst as one batch, before the result that followed it", async () => {
    const { rpc, worker, heard, startReady } = setUp({ logout: () => "" });
    await startReady();
    const answered = rpc.call("logout").then(() => heard.push("answer"));
    worker().report(
      { type: "event", event: { name: "A", data: 1, errCode: 0 } },
      { type: "event", event: { name: "B", data: 2, errCode: 0 } },
      { type: "result", id: 1, data: "" },
      { type: "event", event: { name: "C", data: 3, errCode: 0 } },
    );
    await answered;
    expect(heard).toEqual(["A+B", "C", "answer"]);
  });

  it("7-13 rejects arguments that cannot be cloned", async () => {
    const { rpc, startReady } = setUp();
    await startReady();
    expect(await code(rpc.raw("logout", () => {}))).toBe("unknown");
  });

  it("7-13 rejects calls at once when it is not started", async () => {
    const { rpc, workers } = setUp();
    expect(await code(rpc.call("logout"))).toBe("unknown");
    expect(workers).toEqual([]);
  });
});

describe("a worker that does not start", () => {
  beforeEach(() => void vi.useFakeTimers());

  it("4-28 is replaced with growing timeouts, and pending calls go to the worker that starts", async () => {
    const { rpc, workers, worker } = setUp({ getTotalUnreadMsgCount: () => 3 });
    const started = rpc.start();
    const unread = rpc.call("getTotalUnreadMsgCount");
    vi.advanceTimersByTime(9_999);
    expect(workers).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(worker(0).terminated).toBe(true);
    vi.advanceTimersByTime(19_999);
    expect(workers).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(worker(1).terminated).toBe(true);
    worker(0).report({ type: "dead" });
    worker(2).report({ type: "alive" });
    worker(2).report({ type: "ready" });
    await started;
    expect(await unread).toBe(3);
    expect(worker(2).calls).toHaveLength(1);
  });

  it("4-28 passes a sent login on to the next worker", async () => {
    const { rpc, worker } = setUp({ login: () => new Promise(() => {}) });
    void rpc.login({ userID: "xa", token: "t", platformID: 5, apiAddr: "", wsAddr: "" }).catch(() => {});
    vi.advanceTimersByTime(10_000);
    expect(worker(1).calls).toEqual(worker(0).calls);
    expect(worker(1).calls).toHaveLength(1);
  });

  it("10-02 is kept if it is alive and its wasm loads slowly", async () => {
    const { rpc, workers, worker } = setUp();
    const started = rpc.start();
    worker().report({ type: "alive" });
    vi.advanceTimersByTime(600_000);
    worker().report({ type: "ready" });
    await started;
    expect(workers).toHaveLength(1);
  });

  it.each(["dead", "error"] as const)(
    "4-28 is replaced after a pause if it fails to load (%s), and gets the login",
    async (kind) => {
      const { rpc, workers, worker, heard } = setUp({ login: () => new Promise(() => {}) });
      const started = rpc.start();
      void rpc.login(ann).catch(() => {});
      if (kind === "dead") worker().report({ type: "alive" }, { type: "dead" });
      else worker().fail();
      worker().fail();
      expect(worker().terminated).toBe(true);
      vi.advanceTimersByTime(500);
      expect(worker(1).calls).toEqual(worker(0).calls);
      worker(1).report({ type: "ready" });
      await started;
      vi.advanceTimersByTime(600_000);
      expect(workers).toHaveLength(2);
      expect(heard).toEqual([]);
    },
  );

  it("8-33 fails the start after four workers failed to load, and the next start tries again", async () => {
    const { rpc, workers, worker, heard, startReady } = setUp({ logout: () => "bye" });
    const started = code(rpc.start());
    const waiting = code(rpc.call("logout"));
    for (const [failed, pause] of [500, 1000, 2000].entries()) {
      worker(failed).report({ type: "dead" });
      vi.advanceTimersByTime(pause);
    }
    worker(3).report({ type: "dead" });
    expect(await started).toBe("network");
    expect(await waiting).toBe("network");
    expect(worker(3).terminated).toBe(true);
    await startReady();
    expect(await rpc.call("logout")).toBe("bye");
    expect(workers).toHaveLength(5);
    expect(heard).toEqual([]);
  });

  it("4-28 is not replaced after a stop", async () => {
    const { rpc, workers } = setUp();
    const started = code(rpc.start());
    rpc.stop();
    expect(await started).toBe("unknown");
    vi.advanceTimersByTime(600_000);
    expect(workers).toHaveLength(1);
  });
});

describe("a worker that ends", () => {
  it.each(["dead", "error"] as const)(
    "4-28 after it was ready (%s) is reported as a crash and fails its calls",
    async (kind) => {
      const { rpc, worker, heard, startReady } = setUp({ sendMessage: () => new Promise(() => {}) });
      await startReady();
      const pending = code(rpc.raw("sendMessage"));
      await vi.waitFor(() => expect(worker().calls).toHaveLength(1));
      if (kind === "dead") worker().report({ type: "dead" });
      else worker().fail();
      expect(await pending).toBe("unknown");
      expect(heard).toEqual(["crash"]);
      expect(worker().terminated).toBe(true);
    },
  );

  it("4-28 reports nothing after an event that leads to a stop, and leaves the next worker alone", async () => {
    const { rpc, workers, worker, heard, startReady } = setUp({}, (name) => {
      if (name !== "OnSyncServerFailed") return;
      rpc.stop();
      void rpc.start();
    });
    await startReady();
    const event = (name: string) => ({ type: "event" as const, event: { name, data: "", errCode: 0 } });
    worker().report(
      ...[event("OnSyncServerFailed"), { type: "progress" as const, percent: 1 }],
      ...[event("OnConnectSuccess"), { type: "dead" as const }],
    );
    expect(heard).toEqual(["OnSyncServerFailed"]);
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    worker(1).emit({ name: "OnConnecting" });
    expect(heard).toEqual(["OnSyncServerFailed", "OnConnecting"]);
  });

  it("4-28 through a stop fails its calls without a crash report and is ignored afterwards", async () => {
    const { rpc, worker, heard, startReady } = setUp({ sendMessage: () => new Promise(() => {}) });
    await startReady();
    const pending = code(rpc.raw("sendMessage"));
    await vi.waitFor(() => expect(worker().calls).toHaveLength(1));
    rpc.stop();
    expect(await pending).toBe("unknown");
    worker().emit({ name: "OnConnecting" });
    worker().fail();
    expect(heard).toEqual([]);
    await startReady();
    worker(1).emit({ name: "OnConnectSuccess" });
    expect(heard).toEqual(["OnConnectSuccess"]);
  });
});
