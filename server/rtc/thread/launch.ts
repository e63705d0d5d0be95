import { Worker } from "node:worker_threads";
import * as v from "valibot";
import { warn } from "../../log.ts";
import {
  type Ask,
  type FromWorker,
  fromWorkerSchema,
  type NetworkNews,
  type Question,
  type WorkerSettings,
} from "../messages.ts";
import { bundleWorker } from "./bundle.ts";

export interface RunningWorker {
  readonly tcpPort: number;
  readonly udpPort: number;
  /** Settles when the thread has ended for any reason. */
  readonly ended: Promise<void>;
  ask<Kind extends Answer["kind"]>(about: Question, kind: Kind): Promise<Extract<Answer, { kind: Kind }>>;
  tell(news: NetworkNews): void;
  utilization(): number;
  terminate(): Promise<void>;
}

type Answer = Extract<FromWorker, { id: number }>;

/**
 * Starts the media server in a thread.
 * @throws when it cannot start, e.g. because the UDP port is in use
 */
export async function launchWorker(settings: WorkerSettings): Promise<RunningWorker> {
  const worker = new Worker(await bundleWorker(), { workerData: settings, name: "parley-media" });
  const waiting = new Map<number, { answer: (answer: Answer) => void; end: () => void }>();
  let lastId = 0;
  let hasEnded = false;
  const ended = new Promise<void>((resolve) =>
    worker.once("exit", () => {
      hasEnded = true;
      for (const { end } of waiting.values()) end();
      waiting.clear();
      resolve();
    }),
  );

  const ready = await new Promise<Extract<FromWorker, { kind: "ready" }>>((resolve, reject) => {
    worker.once("exit", () => reject(new Error("the media server ended before it was ready")));
    worker.on("error", reject);
    worker.on("message", (message: unknown) => {
      const said = v.parse(fromWorkerSchema, message);
      if (said.kind === "ready") resolve(said);
      else if (said.kind === "failed") reject(new Error(said.text));
      else if (said.kind === "trouble") warn(`media server: ${said.text}`);
      else {
        waiting.get(said.id)?.answer(said);
        waiting.delete(said.id);
      }
    });
  });

  return {
    tcpPort: ready.tcpPort,
    udpPort: ready.udpPort,
    ended,
    ask: (about, kind) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        const id = lastId;
        const isAsked = (answer: Answer): answer is Extract<Answer, { kind: typeof kind }> =>
          answer.kind === kind;
        const end = () => reject(new Error("the media server has ended"));
        if (hasEnded) return end();
        waiting.set(id, {
          answer: (answer) => {
            if (isAsked(answer)) resolve(answer);
            else reject(new Error(`the media server answered ${answer.kind} instead of ${kind}`));
          },
          end,
        });
        worker.postMessage({ id, about } satisfies Ask);
      }),
    tell: (news) => worker.postMessage(news),
    utilization: () => worker.performance.eventLoopUtilization().utilization,
    terminate: async () => {
      await worker.terminate();
    },
  };
}
