import type { Locks } from "../../../../src/adapters/platform/tab-lock.ts";

/** Web Locks of one browser in memory: exclusive locks by name with queue, `ifAvailable` and `steal`. */
export function memoryLocks(): Locks {
  interface Request {
    callback(lock: Lock | null): unknown;
    resolve(result: unknown): void;
    reject(error: unknown): void;
  }
  const all = new Map<string, ReturnType<typeof memoryLock>>();

  function memoryLock(name: string) {
    const lock: Lock = { name, mode: "exclusive" };
    const line: Request[] = [];
    let holder: Request | null = null;

    const grant = (request: Request) => {
      holder = request;
      Promise.resolve(request.callback(lock)).then((result) => {
        if (holder !== request) return;
        request.resolve(result);
        holder = null;
        const next = line.shift();
        if (next) grant(next);
      });
    };

    const ask = (options: LockOptions, request: Request) => {
      options.signal?.addEventListener("abort", () => {
        const place = line.indexOf(request);
        if (place < 0) return;
        line.splice(place, 1);
        request.reject(options.signal?.reason);
      });
      if (options.steal) {
        holder?.reject(new DOMException("stolen", "AbortError"));
        grant(request);
      } else if (!holder) grant(request);
      else if (options.ifAvailable) Promise.resolve(request.callback(null)).then(request.resolve);
      else line.push(request);
    };
    return ask;
  }

  const lockOf = (name: string) => {
    const lock = all.get(name) ?? memoryLock(name);
    all.set(name, lock);
    return lock;
  };

  return {
    request: (name, options, callback) =>
      new Promise((resolve, reject) =>
        queueMicrotask(() => lockOf(name)(options, { callback, resolve, reject })),
      ),
  };
}
