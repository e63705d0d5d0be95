import {
  ForksPoolWorker,
  type PoolOptions,
  type PoolRunnerInitializer,
  type PoolWorker,
  type WorkerRequest,
} from "vitest/node";

type Callback = (argument: unknown) => void;

/**
 * Keeps the processes of the tests from run to run, one for each environment. Vitest starts one for each run, which
 * takes longer than most runs.
 */
export class KeptProcesses implements PoolRunnerInitializer {
  readonly name = "kept";
  readonly #processes = new Map<string, TestProcess>();

  createPoolWorker(options: PoolOptions): PoolWorker {
    const { name } = options.environment;
    const before = this.#processes.get(name);
    const process = before && !before.hasEnded ? before : new TestProcess(options);
    this.#processes.set(name, process);
    return new Run(process);
  }

  async end(): Promise<void> {
    const running = [...this.#processes.values()].filter(({ hasEnded }) => !hasEnded);
    this.#processes.clear();
    await Promise.all(running.map((process) => process.stop()));
  }
}

class TestProcess extends ForksPoolWorker {
  hasStarted = false;
  hasEnded = false;

  override async start(): Promise<void> {
    if (this.hasStarted) return;
    await super.start();
    this.on("exit", () => {
      this.hasEnded = true;
    });
  }
}

/** One run in the process, which is neither told to start again nor to stop. */
class Run implements PoolWorker {
  readonly name = "kept";
  readonly cacheFs = true;
  readonly #process: TestProcess;
  readonly #callbacks: [event: string, callback: Callback][] = [];

  constructor(process: TestProcess) {
    this.#process = process;
  }

  on(event: string, callback: Callback): void {
    this.#callbacks.push([event, callback]);
    this.#process.on(event, callback);
  }

  off(event: string, callback: Callback): void {
    this.#process.off(event, callback);
  }

  start(): Promise<void> {
    return this.#process.start();
  }

  send(message: WorkerRequest): void {
    if (message.type === "stop") this.#answer("stopped");
    else if (message.type === "start" && this.#process.hasStarted) this.#answer("started");
    else this.#process.send(message);
    if (message.type === "start") this.#process.hasStarted = true;
  }

  async stop(): Promise<void> {
    if (this.#process.hasEnded) return;
    for (const [event, callback] of this.#callbacks) this.#process.off(event, callback);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  #answer(type: "started" | "stopped"): void {
    for (const [event, callback] of this.#callbacks)
      if (event === "message") callback({ type, __vitest_worker_response__: true });
  }
}
