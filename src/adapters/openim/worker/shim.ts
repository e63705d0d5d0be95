/**
 * Makes a worker look like the page that the SDK expects. It must run before the SDK's module, so it is a separate
 * module that is imported first.
 */
import { randomUUID } from "../../ids.ts";

const { Worker } = self;

/**
 * Milliseconds that the script of a database worker has to start. A module worker of Firefox may never start and report
 * no error.
 */
const PATIENCE = 30_000;

let tellLost = () => {};
/** Stops waiting for the start of the last database worker. The SDK replaces a worker that does not answer. */
let settle = () => {};

/** Calls `onLost` when a database worker fails to load. Without it every call of the SDK would wait for ever. */
export function watchDatabaseWorker(onLost: () => void): void {
  tellLost = onLost;
}

/** @param channel receives a message when the script of `worker` starts; the SDK listens to all other messages */
function expectStart(worker: Worker, channel: BroadcastChannel): void {
  settle();
  const lose = () => {
    settle();
    tellLost();
  };
  const silence = setTimeout(lose, PATIENCE);
  settle = () => {
    clearTimeout(silence);
    channel.close();
    worker.removeEventListener("error", lose);
  };
  channel.addEventListener("message", settle);
  worker.addEventListener("error", lose);
}

// The SDK, its database functions and the wasm find each other through `window`.
Reflect.set(self, "window", self);

// On a cross-origin isolated page the SDK's database refuses to start its worker from another worker.
if (self.crossOriginIsolated) Reflect.set(self, "WorkerGlobalScope", undefined);

// Without the Cache API the SDK fetches its wasm normally. The browser's HTTP cache then also keeps the compiled
// code, and Cache Storage holds no uncompressed copy.
for (let scope: object | null = self; scope; scope = Object.getPrototypeOf(scope))
  if (Object.hasOwn(scope, "caches")) Reflect.deleteProperty(scope, "caches");

// The SDK starts its database worker with this constructor and gets the worker without console output. Safari's
// replacement for nested workers uses blob URLs, which pass unchanged.
function DatabaseWorker(url: string | URL, options?: WorkerOptions): Worker {
  if (String(url).startsWith("blob:")) return new Worker(url, options);
  const name = `im-database-${randomUUID()}`;
  const worker = new Worker(new URL("./database-worker.ts", import.meta.url), { type: "module", name });
  expectStart(worker, new BroadcastChannel(name));
  return worker;
}
// Tells the SDK that module workers are supported. Otherwise it starts a blob worker to test this and never ends it.
DatabaseWorker.prototype.type = "module";
Reflect.set(self, "Worker", DatabaseWorker);
