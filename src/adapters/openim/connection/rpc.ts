import { Failure } from "../../../../machines/domain/failure.ts";
import { logLine } from "../../log.ts";
import type { Sdk, SdkEvent, SdkFunction, SdkReport, SdkRequest } from "./channel.ts";
import { SdkFailure } from "./sdk-failure.ts";

export type SdkWorker = Pick<Worker, "postMessage" | "addEventListener" | "terminate">;

export interface RpcHandlers {
  /** Receives a burst of SDK events, in order. */
  onEvents(events: readonly SdkEvent[]): void;
  /** Reports the first download of the wasm in whole percents. */
  onProgress(percent: number): void;
  /** Reports that a worker died after it was ready. The next `start` makes a new worker. */
  onCrash(): void;
}

/** The page's side of the SDK worker. */
export interface Rpc {
  /**
   * Starts a worker unless one runs. Resolves when it takes calls. Rejects with `Failure("network")` after several
   * workers failed to load.
   */
  start(): Promise<void>;
  /**
   * Calls the SDK's login, and starts a worker unless one runs. The request is sent at once, so the worker can open
   * the user's database while the SDK loads.
   */
  login(...args: Parameters<Sdk["login"]>): Promise<unknown>;
  /** Ends the worker. Pending calls reject with `Failure("unknown")`. */
  stop(): void;
  /** Calls an SDK function and resolves with the data of its answer. Rejects with an `SdkFailure` or a `Failure`. */
  call<Name extends SdkFunction>(name: Name, ...args: Parameters<Sdk[Name]>): Promise<unknown>;
  /** Calls a wasm function without the SDK's wrapper. A new operationID becomes the first argument. */
  raw(name: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Calls a function of the SDK's database. Resolves with JSON text, or with the data of the answer. */
  query(name: "getMessagesBySeqs" | "updateColumnsMessage", ...args: readonly string[]): Promise<unknown>;
  /** Ends the upload of the object with this name. Its `uploadFile` rejects. */
  stopUpload(name: string): Promise<unknown>;
}

interface Settler {
  request: SdkRequest;
  resolve(data: unknown): void;
  reject(error: Error): void;
}

/**
 * Milliseconds that the script of a new worker has to start. About 1 in 100 of Firefox's module workers never starts
 * and reports no error; a replacement starts at once. Each replacement has twice the time, so that a slow network
 * does not end all of them.
 */
const PATIENCE = 10_000;
/**
 * Milliseconds before each replacement of a worker that failed to load. A browser aborts its downloads when the
 * network changes, for example from one Wi-Fi to another, and the next download succeeds.
 */
const PAUSES = [500, 1000, 2000];

interface Connection {
  /** Null between a worker that failed to load and its replacement. */
  worker: SdkWorker | null;
  /** Runs until the first report of the worker, and between a worker and its replacement. */
  silence: ReturnType<typeof setTimeout> | undefined;
  /** Workers that failed to load. */
  failures: number;
  ready: boolean;
  started: Promise<void>;
  settleStart: { resolve(): void; reject(error: Error): void };
  pending: Map<number, Settler>;
}

export function createRpc(spawn: () => SdkWorker, { onEvents, onProgress, onCrash }: RpcHandlers): Rpc {
  let connection: Connection | null = null;
  let lastID = 0;

  function open(): Connection {
    const { promise: started, ...settleStart } = withResolvers();
    const opened: Connection = {
      worker: null,
      silence: undefined,
      failures: 0,
      ready: false,
      started,
      settleStart,
      pending: new Map(),
    };
    attend(opened, PATIENCE);
    return opened;
  }

  /** Starts a worker, which gets the requests that are not answered. */
  function attend(opened: Connection, patience: number): void {
    const worker = spawn();
    opened.worker = worker;
    const isCurrent = () => connection === opened && opened.worker === worker;
    worker.addEventListener("message", ({ data }: MessageEvent<SdkReport[]>) => {
      if (!isCurrent()) return;
      clearTimeout(opened.silence);
      receive(opened, data);
    });
    for (const kind of ["error", "messageerror"] as const)
      worker.addEventListener(kind, () => {
        if (isCurrent()) lose(opened);
      });
    opened.silence = setTimeout(() => {
      logLine("im", "the SDK's worker did not begin; another one takes its place");
      worker.terminate();
      attend(opened, 2 * patience);
    }, patience);
    for (const { request } of opened.pending.values()) worker.postMessage(request);
  }

  function receive(from: Connection, reports: readonly SdkReport[]): void {
    let burst: SdkEvent[] = [];
    const flush = () => {
      if (burst.length > 0) onEvents(burst);
      burst = [];
    };
    for (const report of reports) {
      if (report.type === "event") {
        burst.push(report.event);
        continue;
      }
      flush(); // keeps events before the answer that follows them
      if (connection !== from) return; // an event has ended the worker
      if (report.type === "progress") onProgress(report.percent);
      else if (report.type === "ready") {
        from.ready = true;
        from.settleStart.resolve();
      } else if (report.type === "dead") {
        lose(from);
        return;
      } else if (report.type !== "alive") settle(from, report);
    }
    flush();
  }

  function settle({ pending }: Connection, report: Extract<SdkReport, { id: number }>): void {
    const settler = pending.get(report.id);
    pending.delete(report.id);
    if (report.type === "result") settler?.resolve(report.data);
    else settler?.reject(new SdkFailure(report.error));
  }

  function lose(lost: Connection): void {
    logLine("im", lost.ready ? "the SDK ended" : "the SDK did not start");
    const pause = PAUSES[lost.failures];
    if (!lost.ready && pause !== undefined) {
      lost.failures += 1;
      lost.worker?.terminate();
      lost.worker = null;
      clearTimeout(lost.silence);
      lost.silence = setTimeout(() => attend(lost, PATIENCE), pause);
      return;
    }
    close(lost, new Failure("network"));
    if (lost.ready) onCrash();
  }

  function close(closed: Connection, startFailure: Failure): void {
    connection = null;
    clearTimeout(closed.silence);
    closed.worker?.terminate();
    closed.settleStart.reject(startFailure);
    for (const { reject } of closed.pending.values()) reject(new Failure("unknown"));
    closed.pending.clear();
  }

  async function request(verb: SdkRequest["verb"], name: string, args: readonly unknown[]): Promise<unknown> {
    const current = connection;
    await current?.started;
    if (!current || connection !== current) throw new Failure("unknown");
    return send(current, verb, name, args);
  }

  function send(
    { worker, pending }: Connection,
    verb: SdkRequest["verb"],
    name: string,
    args: readonly unknown[],
  ): Promise<unknown> {
    const request = { id: ++lastID, verb, name, args };
    return new Promise((resolve, reject) => {
      pending.set(request.id, { request, resolve, reject });
      try {
        worker?.postMessage(request);
      } catch {
        pending.delete(request.id);
        reject(new Failure("unknown")); // an argument cannot be cloned
      }
    });
  }

  return {
    async start() {
      connection ??= open();
      await connection.started;
    },
    login(...args) {
      connection ??= open();
      return send(connection, "call", "login", args);
    },
    stop() {
      if (connection) close(connection, new Failure("unknown"));
    },
    call: (name, ...args) => request("call", name, args),
    raw: (name, ...args) => request("raw", name, args),
    query: (name, ...args) => request("query", name, args),
    stopUpload: (name) => request("stop", name, []),
  };
}

/** `Promise.withResolvers`, which some supported browsers lack. A rejection without a handler is not an error. */
function withResolvers() {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}
